//! The searches of tejun.
//!
//! This crate knows no puzzle, prints nothing, reads no file and asks no clock. A puzzle describes
//! its states and moves through a trait; every search takes the same [`Request`] (what it may use, and who
//! watches it) and gives the same [`Answer`], which says what is proved.
//!
//! | what is searched | how it is described | searches |
//! |---|---|---|
//! | an implicit graph of packed states | [`Space`] | [`bfs::shortest`], [`bfs::exits`], [`bfs::explore`] |
//! | states in layers, lines worth something | [`Layered`] | [`beam()`], [`exact()`], [`Exact`] |
//! | cells to be filled with masks | [`tiling::Tiling`] | [`fillings`](tiling::Tiling::fillings), [`count`](tiling::Tiling::count), [`steps`](tiling::Tiling::steps) |
//!
//! Answers depend neither on the number of threads nor on chance. What a space promises and how to test it
//! says [`check_space`].

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

/// The README: its example has to be right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
