//! `tejun serve`, the real program, over its socket.

mod access;
mod answers;
mod client;
mod description;
mod docs;
mod generate;
mod jobs;
mod limits;
mod options;

use std::io::Write;

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
    let head = server.request("HEAD", "/", &[], "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    let tag = format!("If-None-Match: {}", page.header("etag").unwrap());
    let known = server.request("GET", "/", &[&tag], "");
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    assert_eq!(server.request("GET", "/", &["If-None-Match: \"other\""], "").status, 200);
    let foreign = server.request("GET", "/", &["Host: example.org"], "");
    for response in [page, known, foreign, server.get("/nothing"), server.get("/api/status")] {
        let policy = response.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'; "), "{policy}");
        assert!(!policy.contains("unsafe"));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ] {
            assert_eq!(response.header(name), Some(value));
        }
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
            server.request(method, path, &[], "{}").error(404);
        }
    }
    let refused = server.request("POST", "/", &[], "");
    assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")));
    for (method, path) in [("GET", "/api/solve"), ("POST", "/api/library"), ("GET", "/api/jobs")] {
        server.request(method, path, &[], "{}").error(405);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_whatever_it_does() {
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
        assert_eq!(server.ended().code(), Some(0), "{signal}");
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
