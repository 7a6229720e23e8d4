//! What the command line takes.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

/// What to do.
#[derive(Subcommand)]
pub enum Verb {
    /// Find the best line, proved where it can be
    Solve {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// Solve from the position after these moves
        #[arg(
            long,
            value_name = "LINE",
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        from: String,
        /// Every solution; for shortest lines, one to every exit
        #[arg(long, conflicts_with = "first")]
        all: bool,
        /// The first N solutions
        #[arg(long, value_name = "N")]
        first: Option<u64>,
        /// Draw the board after every N moves, too
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        boards: Option<u64>,
        /// Show what the plain search does, event by event, until its first solution; on a terminal
        /// with keys to pause, step, resume and change the speed
        #[arg(long, conflicts_with_all = ["all", "first", "from", "boards", "json"])]
        watch: bool,
        /// Events a second to begin with, when watching on a terminal
        #[arg(
            long,
            value_name = "N",
            default_value_t = 8,
            requires = "watch",
            value_parser = clap::value_parser!(u32).range(1..)
        )]
        speed: u32,
    },
    /// Count the solutions
    Count {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// Count from the position after these moves
        #[arg(
            long,
            value_name = "LINE",
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        from: String,
    },
    /// Replay a line with the rules alone and say what it is worth
    Check {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// The moves, with white space between them
        #[arg(long, value_name = "LINE", required_unless_present = "line_file", allow_hyphen_values = true)]
        line: Option<String>,
        /// A file with the moves
        #[arg(long, value_name = "FILE", conflicts_with = "line")]
        line_file: Option<PathBuf>,
    },
    /// Walk through every position that can be reached
    Explore {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// Explore from the position after these moves
        #[arg(
            long,
            value_name = "LINE",
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        from: String,
        /// Do not play on from a solved position
        #[arg(long)]
        terminal_goals: bool,
        /// Draw the number of positions by depth to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
    /// List the library and the short forms
    List,
    /// Draw a position
    Show {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// The position after these moves
        #[arg(
            long,
            value_name = "LINE",
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        from: String,
        /// Draw it to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Show every position on the way to it, one after the other
        #[arg(long, conflicts_with_all = ["svg", "json"])]
        play: bool,
    },
}

/// What every verb takes.
#[derive(Args)]
pub struct Shared {
    /// Answer with one JSON object
    #[arg(long, global = true)]
    pub json: bool,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory that the search may take, as in 2GiB [default: half of what is free]
    #[arg(long, value_name = "BYTES", global = true, value_parser = bytes)]
    pub memory: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", global = true, value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop after storing so many states
    #[arg(long, value_name = "N", global = true)]
    pub states: Option<u64>,
    /// Look no farther than so many moves
    #[arg(long, value_name = "N", global = true)]
    pub depth: Option<u32>,
    /// Seed of what is drawn at random
    #[arg(long, value_name = "N", global = true, default_value_t = 0, hide_default_value = true)]
    pub seed: u64,
    /// What counts as a move: moves, slides or steps (sliding blocks)
    #[arg(long, value_name = "METRIC", global = true)]
    pub metric: Option<String>,
    /// Width of the beam (pacman)
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub width: Option<u64>,
    /// No progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// A number of bytes, with or without a unit.
fn bytes(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit: u64 = match text[end..].trim() {
        "" | "B" => 1,
        "KiB" | "K" => 1 << 10,
        "MiB" | "M" => 1 << 20,
        "GiB" | "G" => 1 << 30,
        "TiB" | "T" => 1 << 40,
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        other => return Err(format!("{other:?} is no unit: write bytes, or KiB, MiB, GiB")),
    };
    let number: u64 =
        text[..end].parse().map_err(|_| "write a whole number of bytes, as in 2GiB".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "that is more than any machine has".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds, as in 2.5".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "write a number of seconds that is not negative".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        assert_eq!(bytes("2048"), Ok(2048));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("10 MB"), Ok(10_000_000));
        assert!(bytes("2 pints").is_err() && bytes("GiB").is_err() && bytes("-1").is_err());
        assert!(bytes("99999999999TiB").is_err());
    }

    #[test]
    fn seconds_may_be_broken_but_not_negative() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        assert!(seconds("-1").is_err() && seconds("soon").is_err() && seconds("inf").is_err());
    }
}
