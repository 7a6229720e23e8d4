//! `tejun mcp`, the real program, over its pipes.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The requests that were answered.
    answered: BTreeSet<u64>,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tejun"));
    // Without this user's atlas.
    command.args(args).env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).stderr(Stdio::null());
    command
}

impl Session {
    /// A session that has begun.
    fn begin(options: &[&str]) -> (Session, Value) {
        let args = [&["mcp"], options].concat();
        let mut child = command(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut session = Session { child, input, output, answered: BTreeSet::new() };
        let client = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let begun = session.ask(0, "initialize", client);
        session.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        (session, begun["result"].clone())
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).and_then(|()| input.write_all(b"\n")).and_then(|()| input.flush()).unwrap();
    }

    fn request(&mut self, id: u64, method: &str, params: Value) {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(request.to_string().as_bytes());
    }

    /// The next message.
    fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answered = serde_json::from_str::<Value>(&line).ok().and_then(|message| message["id"].as_u64());
        self.answered.extend(answered);
        (!line.is_empty())
            .then(|| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
    }

    /// The answer to a request; what comes before it is left out.
    fn ask(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.request(id, method, params);
        loop {
            let message = self.next().expect("there is an answer");
            if message["id"] == id {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask(7, "tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Ends the input, and returns the exit status.
    fn end(&mut self) -> Option<i32> {
        drop(self.input.take());
        while self.next().is_some() {}
        self.child.wait().unwrap().code()
    }
}

/// A file of two levels.
const LEVELS: &str = "1\n#####\n#@$.#\n#####\n\n2\n######\n#@$ .#\n######\n";

/// An answer without what differs from run to run.
fn same(mut answer: Value) -> Value {
    answer.as_object_mut().unwrap().remove("stats");
    answer
}

#[test]
fn the_verbs_are_tools_that_answer_as_the_command_line_does() {
    let (mut session, begun) = Session::begin(&["--threads", "1"]);
    assert_eq!(begun["serverInfo"]["name"], "tejun");
    assert!(begun["capabilities"]["tools"].is_object());
    let tools = session.ask(1, "tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "solve",
            "why",
            "explain",
            "check",
            "explore",
            "count",
            "show",
            "list",
            "collection",
            "generate",
            "diagnose"
        ]
    );
    for tool in tools.as_array().unwrap() {
        let schema = &tool["inputSchema"];
        assert_eq!((&schema["type"], &schema["additionalProperties"]), (&"object".into(), &false.into()));
        jsonschema::draft202012::new(schema).unwrap();
    }
    let result = session.call("solve", json!({ "instance": "heng-dao-li-ma" }))["result"].clone();
    let printed = command(&["solve", "heng-dao-li-ma", "--json"]).output().unwrap();
    let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(same(result["structuredContent"].clone()), same(printed));
    assert_eq!(result["structuredContent"]["cost"], 81);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"]);
    assert_ne!(result["isError"], true);
    for (tool, arguments, key) in [
        ("check", json!({ "instance": "tank-change", "line": "1-2" }), "legal"),
        ("why", json!({ "instance": "heng-dao-li-ma", "move": "ir" }), "facts"),
        ("explore", json!({ "instance": "tank-change" }), "states"),
        ("count", json!({ "instance": "katamino:PUY" }), "solutions"),
        ("show", json!({ "instance": "tank-change" }), "drawing"),
        ("list", json!({}), "instances"),
        ("collection", json!({ "instance": LEVELS }), "levels"),
        ("solve", json!({ "instance": LEVELS, "options": { "level": 2 } }), "line"),
        ("generate", json!({ "of": "packing" }), "puzzles"),
        ("diagnose", json!({ "instance": "puzzle = 'sliding'" }), "diagnostics"),
    ] {
        let result = &session.call(tool, arguments)["result"]["structuredContent"];
        assert!(result["api"] == 1 && !result[key].is_null(), "{tool}: {result}");
    }
    assert_eq!(session.end(), Some(0));
}

#[test]
fn what_is_wrong_is_told_and_the_session_goes_on() {
    let (mut session, _) = Session::begin(&["--memory", "64MiB"]);
    for (tool, arguments, kind, message) in [
        ("solve", json!({}), "usage", "instance is missing"),
        ("solve", json!({ "instance": "hundrd" }), "instance", "there is no instance"),
        ("solve", json!({ "instance": "tank-change", "line": "zu" }), "line", "move 1 (zu)"),
        (
            "solve",
            json!({ "instance": "tank-change", "options": { "memory": "65MiB" } }),
            "limit",
            "memory is",
        ),
        ("count", json!({ "instance": "tank-change" }), "unsupported", "tank-change has no count"),
        (
            "solve",
            json!({ "instance": "peg-cross", "options": { "width": 9 } }),
            "unsupported",
            "peg-solitaire is not solved by a beam: leave out the width",
        ),
        (
            "show",
            json!({ "instance": "tank-change", "options": { "depth": 9 } }),
            "usage",
            "show takes no \"depth\": leave it out",
        ),
        ("solve", json!({ "instance": "x".repeat(263_000) }), "limit", "the body is larger"),
    ] {
        let result = session.call(tool, arguments)["result"].clone();
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(result["isError"] == true && text.starts_with(message), "{result}");
        let error = &result["structuredContent"];
        assert_eq!((&error["kind"], &error["error"]["message"]), (&kind.into(), &text.into()));
    }
    assert_eq!(session.call("dance", json!({}))["error"]["code"], -32602);
    assert_eq!(session.ask(8, "dance", json!({}))["error"]["code"], -32601);
    for line in [&b"{"[..], b"\xff\xfe", b"", b"null", b"[]", b"7", &[b'x'; 400_000]] {
        session.send(line);
    }
    assert_eq!(
        session.call("solve", json!({ "instance": "tank-change" }))["result"]["structuredContent"]["cost"],
        18
    );
    assert_eq!(session.end(), Some(0));
}

/// A board that no search gets through: fifteen tiles, all in the wrong place.
const FIFTEEN: &str = "puzzle = 'sliding'\nmetric = 'steps'\nboard = '''\nabcd\nefgh\nijkl\nmno.'''\n\
                       goal = '''\nonml\nkjih\ngfed\ncba.'''\n";

#[test]
fn a_search_reports_and_is_cancelled() {
    let (mut session, _) = Session::begin(&["--searches", "1", "--memory", "256MiB"]);
    let params =
        json!({ "name": "explore", "arguments": { "instance": FIFTEEN }, "_meta": { "progressToken": "p" } });
    session.request(20, "tools/call", params);
    let mut before = -1.0;
    for _ in 0..2 {
        let report = session.next().unwrap();
        assert_eq!(
            (&report["method"], &report["params"]["progressToken"]),
            (&"notifications/progress".into(), &"p".into())
        );
        let progress = report["params"]["progress"].as_f64().unwrap();
        assert!(progress > before);
        before = progress;
    }
    session.send(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":20}}"#);
    // Only one search may run: the next is answered because this one has stopped.
    let solved = session.call("solve", json!({ "instance": "tank-change" }));
    assert_eq!(solved["result"]["structuredContent"]["outcome"], "solved", "{solved}");
    // What runs at the end of input does not keep the process.
    session.request(21, "tools/call", json!({ "name": "explore", "arguments": { "instance": FIFTEEN } }));
    assert_eq!(session.end(), Some(0));
}

/// The ID of a line that is still a whole request to call a tool.
fn whole(line: &[u8]) -> Option<u64> {
    let request: Value = serde_json::from_slice(line).ok()?;
    let params = &request["params"];
    let is_call = request["jsonrpc"] == "2.0" && request["method"] == "tools/call";
    let is_whole =
        params["name"].is_string() && params["arguments"].is_object() && params.get("_meta").is_none();
    request["id"].as_u64().filter(|_| is_call && is_whole)
}

/// A thousand requests with bytes changed, as fixed numbers choose: none ends the session, and each that is a request with
/// an ID is answered.
#[test]
fn mutated_requests_do_not_end_the_session() {
    let (mut session, _) = Session::begin(&["--time", "0.05", "--memory", "16MiB", "--threads", "1"]);
    let seeds = [
        json!({ "name": "solve", "arguments": { "instance": "tank-change", "line": ["1-7"], "options": { "states": 99 } } }),
        json!({ "name": "check", "arguments": { "instance": "katamino:PUY", "line": "Y:1,4,5,7,10" } }),
        json!({ "name": "show", "arguments": { "instance": "puzzle = 'sliding'\nboard = 'ab.'\ngoal = '.ab'" } }),
        json!({ "name": "count", "arguments": { "instance": "pentominoes:3x20" }, "_meta": { "progressToken": 1 } }),
    ];
    let mut expected = BTreeSet::new();
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for number in 0..1000_u64 {
        let id = 1000 + number;
        let params = &seeds[draw(seeds.len())];
        let mut line = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
            .to_string()
            .into_bytes();
        for _ in 0..=draw(4) {
            let at = draw(line.len());
            match draw(3) {
                0 => line[at] = b"\"{}[]:,0e-. \\ux\xff"[draw(16)],
                1 => drop(line.drain(at..(at + draw(9)).min(line.len()))),
                _ => line.insert(at, line[draw(line.len())]),
            }
        }
        line.retain(|byte| *byte != b'\n');
        expected.extend(whole(&line));
        session.send(&line);
        // A ping comes back whatever became of it.
        if number % 10 == 9 {
            let pong = session.ask(5000 + number, "ping", json!({}));
            assert!(pong["result"].is_object(), "{}: {pong}", line.escape_ascii());
        }
    }
    let solved = session.call("check", json!({ "instance": "tank-change", "line": "1-4" }));
    assert_eq!(solved["result"]["structuredContent"]["legal"], true);
    assert_eq!(session.end(), Some(0));
    assert!(expected.len() > 50, "{}", expected.len());
    let missing: Vec<_> = expected.difference(&session.answered).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
