//! A server for the test alone, and a client so simple that it can send what no real one would.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::description::assert_response;

/// Longer than anything here takes on a slow machine, and shorter than the time after which a search ends by itself.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub fn tejun(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tejun"));
    // Without this user's atlas.
    command.args(args).env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::null());
    command
}

/// A running server, stopped when dropped.
pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
}

impl Server {
    pub fn start(options: &[&str]) -> Server {
        let args = [&["serve", "--port", "0"], options].concat();
        let mut child = tejun(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line
            .strip_prefix("tejun: http://")
            .and_then(|rest| rest.strip_suffix("/ (Ctrl-C ends it)\n"))
            .unwrap_or_else(|| panic!("it says {line:?}"));
        let host = host.replace("0.0.0.0", "127.0.0.1");
        Server { child, host }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request with this head, completed by the length of its body.
    pub fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!("{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        // A server that refuses may close the connection before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        stream
    }

    /// Sends a request with any method, headers and body, and returns the response.
    pub fn request(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Response {
        let host = format!("Host: {}", self.host);
        let has_host = headers.iter().any(|header| header.starts_with("Host"));
        let host = if has_host { Vec::new() } else { vec![host.as_str()] };
        let headers = [&host[..], headers].concat().join("\r\n");
        let response = Response::read(self.send(&format!("{method} {path} HTTP/1.1\r\n{headers}"), body));
        assert_response(method, path, response.status, &response.body);
        response
    }

    pub fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path, &[], &body.to_string())
    }

    /// Starts a job and returns its path.
    pub fn job(&self, body: &Value) -> String {
        let response = self.post("/api/jobs", body);
        assert_eq!(response.status, 202, "{}", response.body);
        let id = response.json()["job"].as_str().unwrap().to_owned();
        assert!(id.len() == 32 && id.chars().all(|c| c.is_ascii_hexdigit()), "{id}");
        format!("/api/jobs/{id}")
    }

    /// Opens the stream of a job's events.
    pub fn events(&self, job: &str) -> Events {
        let head = format!("GET {job}/events HTTP/1.1\r\nHost: {}", self.host);
        Events { lines: BufReader::new(self.send(&head, "")), name: String::new() }
    }

    /// Waits until the server reports these numbers of searches and jobs.
    pub fn wait_for(&self, searches: u64, jobs: u64) {
        let wanted = json!([searches, jobs]);
        wait_until(&format!("{wanted} searches and jobs"), || {
            let status = self.get("/api/status").json();
            json!([status["searches"], status["jobs"]]) == wanted
        });
    }

    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Waits for the server to end.
    pub fn ended(&mut self) -> ExitStatus {
        wait_until("the server has ended", || self.child.try_wait().unwrap().is_some());
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "still not: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A complete response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn read(mut stream: TcpStream) -> Response {
        let mut bytes = Vec::new();
        // A server that refuses may close the connection while more is being sent.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no response: {text:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find_map(|(key, value)| key.eq_ignore_ascii_case(name).then_some(value))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The message of an error, which must have this status.
    pub fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        let error = &self.json()["error"];
        error["message"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

/// The stream of a job's events.
pub struct Events {
    lines: BufReader<TcpStream>,
    name: String,
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        for line in self.lines.by_ref().lines().map(Result::unwrap) {
            if let Some(name) = line.strip_prefix("event: ") {
                self.name = name.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((self.name.clone(), serde_json::from_str(data).unwrap()));
            }
        }
        None
    }
}

impl Events {
    /// Returns the first event with this name.
    pub fn wait_for(&mut self, name: &str) -> Value {
        self.find(|(found, _)| found == name).unwrap_or_else(|| panic!("no event {name}")).1
    }
}
