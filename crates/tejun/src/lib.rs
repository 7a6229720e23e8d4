//! The command line of tejun, as a library: [`run`] with a registry of one's own families is a
//! program that can do with them whatever tejun can do with its own.

mod answers;
mod cli;
mod data;
mod draw;
mod family_verbs;
mod library;
mod machine;
mod source;
mod status;
mod units;
mod web;

pub use cli::run;
pub use web::serve;

/// The README: its example has to be right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
