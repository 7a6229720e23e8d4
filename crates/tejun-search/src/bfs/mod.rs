//! Breadth-first search over a [`Space`](crate::Space): shortest paths, exits, and the whole reachable space.
//!
//! Every function here is exact: states are compared in full, levels are complete, and the answer is the
//! same, to the byte, for any number of threads.
//!
//! Cost: time is linear in the moves of the expanded states. Memory for a state of `w` bytes: `w` bytes in
//! the list of levels, and 1.3 to 2.7 `w` more while it is in the table. The table holds all states or, if
//! moves are undirected, the last three levels.
//!
//! [`expander`] and [`play`] are compiled for each space, everything else for each type of keys.

mod all_shortest;
mod classes;
mod collective;
#[cfg_attr(
    any(target_family = "wasm", not(feature = "disk")),
    allow(dead_code, reason = "a module has no files")
)]
mod count_paths;
#[cfg_attr(
    any(target_family = "wasm", not(feature = "disk")),
    allow(dead_code, unused_imports, reason = "a module has no files")
)]
mod disk;
mod exits;
mod expander;
mod explore;
mod mailboxes;
mod memory_store;
mod mode;
mod partition;
mod path_forest;
mod play;
mod shortest;
mod states;
#[cfg_attr(
    any(target_family = "wasm", not(feature = "disk")),
    allow(dead_code, reason = "a module has no files")
)]
mod store;
#[cfg(test)]
mod store_tests;
mod stores;
mod sweep;
mod trace;

pub(crate) use all_shortest::{ShortestPaths, all_shortest};
pub(crate) use exits::visit_exits;
pub(crate) use expander::{Expander, Tally};
pub use explore::Explored;
pub(crate) use explore::explore;
pub(crate) use mode::{Direction, Goals, SweepMode};
pub(crate) use play::{play, step};
pub(crate) use shortest::shortest;
pub(crate) use states::visit_states;
