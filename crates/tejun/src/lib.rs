//! The command line of tejun, as a library.

pub mod data;
pub mod family_verbs;
