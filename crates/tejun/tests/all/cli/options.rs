//! Each option of all verbs, with each verb: it is used, or refused in a line that names it.

use super::*;

const PEGS: &str = "peg-cross";

/// What each verb is asked with, and which of the options it takes. The file of a certificate is made first.
const VERBS: [(&[&str], &str); 19] = [
    (&["solve", KLOTSKI, "--states", "1000"], "metric depth width"),
    (&["solve", PEGS], "depth"),
    (&["solve", "--watch", "katamino:PUY"], ""),
    (&["explore", SMALL], "metric depth"),
    (&["count", "katamino:PUY"], "depth"),
    (&["why", SMALL], "metric"),
    (&["explain", SMALL], "metric"),
    (&["hardest", SMALL], "metric depth"),
    (&["prove", PEGS, "--output", CERTIFICATE], "depth"),
    (&["verify", CERTIFICATE], ""),
    (&["check", SMALL, "--line", ""], "metric"),
    (&["show", SMALL], "metric"),
    (&["export", PEGS, "--format", "dimacs"], "depth"),
    (&["list"], ""),
    (&["completions", "bash"], ""),
    (&["man"], ""),
    (&["generate", "tank-change", "--moves", "1..9"], "depth"),
    (&["generate", "packing", "--board", "3x5"], ""),
    (&["generate", "sliding", "--size", "3x3", "--moves", "1..9"], "metric"),
];

const CERTIFICATE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/options.cert");
const SMALL: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/options.toml");

#[test]
fn each_option_of_all_verbs_is_taken_or_refused() {
    std::fs::write(SMALL, "puzzle = 'sliding'\nboard = 'ab.'\ngoal = '.ab'\n").unwrap();
    assert_eq!(status(&run(&["prove", PEGS, "--output", CERTIFICATE])), 0);
    for (verb, taken) in VERBS {
        for (option, value) in [
            ("metric", Some("moves")),
            ("level", Some("1")),
            ("depth", Some("9")),
            ("width", Some("9")),
            ("without", Some("1")),
            ("no-action", None),
        ] {
            let name = format!("--{option}");
            let output = run(&[verb, &[&name], value.as_slice()].concat());
            let said = String::from_utf8_lossy(&output.stderr);
            let refused = status(&output) == 2
                && said.lines().count() == 1
                && (said.contains(option) || said.contains(&option.replace('-', "_")))
                && (said.contains("leave it out") || said.contains("leave out"));
            assert_eq!(
                refused,
                !taken.split(' ').any(|taken| taken == option),
                "{verb:?} {option}: {output:?}"
            );
        }
        // What says how to work belongs to every verb.
        for means in [
            ["--threads", "1"],
            ["--time", "60"],
            ["--memory", "64MiB"],
            ["--states", "1000000"],
            ["--seed", "1"],
        ] {
            if verb.contains(&means[0]) {
                continue;
            }
            let output = run(&[verb, &means].concat());
            assert!(
                !String::from_utf8_lossy(&output.stderr).contains("leave"),
                "{verb:?} {means:?}: {output:?}"
            );
        }
    }
}

#[test]
fn what_serves_has_no_questions() {
    for verb in ["serve", "mcp"] {
        for [option, value] in
            [["--width", "5"], ["--depth", "5"], ["--states", "5"], ["--metric", "moves"], ["--level", "2"]]
        {
            let output = run(&[verb, option, value]);
            assert_refused(&output, &format!("{verb} takes no {option}: leave it out"));
        }
    }
}

#[test]
fn every_puzzle_of_a_file_has_the_options_or_refuses_them() {
    let lines = format!("{KLOTSKI}\n{PEGS}\n");
    let output = run_on(&["solve", "--each", "-", "--width", "50", "--states", "1000"], lines.as_bytes());
    let said = String::from_utf8_lossy(&output.stderr);
    let refused = "tejun: line 2: peg-solitaire is not solved by a beam: leave out the width\n";
    assert!(said.ends_with(refused) && !said.contains("line 1"), "{said}");
    assert_eq!(status(&output), 2);
}

/// With a line to every exit, each has its boards.
#[test]
fn boards_are_drawn_along_each_line() {
    let boards = |args: &[&str]| {
        let output = run(args);
        assert_eq!(status(&output), 0, "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let drawn = text.lines().filter(|line| line.trim_start().starts_with('┌')).count();
        (drawn, text.lines().filter(|line| line.trim_start().starts_with("1 ")).count())
    };
    // A line of 81 moves has the start, one board, the end; with a board after every 27 moves two more.
    let (plain, _) = boards(&["solve", KLOTSKI]);
    let (more, _) = boards(&["solve", KLOTSKI, "--boards", "27"]);
    assert_eq!(more, plain + 2);
    let (plain, exits) = boards(&["solve", KLOTSKI, "--all"]);
    let (more, _) = boards(&["solve", KLOTSKI, "--all", "--boards", "27"]);
    // 81, 81, 85, 85, 97, 97, 100 and 100 moves.
    assert_eq!((exits, more), (8, plain + 2 * 2 + 6 * 3));
    let refused = run(&["solve", KLOTSKI, "--boards", "27", "--json"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("--boards") && said.contains("--json"), "{said}");
    assert_eq!(status(&refused), 2);
}

/// The options before the -- are those after it.
#[test]
#[cfg(feature = "cluster")]
fn a_cluster_has_the_options_before_its_search_too() {
    for args in [
        &["cluster", "run", "--width", "5", "--", "solve", KLOTSKI][..],
        &["cluster", "run", "--", "solve", KLOTSKI, "--width", "5"],
    ] {
        let output = run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("not breadth-first"), "{said}");
        assert_eq!(status(&output), 2, "{output:?}");
    }
    let output = run(&["cluster", "run", "--width", "5", "--", "explore", KLOTSKI]);
    assert_refused(&output, "explore takes no --width: leave it out");
}

#[test]
fn what_answers_nothing_takes_no_json() {
    for (verb, name) in [
        (&["completions", "bash"][..], "completions"),
        (&["man"], "man"),
        (&["serve"], "serve"),
        (&["mcp"], "mcp"),
        (&["play", PEGS], "play"),
    ] {
        let output = run(&[verb, &["--json"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(status(&output), 2, "{output:?}");
        assert!(said.contains(&format!("{name} takes no --json: leave it out")), "{said}");
    }
}

/// An option that goes with another one is refused without it, whatever else is there.
#[test]
fn options_of_options_are_not_ignored() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/options.txt");
    std::fs::write(file, format!("{KLOTSKI}\n")).unwrap();
    for args in [
        &["solve", "--each", file, "--speed", "9"][..],
        &["solve", KLOTSKI, "--speed", "9"],
        &["solve", KLOTSKI, "--csv"],
        &["solve", KLOTSKI, "--levels", "1"],
        &["solve", "--each", file, "--levels", "1"],
        &["solve", "--each", file, "--level", "1"],
        &["hardest", SMALL, "--goal", "corner"],
    ] {
        let output = run(args);
        assert_eq!(status(&output), 2, "{args:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{args:?}");
    }
}

/// A game in which a key is of use on the second level, where its action does nothing.
const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toll-house/game.txt");

#[test]
fn a_game_is_solved_without_some_of_its_rules() {
    let solve = |options: &[&str]| run(&[&["solve", GAME, "--level", "2"], options].concat());
    let whole = json(&solve(&["--json"]));
    assert_eq!((&whole["cost"], &whole["left_out"]), (&14.into(), &Value::Null));
    // By the river alone, without the gate; and without the river there is no way.
    let gate = solve(&["--without", "66", "--json"]);
    let answer = json(&gate);
    assert_eq!((status(&gate), &answer["cost"], &answer["proof"]), (0, &14.into(), &"optimal".into()));
    assert_eq!(answer["left_out"][0]["code"], "without-rule");
    let none = solve(&["--without", "64", "--without", "66", "--no-action"]);
    let text = String::from_utf8_lossy(&none.stdout);
    assert_eq!(status(&none), 1, "{none:?}");
    assert!(text.contains("\nthis is about the game without the rules on lines 64, 66\n"), "{text}");
    assert!(text.contains("\nthis is about the game without its action key\n"), "{text}");
    // A line is judged by what is left, too.
    let line: String = whole["line"].as_array().unwrap().iter().map(|by| by.as_str().unwrap()).collect();
    let check = |without: &str| run(&["check", GAME, "--level", "2", "--without", without, "--line", &line]);
    assert_eq!([status(&check("66")), status(&check("64"))], [0, 2]);
    let each = run(&["solve", "--each", GAME, "--levels", "2-2", "--without", "66", "--json"]);
    assert_eq!(json(&each)["left_out"][0]["code"], "without-rule");
    assert_refused(
        &solve(&["--without", "67"]),
        &format!("{GAME}: line 67: there is no rule here that could be left out; the nearest is on line 66"),
    );
    let audit = run(&["puzzlescript", "audit", GAME, "--without", "66"]);
    assert_refused(&audit, "puzzlescript audit takes no without: leave it out");
}
