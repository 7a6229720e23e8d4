//! A directory on disk that holds a search, and the formats of what stands in it beside the states.

pub(crate) mod directory;
pub(crate) mod error;
pub(crate) mod journal;
mod lock;
pub(crate) mod manifest;
pub(crate) mod record;
pub(crate) mod regular_file;
mod scratch;

pub use directory::{Spill, SpillStatus};
pub use error::SpillError;
pub use scratch::Scratch;
