//! What an instance says about itself.

use crate::vocabulary::sentence::Reason;
use crate::vocabulary::title::Title;

/// What an instance says about itself.
#[derive(Clone, Debug)]
pub struct About {
    /// The family's name.
    pub puzzle: &'static str,
    /// The title for people.
    pub title: Title,
    /// Where the puzzle comes from.
    pub source: Title,
    /// What it is, in a line; perhaps empty.
    pub about: Title,
    /// Which level it is, from 1, and how many its file has, in families whose files have several.
    pub level: Option<(usize, usize)>,
    /// What a move is, and so what a cost counts.
    pub metric: &'static str,
    /// The best known cost in that metric.
    pub optimal: Option<i64>,
    /// What questions about it leave out, sentence by sentence: all answers are about the rest.
    pub left_out: Vec<Reason>,
    /// Whether lines are scored. A higher score is better.
    pub scored: bool,
}
