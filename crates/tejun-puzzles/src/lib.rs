//! The puzzle families of tejun: their rules, notation and drawing.
//!
//! A [`Puzzle`] is a family, an [`Instance`] one puzzle of it; the [`Registry`] lists the families.
//! Nothing here knows a front end: a front end lists the registry, asks an instance for its moves
//! and scenes, and draws them.

mod about;
mod breadth_first;
mod counting;
mod generate;
pub mod input;
mod packed;
mod packing;
pub mod pacman;
mod puzzle;
mod reason;
mod registry;
mod scene;
pub mod sliding;
mod steps;
pub mod tank_change;
mod verb;

pub use about::{About, Lang, Title};
pub use counting::{Count, Counted};
pub use input::InputError;
pub use packing::Packing;
pub use pacman::Pacman;
pub use puzzle::{
    AskError, Audience, Brush, Choice, Exit, Exploration, Explore, Found, Instance, Line, PlayError, Puzzle,
    Report, Request, ShortForm, Standing, Verdict, Wanted,
};
pub use reason::{Reason, Sentence};
pub use registry::Registry;
pub use scene::{Cell, CellId, Gesture, Mark, Piece, Role, Scene};
pub use sliding::SlidingBlocks;
pub use steps::{Step, StepKind, Steps};
pub use tank_change::TankChange;
pub use verb::{Answer, Call, Status, Verb, VerbOption};
