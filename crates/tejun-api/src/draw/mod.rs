//! Draws scenes as text and as SVG, and maps of whole spaces, independently of the families.

mod histogram;
mod map;
mod svg;
mod text;

pub use histogram::{bars, histogram};
pub use map::{Layout, layout, map_pixels, map_svg};
pub use svg::{escape, svg};
pub use text::{places, text, text_in};
