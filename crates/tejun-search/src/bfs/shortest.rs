//! One shortest line to a goal.

use crate::bfs::part::{Manner, Way};
use crate::bfs::sweep::{LevelEnd, Sweep};
use crate::bfs::{Answer, Options, PathOf, trace};
use crate::limits::{StopReason, Watch};
use crate::outcome::{Outcome, Stats};
use crate::space::Space;

/// Finds a shortest line from a start to a goal, proved shortest, or proves that there is none.
///
/// Symmetric states are searched once. Where the space lists its goals and can take moves back, and
/// [`Options::both_ends`] is set, the search goes from both ends, always on from the smaller
/// frontier.
///
/// When it stops early, `bound` still holds: no line is shorter. The line does not depend on the
/// number of threads.
pub fn shortest<P: Space>(space: &P, options: &Options, watch: &mut dyn Watch) -> Answer<PathOf<P>> {
    let mut search = Search { bound: 0, stats: Stats::default() };
    let goals_known = options.both_ends && has_goals(space);
    let result = if goals_known {
        search.both_ways(space, options, watch)
    } else {
        search.one_way(space, options, watch)
    };
    let outcome = match result {
        Ok(Some(path)) => Outcome::Solved(path),
        Ok(None) => Outcome::Unsolvable,
        Err(reason) => Outcome::Stopped(reason),
    };
    Answer { outcome, bound: search.bound, stats: search.stats }
}

/// Whether the goals are listed, and the moves into them known.
fn has_goals<P: Space>(space: &P) -> bool {
    let mut first = None;
    space.goals(|state| first = first.or(Some(state)))
        && first.is_none_or(|state| space.retract(&state, |_| ()))
}

struct Search {
    bound: u32,
    stats: Stats,
}

const FORWARD: Manner = Manner { way: Way::Forward, classes: true, terminal_goals: false };
const BACKWARD: Manner = Manner { way: Way::Backward, ..FORWARD };

impl Search {
    fn one_way<P: Space>(
        &mut self,
        space: &P,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Option<PathOf<P>>, StopReason> {
        let (mut sweep, mut end) = Sweep::new(space, FORWARD, options)?;
        loop {
            self.stats = sweep.stats();
            self.bound = sweep.depth();
            if let Some(&goal) = end.goals.first() {
                let keys = trace::keys(&sweep, &[(sweep.depth(), goal)]);
                return Ok(Some(trace::play(space, &keys[0], true)));
            }
            if end.len == 0 {
                return Ok(None);
            }
            self.bound += 1;
            let next = sweep.advance(true, watch);
            self.stats = sweep.stats();
            end = next?;
        }
    }

    /// Levels grow from both ends until a new level of one meets the last of the other. Before that
    /// no state is in both, so the first meeting is on a shortest line.
    fn both_ways<P: Space>(
        &mut self,
        space: &P,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Option<PathOf<P>>, StopReason> {
        let bytes = options.limits.bytes;
        let half = Options {
            limits: crate::Limits { bytes: bytes / 2, depth: u32::MAX, ..options.limits },
            ..*options
        };
        let (mut there, mut end) = Sweep::new(space, FORWARD, &half)?;
        let (mut back, back_end) = Sweep::new(space, BACKWARD, &half)?;
        let mut from_start = true;
        if back_end.len == 0 {
            return Ok(None);
        }
        loop {
            self.stats = sum(there.stats(), back.stats());
            self.bound = there.depth() + back.depth();
            let (grown, other) = if from_start { (&there, &back) } else { (&back, &there) };
            let meeting = grown.level(grown.depth()).flatten().filter(|&&state| other.remembers(state)).min();
            if let Some(&meeting) = meeting {
                let mut keys = trace::keys(&there, &[(there.depth(), meeting)]).remove(0);
                let rest = trace::keys(&back, &[(back.depth(), meeting)]).remove(0);
                keys.extend(rest.into_iter().rev().skip(1));
                return Ok(Some(trace::play(space, &keys, true)));
            }
            let LevelEnd { len, .. } = end;
            if len == 0 {
                return Ok(None);
            }
            self.bound += 1;
            if self.bound > options.limits.depth {
                return Err(StopReason::Depth);
            }
            from_start = there.frontier() <= back.frontier();
            let (growing, waiting) = if from_start { (&mut there, &back) } else { (&mut back, &there) };
            growing.limit_bytes(bytes.saturating_sub(waiting.bytes()));
            let waiting = waiting.stats();
            let next = growing.advance(false, &mut Beside { watch, waiting, states: options.limits.states });
            self.stats = sum(growing.stats(), waiting);
            end = next?;
        }
    }
}

fn sum(a: Stats, b: Stats) -> Stats {
    Stats {
        expanded: a.expanded + b.expanded,
        stored: a.stored + b.stored,
        peak_bytes: a.peak_bytes + b.peak_bytes,
    }
}

/// Shows a watch the progress of one sweep together with what the other has done.
struct Beside<'w> {
    watch: &'w mut dyn Watch,
    waiting: Stats,
    states: u64,
}

impl Watch for Beside<'_> {
    fn tick(&mut self, progress: &crate::Progress) -> std::ops::ControlFlow<StopReason> {
        let mut both = *progress;
        both.expanded += self.waiting.expanded;
        both.stored += self.waiting.stored;
        both.bytes += self.waiting.peak_bytes;
        if both.stored >= self.states {
            return std::ops::ControlFlow::Break(StopReason::States);
        }
        self.watch.tick(&both)
    }
}
