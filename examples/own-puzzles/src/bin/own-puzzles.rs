//! tejun with all its puzzles and those of this crate: `cargo run --bin own-puzzles -- serve`.

use std::process::ExitCode;

use tejun_puzzles::Registry;

fn main() -> ExitCode {
    tejun::run(own_puzzles::with_own(Registry::standard()))
}
