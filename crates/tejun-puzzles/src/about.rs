//! What an instance says about itself.

use crate::family::FamilyInfo;
use crate::input::Header;
use crate::title::Title;

/// What an instance says about itself.
#[derive(Clone, Debug)]
pub struct About {
    /// The family's name.
    pub puzzle: &'static str,
    /// The title for people.
    pub title: Title,
    /// Where the puzzle comes from.
    pub source: Title,
    /// What a move is, and so what a cost counts.
    pub metric: &'static str,
    /// The best known cost in that metric.
    pub optimal: Option<i64>,
    /// Whether lines are scored. A higher score is better.
    pub scored: bool,
}

impl About {
    /// Builds the description of a puzzle of a family from its file's header; `metric` is what its costs count.
    pub(crate) fn new(family: &FamilyInfo, metric: &'static str, header: Header) -> Self {
        let Header { title, source, optimal, .. } = header;
        About { puzzle: family.name, title, source, metric, optimal, scored: family.scored }
    }
}
