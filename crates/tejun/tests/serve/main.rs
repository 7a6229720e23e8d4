//! `tejun serve`, the real program, over its socket.

mod answers;
mod client;
mod crowd;
mod docs;
mod fair;
mod generate;
mod jobs;

use std::io::Write;
use std::time::Duration;

use serde_json::json;

use self::client::{Response, Server, tejun};

/// A board that no search gets through: fifteen tiles, all in the wrong place.
const FIFTEEN: &str = "puzzle = 'sliding'\nmetric = 'steps'\nboard = '''\nabcd\nefgh\nijkl\nmno.'''\n\
                       goal = '''\nonml\nkjih\ngfed\ncba.'''\n";

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.starts_with("<!doctype html>"));
    assert_eq!(server.get("/index.html").body, page.body);
    let head = server.ask("HEAD", "/", &[], "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    let tag = format!("If-None-Match: {}", page.header("etag").unwrap());
    let known = server.ask("GET", "/", &[&tag], "");
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    assert_eq!(server.ask("GET", "/", &["If-None-Match: \"other\""], "").status, 200);
    for response in
        [page, known, server.get("/nothing"), server.get("/api/status"), server.get("/api/nothing")]
    {
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'; "), "{policy}");
        assert!(!policy.contains("unsafe"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(response.header("cross-origin-resource-policy"), Some("same-origin"));
    }
}

#[test]
fn what_is_not_there_is_404_and_what_is_read_only_405() {
    let server = Server::start(&[]);
    for path in ["/nothing", "/index.htm", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//", "/index.html/"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for path in ["/api", "/api/", "/api/nothing", "/api/solve/more", "/api/jobs/x/y"] {
        for method in ["GET", "POST"] {
            server.ask(method, path, &[], "{}").refusal(404);
        }
    }
    let refused = server.ask("POST", "/", &[], "");
    assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")));
    for (method, path) in [("GET", "/api/solve"), ("POST", "/api/library"), ("GET", "/api/jobs")] {
        server.ask(method, path, &[], "{}").refusal(405);
    }
}

#[test]
fn only_its_own_pages_may_ask() {
    let server = Server::start(&[]);
    let port = server.host.rsplit_once(':').unwrap().1;
    let status = |headers: &[&str]| server.ask("GET", "/api/status", headers, "").status;
    let (host, local) = (format!("Host: {}", server.host), format!("Host: localhost:{port}"));
    let origin = |host: &str| host.replace("Host: ", "Origin: http://");
    for ours in [
        &[host.as_str()][..],
        &[&local],
        &[&format!("Host: [::1]:{port}")],
        &[&host, &origin(&host)],
        &[&local, &origin(&local), "Sec-Fetch-Site: same-origin"],
        &[&host, "Sec-Fetch-Site: none"],
    ] {
        assert_eq!(status(ours), 200, "{ours:?}");
    }
    for foreign in [
        &[format!("Host: example.org:{port}").as_str()][..],
        &["Host: localhost:1"],
        &["Host: localhost"],
        &["Host: "],
        &[&format!("Host: 127.0.0.1.example.org:{port}")],
        &[&host, "Origin: http://example.org"],
        &[&host, "Origin: null"],
        &[&host, &origin(&local)],
        &[&host, &origin(&host).replace("http:", "https:")],
        &[&host, "Sec-Fetch-Site: cross-site"],
        &[&host, "Sec-Fetch-Site: same-site"],
    ] {
        assert_eq!(status(foreign), 403, "{foreign:?}");
    }
    assert_eq!(server.ask("GET", "/", &["Host: example.org"], "").status, 403);
    // A link on another site may open the page.
    assert_eq!(server.ask("GET", "/", &[&host, "Sec-Fetch-Site: cross-site"], "").status, 200);
    assert_eq!(status(&[&host, &local]), 400);
    assert_eq!(Response::read(server.send("GET / HTTP/1.1", "")).status, 400);
}

#[test]
fn bound_to_every_address_it_goes_by_addresses_only() {
    let server = Server::start(&["--bind", "0.0.0.0"]);
    let port = server.host.rsplit_once(':').unwrap().1;
    let status = |host: &str| server.ask("GET", "/", &[&format!("Host: {host}:{port}")], "").status;
    assert_eq!((status("192.168.0.7"), status("localhost"), status("example.org")), (200, 200, 403));
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start(&[]);
    let large = server.post("/api/check", &json!({ "instance": "pacman-lv1", "line": "j".repeat(1 << 18) }));
    assert_eq!(large.refusal(413), "the body is larger than 262144 bytes");
    let board = format!("puzzle = 'packing'\npieces = 'I'\nboard = '''\n{}ooooo'''", "#####\n".repeat(4000));
    let wide = server.post("/api/show", &json!({ "instance": board }));
    assert!(wide.refusal(422).contains("16384 cells"), "{}", wide.body);
    let long = server.post("/api/check", &json!({ "instance": "pacman-lv1", "line": vec!["j"; 20_001] }));
    assert!(long.refusal(422).contains("20000"), "{}", long.body);
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
        let message = server.post("/api/solve", &request).refusal(422);
        assert!(message.starts_with(option), "{message}");
    }
    let long = json!({ "verb": "solve", "instance": "pacman-lv1", "options": { "time": 901 } });
    assert_eq!(server.post("/api/jobs", &long).refusal(422), "time is 901; it may be 900 at most");
}

#[test]
fn searches_beyond_the_most_are_put_off() {
    let server = Server::start(&["--searches", "1"]);
    let job = server.job(&json!({ "verb": "explore", "instance": FIFTEEN }));
    let stream = server.events(&job);
    for (path, request) in [
        ("/api/solve", json!({ "instance": FIFTEEN })),
        ("/api/jobs", json!({ "verb": "solve", "instance": "pacman-lv1" })),
    ] {
        let busy = server.post(path, &request);
        assert!(busy.refusal(503).starts_with("1 searches are at work"), "{}", busy.body);
        assert_eq!(busy.header("retry-after"), Some("1"));
    }
    // Requests without a search are still answered, and so is a search that takes a moment.
    assert_eq!(server.post("/api/solve", &json!({ "instance": "tank-change" })).status, 200);
    assert_eq!(server.post("/api/show", &json!({ "instance": "pacman-lv1" })).status, 200);
    drop(stream);
    server.wait_for(0, 0);
    assert_eq!(server.post("/api/solve", &json!({ "instance": "tank-change" })).status, 200);
}

#[cfg(unix)]
#[test]
fn it_ends_within_five_seconds_whatever_it_does() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start(&[]);
        let job = server.job(&json!({ "verb": "explore", "instance": FIFTEEN }));
        let mut events = server.events(&job);
        events.wait_for("progress");
        let body = json!({ "instance": FIFTEEN }).to_string();
        let waiting = server.send(&format!("POST /api/solve HTTP/1.1\r\nHost: {}", server.host), &body);
        let mut idle = server.connect();
        idle.write_all(b"GET / HTTP/1.1\r\n").unwrap();
        server.wait_for(2, 1);
        server.signal(signal);
        let status = server.ended_within(Duration::from_secs(5));
        assert_eq!(status.code(), Some(0), "{signal}");
        // Both received what was known so far.
        assert_eq!(events.wait_for("answer")["reason"], "interrupted");
        assert_eq!(Response::read(waiting).json()["reason"], "interrupted");
    }
}

#[test]
fn an_address_that_cannot_be_had_is_one_line() {
    let server = Server::start(&[]);
    let port = server.host.rsplit_once(':').unwrap().1;
    for (args, beginning) in [
        (["serve", "--port", port], format!("tejun: cannot listen at {}: ", server.host)),
        (["serve", "--bind", "example"], "tejun: invalid value 'example' for '--bind <ADDR>'".to_owned()),
        (["serve", "--bind", "192.0.2.1"], "tejun: cannot listen at 192.0.2.1:4567: ".to_owned()),
        (["serve", "--port", "65536"], "tejun: invalid value '65536' for '--port <N>'".to_owned()),
    ] {
        let output = tejun(&args).output().unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(line.starts_with(&beginning) && line.lines().count() == 1, "{line}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}
