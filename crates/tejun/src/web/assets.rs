//! Serves the files of the page.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::app::App;
use crate::page::files::{self, OFFLINE};

/// Responds with the file at the request's path; the root is `index.html`.
pub(super) async fn file(State(app): State<Arc<App>>, request: Request) -> Response {
    let path = request.uri().path();
    let path = if path == "/" { "index.html" } else { path.strip_prefix('/').unwrap_or(path) };
    let Some(file) = files::sent(path, &app.title).filter(|_| !path.starts_with(OFFLINE)) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let headers = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, headers, "Files can only be read.\n").into_response();
    }
    let hash: String = file.hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak, because the same file may be sent compressed.
    let tag = format!("W/\"{hash}\"");
    let status = if is_known(request.headers(), &tag) { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body = if status == StatusCode::OK { Body::from(file.data) } else { Body::empty() };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, HeaderValue::try_from(tag).expect("a hash is a header"));
    response
}

/// Whether the client already has the file with this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = known.flat_map(|tags| tags.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known == tag)
}

fn mime(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
