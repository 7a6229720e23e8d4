//! Receives requests: their bodies and senders.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use tejun_api::Refusal;
use tokio::time::timeout;

use super::connections::Connection;
use super::limits;
use super::peer::Peer;

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
            Err(Refusal::too_large())
        }
        Ok(Err(rejection)) => Err(Refusal::new(rejection.status().as_u16(), rejection.body_text())),
        Err(_) => Err(Refusal::new(408, "the body did not come in time")),
    }
}

/// The connection of a request.
pub(super) fn connection(request: &Request) -> Arc<Connection> {
    request.extensions().get::<Arc<Connection>>().expect("every request comes by one").clone()
}
