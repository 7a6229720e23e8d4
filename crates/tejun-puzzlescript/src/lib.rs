#![doc = include_str!("../README.md")]
//!
//! # What is where
//!
//! [`compile`] makes a [`Game`] of a source. An [`Engine`] plays single turns of it: [`plain::Plain`] cell by cell,
//! [`fast::Fast`] on sets of cells. A [`Stepper`] plays an input with all that comes of it, a [`Play`] keeps undo, a
//! [`Replay`] goes from level to level, and a [`Model`] is a level as a graph.

pub mod audit;
mod compile;
mod diagnostic;
mod engine;
pub mod fast;
pub mod game;
mod input;
mod look;
mod model;
mod movement;
mod object_set;
pub mod plain;
mod play;
mod random;
mod replay;
mod stepper;
mod text;
mod thread_limits;

pub use compile::{Compilation, compile, compile_with_diagnostics, compile_without};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use engine::{Effects, Engine, TurnError, Work};
pub use game::{Game, Level};
pub use input::Input;
pub use look::Look;
pub use model::{MOST_WORDS, Model, ModelError, Trace, model};
pub use object_set::ObjectSet;
pub use play::Play;
pub use random::Random;
pub use replay::{Action, EngineKind, Replay};
pub use stepper::{Step, Stepper};
pub use thread_limits::{Cancel, LimitsGuard, ThreadLimits};
