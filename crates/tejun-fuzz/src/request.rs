//! The API over HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{LazyLock, mpsc};
use std::thread;

use serde_json::{Map, Value, json};

use crate::input::{REGISTRY, one_line};

/// A server in this process.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (ready, started) = mpsc::channel();
    thread::spawn(move || {
        let ready = |address| Ok(ready.send(address)?);
        tejun::serve(tejun_puzzles::Registry::standard(), ([127, 0, 0, 1], 0).into(), Some(4), ready)
    });
    LazyLock::force(&REGISTRY);
    started.recv().expect("the server should start")
});

/// Posts `PATH LF BODY` to the API. The server answers or refuses as docs/api.md says, and never breaks.
/// Searches get little time.
pub(crate) fn request(data: &[u8]) {
    let Some(at) = data.iter().position(|&byte| byte == b'\n') else { return };
    let (path, body) = (&data[..at], &data[at + 1..]);
    let plain = |path: &&str| path.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/');
    let Some(path) = str::from_utf8(path).ok().filter(plain) else { return };
    let (status, answer) = options("POST", path, &hurried(body));
    assert!(matches!(status, 200 | 202 | 400 | 404 | 405 | 413 | 422 | 503), "{status}: {answer}");
    assert_eq!(answer["api"], 1, "{answer}");
    if status >= 400 {
        one_line(answer["error"]["message"].as_str().expect("an error says why"));
        assert!(answer["kind"].is_string(), "{answer}");
    }
    if let Some(job) = answer["job"].as_str() {
        assert_eq!(options("DELETE", &format!("jobs/{job}"), b"").0, 200);
    }
}

/// The body, with options that make searches end soon.
fn hurried(body: &[u8]) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(body) else { return body.to_vec() };
    let Value::Object(object) = &mut value else { return body.to_vec() };
    let options = object.entry("options").or_insert(Value::Null);
    if options.is_null() {
        *options = Value::Object(Map::new());
    }
    if let Value::Object(options) = options {
        for (name, most) in [("time", json!(0.1)), ("states", json!(1000)), ("memory", json!(8 << 20))] {
            options.insert(name.to_owned(), most);
        }
    }
    value.to_string().into_bytes()
}

/// Sends a request and reads the answer, which must be JSON.
fn options(method: &str, path: &str, body: &[u8]) -> (u16, Value) {
    let address = *SERVER;
    let mut stream = TcpStream::connect(address).expect("the server should listen");
    let length = body.len();
    // In HTTP/1.0 the answer ends with the connection.
    let head =
        format!("{method} /api/{path} HTTP/1.0\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n");
    // A server that refuses a request may close the connection before it has read everything.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server should answer");
    let answer = String::from_utf8(answer).expect("the answer should be UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("the answer should have a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("it has a status");
    (status, serde_json::from_str(body).unwrap_or_else(|error| panic!("{status}, {error}: {body}")))
}
