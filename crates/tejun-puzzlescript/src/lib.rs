//! PuzzleScript: a compiler with diagnostics, and engines that play what it compiles.

mod compile;
mod diagnostic;
mod engine;
pub mod fast;
pub mod game;
mod model;
mod object_set;
pub mod plain;
mod play;
mod press;
mod random;
mod replay;
mod text;

pub use compile::{Compilation, compile, compile_with_diagnostics};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use engine::{Effects, Engine, Input, TurnError, Work};
pub use game::{Game, Level};
pub use model::{Model, ModelError, Played, model};
pub use object_set::ObjectSet;
pub use play::Play;
pub use press::{Press, Presser};
pub use random::Random;
pub use replay::{Action, EngineKind, Replay};
