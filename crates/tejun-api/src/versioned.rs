//! The version of the answers, which comes first in each.

use serde::Serialize;

/// The version of requests and answers. It grows when a key changes its meaning or goes, not when keys are added.
pub const API: u32 = 1;

/// An answer behind its version.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "{T}", description = ""))]
pub struct Versioned<T> {
    /// The version of the API.
    #[cfg_attr(test, schemars(extend("const" = API)))]
    api: u32,
    #[serde(flatten)]
    answer: T,
}

/// Puts the version in front of the keys of an answer, which is a struct or a map.
pub fn versioned<T: Serialize>(answer: T) -> Versioned<T> {
    Versioned { api: API, answer }
}
