//! Tank Change: two armies on roads swap sides, and no tank may ever stand in an enemy's line of sight.

#[cfg(not(target_family = "wasm"))]
mod export;
mod faults;
mod format;
mod generate;
mod info;
mod model;
mod puzzle;
mod reasons;
mod rule_examples;
mod rules;
mod search;
mod view;
mod words;

use tejun_search::Space;

use self::model::Model;
pub use self::puzzle::TankChange;
use self::words::ORIGINAL_FILE;
use tejun_core::input::Keys;

/// The search space of the original puzzle, for use with your own searches.
pub fn original_space() -> impl Space<State = u64> {
    let (_, keys) = Keys::split(ORIGINAL_FILE).expect("the original is well formed");
    let (rules, start) =
        keys.into::<format::File>().and_then(|file| file.rules()).expect("the original is good");
    Model::<u64, u64>::new(&rules, &start)
}
