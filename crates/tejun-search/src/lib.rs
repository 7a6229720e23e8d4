//! The searches of tejun.
//!
//! This crate knows no puzzle, prints nothing, reads no file and asks no clock. A puzzle describes
//! its states and moves through a trait, a search answers with an [`Outcome`] that says what is
//! proved, and whoever runs the search sets [`Limits`] and may stop it through a [`Watch`].

mod beam;
pub mod bfs;
mod exact;
mod hash;
mod layered;
mod levels;
mod limits;
mod outcome;
mod prefetch;
mod slots;
mod space;
mod spread;
mod table;
pub mod tiling;

pub use beam::{Searched, beam};
pub use exact::{Exact, exact};
pub use layered::{Layered, Line};
pub use limits::{Limits, Progress, StopReason, Unwatched, Watch};
pub use outcome::{Outcome, Proof, Stats};
pub use space::{Packed, Space};
pub use table::StateTable;
