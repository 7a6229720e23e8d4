//! Two hundred clients, ten of which do their best to block the server for the others.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::FIFTEEN;
use crate::client::Server;

const HONEST: usize = 190;
/// Number of questions of each honest client.
const QUESTIONS: usize = 8;

/// A client with a persistent connection.
struct Client {
    host: String,
    connection: Option<BufReader<TcpStream>>,
}

impl Client {
    fn new(host: &str) -> Self {
        Client { host: host.to_owned(), connection: None }
    }

    /// Repeats a request until it is answered, reconnecting if the connection was closed for another.
    async fn ask(&mut self, path: &str, body: &Value) -> (u16, Vec<u8>) {
        loop {
            if let Ok(answer) = self.try_ask(path, body).await {
                return answer;
            }
            self.connection = None;
        }
    }

    async fn try_ask(&mut self, path: &str, body: &Value) -> std::io::Result<(u16, Vec<u8>)> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(BufReader::new(TcpStream::connect(&self.host).await?)),
        };
        let body = body.to_string();
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n", self.host, body.len());
        connection.get_mut().write_all((head + &body).as_bytes()).await?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if connection.read_line(&mut line).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            match line.trim_end().split_once([' ', ':']) {
                Some(("HTTP/1.1", rest)) => status = rest[..3].parse().unwrap(),
                Some((key, value)) if key.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap()
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut answer = vec![0; length];
        connection.read_exact(&mut answer).await?;
        Ok((status, answer))
    }
}

/// The median time that honest clients wait for an answer.
async fn median(host: &str, line: &[Value]) -> Duration {
    let mut clients = JoinSet::new();
    for number in 0..HONEST {
        let mut client = Client::new(host);
        let line = line.to_vec();
        clients.spawn(async move {
            let mut times = Vec::new();
            for question in 0..QUESTIONS {
                let played = (number + question) % line.len();
                let body = json!({ "instance": "heng-dao-li-ma", "line": line[..played] });
                let start = Instant::now();
                let (status, _) = client.ask("/api/position", &body).await;
                times.push(start.elapsed());
                assert_eq!(status, 200);
            }
            times
        });
    }
    let mut times = clients.join_all().await.concat();
    times.sort();
    times[times.len() / 2]
}

/// Ten hostile clients that go on until dropped. `begun` is notified when the first is answered.
fn hostile(host: &str, begun: Sender<()>) -> JoinSet<()> {
    let mut clients = JoinSet::new();
    let replay = {
        let line: Vec<&str> = ["ar", "al"].into_iter().cycle().take(19_998).collect();
        json!({ "instance": "puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n", "line": line })
    };
    let explore = json!({ "verb": "explore", "instance": FIFTEEN });
    let steps = json!({ "verb": "steps", "instance": "pentominoes:6x10" });
    for (path, body) in [
        ("/api/replay", &replay),
        ("/api/replay", &replay),
        ("/api/replay", &replay),
        ("/api/solve", &json!({ "instance": FIFTEEN })),
        ("/api/jobs", &explore),
        ("/api/jobs", &steps),
    ] {
        let (mut client, body, begun) = (Client::new(host), body.clone(), begun.clone());
        clients.spawn(async move {
            loop {
                client.ask(path, &body).await;
                let _ = begun.send(());
            }
        });
    }
    // Two send as slowly as they can, byte by byte; two fill the connection table and send nothing more.
    for beginning in
        ["POST /api/solve HTTP/1.1\r\nX: ", "POST /api/solve HTTP/1.1\r\nContent-Length: 9\r\nX: ", "", ""]
    {
        let host = host.to_owned();
        clients.spawn(async move {
            let mut open = std::collections::VecDeque::new();
            loop {
                let Ok(mut stream) = TcpStream::connect(&host).await else { continue };
                let _ = stream.write_all(beginning.as_bytes()).await;
                open.push_back(stream);
                if open.len() > 100 {
                    open.pop_front();
                }
                for stream in open.iter_mut().filter(|_| !beginning.is_empty()) {
                    let _ = stream.write_all(b"x").await;
                }
                tokio::task::yield_now().await;
            }
        });
    }
    clients
}

#[test]
fn ten_hostile_clients_of_two_hundred_hardly_delay_the_others() {
    let server = Server::start(&[]);
    let solved = server.post("/api/solve", &json!({ "instance": "heng-dao-li-ma" })).json();
    let line = solved["line"].as_array().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // The machine may be busy with other work, so the best of each kind counts, and a bad try is repeated.
    let mut tries: Vec<(Duration, Duration)> = Vec::new();
    loop {
        let quiet = runtime.block_on(median(&server.host, line));
        let host = server.host.clone();
        let (begun, has_begun) = std::sync::mpsc::channel();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let ten = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let _clients = hostile(&host, begun);
                let _ = ended.await;
            });
        });
        has_begun.recv().unwrap();
        let disturbed = runtime.block_on(median(&server.host, line));
        drop(end);
        ten.join().unwrap();
        tries.push((quiet, disturbed));
        let quiet = tries.iter().map(|&(quiet, _)| quiet).min().unwrap();
        let disturbed = tries.iter().map(|&(_, disturbed)| disturbed).min().unwrap();
        if disturbed <= 3 * quiet + Duration::from_millis(50) {
            return;
        }
        assert!(tries.len() < 20, "{disturbed:?} instead of {quiet:?}: {tries:?}");
    }
}
