//! A rule of the text, spelled out.

use super::names::NameId;
use crate::game::{Pattern, PatternRow, Rule};
use crate::text::{Command, Row, Term, Word};

/// A rule with its names looked up.
#[derive(Clone, Debug)]
pub(super) struct Expanded {
    pub line: usize,
    pub group: usize,
    pub late: bool,
    pub rigid: bool,
    pub random: bool,
    /// [`Word::Orthogonal`], [`Word::Horizontal`] or [`Word::Vertical`] if it does not look at directions.
    pub direction: Word,
    pub left: Vec<Row<NameId>>,
    pub right: Vec<Row<NameId>>,
    pub commands: Vec<Command>,
}

/// A cell of a side.
pub(super) type Cell = Vec<Term<NameId>>;

/// Bytes of a list besides its items, with what the system adds to memory that is asked for.
const LIST: usize = 40;

impl Expanded {
    /// Its cells and terms.
    pub fn size(&self) -> usize {
        self.left.iter().chain(&self.right).flatten().map(|cell| 1 + cell.len()).sum()
    }

    /// Bytes that it takes until the game is compiled, and its rule then.
    pub fn bytes(&self) -> usize {
        let rows = || self.left.iter().chain(&self.right);
        let (cells, terms) = (rows().map(Vec::len).sum::<usize>(), self.size());
        let own =
            size_of::<Self>() + rows().count() * LIST + cells * LIST + terms * size_of::<Term<NameId>>();
        let key = size_of::<usize>() * (8 + 2 * terms + cells);
        let patterns = self.left.iter().map(Vec::len).sum::<usize>() * (size_of::<Pattern>() + LIST);
        own + key + size_of::<Rule>() + self.left.len() * (size_of::<PatternRow>() + LIST) + patterns
    }

    /// The cells of the right side.
    pub fn right_cells(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.right.iter_mut().flatten()
    }

    /// A cell on the left and, if there is a right side, the one that it becomes.
    pub fn pair(&mut self, at: (usize, usize)) -> impl Iterator<Item = &mut Cell> {
        let right = self.right.get_mut(at.0).map(|row| &mut row[at.1]);
        std::iter::once(&mut self.left[at.0][at.1]).chain(right)
    }
}
