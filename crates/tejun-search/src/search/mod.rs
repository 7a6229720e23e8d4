//! The front door: one builder for every search of a graph.

mod between;
mod breadth_first;
mod error;
mod guided;
mod keyed;
mod lines;
mod options;
mod run;
mod searchable;
mod solution;
mod watchers;

pub use breadth_first::Exit;
pub use error::{SearchError, SearchErrorKind};
pub use keyed::Codec;
pub use lines::ShortestLines;
pub use options::Search;
pub use run::{ByCost, ByMoves};
pub use searchable::Searchable;
pub use solution::{Exits, Solution};
pub use watchers::CancelToken;
