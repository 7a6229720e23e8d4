//! The exit distance of every layout of the 4x5 Klotski family.

mod build;
mod layout;
mod rank;

pub use build::{NEVER, SOLVABLE_CLASSES, distances};
pub use layout::{CELLS, HEIGHT, Layout, LayoutError, Pieces, PiecesError, Shape, WIDTH};
pub use rank::{CLASSES, LAYOUTS, Ranks};
