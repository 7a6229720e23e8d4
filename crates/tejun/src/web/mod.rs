//! `serve`: the page and the API behind it. One idea a file; no family is named here.

mod api;
mod app;
mod assets;
mod guard;
mod jobs;
mod limits;
mod listener;
mod options;
mod question;
mod refusal;
mod verbs;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tejun_puzzles::Registry;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower_http::catch_panic::CatchPanicLayer;

use self::app::App;
use self::limits::Limits;
use self::refusal::Refusal;

/// At the end, requests that are being answered have so long.
const GRACE: Duration = Duration::from_secs(2);
/// After that, what still works has so long before it is left behind.
const REST: Duration = Duration::from_secs(1);

/// What the server says with every response.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// Serves the page at `address` until Ctrl-C or a request to terminate. `ready` is told where it
/// is, with the port that it got. `searches` are worked on at once; by default as many as suit the
/// machine.
///
/// # Errors
/// When the address cannot be listened at.
pub(crate) fn serve(
    registry: Registry,
    address: SocketAddr,
    searches: Option<usize>,
    ready: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    let app = Arc::new(App::new(registry, Limits::new(searches)));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("{address} cannot be listened at"))?;
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
        .fallback(assets::file)
        .with_state(app)
        .layer(from_fn_with_state(bound, guard::guard))
        .layer(CatchPanicLayer::custom(|_| Refusal::broken().into_response()))
        .layer(map_response(async |mut response: Response| {
            for (name, value) in HEADERS {
                let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
                response.headers_mut().insert(name, value);
            }
            response
        }))
}

/// Waits for Ctrl-C or a request to terminate; they are caught from the moment of the call.
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
        // Where the system does not let it be caught, Ctrl-C ends the program as ever.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    Ok(terminate)
}

/// Accepts connections until `end`; then stops all work and gives what is being answered its grace.
async fn accept(listener: TcpListener, router: Router, end: impl Future<Output = ()>, app: &App) {
    let connections = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let ending = watch::Sender::new(());
    let mut end = pin!(end);
    loop {
        let next = async {
            let room = connections.clone().acquire_owned().await.expect("it is never closed");
            (room, listener.accept().await)
        };
        tokio::select! {
            () = &mut end => break,
            (room, accepted) = next => match accepted {
                Ok((stream, _)) => {
                    let (router, ending) = (router.clone(), ending.subscribe());
                    tokio::spawn(async move {
                        connection(stream, router, ending).await;
                        drop(room);
                    });
                }
                // No more files can be opened, or the client has gone: others may have better luck.
                Err(_) => sleep(Duration::from_millis(50)).await,
            },
        }
    }
    drop(listener);
    app.stop.set_all();
    ending.send_replace(());
    let _ = timeout(GRACE, connections.acquire_many(limits::CONNECTIONS as u32)).await;
}

async fn connection(stream: TcpStream, router: Router, mut ending: watch::Receiver<()>) {
    // Answers are written whole: there is nothing to wait for.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::SLOWEST)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut served = pin!(served);
    tokio::select! {
        // What goes wrong with a connection is the client's matter.
        _ = served.as_mut() => {}
        _ = ending.changed() => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}
