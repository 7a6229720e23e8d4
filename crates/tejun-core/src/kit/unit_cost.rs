//! Searches that count moves, with an eye on what the moves cost.
//!
//! A breadth-first search proves fewest moves, which is the least cost only if every move costs 1. No type says so,
//! hence each move that the search makes is looked at; where `expand_costs` is not overridden, that compiles to nothing.
//! If all of them cost 1, the answer is right: before any line reaches a goal, it has made one of these moves for each level.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use tejun_search::{Cost, Progress, Space, SpaceAdapter, StopReason, Watch};

use crate::vocabulary::means::Means;

/// A file beside a search that is kept on disk: it has met a move that does not cost 1.
const MARK: &str = "costs-differ";

/// A space whose moves are looked at.
pub(super) struct UnitCost<'a, P> {
    space: &'a P,
    /// Whether every move looked at costs 1.
    holds: AtomicBool,
    mark: Option<PathBuf>,
}

impl<'a, P: Space> UnitCost<'a, P> {
    /// The space, for a search that answers `means`: perhaps the rest of a search, whose beginning counts as well.
    pub fn new(space: &'a P, means: &Means) -> Self {
        let mark = means.spill.as_ref().map(|spill| spill.directory().join(MARK));
        let holds = mark.as_ref().is_none_or(|mark| !mark.exists());
        UnitCost { space, holds: AtomicBool::new(holds), mark }
    }

    /// Whether every move that the search has made costs 1, in all processes that share it. To be called once, after the
    /// search.
    pub fn holds(&self, means: &Means) -> bool {
        let own = self.holds.load(Ordering::Relaxed);
        let Some(peers) = means.peers.as_ref().filter(|peers| peers.count() > 1) else { return own };
        peers.send(vec![vec![own.into()]; peers.count()]);
        peers.receive(&mut || ControlFlow::Continue(())).iter().all(|flag| flag[..] == [1])
    }

    /// A watch that also stops the search when it has met a move that does not cost 1. If nothing is promised of the moves
    /// not made yet, the next one may cost nothing.
    pub fn watch<'w>(&'w self, watch: &'w mut dyn Watch, promised: bool) -> impl Watch + 'w {
        Until { holds: &self.holds, watch, promised }
    }

    #[inline(always)]
    fn look(&self, cost: P::Cost) {
        if cost != P::Cost::ONE {
            self.fail();
        }
    }

    #[cold]
    fn fail(&self) {
        if self.holds.swap(false, Ordering::Relaxed)
            && let Some(mark) = &self.mark
        {
            // A search that is killed now may go on after this move. Where this cannot be written, no more of the search
            // can be either.
            let _ = File::create(mark);
        }
    }
}

impl<P: Space> SpaceAdapter for UnitCost<'_, P> {
    type Inner = P;

    #[inline(always)]
    fn inner(&self) -> &P {
        self.space
    }

    #[inline(always)]
    fn expand(&self, state: &P::State, mut visit: impl FnMut(P::Move, P::State)) {
        self.space.expand_costs(state, |by, next, cost| {
            self.look(cost);
            visit(by, next);
        });
    }

    #[inline(always)]
    fn retract(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        self.space.retract(state, |before| {
            // Which move of `before` leads here is not known.
            self.space.expand_costs(&before, |_, _, cost| self.look(cost));
            visit(before);
        });
    }

    // These two of the space would hide moves.

    #[inline(always)]
    fn expand_classes(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        SpaceAdapter::expand(self, state, |_, next| visit(self.space.canonical(&next)));
    }

    fn has_move_to_goal(&self, _: &P::State) -> bool {
        true
    }
}

struct Until<'w> {
    holds: &'w AtomicBool,
    watch: &'w mut dyn Watch,
    promised: bool,
}

impl Watch for Until<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.holds.load(Ordering::Relaxed) {
            self.watch.tick(progress)
        } else {
            ControlFlow::Break(StopReason::Interrupted)
        }
    }

    fn expect(&mut self, states: u64) {
        self.watch.expect(states);
    }

    fn proved(&mut self, bound: i64, progress: &Progress) -> ControlFlow<StopReason> {
        if !self.holds.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        self.watch.proved(bound - i64::from(!self.promised), progress)
    }
}
