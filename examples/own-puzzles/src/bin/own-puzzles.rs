//! tejun with all its puzzles and that of this crate: `cargo run --bin own-puzzles -- serve`.

use std::process::ExitCode;

use own_puzzles::Knights;
use tejun_puzzles::{Family, Registry};

fn main() -> ExitCode {
    tejun::run(Registry::standard().with(Family::of::<Knights>()))
}
