//! Tests of the seams: with another store or another exchange, the searches give the same answers.

use std::sync::mpsc::{Receiver, Sender, channel};

use proptest::prelude::*;

use crate::bfs::exchange::{Boxes, Exchange, Swap};
use crate::bfs::exits::exits_in;
use crate::bfs::explore::explore_in;
use crate::bfs::memory::Memory;
use crate::bfs::mode::{Direction, Goals};
use crate::bfs::shortest::shortest_in;
use crate::bfs::store::Store;
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::outcome::Answer;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::request::Request;
use crate::space::{Moves, Space};

/// Delayed duplicate detection, as in a store on disk: keys are only appended. Closing the level sorts them
/// and merges them with earlier levels, which tells the new ones.
struct Sorted<S> {
    moves: Moves,
    levels: Vec<Vec<S>>,
    growing: Vec<S>,
    pinned: Vec<S>,
    taken: usize,
}

impl<S: Packed> Store<S> for Sorted<S> {
    fn new(moves: Moves, _: &mut Budget, _: &mut dyn Pulse) -> Result<Self, StopReason> {
        Ok(Sorted { moves, levels: Vec::new(), growing: Vec::new(), pinned: Vec::new(), taken: 0 })
    }

    fn insert(
        &mut self,
        keys: &[S],
        _: &mut Budget,
        _: &mut dyn Pulse,
        _: &mut impl FnMut(&[S], &mut Budget) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.growing.extend_from_slice(keys);
        Ok(())
    }

    fn close_level(
        &mut self,
        budget: &mut Budget,
        _: &mut dyn Pulse,
        fresh: &mut impl FnMut(&[S], &mut Budget) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let mut level = std::mem::take(&mut self.growing);
        level.sort_unstable();
        level.dedup();
        let oldest = if self.moves == Moves::Undirected { self.levels.len().saturating_sub(2) } else { 0 };
        let known = |state: &S| {
            self.levels[oldest..].iter().any(|level| level.binary_search(state).is_ok())
                || self.pinned.contains(state)
        };
        level.retain(|state| !known(state));
        fresh(&level, budget)?;
        self.levels.push(level);
        self.taken = 0;
        Ok(())
    }

    fn pin(&mut self, states: &[S], _: &mut Budget) -> Result<(), StopReason> {
        self.pinned.extend_from_slice(states);
        Ok(())
    }

    fn take(&mut self, most: usize) -> &[S] {
        let level = self.levels.last().expect("a level was closed");
        let states = &level[self.taken..level.len().min(self.taken + most)];
        self.taken += states.len();
        states
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
        visit: &mut impl FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.levels[level].chunks(7).try_for_each(visit)
    }

    fn find(&self, states: &[S], found: &mut impl FnMut(S)) {
        let level = self.levels.last().expect("a level was closed");
        states.iter().copied().filter(|state| level.binary_search(state).is_ok()).for_each(found);
    }

    fn seal(&mut self, _: &mut Budget) {}
}

/// An exchange in which every partition writes to every other through a channel, as through a network.
struct Channels<S>(Vec<Vec<Channel<S>>>);

type Channel<S> = (Sender<Vec<S>>, Receiver<Vec<S>>);

impl<S: Packed> Exchange<S> for Channels<S> {
    fn new(parts: usize) -> Self {
        Channels((0..parts).map(|_| (0..parts).map(|_| channel()).collect()).collect())
    }

    fn deliver(&mut self, boxes: &mut [&mut Boxes<S>]) {
        for (from, maker) in boxes.iter_mut().enumerate() {
            for (to, list) in maker.out.iter_mut().enumerate() {
                // The list keeps its capacity, which is counted.
                #[allow(clippy::drain_collect)]
                self.0[from][to].0.send(list.drain(..).collect()).unwrap();
            }
        }
        for (to, owner) in boxes.iter_mut().enumerate() {
            for (from, list) in owner.inbox.iter_mut().enumerate() {
                list.extend(self.0[from][to].1.recv().unwrap());
            }
        }
    }
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
fn told<T>(answer: Answer<T>) -> (crate::Outcome<T>, Option<i64>, crate::Proof, u64, u64) {
    let Answer { outcome, bound, proof, stats } = answer;
    (outcome, bound, proof, stats.expanded, stats.stored)
}

fn agree<const KIND: u8, M: Store<u32>, X: Exchange<u32>>(space: &Ring<KIND>, threads: usize) {
    let ask = || Request::default().threads(threads);
    for goals in [Goals::Passed, Goals::Terminal] {
        assert_eq!(
            told(explore_in::<_, M, X>(space, goals, ask())),
            told(explore_in::<_, Memory<u32>, Swap>(space, goals, ask()))
        );
    }
    assert_eq!(told(exits_in::<_, M, X>(space, ask())), told(exits_in::<_, Memory<u32>, Swap>(space, ask())));
    // How much of the goals' level is stored depends on when states are known to be new.
    for direction in [Direction::Forward, Direction::Bidirectional] {
        let (outcome, bound, proof, ..) = told(shortest_in::<_, M, X>(space, direction, ask()));
        let expected = told(shortest_in::<_, Memory<u32>, Swap>(space, direction, ask()));
        assert_eq!((outcome, bound, proof), (expected.0, expected.1, expected.2));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn other_stores_and_exchanges_give_the_same_answers(
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
            // Each pair of a store and an exchange is compiled anew: both replaced at once is enough.
            agree::<KIND, Sorted<u32>, Channels<u32>>(&space, threads);
        }
        all::<0>(size, steps, goals.clone(), threads);
        all::<1>(size, steps, goals.clone(), threads);
        all::<2>(size, steps, goals, threads);
    }
}
