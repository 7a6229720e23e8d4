//! The verbs that generate sliding puzzles.

mod boards;
mod draw;
mod klotski;
mod measure;
mod rush_hour;

use tejun_core::FamilyVerb;

/// The verbs. In a page there is no atlas to draw Klotski from.
pub(super) fn verbs() -> Vec<FamilyVerb> {
    if cfg!(target_family = "wasm") {
        return vec![boards::verb(), rush_hour::verb()];
    }
    vec![klotski::verb(), boards::verb(), rush_hour::verb()]
}
