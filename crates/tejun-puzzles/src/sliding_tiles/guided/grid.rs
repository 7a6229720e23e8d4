//! Boards as sets of cells.

/// A board of at most 31 cells.
#[derive(Clone)]
pub(super) struct Grid {
    /// The cells beside each.
    pub beside: Vec<u32>,
}

impl Grid {
    pub fn new(beside: &[Vec<u8>]) -> Self {
        let set = |cells: &Vec<u8>| cells.iter().fold(0, |set, cell| set | 1 << cell);
        Grid { beside: beside.iter().map(set).collect() }
    }

    pub fn cells(&self) -> usize {
        self.beside.len()
    }

    /// Those of some cells that are joined with one of them.
    pub fn region(&self, of: u32, within: u32) -> u32 {
        let (mut region, mut new) = (of, of);
        while new != 0 {
            let mut beside = 0;
            each(new, |cell| beside |= self.beside[cell]);
            new = beside & within & !region;
            region |= new;
        }
        region
    }

    /// The regions of some cells, that with the lowest cell first.
    pub fn regions(&self, mut within: u32) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let lowest = within & within.wrapping_neg();
            (within != 0).then(|| {
                let region = self.region(lowest, within);
                within &= !region;
                region
            })
        })
    }

    /// The cells that a set leaves free.
    pub fn free(&self, set: u32) -> u32 {
        !set & ((1 << self.cells()) - 1)
    }
}

/// Visits each cell of a set.
pub(super) fn each(mut set: u32, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
