//! The puzzle families of tejun: their rules, notation and drawing.
//!
//! A [`Puzzle`] is a family, an [`Instance`] one puzzle of it; the [`Registry`] lists the families.
//! Nothing here knows a front end: a front end lists the registry, asks an instance for its moves
//! and scenes, and draws them.

mod about;
mod breadth_first;
pub mod input;
pub mod pacman;
mod puzzle;
mod reason;
mod registry;
mod scene;
mod sliding;
mod verb;

pub use about::{About, Lang, Title};
pub use input::InputError;
pub use puzzle::{
    AskError, Audience, Choice, Exit, Exploration, Explore, Found, Instance, Line, PlayError, Puzzle, Report,
    Request, Verdict, Wanted,
};
pub use reason::{Reason, Sentence};
pub use registry::Registry;
pub use scene::{Cell, CellId, Gesture, Mark, Piece, Role, Scene};
pub use sliding::SlidingBlocks;
pub use verb::{Answer, Call, Status, Verb, VerbOption};
