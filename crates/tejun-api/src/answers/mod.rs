//! Answers for programs: one JSON object per verb, the same from every front end.

mod check;
mod count;
mod explore;
mod hardest;
mod library;
mod list;
mod parts;
mod position;
mod replay;
mod scene;
mod show;
mod solve;

pub use check::check;
pub use count::count;
pub use explore::{eccentricity, explore, goal_depths, unit};
pub use hardest::hardest;
pub use library::library;
pub use list::list;
pub use parts::details;
pub use position::{gesture, position};
pub use replay::replay;
pub use scene::reason;
pub use show::{notation, show};
pub use solve::{solve, why_unsolvable};
