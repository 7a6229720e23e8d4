//! The answer of `diagnose`: what is wrong with the text of an instance, line by line.

use serde::Serialize;
use tejun_puzzles::{Diagnosis, InputError};

/// What is wrong.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct DiagnoseAnswer {
    diagnostics: Vec<DiagnosticAnswer>,
    /// The characters that its boards may be drawn with, where the text itself says so.
    characters: String,
}

/// An error or a warning.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Diagnostic"))]
pub(super) struct DiagnosticAnswer {
    #[cfg_attr(test, schemars(extend("enum" = ["error", "warning"])))]
    severity: &'static str,
    /// The key whose text it is about.
    key: Option<&'static str>,
    /// The line of that text, from 1.
    line: Option<usize>,
    message: String,
}

/// What is `written` in the source of an instance, if it has one, and why the instance is refused otherwise.
pub fn diagnose(written: Option<(&'static str, Diagnosis)>, refusal: Option<InputError>) -> impl Serialize {
    let (key, Diagnosis { diagnostics, characters }) =
        written.map_or((None, Diagnosis::default()), |(key, diagnosis)| (Some(key), diagnosis));
    let found = diagnostics.into_iter().map(|found| DiagnosticAnswer {
        severity: if found.is_error { "error" } else { "warning" },
        key,
        line: found.line,
        message: found.message,
    });
    let refused = refusal.into_iter().map(|error| DiagnosticAnswer {
        severity: "error",
        key: error.key,
        line: error.place.map(|place| place.row),
        message: error.message,
    });
    DiagnoseAnswer { diagnostics: found.chain(refused).collect(), characters }
}
