//! The puzzle families of tejun: their rules, notation and drawing.
//!
//! A [`Puzzle`] is what the author of a puzzle writes: a graph of positions ([`Space`](tejun_search::Space)), and how a
//! file is read, a move is written, a position is drawn. An [`Instance`] is what a front end sees of a puzzle, a [`Position`]
//! what it sees of a position: both are asked [questions](question). The [`Registry`] lists the [families](Family) and opens their files. Nothing in this crate depends on a
//! front end.
//!
//! The [`kit`] searches the graph itself, if its states are packed: [`PegSolitaire`] is one file. A family with a packed
//! model of its own brings functions that search the model. [`conformance`] checks any of them.

mod bits;
mod families;
mod framework;
pub mod kit;
mod vocabulary;

pub use families::packing::Packing;
pub use families::pacman::{self, Pacman};
pub use families::peg_solitaire::PegSolitaire;
pub use families::sliding::{self, SlidingBlocks};
pub use families::sliding_tiles::SlidingTiles;
pub use families::sokoban::Sokoban;
pub use families::tank_change::{self, TankChange};
pub use framework::carry::carry;
pub use framework::conformance;
pub use framework::family::Family;
pub use framework::generate::Random;
pub use framework::info::{Brush, FamilyInfo, FileLine, LibraryFile, RandomPuzzles, ShortForm};
pub use framework::instance::{Instance, Position};
pub use framework::move_writer::MoveWriter;
pub use framework::puzzle::Puzzle;
pub use framework::registry::Registry;
pub use framework::searches::Searches;
pub use kit::breadth_first;
pub use vocabulary::about::About;
pub use vocabulary::answer::{
    Counted, Details, Exit, Exploration, LetterGrid, PieceRecord, Solution, Start, Status, Surveyed, Value,
    Verdict,
};
pub use vocabulary::cell::{Cell, CellId, Mark};
#[cfg(not(target_family = "wasm"))]
pub use vocabulary::certificate::{Asked, Proved, Theorem};
pub use vocabulary::colour::Colour;
pub use vocabulary::diagnosis::{Diagnosis, Diagnostic, Script};
pub use vocabulary::direction::Direction;
pub use vocabulary::draw::{Draw, Levels};
pub use vocabulary::export::{Export, ExportFile, ExportFormat};
pub use vocabulary::input::{self, InputError};
pub use vocabulary::line::{Line, LineFormat, PlayError};
pub use vocabulary::means::{Found, Means, Observer, SolveError};
pub use vocabulary::notation::Notation;
pub use vocabulary::options::{
    GivenOptions, OPTIONS, OptionInfo, OptionKind, OptionScope, OptionValue, QuestionOption, takes_no,
};
pub use vocabulary::question::{self, Answer, Ask, Question, QuestionKind, Wanted};
pub use vocabulary::rule_example::RuleExample;
pub use vocabulary::scene::{Arrows, Choice, Gesture, Glyph, Key, Piece, Role, Scene};
pub use vocabulary::sentence::{Reason, Sentence};
pub use vocabulary::sheet::{Sheet, Sprite};
pub use vocabulary::state_graph::StateGraph;
#[cfg(not(target_family = "wasm"))]
pub use vocabulary::statement::NormalForm;
pub use vocabulary::steps::{Step, StepKind, Steps};
pub use vocabulary::title::{Lang, Title};
pub use vocabulary::verb::{Call, Ending, FamilyVerb, VerbAnswer, VerbOption};

// What reading and playing may take: games of PuzzleScript keep to it.
pub use tejun_puzzlescript::{Cancel, LimitsGuard, ThreadLimits};

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
