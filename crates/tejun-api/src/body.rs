//! The bodies of requests.

use serde_json::{Map, Value};

use crate::error::ApiError;

/// Parses a body that is one JSON object.
///
/// # Errors
/// If it is not.
pub(crate) fn object(body: &[u8]) -> Result<Map<String, Value>, ApiError> {
    let value = serde_json::from_slice(body)
        .map_err(|error| ApiError::malformed(format!("the body is not JSON: {error}")))?;
    let Value::Object(object) = value else {
        return Err(ApiError::malformed(
            "the body is not a JSON object, as in {\"instance\": \"heng-dao-li-ma\"}",
        ));
    };
    Ok(object)
}
