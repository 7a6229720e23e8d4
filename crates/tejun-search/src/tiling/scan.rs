//! The tiling along its line: small tables give what fits at the first free position.
//!
//! Cells are covered in the order of the line, so the next piece always begins at the first free position, and
//! what is covered ahead of it fits into one word, the *window*. The window is divided into chunks. For each
//! chunk, a table gives the set of shapes that its filled positions allow; the intersection over the chunks is
//! what fits. Places that are alike share their tables. If an empty position separates the rows, all positions do,
//! and then the first chunk's table also omits shapes that would leave another position uncoverable
//! ([`look_ahead`]).

use super::ahead::{Adjacency, AheadTable, LOOKING_AHEAD, SEEN, look_ahead};
use super::layout::{Layout, fixed};
use super::problem::cells_of;
use super::run::Run;
use super::word::{Fit, Word, meet, pop};
use crate::StopReason;
use crate::runtime::cancel::CancelCheck;

/// Bits of the window per table, after those that the first table covers.
const CHUNK: usize = 8;

/// The first bit that the first table does not cover. The lowest bit needs no table: its position is free.
const BEHIND: usize = SEEN + 1;

/// One table: the shapes that each pattern of filled positions in a chunk allows.
type Table<const N: usize> = [Fit<N>; 1 << CHUNK];

/// A shape that may begin at the positions of a class. Its size is a power of two, so that a shift finds it.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Shape<W, const N: usize> {
    /// The positions it covers, relative to the first.
    pub(super) window: W,
    /// The shapes of other kinds.
    pub(super) others: Fit<N>,
    pub(super) kind: u32,
}

/// The shapes of a class, arranged like the words of a [`Fit`].
type Shapes<W, const N: usize> = [[Shape<W, N>; 64]; N];

/// What the positions of a class share.
#[derive(Clone, Debug)]
struct Class<W, const N: usize> {
    shapes: Box<Shapes<W, N>>,
    front: Box<AheadTable<N>>,
    tables: Vec<Table<N>>,
}

/// The tables of a tiling along its line, for windows of type `W` and at most `64 * N` shapes per class.
#[derive(Clone, Debug)]
pub(super) struct Scan<W, const N: usize> {
    /// The position of each cell.
    pub(super) positions: Vec<usize>,
    classes: Vec<Class<W, N>>,
    /// The class of each position.
    class: Vec<u32>,
    /// The shapes of each kind, class by class.
    pub(super) of_kind: Vec<Fit<N>>,
    /// For each position, the window of the positions from it on that have no cell.
    pub(super) fixed: Vec<W>,
    /// For each position and shape of its class, the placement; `u32::MAX` if there is none.
    ids: Vec<Vec<u32>>,
    /// The forms of the placements: numbers for what they cover, relative to the first position.
    pub(super) forms: Vec<u32>,
    /// The forms of the shapes, class by class.
    forms_of_class: Vec<Vec<usize>>,
    /// Number of tables of a class, not counting that of the first chunk.
    pub(super) chunks: usize,
    /// Whether one class serves all positions.
    pub(super) uniform: bool,
    /// Which positions are neighbours.
    pub(super) adjacency: Adjacency<W>,
    kinds: usize,
}

/// A class as a search reads it. If the compiler knows the number of its tables, they are read without a
/// loop.
#[derive(Clone, Copy)]
pub(super) struct View<'a, W, const N: usize, const CHUNKS: usize> {
    pub(super) shapes: &'a Shapes<W, N>,
    front: &'a AheadTable<N>,
    tables: &'a [Table<N>; CHUNKS],
    /// All tables if their number is not known to the compiler, else none.
    rest: &'a [Table<N>],
}

/// For `CHUNKS`: the number of tables is not known to the compiler.
pub(super) const ANY: usize = 0;

impl<W: Word, const N: usize, const CHUNKS: usize> View<'_, W, N, CHUNKS> {
    /// The shapes that fit at the first free position of `window` without leaving another position uncoverable.
    #[inline(always)]
    pub(super) fn fits(&self, window: W) -> Fit<N> {
        let mut fit = self.front[(window >> 1).low(SEEN)];
        let tables = if CHUNKS == ANY { self.rest } else { self.tables };
        for (chunk, table) in tables.iter().enumerate() {
            fit = meet(fit, &table[(window >> (BEHIND + chunk * CHUNK)).low(CHUNK)]);
        }
        fit
    }
}

/// Calls `$call`, a generic function of a word type and a width, with the scan, the run and the arguments.
/// Chooses the narrowest window and set that serve the tiling, and releases the memory of the tables
/// afterwards.
macro_rules! with_scan {
    ($tiling:expr, $run:expr, $call:ident ( $($argument:expr),* )) => {{
        let used = $run.budget.used();
        let kinds = $tiling.counts.len();
        let result = match $crate::tiling::layout::Layout::new($tiling, $run) {
            Err(reason) => Err(reason.into()),
            Ok(layout) => match layout.widths() {
                (true, 1) => with_scan!(layout, kinds, $run, u64, 1, $call($($argument),*)),
                (true, 2) => with_scan!(layout, kinds, $run, u64, 2, $call($($argument),*)),
                (true, _) => with_scan!(layout, kinds, $run, u64, 4, $call($($argument),*)),
                (false, 1) => with_scan!(layout, kinds, $run, u128, 1, $call($($argument),*)),
                (false, 2) => with_scan!(layout, kinds, $run, u128, 2, $call($($argument),*)),
                (false, _) => with_scan!(layout, kinds, $run, u128, 4, $call($($argument),*)),
            },
        };
        $run.budget.rewind(used);
        result
    }};
    ($layout:expr, $kinds:expr, $run:expr, $word:ty, $width:literal, $call:ident ( $($argument:expr),* )) => {
        match Scan::<$word, $width>::new($layout, $kinds, $run) {
            Err(reason) => Err(reason.into()),
            Ok(scan) => $call(&scan, $run, $($argument),*),
        }
    };
}
pub(super) use with_scan;

impl<W: Word, const N: usize> Scan<W, N> {
    /// Returns the tables of a layout. `W` and `N` must be as [`with_scan`] chooses them.
    ///
    /// # Errors
    /// If memory runs out or the watch stops the search.
    pub(super) fn new(layout: Layout, kinds: usize, run: &mut Run) -> Result<Self, StopReason> {
        let chunks = (layout.reach + 1).saturating_sub(BEHIND).div_ceil(CHUNK);
        run.budget.take(Self::bytes(&layout, kinds, chunks))?;
        let mut placement = vec![u32::MAX; layout.shapes.len()];
        let mut ids = Vec::with_capacity(layout.beginning.len());
        let mut forms = vec![0; layout.beginning.iter().map(Vec::len).sum()];
        for (own, &class) in layout.beginning.iter().zip(&layout.class) {
            for &(shape, id) in own {
                placement[shape] = id;
                forms[id as usize] = shape as u32;
            }
            // A position without a cell has no class.
            let shapes = if own.is_empty() { &[] } else { &layout.classes[class as usize][..] };
            ids.push(shapes.iter().map(|&shape| placement[shape]).collect());
            for &(shape, _) in own {
                placement[shape] = u32::MAX;
            }
        }
        let mut scan = Scan {
            ids,
            forms,
            forms_of_class: Vec::new(),
            fixed: fixed(&layout.is_cell),
            classes: Vec::with_capacity(layout.classes.len()),
            class: layout.class,
            of_kind: Vec::with_capacity(layout.classes.len() * kinds),
            uniform: layout.classes.len() == 1,
            positions: layout.positions,
            chunks,
            adjacency: Adjacency::none(),
            kinds,
        };
        for class in &layout.classes {
            run.work((1 << SEEN) * N + chunks * (1 << CHUNK) * N)?;
            let shapes: Vec<(u32, u128)> = class.iter().map(|&shape| layout.shapes[shape]).collect();
            scan.add_class(&shapes);
        }
        if let [class] = &mut scan.classes[..] {
            let shapes: Vec<W> =
                layout.classes[0].iter().map(|&shape| W::from_bits(layout.shapes[shape].1)).collect();
            look_ahead(&mut class.front, &shapes);
            scan.adjacency = Adjacency::of(&shapes);
        }
        scan.forms_of_class = layout.classes;
        Ok(scan)
    }

    /// Builds the shapes and tables of one class.
    fn add_class(&mut self, own: &[(u32, u128)]) {
        let before = self.of_kind.len();
        self.of_kind.resize(before + self.kinds, [0; N]);
        let of_kind = &mut self.of_kind[before..];
        let mut all = [0; N];
        for (bit, &(kind, _)) in own.iter().enumerate() {
            of_kind[kind as usize][bit / 64] |= 1 << (bit % 64);
            all[bit / 64] |= 1 << (bit % 64);
        }
        let none = Shape { window: W::EMPTY, others: [0; N], kind: 0 };
        let mut shapes = Box::new([[none; 64]; N]);
        // First what each single filled position forbids; then every pattern from that without its lowest bit.
        let mut allowed = vec![all; BEHIND + self.chunks * CHUNK];
        for (bit, &(kind, shape)) in own.iter().enumerate() {
            for position in cells_of(shape) {
                allowed[position][bit / 64] &= !(1 << (bit % 64));
            }
            let others = of_kind[kind as usize].map(|word| !word);
            shapes[bit / 64][bit % 64] = Shape { window: W::from_bits(shape), others, kind };
        }
        let fill = |table: &mut [Fit<N>], allowed: &[Fit<N>]| {
            for pattern in 1..table.len() {
                table[pattern] =
                    meet(table[pattern & (pattern - 1)], &allowed[pattern.trailing_zeros() as usize]);
            }
        };
        let mut front = Box::new([all; 1 << SEEN]);
        fill(&mut front[..], &allowed[1..]);
        let mut tables = vec![[all; 1 << CHUNK]; self.chunks];
        for (table, allowed) in tables.iter_mut().zip(allowed[BEHIND..].chunks(CHUNK)) {
            fill(table, allowed);
        }
        self.classes.push(Class { shapes, front, tables });
    }

    /// The shapes that fit at the first free position, `position`, of `window`.
    #[inline(always)]
    pub(super) fn fits(&self, position: usize, window: W) -> Fit<N> {
        self.view::<ANY>(position).fits(window)
    }

    /// A shape that may begin at `position`.
    #[inline(always)]
    pub(super) fn shape(&self, position: usize, shape: usize) -> &Shape<W, N> {
        &self.classes[self.class[position] as usize].shapes[shape / 64][shape % 64]
    }

    /// The tables of a position; `CHUNKS` of them, or [`ANY`] number.
    #[inline(always)]
    pub(super) fn view<const CHUNKS: usize>(&self, position: usize) -> View<'_, W, N, CHUNKS> {
        let class = &self.classes[self.class[position] as usize];
        let (tables, rest) = class.tables.split_first_chunk().expect("a class has at least CHUNKS tables");
        View { shapes: &class.shapes, front: &class.front, tables, rest }
    }

    /// The shapes of a kind at `position`.
    #[inline(always)]
    pub(super) fn of_kind(&self, position: usize, kind: usize) -> &Fit<N> {
        &self.of_kind[self.kinds_at(position) + kind]
    }

    /// Index in `of_kind` at which the kinds of the class of `position` begin.
    #[inline(always)]
    pub(super) fn kinds_at(&self, position: usize) -> usize {
        self.class[position] as usize * self.kinds
    }

    /// The shapes of each kind, class by class, without those of `kind` whose form `keep` rejects.
    pub(super) fn of_kind_without(&self, kind: usize, keep: impl Fn(u32) -> bool) -> Vec<Fit<N>> {
        let mut of_kind = self.of_kind.clone();
        for (forms, own) in self.forms_of_class.iter().zip(of_kind.chunks_mut(self.kinds)) {
            let mut all = own[kind];
            while let Some(bit) = pop(&mut all) {
                if !keep(forms[bit] as u32) {
                    own[kind][bit / 64] &= !(1 << (bit % 64));
                }
            }
        }
        of_kind
    }

    /// The placement of a shape at `position`.
    pub(super) fn id(&self, position: usize, shape: usize) -> u32 {
        self.ids[position][shape]
    }

    /// Skips the filled positions at the front of `window`. Returns the first free position and its window; `None`
    /// if no position is free.
    #[inline(always)]
    pub(super) fn advance(fixed: &[W], position: usize, window: W) -> Option<(usize, W)> {
        if window == W::FULL {
            return Self::advance_far(fixed, position);
        }
        let filled = window.filled();
        let position = position + filled;
        Some((position, window >> filled | fixed[position]))
    }

    /// Does the same if a whole window from `position` on is filled: at the end, or at a wide gap.
    #[cold]
    fn advance_far(fixed: &[W], position: usize) -> Option<(usize, W)> {
        let &window = fixed.get(position + W::BITS)?;
        Self::advance(fixed, position + W::BITS, window)
    }

    /// For each position, the window of positions that have no cell or belong to `mask`.
    pub(super) fn fixed_with(&self, mask: u128) -> Vec<W> {
        let mut fixed = self.fixed.clone();
        for position in cells_of(mask).map(|cell| self.positions[cell]) {
            for (from, window) in fixed.iter_mut().enumerate().take(position + 1) {
                if position - from < W::BITS {
                    *window = *window | W::bit(position - from);
                }
            }
        }
        fixed
    }

    /// Bytes of the tables.
    fn bytes(layout: &Layout, kinds: usize, chunks: usize) -> u64 {
        let class = size_of::<Shapes<W, N>>() + size_of::<AheadTable<N>>() + chunks * size_of::<Table<N>>();
        let class = class + kinds * size_of::<Fit<N>>() + size_of::<Class<W, N>>();
        let ids = layout.beginning.iter().zip(&layout.class).filter(|(own, _)| !own.is_empty());
        let ids: usize = ids.map(|(_, &class)| 4 * layout.classes[class as usize].len()).sum();
        let position = size_of::<W>() + size_of::<Vec<u32>>();
        let placements: usize = layout.beginning.iter().map(Vec::len).sum();
        (layout.classes.len() * class
            + ids
            + layout.is_cell.len() * position
            + 4 * placements
            + LOOKING_AHEAD) as u64
    }
}
