//! The program as its users run it.

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
fn limits_stop_with_their_name_and_a_bound() {
    for (option, value, reason) in [
        ("--time", "0.2", "time"),
        ("--states", "100000", "states"),
        ("--depth", "12", "depth"),
        ("--memory", "1MiB", "memory"),
    ] {
        let output = run_on(&["solve", "-", option, value, "--json"], FIFTEEN.as_bytes());
        let answer = json(&output);
        assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &reason.into()));
        assert!(answer["bound"].as_i64().unwrap() > 0);
        assert_eq!(status(&output), 3, "{reason}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_keeps_what_is_known() {
    let child = start_on(&["solve", "-"], FIFTEEN.as_bytes());
    // The kernel reports which signals a process catches. The program catches this one once it searches.
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & (1 << (2 - 1)) != 0
    };
    while !caught() {
        std::thread::yield_now();
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 3, "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("it was interrupted") && text.contains("No solution has fewer than"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_best_play() {
    let mut child = start_on(&["solve", "pacman-great-maze"], b"");
    let mut news = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    news.read_line(&mut told).unwrap();
    assert!(told.ends_with(" s\n"), "{told}");
    interrupt(&child);
    news.read_to_string(&mut told).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 0, "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap().to_owned();
    let (score, bound) = (value("score: "), value("score bound: "));
    assert!(score.parse::<i64>().unwrap() < bound.parse().unwrap(), "{text}");
    // The last result reported is the one in the answer.
    assert!(told.lines().last().unwrap().starts_with(&format!("{score} after ")), "{told}{text}");
    let checked = run(&["check", "pacman-great-maze", "--json", "--line", &value("moves: ")]);
    assert_eq!((status(&checked), json(&checked)["score"].to_string()), (0, score));
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

#[test]
fn pictures_go_to_files() {
    for (verb, file) in [("show", "board.svg"), ("explore", "levels.svg")] {
        let path = format!("{}/{file}", env!("CARGO_TARGET_TMPDIR"));
        assert_eq!(status(&run(&[verb, KLOTSKI, "--from", "ir", "--svg", &path])), 0);
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}

/// A board whose title and source contain terminal control sequences.
const HARMFUL: &str = "puzzle = 'sliding'\ntitle = \"\\u001b]0;owned\\u0007\\u001b[2J\\u202e\"\n\
                       source = \"\\u009b31m\"\nboard = 'a.'\ngoal = '.a'\n";

#[test]
fn no_file_gives_a_terminal_orders() {
    for args in [
        &["show", "-"][..],
        &["show", "-", "--json"],
        &["show", "-", "--play", "--from", "ar"],
        &["solve", "-"],
        &["solve", "-", "--json"],
        &["explore", "-"],
        &["check", "-", "--line", "ar \u{1b}\u{7}x"],
        &["check", "-", "--line", "\u{1b}\u{9b}", "--json"],
        &["solve", "-", "--from", "\u{1b}\nx"],
    ] {
        let output = run_on(args, HARMFUL.as_bytes());
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!told.is_empty() && !told.contains(obeyed), "{args:?}: {told:?}");
    }
    let shown = run_on(&["show", "-", "--json"], HARMFUL.as_bytes());
    assert_eq!(json(&shown)["titles"][0], "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}");
    assert_refused(
        &run(&["solve", "no\nsuch\u{1b}[2J.toml"]),
        "no such\\u001b[2J.toml: there is no such file",
    );
}

#[cfg(unix)]
#[test]
fn a_picture_that_cannot_be_written_leaves_what_was_there() {
    let full = run(&["show", KLOTSKI, "--svg", "/dev/full"]);
    assert_refused(&full, "/dev/full cannot be written: No space left on device (os error 28)");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("board.svg");
    std::fs::write(&path, "kept").unwrap();
    // Limit the size of files to zero.
    let limited =
        format!("ulimit -f 0; exec {} show {KLOTSKI} --svg {}", env!("CARGO_BIN_EXE_tejun"), path.display());
    let output = Command::new("sh").args(["-c", &format!("trap '' XFSZ; {limited}")]).output().unwrap();
    assert_eq!(status(&output), 2, "{output:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "kept");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    std::fs::remove_file(&path).unwrap();
    Command::new("sh").args(["-c", &format!("trap '' XFSZ; {limited}")]).output().unwrap();
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    // Each of them would print for a long time.
    for args in [
        &["solve", "pentominoes:6x10", "--watch"][..],
        &["solve", "pentominoes:6x10", "--all", "--threads", "1"],
    ] {
        let mut child = start_on(args, b"");
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut String::new()).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.stderr.as_slice(), status(&output)), (&b""[..], 3), "{args:?}");
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
        &run_on(&["solve", "-"], b"puzzle = \"sliding\"\nboard = '''\n\xff'''"),
        "standard input: line 3 is not UTF-8 (byte 31): save the file as UTF-8",
    );
    assert_refused(
        &run_on(&["solve", "-"], b"puzzle = 'sliding'\nboard = '''\nab\na'''\n"),
        "standard input: row 2, column 2: this row has 1 characters, the first has 2: make them equally long",
    );
    assert_refused(
        &run(&["solve"]),
        "the following required arguments were not provided: <INSTANCE> (see tejun --help)",
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

#[test]
fn each_puzzle_of_a_file_is_solved() {
    let hardest = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let stuck = format!("{}AABBoo{}", "o".repeat(12), "o".repeat(18));
    let file = format!("# Rush Hour and others\n{hardest}\n\nrushhour:{hardest}\r\n{KLOTSKI}\ntank-change\n");
    let solved = run_on(&["solve", "--each", "-", "--json"], file.as_bytes());
    assert_eq!(status(&solved), 0, "{solved:?}");
    let answers: Vec<Value> = solved
        .stdout
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let costs: Vec<i64> = answers.iter().map(|answer| answer["cost"].as_i64().unwrap()).collect();
    assert_eq!(costs[..3], [60, 60, 81]);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["instance"], hardest);
    // The same object as that of a puzzle alone.
    let alone = json(&run(&["solve", KLOTSKI, "--json"]));
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&answers[2]), keys(&alone));
    assert_eq!(answers[2]["line"], alone["line"]);

    let steps = run_on(&["solve", "--each", "-", "--metric", "steps"], hardest.as_bytes());
    let text = String::from_utf8_lossy(&steps.stdout);
    assert!(text.starts_with(&format!("{hardest}: 103 steps, proved optimal: ")), "{text}");
    assert_eq!(text.lines().count(), 1);

    // The others go on, and the worst counts.
    let with = |line: &str, options: &[&str]| {
        let args = [&["solve", "--each", "-"], options].concat();
        run_on(&args, format!("{hardest}\n{line}\n{hardest}\n").as_bytes())
    };
    for (line, options, expected, error) in [
        (
            "rushhour:abc",
            &[][..],
            2,
            "line 2: a Rush Hour position has 36 characters, 6 rows of 6, and this has 3",
        ),
        ("nothing", &[], 2, "line 2: there is no instance \"nothing\""),
        (&stuck, &[], 1, ""),
        ("tank-change", &["--states", "3"], 3, ""),
    ] {
        let output = with(line, options);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(status(&output), expected, "{line}: {text}");
        assert!(text.contains(error) && text.lines().count() == usize::from(!error.is_empty()), "{text}");
        let lines = String::from_utf8_lossy(&output.stdout).lines().count();
        assert_eq!(lines, if error.is_empty() { 3 } else { 2 }, "{line}");
    }
    let bytes = run_on(&["solve", "--each", "-"], b"\xff\n");
    assert_refused(&bytes, "line 1: it is not UTF-8: save the file as UTF-8");
    let long = run_on(&["solve", "--each", "-"], format!("{}\n{hardest}\n", "x".repeat(3 << 20)).as_bytes());
    assert_refused(&long, "line 1: it is too long: a puzzle has 1048576 bytes at most");
    assert!(!long.stdout.is_empty());
    assert_refused(&run_on(&["solve", "--each", "-"], b"\n# none\n"), "- has no puzzle: write one a line");
    let missing = run(&["solve", "--each", "no/such/file"]);
    assert_eq!(status(&missing), 2);
    assert_eq!(status(&run(&["solve", KLOTSKI, "--each", "-"])), 2);
}

/// None of these searches lasts until it asks whether to go on.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_file_of_short_searches() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("puzzles");
    std::fs::write(&file, format!("{KLOTSKI}\n").repeat(20_000)).unwrap();
    let mut child = start_on(&["solve", "--each", file.to_str().unwrap()], b"");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    interrupt(&child);
    assert!(lines.count() < 19_999, "it went on to the end");
    // Between two searches the signal ends it at once.
    assert!([3, 130].contains(&status(&child.wait_with_output().unwrap())));
}

#[cfg(unix)]
#[test]
fn nothing_is_read_without_end() {
    let zeros = || Stdio::from(std::fs::File::open("/dev/zero").unwrap());
    for (args, line) in [
        (&["solve", "-"][..], "standard input has more than 1048576 bytes, the most that are read"),
        (&["show", "/dev/zero"], "/dev/zero has more than 1048576 bytes, the most that are read"),
        (
            &["check", KLOTSKI, "--line-file", "/dev/zero"],
            "/dev/zero has more than 16777216 bytes, the most that are read",
        ),
        (&["solve", "--each", "-"], "- cannot be read: line 1 does not end"),
        (
            &["cluster", "worker", "--hosts", "/dev/zero", "--process", "0", "--", "solve", KLOTSKI],
            "/dev/zero has more than 1048576 bytes, the most that are read",
        ),
        (&["solve", "/"], "/ is a directory: name a file in it"),
        (&["check", KLOTSKI, "--line-file", "/"], "/ cannot be read: Is a directory (os error 21)"),
    ] {
        assert_refused(&tejun(args).stdin(zeros()).output().unwrap(), line);
    }
    // A text and a line as long as they may be are read, whatever becomes of them.
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("text");
    let text = b"puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n".to_vec();
    let padded = |length: usize| [&text[..], &vec![b'\n'; length - text.len()]].concat();
    std::fs::write(&file, padded(1 << 20)).unwrap();
    assert_eq!(status(&run(&["solve", file.to_str().unwrap()])), 0);
    std::fs::write(&file, padded((1 << 20) + 1)).unwrap();
    assert_eq!(status(&run(&["solve", file.to_str().unwrap()])), 2);
    std::fs::write(&file, [&b"ir"[..], &vec![b' '; (16 << 20) - 2]].concat()).unwrap();
    assert_eq!(status(&run(&["check", KLOTSKI, "--line-file", file.to_str().unwrap()])), 1);
}

/// As in `tejun solve <(command)`.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let name = pipe.to_str().unwrap();
    let writing = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, "puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n").unwrap()
    });
    let answer = json(&run(&["solve", name, "--json"]));
    writing.join().unwrap();
    assert_eq!((&answer["cost"], &answer["instance"]), (&1.into(), &name.into()));
    // Several processes cannot all read it.
    assert_refused(
        &run(&["cluster", "run", "--", "solve", name]),
        "processes cannot share standard input or a pipe: name a file",
    );
}

/// As many threads as anyone may ask for do not take the memory from the search.
#[test]
fn more_threads_than_are_of_use_are_not_started() {
    // A MiB for each of those that are.
    let memory = format!("{}MiB", 8 * std::thread::available_parallelism().unwrap().get());
    let args = ["explore", KLOTSKI, "--memory", &memory, "--json"];
    let [one, many] = ["1", "1024"].map(|threads| json(&run(&[&args[..], &["--threads", threads]].concat())));
    assert_eq!((&many["outcome"], &many["levels"]), (&"solved".into(), &one["levels"]));
    // A search on disk has the partitions that it was asked for: it may go on elsewhere.
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("search");
    let place = place.to_str().unwrap();
    let begun =
        ["explore", KLOTSKI, "--depth", "3", "--threads", "200", "--memory", "1GiB", "--spill", place];
    assert_eq!(status(&run(&begun)), 3);
    assert_eq!(json(&run(&["resume", place, "--status", "--json"]))["partitions"], 200);
}

#[test]
fn a_position_is_written_in_other_notations() {
    let hardest = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let shown = run(&["show", &format!("rushhour:{hardest}"), "--as", "rushhour"]);
    assert_eq!((status(&shown), shown.stdout), (0, format!("{hardest}\n").into_bytes()));
    let level = "######\n#ab**#\n#acdd#\n#eff #\n#g  h#\n##--##\n    ..\n";
    let later = run_on(&["show", "-", "--as", "desktop", "--from", "gr"], level.as_bytes());
    assert_eq!((status(&later), later.stdout), (0, level.replace("#g  h#", "# g h#").into_bytes()));
    let answer = json(&run(&["show", "rush-standstill", "--as", "rushhour", "--json"]));
    assert_eq!((&answer["notation"], answer["text"].as_str().unwrap().len()), (&Value::from("rushhour"), 36));
    for (args, line) in [
        (
            ["show", KLOTSKI, "--as", "rushhour"],
            format!("{KLOTSKI}: this is no Rush Hour position: the board has 5 rows of 4, not 6 of 6"),
        ),
        (
            ["show", KLOTSKI, "--as", "xml"],
            "sliding is not written as \"xml\": --as is one of rushhour, desktop".to_owned(),
        ),
        (
            ["show", "tank-change", "--as", "desktop"],
            "tank-change is written in no other notation: leave out --as".to_owned(),
        ),
    ] {
        assert_refused(&run(&args), &line);
    }
    assert_eq!(status(&run(&["show", KLOTSKI, "--as", "desktop", "--play"])), 2);
}

/// Rules that are written wrongly are one line and exit status 2, whatever asks for them.
#[test]
fn bad_rules_of_sliding_pieces_are_one_line() {
    let board = "board = '''\nab.-\nab..\ncc..'''\n";
    let goal = "goal = '''\n....\n....\n..cc'''\n";
    let rush = |position: &str| format!("rushhour:{position}");
    let keys = [
        "axis = true",
        "axis = 1.5",
        "axis = ''",
        "axis = []",
        "axis = ['']",
        "axis = 'z'",
        "axis = { a = 'row' }",
        "axis = 'long'\naxis = 'long'",
        "gates = '-'",
        "gates = ['-']",
        "gates = { '-' = 1 }",
        "gates = { '-' = '' }",
        "gates = { '-' = 'z' }",
        "gates = { '+' = 'a' }",
        "gates = { '.' = 'a' }",
        "gates = { '\\t' = 'a' }",
        "gates = { '\u{200b}' = 'a' }",
        "gates = { 'a' = 'a' }",
        "gates = { '-' = '-' }",
        "gates = { '-' = 'c', '-' = 'a' }",
        "gate = { '-' = 'c' }",
        "axes = 'long'",
        "exit = 'right'",
        "metric = 'turns'",
        "goal_match = 'any'",
    ];
    for key in keys {
        for verb in ["solve", "show", "explore"] {
            refused_in_one_line(
                &run_on(&[verb, "-"], format!("puzzle = 'sliding'\n{key}\n{board}{goal}").as_bytes()),
                key,
            );
        }
    }
    for (board, rest) in [
        // A square piece has no long side; nobody fits through the gate; a goal across the axis.
        ("aa.\naa.", "axis = 'a'"),
        ("aa.\n#-#", "gates = { '-' = 'a' }"),
        ("aa.\n...", "axis = 'long'\ngoal = '''\n...\n.aa'''"),
        ("aa.\n...", "goal = '''\n...\n....\n...'''"),
        ("aa.\n...", "goal = '''\n...\n.aa.\n....aa'''"),
    ] {
        let text = format!("puzzle = 'sliding'\nboard = '''\n{board}'''\n{rest}\n");
        refused_in_one_line(&run_on(&["solve", "-"], text.as_bytes()), &text);
    }
    for position in [
        // No red car, one that is upright, one in two parts, one of one cell and of four.
        "o".repeat(36),
        format!("AooooA{}", "o".repeat(30)),
        format!("AoooooA{}", "o".repeat(29)),
        format!("A{}", "o".repeat(35)),
        format!("AAAA{}", "o".repeat(32)),
        format!("oooAAx{}", "o".repeat(30)),
        format!("AA{}", "o".repeat(33)),
        format!("AA{}é", "o".repeat(33)),
        String::new(),
    ] {
        refused_in_one_line(&run(&["solve", &rush(&position)]), &position);
    }
}

fn refused_in_one_line(output: &Output, what: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(status(output), 2, "{what}: {output:?}");
    assert!(
        error.starts_with("tejun: ") && error.lines().count() == 1 && error.len() < 300,
        "{what}: {error}"
    );
    assert!(output.stdout.is_empty(), "{what}");
}
