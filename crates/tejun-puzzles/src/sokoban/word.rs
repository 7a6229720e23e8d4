//! The words that hold states.

use tejun_search::Packed;

use crate::CellId;
use tejun_core::bits::{Cells, Wide};

/// A word that holds a state: a bit for each cell, set if a box is on it, and the man's cell above them.
pub trait Word: Packed + std::fmt::Debug {
    /// A set of its cells.
    type Set: Cells;
    /// Maximum number of cells.
    const CELLS: usize;

    /// The state with these boxes and the man on this cell.
    fn new(boxes: Self::Set, man: CellId) -> Self;
    /// The cells with a box.
    fn boxes(&self) -> Self::Set;
    /// The cell of the man.
    fn man(&self) -> CellId;
}

/// The word of the largest levels.
pub type Widest = [u64; 9];

/// Whether there are words of every width. The module for browsers is smaller without one, whose levels take the widest.
pub(super) const EVERY_WIDTH: bool = !cfg!(target_family = "wasm");

impl Word for u128 {
    type Set = u128;
    const CELLS: usize = 120;

    #[inline(always)]
    fn new(boxes: u128, man: CellId) -> Self {
        boxes | (man as u128) << Self::CELLS
    }

    #[inline(always)]
    fn boxes(&self) -> u128 {
        self & ((1 << Self::CELLS) - 1)
    }

    #[inline(always)]
    fn man(&self) -> CellId {
        (self >> Self::CELLS) as CellId
    }
}

impl Word for [u64; 4] {
    type Set = Wide<4>;
    const CELLS: usize = 248;

    #[inline(always)]
    fn new(Wide([first, second, third, last]): Wide<4>, man: CellId) -> Self {
        [first, second, third, last | (man as u64) << 56]
    }

    #[inline(always)]
    fn boxes(&self) -> Wide<4> {
        let [first, second, third, last] = *self;
        Wide([first, second, third, last & ((1 << 56) - 1)])
    }

    #[inline(always)]
    fn man(&self) -> CellId {
        (self[3] >> 56) as CellId
    }
}

impl Word for Widest {
    type Set = Wide<8>;
    const CELLS: usize = 512;

    #[inline(always)]
    fn new(Wide(boxes): Wide<8>, man: CellId) -> Self {
        std::array::from_fn(|word| boxes.get(word).copied().unwrap_or(man as u64))
    }

    #[inline(always)]
    fn boxes(&self) -> Wide<8> {
        Wide(std::array::from_fn(|word| self[word]))
    }

    #[inline(always)]
    fn man(&self) -> CellId {
        self[8] as CellId
    }
}
