//! What the command line takes.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::units::{bytes, seconds};

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
    /// Serve the page on which puzzles are played, until Ctrl-C
    Serve {
        /// The port; 0 for any free one
        #[arg(long, value_name = "N", default_value_t = 4567)]
        port: u16,
        /// The address to listen at
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1", value_parser = address)]
        bind: IpAddr,
        /// Searches at once [default: two for each core, at least 4]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        searches: Option<u16>,
    },
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "write an IP address, as in 127.0.0.1".to_owned())
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
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", global = true, value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop after storing this many states
    #[arg(long, value_name = "N", global = true)]
    pub states: Option<u64>,
    /// Look no farther than this many moves
    #[arg(long, value_name = "N", global = true)]
    pub depth: Option<u32>,
    /// Seed of what is drawn at random
    #[arg(long, value_name = "N", global = true, default_value_t = 0, hide_default_value = true)]
    pub seed: u64,
    /// What counts as a move, where a family counts in several ways: `list` tells
    #[arg(long, value_name = "METRIC", global = true)]
    pub metric: Option<String>,
    /// Width of the beam, where a family searches with one
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub width: Option<u64>,
    /// No progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
}
