//! What a family draws at random, by difficulty.

use std::ops::RangeInclusive;

use crate::vocabulary::sentence::Sentence;

/// A kind of puzzle that a family draws at random.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// The second word of the verb that draws it, as in `generate rushhour`.
    pub verb: &'static str,
    /// Its title for people.
    pub title: &'static Sentence,
    /// The levels of difficulty, the easiest first.
    pub levels: Levels,
}

/// Levels of difficulty, the easiest first.
#[derive(Clone, Copy, Debug)]
pub enum Levels {
    /// By the cost of a best solution: the option `moves` of the verb.
    Moves(&'static [RangeInclusive<u32>]),
    /// By any options of the verb.
    Options(&'static [&'static [(&'static str, &'static str)]]),
}

impl Levels {
    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Levels::Moves(ranges) => ranges.len(),
            Levels::Options(options) => options.len(),
        }
    }

    /// The options of the verb at a level, counted from 1.
    pub fn options(self, level: usize) -> Option<Vec<(&'static str, String)>> {
        let at = level.checked_sub(1)?;
        match self {
            Levels::Moves(ranges) => {
                let range = ranges.get(at)?;
                Some(vec![("moves", format!("{}..{}", range.start(), range.end()))])
            }
            Levels::Options(options) => {
                Some(options.get(at)?.iter().map(|&(name, value)| (name, value.to_owned())).collect())
            }
        }
    }
}
