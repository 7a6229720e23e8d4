//! Open connections: a limited number, and slow clients cannot hold them.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;

use super::limits;

/// Accepts connections until `end`, at most `most` at a time. Returns those still open.
pub(super) async fn accept(
    listener: TcpListener,
    most: usize,
    router: Router,
    end: impl Future<Output = ()>,
) -> GracefulShutdown {
    let permits = Arc::new(Semaphore::new(most));
    let open = GracefulShutdown::new();
    let mut end = pin!(end);
    loop {
        let next = async {
            let permit = permits.clone().acquire_owned().await.expect("it is never closed");
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! { () = &mut end => return open, next = next => next };
        let Ok((stream, _)) = accepted else {
            // Out of file descriptors, or the client has gone: try again soon.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Answers are written in one go, so there is nothing to wait for.
        let _ = stream.set_nodelay(true);
        let served = open.watch(connection(stream, router.clone()));
        tokio::spawn(async move {
            // Errors of a connection are the client's problem.
            let _ = served.await;
            drop(permit);
        });
    }
}

/// Serves the requests of a connection. It closes if the client is too slow to send a head, the first or the
/// next, or to read: then writing comes to a standstill.
fn connection(
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    router: Router,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits::CLIENT_TIMEOUT));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::CLIENT_TIMEOUT)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router))
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::io::ErrorKind;

    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::time::timeout;

    use super::*;
    use crate::web::request::RequestBody;

    /// What a connection of 64 bytes answers until it closes to a client that sends this, and then a byte a
    /// second.
    async fn drip(beginning: &str) -> String {
        let router = Router::new().route("/", post(async |_: RequestBody| ()));
        let (client, server) = tokio::io::duplex(64);
        let served = tokio::spawn(connection(server, router));
        let (mut reader, mut writer) = tokio::io::split(client);
        writer.write_all(beginning.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let dripping = async {
            while writer.write_all(b"x").await.is_ok() {
                sleep(Duration::from_secs(1)).await;
            }
            pending().await
        };
        tokio::select! { read = reader.read_to_string(&mut answer) => drop(read.unwrap()), () = dripping => {} }
        let _ = served.await.unwrap();
        answer
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_arrives_byte_by_byte_is_cut_off() {
        assert_eq!(drip("POST / HTTP/1.1\r\nX: ").await, "");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_arrives_byte_by_byte_is_refused() {
        let answer = drip("POST / HTTP/1.1\r\nContent-Length: 99\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_disconnected() {
        let router = Router::new().route("/", get(async || "x".repeat(1 << 20)));
        let (mut client, server) = tokio::io::duplex(64);
        client.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
        let served = timeout(2 * limits::CLIENT_TIMEOUT, connection(server, router)).await;
        assert!(served.is_ok_and(|served| served.is_err()));
    }

    async fn send(stream: &mut TcpStream) {
        stream.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    }

    async fn receive(stream: &mut TcpStream) {
        let mut bytes = [0; 4096];
        let length = stream.read(&mut bytes).await.unwrap();
        assert!(bytes[..length].starts_with(b"HTTP/1.1 200 "));
    }

    #[tokio::test]
    async fn a_connection_beyond_the_most_waits_until_another_closes() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(async || "here"));
        tokio::spawn(accept(listener, 1, router, pending()));
        let mut first = TcpStream::connect(address).await.unwrap();
        let mut second = TcpStream::connect(address).await.unwrap();
        send(&mut second).await;
        // One thread runs all tasks, so the server has had its turns.
        for _ in 0..10 {
            send(&mut first).await;
            receive(&mut first).await;
        }
        assert_eq!(second.try_read(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock);
        drop(first);
        receive(&mut second).await;
    }
}
