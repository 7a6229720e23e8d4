//! Breadth-first search over a [`Space`](crate::Space): shortest lines, exits, and the whole reachable space.
//!
//! Every function here is exact: states are compared in full, levels are complete, and the answer is the
//! same, to the byte, for any number of threads.
//!
//! Cost: time is linear in the moves of the expanded states. Memory for a state of `w` bytes: `w` bytes in
//! the list of levels, and 1.3 to 2.7 `w` more while it is in the table. The table holds all states or, if
//! moves are undirected, the last three levels.

mod classes;
#[cfg_attr(target_family = "wasm", allow(dead_code, unused_imports, reason = "a module has no files"))]
mod disk;
mod exchange;
mod exits;
mod explore;
mod forest;
mod kept;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a module has no files"))]
mod lines;
mod memory;
mod mode;
mod part;
mod path;
#[cfg(test)]
mod seams;
mod shortest;
#[cfg(test)]
mod spilled;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a module has no files"))]
mod store;
mod sweep;
mod team;
#[cfg(test)]
mod together;
mod trace;

pub use disk::{Spill, SpillError, SpillStatus};
pub use exits::{ExitLine, exits, visit_exits};
pub use explore::{Explored, ExploredOf, explore};
pub use mode::{Direction, Goals};
/// The type of counts of lines, which have no upper bound; from the crate `num-bigint`.
pub use num_bigint::BigUint;
pub use path::{Path, PathOf};
pub use shortest::shortest;
