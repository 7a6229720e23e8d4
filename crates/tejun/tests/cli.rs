//! The program as its users call it.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

const KLOTSKI: &str = "klotski:vBBvvBBvvhhvv11v1..1";

/// A board that no search comes to the end of: fifteen tiles, all of them in the wrong place.
const FIFTEEN: &str = "puzzle = 'sliding'\nmetric = 'steps'\nboard = '''\nabcd\nefgh\nijkl\nmno.'''\n\
                       goal = '''\nonml\nkjih\ngfed\ncba.'''\n";

fn tejun(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tejun"));
    // No atlas of this machine's user: the searches are what is tested here.
    command.args(args).env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    tejun(args).output().unwrap()
}

fn run_on(args: &[&str], input: &[u8], meanwhile: impl FnOnce(u32)) -> Output {
    let piped = Stdio::piped;
    let mut child = tejun(args).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    meanwhile(child.id());
    child.wait_with_output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// Asserts that input is refused with exit status 2 and just this line.
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

#[test]
fn limits_stop_with_their_name_and_a_bound() {
    for (option, value, reason) in [
        ("--time", "0.2", "time"),
        ("--states", "100000", "states"),
        ("--depth", "12", "depth"),
        ("--memory", "1MiB", "memory"),
    ] {
        let output = run_on(&["solve", "-", option, value, "--json"], FIFTEEN.as_bytes(), |_| ());
        let answer = json(&output);
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &reason.into()));
        assert!(answer["bound"].as_i64().unwrap() > 0);
        assert_eq!(status(&output), 3, "{reason}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_known() {
    let output = run_on(&["solve", "-"], FIFTEEN.as_bytes(), |id| {
        std::thread::sleep(Duration::from_millis(500));
        assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
    });
    assert_eq!(status(&output), 3, "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("it was interrupted") && text.contains("No solution has fewer than"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_best_play() {
    let output = run_on(&["solve", "pacman-great-maze", "--json"], b"", |id| {
        std::thread::sleep(Duration::from_millis(1500));
        assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
    });
    let answer = json(&output);
    let (score, bound) = (answer["score"].as_i64().unwrap(), answer["score_bound"].as_i64().unwrap());
    assert!(0 < score && score < bound, "{answer}");
    let checked = run(&["check", "pacman-great-maze", "--json", "--line", answer["moves"].as_str().unwrap()]);
    assert_eq!((status(&checked), &json(&checked)["score"]), (0, &answer["score"]));
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
        &run_on(&["show", "-"], b"9\n5 3\n#####\n#@.@#\n#####\n", |_| ()),
        "standard input: row 2, column 4: a second '@'; there is one Pac-Man",
    );
}

#[test]
fn pictures_go_to_files() {
    for (verb, file) in [("show", "board.svg"), ("explore", "levels.svg")] {
        let path = format!("{}/{file}", env!("CARGO_TARGET_TMPDIR"));
        assert_eq!(status(&run(&[verb, KLOTSKI, "--from", "ir", "--svg", &path])), 0);
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}

#[test]
fn bad_input_is_one_line() {
    assert_refused(&run(&["solve", "no/such.toml"]), "no/such.toml: there is no such file");
    let unknown = run(&["solve", "hundrd"]);
    let line = String::from_utf8_lossy(&unknown.stderr);
    assert!(line.starts_with("tejun: there is no instance \"hundrd\": did you mean "), "{line}");
    assert_eq!((status(&unknown), line.lines().count()), (2, 1));
    assert_refused(
        &run_on(&["solve", "-"], b"puzzle = \"sliding\"\nboard = '''\n\xff'''", |_| ()),
        "standard input: line 3 is not UTF-8 (byte 31): save the file as UTF-8",
    );
    assert_refused(
        &run_on(&["solve", "-"], b"puzzle = 'sliding'\nboard = '''\nab\na'''\n", |_| ()),
        "standard input: row 2, column 2: this row has 1 characters, the first has 2: make them equally long",
    );
    assert_refused(
        &run(&["solve"]),
        "the following required arguments were not provided: <INSTANCE> (tejun --help tells more)",
    );
    let unknown_verb = run(&["sovle", KLOTSKI]);
    assert_eq!(
        (status(&unknown_verb), String::from_utf8_lossy(&unknown_verb.stderr).lines().count()),
        (2, 1)
    );
}

#[test]
fn the_library_is_listed() {
    let answer = json(&run(&["list", "--json"]));
    for instance in answer["instances"].as_array().unwrap() {
        let name = instance["name"].as_str().unwrap();
        assert_eq!(status(&run(&["show", name])), 0, "{name}");
    }
    let text = run(&["list"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("klotski:LAYOUT"));
}
