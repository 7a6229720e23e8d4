//! What a search runs on: its memory, its threads, and the check whether to stop.

pub(crate) mod budget;
pub(crate) mod cancel;
pub(crate) mod parallel;
pub(crate) mod workspace;
