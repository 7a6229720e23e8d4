//! The program as its users run it.

mod each;
mod ends;
mod input;
mod output;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

const KLOTSKI: &str = "klotski:vBBvvBBvvhhvv11v1..1";

/// A board that no search gets through: fifteen tiles, all in the wrong place.
const FIFTEEN: &str = "puzzle = 'sliding'\nmetric = 'steps'\nboard = '''\nabcd\nefgh\nijkl\nmno.'''\n\
                       goal = '''\nonml\nkjih\ngfed\ncba.'''\n";

/// Placements of a 2x2, four 1x2, two 2x1 and two units on the Klotski board, of these solvable ones, classes, solvable
/// classes, and the greatest distance: those of the atlas.
const FIGURES: &str = r#"[18504,4464,9300,2245,77,"moves","solved"]"#;

fn tejun(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tejun"));
    // Without this user's atlas, because the searches are under test.
    command.args(args).env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::null());
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
fn an_illegal_line_is_told_where_and_why() {
    let output = run(&["check", KLOTSKI, "--line", "ir ad", "--json"]);
    let verdict = json(&output);
    assert_eq!((&verdict["legal"], &verdict["at"]), (&false.into(), &1.into()));
    assert_eq!(verdict["reason"], "piece d is in the way of piece a");
    assert_refused(&output, "move 2 (ad): piece d is in the way of piece a");
    assert_refused(
        &run(&["solve", KLOTSKI, "--from", "zu"]),
        "move 1 (zu): there is no piece z on the board",
    );
}

#[test]
fn what_has_no_solution_has_exit_status_1() {
    let output = run(&["solve", "klotski:vBBvvBBvvv1vvv1v1..1", "--json"]);
    let answer = json(&output);
    assert_eq!((&answer["outcome"], &answer["cost"]), (&"unsolvable".into(), &Value::Null));
    assert!(answer["reason"].is_string());
    assert_eq!(status(&output), 1);
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

/// The levels of Sokoban are pushes, also when steps of the man count.
#[test]
fn exploring_says_what_its_levels_count() {
    for (metric, unit) in [("moves", "pushes"), ("pushes", "pushes")] {
        let answer = json(&run(&["explore", "sokoban-two", "--metric", metric, "--json"]));
        assert_eq!((&answer["metric"], &answer["unit"]), (&metric.into(), &unit.into()));
        let output = run(&["explore", "sokoban-two", "--metric", metric]);
        let text = String::from_utf8_lossy(&output.stdout);
        let farthest = format!("{} {unit}\n", answer["eccentricity"]);
        assert!(text.contains(&format!("farthest from the start   {farthest}")), "{text}");
        assert_eq!(text.contains("Positions by depth in pushes:"), metric == "moves", "{text}");
    }
    assert_eq!(json(&run(&["explore", KLOTSKI, "--metric", "steps", "--json"]))["unit"], "steps");
    // One push, which costs six steps.
    let line = json(&run(&["solve", "sokoban-two", "--metric", "moves", "--json"]))["line"][0].to_string();
    let line = format!("{} zzz", line.trim_matches('"'));
    let output = run(&["check", "sokoban-two", "--metric", "moves", "--line", &line]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("this is the board after 1 move of the line."), "{text}");
}

#[test]
fn the_hardest_starts() {
    let answer = run(&["hardest", KLOTSKI, "--pieces", "4h,2v,2u", "--json"]);
    assert_eq!(status(&answer), 0);
    let told = json(&answer);
    let keys = ["placements", "solvable", "classes", "solvable_classes", "distance", "metric", "outcome"];
    let figures: Vec<&Value> = keys.iter().map(|key| &told[key]).collect();
    assert_eq!(serde_json::to_string(&figures).unwrap(), FIGURES);
    let levels: Vec<u64> = serde_json::from_value(told["levels"].clone()).unwrap();
    let starts = told["starts"].as_array().unwrap();
    assert_eq!(told["class_levels"].as_array().unwrap().last(), Some(&starts.len().into()));
    assert_eq!(
        (levels.len() as u64 - 1, levels.iter().sum::<u64>()),
        (77, told["solvable"].as_u64().unwrap())
    );
    // A file that starts there is solved in as many moves.
    let file = starts[0]["instance"].as_str().unwrap();
    assert_eq!(json(&run_on(&["solve", "-", "--json"], file.as_bytes()))["cost"], 77);
    let board: Vec<&str> = starts[0]["board"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let text = run(&["hardest", KLOTSKI, "--pieces", "4h,2v,2u"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains(&board.join("\n")), "{text:?}");
    let steps = json(&run(&["hardest", KLOTSKI, "--pieces", "4h,2v,2u", "--metric", "steps", "--json"]));
    assert!(steps["distance"].as_u64() > Some(77) && steps["metric"] == "steps", "{steps}");

    let small = run(&["hardest", KLOTSKI, "--memory", "1000", "--json"]);
    assert_eq!((status(&small), &json(&small)["reason"]), (3, &Value::from("memory")));
    let tiles = FIFTEEN.as_bytes();
    let large = run_on(&["hardest", "-", "--memory", "1GiB"], tiles);
    let line = String::from_utf8_lossy(&large.stdout);
    assert!(line.starts_with("stopped: 20922789888000 placements take 20922"), "{line}");
    assert!(line.ends_with(" bytes, more than the memory limit\n"), "{line}");
    assert_eq!((status(&large), line.lines().count()), (3, 1));
    let shallow = run(&["hardest", KLOTSKI, "--depth", "2", "--json"]);
    assert_eq!((status(&shallow), json(&shallow)["levels"].as_array().unwrap().len()), (3, 3));
    let full = run_on(&["hardest", "-", "--json"], b"puzzle = 'sliding'\nboard = 'abb'\ngoal = '.a.'\n");
    assert_eq!((status(&full), &json(&full)["outcome"]), (1, &Value::from("unsolvable")));
    assert_eq!((&json(&full)["placements"], &json(&full)["distance"]), (&2.into(), &Value::Null));
    let free = b"puzzle = 'sliding'\nboard = 'a.b.'\n";
    assert_refused(
        &run_on(&["hardest", "-"], free),
        "this puzzle has no goal to be far from: add a goal to the file",
    );
    let wide = format!("puzzle = 'sliding'\nboard = 'a{}'\ngoal = '{}a'\n", ".".repeat(128), ".".repeat(128));
    assert_refused(
        &run_on(&["hardest", "-"], wide.as_bytes()),
        "this board has 129 cells, and placements are numbered on at most 128: cut it down",
    );
    // There are 86,000 sets, and one is made at a time.
    let many = format!("puzzle = 'sliding'\nboard = 'a{0}'\ngoal = '{0}a'\n", ".".repeat(127));
    let stopped = run_on(&["hardest", "-", "--pieces", "any", "--time", "0.1", "--json"], many.as_bytes());
    assert_eq!((status(&stopped), &json(&stopped)["reason"]), (3, &Value::from("time")));
    assert_refused(
        &run(&["hardest", "tank-change"]),
        "tank-change has no other starts to judge: ask for explore",
    );
}

#[test]
fn a_lost_play_is_legal_and_solves_nothing() {
    let output = run(&["check", "pacman-lv1", "--line", "hhhhhhhh", "--json"]);
    let verdict = json(&output);
    let told = ["legal", "solves", "score", "at", "by"].map(|key| &verdict[key]);
    assert_eq!(told, [&true.into(), &false.into(), &Value::Null, &3.into(), &"L of row 4, column 2".into()]);
    assert!(verdict["reason"].as_str().unwrap().starts_with("caught at time 3 at row 6, column 3"));
    assert_eq!(status(&output), 1);
    let frames = run(&["show", "pacman-lv1", "--play", "--from", "hhhhhhhh"]);
    assert_eq!(String::from_utf8_lossy(&frames.stdout).matches("  t = ").count(), 4);
    assert_refused(
        &run_on(&["show", "-"], b"9\n5 3\n#####\n#@.@#\n#####\n"),
        "standard input: row 2, column 4: a second '@'; there is one Pac-Man",
    );
}
