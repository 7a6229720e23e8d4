//! No request takes more than its share of size, time, memory and searches.

use serde_json::json;

use super::FIFTEEN;
use super::client::Server;
#[cfg(target_os = "linux")]
use super::client::{Response, wait_until};

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start(&[]);
    let large = server.post("/api/check", &json!({ "instance": "pacman-lv1", "line": "j".repeat(1 << 18) }));
    assert_eq!(large.error(413), "the body is larger than 262144 bytes");
    let board = format!("puzzle = 'packing'\npieces = 'I'\nboard = '''\n{}ooooo'''", "#####\n".repeat(4000));
    let wide = server.post("/api/show", &json!({ "instance": board }));
    assert!(wide.error(422).contains("16384 cells"), "{}", wide.body);
    let long = server.post("/api/check", &json!({ "instance": "pacman-lv1", "line": vec!["j"; 20_001] }));
    assert!(long.error(422).contains("20000"), "{}", long.body);
    let most = server.get("/api/status").json()["most"].clone();
    for (option, value) in [
        ("threads", json!(most["threads"].as_u64().unwrap() + 1)),
        ("threads", json!(0)),
        ("memory", json!(most["memory"].as_u64().unwrap() + 1)),
        ("memory", json!("1TiB")),
        ("time", json!(30.5)),
        ("depth", json!(1_u64 << 40)),
        ("width", json!(0)),
    ] {
        let request = json!({ "instance": "pacman-lv1", "options": { option: value } });
        let message = server.post("/api/solve", &request).error(422);
        assert!(message.starts_with(option), "{message}");
    }
    let long = json!({ "verb": "solve", "instance": "pacman-lv1", "options": { "time": 901 } });
    assert_eq!(server.post("/api/jobs", &long).error(422), "time is 901; it may be 900 at most");
}

#[test]
fn the_options_of_the_server_are_the_most_of_a_request() {
    let server = Server::start(&["--time", "0.5", "--memory", "64MiB", "--threads", "1"]);
    for (option, value, message) in [
        ("time", json!(1), "time is 1; it may be 0.5 at most"),
        ("memory", json!("65MiB"), "memory is 68157440; it may be 67108864 at most"),
        ("threads", json!(2), "threads is 2; it may be 1 to 1"),
    ] {
        let request = json!({ "instance": "pacman-lv1", "options": { option: value } });
        assert_eq!(server.post("/api/solve", &request).error(422), message);
        let job = json!({ "verb": "solve", "instance": "pacman-lv1", "options": { option: value } });
        assert_eq!(server.post("/api/jobs", &job).error(422), message);
    }
    // Without options they hold, too.
    let stopped = server.post("/api/explore", &json!({ "instance": FIFTEEN })).json();
    assert_eq!(stopped["outcome"], "stopped");
}

#[test]
fn searches_beyond_the_most_are_refused() {
    let server = Server::start(&["--searches", "1"]);
    let job = server.job(&json!({ "verb": "explore", "instance": FIFTEEN }));
    let stream = server.events(&job);
    for (path, request) in [
        ("/api/solve", json!({ "instance": FIFTEEN })),
        ("/api/jobs", json!({ "verb": "solve", "instance": "pacman-lv1" })),
    ] {
        let busy = server.post(path, &request);
        assert!(busy.error(503).starts_with("1 searches are at work"), "{}", busy.body);
        assert_eq!(busy.header("retry-after"), Some("1"));
    }
    // Requests without a search are still answered.
    assert_eq!(server.post("/api/show", &json!({ "instance": "pacman-lv1" })).status, 200);
    drop(stream);
    server.wait_for(0, 0);
    assert_eq!(server.post("/api/solve", &json!({ "instance": "tank-change" })).status, 200);
}

#[test]
fn jobs_beyond_the_most_are_refused() {
    let server = Server::start(&[]);
    let steps = json!({ "verb": "steps", "instance": "katamino:PUY" });
    // Their streams keep them alive.
    let _streams: Vec<_> = (0..32).map(|_| server.events(&server.job(&steps))).collect();
    let busy = server.post("/api/jobs", &steps);
    assert_eq!(busy.error(503), "there are too many jobs: end one, or try again");
    assert_eq!(busy.header("retry-after"), Some("1"));
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
    assert!(refusals.contains(&long.error(422).as_str()), "{}", long.error(422));
    // The moves before `from` are played, not drawn.
    let end = server.post("/api/replay", &json!({ "instance": text, "line": line, "from": 3_990 }));
    assert_eq!(end.json()["frames"].as_array().unwrap().len(), 11);
    let wrong = server.post("/api/replay", &json!({ "instance": text, "line": ["zr", "zr"], "from": 1 }));
    assert_eq!((wrong.status, &wrong.json()["error"]["at"]), (422, &1.into()));
}

/// What the system says of the server's process.
#[cfg(target_os = "linux")]
fn known(server: &Server, key: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
}

/// Peak memory of the server's process in bytes.
#[cfg(target_os = "linux")]
fn peak(server: &Server) -> u64 {
    known(server, "VmHWM") << 10
}

/// A board on which each position takes long to write, and a line on it.
fn crowded() -> (String, Vec<&'static str>) {
    // Every piece has a character of its own.
    let letters: Vec<char> = ('\u{4e00}'..).take(62 * 62).collect();
    let row = |row: &[char]| row.iter().flat_map(|&letter| [letter, '.']).chain(['\n']).collect::<String>();
    let board: String = letters.chunks(62).map(row).collect();
    let text = format!("puzzle = 'sliding'\nboard = '''\n{board}'''\n");
    (text, ["\u{4e00}r", "\u{4e00}l"].repeat(9_999))
}

#[cfg(target_os = "linux")]
#[test]
fn no_request_takes_much_memory() {
    let server = Server::start(&[]);
    let (crowded, line) = crowded();
    let floor = "oooo\n".repeat(3_900);
    let pieces = "[[piece]]\nname = 'I'\nshape = 'oooo'\ncount = 3900\n";
    for (verb, body) in [
        ("replay", json!({ "instance": crowded, "line": line })),
        ("position", json!({ "instance": crowded })),
        ("position", json!({ "instance": format!("puzzle = 'packing'\nboard = '''\n{floor}'''\n{pieces}") })),
    ] {
        let status = server.post(&format!("/api/{verb}"), &body).status;
        assert!([200, 422].contains(&status), "{verb}: {status}");
        assert!(peak(&server) < 150 << 20, "{verb}: {} MiB", peak(&server) >> 20);
    }
}

/// A game in PuzzleScript with these objects and rules, and a level of 32 x 32 cells.
fn game(objects: &str, layers: &str, rules: &str, row: &str) -> String {
    let level = format!("P{}\n{}", &row.repeat(31), format!("{}\n", row.repeat(32)).repeat(31));
    format!(
        "puzzle = 'puzzlescript'\ngame = '''\nOBJECTS\nBackground .\nblack\n\nWall #\nred\n\nPlayer P\nblue\n\n{objects}LEGEND\n\
         X = A and B and C and D\nSOUNDS\nCOLLISIONLAYERS\nBackground\nPlayer, Wall\n{layers}RULES\n{rules}\nWINCONDITIONS\n\
         No B\nLEVELS\n{level}'''\n"
    )
}

/// The objects A, B, C and D.
const FOUR: &str = "A\nred\n\nB\nred\n\nC\nred\n\nD\nred\n\n";

/// A game whose turns take minutes.
fn endless_turns() -> String {
    let wide = format!("[ no Wall ] [ no Wall ] [ no Wall ] {}", "[ Player ] ".repeat(96));
    let rules = format!("random [ A ] -> [ B ]\n{wide}-> {}", "[ ] ".repeat(99));
    game(FOUR, "A\nB\nC\nD\n", &rules, ".")
}

#[test]
fn requests_that_take_long_do_not_stop_others() {
    let server = Server::start(&[]);
    let (crowded, line) = crowded();
    let head = |verb: &str| format!("POST /api/{verb} HTTP/1.1\r\nHost: {}", server.host);
    let long = json!({ "instance": crowded, "line": line }).to_string();
    let turns = json!({ "instance": endless_turns(), "line": ["r"] }).to_string();
    // Twice as many as the quick lane holds, whose clients stay.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pairs = (8 * cores).clamp(16, 100);
    let waiting: Vec<_> = (0..pairs)
        .flat_map(|_| [server.send(&head("replay"), &long), server.send(&head("position"), &turns)])
        .collect();
    let click = server.post("/api/position", &json!({ "instance": "tank-change" }));
    assert_eq!(click.status, 200, "{}", click.body);
    drop(waiting);
}

/// Requests that would take minutes.
#[cfg(target_os = "linux")]
#[test]
fn what_a_client_has_left_ends() {
    let server = Server::start(&[]);
    let post = |verb: &str, body: &serde_json::Value| {
        server.send(&format!("POST /api/{verb} HTTP/1.1\r\nHost: {}", server.host), &body.to_string())
    };
    let threads = || known(&server, "Threads");
    let before = threads();
    let turns = json!({ "instance": endless_turns(), "line": ["r"] });
    let short: Vec<_> = (0..4).map(|_| post("position", &turns)).collect();
    wait_until("all are at work", || threads() >= before + 4);
    drop(short);
    wait_until("none is at work", || threads() == before);
    let pushes = "[ > Player | A ] -> [ > Player | > A ]\n[ action Player | B ] -> [ Player | ]\n\
                  [ action Player | C ] -> [ Player | ]\n[ action Player | D ] -> [ Player | ]";
    let features = game(FOUR, "A\nB\nC\nD\n", pushes, "X");
    let features = json!({ "instance": features, "options": { "width": 1000, "time": 30 } });
    let searches: Vec<_> = (0..4).map(|_| post("solve", &features)).collect();
    server.wait_for(4, 0);
    drop(searches);
    server.wait_for(0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_given_back() {
    let server = Server::start(&[]);
    // Four properties of ten objects each: ten thousand rules, in four directions.
    let names = |kind: usize| (0..10).map(move |number| format!("o{kind}_{number}"));
    let objects: String = (0..4).flat_map(names).map(|name| format!("{name}\nred\n\n")).collect();
    let list = |kind: usize, by: &str| names(kind).collect::<Vec<_>>().join(by);
    let layers: String = (0..4).map(|kind| format!("{}\n", list(kind, ", "))).collect();
    let legend: String = (0..4).map(|kind| format!("R{kind} = {}\n", list(kind, " or "))).collect();
    let text = game(
        &format!("{FOUR}{objects}"),
        &format!("A\nB\nC\nD\n{layers}"),
        "[ R0 | R1 | R2 | R3 ] -> [ R1 | R2 | R3 | R0 ]",
        ".",
    );
    let text = text.replace("LEGEND\n", &format!("LEGEND\n{legend}"));
    server.post("/api/diagnose", &json!({ "instance": "puzzle = 'sliding'\nboard = 'a.'\n" }));
    let before = known(&server, "VmRSS");
    for _ in 0..2 {
        let head = format!("POST /api/diagnose HTTP/1.1\r\nHost: {}", server.host);
        let body = json!({ "instance": text }).to_string();
        let all: Vec<_> = (0..4).map(|_| server.send(&head, &body)).collect();
        all.into_iter().for_each(|stream| drop(Response::read(stream)));
    }
    wait_until("the memory is given back", || known(&server, "VmRSS") < before + (64 << 10));
}
