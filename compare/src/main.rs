//! tejun-search beside other crates that search, on the same models.
//!
//! Every pair of a model and a way to search it runs in a process of its own, so that the peak of the memory
//! is its own. The ways of a model take turns, round by round. Prints a table in Markdown.
//!
//! `cargo run --release -- [--rounds N] [WORD...]`; with words, only models whose names contain one of them.
//! `cargo run -- first-day` compares programs by their lines instead.

mod by_dlx;
mod by_exact_covers;
mod by_pathfinding;
mod by_petgraph;
mod by_stateright;
mod by_tejun;
mod first_day;
mod models;
mod puzzle;

use std::error::Error;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use models::{Klotski, Pegs, Tiles};
use puzzle::{Found, thousands};

type Run = Box<dyn Fn() -> Found>;

/// A question, and the ways to answer it.
struct Model {
    name: &'static str,
    ways: Vec<(&'static str, Run)>,
}

fn way(name: &'static str, run: impl Fn() -> Found + 'static) -> (&'static str, Run) {
    (name, Box::new(run))
}

/// The way that follows the same search of a space that implements the trait.
const CLOSURES: &str = "tejun, the same through closures";

/// One of the two positions of the 8-puzzle that are the farthest from the goal.
const EIGHT: [u64; 9] = [8, 7, 6, 0, 4, 1, 2, 5, 3];

/// Two by five tiles in reverse order, with the gap at home.
const NINE: [u64; 10] = [0, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/// The second of Korf's hundred positions of the 15-puzzle.
const FIFTEEN: [u64; 16] = [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6];

fn models() -> Vec<Model> {
    let eight = || Tiles::<3, 3>::new(&EIGHT);
    let nine = || Tiles::<5, 2>::new(&NINE);
    let fifteen = || Tiles::<4, 4>::new(&FIFTEEN);
    vec![
        Model {
            name: "8-puzzle, hardest position, a shortest line",
            ways: vec![
                way("tejun `shortest`", move || by_tejun::shortest::<_, false>(&eight(), false)),
                way(CLOSURES, move || by_tejun::shortest_of_closures(&eight())),
                way("pathfinding `bfs`", move || by_pathfinding::shortest(&eight())),
                way("stateright `spawn_bfs`", move || by_stateright::shortest(&eight())),
                way("tejun, from both ends", move || by_tejun::shortest::<_, false>(&eight(), true)),
                way("pathfinding `bfs_bidirectional`", move || {
                    by_pathfinding::shortest_from_both_ends(&eight())
                }),
            ],
        },
        Model {
            name: "Klotski 横刀立马 in steps of one cell, a shortest line",
            ways: vec![
                way("tejun `shortest`", || by_tejun::shortest::<_, false>(&Klotski, false)),
                way(CLOSURES, || by_tejun::shortest_of_closures(&Klotski)),
                way("pathfinding `bfs`", || by_pathfinding::shortest(&Klotski)),
                way("stateright `spawn_bfs`", || by_stateright::shortest(&Klotski)),
                way("tejun, mirror images as one", || by_tejun::shortest::<_, true>(&Klotski, false)),
            ],
        },
        Model {
            name: "tiles 2x5, every state",
            ways: vec![
                way("tejun `explore`", move || by_tejun::all_states(&nine(), 1)),
                way("pathfinding `bfs_reach`", move || by_pathfinding::all_states(&nine())),
                way("petgraph `Bfs`, implicit graph", move || by_petgraph::all_states(&nine())),
                way("stateright `spawn_bfs`", move || by_stateright::all_states(&nine(), 1)),
                way("tejun, two threads", move || by_tejun::all_states(&nine(), 2)),
                way("stateright, two threads", move || by_stateright::all_states(&nine(), 2)),
            ],
        },
        Model {
            name: "tiles 2x5, each at the cost of its number, a cheapest line",
            ways: vec![
                way("tejun `dijkstra`", move || by_tejun::dijkstra(&nine().heavy())),
                way(CLOSURES, move || by_tejun::dijkstra_of_closures(&nine().heavy())),
                way("pathfinding `dijkstra`", move || by_pathfinding::dijkstra(&nine().heavy())),
                way("petgraph `dijkstra`, implicit graph, the cost alone", move || {
                    by_petgraph::dijkstra(&nine().heavy())
                }),
            ],
        },
        Model {
            name: "15-puzzle, Korf's second position, a shortest line",
            ways: vec![
                way("tejun `astar`", move || by_tejun::astar(&fifteen())),
                way(CLOSURES, move || by_tejun::astar_of_closures(&fifteen())),
                way("pathfinding `astar`", move || by_pathfinding::astar(&fifteen())),
                way("petgraph `astar`, implicit graph", move || by_petgraph::astar(&fifteen())),
                way("tejun `idastar`", move || by_tejun::idastar(&fifteen())),
                way("pathfinding `idastar`", move || by_pathfinding::idastar(&fifteen())),
            ],
        },
        Model {
            name: "peg solitaire, central game, any line",
            ways: vec![
                way("tejun `any`", || by_tejun::any_line::<_, false>(&Pegs::central())),
                way("pathfinding `dfs`", || by_pathfinding::any_line(&Pegs::central())),
                way("stateright `spawn_dfs`", || by_stateright::any_line(&Pegs::central(), false)),
            ],
        },
        Model {
            name: "peg solitaire on 5x5, a hopeless start, any line",
            ways: vec![
                way("tejun `any`", || by_tejun::any_line::<_, false>(&Pegs::hopeless())),
                way("pathfinding `dfs`", || by_pathfinding::any_line(&Pegs::hopeless())),
                way("stateright `spawn_dfs`", || by_stateright::any_line(&Pegs::hopeless(), false)),
                way("tejun, images as one", || by_tejun::any_line::<_, true>(&Pegs::hopeless())),
                way("stateright, images as one", || by_stateright::any_line(&Pegs::hopeless(), true)),
            ],
        },
        Model {
            name: "pentominoes 6x10, every packing",
            ways: vec![
                way("tejun `Tiling::fillings`", || by_tejun::packings(false)),
                way("dlx `x`", || by_dlx::packings(false)),
                way("exact-covers `DlSolver`", || by_exact_covers::packings(false)),
            ],
        },
        Model {
            name: "pentominoes 6x10, every packing up to symmetry",
            ways: vec![
                way("tejun `Tiling::under`", || by_tejun::packings(true)),
                way("dlx `x`, with X in one quarter", || by_dlx::packings(true)),
                way("exact-covers `DlSolver`, with X in one quarter", || by_exact_covers::packings(true)),
            ],
        },
    ]
}

/// Models are repeated up to 15 times as often as asked for while that takes less than this.
const SHORT: Duration = Duration::from_secs(6);

/// What a process measured.
struct Sample {
    seconds: f64,
    peak_kib: Option<u64>,
    states: Option<u64>,
    answer: String,
}

/// The most memory this process has used, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs one way in this process and prints what it measured.
fn measure(run: &dyn Fn() -> Found) {
    let begin = Instant::now();
    let found = run();
    let seconds = begin.elapsed().as_secs_f64();
    let number = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
    println!("{seconds}\t{}\t{}\t{}", number(peak_kib()), number(found.states), found.answer);
}

/// Has a process of its own run a way of a model or, without one, nothing.
fn sample(way: Option<(usize, usize)>) -> Result<Sample, Box<dyn Error>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--measure");
    if let Some((model, way)) = way {
        command.args([model.to_string(), way.to_string()]);
    }
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("it failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let text = String::from_utf8(output.stdout)?;
    let fields: Vec<&str> = text.trim_end().split('\t').collect();
    let &[seconds, peak_kib, states, answer] = &fields[..] else { return Err(text.into()) };
    Ok(Sample {
        seconds: seconds.parse()?,
        peak_kib: peak_kib.parse().ok(),
        states: states.parse().ok(),
        answer: answer.into(),
    })
}

/// Runs all ways of a model in turns and prints their rows. Returns how many times the seconds of the trait the
/// same search takes through closures.
fn compare(number: usize, model: &Model, rounds: usize) -> Result<Option<f64>, Box<dyn Error>> {
    let mut samples: Vec<Vec<Sample>> = model.ways.iter().map(|_| Vec::new()).collect();
    // Short searches vary more.
    let begin = Instant::now();
    let mut round = 0;
    while round < rounds || (round < 15 * rounds && begin.elapsed() < SHORT) {
        round += 1;
        for (way, samples) in samples.iter_mut().enumerate() {
            let sample =
                sample(Some((number, way))).map_err(|why| format!("{}: {why}", model.ways[way].0))?;
            samples.push(sample);
        }
    }
    let answer = &samples[0][0].answer;
    for ((way, _), samples) in model.ways.iter().zip(&samples) {
        if let Some(other) = samples.iter().find(|sample| sample.answer != *answer) {
            return Err(format!("{}: {way} says {}, not {answer}", model.name, other.answer).into());
        }
    }
    let (mut of_trait, mut ratio) = (0.0, None);
    for (i, ((way, _), mut samples)) in model.ways.iter().zip(samples).enumerate() {
        samples.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let median = &samples[samples.len() / 2];
        let peak = samples.iter().filter_map(|sample| sample.peak_kib).max();
        println!(
            "| {} | {way} | {} | {} | {} |",
            if i == 0 { format!("{}: **{}**", model.name, median.answer) } else { String::new() },
            seconds(median.seconds),
            peak.map_or("".into(), mib),
            median.states.map_or("".into(), thousands),
        );
        if *way == CLOSURES {
            ratio = Some(median.seconds / of_trait);
        }
        of_trait = median.seconds;
    }
    Ok(ratio)
}

fn mib(kib: u64) -> String {
    format!("{:.1} MiB", kib as f64 / 1024.0)
}

/// Three digits.
fn seconds(seconds: f64) -> String {
    let decimals = (2.0 - seconds.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{seconds:.decimals$}")
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let models = models();
    if let [flag, model, way] = &arguments[..]
        && flag == "--measure"
    {
        measure(&models[model.parse::<usize>()?].ways[way.parse::<usize>()?].1);
        return Ok(());
    }
    if arguments == ["--measure"] {
        measure(&|| Found { answer: "nothing".into(), states: None });
        return Ok(());
    }
    if arguments == ["first-day"] {
        return first_day::compare();
    }
    let mut rounds = 3;
    if let Some(at) = arguments.iter().position(|argument| argument == "--rounds") {
        rounds = arguments.get(at + 1).ok_or("--rounds needs a number")?.parse::<usize>()?.max(1);
        arguments.drain(at..at + 2);
    }
    println!("| question: **answer** | library | seconds | peak memory | states |");
    println!("|---|---|--:|--:|--:|");
    let mut ratios = Vec::new();
    for (number, model) in models.iter().enumerate() {
        if arguments.is_empty() || arguments.iter().any(|word| model.name.contains(word.as_str())) {
            ratios.extend(compare(number, model, rounds)?.map(|ratio| (model.name, ratio)));
        }
    }
    for (name, ratio) in ratios {
        println!("\nClosures take {ratio:.2} times as long as the trait: {name}.");
    }
    if let Some(kib) = sample(None)?.peak_kib {
        println!("\nA process that searches nothing has a peak of {}.", mib(kib));
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("compare: {why}");
            ExitCode::FAILURE
        }
    }
}
