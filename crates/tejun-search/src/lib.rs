//! The searches of tejun.
//!
//! This crate knows no puzzle, prints nothing and asks no clock. It reads no file but those of a [`bfs::Spill`]. A puzzle describes its states
//! and moves by implementing a trait. Every search takes the same [`Request`] (its limits and its watch) and
//! returns the same [`Answer`], which says what is proved.
//!
//! | what is searched | described by | searches |
//! |---|---|---|
//! | an implicit graph of packed states | [`Space`] | [`bfs::shortest`], [`bfs::exits`], [`bfs::explore`], [`depth_first()`] |
//! | the same, by the costs of moves | [`Space`] | [`heuristic::astar`], [`heuristic::dijkstra`], [`heuristic::idastar`] |
//! | states in layers, lines with a score | [`Layered`] | [`beam()`], [`exact()`], [`Exact`] |
//! | cells to be covered by masks | [`tiling::Tiling`] | [`fillings`](tiling::Tiling::fillings), [`count`](tiling::Tiling::count), [`steps`](tiling::Tiling::steps) |
//!
//! Answers depend neither on the number of threads nor on chance. [`check_space`] tests what a
//! space must guarantee. [`Pruned`] is a space without its hopeless states, for any of these searches;
//! [`heuristic::PatternDatabase`] computes bounds from an abstraction of the space.

pub mod bfs;
mod budget;
mod check;
mod depth_first;
mod hash;
pub mod heuristic;
mod layered;
mod levels;
mod limits;
mod outcome;
mod packed;
mod peers;
mod prefetch;
mod pulse;
mod request;
mod segments;
mod slots;
mod sort;
mod space;
mod spread;
mod table;
pub mod tiling;
mod trail;
mod workspace;

pub use check::{SpaceError, check_space};
pub use depth_first::depth_first;
pub use layered::{Exact, Layered, Scored, beam, exact};
pub use limits::{Limits, Progress, StopReason, Unwatched, Watch};
pub use outcome::{Answer, Outcome, Proof, Stats};
pub use packed::{Packed, Pod};
pub use peers::Peers;
pub use request::Request;
pub use space::{Moves, Pruned, Space, SpaceAdapter};
pub use workspace::Workspace;

/// Runs the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
