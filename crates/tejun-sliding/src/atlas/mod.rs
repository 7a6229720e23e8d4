//! The exit distance of every layout of the 4x5 Klotski family: one 2x2, any number of 1x2, 2x1 and 1x1
//! pieces and at least two empty cells, on a board four wide and five tall. An exit has the 2x2 at the bottom
//! centre. A move is one piece along any path.

mod build;
mod file;
mod layout;
mod lookup;
mod rank;
mod solve;
mod stats;
mod verbs;

pub use build::{NEVER, SOLVABLE_CLASSES, distances};
pub use file::{AtlasError, AtlasErrorKind, FORMAT_VERSION};
pub use layout::{CELLS, HEIGHT, Layout, Pieces, Shape, Step, WIDTH};
pub use lookup::Atlas;
pub use rank::{CLASSES, LAYOUTS, Ranks};
pub(super) use solve::{solve, write};
pub use stats::{Histogram, Tally};
pub(super) use verbs::{ATLAS, PIECES, open, verbs, wanted_pieces};
