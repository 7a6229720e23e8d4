//! What is wrong, in a word that programs can rely on.

use serde::Serialize;

/// The kinds of errors. Others may be added only with another version of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// The request or the command line has no such form: an unknown path, verb, key or option, a value of the wrong
    /// type, or options that exclude each other.
    Usage,
    /// There is no such instance, or its text is invalid.
    Instance,
    /// A move of the line is illegal.
    Line,
    /// The puzzle, or its family, has no answer to that question.
    Unsupported,
    /// More is asked for than is served: size, time, memory or length.
    Limit,
    /// A file or a directory cannot be read or written.
    File,
    /// The request comes from where none may come from.
    Forbidden,
    /// Not now: too much is going on, or another process is lost.
    Unavailable,
    /// A bug in tejun.
    Internal,
}
