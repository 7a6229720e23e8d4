//! The command line of tejun.

use std::process::ExitCode;

fn main() -> ExitCode {
    tejun::run(tejun_puzzles::Registry::standard())
}
