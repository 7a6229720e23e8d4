//! The searches of tejun.
//!
//! This crate knows no puzzle, prints nothing and asks no clock. It reads no file but those of a [`bfs::Spill`]. A puzzle describes its states
//! and moves by implementing a trait. Every search takes the same [`Request`] (its limits and its watch) and
//! returns the same [`Answer`], which says what is proved.
//!
//! | what is searched | described by | searches |
//! |---|---|---|
//! | an implicit graph of packed states | [`Space`] | [`bfs::shortest`], [`bfs::exits`], [`bfs::explore`], [`dfs::any_path`] |
//! | the same, by the costs of moves | [`Space`] | [`heuristic::astar`], [`heuristic::dijkstra`], [`heuristic::idastar`] |
//! | states in layers, paths with a score | [`layered::Layered`] | [`layered::beam`], [`layered::exact`], [`layered::Exact`] |
//! | cells to be covered by masks | [`tiling::Tiling`] | [`fillings`](tiling::Tiling::fillings), [`count`](tiling::Tiling::count), [`steps`](tiling::Tiling::steps) |
//!
//! Answers depend neither on the number of threads nor on chance. [`check_space`] tests what a
//! space must guarantee. [`Pruned`] is a space without its hopeless states, for any of these searches;
//! [`heuristic::PatternDatabase`] computes bounds from an abstraction of the space.

pub mod bfs;
mod check;
mod collections;
pub mod dfs;
pub mod heuristic;
pub mod layered;
mod limits;
mod outcome;
mod peers;
mod request;
mod runtime;
mod space;
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a module has no files"))]
mod spill;
pub mod tiling;

pub use check::{SpaceError, check_space};
pub use collections::packed::{Packed, Pod};
pub use limits::{Limits, Progress, StopReason, Unwatched, Watch};
pub use outcome::{Answer, Outcome, Proof, Stats};
pub use peers::Peers;
pub use request::Request;
pub use runtime::workspace::Workspace;
pub use space::{Moves, Path, PathOf, Pruned, Space, SpaceAdapter};

/// Runs the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
