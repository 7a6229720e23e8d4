//! Filling cells with masks: every filling, how many there are, and the search step by step.
//!
//! A [`Tiling`] is a set of cells and, for every kind of piece, how often it may be used and which
//! sets of cells (masks) it may cover. A *filling* covers every cell exactly once. Nothing here knows
//! what a cell or a piece looks like: whoever makes the tiling says in which order the cells stand on
//! the line that the search scans, and which permutations of the cells are symmetries.
//!
//! * [`Tiling::fillings`] delivers the fillings one by one, fast;
//! * [`Tiling::count`] counts them, by listing or by dynamic programming over the frontier;
//! * [`Tiling::steps`] is the search as people do it, one event at a time.

mod ahead;
mod count;
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

pub use count::{Count, Method};
pub use problem::{Kind, MAX_CELLS, Placement, Tiling, TilingError, cells_of};
pub use steps::{Event, StepSearch};
