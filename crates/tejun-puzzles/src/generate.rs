//! What the verbs `generate ...` of several families share.

use std::ops::RangeInclusive;

use serde_json::{Value, json};
use tejun_search::StopReason;

use crate::input::InputError;
use crate::verb::{Answer, Call, Status, VerbOption};

/// The option that says how long the solutions are to be.
pub(crate) const MOVES: VerbOption = VerbOption {
    name: "moves",
    value: Some("A..B"),
    about: "moves that the best solution takes, both ends included; or one number",
};
/// The option that says how many puzzles to make.
pub(crate) const NUMBER: VerbOption =
    VerbOption { name: "n", value: Some("N"), about: "how many puzzles (default: 1)" };

/// The lengths that [`MOVES`] names, the shortest being at least 1; `default` where it was not given.
pub(crate) fn lengths(call: &Call, default: RangeInclusive<u32>) -> Result<RangeInclusive<u32>, InputError> {
    let Some(text) = call.option(MOVES.name) else { return Ok(default) };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim_start_matches('=').parse::<u32>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err(InputError::new(format!(
            "--moves {text:?} is no range of lengths: write it as 60..70, the smaller first, from 1 on"
        ))),
    }
}

/// The number that an option names, at least 1; `default` where it was not given.
pub(crate) fn number(call: &Call, option: &VerbOption, default: u64) -> Result<u64, InputError> {
    let Some(text) = call.option(option.name) else { return Ok(default) };
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
        InputError::new(format!("{text:?} is no number of 1 or more for the option {:?}", option.name))
    })
}

/// The answer of the verb: the puzzles that were made, for people and for programs, and why there
/// are no more of them if something stopped it.
pub(crate) fn answer(made: Vec<(String, Value)>, stopped: Option<StopReason>) -> Answer {
    let (texts, puzzles): (Vec<String>, Vec<Value>) = made.into_iter().unzip();
    let mut text = texts.join("\n");
    let mut json = json!({ "outcome": "solved", "puzzles": puzzles });
    if let Some(reason) = stopped {
        text.push_str(&format!("stopped: {reason}\n"));
        json["outcome"] = "stopped".into();
        json["reason"] = reason.code().into();
    }
    Answer { text, json, status: if stopped.is_some() { Status::Stopped } else { Status::Done } }
}

/// Numbers drawn at random from a seed, the same on every machine: SplitMix64, which mixes a counter
/// (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is at least 1; as good as evenly spread for ends below 2^32.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// So many different numbers below `end`, or all of them where there are no more, ascending
    /// (Floyd's method).
    pub fn sample(&mut self, number: u64, end: u64) -> Vec<u64> {
        let mut drawn = std::collections::BTreeSet::new();
        for last in end.saturating_sub(number)..end {
            let some = self.below(last + 1);
            drawn.insert(if drawn.contains(&some) { last } else { some });
        }
        drawn.into_iter().collect()
    }

    /// The items in a random order.
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

    #[test]
    fn a_sample_has_no_number_twice() {
        let mut random = Random::new(1);
        assert_eq!(random.sample(7, 5), [0, 1, 2, 3, 4]);
        assert!(random.sample(3, 0).is_empty());
        let mut seen = [0; 6];
        for _ in 0..6000 {
            let sample = random.sample(2, 6);
            assert!(sample.len() == 2 && sample[0] < sample[1]);
            sample.iter().for_each(|&at| seen[at as usize] += 1);
        }
        assert!(seen.iter().all(|number| (1800..2200).contains(number)), "{seen:?}");
    }
}
