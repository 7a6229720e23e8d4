//! The problem: cells, kinds of pieces and their placements.

use std::ops::Range;

use super::symmetry::Symmetry;

/// The most cells of a [`Tiling`]: a set of cells is one `u128`.
pub const MAX_CELLS: usize = 128;

/// The most placements that begin at one cell, and so the most shapes that one class of positions may have.
pub(super) const MAX_BEGINNING: usize = 256;

/// A kind of piece: how many there are, and the sets of cells that one may cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Number of pieces of this kind. They are interchangeable.
    pub count: u32,
    /// Every set of cells that a piece may cover; bit *i* is cell *i*. All have the same number of cells.
    /// Duplicates count once.
    pub masks: Vec<u128>,
}

/// A piece of a kind on a set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The kind, an index into the kinds the tiling was made from.
    pub kind: u32,
    /// The cells it covers.
    pub mask: u128,
}

/// Why a [`Tiling`] cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TilingError {
    /// There is no cell, or there are more than [`MAX_CELLS`].
    Cells,
    /// A mask of this kind is empty, has a bit beyond the cells, or covers another number of cells than the
    /// first.
    Mask {
        /// The kind's index.
        kind: usize,
    },
    /// The line does not give every cell a position of its own.
    Line,
    /// More than 256 placements begin at one cell of the line. Only in WebAssembly, where there is no search for these.
    Crowded,
}

impl std::fmt::Display for TilingError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            TilingError::Cells => write!(f, "a tiling has 1 to {MAX_CELLS} cells"),
            TilingError::Mask { kind } => {
                write!(f, "kind {kind}: a mask is empty, too large, or unlike the others in size")
            }
            TilingError::Line => write!(f, "every cell needs a position of its own on the line"),
            TilingError::Crowded => {
                write!(f, "more than {MAX_BEGINNING} placements begin at one cell of the line")
            }
        }
    }
}

impl std::error::Error for TilingError {}

/// Cells to cover and the pieces that may cover them.
///
/// Each kind is used *at most* as often as its count says. If the pieces have exactly as many cells as there
/// are to cover, every piece is used.
#[derive(Clone, Debug)]
pub struct Tiling {
    pub(super) cells: usize,
    /// Number of pieces of each kind.
    pub(super) counts: Vec<u32>,
    /// Number of cells of a piece of each kind; 0 for a kind that fits nowhere.
    pub(super) sizes: Vec<u32>,
    /// Sorted by kind, then by mask.
    pub(super) placements: Vec<Placement>,
    /// Where the placements of each kind begin, followed by the end.
    begins: Vec<usize>,
    /// The position of each cell on the line.
    pub(super) line: Vec<usize>,
    /// The symmetries without the identity.
    pub(super) symmetries: Vec<Symmetry>,
    /// Whether more placements begin at some cell of the line than a scan has room for.
    pub(super) crowded: bool,
    /// Whether fillings are searched by fewest choices, whatever the line.
    fewest: bool,
}

impl Tiling {
    /// Returns a tiling of the cells 0 .. `cells` with these kinds. On the line, the cells lie in the order
    /// of their numbers.
    ///
    /// ```
    /// use tejun_search::tiling::{Kind, Tiling};
    /// use tejun_search::Request;
    /// // Two dominoes on a square of four cells, 0 1 above 2 3: both horizontal or both vertical.
    /// let dominoes = Kind { count: 2, masks: vec![0b0011, 0b1100, 0b0101, 0b1010] };
    /// let tiling = Tiling::new(4, &[dominoes]).unwrap();
    /// assert_eq!(tiling.count(Request::default()).outcome.found().unwrap().raw, 2);
    /// ```
    ///
    /// # Errors
    /// [`TilingError::Cells`] or [`TilingError::Mask`]; in WebAssembly [`TilingError::Crowded`].
    pub fn new(cells: usize, kinds: &[Kind]) -> Result<Tiling, TilingError> {
        if cells == 0 || cells > MAX_CELLS {
            return Err(TilingError::Cells);
        }
        let all = u128::MAX >> (MAX_CELLS - cells);
        let mut placements = Vec::new();
        let mut sizes = Vec::new();
        let mut begins = vec![0];
        for (kind, Kind { masks, .. }) in kinds.iter().enumerate() {
            let mut masks = masks.clone();
            masks.sort_unstable();
            masks.dedup();
            let size = masks.first().map_or(0, |mask| mask.count_ones());
            if masks.iter().any(|&mask| mask == 0 || mask & !all != 0 || mask.count_ones() != size) {
                return Err(TilingError::Mask { kind });
            }
            sizes.push(size);
            for mask in masks {
                placements.push(Placement { kind: kind as u32, mask });
            }
            begins.push(placements.len());
        }
        let counts = kinds.iter().map(|kind| kind.count).collect();
        let line = (0..cells).collect();
        let (crowded, fewest) = (false, false);
        let mut tiling = Tiling {
            cells,
            counts,
            sizes,
            placements,
            begins,
            line,
            symmetries: Vec::new(),
            crowded,
            fewest,
        };
        tiling.check_beginnings(|mask| mask.trailing_zeros() as usize)?;
        Ok(tiling)
    }

    /// Checks how many placements begin at each cell of the line; `first` is the first cell of a mask.
    fn check_beginnings(&mut self, first: impl Fn(u128) -> usize) -> Result<(), TilingError> {
        let mut beginning = vec![0; self.cells];
        self.placements.iter().for_each(|placement| beginning[first(placement.mask)] += 1);
        self.crowded = beginning.iter().any(|&n| n > MAX_BEGINNING);
        // There is no other search in a browser.
        if self.crowded && cfg!(target_family = "wasm") { Err(TilingError::Crowded) } else { Ok(()) }
    }

    /// Returns the same tiling, whose fillings are searched by fewest choices, not along the line: the next piece covers the cell
    /// that the fewest placements are left for, or is the piece with the fewest. A node takes some ten times as long, and there are
    /// far fewer where the line has long stretches side by side, as in boxes of cubes. Tilings with more than 256 placements that
    /// begin at one cell of the line are always searched so. In WebAssembly, none is.
    #[must_use]
    pub fn by_fewest(mut self) -> Tiling {
        self.fewest = true;
        self
    }

    /// Whether fillings are searched by fewest choices.
    pub(super) fn is_by_fewest(&self) -> bool {
        !cfg!(target_family = "wasm") && (self.fewest || self.crowded)
    }

    /// Returns the same tiling, scanned along a line on which cell *i* lies at position `line[i]`.
    ///
    /// The order decides how fast the searches are. Along the short side of a board, few of the cells ahead
    /// matter. Places may be left empty: if a piece covers positions at the same distances wherever it lies, all
    /// cells share one table, and an empty position between rows ensures this.
    ///
    /// # Errors
    /// [`TilingError::Line`] if `line` is not one position per cell; in WebAssembly, [`TilingError::Crowded`] if too many
    /// placements begin at one cell of this line.
    pub fn along(mut self, line: Vec<usize>) -> Result<Tiling, TilingError> {
        let mut positions = line.clone();
        positions.sort_unstable();
        positions.dedup();
        if line.len() != self.cells || positions.len() != self.cells {
            return Err(TilingError::Line);
        }
        self.check_beginnings(|mask| {
            let first = cells_of(mask).min_by_key(|&cell| line[cell]);
            first.expect("masks are not empty")
        })?;
        self.line = line;
        Ok(self)
    }

    /// Returns the same tiling, counted up to symmetry. Of `group`, permutations of the cells that move cell
    /// *i* to `permutation[i]`, it keeps those that map the placements of every kind onto those of a kind
    /// with the same number of pieces. `group` must be closed under composition; it need not contain the
    /// identity, and duplicates count once.
    #[must_use]
    pub fn under(mut self, group: &[Vec<usize>]) -> Tiling {
        let mut group: Vec<&Vec<usize>> = group.iter().collect();
        group.sort_unstable();
        group.dedup();
        self.symmetries.clear();
        for cells in group {
            // Most of a group follows from two or three of its members.
            let known = Symmetry::composed(&self.symmetries, cells);
            let symmetry = known.or_else(|| self.symmetry(cells));
            self.symmetries.extend(symmetry);
        }
        self
    }

    /// Returns the symmetry that moves cell *i* to `cells[i]`; `None` for the identity, and if it does not
    /// map the placements of each kind onto those of one kind with the same number of pieces.
    fn symmetry(&self, cells: &[usize]) -> Option<Symmetry> {
        let mut source = vec![usize::MAX; self.cells];
        for (from, &to) in cells.iter().enumerate() {
            *source.get_mut(to)? = from;
        }
        if cells.len() != self.cells
            || source.contains(&usize::MAX)
            || cells.iter().copied().eq(0..self.cells)
        {
            return None;
        }
        let moved = |mask: u128| cells_of(mask).fold(0, |image, cell| image | 1 << cells[cell]);
        let mut image = vec![0; self.placements.len()];
        // Kinds with equal placements are matched in order.
        let mut taken = vec![false; self.counts.len()];
        for kind in 0..self.counts.len() {
            let own = self.of_kind(kind);
            let images: Vec<u128> =
                self.placements[own.clone()].iter().map(|placement| moved(placement.mask)).collect();
            // Both kinds have equally many masks, so if each image is one of the other's masks, all are.
            let mut matches = |&other: &usize| {
                let begin = self.of_kind(other).start;
                let to = &self.placements[self.of_kind(other)];
                self.counts[other] == self.counts[kind]
                    && !taken[other]
                    && to.len() == images.len()
                    && images.iter().zip(own.clone()).all(|(image_mask, id)| {
                        let found = to.binary_search_by_key(image_mask, |placement| placement.mask);
                        found.map(|at| image[id] = (begin + at) as u32).is_ok()
                    })
            };
            let target = (0..self.counts.len()).find(&mut matches)?;
            taken[target] = true;
        }
        Some(Symmetry { source, image })
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Every placement. Fillings refer to them by index.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Order of the group of symmetries that [`Tiling::under`] kept, including the identity.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len() + 1
    }

    /// Returns the same tiling without the placements for which `keep` returns false.
    pub(super) fn keeping(&self, keep: impl Fn(&Placement) -> bool) -> Tiling {
        let mut fewer = self.clone();
        fewer.placements.retain(keep);
        let end = |kind: usize| fewer.placements.partition_point(|p| (p.kind as usize) < kind);
        fewer.begins = (0..=self.counts.len()).map(end).collect();
        fewer
    }

    /// The indices of a kind's placements.
    pub(super) fn of_kind(&self, kind: usize) -> Range<usize> {
        self.begins[kind]..self.begins[kind + 1]
    }

    /// Whether the pieces have exactly as many cells as there are to cover, so that every piece is used.
    pub(super) fn is_exact(&self) -> bool {
        let area: u64 =
            self.counts.iter().zip(&self.sizes).map(|(&n, &size)| u64::from(n) * u64::from(size)).sum();
        area == self.cells as u64 && self.counts.iter().zip(&self.sizes).all(|(&n, &size)| n == 0 || size > 0)
    }
}

/// The cells of a mask, ascending.
pub fn cells_of(mask: u128) -> impl Iterator<Item = usize> {
    let (mut low, mut high) = (mask as u64, (mask >> 64) as u64);
    std::iter::from_fn(move || {
        let (word, first) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
        (*word != 0).then(|| {
            let cell = first + word.trailing_zeros() as usize;
            *word &= *word - 1;
            cell
        })
    })
}
