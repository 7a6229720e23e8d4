//! Every exit, with a shortest line to it.

use crate::bfs::part::{Manner, Way};
use crate::bfs::sweep::Sweep;
use crate::bfs::{Options, PathOf, trace};
use crate::limits::{StopReason, Watch};
use crate::outcome::{Outcome, Stats};
use crate::space::Space;

/// The answer of [`exits`].
#[derive(Debug)]
pub struct Exits<P: Space> {
    /// `Solved` when every exit was found and there is one, `Unsolvable` when there is none.
    pub outcome: Outcome<()>,
    /// A shortest line to each exit found, by length, then by its goal.
    pub paths: Vec<PathOf<P>>,
    /// No exit that is missing is nearer than this.
    pub bound: u32,
    /// What the search did.
    pub stats: Stats,
}

/// Finds every exit, an exit being a goal that can be reached without going beyond another goal,
/// and a shortest such line to each.
///
/// Mirror images count as the different states that they are. The lines do not depend on the
/// number of threads.
pub fn exits<P: Space>(space: &P, options: &Options, watch: &mut dyn Watch) -> Exits<P> {
    let manner = Manner { way: Way::Forward, classes: false, terminal_goals: true };
    let (mut sweep, mut end) = match Sweep::new(space, manner, options) {
        Ok(begun) => begun,
        Err(reason) => {
            let outcome = Outcome::Stopped(reason);
            return Exits { outcome, paths: Vec::new(), bound: 0, stats: Stats::default() };
        }
    };
    let mut ends = Vec::new();
    let stop: Option<StopReason> = loop {
        ends.extend(end.goals.iter().map(|&goal| (sweep.depth(), goal)));
        if end.len == 0 {
            break None;
        }
        match sweep.advance(false, watch) {
            Ok(next) => end = next,
            Err(reason) => break Some(reason),
        }
    };
    let paths = trace::keys(&sweep, &ends).iter().map(|keys| trace::play(space, keys, false)).collect();
    let outcome = match stop {
        Some(reason) => Outcome::Stopped(reason),
        None if ends.is_empty() => Outcome::Unsolvable,
        None => Outcome::Solved(()),
    };
    Exits { outcome, paths, bound: sweep.depth() + 1, stats: sweep.stats() }
}
