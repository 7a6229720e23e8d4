//! The command line of tejun as a library. [`run`] with a registry of your own families makes a program that
//! can do with them everything that tejun does with its own.

mod cli;
mod data;
mod family_verbs;
mod machine;
#[cfg(feature = "mcp")]
mod mcp;
mod page;
mod program;
mod source;
mod status;
mod web;

pub use cli::run;
pub use web::serve;

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
