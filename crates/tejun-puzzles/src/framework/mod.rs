//! The traits between a search space and a front end, and what connects them.

pub(crate) mod carry;
pub mod conformance;
pub(crate) mod family;
pub(crate) mod generate;
pub(crate) mod grid;
pub(crate) mod info;
pub(crate) mod instance;
pub(crate) mod library;
pub(crate) mod move_writer;
pub(crate) mod pattern_db_cache;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod random_puzzles;
pub(crate) mod registry;
pub(crate) mod searches;
pub(crate) mod state_graph;
pub(crate) mod whole_file;
pub(crate) mod words;
