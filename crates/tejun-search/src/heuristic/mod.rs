//! Searches for a cheapest path through a [`Space`](crate::Space), guided by its bound, and pattern
//! databases, which give good bounds.
//!
//! | search | memory | when |
//! |---|---|---|
//! | [`astar`] | every state reached | the states fit into memory |
//! | [`dijkstra`] | every state reached | nothing is known ahead |
//! | [`idastar`] | one path | a good, fast bound, few cycles, and few different costs of paths |
//! | [`novelty_first`] | every state reached | any path will do, and there is a rough distance |
//! | [`novelty_beam`], [`shortest_near`] | as many states as wanted | any path will do |
//!
//! The first three are exact: a path that they return is a cheapest one, and the bound of their answer holds however
//! they ended. Only [`novelty_beam`] runs on more than one thread; the others ignore
//! [`Request::threads`](crate::Request::threads).

mod astar;
mod beam;
mod candidates;
mod check_pattern;
mod costed_path;
mod database;
mod filter;
mod idastar;
mod index;
mod narrow;
mod near;
mod nodes;
mod novelty;
mod novelty_beam;
mod novelty_first;
mod open;
mod pattern;

pub(crate) use astar::{astar, dijkstra};
pub(crate) use beam::beam;
pub use check_pattern::{PatternError, check_pattern};
pub(crate) use costed_path::Costed;
pub use database::PatternDatabase;
pub(crate) use idastar::idastar;
pub(crate) use near::shortest_near;
pub use novelty::Featured;
pub(crate) use novelty_beam::novelty_beam;
pub(crate) use novelty_first::novelty_first;
pub use pattern::{Arrangements, Pattern};
