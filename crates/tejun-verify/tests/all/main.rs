//! The tests of the crate, in one program.

mod faults;
mod forgeries;
mod guided;
mod guided_sokoban;
mod limits;
mod mutations;
mod rules;
mod solver;
