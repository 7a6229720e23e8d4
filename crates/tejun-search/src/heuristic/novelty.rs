//! How new a state is: by the combinations of features that no state before it had.
//!
//! After Lipovetzky and Geffner, "Width and serialization of classical planning problems" (2012).

use crate::collections::slots::Slots;
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
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

    /// Roughly how far a state is from a goal, in whatever measure, for [`Search::novelty_first`](crate::Search::novelty_first):
    /// it need not be a bound. 0 by default, where nothing is known.
    fn distance(&self, _: &Self::State) -> u32 {
        0
    }
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
///
/// All features of the first state are new, and their combinations as many as the cube of their number: that state is
/// kept as it is, and has no bits.
pub(super) struct Novelty {
    /// The features of the first state that was met, ascending.
    first: Vec<u64>,
    /// A bit is set as long as nothing with it was met.
    words: Slots<u64>,
    /// How far to shift a hash to get a row.
    shift: u32,
}

/// The features of a state and those that the state before did not have, as hashes, ascending.
#[derive(Default)]
pub(super) struct Features {
    all: Vec<u64>,
    new: Vec<u64>,
    /// Of all, those that the first state did not have.
    others: Vec<u64>,
}

/// Units of work between two reports of it.
const REPORT: usize = 1 << 12;

impl Features {
    /// Reads the features of `state`, all of them new if there is no state before it.
    pub fn read<P: Featured<State: Key>>(&mut self, space: &P, before: Option<&P::State>, state: &P::State) {
        let Features { all, new, others } = self;
        let list = |features: &mut Vec<u64>, state| {
            features.clear();
            space.features(state, |feature| features.push(u64::from(feature).mix()));
            features.sort_unstable();
        };
        list(all, state);
        others.clear();
        before.into_iter().for_each(|before| list(others, before));
        new.clear();
        without(all, others, new);
    }

    /// Visits the combinations with a new feature that are not all of the first state: two, and the list of the thirds.
    ///
    /// # Errors
    /// If the search is cancelled.
    fn combinations(
        &mut self,
        first_state: &[u64],
        cancel: &mut dyn CancelCheck,
        mut visit: impl FnMut(u64, u64, &[u64]),
    ) -> Result<(), StopReason> {
        let Features { all, new, others } = self;
        others.clear();
        without(all, first_state, others);
        let is_other = |feature: u64| others.binary_search(&feature).is_ok();
        let mut work = 2 * all.len();
        for &first in &*new {
            let other = is_other(first);
            if !other && others.is_empty() {
                continue;
            }
            let mut next = 0;
            for (at, &second) in all.iter().enumerate() {
                let second_is_other = others.get(next) == Some(&second);
                let thirds = if other || second_is_other { &all[at..] } else { &others[next..] };
                next += usize::from(second_is_other);
                visit(first, second, thirds);
                work += 1 + thirds.len();
                if work >= REPORT {
                    cancel.work(std::mem::take(&mut work))?;
                }
            }
        }
        cancel.work(work)
    }
}

/// Adds to `rest` what is in `list` and not in `other`; all are ascending.
pub(super) fn without<T: Copy + Ord>(list: &[T], mut other: &[T], rest: &mut Vec<T>) {
    for &item in list {
        while other.first().is_some_and(|least| *least < item) {
            other = &other[1..];
        }
        if other.first() != Some(&item) {
            rest.push(item);
        }
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
        Ok(Novelty { first: Vec::new(), words, shift: u64::BITS - rows.ilog2() })
    }

    /// Returns how many combinations with a new feature are new. One feature or two are three that repeat.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn count(&self, features: &mut Features, cancel: &mut dyn CancelCheck) -> Result<u32, StopReason> {
        let (words, mut new) = (&*self.words, 0_u64);
        features.combinations(&self.first, cancel, |first, second, thirds| {
            let row = &words[row(first, second, self.shift)..][..ROW];
            for &third in thirds {
                let (word, bit) = bit_position(third);
                new += u64::from(row[word] & bit != 0);
            }
        })?;
        // The largest number stands for a goal.
        Ok(new.min(u64::from(u32::MAX - 1)) as u32)
    }

    /// Returns how many combinations with a new feature are new, and notes that they were met.
    ///
    /// # Errors
    /// If the search is cancelled.
    pub fn meet(&mut self, features: &mut Features, cancel: &mut dyn CancelCheck) -> Result<u32, StopReason> {
        if self.first.is_empty() {
            self.first.clone_from(&features.all);
            return Ok(features.all.len() as u32);
        }
        let new = self.count(features, cancel)?;
        let (shift, words) = (self.shift, &mut *self.words);
        features.combinations(&self.first, cancel, |first, second, thirds| {
            let both = row(first, second, shift);
            for &third in thirds {
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
        })?;
        Ok(new)
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::LazyLock;

    use super::*;
    use crate::runtime::budget::Budget;
    use crate::space::Moves;

    /// Counts the work.
    #[derive(Default)]
    struct Counting(usize);

    impl CancelCheck for Counting {
        fn work(&mut self, units: usize) -> Result<(), StopReason> {
            self.0 += units;
            Ok(())
        }
    }

    /// States of so many bits, each a feature if it is set.
    struct Bits;

    impl Space for Bits {
        type State = u64;
        type Move = ();
        type Cost = u32;
        const MOVES: Moves = Moves::OneWay;

        fn starts(&self, _: impl FnMut(u64)) {}

        fn is_goal(&self, _: &u64) -> bool {
            false
        }

        fn expand(&self, _: &u64, _: impl FnMut((), u64)) {}
    }

    impl Featured for Bits {
        fn features(&self, state: &u64, visit: impl FnMut(u32)) {
            let set = |&(bit, _): &(usize, u32)| state >> bit & 1 == 1;
            FEATURES.iter().copied().enumerate().filter(set).map(|(_, feature)| feature).for_each(visit);
        }
    }

    /// Width of the beam, and how far its table shifts.
    const WIDTH: usize = 1 << 12;
    const SHIFT: u32 = u64::BITS - 20;

    /// Features of which no two share a bit, and no two pairs a row.
    static FEATURES: LazyLock<Vec<u32>> = LazyLock::new(|| {
        let (mut features, mut taken): (Vec<u32>, _) = (Vec::new(), HashSet::new());
        let hash = |feature: u32| u64::from(feature).mix();
        for feature in 0.. {
            let rows = features.iter().chain([&feature]).map(|&other| row(hash(other), hash(feature), SHIFT));
            let own: HashSet<_> = rows.map(Ok).chain([Err(bit_position(hash(feature)))]).collect();
            if own.len() == features.len() + 2 && taken.is_disjoint(&own) {
                taken.extend(own);
                features.push(feature);
            }
            if features.len() == 24 {
                break;
            }
        }
        features
    });

    /// Each feature of `state` that `before` lacks with each two of all, in one order, as sets.
    fn combinations(before: u64, state: u64) -> Vec<u64> {
        let bits = |state: u64| (0..24).map(|bit| 1_u64 << bit).filter(move |bit| state & bit != 0);
        let with = |a: u64| {
            bits(state).flat_map(move |b| bits(state).filter(move |&c| b <= c).map(move |c| a | b | c))
        };
        bits(state & !before).flat_map(with).collect()
    }

    #[test]
    fn what_is_new_is_what_no_state_met_had() {
        let (mut budget, mut counting) = (Budget::new(1 << 30), Counting::default());
        let workspace = &mut Workspace::new(&mut budget, &mut counting);
        let mut novelty = Novelty::new(WIDTH, workspace).unwrap();
        assert_eq!(novelty.shift, SHIFT);
        let (mut features, mut random) = (Features::default(), 1_u64);
        let mut met = HashSet::new();
        for number in 0..200 {
            let mut state = || {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (random >> 40) | 1
            };
            // The states before are similar, or quite different.
            let (before, other) = (state(), state());
            let after = if number % 3 == 0 { other } else { before ^ (1 << ((other >> 5) % 24)) };
            let before = (number > 0).then_some(before);
            let sets = combinations(before.unwrap_or(0), after);
            let expected = sets.iter().filter(|set| !met.contains(*set)).count() as u32;
            features.read(&Bits, before.as_ref(), &after);
            let found = novelty.meet(&mut features, &mut counting).unwrap();
            if number > 0 {
                assert_eq!(found, expected, "state {number}");
                assert_eq!(novelty.count(&mut features, &mut counting), Ok(0), "state {number}");
            }
            met.extend(sets);
        }
    }

    #[test]
    fn a_first_state_takes_no_time() {
        let (mut budget, mut counting) = (Budget::new(1 << 30), Counting::default());
        let mut novelty = Novelty::new(1, &mut Workspace::new(&mut budget, &mut counting)).unwrap();
        let mut features =
            Features { all: (0..100_000).collect(), new: (0..100_000).collect(), others: vec![] };
        counting.0 = 0;
        assert_eq!(novelty.meet(&mut features, &mut counting), Ok(100_000));
        assert_eq!(novelty.count(&mut features, &mut counting), Ok(0));
        assert!(counting.0 < 1_000_000, "{}", counting.0);
    }
}
