//! What a graph search is given: a space, and spaces made of spaces.

mod adapter;
mod graph;
mod path;
mod pruned;

pub use adapter::SpaceAdapter;
pub use graph::{Moves, Space};
pub use path::{Path, PathOf};
pub use pruned::Pruned;
