//! The tests of the family, in one program: it is linked once, and uses all cores to its end.

#[path = "../../../tejun-puzzles/tests/common/mod.rs"]
mod common;
mod lost;
mod maps;
mod memory;
mod rules;
mod solve;
