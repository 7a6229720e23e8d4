//! The tests of the crate, in one program.

mod faults;
mod mutations;
mod rules;
mod solver;
