//! What families of puzzles are made of: what they and front ends talk about, the traits between them, and a kit of boards
//! and searches.
//!
//! [`tejun-puzzles`](https://docs.rs/tejun-puzzles) has the families and re-exports what programs need; a family depends on
//! this crate alone, so that a change in one compiles no other.
//!
//! A [`Puzzle`] is what the author of a puzzle writes: a graph of positions ([`Space`](tejun_search::Space)), and how a
//! file is read, a move is written, a position is drawn. [`Family::of`] makes of it an [`Instance`], what a front end sees of
//! a puzzle, and [`Position`]s: both are asked [questions](question).
//!
//! The [`kit`] searches the graph itself, if its states are packed. A family with a packed model of its own brings functions
//! that search the model. [`conformance`] checks any of them.

pub mod bits;
mod framework;
pub mod kit;
mod vocabulary;

pub use framework::carry::carry;
pub use framework::conformance;
pub use framework::family::Family;
pub use framework::generate::{self, Random};
pub use framework::grid;
pub use framework::info::{Brush, FamilyInfo, FileLine, LibraryFile, RandomPuzzles, ShortForm};
pub use framework::instance::{Instance, Position};
pub use framework::library;
pub use framework::move_writer::MoveWriter;
pub use framework::play;
pub use framework::puzzle::{Puzzle, moves, not_a_move};
pub use framework::searches::{FindFn, Finder, Searches};
pub use framework::state_graph::state_graph;
pub use framework::whole_file::{self, WriteError};
pub use framework::why::{SAYS_WHY, Tracked, Tracking, reasons as why_reasons, tracked_by_name, why};
pub use kit::breadth_first;
pub use vocabulary::about::About;
pub use vocabulary::answer::{
    Counted, Details, Exit, Exploration, LetterGrid, PieceRecord, Solution, Start, Status, Surveyed, Value,
    Verdict,
};
pub use vocabulary::cell::{Cell, CellId, Mark};
#[cfg(not(target_family = "wasm"))]
pub use vocabulary::certificate::{Asked, Proved, Theorem};
pub use vocabulary::collection::{CollectedPuzzle, Collection};
pub use vocabulary::colour::Colour;
pub use vocabulary::diagnosis::{Diagnosis, Diagnostic, Script};
pub use vocabulary::direction::Direction;
pub use vocabulary::draw::{Draw, Levels};
pub use vocabulary::export::{Export, ExportFile, ExportFormat};
pub use vocabulary::facts::{Fact, FactKind, FactPiece, Reasons};
pub use vocabulary::file_kind::file_kind;
pub use vocabulary::input::{self, InputError};
pub use vocabulary::line::{Line, LineFormat, PlayError};
pub use vocabulary::means::{Found, Means, Observer, SolveError};
pub use vocabulary::notation::{Notation, NotationInfo};
pub use vocabulary::options::{
    GivenOptions, NO_ACTION, OPTIONS, OptionInfo, OptionKind, OptionScope, OptionValue, QuestionOption,
    WITHOUT, takes_no,
};
pub use vocabulary::question::{self, Answer, Ask, Question, QuestionKind, Wanted};
pub use vocabulary::rule_example::RuleExample;
pub use vocabulary::scene::{Arrows, Choice, Course, Gesture, Glyph, Key, Piece, Role, Scene, Wrap};
pub use vocabulary::sentence::{Reason, Sentence};
pub use vocabulary::sheet::{Sheet, Sprite};
pub use vocabulary::shelf::Shelf;
pub use vocabulary::state_graph::StateGraph;
#[cfg(not(target_family = "wasm"))]
pub use vocabulary::statement::{self, NormalForm};
pub use vocabulary::steps::{Step, StepKind, Steps};
pub use vocabulary::title::{Lang, Title};
pub use vocabulary::verb::{Call, Ending, FamilyVerb, VerbAnswer, VerbOption};
