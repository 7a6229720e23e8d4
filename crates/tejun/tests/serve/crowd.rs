//! Two hundred clients, ten of which do their best to block the server for the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
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

/// Asks all questions of the honest clients. Each answer counts in `answered`.
async fn honest(host: &str, line: &[Value], answered: &Arc<AtomicUsize>) {
    let mut clients = JoinSet::new();
    for number in 0..HONEST {
        let mut client = Client::new(host);
        let (line, answered) = (line.to_vec(), answered.clone());
        clients.spawn(async move {
            for question in 0..QUESTIONS {
                let played = (number + question) % line.len();
                let body = json!({ "instance": "heng-dao-li-ma", "line": line[..played] });
                let (status, answer) = client.ask("/api/position", &body).await;
                assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
                answered.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    clients.join_all().await;
}

/// Ten hostile clients that go on until dropped. `begun` is notified whenever one is answered, and told how many honest
/// questions were answered meanwhile.
fn hostile(host: &str, answered: &Arc<AtomicUsize>, begun: &Sender<usize>) -> JoinSet<()> {
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
        let (mut client, body) = (Client::new(host), body.clone());
        let (answered, begun) = (answered.clone(), begun.clone());
        clients.spawn(async move {
            loop {
                let before = answered.load(Ordering::Relaxed);
                client.ask(path, &body).await;
                let _ = begun.send(answered.load(Ordering::Relaxed) - before);
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

/// Which of those that wait is next, and that heavy requests leave a place to light ones, is tested where it is decided
/// (`web/gate.rs`); how long an answer takes beside hostile clients is a benchmark.
#[test]
fn ten_hostile_clients_of_two_hundred_keep_none_of_the_others_out() {
    let server = Server::start(&[]);
    let solved = server.post("/api/solve", &json!({ "instance": "heng-dao-li-ma" })).json();
    let line = solved["line"].as_array().unwrap();
    let answered = Arc::new(AtomicUsize::new(0));
    let (begun, has_begun) = channel();
    let (end, ended) = oneshot::channel::<()>();
    let (host, counted) = (server.host.clone(), answered.clone());
    let ten = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let _clients = hostile(&host, &counted, &begun);
            let _ = ended.await;
        });
    });
    has_begun.recv().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(honest(&server.host, line, &answered));
    assert_eq!(answered.load(Ordering::Relaxed), HONEST * QUESTIONS);
    // One more, so that some hostile question was under way in the meantime.
    let beside: usize = has_begun.recv().unwrap() + has_begun.try_iter().sum::<usize>();
    drop(end);
    ten.join().unwrap();
    assert!(beside > 0, "no honest question was answered while a hostile one was");
}
