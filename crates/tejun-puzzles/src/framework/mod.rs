//! The traits between a search space and a front end, and what connects them.

pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod searches;
pub(crate) mod session;
pub(crate) mod words;
