//! Representatives of states under the symmetries of a board.

use crate::bits::{Bits, Chunk};
use crate::vocabulary::cell::CellId;

/// The symmetries of a board as tables, for states that are sets of cells: they give each state's representative,
/// which is what [`Space::canonical`](tejun_search::Space::canonical) asks for.
///
/// `S` is `u64`, `u128` or `[u64; N]`.
pub struct Symmetries<S> {
    /// For each symmetry but the identity, the images of a few bits at a time.
    images: Vec<Vec<Chunk<S>>>,
}

impl<S: Bits> Symmetries<S> {
    /// The tables for symmetries given by the images of all cells, as [`Board::symmetries`] gives them. A state
    /// consists of `sets` sets of cells, one after the other, with a bit for each cell; all other bits are 0.
    ///
    /// [`Board::symmetries`]: super::Board::symmetries
    pub fn new(symmetries: &[Vec<CellId>], sets: usize) -> Self {
        let tables = |image: &Vec<CellId>| {
            let cells = image.len();
            let image = |bit: u32| {
                let (set, cell) = (bit as usize / cells, bit as usize % cells);
                let mut state = S::ZERO;
                state.flip((set * cells + image[cell]) as u32, 1);
                state
            };
            Chunk::of_bits(0, (sets * cells) as u32, image).collect()
        };
        Symmetries { images: symmetries.iter().map(tables).collect() }
    }

    /// Whether there is any.
    pub fn any(&self) -> bool {
        !self.images.is_empty()
    }

    /// The least of the images of `state`, itself included.
    #[inline]
    pub fn least(&self, state: &S) -> S {
        let image = |chunks: &Vec<Chunk<S>>| {
            chunks.iter().fold(S::ZERO, |image, chunk| image.xor(chunk.image(state)))
        };
        self.images.iter().map(image).fold(*state, S::min)
    }
}
