//! `serve`: the page and the API behind it, for the user of this machine. Independent of the families.

mod api;
mod app;
mod assets;
mod connections;
mod guard;
mod jobs;
mod lanes;
mod limits;
mod request;
mod response;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::any;
use tejun_api::ApiError;
use tejun_puzzles::Registry;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;

pub(crate) use self::app::App;
use self::connections::accept;
pub(crate) use self::limits::Allowance;
use self::response::ErrorResponse;
use crate::machine;

/// Time given at shutdown to requests being answered.
const GRACE: Duration = Duration::from_secs(2);
/// Time given after that to work still going on, before it is abandoned.
const REST: Duration = Duration::from_secs(1);

/// Threads for standard input and output, and some for requests.
const THREADS: usize = 4;
/// Descriptors of the runtime, a port and a connection.
const DESCRIPTORS: usize = 10;

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
    serve_within(registry, address, Allowance::new(searches), ready)
}

/// The same, with limits of one's own.
///
/// # Errors
/// If it cannot listen at the address.
pub(crate) fn serve_within(
    registry: Registry,
    address: SocketAddr,
    most: Allowance,
    ready: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    let app = Arc::new(App::new(registry, most));
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("cannot listen at {address}"))?;
        let bound = listener.local_addr()?;
        let end = end()?;
        ready(bound)?;
        let router = router(app.clone(), bound);
        let connections = accept(listener, limits::CONNECTIONS, router, end).await;
        app.stop.cancel();
        let _ = timeout(GRACE, connections.shutdown()).await;
        Ok(())
    });
    runtime.shutdown_timeout(REST);
    served
}

/// What runs the tasks of connections, all on the calling thread: each takes milliseconds at most, and whatever takes longer has a
/// thread of its own.
///
/// # Errors
/// If the system lacks the threads or descriptors for it.
pub(crate) fn runtime() -> Result<Runtime> {
    machine::probe(THREADS, DESCRIPTORS)?;
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

fn router(app: Arc<App>, bound: SocketAddr) -> Router {
    let files = any(assets::file).layer(CompressionLayer::new()).with_state(app.clone());
    let router = Router::new()
        .nest("/api", api::routes())
        .route("/api/", any(api::unknown))
        .fallback_service(files)
        .with_state(app)
        .layer(from_fn_with_state(bound, guard::guard))
        .layer(CatchPanicLayer::custom(|_| ErrorResponse::from(ApiError::broken()).into_response()));
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        router.layer(SetResponseHeaderLayer::overriding(name, value))
    })
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
