//! `cargo run -- solve guarini`, `cargo run -- serve`, and `cargo run -- page site`: the page as static files.

use std::process::ExitCode;

fn main() -> ExitCode {
    tejun::run(own_puzzles::registry())
}
