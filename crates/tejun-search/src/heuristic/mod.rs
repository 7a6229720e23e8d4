//! Searches for a cheapest line through a [`Priced`](crate::Priced) space, guided by its bound, and pattern
//! databases, which give good bounds.
//!
//! | search | memory | when |
//! |---|---|---|
//! | [`astar`] | every state reached | the states fit into memory |
//! | [`dijkstra`] | every state reached | nothing is known ahead |
//! | [`idastar`] | one line | a good, fast bound, few cycles, and few different costs of lines |
//!
//! All are exact: a line that they return is a cheapest one, and the bound of their answer holds however they
//! ended. They run on one thread; [`Request::threads`](crate::Request::threads) is ignored.

mod astar;
mod audit;
mod database;
mod filter;
mod idastar;
mod index;
mod line;
mod nodes;
mod open;
mod pattern;

pub use astar::{astar, dijkstra};
pub use audit::{PatternFault, check_pattern};
pub use database::PatternDatabase;
pub use idastar::idastar;
pub use line::{Costed, CostedOf};
pub use pattern::{Arrangements, Pattern};
