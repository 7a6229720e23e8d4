//! Every reachable state, with its distance.

use crate::bfs::collective::Collective;
use crate::bfs::expander::Expander;
use crate::bfs::mode::{Goals, SweepDirection, SweepMode};
use crate::bfs::stores::stores;
use crate::bfs::sweep::Sweep;
use crate::limits::StopReason;
use crate::outcome::{Answer, Outcome, Proof, Stats};
use crate::request::Request;
use crate::runtime::cancel::{CancelCheck, WatchPoller};
use crate::state::Key;

/// Visits every reachable state with its distance from the start, level by level as they are complete. Of a search in
/// several processes, each visits those that it owns.
pub(crate) fn visit_states<S: Key>(
    space: &dyn Expander<S>,
    (goals, classes): (Goals, bool),
    request: Request,
    visit: &mut dyn FnMut(S, u32),
) -> Answer<()> {
    let partitions = request.partitions();
    let Request { limits, watch, peers, spill, .. } = request;
    let collective = &Collective::new(peers);
    let mut poller = WatchPoller::new(watch);
    let mode = SweepMode { direction: SweepDirection::Forward, classes, goals };
    let mut stats = Stats::default();
    let mut run = || -> Result<(), StopReason> {
        let factory = &stores(spill, space.moves());
        let sweep = Sweep::new(space, mode, &limits, (partitions, collective), factory, &mut poller);
        let mut sweep = collective.agree(sweep, &mut poller)?;
        for level in 0.. {
            let visited = sweep.scan(level, |states| {
                states.iter().for_each(|&state| visit(state, level));
                poller.work(8 * states.len())
            });
            let advanced = visited.and_then(|()| {
                if level < sweep.depth() || sweep.frontier() == 0 {
                    return Ok(());
                }
                sweep.advance(false, &mut poller)
            });
            stats = sweep.stats();
            collective.agree(advanced, &mut poller)?;
            if level == sweep.depth() {
                break;
            }
        }
        stats = collective.all_reduce_stats(sweep.stats(), &mut poller)?;
        Ok(())
    };
    let outcome = match run() {
        Ok(()) => Outcome::Solved(()),
        Err(reason) => Outcome::Stopped(reason, None),
    };
    Answer { outcome, bound: None, proof: Proof::Unproved, stats }
}
