//! The traits between a search space and a front end, and what connects them.

pub mod anytime;
pub mod carry;
pub mod conformance;
pub mod family;
pub mod generate;
pub mod grid;
pub mod info;
pub mod instance;
pub mod library;
pub mod move_writer;
pub mod pattern_db_cache;
pub mod play;
pub mod puzzle;
pub mod random_puzzles;
pub mod searches;
pub mod state_graph;
mod step_search;
pub mod whole_file;
pub mod why;
pub mod words;
