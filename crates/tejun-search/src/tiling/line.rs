//! The tiling along its line: what fits at the first free place, read from small tables.
//!
//! Cells are filled in the order of the line, so the next piece always begins at the first free
//! place, and what is filled ahead of it fits into one word, the *window*. For each chunk of the
//! window a table says, as a set of bits, which placements the filled places of that chunk leave
//! possible; the intersection over the chunks is exactly what fits. Places that look alike share
//! their tables: between rows kept apart by an empty place, all do.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use super::problem::Tiling;
use super::symmetry::ones;

/// Bits of the window that one table answers for.
const CHUNK: usize = 10;

/// 2^64 divided by the golden ratio: a multiplier that mixes.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A window: the places from the first free one on, a bit each, set if filled or no cell.
pub(super) trait Word:
    Copy
    + Ord
    + Send
    + Sync
    + std::fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// No place filled.
    const EMPTY: Self;
    /// Every place filled.
    const FULL: Self;
    /// Places in a window.
    const BITS: usize;
    /// The places filled before the first free one.
    fn filled(self) -> usize;
    /// How many places are filled.
    fn count(self) -> usize;
    /// The low bits.
    fn low(self, bits: usize) -> usize;
    /// A number whose high bits are well mixed.
    fn hash(self) -> usize;
    /// The low places of a wide window.
    fn from_bits(bits: u128) -> Self;
    /// The word with one bit set.
    fn bit(place: usize) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            const FULL: Self = <$type>::MAX;
            const BITS: usize = <$type>::BITS as usize;
            #[inline(always)]
            fn filled(self) -> usize {
                self.trailing_ones() as usize
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn low(self, bits: usize) -> usize {
                self as usize & ((1 << bits) - 1)
            }
            #[inline(always)]
            fn hash(self) -> usize {
                let wide = self as u128;
                let folded = (wide as u64) ^ ((wide >> 64) as u64).rotate_left(31).wrapping_mul(GOLDEN);
                (folded ^ folded >> 32).wrapping_mul(GOLDEN) as usize
            }
            fn from_bits(bits: u128) -> Self {
                bits as $type
            }
            #[inline(always)]
            fn bit(place: usize) -> Self {
                1 << place
            }
        }
    };
}
word!(u64);
word!(u128);

/// A set of the placements of one class, `N` words of bits.
pub(super) type Fit<const N: usize> = [u64; N];

#[inline(always)]
pub(super) fn meet<const N: usize>(mut a: Fit<N>, b: &Fit<N>) -> Fit<N> {
    for i in 0..N {
        a[i] &= b[i];
    }
    a
}

#[inline(always)]
pub(super) fn join<const N: usize>(mut a: Fit<N>, b: &Fit<N>) -> Fit<N> {
    for i in 0..N {
        a[i] |= b[i];
    }
    a
}

#[inline(always)]
pub(super) fn is_none<const N: usize>(fit: &Fit<N>) -> bool {
    fit.iter().all(|&word| word == 0)
}

/// Takes the first member out of a set.
#[inline(always)]
pub(super) fn pop<const N: usize>(fit: &mut Fit<N>) -> Option<usize> {
    for (i, word) in fit.iter_mut().enumerate() {
        if *word != 0 {
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(i * 64 + bit);
        }
    }
    None
}

/// One table: what each pattern of a chunk's filled places leaves possible.
type Table<const N: usize> = [Fit<N>; 1 << CHUNK];

/// What may begin at the places of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<W, const N: usize> {
    /// The places it fills, relative to the first.
    pub(super) window: W,
    /// The shapes of other kinds.
    pub(super) others: Fit<N>,
    pub(super) kind: u32,
}

/// How a tiling lies along its line: which places look alike, and what begins at them.
pub(super) struct Layout {
    /// The place of each cell.
    places: Vec<usize>,
    is_cell: Vec<bool>,
    /// The farthest place a placement reaches, from its first.
    reach: usize,
    /// By place, the kinds, shapes and placements that begin there; sorted.
    beginning: Vec<Vec<(u32, u128, u32)>>,
    /// The shapes of each class.
    classes: Vec<Vec<(u32, u128)>>,
    class: Vec<u32>,
}

/// Shapes in a class at most.
pub(super) const CROWD: usize = 256;

impl Layout {
    pub(super) fn new(tiling: &Tiling) -> Self {
        let places = places(tiling);
        let length = places.iter().max().expect("a tiling has cells") + 1;
        let mut is_cell = vec![false; length];
        for &place in &places {
            is_cell[place] = true;
        }
        let mut beginning = vec![Vec::new(); length];
        for (id, placement) in tiling.placements.iter().enumerate() {
            let first = ones(placement.mask).map(|cell| places[cell]).min().expect("no mask is empty");
            let shape = ones(placement.mask).fold(0_u128, |shape, cell| shape | 1 << (places[cell] - first));
            beginning[first].push((placement.kind, shape, id as u32));
        }
        for own in &mut beginning {
            own.sort_unstable();
        }
        let reach = reach(tiling, &places);
        let mut layout =
            Layout { places, is_cell, reach, beginning, classes: Vec::new(), class: vec![0; length] };
        layout.classify();
        layout
    }

    /// Puts places into one class where one set of shapes serves them all: what a place has not among
    /// its own placements would cover, from there, a place that is no cell.
    fn classify(&mut self) {
        let fixed = fixed::<u128>(&self.is_cell);
        let mut members: Vec<Vec<usize>> = Vec::new();
        for place in (0..self.is_cell.len()).filter(|&place| self.is_cell[place]) {
            let own: Vec<(u32, u128)> = self.beginning[place].iter().map(|&(k, s, _)| (k, s)).collect();
            let serves = |class: usize| {
                let shared: &Vec<(u32, u128)> = &self.classes[class];
                let fresh = || own.iter().filter(|shape| shared.binary_search(shape).is_err());
                shared.len() + fresh().count() <= CROWD
                    && shared
                        .iter()
                        .all(|shape| shape.1 & fixed[place] != 0 || own.binary_search(shape).is_ok())
                    && fresh().all(|shape| members[class].iter().all(|&other| shape.1 & fixed[other] != 0))
            };
            let class = (0..self.classes.len()).find(|&class| serves(class)).unwrap_or_else(|| {
                self.classes.push(Vec::new());
                self.classes.len() - 1
            });
            if class == members.len() {
                members.push(Vec::new());
            }
            members[class].push(place);
            self.class[place] = class as u32;
            let shared = &mut self.classes[class];
            let fresh: Vec<_> = own.into_iter().filter(|s| shared.binary_search(s).is_err()).collect();
            if !fresh.is_empty() {
                shared.extend(fresh);
                shared.sort_unstable();
            }
        }
    }

    /// Whether a window fits into 64 places, and how many words a set of shapes takes.
    pub(super) fn widths(&self) -> (bool, usize) {
        let crowd = self.classes.iter().map(Vec::len).max().unwrap_or(0);
        (self.reach < u64::BITS as usize, crowd.div_ceil(64).max(1))
    }
}

/// For each place the places from it on that are no cells.
fn fixed<W: Word>(is_cell: &[bool]) -> Vec<W> {
    let mut ahead = W::FULL;
    let mut fixed = vec![W::FULL; is_cell.len()];
    for place in (0..is_cell.len()).rev() {
        ahead = ahead << 1 | if is_cell[place] { W::EMPTY } else { W::bit(0) };
        fixed[place] = ahead;
    }
    fixed
}

/// A tiling along its line, for windows of `W` and at most `64 * N` shapes in a class.
#[derive(Clone, Debug)]
pub(super) struct Line<W, const N: usize> {
    /// The place of each cell.
    pub(super) places: Vec<usize>,
    /// The shapes and tables of all classes, and where those of each place begin.
    shapes: Vec<Shape<W, N>>,
    tables: Vec<Table<N>>,
    base: Vec<Base>,
    /// The shapes of each kind, class by class.
    pub(super) of_kind: Vec<Fit<N>>,
    /// For each place, the places from it on that are no cells.
    pub(super) fixed: Vec<W>,
    /// For each place and shape of its class the placement, `u32::MAX` where it would not lie.
    ids: Vec<Vec<u32>>,
    /// Tables that a class takes.
    pub(super) chunks: usize,
    /// One class serves all places.
    pub(super) uniform: bool,
    kinds: usize,
}

/// Where the shapes and tables of a class begin.
#[derive(Clone, Copy, Debug, Default)]
struct Base {
    shapes: u32,
    tables: u32,
    kinds: u32,
}

/// The places of the tiling's cells: its own line, or the ranks on it where a window is too long.
fn places(tiling: &Tiling) -> Vec<usize> {
    if reach(tiling, &tiling.line) < u64::BITS as usize {
        return tiling.line.clone();
    }
    let mut order: Vec<usize> = (0..tiling.cells).collect();
    order.sort_by_key(|&cell| tiling.line[cell]);
    let mut ranks = vec![0; tiling.cells];
    for (rank, &cell) in order.iter().enumerate() {
        ranks[cell] = rank;
    }
    ranks
}

fn reach(tiling: &Tiling, places: &[usize]) -> usize {
    let span = |mask| {
        let (low, high) = ones(mask)
            .fold((usize::MAX, 0), |(low, high), cell| (low.min(places[cell]), high.max(places[cell])));
        high - low
    };
    tiling.placements.iter().map(|p| span(p.mask)).max().unwrap_or(0)
}

/// A class as a place sees it.
#[derive(Clone, Copy)]
pub(super) struct Class<'a, W, const N: usize, const CHUNKS: usize> {
    /// Its shapes, and those of the classes behind it.
    pub(super) shapes: &'a [Shape<W, N>],
    tables: &'a [Table<N>],
}

/// As many tables as there are: not known to the compiler.
pub(super) const ANY: usize = 0;

impl<W: Word, const N: usize, const CHUNKS: usize> Class<'_, W, N, CHUNKS> {
    /// What fits at the first free place, with those places filled.
    #[inline(always)]
    pub(super) fn fits(&self, window: W) -> Fit<N> {
        let tables = if CHUNKS == ANY { self.tables } else { &self.tables[..CHUNKS] };
        let mut fit = tables[0][window.low(CHUNK)];
        for (chunk, table) in tables.iter().enumerate().skip(1) {
            fit = meet(fit, &table[(window >> (chunk * CHUNK)).low(CHUNK)]);
        }
        fit
    }
}

/// Calls `$call`, a generic function of a word and a width, with the line and the arguments: with the
/// narrowest window and set that serve the tiling.
macro_rules! with_line {
    ($tiling:expr, $call:ident ( $($argument:expr),* )) => {{
        let layout = $crate::tiling::line::Layout::new($tiling);
        let kinds = $tiling.counts.len();
        match layout.widths() {
            (true, 1) => $call(&Line::<u64, 1>::new(layout, kinds), $($argument),*),
            (true, 2) => $call(&Line::<u64, 2>::new(layout, kinds), $($argument),*),
            (true, _) => $call(&Line::<u64, 4>::new(layout, kinds), $($argument),*),
            (false, 1) => $call(&Line::<u128, 1>::new(layout, kinds), $($argument),*),
            (false, 2) => $call(&Line::<u128, 2>::new(layout, kinds), $($argument),*),
            (false, _) => $call(&Line::<u128, 4>::new(layout, kinds), $($argument),*),
        }
    }};
}
pub(super) use with_line;

impl<W: Word, const N: usize> Line<W, N> {
    /// The tables of a layout; `W` and `N` have to be as [`with_line`] chooses them.
    pub(super) fn new(layout: Layout, kinds: usize) -> Self {
        let chunks = layout.reach / CHUNK + 1;
        let ids = |(place, own): (usize, &Vec<(u32, u128, u32)>)| {
            if !layout.is_cell[place] {
                return Vec::new();
            }
            let id = |&shape: &(u32, u128)| {
                own.binary_search_by_key(&shape, |&(k, s, _)| (k, s)).map_or(u32::MAX, |i| own[i].2)
            };
            layout.classes[layout.class[place] as usize].iter().map(id).collect()
        };
        let mut line = Line {
            ids: layout.beginning.iter().enumerate().map(ids).collect(),
            fixed: fixed(&layout.is_cell),
            shapes: Vec::new(),
            tables: Vec::with_capacity(chunks * layout.classes.len()),
            base: Vec::new(),
            of_kind: Vec::new(),
            uniform: layout.classes.len() == 1,
            places: Vec::new(),
            chunks,
            kinds,
        };
        let bases: Vec<Base> = layout.classes.iter().map(|shapes| line.add_class(shapes)).collect();
        line.base = layout.class.iter().map(|&class| bases[class as usize]).collect();
        line.places = layout.places;
        line
    }

    /// Makes the shapes and tables of one class.
    fn add_class(&mut self, own: &[(u32, u128)]) -> Base {
        let (shapes, tables, of_kind) = (self.shapes.len(), self.tables.len(), self.of_kind.len());
        let base = Base { shapes: shapes as u32, tables: tables as u32, kinds: of_kind as u32 };
        let mut all = [0; N];
        self.of_kind.resize(of_kind + self.kinds, [0; N]);
        for (bit, &(kind, _)) in own.iter().enumerate() {
            self.of_kind[of_kind + kind as usize][bit / 64] |= 1 << (bit % 64);
            all[bit / 64] |= 1 << (bit % 64);
        }
        // What one filled place forbids; then every pattern from the one without its lowest bit.
        let mut allowed = vec![all; self.chunks * CHUNK];
        for (bit, &(kind, shape)) in own.iter().enumerate() {
            for place in ones(shape) {
                allowed[place][bit / 64] &= !(1 << (bit % 64));
            }
            let others = self.of_kind[of_kind + kind as usize].map(|word| !word);
            self.shapes.push(Shape { window: W::from_bits(shape), others, kind });
        }
        for allowed in allowed.chunks(CHUNK) {
            let mut table = [all; 1 << CHUNK];
            for pattern in 1_usize..1 << CHUNK {
                table[pattern] =
                    meet(table[pattern & (pattern - 1)], &allowed[pattern.trailing_zeros() as usize]);
            }
            self.tables.push(table);
        }
        base
    }

    /// What fits at `place`, the first free one, with those places filled.
    #[inline(always)]
    pub(super) fn fits(&self, place: usize, window: W) -> Fit<N> {
        self.class_at::<ANY>(place).fits(window)
    }

    /// A shape that may begin at `place`.
    #[inline(always)]
    pub(super) fn shape(&self, place: usize, shape: usize) -> &Shape<W, N> {
        &self.shapes[self.base[place].shapes as usize + shape]
    }

    /// What a place has from its class; `CHUNKS` tables, or any number of them.
    #[inline(always)]
    pub(super) fn class_at<const CHUNKS: usize>(&self, place: usize) -> Class<'_, W, N, CHUNKS> {
        let base = &self.base[place];
        Class {
            shapes: &self.shapes[base.shapes as usize..],
            tables: &self.tables[base.tables as usize..][..self.chunks],
        }
    }

    /// The shapes of a kind at `place`.
    #[inline(always)]
    pub(super) fn of_kind(&self, place: usize, kind: usize) -> &Fit<N> {
        &self.of_kind[self.kinds_at(place) + kind]
    }

    /// Where in `of_kind` the kinds of the class of `place` begin.
    #[inline(always)]
    pub(super) fn kinds_at(&self, place: usize) -> usize {
        self.base[place].kinds as usize
    }

    /// The shapes of each kind, class by class, without those of `kind` whose form is not kept.
    pub(super) fn of_kind_without(&self, kind: usize, keep: impl Fn(W) -> bool) -> Vec<Fit<N>> {
        let mut of_kind = self.of_kind.clone();
        for base in &self.base {
            let own = &mut of_kind[base.kinds as usize + kind];
            let mut all = *own;
            while let Some(bit) = pop(&mut all) {
                if !keep(self.shapes[base.shapes as usize + bit].window) {
                    own[bit / 64] &= !(1 << (bit % 64));
                }
            }
        }
        of_kind
    }

    /// The form of a mask: the places it fills, relative to the first.
    pub(super) fn form(&self, mask: u128) -> W {
        let places = || ones(mask).map(|cell| self.places[cell]);
        let first = places().min().expect("no mask is empty");
        places().fold(W::EMPTY, |form, place| form | W::bit(place - first))
    }

    /// The placement that a shape is at `place`.
    pub(super) fn id(&self, place: usize, shape: usize) -> u32 {
        self.ids[place][shape]
    }

    /// The first free place and its window, after the filled ones at the front of `window` are
    /// passed; `None` where nothing is free.
    #[inline(always)]
    pub(super) fn advance(fixed: &[W], mut place: usize, mut window: W) -> Option<(usize, W)> {
        loop {
            let filled = window.filled();
            place += filled;
            let &entry = fixed.get(place)?;
            if filled < W::BITS {
                return Some((place, window >> filled | entry));
            }
            window = entry;
        }
    }

    /// The places that are no cells, and those of the cells of `mask`, as windows from each place.
    pub(super) fn fixed_with(&self, mask: u128) -> Vec<W> {
        let mut fixed = self.fixed.clone();
        for place in ones(mask).map(|cell| self.places[cell]) {
            for (from, window) in fixed.iter_mut().enumerate().take(place + 1) {
                if place - from < W::BITS {
                    *window = *window | W::bit(place - from);
                }
            }
        }
        fixed
    }

    /// Bytes that the tables take.
    pub(super) fn bytes(&self) -> u64 {
        let ids: usize = self.ids.iter().map(|ids| size_of_val(&ids[..])).sum();
        (size_of_val(&self.tables[..]) + ids + size_of_val(&self.fixed[..])) as u64
    }
}
