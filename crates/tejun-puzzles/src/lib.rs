//! The puzzle families of tejun: their rules, notation and drawing.
//!
//! A [`Puzzle`] is what the author of a puzzle writes: a graph of positions ([`Space`](tejun_search::Space)), and how a
//! file is read, a move is written, a position is drawn. A [`Session`] is what a front end sees: a puzzle at some position
//! of its play. The [`Registry`] lists the [families](Family) and opens their files. Nothing in this crate depends on a
//! front end.
//!
//! The [`kit`] searches the graph itself, if its states are packed: [`PegSolitaire`] is one file. A family with a packed
//! model of its own brings functions that search the model. [`conformance`] checks any of them.

mod about;
mod answer;
pub mod breadth_first;
mod cell;
pub mod conformance;
mod direction;
mod draw;
mod family;
mod framework;
mod generate;
mod grid;
pub mod input;
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
pub use family::{Brush, Family, FamilyInfo, FileLine, LibraryFile, ShortForm};
pub use framework::puzzle::Puzzle;
pub use framework::searches::Searches;
pub use framework::session::{Question, Session};
pub use input::InputError;
pub use line::{Line, LineFormat, PlayError};
pub use move_writer::MoveWriter;
pub use notation::Notation;
pub use options::{Found, Observer, SolveError, SolveOptions, Wanted};
pub use packing::Packing;
pub use pacman::Pacman;
pub use peg_solitaire::PegSolitaire;
pub use registry::Registry;
pub use rule_example::RuleExample;
pub use scene::{Choice, Gesture, Glyph, Key, Piece, Role, Scene};
pub use sentence::{Reason, Sentence};
pub use sliding::SlidingBlocks;
pub use sliding_tiles::SlidingTiles;
pub use sokoban::Sokoban;
pub use steps::{Step, StepKind, Steps};
pub use tank_change::TankChange;
pub use title::{Lang, Title};
pub use verb::{Call, Ending, FamilyVerb, VerbAnswer, VerbOption};

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
