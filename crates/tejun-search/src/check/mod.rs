//! Checks that a space keeps its contract, for the tests of its author.

mod costs;
mod error;
mod space;

pub use error::SpaceError;
pub use space::check_space;
