//! What an instance says of itself.

use crate::input::Header;
use crate::title::Title;

/// What an instance says of itself.
#[derive(Clone, Debug)]
pub struct About {
    /// The family's name.
    pub puzzle: &'static str,
    /// What people call it.
    pub title: Title,
    /// Where it comes from.
    pub source: Option<String>,
    /// What a move is, so what a cost counts.
    pub metric: &'static str,
    /// The known best cost in that metric.
    pub optimal: Option<i64>,
    /// Whether lines are worth a score, of which more is better.
    pub scored: bool,
}

impl About {
    /// What the header of a file says, of an instance of the family `puzzle` that counts in `metric`.
    pub fn new(puzzle: &'static str, metric: &'static str, header: Header) -> Self {
        let Header { title, source, optimal, .. } = header;
        About { puzzle, title, source, metric, optimal, scored: false }
    }
}
