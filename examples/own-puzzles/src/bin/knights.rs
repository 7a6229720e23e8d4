//! tejun with nothing but the puzzle of this crate: `cargo run --bin knights -- solve guarini`.

use std::process::ExitCode;

use own_puzzles::Knights;
use tejun_puzzles::{Family, Registry};

fn main() -> ExitCode {
    tejun::run(Registry::default().with(Family::of::<Knights>()))
}
