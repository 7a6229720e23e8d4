//! The instance files of the families in this crate, in a folder each.

use rust_embed::RustEmbed;

use tejun_core::{LibraryFile, library::embedded};

#[derive(RustEmbed)]
#[folder = "library"]
#[include = "peg-solitaire/*.toml"]
#[include = "puzzlescript/*.toml"]
#[include = "sliding-tiles/*.toml"]
#[include = "sokoban/*.toml"]
#[include = "tank-change/*.toml"]
struct Files;

/// The files of a family, sorted by path.
pub fn of(family: &str) -> Vec<LibraryFile> {
    embedded::<Files>(family)
}
