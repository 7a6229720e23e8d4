//! What handlers take from a request.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use tejun_api::{ApiError, ErrorKind};
use tokio::time::timeout;

use super::limits;
use super::response::ErrorResponse;

/// The whole body, extracted within the limits of its size and of time.
pub(super) struct RequestBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RequestBody {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ErrorResponse> {
        // Of the whole body: tower-http's `RequestBodyTimeout` would let one arrive byte by byte.
        match timeout(limits::CLIENT_TIMEOUT, Bytes::from_request(request, state)).await {
            Ok(Ok(body)) => Ok(RequestBody(body)),
            Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::too_large().into())
            }
            Ok(Err(rejection)) => {
                Err(ApiError::new(rejection.status().as_u16(), ErrorKind::Usage, rejection.body_text())
                    .into())
            }
            Err(_) => Err(ApiError::new(408, ErrorKind::Usage, "the body did not come in time").into()),
        }
    }
}
