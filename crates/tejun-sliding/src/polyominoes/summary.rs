//! What is found over many sets of pieces.

use std::collections::BTreeSet;

use super::board::{CellSet, Placement, cells};
use super::goal::{ANY, Goal, Heads, lanes};
use super::question::Question;
use super::shapes::map;

/// Maximum number of starts that are listed.
pub const LISTED: usize = 100;

/// The starts at one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// How many there are.
    pub starts: u64,
    /// The sum, over the starts, of the number of symmetries that leave each as it is.
    pub weight: u64,
}

/// A start: a placement, the lane, and the head of the piece that has to reach the goal (or [`ANY`]'s bit).
pub type Start = (usize, Placement, u32);

/// The starts of many sets by their distance from the goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of placements, counted once for each piece that may have to reach a goal of the file.
    pub placements: u64,
    pub levels: Vec<Level>,
    /// The lowest of the farthest starts, one of each class.
    pub farthest: BTreeSet<Start>,
}

impl Summary {
    /// Counts a placement, and its images.
    pub fn add_placement<const WORDS: usize>(&mut self, goal: &Goal, starts: &Heads<WORDS>, weight: u32) {
        let pieces = if let Goal::Piece(_) = goal { starts[0].count_ones() } else { 1 };
        self.placements += u64::from(weight * pieces);
    }

    /// Counts starts at a distance.
    pub fn add_starts<const WORDS: usize>(
        &mut self,
        question: &Question,
        distance: u32,
        placement: Placement,
        heads: &Heads<WORDS>,
        weight: u32,
    ) {
        let distance = distance as usize;
        if self.levels.len() <= distance {
            self.levels.resize(distance + 1, Level::default());
            self.farthest.clear();
        }
        let farthest = distance + 1 == self.levels.len();
        for (lane, heads) in lanes(heads).enumerate() {
            let number = weight * heads.count_ones();
            let level = &mut self.levels[distance];
            level.starts += u64::from(number);
            level.weight += u64::from(number);
            // Only a set of pieces that has symmetries has placements with some.
            if weight < question.shapes.orbit() {
                for head in cells(heads) {
                    level.weight += u64::from(weight * symmetries_of(question, (lane, placement, head)));
                }
            }
            if farthest {
                cells(heads).for_each(|head| self.list(lowest_image(question, (lane, placement, head))));
            }
        }
    }

    fn list(&mut self, start: Start) {
        self.farthest.insert(start);
        if self.farthest.len() > LISTED {
            self.farthest.pop_last();
        }
    }

    /// Adds what was found elsewhere.
    pub fn merge(&mut self, other: &Summary) {
        self.placements += other.placements;
        if self.levels.len() < other.levels.len() {
            self.levels.resize(other.levels.len(), Level::default());
            self.farthest.clear();
        }
        for (level, more) in self.levels.iter_mut().zip(&other.levels) {
            level.starts += more.starts;
            level.weight += more.weight;
        }
        if self.levels.len() == other.levels.len() {
            other.farthest.iter().for_each(|&start| self.list(start));
        }
    }
}

/// The piece that has to reach the goal from a start; none if it may be any of its shape.
fn piece(question: &Question, (_, placement, head): Start) -> CellSet {
    if 1 << head == ANY { 0 } else { question.board.unpack(placement).piece_at(head) }
}

/// Number of symmetries, besides the identity, that leave a start as it is.
fn symmetries_of(question: &Question, start: Start) -> u32 {
    let Question { board, shapes, goal, .. } = *question;
    let (lane, placement, _) = start;
    let mut fixing = (1..shapes.symmetries.len())
        .filter(|&symmetry| goal.lane(&shapes.symmetries[symmetry], lane) == Some(lane))
        .filter(|&symmetry| shapes.fixes(board, symmetry, placement))
        .peekable();
    if fixing.peek().is_none() {
        return 0;
    }
    let piece = piece(question, start);
    fixing.filter(|&symmetry| map(&shapes.symmetries[symmetry], piece) == piece).count() as u32
}

/// The lowest image of a start under the symmetries.
fn lowest_image(question: &Question, start: Start) -> Start {
    let Question { board, shapes, goal, .. } = *question;
    let (lane, placement, head) = start;
    let piece = piece(question, start);
    let image = |symmetry: usize| {
        let cell_map = &shapes.symmetries[symmetry];
        let lane = goal.lane(cell_map, lane).unwrap_or(lane);
        let head = if piece == 0 { head } else { map(cell_map, piece).trailing_zeros() };
        (lane, shapes.image(board, symmetry, placement), head)
    };
    (0..shapes.symmetries.len()).map(image).min().unwrap_or(start)
}
