//! The program as its users run it.

mod certificates;
mod each;
mod ends;
mod failures;
mod input;
mod options;
mod output;
#[cfg(unix)]
mod scarcity;
#[cfg(unix)]
mod snapshots;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

const KLOTSKI: &str = "klotski:vBBvvBBvvhhvv11v1..1";

/// A board that no search gets through: fifteen tiles, all in the wrong place.
const FIFTEEN: &str = "puzzle = 'sliding'\nmetric = 'steps'\nboard = '''\nabcd\nefgh\nijkl\nmno.'''\n\
                       goal = '''\nonml\nkjih\ngfed\ncba.'''\n";

fn tejun(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tejun"));
    // Without this user's atlas, because the searches are under test, and not in this user's language.
    let data = env!("CARGO_TARGET_TMPDIR");
    command.args(args).env("XDG_DATA_HOME", data).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    tejun(args).output().unwrap()
}

/// Starts the program with `input` as its standard input.
fn start_on(args: &[&str], input: &[u8]) -> Child {
    let piped = Stdio::piped;
    let mut child = tejun(args).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child
}

fn run_on(args: &[&str], input: &[u8]) -> Output {
    start_on(args, input).wait_with_output().unwrap()
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Waits until the program catches interrupts, which it does once it searches. The kernel reports it.
#[cfg(target_os = "linux")]
fn wait_until_caught(child: &Child) {
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & (1 << (2 - 1)) != 0
    };
    while !caught() {
        std::thread::yield_now();
    }
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// Asserts that the input is refused with exit status 2 and exactly this line.
fn assert_refused(output: &Output, line: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("tejun: {line}\n"));
    assert_eq!(status(output), 2);
}

#[test]
fn solve_answers_with_a_line_that_check_accepts() {
    let solved = run(&["solve", KLOTSKI, "--json"]);
    assert_eq!(status(&solved), 0);
    let answer = json(&solved);
    for (key, value) in [
        ("puzzle", "sliding"),
        ("instance", KLOTSKI),
        ("metric", "moves"),
        ("outcome", "solved"),
        ("proof", "optimal"),
    ] {
        assert_eq!(answer[key], value);
    }
    assert_eq!((&answer["cost"], &answer["bound"]), (&81.into(), &81.into()));
    for number in ["expanded", "stored", "seconds", "peak_bytes"] {
        assert!(answer["stats"][number].as_f64().unwrap() > 0.0, "{number}");
    }
    let line: Vec<&str> = answer["line"].as_array().unwrap().iter().map(|by| by.as_str().unwrap()).collect();
    let checked = run(&["check", KLOTSKI, "--json", "--line", &line.join(" ")]);
    let verdict = json(&checked);
    assert_eq!(
        (&verdict["legal"], &verdict["solves"], &verdict["cost"]),
        (&true.into(), &true.into(), &81.into())
    );
    assert_eq!(status(&checked), 0);

    let half = line[..40].join(" ");
    assert_eq!(status(&run(&["check", KLOTSKI, "--line", &half])), 1);
    let rest = json(&run(&["solve", KLOTSKI, "--from", &half, "--json", "--threads", "2"]));
    assert_eq!(rest["cost"], 41);
}

#[test]
fn the_metric_of_the_command_line_goes_before_the_files() {
    for (metric, cost) in [("moves", 81), ("slides", 90), ("steps", 116)] {
        let answer = json(&run(&["solve", KLOTSKI, "--metric", metric, "--json"]));
        assert_eq!((&answer["metric"], &answer["cost"]), (&metric.into(), &cost.into()));
    }
    let drawn = json(&run(&[
        "generate", "sliding", "--size", "3x3", "--moves", "5..9", "--metric", "steps", "--json",
    ]));
    let puzzle = &drawn["puzzles"][0];
    assert!((5..=9).contains(&puzzle["steps"].as_i64().unwrap()), "{puzzle}");
    assert_eq!(puzzle["metric"], "steps");
    let refused = "generate packing counts in one way only: leave out --metric";
    assert_refused(&run(&["generate", "packing", "--metric", "steps"]), refused);
    let output = run(&["solve", KLOTSKI, "--metric", "hops"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("`moves`, `slides`, `steps`"), "{output:?}");
    assert_eq!(status(&output), 2);
}

#[test]
fn exits_and_the_whole_space() {
    let answer = json(&run(&["solve", KLOTSKI, "--all", "--json"]));
    let exits = answer["exits"].as_array().unwrap();
    let costs: Vec<i64> = exits.iter().map(|exit| exit["cost"].as_i64().unwrap()).collect();
    assert_eq!(costs, [81, 81, 85, 85, 97, 97, 100, 100]);
    let answer = json(&run(&["explore", KLOTSKI, "--json"]));
    assert_eq!((&answer["states"], &answer["classes"]), (&25955.into(), &13011.into()));
    assert_eq!(answer["shortest_lines"], "256");
    let levels = answer["levels"].as_array().unwrap().len() as u64;
    assert_eq!(levels, answer["eccentricity"].as_u64().unwrap() + 1);
}
