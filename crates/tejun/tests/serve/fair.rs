//! No client can block the server for the others: not by what it asks, nor how much, nor by what it leaves
//! unfinished.

use std::fmt::Write as _;
use std::io::{Read, Write};

use serde_json::{Value, json};

use crate::client::{Response, Server, wait_until};

/// A packing with the maximum number of pieces and cells.
fn many_pieces(pieces: usize) -> String {
    let mut text = format!("puzzle = 'packing'\nboard = '''\n{}'''\n", "oooo\n".repeat(pieces));
    let _ = write!(text, "[[piece]]\nname = 'I'\nshape = 'oooo'\ncount = {pieces}\n");
    text
}

/// A line of `moves` moves back and forth.
fn to_and_fro(moves: usize) -> Vec<&'static str> {
    ["ar", "al"].into_iter().cycle().take(moves).collect()
}

const SLIDE: &str = "puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n";

/// Memory that a process uses, or has used at most, in bytes.
#[cfg(target_os = "linux")]
fn memory(server: &Server, key: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

#[cfg(target_os = "linux")]
#[test]
fn no_request_takes_much_memory_and_all_of_it_comes_back() {
    let server = Server::start(&[]);
    server.get("/api/library");
    // Every piece has a character of its own.
    let letters: Vec<char> = ('\u{4e00}'..).take(62 * 62).collect();
    let row = |row: &[char]| row.iter().flat_map(|&letter| [letter, '.']).chain(['\n']).collect::<String>();
    let board: String = letters.chunks(62).map(row).collect();
    let crowded = format!("puzzle = 'sliding'\nboard = '''\n{board}'''\n");
    let pieces = format!("puzzle = 'packing'\npieces = '{}'\nboard = '''\nooooo'''\n", "P".repeat(60_000));
    let long = ["\u{4e00}r", "\u{4e00}l"].repeat(9_999);
    for (verb, body) in [
        ("replay", json!({ "instance": SLIDE, "line": to_and_fro(19_998) })),
        ("replay", json!({ "instance": crowded, "line": long })),
        ("position", json!({ "instance": crowded })),
        ("position", json!({ "instance": many_pieces(3_900) })),
        ("position", json!({ "instance": many_pieces(10_000) })),
        ("position", json!({ "instance": pieces })),
        ("check", json!({ "instance": SLIDE, "line": to_and_fro(19_998) })),
    ] {
        let before = memory(&server, "VmRSS:");
        let response = server.post(&format!("/api/{verb}"), &body);
        assert!([200, 413, 422].contains(&response.status), "{verb}: {}", response.status);
        let (peak, after) = (memory(&server, "VmHWM:"), memory(&server, "VmRSS:"));
        let name: String = body.to_string().chars().take(80).collect();
        println!(
            "{} -> {}, peak {}: {} {verb} {name}",
            before >> 20,
            after >> 20,
            peak >> 20,
            response.status
        );
        assert!(peak < 150 << 20, "{verb} {name}: {} MiB", peak >> 20);
    }
    wait_until("the memory has come back", || memory(&server, "VmRSS:") < 100 << 20);
}

#[test]
fn a_replay_that_is_too_long_is_refused_while_it_is_drawn() {
    let server = Server::start(&[]);
    // Each frame has some hundred bytes per piece.
    let board: String = ('A'..='Z').chain('a'..='z').collect();
    let text = format!("puzzle = 'sliding'\nboard = '''\n{board}.'''\n");
    let line: Vec<&str> = ["zr", "zl"].into_iter().cycle().take(4_000).collect();
    let long = server.post("/api/replay", &json!({ "instance": text, "line": line }));
    // On a slow machine, time runs out before the answer is too long.
    let refusals = [
        "the answer is longer than 16777216 bytes: ask for less",
        "this takes longer than 5 s: ask for less",
    ];
    assert!(refusals.contains(&long.refusal(422).as_str()), "{}", long.refusal(422));
    // The moves before `from` are played, not drawn.
    let end = server.post("/api/replay", &json!({ "instance": text, "line": line, "from": 3_990 }));
    assert_eq!(end.json()["frames"].as_array().unwrap().len(), 11);
    let wrong = server.post("/api/replay", &json!({ "instance": text, "line": ["zr", "zr"], "from": 1 }));
    assert_eq!((wrong.status, &wrong.json()["error"]["at"]), (422, &1.into()));
}

#[test]
fn a_page_that_goes_on_is_told_the_same_as_one_that_begins() {
    let server = Server::start(&[]);
    let solved = server.post("/api/solve", &json!({ "instance": "heng-dao-li-ma" })).json();
    let line = solved["line"].as_array().unwrap();
    let mut told = Vec::new();
    for played in [0, 1, 2, 3, 40, 39, 81, 2] {
        told.push((
            played,
            server.post("/api/position", &json!({ "instance": "heng-dao-li-ma", "line": line[..played] })),
        ));
    }
    for (played, response) in told {
        let fresh = Server::start(&[]);
        let again =
            fresh.post("/api/position", &json!({ "instance": "heng-dao-li-ma", "line": line[..played] }));
        assert_eq!((response.status, response.body), (200, again.body), "{played}");
    }
    // The same text in another metric is another puzzle.
    let steps = json!({ "instance": "heng-dao-li-ma", "options": { "metric": "steps" } });
    assert_eq!(server.post("/api/position", &steps).json()["metric"], "steps");
}

#[test]
fn idle_connections_give_way() {
    let server = Server::start(&[]);
    let mut idle: Vec<_> = (0..256).map(|_| server.connect()).collect();
    for connection in idle.iter_mut().skip(1).step_by(2) {
        // These have started a request.
        connection.write_all(b"POST /api/solve HTTP/1.1\r\nContent-Le").unwrap();
    }
    for _ in 0..3 {
        assert_eq!(server.get("/api/status").status, 200);
    }
    // The oldest was closed; one more finds a place for a request in two pieces.
    let mut byte = [0];
    assert_eq!(idle[0].read(&mut byte).unwrap(), 0);
    let mut newest = server.connect();
    newest.write_all(b"POST /api/solve HTTP/1.1\r\nContent-Le").unwrap();
    newest.write_all(b"ngth: 0\r\nConnection: close\r\n\r\n").unwrap();
    assert_eq!(Response::read(newest).status, 400);
}

fn steps() -> Value {
    json!({ "verb": "steps", "instance": "katamino:PUY" })
}

#[test]
fn one_clients_jobs_leave_room_for_those_of_others() {
    let server = Server::start(&[]);
    let hoarded: Vec<String> = (0..32).map(|_| server.job(&steps())).collect();
    // They are listened to, so none ends by itself, however long this takes.
    let _streams: Vec<_> = hoarded.iter().map(|job| server.events(job)).collect();
    let other = server.post_from("127.0.0.2", "/api/jobs", &steps());
    assert_eq!(other.status, 202, "{}", other.body);
    // The one whose last requested step is longest ago is gone.
    server.get(&hoarded[0]).refusal(404);
    assert_eq!(server.get(&hoarded[1]).json()["state"], "running");
}

/// A search that goes on as long as it is let, in little memory.
fn endless() -> Value {
    let board = "onmlk\njihgf\nedcba\n98765\n4321.";
    json!({ "verb": "solve", "instance": format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\n") })
}

#[test]
fn one_clients_searches_leave_room_for_those_of_others() {
    let server = Server::start(&["--searches", "2"]);
    let search = endless();
    let text = &search["instance"];
    let (first, second) = (server.job(&search), server.job(&search));
    let (mut one, mut two) = (server.events(&first), server.events(&second));
    one.wait_for("progress");
    two.wait_for("progress");
    // The same client gets no third search, but still gets what takes a moment.
    assert!(server.post("/api/jobs", &search).refusal(503).starts_with("2 searches are at work"));
    assert_eq!(server.post("/api/solve", &json!({ "instance": "tank-change" })).json()["outcome"], "solved");
    assert!(server.post("/api/solve", &json!({ "instance": text })).refusal(503).starts_with("2 searches"));
    let short = server.post("/api/solve", &json!({ "instance": text, "options": { "time": 0.1 } }));
    assert_eq!(short.json()["reason"], "time");
    // Another client gets one of the two places.
    let other = server.post_from("127.0.0.2", "/api/jobs", &search);
    assert_eq!(other.status, 202, "{}", other.body);
    assert_eq!(one.wait_for("answer")["reason"], "interrupted");
    two.wait_for("progress");
    let third = server.post_from("127.0.0.3", "/api/jobs", &search);
    assert!(third.refusal(503).starts_with("2 searches are at work"));
}
