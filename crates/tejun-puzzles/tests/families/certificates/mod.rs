//! Certificates: made by the searches, checked by rules of their own.

mod guided;
mod levels;
mod mutations;
mod packing;
mod pacman;
mod pacman_plain;
mod puzzlescript;
mod random;
mod statements;

use crate::certified::{
    again, certificate, options, puzzle, reaches_what_explore_reaches, says_what_solve_says,
};
