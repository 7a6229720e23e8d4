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
mod units;
mod web;

pub use cli::run;
