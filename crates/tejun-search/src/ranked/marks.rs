//! Two bits a position, 32 positions a word.
//!
//! `00` is a position not reached yet. `01` and `10` are the present level and the next one: which is which alternates.
//! `11` was reached before. So a position that is reached, and one that is expanded, each set a bit, and no write clears
//! any: a word can be written by several threads at once.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Positions in a word.
pub(super) const WORD: u64 = 32;
const LOW: u64 = 0x5555_5555_5555_5555;

/// Which of the two bits marks the positions of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u64);

impl Mark {
    pub fn of(depth: u32) -> Mark {
        Mark(1 + u64::from(depth & 1))
    }
}

/// The low bit of each position of a word that is on the level of this mark.
#[inline(always)]
pub(super) fn on(word: u64, mark: Mark) -> u64 {
    let other = word >> 1;
    (if mark.0 == 1 { word & !other } else { other & !word }) & LOW
}

/// The low bit of each position of a word that is not reached yet.
#[inline(always)]
pub(super) fn blank(word: u64) -> u64 {
    !(word | word >> 1) & LOW
}

/// Marks the positions with these low bits as reached before.
#[inline(always)]
pub(super) fn close(word: &AtomicU64, low: u64) {
    word.fetch_or(low | low << 1, Relaxed);
}

/// Puts a position on a level unless it was reached before. Returns whether it was not.
#[inline(always)]
pub(super) fn reach(words: &[AtomicU64], rank: u64, mark: Mark) -> bool {
    let (word, shift) = (&words[(rank / WORD) as usize], rank % WORD * 2);
    if word.load(Relaxed) >> shift & 3 != 0 {
        return false;
    }
    // If two threads get here, the second changes nothing.
    word.fetch_or(mark.0 << shift, Relaxed) >> shift & 3 == 0
}

/// Words for so many positions, none reached, which the system provides page by page when they are first written to;
/// `None` if it refuses. The positions past the last of them count as reached.
pub(super) fn blanks(positions: u64) -> Option<Vec<AtomicU64>> {
    let words = usize::try_from(positions.div_ceil(WORD)).ok()?;
    let mut words: Vec<AtomicU64> = bytemuck::allocation::try_zeroed_vec(words).ok()?;
    if let Some(last) = words.last_mut().filter(|_| !positions.is_multiple_of(WORD)) {
        *last.get_mut() = u64::MAX << (positions % WORD * 2);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_sees_its_own_positions() {
        let (even, odd) = (Mark::of(0), Mark::of(1));
        let words = blanks(40).unwrap();
        assert!(reach(&words, 0, even) && reach(&words, 3, odd) && reach(&words, 31, even));
        assert!(!reach(&words, 3, even) && !reach(&words, 0, even));
        let word = words[0].load(Relaxed);
        assert_eq!((on(word, even), on(word, odd)), (1 | 1 << 62, 1 << 6));
        assert_eq!(blank(word).count_ones(), 29);
        close(&words[0], on(word, even));
        let word = words[0].load(Relaxed);
        assert_eq!((on(word, even), on(word, odd), blank(word).count_ones()), (0, 1 << 6, 29));
        assert_eq!(blank(words[1].load(Relaxed)), 0x5555);
    }
}
