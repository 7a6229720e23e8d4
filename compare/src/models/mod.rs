//! The models, without any library.

mod klotski;
mod pegs;
mod pentominoes;
mod tiles;

pub use klotski::Klotski;
pub use pegs::Pegs;
pub use pentominoes::{CELLS, PIECES, SHORT, images, placements};
pub use tiles::Tiles;
