//! Puzzles of one's own: knights that change places, lamps that are tapped, a boat that takes several across, a maze of
//! thin walls. Each is one file, and the knights have another one for certificates and exports; this one puts them together, for a program and for a page without a server.

pub mod ice_maze;
pub mod knights;
#[cfg(not(target_family = "wasm"))]
pub mod knights_again;
pub mod lights_out;
pub mod river_crossing;

use tejun_puzzles::{Family, Registry, Sentence};

const TITLE: Sentence = Sentence::english("title", "Four puzzles");
const ABOUT: Sentence = Sentence::english("about", "knights, lamps, a boat and a maze");

/// The puzzles of this crate. `Registry::standard()` in place of `Registry::default()` would have tejun's, too.
pub fn registry() -> Registry {
    Registry::default()
        .with(Family::of::<knights::Knights>())
        .with(Family::of::<lights_out::LightsOut>())
        .with(Family::of::<river_crossing::RiverCrossing>())
        .with(Family::of::<ice_maze::IceMaze>())
        .titled(&TITLE, &ABOUT)
}

tejun_wasm::export!(registry());
