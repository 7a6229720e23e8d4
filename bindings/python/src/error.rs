//! `tejun.TejunError`, which all refusals are.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tejun_api::ApiError;

/// The exception for a refusal of the API, whose kind is one of those of the HTTP API.
pub(crate) fn refused(py: Python, kind: &str, error: impl Into<ApiError>) -> PyErr {
    static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let text = error.into().json().to_string();
    let exception = ERROR
        .import(py, "tejun._error", "TejunError")
        .and_then(|class| class.call_method1("_from_json", (kind, text)));
    exception.map_or_else(|failed| failed, PyErr::from_value)
}

/// The exception for a refusal that says itself of which kind it is.
pub(crate) fn refused_as_is(py: Python, error: ApiError) -> PyErr {
    let kind = error.json()["kind"].as_str().unwrap_or_default().to_owned();
    refused(py, &kind, error)
}

/// The exception for a call that has no such form.
pub(crate) fn usage(py: Python, message: impl Into<String>) -> PyErr {
    refused(py, "usage", ApiError::malformed(message))
}
