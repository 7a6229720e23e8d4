//! Receives requests: their bodies and senders.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::connections::Connection;
use super::limits;
use super::peer::Peer;
use super::refusal::Refusal;

/// The body of a request and its sender.
pub(super) struct Sent {
    pub peer: Peer,
    pub body: Bytes,
}

/// Receives the whole body of a request.
///
/// # Errors
/// If it is too large or comes too slowly.
pub(super) async fn receive(request: Request) -> Result<Sent, Refusal> {
    let connection = connection(&request);
    connection.idles();
    let received = timeout(limits::SLOWEST, Bytes::from_request(request, &())).await;
    connection.works();
    match received {
        Ok(Ok(body)) => Ok(Sent { peer: connection.peer, body }),
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let most = limits::BODY;
            Err(Refusal::new(rejection.status(), format!("the body is larger than {most} bytes")))
        }
        Ok(Err(rejection)) => Err(Refusal::new(rejection.status(), rejection.body_text())),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")),
    }
}

/// The connection of a request.
pub(super) fn connection(request: &Request) -> Arc<Connection> {
    request.extensions().get::<Arc<Connection>>().expect("every request comes by one").clone()
}

/// Parses a body that is one JSON object.
///
/// # Errors
/// If it is not.
pub(super) fn object(body: &[u8]) -> Result<Map<String, Value>, Refusal> {
    let value = serde_json::from_slice(body)
        .map_err(|error| Refusal::malformed(format!("the body is not JSON: {error}")))?;
    let Value::Object(object) = value else {
        return Err(Refusal::malformed(
            "the body is not a JSON object, as in {\"instance\": \"heng-dao-li-ma\"}",
        ));
    };
    Ok(object)
}
