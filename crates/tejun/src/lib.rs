//! The command line of tejun as a library. [`run`] with a registry of your own families makes a program that
//! can do with them everything that tejun does with its own.
//!
//! The features, all of them default, are what takes long to compile: `serve` (the page and the HTTP API), `cluster` (searches on
//! several processes) and `terminal` (`play`, and `solve --watch`). The help of a program without one does not offer its verbs.

#![cfg_attr(docsrs, feature(doc_cfg))]

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
#[cfg(feature = "serve")]
mod web;

pub use cli::run;
#[cfg(feature = "serve")]
pub use web::serve;

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
