//! The states that a best-first search has reached, and the cheapest known path to each.

use crate::collections::segments::Segments;
use crate::heuristic::index::Index;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::workspace::Workspace;
use crate::space::Cost;
use crate::state::key::{Key, refuse_none};

/// States hashed again between two checks.
const RUN: usize = 1 << 10;

/// The cheapest known path to a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<C> {
    /// Its cost.
    pub g: C,
    /// Its moves.
    pub depth: u32,
    /// The state before; [`START`] if there is none.
    pub parent: u32,
}

/// The parent of a start.
pub(super) const START: u32 = u32::MAX;

/// States stored whole, numbered in order of discovery, each with its [`Link`].
pub(super) struct Nodes<S, C> {
    states: Segments<S>,
    pub links: Segments<Link<C>>,
    index: Index,
}

impl<S: Key, C: Cost> Nodes<S, C> {
    /// Returns no nodes, without memory.
    pub fn new() -> Self {
        Nodes { states: Segments::new(), links: Segments::new(), index: Index::none() }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The state of this number.
    #[inline]
    pub fn state(&self, node: u32) -> S {
        self.states[node as usize]
    }

    /// Loads what [`find`](Nodes::find) will look at.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Returns the number of a state.
    #[inline]
    pub fn find(&self, state: &S, hash: u64) -> Option<u32> {
        self.index.find(hash, |node| self.states[node as usize] == *state)
    }

    /// Adds a state that is not among them, and returns its number.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, the numbers are used up, or the search is
    /// cancelled.
    pub fn add(
        &mut self,
        state: S,
        hash: u64,
        link: Link<C>,
        workspace: &mut Workspace,
    ) -> Result<u32, StopReason> {
        refuse_none(&[state]);
        if self.index.is_full() {
            self.rebuild(workspace)?;
        }
        let node = u32::try_from(self.len()).ok().filter(|&node| node < START);
        let node = node.ok_or(StopReason::Memory)?;
        self.links.push(link, workspace.budget)?;
        self.states.push(state, workspace.budget).inspect_err(|_| {
            self.links.pop();
        })?;
        self.index.insert(hash, node);
        Ok(node)
    }

    /// Builds a larger index. The old one is freed before the new one is allocated.
    #[cold]
    fn rebuild(&mut self, workspace: &mut Workspace) -> Result<(), StopReason> {
        let keep = self.len();
        let allowed = workspace.budget.left() + self.index.bytes();
        // Preferably with room for the nodes that it is to hold, at least without.
        let node = (size_of::<S>() + size_of::<Link<C>>()) as u64;
        let with_nodes = |room: usize| Index::bytes_for(room) + node * (room - keep) as u64;
        let least = keep + keep / 8 + 32;
        let room = [2 * keep, keep + keep / 2]
            .into_iter()
            .map(|room| room.max(keep + 256))
            .find(|&room| with_nodes(room) <= allowed)
            .unwrap_or(least);
        self.index.free(workspace.budget);
        self.index = Index::with_room(room, workspace)?;
        for node in 0..keep {
            self.index.insert(self.states[node].mix(), node as u32);
            if node % RUN == 0 {
                workspace.cancel.work(8 * RUN)?;
            }
        }
        Ok(())
    }

    /// The states on the path to one of them, from a start on.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory.
    pub fn path_to(&self, end: u32, budget: &mut Budget) -> Result<Vec<S>, StopReason> {
        let mut keys = budget.list(self.links[end as usize].depth as usize + 1)?;
        let mut node = end;
        while node != START {
            keys.push(self.state(node));
            node = self.links[node as usize].parent;
        }
        keys.reverse();
        Ok(keys)
    }

    /// Frees the index: no state will be looked up any more.
    pub fn seal(&mut self, budget: &mut Budget) {
        self.index.free(budget);
    }
}
