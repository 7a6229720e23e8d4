//! The puzzle families of tejun: their rules, notation and drawing.
//!
//! A [`Family`] is a family, an [`Instance`] is one of its puzzles, and a [`Position`] is a position of its
//! play. The [`Registry`] lists the families. Nothing in this crate depends on a front end: a front end lists
//! the registry, asks a position for its moves and its scene, and draws.
//!
//! The [`kit`] makes a family of a search space and a few methods: [`PegSolitaire`] is one file. A family with a
//! packed model of its own implements [`Family`]. [`conformance`] checks any of them.

mod about;
mod answer;
pub mod breadth_first;
mod cell;
pub mod conformance;
mod direction;
mod draw;
mod family;
mod generate;
mod grid;
pub mod input;
mod instance;
pub mod kit;
mod library;
mod line;
mod move_writer;
mod notation;
mod options;
mod packed;
mod packing;
pub mod pacman;
mod peg_solitaire;
mod play;
mod registry;
mod rule_example;
mod scene;
mod sentence;
pub mod sliding;
mod sliding_tiles;
mod sokoban;
mod some_line;
mod standard;
mod steps;
pub mod tank_change;
mod title;
mod verb;
mod whole_file;

pub use about::About;
pub use answer::{
    Counted, Details, Exit, Exploration, LetterGrid, Solution, Start, Status, Surveyed, Verdict, Worth,
};
pub use cell::{Cell, CellId, Mark};
pub use direction::Direction;
pub use draw::Draw;
pub use family::{Brush, Family, FileLine, LibraryFile, ShortForm};
pub use input::InputError;
pub use instance::{Choice, Count, Explore, Instance, Position, Solve, Survey};
pub use line::{Line, PlayError};
pub use move_writer::MoveWriter;
pub use notation::Notation;
pub use options::{Found, Observer, SolveError, SolveOptions, Wanted};
pub use packing::Packing;
pub use pacman::Pacman;
pub use peg_solitaire::PegSolitaire;
pub use play::{Game, Play, Rules};
pub use registry::Registry;
pub use rule_example::RuleExample;
pub use scene::{Gesture, Glyph, Key, Piece, Role, Scene};
pub use sentence::{Reason, Sentence};
pub use sliding::SlidingBlocks;
pub use sliding_tiles::SlidingTiles;
pub use sokoban::Sokoban;
pub use steps::{Step, StepKind, Stepper, Steps};
pub use tank_change::TankChange;
pub use title::{Lang, Title};
pub use verb::{Call, Ending, FamilyVerb, VerbAnswer, VerbOption};

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
