//! tejun with all its puzzles and that of this crate: `cargo run --bin own-puzzles -- serve`.

use std::process::ExitCode;

use own_puzzles::Knights;
use tejun_puzzles::{Registry, kit};

fn main() -> ExitCode {
    tejun::run(Registry::standard().with(kit::family::<Knights>()))
}
