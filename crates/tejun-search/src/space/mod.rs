//! What a graph search is given: a space, and spaces made of spaces.

mod adapter;
mod cost;
mod definition;
mod path;
mod pruned;

pub use adapter::SpaceAdapter;
pub use cost::Cost;
pub use definition::{Moves, Space};
pub use path::{Path, PathOf};
pub use pruned::Pruned;
