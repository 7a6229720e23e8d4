//! Draws scenes as text and as SVG, independently of the families.

mod histogram;
mod svg;
mod text;

pub use histogram::{bars, histogram};
pub use svg::svg;
pub use text::text;
