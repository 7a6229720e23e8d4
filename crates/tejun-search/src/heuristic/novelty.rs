//! How new a state is: by the combinations of features that no state before it had.
//!
//! After Lipovetzky and Geffner, "Width and serialization of classical planning problems" (2012).

use crate::collections::slots::Slots;
use crate::limits::StopReason;
use crate::runtime::workspace::Workspace;
use crate::space::Space;
use crate::state::Key;

/// A [`Space`] whose states consist of features, such as "this piece is there", for
/// [`Search::novelty_beam`](crate::Search::novelty_beam).
///
/// Eight lamps stand in a ring; a switch turns a lamp and its two neighbours over. All are to be lit:
///
/// ```
/// use tejun_search::{Featured, Moves, Search, Space};
///
/// struct Lamps;
///
/// impl Space for Lamps {
///     type State = u32;
///     type Move = u32;
///     type Cost = u32;
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(0);
///     }
///     fn is_goal(&self, lit: &u32) -> bool {
///         *lit == 0xFF
///     }
///     fn expand(&self, lit: &u32, mut visit: impl FnMut(u32, u32)) {
///         for lamp in 0..8 {
///             let turned = 1 << lamp | 1 << (lamp + 1) % 8 | 1 << (lamp + 7) % 8;
///             visit(lamp, lit ^ turned);
///         }
///     }
/// }
///
/// impl Featured for Lamps {
///     fn features(&self, lit: &u32, mut visit: impl FnMut(u32)) {
///         (0..8).for_each(|lamp| visit(2 * lamp + (lit >> lamp & 1)));
///     }
/// }
///
/// let found = Search::new(&Lamps).novelty_beam(20).unwrap();
/// assert_eq!(found.states.last(), Some(&0xFF));
/// ```
pub trait Featured: Space<Cost = u32> {
    /// Visits the features of a state, each a number of its own, in any order. Few should change in a move.
    fn features(&self, state: &Self::State, visit: impl FnMut(u32));
}

/// Words of a row: a path of the processor's cache.
const ROW: usize = 8;
/// The most rows of a table: 128 MiB.
const MOST: u64 = 1 << 21;
/// The fewest, so that a table is of some use.
const LEAST: u64 = 1 << 7;
/// Rows for each state of a level: enough for what a hundred levels and more may meet.
const PER_STATE: u64 = 1 << 8;

/// The combinations of up to three features that were met.
///
/// There is a row for every two features, with a bit for each third. A new feature is looked up in its rows with each
/// of the others, so that all its combinations take one line of memory each for the others. Two that share a bit are
/// taken for one, which may hide that a state is new, and nothing else.
pub(super) struct Novelty {
    /// A bit is set as long as nothing with it was met.
    words: Slots<u64>,
    /// How far to shift a hash to get a row.
    shift: u32,
}

/// The features of a state and those that the state before did not have, as hashes.
#[derive(Default)]
pub(super) struct Features {
    /// Ascending.
    all: Vec<u64>,
    new: Vec<u64>,
}

impl Features {
    /// Reads the features of `state`, all of them new if there is no state before it.
    pub fn read<P: Featured<State: Key>>(&mut self, space: &P, before: Option<&P::State>, state: &P::State) {
        let Features { all, new } = self;
        new.clear();
        if let Some(before) = before {
            space.features(before, |feature| new.push(u64::from(feature).mix()));
        }
        all.clear();
        space.features(state, |feature| all.push(u64::from(feature).mix()));
        let old = new.len();
        for &feature in &*all {
            if !new[..old].contains(&feature) {
                new.push(feature);
            }
        }
        new.drain(..old);
        all.sort_unstable();
    }

    /// Units of work that a look at them takes.
    pub fn work(&self) -> usize {
        self.new.len() * self.all.len() * (self.all.len() + 1) / 2
    }
}

impl Novelty {
    /// Returns a table in which nothing was met yet, for a beam of so many states, of at most a quarter of what the
    /// budget has left.
    ///
    /// # Errors
    /// If the budget or the system refuses the memory, or the search is cancelled.
    pub fn new(width: usize, workspace: &mut Workspace) -> Result<Self, StopReason> {
        let row = (ROW * size_of::<u64>()) as u64;
        let wanted = (width as u64).saturating_mul(PER_STATE).min(MOST);
        let rows = 1 << (workspace.budget.left() / 4 / row).min(wanted).max(LEAST).ilog2();
        workspace.budget.take(rows * row)?;
        let words = Slots::free(rows as usize * ROW, workspace.cancel)
            .inspect_err(|_| workspace.budget.give(rows * row))?;
        Ok(Novelty { words, shift: u64::BITS - rows.ilog2() })
    }

    /// Returns how many combinations with a new feature are new. One feature or two are three that repeat.
    pub fn count(&self, features: &Features) -> u32 {
        let (words, mut new) = (&*self.words, 0);
        for &first in &features.new {
            for (at, &second) in features.all.iter().enumerate() {
                let row = &words[row(first, second, self.shift)..][..ROW];
                for &third in &features.all[at..] {
                    let (word, bit) = bit_position(third);
                    new += u32::from(row[word] & bit != 0);
                }
            }
        }
        new
    }

    /// Returns how many combinations with a new feature are new, and notes that they were met.
    pub fn meet(&mut self, features: &Features) -> u32 {
        let new = self.count(features);
        let (shift, words) = (self.shift, &mut *self.words);
        for &first in &features.new {
            for (at, &second) in features.all.iter().enumerate() {
                let both = row(first, second, shift);
                for &third in &features.all[at..] {
                    let (word, bit) = bit_position(third);
                    words[both + word] &= !bit;
                    // As they are looked up when the second is new, or the third.
                    let (low, high) = (first.min(third), first.max(third));
                    let (word, bit) = bit_position(high);
                    words[row(second, low, shift) + word] &= !bit;
                    let (low, high) = (first.min(second), first.max(second));
                    let (word, bit) = bit_position(high);
                    words[row(third, low, shift) + word] &= !bit;
                }
            }
        }
        new
    }
}

/// Where the row of two features begins, in words.
#[inline(always)]
fn row(first: u64, second: u64, shift: u32) -> usize {
    ROW * (first.wrapping_add(second).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize
}

/// The word of a row, and its bit, for a third feature.
#[inline(always)]
fn bit_position(third: u64) -> (usize, u64) {
    ((third % ROW as u64) as usize, 1 << (third >> 58))
}
