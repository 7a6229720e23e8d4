//! Certificates: what is to be proved, and what came of it.

use tejun_search::{Outcome, Stats};
use tejun_verify::Certificate;

/// What a certificate is to prove.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The puzzle in normal form.
    pub statement: String,
    /// What is asked of it.
    pub asked: Asked,
}

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// The best line, or that there is none; of a packing, how many solutions there are.
    Solutions,
    /// All positions that can be reached.
    Reachable,
}

/// The answer to "prove".
#[derive(Clone, Debug)]
pub struct Proved {
    /// The certificate, also of that there is no solution; or why there is none.
    pub outcome: Outcome<Certificate>,
    /// Statistics of the search.
    pub stats: Stats,
}
