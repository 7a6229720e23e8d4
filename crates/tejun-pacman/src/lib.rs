//! DevQuiz Pac-Man: eat all the dots before time runs out, with five kinds of enemies.
//!
//! The rules are from a programming contest in 2010. Every enemy moves by a fixed rule, so a map is a puzzle
//! rather than a game of skill. A play that eats everything scores its dots plus the time left; one that
//! survives to the end scores its dots; one that is caught scores nothing.

pub mod arena;
#[cfg(not(target_family = "wasm"))]
mod certificate;
pub mod cover;
mod escape;
mod faults;
mod generate;
mod guide;
pub mod hunt;
mod info;
pub mod map;
pub mod maze;
pub mod memory;
pub mod play;
pub mod position;
pub mod problem;
mod puzzle;
mod reasons;
mod rule_examples;
pub mod schedule;
#[cfg(not(target_family = "wasm"))]
mod why;
mod words;

pub use self::generate::generate;
pub use self::puzzle::Pacman;
