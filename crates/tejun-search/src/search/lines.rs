//! All shortest paths, as an iterator.

use super::keyed::Codec;
use super::searchable::Searchable;
use crate::bfs::ShortestPaths;
use crate::outcome::Stats;
use crate::space::{Path, Space};

/// All shortest paths, one after the other; from [`Search::all_shortest`](crate::Search::all_shortest).
///
/// The first of several paths is the one with the smallest states. To know how many there are without making them:
/// [`Search::explore`](crate::Search::explore).
pub struct ShortestLines<'a, P: Searchable + 'a> {
    keyed: P::Keyed<'a>,
    paths: ShortestPaths<P::Key>,
    /// The keys and moves of the path given last.
    keys: Vec<P::Key>,
    moves: Vec<P::Move>,
    stats: Stats,
}

impl<'a, P: Searchable + 'a> ShortestLines<'a, P> {
    pub(super) fn new(keyed: P::Keyed<'a>, paths: ShortestPaths<P::Key>, stats: Stats) -> Self {
        ShortestLines { keyed, paths, keys: Vec::new(), moves: Vec::new(), stats }
    }

    /// Number of moves of each path.
    pub fn moves(&self) -> u32 {
        self.paths.moves()
    }

    /// What the search spent.
    pub fn stats(&self) -> Stats {
        self.stats
    }
}

impl<P: Searchable> Iterator for ShortestLines<'_, P> {
    type Item = Path<P::State, P::Move>;

    fn next(&mut self) -> Option<Self::Item> {
        let (shared, states) = self.paths.next()?;
        self.keys.truncate(shared);
        self.keys.extend(states.skip(shared));
        self.moves.truncate(shared.saturating_sub(1));
        for pair in self.keys[self.moves.len()..].windows(2) {
            let mut step = None;
            self.keyed.expand(&pair[0], |by, next| {
                if step.is_none() && next == pair[1] {
                    step = Some(by);
                }
            });
            self.moves.push(step.expect("a move that was found before is found again (see check_space)"));
        }
        let states = self.keys.iter().map(|&key| self.keyed.decode(key)).collect();
        Some(Path { states, moves: self.moves.clone() })
    }
}

impl<P: Searchable> std::fmt::Debug for ShortestLines<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("ShortestLines").field("moves", &self.moves()).finish_non_exhaustive()
    }
}
