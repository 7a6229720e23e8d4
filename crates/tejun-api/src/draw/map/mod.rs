//! The map of a puzzle: every position that can be reached, by its distance to a solved one.

mod colour;
mod layout;
mod raster;
mod svg;

pub use layout::{Layout, layout};
pub use raster::map_pixels;
pub use svg::map_svg;
