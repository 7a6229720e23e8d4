//! The cost of requests over a persistent connection: `cargo bench -p tejun`. Prints the server's memory
//! after each group.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use divan::{Bencher, black_box};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

struct Server {
    child: Child,
    connection: BufReader<TcpStream>,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tejun"));
        command.args(["serve", "--port", "0"]).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim_start_matches("tejun: http://").split('/').next().unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_nodelay(true).unwrap();
        Server { child, connection: BufReader::new(stream) }
    }

    fn post(&mut self, verb: &str, body: &str) -> (u16, Vec<u8>) {
        let stream = self.connection.get_mut();
        let host = stream.peer_addr().unwrap();
        let head =
            format!("POST /api/{verb} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).unwrap();
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.connection.read_line(&mut line).unwrap();
            match line.trim_end().split_once([' ', ':']) {
                Some(("HTTP/1.1", rest)) => status = rest[..3].parse().unwrap(),
                Some((key, value)) if key.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap();
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut answer = vec![0; length];
        self.connection.read_exact(&mut answer).unwrap();
        (status, answer)
    }

    fn mebibytes(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let value = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
        };
        format!("{:?} MiB now, {:?} at most", value("VmRSS:"), value("VmHWM:"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SLIDE: &str = "puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n";

fn optimal_line(server: &mut Server) -> Vec<Value> {
    let (_, answer) = server.post("solve", &json!({ "instance": "heng-dao-li-ma" }).to_string());
    serde_json::from_slice::<Value>(&answer).unwrap()["line"].as_array().unwrap().clone()
}

/// A click: the position after one more move, between 40 and 80 moves into a line.
#[divan::bench]
fn position_one_move_on(bencher: Bencher) {
    let mut server = Server::start();
    let line = optimal_line(&mut server);
    let body = |played: usize| json!({ "instance": "heng-dao-li-ma", "line": line[..played] }).to_string();
    let bodies: Vec<String> = (40..=80).map(body).collect();
    let mut next = bodies.iter().cycle();
    bencher.bench_local(|| assert_eq!(black_box(server.post("position", next.next().unwrap())).0, 200));
}

/// The overhead of the connection and the layers.
#[divan::bench]
fn nothing(bencher: Bencher) {
    let mut server = Server::start();
    bencher.bench_local(|| assert_eq!(black_box(server.post("list", "[]")).0, 400));
}

#[divan::bench(args = [200, 2_000, 19_998], sample_count = 20)]
fn replay(bencher: Bencher, moves: usize) {
    let mut server = Server::start();
    let line: Vec<&str> = ["ar", "al"].into_iter().cycle().take(moves).collect();
    let body = json!({ "instance": SLIDE, "line": line }).to_string();
    bencher.bench_local(|| assert_eq!(black_box(server.post("replay", &body)).0, 200));
    println!("{}", server.mebibytes());
}

/// The most expensive requests that the server accepts.
#[divan::bench(args = ["many pieces", "more pieces", "wide board", "long pieces", "long play"], sample_count = 5)]
fn hostile(bencher: Bencher, what: &str) {
    let mut server = Server::start();
    let packing = |pieces: usize| {
        let rows = "oooo\n".repeat(pieces);
        format!(
            "puzzle = 'packing'\nboard = '''\n{rows}'''\n[[piece]]\nname = 'I'\nshape = 'oooo'\ncount = {pieces}\n"
        )
    };
    let instance = match what {
        "many pieces" => packing(3_900),
        "more pieces" => packing(10_000),
        "wide board" => {
            format!("puzzle = 'sliding'\nboard = '''\n{}'''\n", format!("{}\n", "a.".repeat(64)).repeat(128))
        }
        "long pieces" => {
            format!("puzzle = 'packing'\npieces = '{}'\nboard = '''\nooooo'''\n", "P".repeat(60_000))
        }
        _ => "pacman-great-maze".to_owned(),
    };
    let (verb, line) =
        if what == "long play" { ("replay", ".".repeat(19_998)) } else { ("position", String::new()) };
    let body = json!({ "instance": instance, "line": line }).to_string();
    let mut last = 0;
    bencher.bench_local(|| last = black_box(server.post(verb, &body)).0);
    println!("{last}, {}", server.mebibytes());
}
