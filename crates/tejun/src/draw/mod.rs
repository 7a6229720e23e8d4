//! Scenes as text and as SVG. Knows what a scene has, and no family.

mod histogram;
mod svg;
mod text;

pub(crate) use histogram::{bars, histogram};
pub(crate) use svg::svg;
pub(crate) use text::text;
