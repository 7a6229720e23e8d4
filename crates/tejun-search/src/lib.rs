//! The searches of tejun.
//!
//! This crate knows no puzzle, prints nothing, reads no file and asks no clock. A puzzle describes its states
//! and moves by implementing a trait. Every search takes the same [`Request`] (its limits and its watch) and
//! returns the same [`Answer`], which says what is proved.
//!
//! | what is searched | described by | searches |
//! |---|---|---|
//! | an implicit graph of packed states | [`Space`] | [`bfs::shortest`], [`bfs::exits`], [`bfs::explore`] |
//! | states in layers, lines with a score | [`Layered`] | [`beam()`], [`exact()`], [`Exact`] |
//! | cells to be covered by masks | [`tiling::Tiling`] | [`fillings`](tiling::Tiling::fillings), [`count`](tiling::Tiling::count), [`steps`](tiling::Tiling::steps) |
//!
//! Answers depend neither on the number of threads nor on chance. [`check_space`] tests what a space must
//! guarantee.

mod audit;
pub mod bfs;
mod budget;
mod hash;
mod layered;
mod levels;
mod limits;
mod outcome;
mod packed;
mod prefetch;
mod pulse;
mod request;
mod slots;
mod sort;
mod space;
mod table;
pub mod tiling;

pub use audit::{Fault, check_space};
pub use layered::{Exact, Layered, Scored, beam, exact};
pub use limits::{Limits, Progress, StopReason, Unwatched, Watch};
pub use outcome::{Answer, Outcome, Proof, Stats};
pub use packed::{Packed, Pod};
pub use request::Request;
pub use space::{Moves, Space};

/// Runs the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
