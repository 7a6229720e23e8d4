//! The puzzle families of tejun: their rules, notation and drawing.
//!
//! A [`Puzzle`] is what the author of a puzzle writes: a graph of positions ([`Space`](tejun_search::Space)), and how a
//! file is read, a move is written, a position is drawn. An [`Instance`] is what a front end sees of a puzzle, a [`Position`]
//! what it sees of a position: both are asked [questions](question). The [`Registry`] lists the [families](Family) and opens their files. Nothing in this crate depends on a
//! front end.
//!
//! The [`kit`] searches the graph itself, if its states are packed: [`SlidingTiles`] is one file. A family with a packed
//! model of its own brings functions that search the model. [`conformance`] checks any of them.

mod boards;
mod collection_reader;
mod detection;
mod library;
mod peg_solitaire;
mod puzzlescript;
mod registry;
mod sliding_tiles;
mod sokoban;
mod standard;
pub mod tank_change;
mod unknown_text;

pub use peg_solitaire::PegSolitaire;
pub use registry::Registry;
pub use sliding_tiles::SlidingTiles;
pub use sokoban::Sokoban;
pub use tank_change::TankChange;
pub use tejun_core::{
    About, Answer, Arrows, Ask, Brush, Call, Cell, CellId, Choice, CollectedPuzzle, Collection, Colour,
    Counted, Course, Details, Diagnosis, Diagnostic, Direction, Draw, Ending, Exit, Exploration, Export,
    ExportFile, ExportFormat, Fact, FactKind, FactPiece, Family, FamilyInfo, FamilyVerb, FileLine, FindFn,
    Finder, Found, Gesture, GivenOptions, Glyph, InputError, Instance, Key, Lang, LetterGrid, Levels,
    LibraryFile, Line, LineFormat, Mark, Means, MoveWriter, NO_ACTION, Notation, NotationInfo, OPTIONS,
    Observer, OptionInfo, OptionKind, OptionScope, OptionValue, Piece, PieceRecord, PlayError, Position,
    Puzzle, Question, QuestionKind, QuestionOption, Random, RandomPuzzles, Reason, Reasons, Role,
    RuleExample, SAYS_WHY, Scene, Script, Searches, Sentence, Sheet, Shelf, ShortForm, Solution, SolveError,
    Sprite, Start, StateGraph, Status, Step, StepKind, Steps, Surveyed, Title, Value, VerbAnswer, VerbOption,
    Verdict, WITHOUT, Wanted, Wrap, breadth_first, carry, conformance, file_kind, input, kit, question,
    sentences, takes_no,
};
#[cfg(not(target_family = "wasm"))]
pub use tejun_core::{Asked, NormalForm, Proved, Theorem};
pub use tejun_packing::Packing;
pub use tejun_pacman::{self as pacman, Pacman};
pub use tejun_sliding::{self as sliding, SlidingBlocks};

// What reading and playing may take: games of PuzzleScript keep to it.
pub use tejun_puzzlescript::{Cancel, LimitsGuard, ThreadLimits};

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
