//! Searches of implicit graphs, with proofs: of puzzles and similar problems.
//!
//! Say from which states to start and which successors a state has, and [`Search`] finds a shortest or cheapest path, all of
//! them, every exit, or explores the whole space. It says whether there is no solution, which is proved, or whether it
//! stopped before it could tell; it keeps to limits of memory and time; and its answers depend neither on the number of
//! threads nor on chance.
//!
//! ```
//! use tejun_search::{Search, graph};
//!
//! let knight = graph([(0_u8, 0_u8)], |&(x, y)| {
//!     let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
//!     let on_board = |at: &(u8, u8)| at.0 < 8 && at.1 < 8;
//!     jumps.map(|(right, up)| (x.wrapping_add_signed(right), y.wrapping_add_signed(up))).into_iter().filter(on_board)
//! });
//! let line = Search::new(&knight.goal(|&at| at == (7, 7))).shortest()?;
//! assert_eq!(line.cost, 6);
//! # Ok::<(), tejun_search::SearchError>(())
//! ```
//!
//! | what is searched | described by | searches |
//! |---|---|---|
//! | an implicit graph | [`graph`], or the trait [`Space`] | the methods of [`Search`] |
//! | positions numbered without gaps | [`ranked::Ranked`] | [`ranked::Reached`], two bits a position |
//! | states in layers, paths with a score | [`layered::Layered`] | [`layered::beam`], [`layered::exact`], [`layered::Exact`] |
//! | cells to be covered by masks | [`tiling::Tiling`] | [`fillings`](tiling::Tiling::fillings), [`count`](tiling::Tiling::count), [`steps`](tiling::Tiling::steps) |
//!
//! [`graph`] takes closures. The trait is for whoever wants all the speed there is, names of moves that depend on more than
//! the state, or a space with parameters; a [`Graph`] is nothing but one of its implementations. States are integers, arrays
//! and tuples of them, or structs that derive [`Packed`]; states of any other type are [numbered](Graph::interned).
//!
//! [`check_space`] tests what a space must guarantee. [`Pruned`] is a space without its hopeless states, for any of these
//! searches; [`pattern`] computes bounds from an abstraction of the space.
//!
//! # Features
//!
//! All are on by default; a program that searches in memory compiles faster without the last two.
//!
//! * `derive`: `#[derive(Packed)]`.
//! * `disk`: [`Search::spill`].
//! * `peers`: [`Search::peers`].

mod bfs;
mod big_count;
mod check;
mod collections;
mod dfs;
mod graph;
mod heuristic;
pub mod layered;
mod limits;
mod outcome;
mod peers;
pub mod ranked;
mod request;
mod runtime;
mod search;
mod space;
#[cfg_attr(
    any(target_family = "wasm", not(feature = "disk")),
    allow(dead_code, unused_imports, reason = "a module has no files")
)]
mod spill;
mod state;
pub mod tiling;
pub mod tour;

pub use bfs::Explored;
pub use big_count::BigCount;
pub use check::{SpaceError, check_space};
pub use graph::{Graph, Interned, Step, graph};
pub use heuristic::Featured;
pub use limits::{Limits, Progress, StopReason, Unwatched, Watch};
pub use outcome::{Answer, Outcome, Proof, Stats};
#[cfg(feature = "peers")]
pub use peers::Peers;
pub use request::Request;
pub use runtime::workspace::Workspace;
pub use search::{
    ByCost, ByMoves, CancelToken, Exit, Exits, Search, SearchError, SearchErrorKind, Searchable,
    ShortestLines, Solution,
};
pub use space::{Cost, Moves, Path, PathOf, Pruned, Space, SpaceAdapter};
#[cfg(feature = "disk")]
pub use spill::{Scratch, Spill, SpillError, SpillStatus};
pub use state::{Fields, Key, Packed, Pod};
#[cfg(feature = "derive")]
pub use tejun_search_derive::Packed;

/// Pattern databases: lower bounds computed from an abstraction of a space.
pub mod pattern {
    pub use crate::heuristic::{Arrangements, Pattern, PatternDatabase, PatternError, check_pattern};
}

/// Runs the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
