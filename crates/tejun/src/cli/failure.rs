//! Failures: one line for people on standard error and, with `--json`, one object for programs on standard output.

use std::io;

use anyhow::Error;
use serde_json::{Map, Value};
use tejun_api::{ApiError, ErrorKind, NameError};
use tejun_puzzles::{InputError, PlayError, SolveError};
use tejun_search::SpillError;

use super::output::{print_json, report_error};
use crate::status::{ExitStatus, StoppedError};

/// Reports why there is no answer.
pub(super) fn fail(error: &Error) -> ExitStatus {
    if is_for_programs() {
        print_failure(&failure(error));
    }
    let status = report_error(&format!("{error:#}"));
    if error.chain().any(|cause| cause.is::<StoppedError>()) { ExitStatus::Stopped } else { status }
}

/// Prints a failure for programs.
pub(super) fn print_failure(failure: &Map<String, Value>) {
    // If it cannot be printed, the exit status remains.
    let _ = print_json(failure);
}

/// Whether a program reads the answers. What is wrong may be the arguments themselves, so they are not parsed. Of
/// processes that share a search, the one that started them speaks.
pub(super) fn is_for_programs() -> bool {
    let given = |option: &str| std::env::args_os().skip(1).any(|argument| argument == option);
    given("--json") && !given("--tied")
}

/// A failure with the keys and the kind that the HTTP API gives it.
pub(super) fn failure(error: &Error) -> Map<String, Value> {
    if let Some(error) = error.chain().find_map(|cause| cause.downcast_ref::<ApiError>()) {
        return error.flat();
    }
    let known = error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref::<InputError>() {
            Some(error.clone().into())
        } else if let Some(error) = cause.downcast_ref::<PlayError>() {
            Some(error.clone().into())
        } else {
            cause.downcast_ref::<SolveError>().map(|error| error.clone().into())
        }
    });
    let whole = || ApiError::impossible(kind(error), format!("{error:#}"));
    known.unwrap_or_else(whole).flat()
}

/// The kind of a failure whose message says everything.
fn kind(error: &Error) -> ErrorKind {
    let of = |cause: &(dyn std::error::Error + 'static)| {
        if let Some(error) = cause.downcast_ref::<ApiError>() {
            Some(error.kind())
        } else if cause.is::<StoppedError>() {
            Some(ErrorKind::Limit)
        } else if cause.is::<NameError>() {
            Some(ErrorKind::Instance)
        } else if cause.is::<io::Error>() || cause.is::<SpillError>() {
            Some(ErrorKind::File)
        } else {
            is_of_cluster(cause).then_some(ErrorKind::Unavailable)
        }
    };
    error.chain().find_map(of).unwrap_or(ErrorKind::Usage)
}

/// Whether processes did not find each other, or lost one.
fn is_of_cluster(cause: &(dyn std::error::Error + 'static)) -> bool {
    #[cfg(feature = "cluster")]
    type Of = tejun_cluster::ClusterError;
    // Which nothing is.
    #[cfg(not(feature = "cluster"))]
    type Of = std::convert::Infallible;
    cause.is::<Of>()
}
