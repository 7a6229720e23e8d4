//! Answers for programs: one JSON object per verb, the same from every front end.

mod check;
mod collection;
mod count;
mod diagnose;
mod explore;
mod hardest;
mod library;
mod list;
mod map;
mod parts;
mod position;
#[cfg(not(target_family = "wasm"))]
mod prove;
mod replay;
mod scene;
mod show;
mod solve;
#[cfg(test)]
mod types;
mod why;

pub use check::check;
pub use collection::collection;
pub use count::count;
pub use diagnose::diagnose;
pub use explore::{eccentricity, explore, goal_depths, unit};
pub use hardest::hardest;
pub use library::library;
pub use list::list;
pub use map::{map, way};
pub use parts::{ReasonAnswer, details};
pub use position::{gesture, notations, position, puzzle};
#[cfg(not(target_family = "wasm"))]
pub use prove::{prove, verify};
pub use replay::replay;
pub use show::{export, notation, show};
pub use solve::{solve, why_unsolvable};
pub use why::{counterfactual, explain, why};
