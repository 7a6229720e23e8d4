//! Breadth-first search over a [`Space`](crate::Space): shortest paths, exits, and the whole reachable space.
//!
//! Every function here is exact: states are compared in full, levels are complete, and the answer is the
//! same, to the byte, for any number of threads.
//!
//! Cost: time is linear in the moves of the expanded states. Memory for a state of `w` bytes: `w` bytes in
//! the list of levels, and 1.3 to 2.7 `w` more while it is in the table. The table holds all states or, if
//! moves are undirected, the last three levels.

mod any_store;
mod classes;
mod collective;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a module has no files"))]
mod count_paths;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports, reason = "a module has no files"))]
mod disk;
mod exits;
mod explore;
mod mailboxes;
mod memory_store;
mod mode;
mod partition;
mod path_forest;
mod shortest;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a module has no files"))]
mod store;
#[cfg(test)]
mod store_tests;
mod sweep;
mod trace;

pub use crate::spill::{Spill, SpillError, SpillStatus};
pub use exits::{ExitPath, exits, visit_exits};
pub use explore::{Explored, ExploredOf, explore};
pub use mode::{Direction, Goals};
/// The type of counts of paths, which have no upper bound; from the crate `num-bigint`.
pub use num_bigint::BigUint;
pub use shortest::shortest;
