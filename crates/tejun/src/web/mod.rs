//! `serve`: the page and the API behind it, one idea per file, independent of the families.

mod api;
mod app;
mod assets;
mod clock;
mod connections;
mod gate;
mod guard;
mod job_routes;
mod jobs;
mod limits;
mod peer;
mod receive;
mod refused;
mod reply;
mod searches;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tejun_api::Refusal;
use tejun_puzzles::Registry;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use self::app::App;
use self::connections::{Connection, Connections};
use self::limits::Allowance;
use self::refused::Refused;

/// Time given at shutdown to requests being answered.
const GRACE: Duration = Duration::from_secs(2);
/// Time given after that to work still going on, before it is abandoned.
const REST: Duration = Duration::from_secs(1);

/// Headers of every response.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// Serves the page at `address` until Ctrl-C or a request to terminate. Calls `ready` with the actual
/// address, including the port. At most `searches` searches run at once; the default suits the machine.
///
/// # Errors
/// If it cannot listen at the address.
pub fn serve(
    registry: Registry,
    address: SocketAddr,
    searches: Option<usize>,
    ready: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    let app = Arc::new(App::new(registry, Allowance::new(searches)));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("cannot listen at {address}"))?;
        let bound = listener.local_addr()?;
        let end = end()?;
        ready(bound)?;
        accept(listener, router(app.clone(), bound), end, &app).await;
        Ok(())
    });
    runtime.shutdown_timeout(REST);
    served
}

fn router(app: Arc<App>, bound: SocketAddr) -> Router {
    Router::new()
        .nest("/api", api::routes())
        .route("/api/", any(api::unknown))
        .fallback_service(any(assets::file).layer(CompressionLayer::new()))
        .with_state(app)
        .layer(from_fn_with_state(bound, guard::guard))
        .layer(CatchPanicLayer::custom(|_| Refused::from(Refusal::broken()).into_response()))
        .layer(map_response(async |mut response: Response| {
            for (name, value) in HEADERS {
                let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
                response.headers_mut().insert(name, value);
            }
            response
        }))
}

/// Waits for Ctrl-C or a request to terminate. Signals are caught from the moment of the call.
fn end() -> Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        async move {
            tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        }
    };
    #[cfg(not(unix))]
    let terminate = async {
        // If Ctrl-C cannot be caught, it ends the program as usual.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    Ok(terminate)
}

/// Accepts connections until `end`, then stops all work and gives requests being answered their grace period.
async fn accept(listener: TcpListener, router: Router, end: impl Future<Output = ()>, app: &App) {
    let connections = Connections::new(limits::CONNECTIONS);
    let mut end = pin!(end);
    loop {
        let next = async {
            let (stream, address) = listener.accept().await?;
            Ok::<_, std::io::Error>((stream, connections.admit(address.into()).await))
        };
        tokio::select! {
            () = &mut end => break,
            accepted = next => match accepted {
                Ok((stream, connection)) => {
                    // Answers are written in one go, so there is nothing to wait for.
                    let _ = stream.set_nodelay(true);
                    tokio::spawn(serve_connection(stream, connection, router.clone(), app.stop.clone()));
                }
                // Out of file descriptors, or the client has gone: try again soon.
                Err(_) => sleep(Duration::from_millis(50)).await,
            },
        }
    }
    drop(listener);
    app.stop.cancel();
    let _ = timeout(GRACE, connections.closed()).await;
}

async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite,
    connection: Connection,
    router: Router,
    ending: CancellationToken,
) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits::SLOWEST));
    let hang_up = connection.hang_up.clone();
    let router = router.layer(from_fn(note_work)).layer(Extension(Arc::new(connection)));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::SLOWEST)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    let mut served = pin!(served);
    tokio::select! {
        // Errors of a connection are the client's problem.
        _ = served.as_mut() => {}
        () = hang_up.cancelled() => {}
        () = ending.cancelled() => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

/// Marks a connection as busy from its request to the end of the response.
async fn note_work(
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    connection.works();
    let response = next.run(request).await;
    let work = AtWork(connection);
    response.map(|body| reply::holding(work, body))
}

/// Marks the connection as busy while it lives.
struct AtWork(Arc<Connection>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.idles();
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
    use tokio::task::JoinHandle;
    use tokio::time::Instant;

    use super::*;

    /// Runs `test` on a clock that jumps ahead whenever all tasks wait.
    fn on_a_fast_clock(test: impl Future<Output = ()>) {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().start_paused(true).build().unwrap().block_on(test);
    }

    /// One end of a connection with a buffer of a few bytes, and the task at the other end.
    async fn connected() -> (DuplexStream, JoinHandle<()>) {
        let app = Arc::new(App::new(Registry::standard(), Allowance::new(None)));
        let address = SocketAddr::from(([127, 0, 0, 1], 80));
        let connection = Connections::new(1).admit(address.into()).await;
        let (client, server) = tokio::io::duplex(64);
        let served = serve_connection(server, connection, router(app.clone(), address), app.stop.clone());
        (client, tokio::spawn(served))
    }

    #[test]
    fn a_client_that_does_not_read_is_hung_up_on() {
        on_a_fast_clock(async {
            let (mut client, served) = connected().await;
            let start = Instant::now();
            client.write_all(b"GET /play.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").await.unwrap();
            served.await.unwrap();
            assert_eq!(start.elapsed().as_secs(), limits::SLOWEST.as_secs());
        });
    }

    #[test]
    fn a_client_that_sends_nothing_or_too_slowly_is_hung_up_on() {
        on_a_fast_clock(async {
            let (_idle, served) = connected().await;
            let start = Instant::now();
            served.await.unwrap();
            assert_eq!(start.elapsed().as_secs(), limits::SLOWEST.as_secs());
            let (mut client, served) = connected().await;
            let head = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n";
            client.write_all(head).await.unwrap();
            let mut answer = String::new();
            client.read_to_string(&mut answer).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
            served.await.unwrap();
        });
    }
}
