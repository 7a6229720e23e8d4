//! Pattern databases of the 8-puzzle, compared with all distances of its 181,440 positions, computed plainly.

use crate::spaces;

use std::collections::{HashMap, VecDeque};

use crate::answers::bfs::{self, Goals};
use crate::answers::heuristic::{
    Arrangements, Pattern, PatternDatabase, PatternError, astar, check_pattern, idastar,
};
use spaces::{Dials, FiveDials};
use tejun_search::{
    Answer, Limits, Moves, Outcome, Proof, Request, Space, SpaceAdapter, StopReason, check_space,
};

/// Where the gap and some of the tiles are; in the goal, tile n is at place n.
#[derive(Clone, Debug)]
struct Eight<const N: usize> {
    tiles: [u8; N],
    start: [u8; N],
    /// A move of another tile costs nothing.
    additive: bool,
}

impl<const N: usize> Eight<N> {
    fn new(tiles: [u8; N]) -> Self {
        Eight { tiles, start: tiles, additive: true }
    }

    fn arrangements() -> Arrangements {
        Arrangements::new(9, N as u8)
    }
}

impl<const N: usize> Space for Eight<N> {
    type State = [u8; N];
    /// From where a tile moves.
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Undirected;

    fn starts(&self, mut visit: impl FnMut([u8; N])) {
        visit(self.start);
    }

    fn is_goal(&self, state: &[u8; N]) -> bool {
        *state == self.tiles
    }

    fn goals(&self) -> Option<Vec<[u8; N]>> {
        Some(vec![self.tiles])
    }

    fn expand(&self, state: &[u8; N], mut visit: impl FnMut(u8, [u8; N])) {
        let gap = state[0];
        let near = |other: u8| (gap % 3).abs_diff(other % 3) + (gap / 3).abs_diff(other / 3) == 1;
        for from in (0..9).filter(|&from| near(from)) {
            let mut next = state.map(|at| if at == from { gap } else { at });
            next[0] = from;
            visit(from, next);
        }
    }

    fn expand_costs(&self, state: &[u8; N], mut visit: impl FnMut(u8, [u8; N], u32)) {
        self.expand(state, |from, next| {
            visit(from, next, u32::from(!self.additive || state[1..].contains(&from)))
        });
    }
}

impl<const N: usize> Pattern for Eight<N> {
    type Whole = [u8; 9];

    fn project(&self, whole: &[u8; 9]) -> [u8; N] {
        self.tiles.map(|tile| whole[usize::from(tile)])
    }

    fn size(&self) -> usize {
        Self::arrangements().count()
    }

    fn rank(&self, state: &[u8; N]) -> usize {
        Self::arrangements().rank(state)
    }
}

/// The whole puzzle, with bounds from two databases.
struct Guided {
    whole: Eight<9>,
    halves: [Eight<5>; 2],
    databases: Vec<PatternDatabase>,
}

impl SpaceAdapter for Guided {
    type Inner = Eight<9>;

    fn inner(&self) -> &Eight<9> {
        &self.whole
    }

    fn bound(&self, state: &[u8; 9]) -> Option<u32> {
        self.halves.iter().zip(&self.databases).map(|(half, database)| database.bound(half, state)).sum()
    }
}

const LEFT: [u8; 5] = [0, 1, 2, 3, 4];
const RIGHT: [u8; 5] = [0, 5, 6, 7, 8];
const ALL: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

fn build<A: Pattern>(pattern: &A) -> PatternDatabase {
    let answer = PatternDatabase::build(pattern, Request::default());
    assert_eq!((answer.bound, answer.proof), (None, Proof::Optimal));
    answer.outcome.found().unwrap()
}

/// The distance of every state from the goal: zero-cost moves first.
fn plain<const N: usize>(pattern: &Eight<N>) -> HashMap<[u8; N], u32> {
    let mut distances = HashMap::from([(pattern.tiles, 0)]);
    let mut queue = VecDeque::from([(pattern.tiles, 0)]);
    while let Some((state, distance)) = queue.pop_front() {
        if distances[&state] < distance {
            continue;
        }
        pattern.expand_costs(&state, |_, before, cost| {
            let way = distance + cost;
            if distances.get(&before).is_none_or(|&known| way < known) {
                distances.insert(before, way);
                if cost == 0 { queue.push_front((before, way)) } else { queue.push_back((before, way)) }
            }
        });
    }
    distances
}

#[test]
fn entries_are_the_distances_computed_plainly() {
    for additive in [true, false] {
        for tiles in [LEFT, RIGHT, [0, 2, 7, 1, 8]] {
            let pattern = Eight { additive, ..Eight::new(tiles) };
            let database = build(&pattern);
            let distances = plain(&pattern);
            assert_eq!(distances.len(), pattern.size());
            for (state, distance) in distances {
                assert_eq!(database.distance(pattern.rank(&state)), Some(distance));
            }
            let copy = PatternDatabase::from_bytes(database.as_bytes(), pattern.size());
            assert_eq!(copy, Some(database));
        }
    }
}

#[test]
fn searches_agree_with_all_distances() {
    let whole = Eight::new(ALL);
    let database = build(&whole);
    let Outcome::Solved(explored) = bfs::explore(&whole, Goals::Expanded, Request::default()).outcome else {
        panic!()
    };
    // Half of the arrangements cannot be reached.
    let mut levels = [0; 256];
    database.as_bytes().iter().for_each(|&distance| levels[usize::from(distance)] += 1);
    assert_eq!(levels[..32], explored.levels);
    assert_eq!((levels[..32].iter().sum::<u64>(), levels[255]), (181_440, 181_440));

    let halves = [Eight::new(LEFT), Eight::new(RIGHT)];
    let databases = halves.iter().map(build).collect();
    let mut guided = Guided { whole, halves, databases };
    check_space(&guided, 5000).unwrap();
    check_space(&guided, 200_000).unwrap();
    for (place, (state, distance)) in plain(&guided.whole).into_iter().enumerate() {
        assert_eq!(database.bound(&guided.whole, &state), Some(distance));
        assert!(Space::bound(&guided, &state) <= Some(distance));
        // An arrangement that no line connects with the goal is not always told by its halves.
        if place % 100 == 0 || distance == 31 {
            guided.whole.start = state;
            for answer in [astar(&guided, Request::default()), idastar(&guided, Request::default())] {
                assert_eq!((answer.bound, answer.proof), (Some(distance.into()), Proof::Optimal));
                let line = answer.outcome.found().unwrap();
                assert_eq!((line.cost, line.path.moves.len() as u32), (distance, distance));
                assert_eq!((line.path.states[0], line.path.states[distance as usize]), (state, ALL));
            }
        }
    }
}

#[test]
fn an_unsolvable_position_is_proved() {
    let mut start = ALL;
    start.swap(7, 8);
    let halves = [Eight::new(LEFT), Eight::new(RIGHT)];
    let databases = halves.iter().map(build).collect();
    let guided = Guided { whole: Eight { start, ..Eight::new(ALL) }, halves, databases };
    let answer = astar(&guided, Request::default());
    assert_eq!((answer.outcome, answer.bound, answer.stats.stored), (Outcome::Unsolvable, None, 181_440));
    // IDA* would take for ever, but its bound rises.
    let answer = idastar(&guided, Request::default().limits(Limits { states: 100_000, ..Limits::default() }));
    assert_eq!(answer.outcome, Outcome::Stopped(StopReason::States, None));
    assert!(answer.bound > Some(10) && answer.stats.expanded == 100_000);
}

#[test]
fn limits_stop_the_building() {
    let stopped = |limits| {
        let answer: Answer<PatternDatabase> =
            PatternDatabase::build(&Eight::new(ALL), Request::default().limits(limits));
        let Outcome::Stopped(reason, None) = answer.outcome else { panic!() };
        (reason, answer.stats)
    };
    let none = Limits::default();
    assert_eq!(stopped(Limits { depth: 10, ..none }).0, StopReason::Depth);
    assert_eq!(stopped(Limits { bytes: 100_000, ..none }).0, StopReason::Memory);
    let (reason, stats) = stopped(Limits { bytes: 400_000, ..none });
    assert!(reason == StopReason::Memory && (362_880..=400_000).contains(&stats.peak_bytes));
    let (reason, stats) = stopped(Limits { states: 1000, ..none });
    assert!(reason == StopReason::States && (1000..2000).contains(&stats.stored));
}

/// A road with steps of one and two, which goes one way, and a side road without an end.
struct Road {
    cost: u32,
}

const LENGTH: u32 = 600;

impl Space for Road {
    type State = u32;
    type Move = u32;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == LENGTH
    }

    fn goals(&self) -> Option<Vec<u32>> {
        Some(vec![LENGTH])
    }

    fn expand(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
        for step in [1, 2] {
            if state + step <= LENGTH {
                visit(step, state + step);
            }
        }
    }

    fn expand_costs(&self, state: &u32, mut visit: impl FnMut(u32, u32, u32)) {
        self.expand(state, |step, next| visit(step, next, step.saturating_mul(self.cost)));
    }
}

impl Pattern for Road {
    type Whole = u32;

    fn project(&self, whole: &u32) -> u32 {
        *whole
    }

    fn size(&self) -> usize {
        LENGTH as usize + 5
    }

    fn rank(&self, state: &u32) -> usize {
        *state as usize
    }

    fn retract_with_cost(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
        for step in [1, 2] {
            if step <= *state {
                visit(state - step, step.saturating_mul(self.cost));
            }
        }
    }
}

#[test]
fn long_distances_saturate_and_what_is_not_reached_is_hopeless() {
    for cost in [1, 100, u32::MAX] {
        let road = Road { cost };
        let database = build(&road);
        for at in 0..=LENGTH {
            let distance = u64::from(cost) * u64::from(LENGTH - at);
            assert_eq!(database.distance(at as usize), Some(distance.min(254) as u32));
        }
        assert_eq!(database.distance(LENGTH as usize + 1), None);
        if cost < 1000 {
            check_pattern(&road, &road, 1000).unwrap();
        }
    }
}

#[test]
fn faults_of_patterns_are_found() {
    check_pattern(&Dials, &FiveDials, 3000).unwrap();
    let whole = Eight { additive: false, ..Eight::new(ALL) };
    check_pattern(&whole, &Eight::new(LEFT), 3000).unwrap();

    /// A road whose pattern is wrong in one way.
    struct Wrong(u8);

    impl Space for Wrong {
        type State = u32;
        type Move = u32;
        type Cost = u32;
        const MOVES: Moves = Moves::OneWay;
        fn starts(&self, _: impl FnMut(u32)) {}
        fn is_goal(&self, state: &u32) -> bool {
            *state == LENGTH && self.0 != 0
        }
        fn goals(&self) -> Option<Vec<u32>> {
            Some(if self.0 == 1 { Vec::new() } else { vec![LENGTH] })
        }
        fn expand(&self, state: &u32, visit: impl FnMut(u32, u32)) {
            if self.0 != 2 || *state != 7 {
                Road { cost: 1 }.expand(state, visit);
            }
        }

        fn expand_costs(&self, state: &u32, mut visit: impl FnMut(u32, u32, u32)) {
            self.expand(state, |step, next| visit(step, next, step + u32::from(self.0 == 3 && *state == 8)));
        }
    }

    impl Pattern for Wrong {
        type Whole = u32;
        fn project(&self, whole: &u32) -> u32 {
            *whole
        }
        fn size(&self) -> usize {
            LENGTH as usize + usize::from(self.0 != 4)
        }
        fn rank(&self, state: &u32) -> usize {
            (if self.0 == 5 && *state == 9 { 2 } else { *state }) as usize
        }
        fn retract_with_cost(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
            Road { cost: 1 }.retract_with_cost(state, |before, cost| {
                if self.0 != 6 || *state != 11 || cost != 2 {
                    visit(before, cost + u32::from(self.0 == 7 && *state == 12));
                }
            });
        }
    }

    let fault = |wrong| check_pattern(&Road { cost: 1 }, &Wrong(wrong), 1000);
    assert_eq!(fault(0), Err(PatternError::GoalLost(LENGTH)));
    assert_eq!(fault(1), Err(PatternError::GoalLost(LENGTH)));
    assert_eq!(fault(2), Err(PatternError::MoveLost(7, 8)));
    assert_eq!(fault(3), Err(PatternError::MoveLost(8, 9)));
    assert_eq!(fault(4), Err(PatternError::RankTooLarge(LENGTH)));
    assert_eq!(fault(5), Err(PatternError::RankShared(2, 9)));
    assert_eq!(fault(6), Err(PatternError::NotRetracted(9, 11)));
    assert_eq!(fault(7), Err(PatternError::NotRetracted(10, 12)));
    assert_eq!(fault(8), Ok(()));
    let text = fault(2).unwrap_err().to_string();
    assert_eq!(text, "no abstract move stands for the move from 7 to 8 at no more cost");
}
