//! Sliding blocks: Klotski / 华容道, and any board of pieces that slide on a floor.

pub mod atlas;
mod bounds;
#[cfg(not(target_family = "wasm"))]
mod certificate;
mod desktop;
mod drawing;
#[cfg(not(target_family = "wasm"))]
mod export;
mod faces;
mod faults;
mod format;
mod generate;
mod goal;
mod hand;
mod hardest;
mod info;
mod klotski;
mod klotski_text;
mod meter;
mod model;
mod piece_set;
mod placements;
#[cfg(not(target_family = "wasm"))]
mod polyominoes;
mod puzzle;
mod reasons;
mod rule_examples;
mod rules;
mod rush_hour;
mod rush_hour_line;
mod rush_hour_text;
mod search;
mod view;
mod why;
mod words;
mod write;

use tejun_search::Space;

use self::model::{Model, Plan};
pub use self::puzzle::SlidingBlocks;
use tejun_core::InputError;

/// The search space of a 4x5 Klotski layout, in the notation of `klotski:LAYOUT`, for use with your own
/// searches.
///
/// # Errors
/// If `layout` is not a valid layout.
pub fn klotski_space(layout: &str) -> Result<impl Space<State = u64> + use<>, InputError> {
    let (rules, start) = klotski::rules(layout)?;
    Ok(Model::<u64, u64>::new(&Plan::new(&rules), &start))
}
