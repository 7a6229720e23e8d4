//! Exact covers of cells by masks: list them, count them, or search step by step.
//!
//! A [`Tiling`] is a set of cells and, for every kind of piece, how many there are and which sets of cells
//! (masks) one may cover. A *filling* covers every cell exactly once. Nothing here knows what a cell or a
//! piece looks like. The caller chooses the order of the cells on the line that the search scans, and names
//! the permutations of the cells that are symmetries.
//!
//! * [`Tiling::fillings`] delivers the fillings one by one;
//! * [`Tiling::count`] counts them, by listing or by dynamic programming over the frontier;
//! * [`Tiling::steps`] searches as people do, one event at a time.

mod ahead;
mod count;
#[cfg(not(target_family = "wasm"))]
mod fewest;
mod fill;
mod frontier;
mod layout;
mod listing;
mod pin;
mod problem;
mod root;
mod run;
mod scan;
mod search;
mod split;
mod steps;
mod symmetry;
mod word;

pub use listing::{Count, Method};
pub use problem::{Kind, MAX_CELLS, Placement, Tiling, TilingError, cells_of};
pub use steps::{Event, StepSearch};
