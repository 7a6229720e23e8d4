//! Tests of the seams: with another store, on disk, or in several processes, the searches give the same answers.

use std::ops::ControlFlow;

use proptest::prelude::*;

use crate::bfs::exits::{VisitExit, visit_exits, visit_exits_in};
use crate::bfs::expander::Expander;
use crate::bfs::explore::{Explored, explore, explore_in};
use crate::bfs::mode::{Direction, Goals};
use crate::bfs::shortest::{shortest, shortest_in};
use crate::bfs::store::{Frontier, Listener, Store, StoreFactory, Visit};
use crate::limits::{Limits, Progress, StopReason, Watch};
use crate::outcome::Answer;
use crate::request::Request;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;
use crate::space::{Moves, Space};
use crate::spill::Spill;
use crate::state::key::Key;

/// Delayed duplicate detection, as in a store on disk: keys are only appended. Closing the level sorts them
/// and merges them with earlier levels, which tells the new ones.
struct Sorted<S> {
    moves: Moves,
    levels: Vec<Vec<S>>,
    growing: Vec<S>,
    pinned: Vec<S>,
    taken: usize,
}

impl<S: Key> Sorted<S> {
    fn new(moves: Moves) -> Self {
        Sorted { moves, levels: Vec::new(), growing: Vec::new(), pinned: Vec::new(), taken: 0 }
    }
}

impl<S: Key> Store<S> for Sorted<S> {
    fn insert(&mut self, keys: &[S], _: &mut Workspace, _: &mut dyn Listener<S>) -> Result<(), StopReason> {
        self.growing.extend_from_slice(keys);
        Ok(())
    }

    fn close_level(&mut self, _: &mut Workspace, listener: &mut dyn Listener<S>) -> Result<(), StopReason> {
        let mut level = std::mem::take(&mut self.growing);
        level.sort_unstable();
        level.dedup();
        let oldest = if self.moves == Moves::Undirected { self.levels.len().saturating_sub(2) } else { 0 };
        let known = |state: &S| {
            self.levels[oldest..].iter().any(|level| level.binary_search(state).is_ok())
                || self.pinned.contains(state)
        };
        level.retain(|state| !known(state));
        listener.on_new(&level, &mut self.pinned);
        self.levels.push(level);
        self.taken = 0;
        Ok(())
    }

    fn take(&mut self, most: usize) -> Result<&[S], StopReason> {
        let level = self.levels.last().expect("a level was closed");
        let states = &level[self.taken..level.len().min(self.taken + most)];
        self.taken += states.len();
        Ok(states)
    }

    fn is_taken(&self) -> bool {
        self.taken == self.levels.last().expect("a level was closed").len()
    }

    fn levels(&self) -> usize {
        self.levels.len()
    }

    fn level_len(&self, level: usize) -> u64 {
        self.levels[level].len() as u64
    }

    fn len(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    fn scan(
        &self,
        level: usize,
        visit: &mut dyn FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.levels[level].chunks(7).try_for_each(visit)
    }

    fn frontier(&self) -> Result<Frontier<'_, S>, StopReason> {
        let level = self.levels.last().expect("a level was closed");
        Ok(Frontier::Ascending(Box::new(level.iter().copied().map(Ok))))
    }

    fn seal(&mut self, _: &mut Budget) {}
}

/// A ring with three step sizes; `KIND` selects `Space::MOVES`.
struct Ring<const KIND: u8> {
    size: u32,
    steps: [u32; 3],
    goals: Vec<u32>,
}

impl<const KIND: u8> Ring<KIND> {
    fn back(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().map(|step| self.size - step % self.size)
    }
}

impl<const KIND: u8> Space for Ring<KIND> {
    type State = u32;
    type Move = u32;
    type Cost = u32;
    const MOVES: Moves = [Moves::OneWay, Moves::Retractable, Moves::Undirected][KIND as usize];

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.goals.contains(state)
    }

    fn goals(&self) -> Option<Vec<u32>> {
        Some(self.goals.clone())
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
        self.steps.into_iter().for_each(|step| visit(step, (state + step) % self.size));
        if Self::MOVES == Moves::Undirected {
            self.back().for_each(|step| visit(step, (state + step) % self.size));
        }
    }

    fn retract(&self, &state: &u32, mut visit: impl FnMut(u32)) {
        self.back().for_each(|step| visit((state + step) % self.size));
        if Self::MOVES == Moves::Undirected {
            self.steps.into_iter().for_each(|step| visit((state + step) % self.size));
        }
    }
}

/// The answer without its memory use.
fn summary<T>(answer: Answer<T>) -> (crate::Outcome<T>, Option<i64>, crate::Proof, u64, u64) {
    let Answer { outcome, bound, proof, stats } = answer;
    (outcome, bound, proof, stats.expanded, stats.stored)
}

type Space32 = dyn Expander<u32>;

/// The answer of a search that is given what takes its path, with that path.
fn pathed<T>(search: impl FnOnce(Visit<u32>) -> Answer<T>) -> Answer<(T, Vec<u32>)> {
    let mut path = Vec::new();
    let answer = search(&mut |states, _| {
        path = states.to_vec();
        Ok(())
    });
    answer.map(|found| (found, path))
}

fn explored(space: &Space32, goals: Goals, request: Request) -> Answer<(Explored<u32, ()>, Vec<u32>)> {
    pathed(|path| explore(space, goals, request, path))
}

fn shortest_path(space: &Space32, direction: Direction, request: Request) -> Answer<((), Vec<u32>)> {
    pathed(|path| shortest(space, direction, request, path))
}

/// The exits by rank.
fn listed(visit_all: impl FnOnce(VisitExit<u32>) -> Answer<usize>) -> Answer<Vec<(usize, Vec<u32>)>> {
    let mut paths = Vec::new();
    let answer = visit_all(&mut |exit, _| {
        paths.push((exit.rank, exit.states.to_vec()));
        Ok(())
    });
    paths.sort_unstable();
    answer.map(|count| {
        paths.truncate(count);
        paths
    })
}

fn exits(space: &Space32, request: Request) -> Answer<Vec<(usize, Vec<u32>)>> {
    listed(|visit| visit_exits(space, request, visit))
}

fn agree(space: &Space32, threads: usize, factory: StoreFactory<'_, '_, u32>) {
    let ask = || Request::default().threads(threads);
    for goals in [Goals::Expanded, Goals::Terminal] {
        let found = pathed(|path| explore_in(space, goals, ask(), factory, path));
        assert_eq!(summary(found), summary(explored(space, goals, ask())));
    }
    let found = listed(|visit| visit_exits_in(space, ask(), factory, visit));
    assert_eq!(summary(found), summary(exits(space, ask())));
    // How much of the goals' level is stored depends on when states are known to be new.
    for direction in [Direction::Forward, Direction::Bidirectional] {
        let (outcome, bound, proof, ..) =
            summary(pathed(|path| shortest_in(space, direction, ask(), factory, path)));
        let expected = summary(shortest_path(space, direction, ask()));
        assert_eq!((outcome, bound, proof), (expected.0, expected.1, expected.2));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn another_store_gives_the_same_answers(
        size in 1u32..5_000,
        steps: [u32; 3],
        goals in proptest::collection::vec(0u32..10_000, 0..5),
        threads in 1usize..4,
    ) {
        // Half of the rings are small enough for one thread, and the others are not too deep.
        let steps = steps.map(|step| step % size.max(100));
        let goals: Vec<u32> = goals.into_iter().filter(|goal| *goal < size).collect();
        fn all<const KIND: u8>(size: u32, steps: [u32; 3], goals: Vec<u32>, threads: usize) {
            let space = Ring::<KIND> { size, steps, goals };
            agree(&space, threads, &|_, _| Ok(Box::new(Sorted::new(Ring::<KIND>::MOVES))));
        }
        all::<0>(size, steps, goals.clone(), threads);
        all::<1>(size, steps, goals.clone(), threads);
        all::<2>(size, steps, goals, threads);
    }
}

/// Stops after a number of ticks.
struct Ticks(u32);

impl Watch for Ticks {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

/// Asks in a directory, again and again: each time the search is stopped after some more ticks.
fn in_steps<T: Clone + PartialEq + std::fmt::Debug>(
    ticks: u32,
    ask: impl Fn(Request) -> Answer<T>,
    threads: usize,
    bytes: u64,
) -> Answer<T> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search");
    let mut allowed = ticks;
    loop {
        let spill = Spill::resume(&path, "a ring", threads).unwrap();
        let mut watch = Ticks(allowed);
        let limits = Limits { bytes, ..Limits::default() };
        let answer = ask(Request::new(&mut watch).threads(threads).limits(limits).spill(&spill));
        if watch.0 > 0 {
            assert_eq!(spill.failure(), None);
            return answer;
        }
        allowed += ticks;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn on_disk_and_after_stops_the_answers_are_those_of_memory(
        size in 1u32..12_000,
        odd: [u8; 3],
        goals in proptest::collection::vec(0u32..12_000, 0..5),
        threads in 1usize..4,
        ticks in 10u32..100,
        kilobytes in prop_oneof![170u64..300, Just(100_000)],
    ) {
        fn all<const KIND: u8>(space: &Ring<KIND>, threads: usize, ticks: u32, bytes: u64) {
            for goals in [Goals::Expanded, Goals::Terminal] {
                let expected = summary(explored(space, goals, Request::default()));
                assert_eq!(summary(in_steps(ticks, |request| explored(space, goals, request), threads, bytes)), expected);
            }
            let expected = summary(exits(space, Request::default()));
            assert_eq!(summary(in_steps(ticks, |request| exits(space, request), threads, bytes)), expected);
            for direction in [Direction::Forward, Direction::Bidirectional] {
                let expected = summary(shortest_path(space, direction, Request::default()));
                let ask = |request: Request| shortest_path(space, direction, request);
                // Each direction has half of the memory.
                let (outcome, bound, proof, ..) = summary(in_steps(ticks, ask, threads, 2 * bytes));
                assert_eq!((outcome, bound, proof), (expected.0, expected.1, expected.2));
            }
        }
        // So a ring is some 3 cbrt(size) deep.
        let root = f64::from(size).cbrt() as u32;
        let steps = [1, root, root * root].map(|step| step + u32::from(odd[step as usize % 3] % 8));
        let goals: Vec<u32> = goals.into_iter().filter(|goal| *goal < size).collect();
        let bytes = (threads as u64 * kilobytes) << 10;
        all(&Ring::<0> { size, steps, goals: goals.clone() }, threads, ticks, bytes);
        all(&Ring::<1> { size, steps, goals: goals.clone() }, threads, ticks, bytes);
        all(&Ring::<2> { size, steps, goals }, threads, ticks, bytes);
    }
}

#[test]
fn detection_is_delayed_when_the_table_does_not_fit() {
    let space = Ring::<2> { size: 20_000, steps: [1, 27, 729], goals: vec![9_000] };
    let directory = tempfile::tempdir().unwrap();
    let mut names = [170 << 10, 1 << 30].map(|bytes| {
        let spill = Spill::begin(&directory.path().join(bytes.to_string()), "a ring", 1).unwrap();
        let limits = Limits { bytes, ..Limits::default() };
        let answer = explored(&space, Goals::Expanded, Request::default().limits(limits).spill(&spill));
        assert_eq!(summary(answer.clone()), summary(explored(&space, Goals::Expanded, Request::default())));
        assert!(answer.stats.peak_bytes <= bytes);
        std::fs::read_to_string(spill.directory().join("forward-0/journal")).unwrap()
    });
    assert!(names[0].contains("level-") && !names[1].contains("level-"));
    names[0].truncate(names[0].find("level-").unwrap());
    assert!(names[0].contains("found-0"));
}
