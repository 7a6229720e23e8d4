//! States in layers, for beam search and exact search.

mod beam;
mod dominance;
mod exact;
mod frontier;
mod problem;
mod seen;

pub use beam::beam;
pub use exact::{Exact, exact};
pub use problem::{Layered, Scored};
