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

pub(crate) use check::check;
pub(crate) use count::count;
pub(crate) use explore::{eccentricity, explore};
pub(crate) use hardest::hardest;
pub(crate) use library::library;
pub(crate) use list::list;
pub(crate) use parts::details;
pub(crate) use position::{gesture, position};
pub(crate) use replay::replay;
pub(crate) use scene::reason;
pub(crate) use show::{notation, show};
pub(crate) use solve::{solve, why_unsolvable};
