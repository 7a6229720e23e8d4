//! Requests about puzzles, and their answers in JSON: what `docs/api.md` describes, without any way to send
//! them. The server of tejun answers HTTP requests with an [`Engine`], its page without a server keeps one in
//! a worker, and the command line prints the same [`answers`].
//!
//! An [`Engine`] starts no thread, reads no clock and opens no file of its own; who runs it decides that.

pub mod answers;
mod api_request;
mod body;
mod clock;
pub mod draw;
mod endpoints;
mod engine;
mod error;
mod error_kind;
pub mod explain;
mod generate;
mod library;
mod limited_writer;
pub mod limits;
mod names;
mod options;
mod puzzle_cache;
mod refusal;
mod reporter;
mod requests;
pub mod units;
mod versioned;
mod walk;

pub use clock::{Clock, Now, Stop};
pub use endpoints::{Endpoint, endpoint, searching_verbs};
pub use engine::Engine;
pub use error::ApiError;
pub use error_kind::ErrorKind;
pub use generate::Drawing;
pub use library::{Library, Named};
pub use names::{NameError, named};
pub use options::{RequestOptions, Takes, means};
pub use refusal::{read_move, refuse_unless_can};
pub use reporter::ProgressReporter;
pub use requests::{Job, STEPS, Search, Task};
pub use versioned::{API, Versioned, versioned};
pub use walk::{Advance, Walk, wanted};

/// The description of the HTTP API in OpenAPI 3.1: `docs/openapi.json`. The tests of this crate make it of its types.
pub const OPENAPI: &str = include_str!("../openapi.json");

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
