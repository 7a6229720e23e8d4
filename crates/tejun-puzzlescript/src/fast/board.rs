//! A board as sets of cells.

use super::cells::Cells;

/// A board: sets of cells. Between turns the sets of movements are empty.
#[derive(Clone, Debug)]
pub struct FastBoard<const W: usize> {
    pub(super) sets: Vec<Cells<W>>,
    /// How many of them are sets of objects.
    pub(super) objects: usize,
}

impl<const W: usize> PartialEq for FastBoard<W> {
    fn eq(&self, other: &Self) -> bool {
        self.sets[..self.objects] == other.sets[..other.objects]
    }
}

impl<const W: usize> Eq for FastBoard<W> {}

/// What rigid groups have bound: of each cell and layer, the number of the group, and whether there is one.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Rigid {
    pub groups: Vec<u8>,
    pub bound: Vec<bool>,
}
