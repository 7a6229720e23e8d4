//! The arguments of the command line.

#[cfg(feature = "serve")]
use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, CommandFactory, Parser, Subcommand};
use tejun_puzzles::{ExportFormat, Lang};

use super::given::Given;
use super::language;
use super::numbers::Numbers;
use crate::program::program;

/// tejun (手順, the order of moves): finds, proves, explains and replays solutions of puzzles
#[derive(Parser)]
#[command(name = "tejun", version = env!("TEJUN_VERSION"))]
pub(super) struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
    #[command(flatten)]
    pub shared: Shared,
}

/// The command line without the verbs of families. A program of another name says so.
pub(super) fn command(own: Vec<clap::Command>) -> clap::Command {
    let command = named().subcommands(own);
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n{}\n\nOptions:\n{{options}}\n\n{}",
        groups(&command),
        examples(&command)
    );
    command.help_template(template)
}

/// The verbs by what people want to do; those of families that are not here follow.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play and look", &["play", "serve", "show", "list", "mcp"]),
    (
        "Solve and prove",
        &["solve", "why", "explain", "check", "count", "explore", "prove", "verify", "export"],
    ),
    ("Make puzzles", &["generate", "hardest"]),
    ("Long searches, and pages of your own", &["resume", "cluster", "page"]),
    ("For the shell", &["completions", "man"]),
];

/// The verbs in groups, each with what it does.
fn groups(command: &clap::Command) -> String {
    let about = |name: &str| Some(command.find_subcommand(name)?.get_about()?.to_string());
    let row = |name: &str| about(name).map(|about| format!("  {name:<14}{about}\n")).unwrap_or_default();
    let grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let others: Vec<&str> =
        command.get_subcommands().map(|verb| verb.get_name()).filter(|name| !grouped(name)).collect();
    GROUPS
        .into_iter()
        .chain([("Verbs of single families", &others[..])])
        .map(|(title, names)| (title, names.iter().map(|name| row(name)).collect::<String>()))
        .filter(|(_, rows)| !rows.is_empty())
        .map(|(title, rows)| format!("\n{title}:\n{rows}"))
        .collect()
}

/// What to try first: a verb, its arguments, and what that does.
const EXAMPLES: [(&str, &str, &str); 6] = [
    ("serve", "", "the page, at http://127.0.0.1:4567"),
    ("play", "sokoban-two", "a puzzle in the terminal"),
    ("solve", "heng-dao-li-ma", "the shortest solution, proved"),
    ("solve", "klotski:vBBvvBBvvhhvv11v1..1", "a board of your own"),
    ("explore", "heng-dao-li-ma --map map.png", "its map, as a picture"),
    ("list", "klotski", "names of puzzles"),
];

fn examples(command: &clap::Command) -> String {
    let name = command.get_name();
    if name != "tejun" {
        return String::new();
    }
    let shown = EXAMPLES.iter().filter(|(verb, ..)| command.find_subcommand(verb).is_some());
    let rows = shown.map(|(verb, rest, about)| format!("  {:<43}{about}\n", format!("tejun {verb} {rest}")));
    format!("Examples:\n{}\ntejun VERB --help tells more about a verb.", rows.collect::<String>())
}

/// The command under the name of this program.
fn named() -> clap::Command {
    match program() {
        "tejun" => Cli::command(),
        name => Cli::command()
            .name(name)
            .about(format!("{name}: finds, proves, explains and replays solutions of puzzles"))
            .version(concat!("(tejun ", env!("CARGO_PKG_VERSION"), ")")),
    }
}

/// Whether a verb belongs to all families.
pub(super) fn is_shared(name: &str) -> bool {
    <Cli as CommandFactory>::command().find_subcommand(name).is_some()
}

/// What to do.
#[derive(Subcommand)]
pub enum Verb {
    /// Find the best line, proved best where possible
    #[command(mut_arg("from", |arg| arg.help("Solve from the position after these moves")))]
    Solve {
        /// A library name, a file, a short form, or - for standard input
        #[arg(required_unless_present = "each")]
        instance: Option<String>,
        /// Solve every puzzle in this file (- for standard input): the levels of a collection, or one per line, each a short
        /// form or another one-line notation; and print one line for each. Limits apply to each puzzle
        #[arg(
            long,
            value_name = "FILE",
            conflicts_with_all = ["instance", "from", "all", "first", "boards", "spill", "resume"]
        )]
        each: Option<String>,
        /// With --each, only these levels of a collection: one, as in 7, or several, as in 20-40 or 20-
        #[arg(long, value_name = "A-B", requires = "each", conflicts_with = "instance")]
        levels: Option<Numbers>,
        /// With --each, print a table: number, name, outcome, best, bound, seconds
        #[arg(long, requires = "each", conflicts_with_all = ["json", "instance"])]
        csv: bool,
        #[command(flatten)]
        after: After,
        /// Find every solution; for shortest lines, one to each exit
        #[arg(long, conflicts_with = "first")]
        all: bool,
        /// Find the first N solutions
        #[arg(long, value_name = "N")]
        first: Option<u64>,
        /// Also draw the board after every N moves
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "json")]
        boards: Option<u64>,
        /// Print the line in this notation of other programs; which exist depends on the family
        #[arg(
            long,
            value_name = "NOTATION",
            conflicts_with_all = ["each", "all", "first", "boards", "watch", "json", "spill", "resume"]
        )]
        line_as: Option<String>,
        /// Show the plain search event by event until its first solution; on a terminal, with keys to pause,
        /// step, resume and change the speed
        #[cfg(feature = "terminal")]
        #[arg(long, conflicts_with_all = ["each", "all", "first", "from", "boards", "json", "spill", "resume"])]
        watch: bool,
        /// Watch it without its pruning, and say at the end what either search takes to its first solution
        #[cfg(feature = "terminal")]
        #[arg(long, requires = "watch", conflicts_with = "each")]
        unpruned: bool,
        #[command(flatten)]
        keep: Keep,
        /// Initial speed in events per second, when watching on a terminal
        #[cfg(feature = "terminal")]
        #[arg(
            long,
            value_name = "N",
            default_value_t = 8,
            requires = "watch",
            // What conflicts with --watch is not asked for it.
            conflicts_with = "each",
            value_parser = clap::value_parser!(u32).range(1..)
        )]
        speed: u32,
    },
    /// Count the solutions
    #[command(mut_arg("from", |arg| arg.help("Count from the position after these moves")))]
    Count {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
    },
    /// Say why: what every solution must do, each fact proved by a finished search
    #[command(mut_arg("from", |arg| arg.help("Ask about the position after these moves")))]
    Why {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
        /// Say what this move from there is good for, or why it loses
        #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
        by: Option<String>,
        /// Write the puzzle in which the piece of this fact stays where it is: prove certifies that it has no solution
        #[arg(long, value_name = "N")]
        counterfactual: Option<usize>,
    },
    /// Tell a best line in chapters, each with what it does that every solution must do
    #[command(mut_arg("from", |arg| arg.help("Begin with the position after these moves")))]
    Explain {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
        /// Also write it as a page with a picture of each chapter
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Check a line by the rules alone, and print its cost or score
    Check {
        /// A library name, a file, a short form, or - for standard input
        #[arg(required_unless_present = "each")]
        instance: Option<String>,
        /// The moves, separated by white space
        #[arg(long, value_name = "LINE", required_unless_present_any = ["line_file", "each"], allow_hyphen_values = true)]
        line: Option<String>,
        /// Read the moves from this file
        #[arg(long, value_name = "FILE", conflicts_with = "line")]
        line_file: Option<PathBuf>,
        /// Check the solutions that come with the levels of this file (- for standard input), and print one line for each
        #[arg(long, value_name = "FILE", conflicts_with_all = ["instance", "line", "line_file"])]
        each: Option<String>,
    },
    /// Explore every reachable position
    #[command(mut_arg("from", |arg| arg.help("Explore from the position after these moves")))]
    Explore {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
        /// Do not continue past solved positions
        #[arg(long)]
        terminal_goals: bool,
        #[command(flatten)]
        keep: Keep,
        /// Draw the number of positions at each depth to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Draw every position and move to this file, .svg or .png: the nearer to the centre, the nearer to a solved
        /// position. The moves of --from are drawn as a white line
        #[arg(long, value_name = "FILE", value_parser = map_file, conflicts_with_all = ["spill", "resume"])]
        map: Option<PathBuf>,
    },
    /// Find the starts farthest from the goal, over every placement of the pieces on the board
    Hardest {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// Pieces besides those of the goal, such as 1h,4v,4u (h is two cells wide, v two tall, u a unit, 2:2x3 two of
        /// two rows and three columns, 2:=c two like piece c); any: every set of h, v and u that leaves two cells free;
        /// polyominoes: every set of pieces of any shapes, or polyominoes:3 of at most three cells each
        #[arg(long, value_name = "SET")]
        pieces: Option<String>,
        /// corner: any one piece has to go from a corner of the board to the opposite one, whatever the file's goal is
        #[arg(long, value_name = "GOAL", requires = "pieces")]
        goal: Option<String>,
        /// Draw the number of starts at each distance to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        #[command(flatten)]
        keep: Keep,
    },
    /// Resume a search that --spill or --resume saved in a directory
    Resume {
        /// The directory of the search
        directory: PathBuf,
        /// Print progress only; the search may be running
        #[arg(long)]
        status: bool,
    },
    /// Run a breadth-first search on several processes, on one machine or more
    #[cfg(feature = "cluster")]
    Cluster {
        #[command(subcommand)]
        what: ClusterVerb,
    },
    /// List the library and the short forms, or the levels of a file
    List {
        /// Only what has this word in its name, its titles or its family; or a file (- for standard input) with several
        /// puzzles, whose levels are listed
        word: Option<String>,
    },
    /// Draw a position
    #[command(mut_arg("from", |arg| arg.help("Draw the position after these moves")))]
    Show {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
        /// Draw it to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Print it in this notation of another program instead; which exist depends on the family
        #[arg(long = "as", value_name = "NOTATION", conflicts_with_all = ["svg", "play"])]
        notation: Option<String>,
        /// Show every position along the way
        #[arg(long, conflicts_with_all = ["svg", "json"])]
        play: bool,
    },
    /// Make a certificate: of the best line, of the number of packings, or that there is none
    Prove {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        /// The file of the certificate
        #[arg(long, short, value_name = "CERT")]
        output: PathBuf,
        /// Prove which positions can be reached instead
        #[arg(long)]
        reachable: bool,
        #[command(flatten)]
        keep: Keep,
    },
    /// Check a certificate by the rules alone
    Verify {
        /// The file of the certificate
        #[arg(value_name = "CERT")]
        certificate: PathBuf,
        /// Check also that it is about this instance: a library name, a file, a short form, or - for standard input
        instance: Option<String>,
    },
    /// Write a puzzle as input for other solvers and checkers
    #[command(mut_arg("from", |arg| arg.help("Export the position after these moves")))]
    Export {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
        /// The format: pddl or strips (planners), dimacs (SAT), xcc (dancing links), smt2 (SMT), veripb (pseudo-Boolean
        /// proofs); which exist depends on the family. Formulas ask for a line of at most --depth moves
        #[arg(long, value_name = "FORMAT", value_parser = export_format)]
        format: ExportFormat,
        /// Write the files to this folder, which is made if it is not there
        #[arg(long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
    /// Play a puzzle in the terminal
    #[cfg(feature = "terminal")]
    #[command(mut_arg("from", |arg| arg.help("Play on after these moves")))]
    Play {
        /// A library name, a file, a short form, or - for standard input
        instance: String,
        #[command(flatten)]
        after: After,
    },
    /// Serve the page for playing puzzles, until Ctrl-C
    #[cfg(feature = "serve")]
    Serve {
        /// The port; 0 for any free port
        #[arg(long, value_name = "N", default_value_t = 4567)]
        port: u16,
        /// The address to listen on
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1", value_parser = address)]
        bind: IpAddr,
        /// Maximum number of simultaneous searches [default: two per core, at least 4]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        searches: Option<u16>,
    },
    /// Serve the verbs as tools of the Model Context Protocol, over standard input and output
    #[cfg(feature = "mcp")]
    Mcp {
        /// Maximum number of simultaneous searches [default: two per core, at least 4]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        searches: Option<u16>,
    },
    /// Write the page to a folder as static files that need no server, with a crate as its engine
    Page {
        /// The folder: a new or empty one, or a page to replace
        folder: PathBuf,
        /// The Cargo.toml of the crate that makes the engine [default: that of the current directory]
        #[arg(long, value_name = "FILE")]
        manifest_path: Option<PathBuf>,
        /// Build this example of the crate instead of its library
        #[arg(long, value_name = "NAME")]
        example: Option<String>,
    },
    /// Print the completions of a shell, which its start-up files load
    Completions { shell: clap_complete::Shell },
    /// Print the manual page, or write that of every verb to a folder
    Man {
        /// The folder, which is made if it is not there
        folder: Option<PathBuf>,
    },
}

/// Share a breadth-first search among processes.
#[cfg(feature = "cluster")]
#[derive(Subcommand)]
pub enum ClusterVerb {
    /// Run all processes on this machine, and restart them from the last checkpoint when one is lost
    Run {
        /// Number of processes
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
        processes: u16,
        #[command(flatten)]
        share: Share,
    },
    /// Run one of the processes. Start each on its host; they listen at the addresses in the file, so use a network
    /// that you trust
    Worker {
        /// A file with the address of each process, one per line, such as node-7:4570; a port alone means this host
        #[arg(long, value_name = "FILE")]
        hosts: PathBuf,
        /// The number of this process, counted from 0; process 0 prints the answer
        #[arg(long, value_name = "I")]
        process: u16,
        /// Stop the search at each byte of standard input, and end when that ends
        #[arg(long, hide = true)]
        tied: bool,
        #[command(flatten)]
        share: Share,
    },
}

/// What all processes have in common.
#[cfg(feature = "cluster")]
#[derive(Args)]
pub struct Share {
    /// Number of threads of each process
    #[arg(long, value_name = "W", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: u16,
    #[command(flatten)]
    pub keep: Keep,
    /// The search: solve or explore, an instance, and their options
    #[arg(last = true, required = true, value_name = "SEARCH")]
    pub search: Vec<String>,
}

/// Where a verb begins.
#[derive(Args)]
pub struct After {
    // Each verb has its own help for it.
    #[arg(
        long,
        value_name = "LINE",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub from: String,
}

/// Where a breadth-first search keeps what memory cannot hold.
#[derive(Args)]
pub struct Keep {
    /// Save the search in this directory, which must be empty or new, and spill to disk when --memory is full
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub spill: Option<PathBuf>,
    /// Resume the search saved in this directory after it was stopped or killed; start it if the directory is empty
    /// or new
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
}

fn export_format(text: &str) -> Result<ExportFormat, String> {
    let names = || ExportFormat::ALL.map(ExportFormat::name).join(", ");
    ExportFormat::named(text).ok_or_else(|| format!("write one of {}", names()))
}

fn map_file(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    let known = file.extension().is_some_and(|ending| ending == "svg" || ending == "png");
    if known { Ok(file) } else { Err("write a file that ends in .svg or .png".to_owned()) }
}

#[cfg(feature = "serve")]
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "write an IP address, as in 127.0.0.1".to_owned())
}

/// Options common to all verbs.
#[derive(Args, Clone)]
pub struct Shared {
    /// Answer with one JSON object
    #[arg(long, global = true)]
    pub json: bool,
    /// The options that all verbs have on the command line.
    #[command(flatten)]
    pub given: Given,
    /// Language of titles, reasons and the game: en, ja or zh [default: that of the environment]
    #[arg(long, value_name = "LANG", global = true, value_parser = language::parse)]
    pub lang: Option<Lang>,
    /// Do not show progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

impl Shared {
    /// An option that a family's verb can heed, as text.
    pub fn text(&self, name: &str) -> Option<String> {
        let options = &self.given.options;
        match name {
            "metric" => options.text(name).map(str::to_owned),
            "level" | "depth" => {
                let number = options.number(name).map(|number| number.to_string());
                number.or_else(|| options.text(name).map(str::to_owned))
            }
            "seed" => Some(self.given.seed.clone()),
            _ => None,
        }
    }

    /// Checks that the seed is what searches take.
    ///
    /// # Errors
    /// If it is no whole number.
    pub fn check_seed(&self) -> Result<()> {
        let seed = &self.given.seed;
        match seed.parse::<u64>() {
            Ok(_) => Ok(()),
            Err(_) => bail!("--seed is a whole number, not {seed}"),
        }
    }
}
