//! The API answers like the command line and refuses bad requests.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use super::client::{Server, tejun};

const KLOTSKI: &str = "klotski:vBBvvBBvvhhvv11v1..1";

/// Floor for two dominoes, and two dominoes drawn by hand.
const DRAWN: &str =
    "puzzle = 'packing'\nboard = '''\noo\noo'''\n[[piece]]\nname = 'D'\nshape = 'oo'\ncount = 2\n";

/// Three pieces on a small board.
const SLIDING: &str = "puzzle = 'sliding'\nboard = '''\nabc\n...'''\ngoal = '''\n...\n..a'''\n";

/// The answer of the command line, given the file on standard input.
fn command_line(args: &[&str], input: &str) -> Value {
    let mut command = tejun(args);
    command.arg("--json").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // It may have ended before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    without_time(serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap())
}

fn without_time(mut answer: Value) -> Value {
    if let Some(stats) = answer.get_mut("stats") {
        stats["seconds"].take();
    }
    answer
}

#[test]
fn every_verb_answers_as_the_command_line_does() {
    let server = Server::start(&[]);
    // A verb, the other options of the command line, and the same in the body of a request.
    for (verb, instance, args, request) in [
        ("solve", "heng-dao-li-ma", "", json!({})),
        ("solve", KLOTSKI, "", json!({})),
        ("solve", KLOTSKI, "--from=ir.dd.el", json!({ "line": ["ir", "dd", "el"] })),
        ("solve", KLOTSKI, "--from=ir.dd.el", json!({ "line": "ir dd el" })),
        ("solve", KLOTSKI, "--all --metric steps", json!({ "options": { "all": true, "metric": "steps" } })),
        (
            "solve",
            KLOTSKI,
            "--depth 12 --memory 64MiB",
            json!({ "options": { "depth": 12, "memory": "64MiB" } }),
        ),
        (
            "solve",
            "pentominoes:6x10",
            "--first 2 --threads 1",
            json!({ "options": { "first": 2, "threads": 1 } }),
        ),
        (
            "solve",
            "pacman-lv1",
            "--seed 7 --states 10000 --threads 1 --width 20",
            json!({ "options": { "seed": 7, "states": 10000, "threads": 1, "width": 20 } }),
        ),
        ("solve", "katamino:PUY", "", json!({ "line": null })),
        ("explore", "tank-change", "", json!({})),
        ("explore", KLOTSKI, "--terminal-goals", json!({ "options": { "terminal_goals": true } })),
        ("count", "pentominoes:3x20", "", json!({})),
        ("why", KLOTSKI, "", json!({})),
        ("why", KLOTSKI, "--from=ir --move=jl", json!({ "line": "ir", "move": "jl" })),
        ("hardest", "-", "", json!({ "instance": SLIDING })),
        ("hardest", "-", "--pieces any", json!({ "instance": SLIDING, "pieces": "any" })),
        ("check", KLOTSKI, "--line=ir.ad", json!({ "line": ["ir", "ad"] })),
        ("check", "pacman-lv1", "--line=jj", json!({ "line": "jj" })),
        ("show", "tank-change", "--from=1-4", json!({ "line": "1-4" })),
        ("solve", "-", "", json!({ "instance": DRAWN })),
        ("count", "-", "", json!({ "instance": DRAWN })),
        ("show", "-", "", json!({ "instance": DRAWN })),
    ] {
        let mut body = json!({ "instance": instance });
        body.as_object_mut().unwrap().extend(request.as_object().unwrap().clone());
        let response = server.post(&format!("/api/{verb}"), &body);
        assert_eq!(response.status, 200, "{verb} {body}: {}", response.body);
        let args: Vec<String> = args.split_whitespace().map(|word| word.replace('.', " ")).collect();
        let args: Vec<&str> = [verb, instance].into_iter().chain(args.iter().map(String::as_str)).collect();
        let input = body["instance"].as_str().filter(|_| instance == "-").unwrap_or_default();
        assert_eq!(without_time(response.json()), command_line(&args, input), "{verb} {body}");
    }
    assert_eq!(server.post("/api/list", &json!({})).json(), command_line(&["list"], ""));
}

#[test]
fn what_ends_without_a_solution_is_an_answer() {
    let server = Server::start(&[]);
    let unsolvable = server.post("/api/solve", &json!({ "instance": "klotski:vBBvvBBvvv1vvv1v1..1" }));
    assert_eq!((unsolvable.status, &unsolvable.json()["outcome"]), (200, &"unsolvable".into()));
    let stopped =
        server.post("/api/explore", &json!({ "instance": super::FIFTEEN, "options": { "time": 0.1 } }));
    assert_eq!((stopped.status, &stopped.json()["reason"]), (200, &"time".into()));
}

#[test]
fn the_library_has_all_that_its_page_shows() {
    let library = Server::start(&[]).get("/api/library").json();
    let names: Vec<&Value> =
        library["families"].as_array().unwrap().iter().map(|family| &family["name"]).collect();
    let families = [
        "tank-change",
        "sliding",
        "packing",
        "pacman",
        "peg-solitaire",
        "sokoban",
        "sliding-tiles",
        "puzzlescript",
    ];
    assert_eq!(names, families);
    let entries = library["entries"].as_array().unwrap();
    assert_eq!(entries.len(), command_line(&["list"], "")["instances"].as_array().unwrap().len());
    let entry = entries.iter().find(|entry| entry["name"] == "heng-dao-li-ma").unwrap();
    assert_eq!((&entry["titles"]["zh"], &entry["optimal"]), (&"横刀立马".into(), &81.into()));
}

#[test]
fn a_body_of_another_shape_is_refused() {
    let server = Server::start(&[]);
    let post = |verb: &str, body: &str| server.request("POST", &format!("/api/{verb}"), &[], body).error(400);
    for body in ["", "{", "[1", "\u{1f9e9}", "\0", "{\"instance\": \"pacman-lv1\"} more", &"[".repeat(10_000)]
    {
        assert!(post("solve", body).starts_with("the body is not JSON: "), "{body}");
    }
    for (body, message) in [
        ("[]", "the body is not a JSON object, as in {\"instance\": \"heng-dao-li-ma\"}"),
        ("{}", "instance is missing: a name, a short form or a file's text"),
        ("{\"instance\": 7}", "instance is a string: a name, a short form or a file's text"),
        ("{\"instance\": \"pacman-lv1\", \"line\": 7}", "line is an array of moves, or one string"),
        ("{\"instance\": \"pacman-lv1\", \"line\": [\"j\", 7]}", "line is an array of moves, or one string"),
        ("{\"instance\": \"pacman-lv1\", \"options\": []}", "options is an object, as in {\"time\": 10}"),
        (
            "{\"instance\": \"pacman-lv1\", \"from\": \"\"}",
            "there is no key \"from\": there are instance, line, options",
        ),
        (
            "{\"instance\": \"pacman-lv1\", \"options\": {\"seeds\": 1}}",
            "there is no option \"seeds\": there are threads, memory, time, states, depth, seed, metric, level, \
             without, no_action, width, all, first",
        ),
        (
            "{\"instance\": \"pacman-lv1\", \"options\": {\"all\": true, \"first\": 1}}",
            "all and first exclude each other: leave out one",
        ),
        (
            "{\"instance\": \"pacman-lv1\", \"options\": {\"seed\": -1}}",
            "the option seed is a whole number that is not negative",
        ),
        (
            "{\"instance\": \"pacman-lv1\", \"options\": {\"time\": \"1\"}}",
            "the option time is a number of seconds that is not negative",
        ),
        (
            "{\"instance\": \"pacman-lv1\", \"options\": {\"memory\": \"2 pints\"}}",
            "the option memory is a number of bytes, as in 1000000 or \"2GiB\"",
        ),
    ] {
        assert_eq!(post("solve", body), message);
    }
    assert!(
        post("count", "{\"instance\": \"pacman-lv1\", \"options\": {\"all\": true}}").contains("\"all\"")
    );
    assert!(post("list", "{\"instance\": \"pacman-lv1\"}").contains("no instance"));
}

#[test]
fn what_cannot_be_done_is_refused_with_its_place_and_reason() {
    let server = Server::start(&[]);
    let post = |verb: &str, body: Value| server.post(&format!("/api/{verb}"), &body);
    let illegal = post("solve", json!({ "instance": KLOTSKI, "line": "ir ad" }));
    assert_eq!(illegal.error(422), "move 2 (ad): piece d is in the way of piece a");
    let error = &illegal.json()["error"];
    assert_eq!((&error["at"], &error["code"]), (&1.into(), &"in-the-way".into()));
    assert_eq!(post("explore", json!({ "instance": "pacman-lv1" })).error(422), "pacman has no explore");
    assert_eq!(post("count", json!({ "instance": KLOTSKI })).error(422), "sliding has no count");
    assert_eq!(
        post("hardest", json!({ "instance": "tank-change" })).error(422),
        "tank-change has no other starts to judge"
    );
    assert_eq!(post("hardest", json!({ "instance": KLOTSKI, "pieces": 2 })).error(400), "pieces is a string");
    for pieces in ["polyominoes", "", "99999u"] {
        let refused = post("hardest", json!({ "instance": KLOTSKI, "pieces": pieces }));
        assert!(refused.error(422).contains("is not a piece set"), "{}", refused.body);
    }
    for (options, word) in [(json!({ "first": 2 }), "first"), (json!({ "metric": "hops" }), "hops")] {
        let refused = post("solve", json!({ "instance": KLOTSKI, "options": options }));
        assert!(refused.error(422).contains(word), "{}", refused.body);
    }
}

#[test]
fn a_request_reads_no_file() {
    let server = Server::start(&[]);
    for name in [concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "Cargo.toml", "-", "", "../x", "hundrd"]
    {
        let message = server.post("/api/show", &json!({ "instance": name })).error(422);
        assert!(message.starts_with(&format!("there is no instance {name:?}: did you mean ")), "{message}");
    }
}

#[test]
fn a_position_does_not_depend_on_those_before_it() {
    let server = Server::start(&[]);
    let solved = server.post("/api/solve", &json!({ "instance": "heng-dao-li-ma" })).json();
    let line = solved["line"].as_array().unwrap();
    let position = |server: &Server, played: usize| {
        server.post("/api/position", &json!({ "instance": "heng-dao-li-ma", "line": line[..played] }))
    };
    for played in [0, 1, 3, 40, 39, 81, 2] {
        let (later, first) = (position(&server, played), position(&Server::start(&[]), played));
        assert_eq!((later.status, later.body), (200, first.body), "{played}");
    }
    // The same text in another metric is another puzzle, whose best cost the file does not say.
    for (metric, optimal) in [("moves", json!(81)), ("steps", Value::Null)] {
        let body = json!({ "instance": "heng-dao-li-ma", "options": { "metric": metric } });
        let puzzle = server.post("/api/puzzle", &body).json();
        assert_eq!((&puzzle["metric"], &puzzle["optimal"]), (&metric.into(), &optimal));
    }
}
