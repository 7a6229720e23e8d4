//! Where the positions come from that are searched.

use std::collections::HashMap;

use tejun_search::Space;

use super::tracking::{Tracked, Tracking};

/// A position that was met.
pub(super) struct NewState {
    pub is_goal: bool,
    /// Whether its bound says that it is hopeless.
    pub is_hopeless: bool,
    pub pieces: Vec<Tracked>,
    /// What it takes in the tables here.
    pub bytes: u64,
}

/// Positions by number, in the order in which they are met.
pub(super) trait Source {
    /// Meets the position to begin with, or another one that is asked about. Returns its number, and itself if it is new.
    fn begin(&mut self, which: usize) -> (u32, Option<NewState>);

    /// Makes the moves of a position, once: adds to `to` where they lead, and to `met` the positions that are new.
    /// Returns whether all of them cost 1.
    fn expand(&mut self, at: u32, to: &mut Vec<u32>, met: &mut Vec<NewState>) -> bool;

    /// What was spent on moves since it was last asked; see [`Space::take_work`].
    fn take_work(&self) -> usize;
}

/// The positions of a space.
pub(super) struct Positions<'s, S: Space, C, K, L> {
    tracking: &'s Tracking<'s, S, C, K, L>,
    begin: Vec<S::State>,
    numbers: HashMap<Box<[u8]>, u32>,
    /// Those whose moves were not made yet.
    waiting: Vec<Option<S::State>>,
    /// What a state may own.
    each: u64,
}

/// Bytes of a position besides its key.
const POSITION: usize = 96;

impl<'s, S: Space, C, K, L> Positions<'s, S, C, K, L>
where
    K: Fn(&S::State) -> Box<[u8]>,
    L: Fn(&S::State) -> Vec<Tracked>,
{
    pub fn new(tracking: &'s Tracking<'s, S, C, K, L>, begin: Vec<S::State>, cells: usize) -> Self {
        let each = (size_of::<S::State>() + 24 * cells) as u64;
        Positions { tracking, begin, numbers: HashMap::new(), waiting: Vec::new(), each }
    }

    fn meet(&mut self, state: S::State) -> (u32, Option<NewState>) {
        let key = (self.tracking.key)(&state);
        let bytes = (key.len() + POSITION) as u64 + self.each;
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number != next {
            return (number, None);
        }
        let is_goal = self.tracking.space.is_goal(&state);
        let is_hopeless = !is_goal && self.tracking.space.bound(&state).is_none();
        let pieces = (self.tracking.look)(&state);
        self.waiting.push(Some(state));
        (number, Some(NewState { is_goal, is_hopeless, pieces, bytes }))
    }
}

impl<S: Space<Cost = u32>, C, K, L> Source for Positions<'_, S, C, K, L>
where
    K: Fn(&S::State) -> Box<[u8]>,
    L: Fn(&S::State) -> Vec<Tracked>,
{
    fn begin(&mut self, which: usize) -> (u32, Option<NewState>) {
        self.meet(self.begin[which].clone())
    }

    fn expand(&mut self, at: u32, to: &mut Vec<u32>, met: &mut Vec<NewState>) -> bool {
        let state = self.waiting[at as usize].take().expect("the moves of a position are made once");
        let (mut unit, mut next) = (true, Vec::new());
        self.tracking.space.expand_costs(&state, |_, state, cost| {
            unit &= cost == 1;
            next.push(state);
        });
        for state in next {
            let (number, new) = self.meet(state);
            to.push(number);
            met.extend(new);
        }
        unit
    }

    fn take_work(&self) -> usize {
        self.tracking.space.take_work()
    }
}
