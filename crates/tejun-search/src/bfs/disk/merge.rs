//! Merging sorted sources into one ascending list without repetition.

use crate::bfs::disk::block::block_states;
use crate::bfs::disk::partition_dir::PartitionDir;
use crate::bfs::disk::state_file::Reader;
use crate::bfs::store::Visit;
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::state::key::Key;

/// States in ascending order; they may repeat.
pub(super) enum Source<'a, S> {
    File(Reader<S>),
    List(&'a [S]),
}

impl<S: Key> Source<'_, S> {
    #[inline(always)]
    fn head(&self) -> Option<S> {
        match self {
            Source::File(reader) => reader.head(),
            Source::List(list) => list.first().copied(),
        }
    }

    #[inline(always)]
    fn advance(&mut self, dir: &PartitionDir) -> Result<(), StopReason> {
        match self {
            Source::File(reader) => reader.advance(dir),
            Source::List(list) => {
                *list = &list[1..];
                Ok(())
            }
        }
    }
}

/// Visits the states that are in any of `sources` and in none of `known`, ascending, each once, a block at a time.
///
/// Cost: for each state of the sources, a comparison for each doubling of their number; for each state of `known`,
/// one.
///
/// # Errors
/// Those of `visit`, or if a file cannot be read, or the search is cancelled.
pub(super) fn merge<S: Key>(
    dir: &PartitionDir,
    sources: Vec<Source<S>>,
    mut known: Vec<Source<S>>,
    cancel: &mut dyn CancelCheck,
    visit: Visit<S>,
) -> Result<(), StopReason> {
    let mut block: Vec<S> = Vec::with_capacity(block_states::<S>());
    let mut tournament = Tournament::new(sources);
    let mut last = None;
    let mut work = 0;
    while let Some(state) = tournament.least() {
        tournament.advance(dir)?;
        work += 8;
        if last == Some(state) {
            continue;
        }
        last = Some(state);
        let mut new = true;
        for source in &mut known {
            while let Some(head) = source.head() {
                if head >= state {
                    new &= head != state;
                    break;
                }
                source.advance(dir)?;
                work += 1;
            }
        }
        if new {
            block.push(state);
            if block.len() == block.capacity() {
                visit(&block, cancel)?;
                block.clear();
            }
        }
        if work >= 1 << 12 {
            cancel.work(work)?;
            work = 0;
        }
    }
    if block.is_empty() { Ok(()) } else { visit(&block, cancel) }
}

/// A tree of losers over sources (Knuth, The Art of Computer Programming, volume 3, 5.4.1): each inner node holds
/// the source that lost there, so the next state takes one comparison a level.
struct Tournament<'a, S> {
    sources: Vec<Source<'a, S>>,
    heads: Vec<Option<S>>,
    losers: Vec<usize>,
    winner: usize,
}

impl<'a, S: Key> Tournament<'a, S> {
    fn new(sources: Vec<Source<'a, S>>) -> Self {
        let heads: Vec<Option<S>> = sources.iter().map(Source::head).collect();
        let count = sources.len();
        let mut tournament = Tournament { sources, heads, losers: vec![0; count], winner: 0 };
        // The winners of the nodes, from the leaves (count and up) to the root (1).
        let mut winners = vec![0; 2 * count];
        for source in 0..count {
            winners[count + source] = source;
        }
        for node in (1..count).rev() {
            let (a, b) = (winners[2 * node], winners[2 * node + 1]);
            let (winner, loser) = if tournament.less(b, a) { (b, a) } else { (a, b) };
            winners[node] = winner;
            tournament.losers[node] = loser;
        }
        tournament.winner = winners.get(1).copied().unwrap_or(0);
        tournament
    }

    /// Whether source `a` has the smaller head. A source at its end has none, which is larger than all.
    #[inline(always)]
    fn less(&self, a: usize, b: usize) -> bool {
        match (self.heads[a], self.heads[b]) {
            (Some(a), Some(b)) => a < b,
            (a, None) => a.is_some(),
            (None, Some(_)) => false,
        }
    }

    fn least(&self) -> Option<S> {
        self.heads.get(self.winner).copied().flatten()
    }

    fn advance(&mut self, dir: &PartitionDir) -> Result<(), StopReason> {
        let mut winner = self.winner;
        self.sources[winner].advance(dir)?;
        self.heads[winner] = self.sources[winner].head();
        let mut node = (winner + self.sources.len()) / 2;
        while node > 0 {
            let loser = self.losers[node];
            if self.less(loser, winner) {
                self.losers[node] = winner;
                winner = loser;
            }
            node /= 2;
        }
        self.winner = winner;
        Ok(())
    }
}
