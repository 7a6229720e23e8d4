//! Lists and tables for many states.

pub(crate) mod hash;
pub(crate) mod levels;
pub(crate) mod prefetch;
pub(crate) mod segments;
pub(crate) mod slots;
pub(crate) mod sort;
pub(crate) mod table;
pub(crate) mod trail;
