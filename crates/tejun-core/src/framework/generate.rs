//! Shared code of the `generate` verbs.

use std::ops::{ControlFlow, RangeInclusive};

use serde::Serialize;
use tejun_search::{Limits, Progress, StopReason, Watch};

use crate::vocabulary::answer::Details;
use crate::vocabulary::input::{InputError, quoted};
use crate::vocabulary::verb::{Call, Ending, VerbAnswer, VerbOption};

/// The option that sets the range of solution lengths.
pub const MOVES: VerbOption = VerbOption {
    name: "moves",
    value: Some("A..B"),
    about: "range of lengths of the best solution, both ends included; or one number",
};
/// The limit on what a solution may cost, of generators that look for it move by move.
pub const DEPTH: VerbOption =
    VerbOption { name: "depth", value: Some("N"), about: "search no deeper than this many moves" };
/// The option that sets how many puzzles to make.
pub const NUMBER: VerbOption =
    VerbOption { name: "n", value: Some("N"), about: "how many puzzles (default: 1)" };

/// Reads the range of lengths given by [`MOVES`], from 1 up; `default` if the option is absent.
pub fn lengths(call: &Call, default: RangeInclusive<u32>) -> Result<RangeInclusive<u32>, InputError> {
    let Some(text) = call.option(MOVES.name) else { return Ok(default) };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim_start_matches('=').parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err(InputError::new(format!(
            "--moves {text:?} is not a range of lengths: write it as 60..70, the smaller first, both at least 1"
        ))),
    }
}

/// Reads the number given by an option, at least 1; `default` if the option is absent.
pub fn number(call: &Call, option: &VerbOption, default: u64) -> Result<u64, InputError> {
    let Some(text) = call.option(option.name) else { return Ok(default) };
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
        InputError::new(format!(
            "{text:?} is not a whole number of at least 1 for the option {:?}",
            option.name
        ))
    })
}

/// Reads a board's rows and columns, written as in `example`, each within `range`.
pub fn size(text: &str, example: &str, range: RangeInclusive<usize>) -> Result<(usize, usize), InputError> {
    let side = |text: &str| text.parse().ok().filter(|side| range.contains(side));
    let sides = text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    sides.ok_or_else(|| {
        InputError::new(format!(
            "{} is not a size: write rows and columns as {example}, each from {} to {}",
            quoted(text),
            range.start(),
            range.end()
        ))
    })
}

/// A generated puzzle: as text for people, and as a value for programs.
pub type Drawn<T> = (String, T);

#[derive(Serialize)]
struct Generated<T> {
    outcome: &'static str,
    puzzles: Vec<T>,
    found: usize,
    wanted: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// The verb's answer: the puzzles made, how many were wanted, and what stopped the generator if there are
/// fewer.
pub fn answer<T>(made: Vec<Drawn<T>>, wanted: u64, stopped: Option<StopReason>) -> VerbAnswer
where
    T: Serialize + Send + Sync + 'static,
{
    let (texts, puzzles): (Vec<String>, Vec<T>) = made.into_iter().unzip();
    let mut text = texts.join("\n");
    let found = puzzles.len();
    if (found as u64) < wanted {
        text.push_str(&format!("found {found} of the {wanted} wanted\n"));
    }
    if let Some(reason) = stopped {
        text.push_str(&format!("stopped: {reason}\n"));
    }
    let outcome = if stopped.is_some() { "stopped" } else { "solved" };
    let reason = stopped.map(StopReason::code);
    let details = Details::new(Generated { outcome, puzzles, found, wanted, reason });
    VerbAnswer { text, details, ending: if stopped.is_some() { Ending::Stopped } else { Ending::Done } }
}

/// Reports a generator's progress before it makes another puzzle: how many it has tried, how many it has
/// made, and how many bytes it holds.
///
/// # Errors
/// Returns why the generator has to stop.
pub fn tick(
    limits: &Limits,
    watch: &mut dyn Watch,
    (tries, made, bytes): (u64, usize, usize),
) -> Result<(), StopReason> {
    let bytes = bytes as u64;
    let progress = Progress { expanded: tries, stored: made as u64, bytes, ..Progress::default() };
    match watch.tick(&progress) {
        ControlFlow::Break(reason) => Err(reason),
        ControlFlow::Continue(()) if bytes > limits.bytes => Err(StopReason::Memory),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// A random number generator with the same output on every machine: SplitMix64, which mixes a counter
/// (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts from a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, which must be at least 1. Practically uniform for `end` below 2^32.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1234567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }
}
