//! Draws scenes as text and as SVG, independently of the families.

mod histogram;
mod svg;
mod text;

pub(crate) use histogram::{bars, histogram};
pub(crate) use svg::svg;
pub(crate) use text::text;
