//! The verbs that generate sliding puzzles.

mod boards;
mod draw;
mod klotski;
mod measure;
mod rush_hour;

use crate::vocabulary::verb::FamilyVerb;

/// The verbs.
pub(super) fn verbs() -> Vec<FamilyVerb> {
    vec![klotski::verb(), boards::verb(), rush_hour::verb()]
}
