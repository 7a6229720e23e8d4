//! Checks that spaces and patterns keep their contracts, for the tests of their authors.

mod costs;
mod error;
mod pattern;
mod space;

pub use error::SpaceError;
pub use pattern::{PatternError, check_pattern};
pub use space::check_space;
