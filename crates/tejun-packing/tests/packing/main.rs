//! The tests of the family, in one program: it is linked once, and uses all cores to its end.

mod agree;
mod boxes;
mod calendar;
#[path = "../../../tejun-puzzles/tests/common/mod.rs"]
mod common;
mod extremes;
mod katamino_table;
mod packing;
mod plain_lattice;
mod plain_packing;
mod review;
