//! With `--json`, programs read of every failure what people read of it.

use super::*;

/// All kinds of errors.
const KINDS: [&str; 9] =
    ["usage", "instance", "line", "unsupported", "limit", "file", "forbidden", "unavailable", "internal"];

const RAGGED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/cli/instances/ragged.toml");
const GATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/cli/instances/gate.txt");
const TEXT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/cli/instances/not-utf-8.toml");

#[test]
fn an_illegal_move_that_is_asked_about_fails_like_one_of_a_line() {
    for before in ["", "ir "] {
        let asked = run(&["why", KLOTSKI, "--from", before, "--move", "zz", "--json"]);
        let played = run(&["show", KLOTSKI, "--from", &format!("{before}zz"), "--json"]);
        assert_eq!(json(&asked), json(&played));
    }
}

#[test]
fn each_failure_is_one_object_beside_the_line_for_people() {
    let directory = tempfile::tempdir().unwrap();
    let empty = directory.path().to_str().unwrap();
    for (args, kind) in [
        (&[][..], "usage"),
        (&["sovle", KLOTSKI], "usage"),
        (&["solve"], "usage"),
        (&["solve", KLOTSKI, "--no-such"], "usage"),
        (&["solve", KLOTSKI, "--memory", "lots"], "usage"),
        (&["solve", KLOTSKI, "--time", "-1"], "usage"),
        (&["solve", KLOTSKI, "--all", "--first", "2"], "usage"),
        (&["solve", KLOTSKI, "--seed", "1.5"], "usage"),
        (&["show", KLOTSKI, "--play"], "usage"),
        (&["list", "nosuch"], "usage"),
        (&["generate", "packing", "--metric", "steps"], "usage"),
        (&["generate", "sliding", "--moves", "9..5"], "usage"),
        (&["puzzlescript", "audit", GATE, "--at-least", "many"], "usage"),
        (&["cluster", "run", "--", "show", KLOTSKI], "usage"),
        (&["solve", "hundrd"], "instance"),
        (&["solve", "klotski:vBB"], "instance"),
        (&["solve", RAGGED], "instance"),
        (&["solve", KLOTSKI, "--metric", "hops"], "instance"),
        (&["solve", KLOTSKI, "--level", "2"], "instance"),
        (&["puzzlescript", "audit", GATE, "--level", "3"], "instance"),
        (&["solve", KLOTSKI, "--from", "zz"], "line"),
        (&["show", KLOTSKI, "--from", "zz"], "line"),
        (&["why", KLOTSKI, "--move", "zz"], "line"),
        (&["why", KLOTSKI, "--move", "ir jl"], "usage"),
        (&["count", KLOTSKI], "unsupported"),
        (&["explore", "pentominoes:6x10"], "unsupported"),
        (&["hardest", "tank-change"], "unsupported"),
        (&["solve", KLOTSKI, "--first", "2"], "unsupported"),
        (&["show", KLOTSKI, "--as", "xml"], "unsupported"),
        (&["solve", "no/such.toml"], "file"),
        (&["solve", "/"], "file"),
        (&["solve", TEXT], "file"),
        (&["check", KLOTSKI, "--line-file", "no/such"], "file"),
        (&["show", KLOTSKI, "--svg", "no/such/board.svg"], "file"),
        (&["resume", empty], "file"),
    ] {
        let people = run(args);
        let programs = run(&[args, &["--json"]].concat());
        let statuses = (status(&people), status(&programs));
        assert!(statuses == (2, 2) || args.contains(&"--play"), "{args:?}: {statuses:?}");
        let failure = json(&programs);
        let keys: Vec<&String> = failure.as_object().unwrap().keys().take(3).collect();
        assert_eq!(keys, ["api", "error", "kind"], "{args:?}");
        assert_eq!((&failure["api"], &failure["kind"]), (&1.into(), &kind.into()), "{args:?}: {failure}");
        assert!(KINDS.contains(&kind) && programs.stdout.ends_with(b"\n"), "{args:?}");
        // Without arguments there is help for people, without JSON an animation, and a name is random.
        if !(args.is_empty() || args.contains(&"--play") || args.contains(&"--svg")) {
            assert_eq!(programs.stderr, people.stderr, "{args:?}");
            let line = String::from_utf8(people.stderr).unwrap();
            let error = failure["error"].as_str().unwrap();
            assert!(line.trim_end().ends_with(error), "{line}: {failure}");
        }
    }
}

#[test]
fn what_is_known_of_a_mistake_is_told() {
    let failure = json(&run(&["solve", RAGGED, "--json"]));
    assert_eq!(
        (&failure["key"], &failure["row"], &failure["column"], &failure["code"]),
        (&"board".into(), &2.into(), &2.into(), &"row-length".into())
    );
    let failure = json(&run(&["solve", KLOTSKI, "--from", "ir zz", "--json"]));
    assert_eq!((&failure["at"], failure["reason"]["zh"].is_string()), (&1.into(), true));
    // An illegal line is an answer, and the only one.
    let judged = run(&["check", KLOTSKI, "--line", "zz", "--json"]);
    assert_eq!((status(&judged), &json(&judged)["legal"]), (2, &false.into()));
}

#[test]
fn of_many_puzzles_each_line_is_an_object() {
    let input = b"tank-change\nhundrd\nklotski:vBB\n\n\xff\nkatamino:PUY\n";
    let output = run_on(&["solve", "--each", "-", "--json"], input);
    assert_eq!(status(&output), 2);
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let shown: Vec<_> = lines.iter().map(|line| (&line["api"], &line["kind"], &line["number"])).collect();
    let (none, one, instance) = (&Value::Null, &Value::from(1), &Value::from("instance"));
    assert_eq!(
        shown,
        [
            (one, none, none),
            (one, instance, &2.into()),
            (one, instance, &3.into()),
            (one, &"file".into(), &5.into()),
            (one, none, none),
        ]
    );
}
