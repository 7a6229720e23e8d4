//! A perfect ranking of the mirror classes.
//!
//! A layout consists of a frame (the 2x2 and the bars) and the set of empty cells among those that the frame
//! leaves free. There are few frames up to mirroring; a table holds them with the rank of their first class.
//! Within a frame of `k` free cells, the sets of two or more cells are numbered in closed form: of the
//! `k`-bit numbers `m`, 0 and the powers of two are left out, so the rank of `m` is `m - 2 - floor(log2 m)`.
//! A frame that is its own mirror image has as many free cells on the left as on the right. A class is then
//! an unordered pair of halves `hi >= lo`, numbered as a triangle with the same numbers left out:
//! `hi (hi + 1) / 2 + lo - 2 - floor(log2 hi)`.

use super::layout::{CELLS, Frame, LEFT, Layout, Shape, bits, mirror};

/// Number of mirror classes of the family.
pub const CLASSES: u32 = 14_673_066;
/// Number of layouts of the family.
pub const LAYOUTS: u32 = 29_334_498;

/// A frame that represents itself and its mirror image.
#[derive(Clone, Copy, Debug)]
struct Entry {
    frame: Frame,
    free: u32,
    /// The rank of its first class.
    base: u32,
    symmetric: bool,
}

/// A bijection between the mirror classes and the ranks from 0 to [`CLASSES`] - 1.
///
/// Building it takes a few milliseconds and about 2 MB. Classes with the same numbers of 1x2 and of 2x1
/// pieces have consecutive ranks.
///
/// ```
/// use tejun_puzzles::sliding::atlas::{Layout, Ranks};
///
/// let ranks = Ranks::new();
/// let layout: Layout = "vBB1vBBvvhhvv11v1..v".parse()?;
/// let rank = ranks.rank(layout);
/// assert_eq!(ranks.rank(layout.mirror()), rank);
/// let again = ranks.layout(rank);
/// assert!(again == layout || again == layout.mirror());
/// # Ok::<(), tejun_puzzles::InputError>(())
/// ```
#[derive(Debug)]
pub struct Ranks {
    entries: Vec<Entry>,
    /// Open-addressing hash table: a frame's key in the high bits, its entry number in the low bits.
    table: Vec<u64>,
    compress: Box<Compress>,
}

const ENTRY_BITS: u32 = 16;
const TABLE_BITS: u32 = 17;
const VACANT: u64 = u64::MAX;

impl Default for Ranks {
    fn default() -> Self {
        Ranks::new()
    }
}

impl Ranks {
    /// Builds the table of frames.
    pub fn new() -> Ranks {
        let mut frames = Vec::new();
        collect(Frame { square: 0, wide: 0, tall: 0 }, 0, 0, &mut frames);
        frames.sort_unstable_by_key(|&(key, _)| key);
        let mut base = 0;
        let mut entries = Vec::with_capacity(frames.len());
        let mut table = vec![VACANT; 1 << TABLE_BITS];
        for (_, frame) in frames {
            let free = frame.free();
            let (symmetric, k) = (frame.mirror() == frame, free.count_ones());
            let slot = table_slots(frame.key()).find(|&slot| table[slot] == VACANT);
            table[slot.expect("the table is larger than the list")] =
                frame.key() << ENTRY_BITS | entries.len() as u64;
            entries.push(Entry { frame, free, base, symmetric });
            base += if symmetric {
                let halves = 1 << (k / 2);
                halves * (halves + 1) / 2 - 1 - k / 2
            } else {
                (1 << k) - 1 - k
            };
        }
        debug_assert_eq!(base, CLASSES);
        Ranks { entries, table, compress: Compress::new() }
    }

    /// Returns the rank of the layout's mirror class. Cost: about 50 ns.
    pub fn rank(&self, layout: Layout) -> u32 {
        let (entry, mirrored) = self.entry(layout.frame);
        self.rank_within(entry, if mirrored { mirror(layout.empty) } else { layout.empty })
    }

    /// Returns a layout of the class with this rank, always the same one. Cost: about 100 ns.
    ///
    /// # Panics
    /// If the rank is not below [`CLASSES`].
    pub fn layout(&self, rank: u32) -> Layout {
        assert!(rank < CLASSES, "rank {rank} of {CLASSES} classes");
        self.layout_within(self.entry_of(rank), rank)
    }

    /// The number of the frame's entry, and whether the frame is the mirror image of the entry's.
    pub(super) fn entry(&self, frame: Frame) -> (usize, bool) {
        let (key, image) = (frame.key(), frame.mirror().key());
        let wanted = key.min(image);
        for slot in table_slots(wanted) {
            let found = self.table[slot];
            if found >> ENTRY_BITS == wanted {
                return ((found & ((1 << ENTRY_BITS) - 1)) as usize, image < key);
            }
            assert!(found != VACANT, "every frame of a layout is listed");
        }
        unreachable!("the table has vacant slots")
    }

    /// The entry of the frame of the class with this rank.
    pub(super) fn entry_of(&self, rank: u32) -> usize {
        self.entries.partition_point(|entry| entry.base <= rank) - 1
    }

    /// The rank of the first class of an entry. For the number of entries, the number of classes.
    pub(super) fn base(&self, entry: usize) -> u32 {
        self.entries.get(entry).map_or(CLASSES, |entry| entry.base)
    }

    /// Number of frames in the table.
    pub(super) fn frames(&self) -> usize {
        self.entries.len()
    }

    /// The frame of the entry.
    pub(super) fn frame(&self, entry: usize) -> Frame {
        self.entries[entry].frame
    }

    /// The rank of the class with this entry's frame and these empty cells.
    pub(super) fn rank_within(&self, entry: usize, empty: u32) -> u32 {
        let Entry { free, base, symmetric, .. } = self.entries[entry];
        if symmetric {
            let left = self.compress.take(empty & LEFT, free & LEFT);
            let right = self.compress.take(mirror(empty) & LEFT, free & LEFT);
            let (lo, hi) = (left.min(right), left.max(right));
            base + hi * (hi + 1) / 2 + lo - 2 - hi.ilog2()
        } else {
            let m = self.compress.take(empty, free);
            base + m - 2 - m.ilog2()
        }
    }

    /// The class with this rank, whose frame is the entry's.
    pub(super) fn layout_within(&self, entry: usize, rank: u32) -> Layout {
        let Entry { frame, free, base, symmetric } = self.entries[entry];
        let rank = rank - base;
        let empty = if symmetric {
            // The first rank of a row of the triangle, or one less if that number was left out.
            let row = |hi: u32| hi * (hi + 1) / 2 - 2 - hi.ilog2();
            let (mut hi, mut above) = (1, 1 << (CELLS / 2));
            while above - hi > 1 {
                let middle = (hi + above) / 2;
                let first = row(middle) + u32::from(middle.is_power_of_two());
                if first <= rank { hi = middle } else { above = middle }
            }
            let lo = rank + 2 + hi.ilog2() - hi * (hi + 1) / 2;
            spread(hi, free & LEFT) | mirror(spread(lo, free & LEFT))
        } else {
            let log = (rank + 2).ilog2();
            let m = rank + 2 + log;
            spread(if m.ilog2() > log { m + 1 } else { m }, free)
        };
        Layout { frame, empty }
    }

    /// Calls `visit` for every class of the entry in order of rank, with its number of empty cells and
    /// whether the class is one layout (its own mirror image) rather than two.
    pub(super) fn classes(&self, entry: usize, mut visit: impl FnMut(u32, u32, bool)) {
        let Entry { free, base, symmetric, .. } = self.entries[entry];
        let k = free.count_ones();
        let mut rank = base;
        let mut next = |empty: u32, alone: bool| {
            visit(rank, empty, alone);
            rank += 1;
        };
        if symmetric {
            for hi in 1..1_u32 << (k / 2) {
                for lo in u32::from(hi.is_power_of_two())..=hi {
                    next(hi.count_ones() + lo.count_ones(), hi == lo);
                }
            }
        } else {
            for m in (3..1_u32 << k).filter(|m| !m.is_power_of_two()) {
                next(m.count_ones(), false);
            }
        }
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry>() + self.table.capacity() * 8 + size_of::<Compress>())
            as u64
    }
}

fn table_slots(key: u64) -> impl Iterator<Item = usize> {
    let first = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TABLE_BITS);
    (0..1 << TABLE_BITS).map(move |step| (first as usize + step) & ((1 << TABLE_BITS) - 1))
}

/// Adds every frame that extends `frame` from cell `at` on, with the cells of `taken` already covered. Frames
/// need a 2x2 and at least two free cells; of two mirror images, the one with the smaller key is added. Each
/// comes with a sort key: its numbers of wide and tall bars, then its own key.
fn collect(frame: Frame, taken: u32, at: u32, frames: &mut Vec<(u64, Frame)>) {
    let Some(cell) = (at..CELLS).find(|cell| taken >> cell & 1 == 0) else {
        let key = frame.key();
        if frame.square != 0 && frame.free().count_ones() >= 2 && key <= frame.mirror().key() {
            let bars = frame.wide.count_ones() << 4 | frame.tall.count_ones();
            frames.push((u64::from(bars) << 45 | key, frame));
        }
        return;
    };
    let head = 1 << cell;
    collect(frame, taken, cell + 1, frames);
    for shape in [Shape::Square, Shape::Wide, Shape::Tall] {
        let mut next = frame;
        match shape {
            Shape::Square if frame.square == 0 => next.square = head,
            Shape::Wide => next.wide |= head,
            Shape::Tall => next.tall |= head,
            _ => continue,
        }
        if shape.fits(!taken & ((1 << CELLS) - 1)) & head != 0 {
            collect(next, taken | shape.cells(head), cell + 1, frames);
        }
    }
}

/// The inverse of [`Compress::take`]: spreads the low bits of `value` over the cells of `mask`.
fn spread(value: u32, mask: u32) -> u32 {
    bits(mask).enumerate().filter(|(i, _)| value >> i & 1 == 1).fold(0, |cells, (_, bit)| cells | bit)
}

/// Bit extraction (the bits under a mask, packed together), seven cells at a time. The table has 16 KB, so
/// that it stays in the first-level cache.
#[derive(Debug)]
struct Compress {
    /// Indexed by `mask * 128 + value`.
    table: [u8; 128 * 128],
    ones: [u8; 128],
}

impl Compress {
    fn new() -> Box<Compress> {
        let mut this = Box::new(Compress { table: [0; 128 * 128], ones: [0; 128] });
        for mask in 0..128_usize {
            this.ones[mask] = mask.count_ones() as u8;
            for value in 0..128_usize {
                let picked = (0..7).filter(|i| mask >> i & 1 == 1).enumerate();
                this.table[mask * 128 + value] =
                    picked.fold(0, |sum, (to, from)| sum | ((value >> from & 1) as u8) << to);
            }
        }
        this
    }

    /// The bits of `value` under `mask`, packed together from the low end.
    fn take(&self, value: u32, mask: u32) -> u32 {
        let part = |i: u32| (mask >> (7 * i) & 127) as usize;
        let at = |i: u32| u32::from(self.table[part(i) * 128 + (value >> (7 * i) & 127) as usize]);
        let shift = self.ones[part(0)];
        at(0) | (at(1) | at(2) << self.ones[part(1)]) << shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_rank_is_that_of_its_layout_and_its_mirror_image() {
        let ranks = Ranks::new();
        let mut layouts = 0;
        for entry in 0..ranks.frames() {
            let mut next = ranks.base(entry);
            ranks.classes(entry, |rank, empty, alone| {
                let layout = ranks.layout_within(entry, rank);
                assert_eq!(rank, next);
                assert_eq!(ranks.rank(layout), rank, "{layout}");
                assert_eq!(ranks.rank(layout.mirror()), rank, "{layout}");
                assert_eq!(layout.empty.count_ones(), empty, "{layout}");
                assert_eq!(layout == layout.mirror(), alone, "{layout}");
                layouts += if alone { 1 } else { 2 };
                next += 1;
            });
            assert_eq!(next, ranks.base(entry + 1));
        }
        assert_eq!(ranks.base(ranks.frames()), CLASSES);
        assert_eq!(layouts, LAYOUTS);
    }

    /// Number of ways to fill the board from cell `at` on, cell by cell: `taken` marks the next six cells,
    /// `square` is whether there is a 2x2 already, and `empty` counts the empty cells so far, where 2 means
    /// two or more.
    fn fillings(at: u32, taken: u32, square: bool, empty: u32, known: &mut Known) -> u64 {
        if at == CELLS {
            return u64::from(taken == 0 && square && empty == 2);
        }
        if let Some(&number) = known.get(&(at, taken, square, empty)) {
            return number;
        }
        let mut go =
            |taken: u32, square, empty: u32| fillings(at + 1, taken >> 1, square, empty.min(2), known);
        let number = if taken & 1 == 1 {
            go(taken, square, empty)
        } else {
            let (wide, tall) = (at % 4 < 3 && taken & 2 == 0, at < 16);
            let mut sum = go(taken, square, empty + 1) + go(taken, square, empty);
            if wide {
                sum += go(taken | 2, square, empty);
            }
            if tall {
                sum += go(taken | 16, square, empty);
            }
            if wide && tall && !square {
                sum += go(taken | 2 | 16 | 32, true, empty);
            }
            sum
        };
        known.insert((at, taken, square, empty), number);
        number
    }
    type Known = HashMap<(u32, u32, bool, u32), u64>;

    #[test]
    fn there_are_as_many_layouts_as_ways_to_fill_the_board() {
        assert_eq!(fillings(0, 0, false, 0, &mut HashMap::new()), u64::from(LAYOUTS));
    }
}
