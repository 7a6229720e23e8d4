//! Tests of what a search on disk does without memory: goals, the number of lines, files that are checked.

use std::ops::ControlFlow;
use std::path::Path;

use crate::answers::bfs::{Direction, Goals, explore, shortest};
use tejun_search::{
    BigCount, Explored, Key, Limits, Moves, Outcome, Progress, Request, Space, Spill, StopReason, Watch,
};

/// The points of a square, of which about one in `goals` is a goal. A move goes a point or eight points on. `KIND` selects `Space::MOVES`; if moves are not
/// undirected, one goes right and down only.
struct Square<const KIND: u8> {
    side: u32,
    goals: u32,
}

impl<const KIND: u8> Square<KIND> {
    fn neighbours(&self, state: u32, signs: &[i64], mut visit: impl FnMut(u32)) {
        let (side, x, y) = (i64::from(self.side), i64::from(state % self.side), i64::from(state / self.side));
        for sign in signs {
            for (x, y) in [(x + sign, y), (x, y + sign), (x + 8 * sign, y), (x, y + 8 * sign)] {
                if (0..side).contains(&x) && (0..side).contains(&y) {
                    visit((y * side + x) as u32);
                }
            }
        }
    }
}

impl<const KIND: u8> Space for Square<KIND> {
    type State = u32;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = [Moves::OneWay, Moves::Retractable, Moves::Undirected][KIND as usize];

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state > 9 && state.mix().is_multiple_of(self.goals.into())
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut((), u32)) {
        let signs = if Self::MOVES == Moves::Undirected { &[1, -1][..] } else { &[1] };
        self.neighbours(state, signs, |next| visit((), next));
    }

    fn retract(&self, &state: &u32, visit: impl FnMut(u32)) {
        let signs = if Self::MOVES == Moves::Undirected { &[1, -1][..] } else { &[-1] };
        self.neighbours(state, signs, visit);
    }
}

/// Memory in which a partition can search on disk, but holds few states.
const LITTLE: u64 = 200 << 10;

fn little(partitions: u64) -> Limits {
    Limits { bytes: partitions * LITTLE, ..Limits::default() }
}

/// Counts its ticks, and stops after some.
#[derive(Default)]
struct Ticks {
    seen: u32,
    allowed: Option<u32>,
}

impl Watch for Ticks {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.seen += 1;
        match self.allowed {
            Some(allowed) if self.seen > allowed => ControlFlow::Break(StopReason::Time),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn whole<S: std::fmt::Debug, M: std::fmt::Debug>(outcome: Outcome<Explored<S, M>>) -> Explored<S, M> {
    match outcome {
        Outcome::Solved(found) => found,
        other => panic!("{other:?}"),
    }
}

/// Numbers of states and of goals by distance, the plain way.
fn plain(space: &Square<2>, goals: Goals) -> (Vec<u64>, Vec<u64>) {
    let mut seen = vec![false; (space.side * space.side) as usize];
    let (mut level, mut levels, mut met) = (vec![0], Vec::new(), Vec::new());
    seen[0] = true;
    while !level.is_empty() {
        levels.push(level.len() as u64);
        met.push(level.iter().filter(|state| space.is_goal(state)).count() as u64);
        let mut next = Vec::new();
        for state in level.iter().filter(|state| goals == Goals::Expanded || !space.is_goal(state)) {
            space.expand(state, |(), to| {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    next.push(to);
                }
            });
        }
        level = next;
    }
    (levels, met)
}

#[test]
fn goals_take_no_memory() {
    // A third of the states are goals: in memory, they would take more than there is.
    let space = Square::<2> { side: 400, goals: 3 };
    const { assert!(160_000 / 3 * 4 > LITTLE) };
    let directory = tempfile::tempdir().unwrap();
    for (number, threads) in [(0, 1), (1, 3)] {
        for goals in [Goals::Expanded, Goals::Terminal] {
            let path = directory.path().join(format!("{number} {goals:?}"));
            let spill = Spill::begin(&path, "a square", threads).unwrap();
            let limits = little(threads as u64);
            let request = Request::default().threads(threads).limits(limits).spill(&spill);
            let answer = explore(&space, goals, request);
            assert!(answer.stats.peak_bytes <= limits.bytes);
            let found = whole(answer.outcome);
            assert_eq!((found.levels, found.goals), plain(&space, goals), "{threads} threads, {goals:?}");
        }
    }
}

#[test]
fn goals_met_before_detection_is_delayed_are_counted_once() {
    // With a little more memory each time, the table is full at another moment of a level.
    let space = Square::<2> { side: 200, goals: 5 };
    let expected = whole(explore(&space, Goals::Terminal, Request::default()).outcome);
    let directory = tempfile::tempdir().unwrap();
    for more in (0..16).step_by(crate::step()) {
        let spill = Spill::begin(&directory.path().join(more.to_string()), "a square", 1).unwrap();
        let limits = Limits { bytes: LITTLE + (more << 10), ..Limits::default() };
        let answer = explore(&space, Goals::Terminal, Request::default().limits(limits).spill(&spill));
        assert_eq!(whole(answer.outcome), expected, "{more} KiB more");
    }
}

#[test]
fn a_stopped_search_goes_on_in_the_same_memory() {
    let space = Square::<2> { side: 250, goals: 4 };
    let directory = tempfile::tempdir().unwrap();
    for goals in [Goals::Expanded, Goals::Terminal] {
        let expected = whole(explore(&space, goals, Request::default()).outcome);
        assert!(expected.levels.iter().sum::<u64>() > 10_000 && expected.goals.iter().sum::<u64>() > 1_000);
        let path = directory.path().join(format!("{goals:?}"));
        let mut allowed = 5;
        let found = loop {
            let spill = Spill::resume(&path, "a square", 2).unwrap();
            let mut watch = Ticks { seen: 0, allowed: Some(allowed) };
            let request = Request::new(&mut watch).threads(2).limits(little(2)).spill(&spill);
            match explore(&space, goals, request).outcome {
                Outcome::Stopped(StopReason::Time, _) => allowed += 5,
                outcome => break whole(outcome),
            }
        };
        assert_eq!(found, expected, "{goals:?}");
        assert!(allowed > 50, "it was stopped only {} times", allowed / 5 - 1);
    }
}

/// Columns of `SIDE` points. Each point leads to two of the next column: so from one point on, as many lines as can be lead
/// to the last, and each of its points is reached by equally many.
struct Butterfly<const KIND: u8>;

const BITS: u32 = 12;
const SIDE: u32 = 1 << BITS;
/// More steps than a word has bits.
const COLUMNS: u32 = 66;

impl<const KIND: u8> Butterfly<KIND> {
    fn there(state: u32, mut visit: impl FnMut(u32)) {
        let column = state / SIDE;
        if column < COLUMNS {
            visit(state + SIDE);
            visit((state + SIDE) ^ 1 << (column % BITS));
        }
    }

    fn back(state: u32, mut visit: impl FnMut(u32)) {
        if let Some(column) = (state / SIDE).checked_sub(1) {
            visit(state - SIDE);
            visit((state - SIDE) ^ 1 << (column % BITS));
        }
    }
}

impl<const KIND: u8> Space for Butterfly<KIND> {
    type State = u32;
    type Move = ();
    type Cost = u32;
    const MOVES: Moves = [Moves::OneWay, Moves::Retractable, Moves::Undirected][KIND as usize];

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        state / SIDE == COLUMNS
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut((), u32)) {
        Self::there(state, |next| visit((), next));
        if Self::MOVES == Moves::Undirected {
            Self::back(state, |next| visit((), next));
        }
    }

    fn retract(&self, &state: &u32, mut visit: impl FnMut(u32)) {
        Self::back(state, &mut visit);
        if Self::MOVES == Moves::Undirected {
            Self::there(state, visit);
        }
    }
}

#[test]
fn lines_are_counted_on_disk_when_memory_does_not_hold_the_states_on_them() {
    fn counted<const KIND: u8>(threads: usize) {
        let limits = little(threads as u64);
        // All states lie on shortest lines. Two columns are in memory at a time, a state in 4 bytes, a number in 24 and
        // the heap's 24.
        assert!(u64::from(2 * SIDE) * (4 + 24 + 24) > limits.bytes);
        let directory = tempfile::tempdir().unwrap();
        let spill = Spill::begin(&directory.path().join("search"), "a butterfly", threads).unwrap();
        let request = Request::default().threads(threads).limits(limits).spill(&spill);
        let answer = explore(&Butterfly::<KIND>, Goals::Expanded, request);
        assert_eq!(whole(answer.outcome).shortest_paths, Some(BigCount::from(1_u128 << COLUMNS)));
        assert!(answer.stats.peak_bytes <= limits.bytes);
        let left = std::fs::read_dir(spill.directory().join("forward-0")).unwrap();
        let names = left.map(|file| file.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.starts_with("ways")).count(), 0);
    }
    counted::<0>(1);
    counted::<1>(2);
    counted::<2>(1);
}

/// Explores to a depth; the files stay, because no answer is kept.
fn explored_to(depth: u32, path: &Path, watch: &mut Ticks) -> Outcome<Explored<u32, ()>> {
    let space = Square::<2> { side: 1000, goals: 7 };
    let spill = Spill::resume(path, "a square", 1).unwrap();
    let limits = Limits { depth, ..little(1) };
    explore(&space, Goals::Expanded, Request::new(watch).limits(limits).spill(&spill)).outcome
}

#[test]
fn files_are_checked_under_the_watch() {
    let directory = tempfile::tempdir().unwrap();
    let (mut ticks, mut files) = (Vec::new(), Vec::new());
    for depth in [50, 200] {
        let path = directory.path().join(depth.to_string());
        assert_eq!(explored_to(depth, &path, &mut Ticks::default()).stopped(), Some(StopReason::Depth));
        // Nothing is left to do but to read what is there.
        let mut watch = Ticks::default();
        assert_eq!(explored_to(depth, &path, &mut watch).stopped(), Some(StopReason::Depth));
        ticks.push(watch.seen);
        files.push(path);
    }
    assert!(ticks[1] > 4 * ticks[0], "{ticks:?}");
    // A watch that says stop at once is heard before all is read, and does no harm.
    let mut watch = Ticks { seen: 0, allowed: Some(0) };
    assert!(matches!(explored_to(200, &files[1], &mut watch), Outcome::Stopped(StopReason::Time, None)));
    assert_eq!(watch.seen, 1);
    let mut again = Ticks::default();
    assert_eq!(explored_to(200, &files[1], &mut again).stopped(), Some(StopReason::Depth));
    assert_eq!(again.seen, ticks[1]);
}

#[test]
fn a_line_found_after_a_stop_is_the_one_found_without() {
    /// A tree of pairs of depth and path, the greatest paths first. Of the goals, all at one depth, the least comes last.
    struct Wide;
    const DEPTH: u32 = 14;
    impl Space for Wide {
        type State = u32;
        type Move = u32;
        type Cost = u32;
        const MOVES: Moves = Moves::OneWay;
        fn starts(&self, mut visit: impl FnMut(u32)) {
            visit(0xffff);
        }
        fn is_goal(&self, state: &u32) -> bool {
            state >> 16 == DEPTH && state.mix().is_multiple_of(50)
        }
        fn expand(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
            let (depth, path) = (state >> 16, 0xffff - (state & 0xffff));
            if depth < DEPTH {
                [0, 1]
                    .into_iter()
                    .for_each(|bit| visit(bit, (depth + 1) << 16 | (0xffff - (2 * path + bit))));
            }
        }
    }
    let expected = shortest(&Wide, Direction::Forward, Request::default()).outcome;
    let directory = tempfile::tempdir().unwrap();
    let ask = |name: String, watch: &mut Ticks| {
        let spill = Spill::resume(&directory.path().join(name), "a tree", 1).unwrap();
        shortest(&Wide, Direction::Forward, Request::new(watch).spill(&spill)).outcome
    };
    let mut whole = Ticks::default();
    assert_eq!(ask("whole".to_owned(), &mut whole), expected);
    // Stopped when the last level is complete, and a little before.
    for less in 1..=20 {
        let allowed = Some(whole.seen - less);
        let stopped = ask(less.to_string(), &mut Ticks { seen: 0, allowed }).stopped();
        assert_eq!(stopped, Some(StopReason::Time));
        assert_eq!(ask(less.to_string(), &mut Ticks::default()), expected, "{less} ticks before the end");
    }
}
