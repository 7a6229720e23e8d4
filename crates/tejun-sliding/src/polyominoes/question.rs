//! What is asked of every batch.

use super::board::Board;
use super::goal::Goal;
use super::shapes::Shapes;
use crate::rules::Metric;

/// What is searched.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    pub board: &'q Board,
    pub shapes: &'q Shapes,
    pub metric: Metric,
    pub goal: &'q Goal,
    /// Maximum number of levels.
    pub depth: u32,
    /// Bytes that a batch may take.
    pub bytes: u64,
}
