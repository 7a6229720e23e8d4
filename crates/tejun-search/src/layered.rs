//! States in layers: what beam search and exact layered search go through.

use std::hash::Hash;

/// A problem whose states lie in layers, time being the layer, and whose lines are worth something.
///
/// Every move leads from one layer to the next. A line is judged by where it ends.
pub trait Layered: Sync {
    /// A state. What decides the future must be part of its equality; the layer must not.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move from one layer to the next.
    type Move: Copy + Eq + Send + Sync;
    /// States of one layer that differ in group can never dominate one another.
    type Group: Eq + Hash + Send;
    /// Memory for [`Layered::value`] and [`Layered::bound`] to work in, one for each thread.
    type Scratch: Send;

    /// New working memory.
    fn scratch(&self) -> Self::Scratch;

    /// The first layer and the state in it.
    fn start(&self) -> (u32, Self::State);

    /// Every move from a state that need be looked at, with the state it leads to, always in the
    /// same order.
    fn expand(&self, layer: u32, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// What a line is worth that ends here; `None` where none may end.
    fn score(&self, layer: u32, state: &Self::State) -> Option<i64>;

    /// A proved upper bound on what any line through the state is worth. All that is asked is
    /// whether it is more than `worth`: once that is known, it need get no better.
    fn bound(&self, layer: u32, state: &Self::State, worth: i64, scratch: &mut Self::Scratch) -> i64;

    /// A proved upper bound on what any line is worth that goes on from some state of the layer.
    fn ceiling(&self, layer: u32) -> i64;

    /// How promising a state is against the others of its layer: a beam keeps the greatest.
    fn value(&self, layer: u32, state: &Self::State, scratch: &mut Self::Scratch) -> i64;

    /// The group of a state.
    fn group(&self, state: &Self::State) -> Self::Group;

    /// Whether the best line from `a` is worth at least as much as the best from `b`. Both are of
    /// one layer and one group.
    fn dominates(&self, a: &Self::State, b: &Self::State) -> bool;
}

/// A line and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// What it is worth.
    pub score: i64,
    /// Its moves, from the first layer on.
    pub moves: Vec<M>,
}

/// From where every kept state was reached: enough to rebuild the line to it.
#[derive(Clone, Debug)]
pub(crate) struct Trace<M> {
    layers: Vec<Vec<(u32, M)>>,
    bytes: u64,
}

impl<M> Default for Trace<M> {
    fn default() -> Self {
        Trace { layers: Vec::new(), bytes: 0 }
    }
}

/// The number of layers gone through, and the index of a state in the last.
pub(crate) type End = (usize, usize);

impl<M: Copy> Trace<M> {
    /// Adds a layer: for each state the index of its parent and the move from there.
    pub(crate) fn push(&mut self, layer: impl Iterator<Item = (u32, M)>) {
        let layer: Vec<(u32, M)> = layer.collect();
        self.bytes += (layer.capacity() * size_of::<(u32, M)>()) as u64;
        self.layers.push(layer);
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The end of a line in the newest layer.
    pub(crate) fn end(&self, index: usize) -> End {
        (self.layers.len(), index)
    }

    /// The line to an end.
    pub(crate) fn line(&self, score: i64, (length, mut index): End) -> Line<M> {
        let mut moves: Vec<M> = self.layers[..length]
            .iter()
            .rev()
            .map(|layer| {
                let (parent, step) = layer[index];
                index = parent as usize;
                step
            })
            .collect();
        moves.reverse();
        Line { score, moves }
    }
}
