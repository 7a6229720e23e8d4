//! Packings with pieces drawn by chance, and a brute force that fills them. It knows nothing of tejun.

#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

pub type Cell = (i32, i32);

#[derive(Clone, Debug)]
pub struct Piece {
    pub shape: Vec<Cell>,
    pub count: u32,
    pub flip: bool,
    pub rotate: bool,
}

/// A region and its pieces.
#[derive(Clone, Debug)]
pub struct Packing {
    pub cells: Vec<Cell>,
    /// The cells that may stay empty.
    pub optional: u32,
    /// Whether pieces may be left over.
    pub spare: bool,
    pub pieces: Vec<Piece>,
}

/// A piece of a kind on a set of cells, numbered in reading order.
pub type Placed = (usize, u32);
pub type Filling = BTreeSet<Placed>;

pub fn normal(shape: &[Cell]) -> Vec<Cell> {
    let (top, left) = (shape.iter().map(|c| c.0).min().unwrap(), shape.iter().map(|c| c.1).min().unwrap());
    let mut shape: Vec<Cell> = shape.iter().map(|&(r, c)| (r - top, c - left)).collect();
    shape.sort_unstable();
    shape
}

/// The shape after an optional reflection, then `turns` quarter turns.
pub fn moved(shape: &[Cell], mirrored: bool, turns: usize) -> Vec<Cell> {
    let turned = |&(r, c): &Cell| (0..turns).fold((r, if mirrored { -c } else { c }), |(r, c), _| (c, -r));
    shape.iter().map(turned).collect()
}

impl Piece {
    pub fn forms(&self) -> BTreeSet<Vec<Cell>> {
        let mirrors = if self.flip { 0..2 } else { 0..1 };
        let turns = if self.rotate { 4 } else { 1 };
        mirrors.flat_map(|m| (0..turns).map(move |t| normal(&moved(&self.shape, m == 1, t)))).collect()
    }
}

impl Packing {
    /// The instance file.
    pub fn file(&self) -> String {
        let rows = |cells: &[Cell], empty: char| {
            let (height, width) =
                (cells.iter().map(|c| c.0).max().unwrap(), cells.iter().map(|c| c.1).max().unwrap());
            let sign = |cell: Cell| match cells.iter().position(|own| *own == cell) {
                Some(at) if empty == '#' && self.optional >> at & 1 == 1 => '?',
                Some(_) => 'o',
                None => empty,
            };
            let row = |r| (0..=width).map(|c| sign((r, c))).collect::<String>();
            (0..=height).map(row).collect::<Vec<String>>().join("\\n")
        };
        let mut file = format!("puzzle = \"packing\"\nboard = \"{}\"\n", rows(&self.cells, '#'));
        if self.spare {
            file += "spare = true\n";
        }
        for (name, piece) in ('a'..).zip(&self.pieces) {
            let Piece { shape, count, flip, rotate } = piece;
            file += &format!("[[piece]]\nname = \"{name}\"\nshape = \"{}\"\n", rows(&normal(shape), '.'));
            file += &format!("count = {count}\nflip = {flip}\nrotate = {rotate}\n");
        }
        file
    }

    pub fn mask(&self, cells: impl IntoIterator<Item = Cell>) -> Option<u32> {
        cells
            .into_iter()
            .try_fold(0, |mask, cell| Some(mask | 1 << self.cells.iter().position(|&c| c == cell)?))
    }

    pub fn masks(&self, kind: usize) -> BTreeSet<u32> {
        let mut masks = BTreeSet::new();
        for form in self.pieces[kind].forms() {
            for (r, c) in (0..8).flat_map(|r| (0..8).map(move |c| (r, c))) {
                masks.extend(self.mask(form.iter().map(|&(y, x)| (r + y, c + x))));
            }
        }
        masks
    }

    /// All fillings, found by placing one piece after another wherever it fits, or leaving it over where that is allowed.
    pub fn fillings(&self) -> BTreeSet<Filling> {
        fn go(
            spare: bool,
            masks: &[BTreeSet<u32>],
            left: &[usize],
            filled: u32,
            needed: u32,
            now: &mut Vec<Placed>,
            found: &mut BTreeSet<Filling>,
        ) {
            let Some((&kind, rest)) = left.split_first() else {
                if filled & needed == needed {
                    found.insert(now.iter().copied().collect());
                }
                return;
            };
            // Pieces of one kind are placed in ascending order, so that no filling comes up twice.
            let least = now.last().filter(|last| last.0 == kind).map_or(0, |last| last.1 + 1);
            for &mask in masks[kind].range(least..).filter(|&mask| mask & filled == 0) {
                now.push((kind, mask));
                go(spare, masks, rest, filled | mask, needed, now, found);
                now.pop();
            }
            if spare {
                go(spare, masks, rest, filled, needed, now, found);
            }
        }
        let masks: Vec<_> = (0..self.pieces.len()).map(|kind| self.masks(kind)).collect();
        let mut left: Vec<usize> = Vec::new();
        for (kind, piece) in self.pieces.iter().enumerate() {
            left.extend((0..piece.count).map(|_| kind));
        }
        left.sort_by_key(|&kind| (std::cmp::Reverse(self.pieces[kind].shape.len()), kind));
        let mut found = BTreeSet::new();
        let area: usize = left.iter().map(|&kind| self.pieces[kind].shape.len()).sum();
        let all = u32::MAX >> (32 - self.cells.len());
        if self.spare || area <= self.cells.len() {
            go(self.spare, &masks, &left, 0, all & !self.optional, &mut Vec::new(), &mut found);
        }
        found
    }

    /// Number of cells that stay empty, however all pieces are placed.
    pub fn empty(&self) -> usize {
        let area: usize = self.pieces.iter().map(|piece| piece.count as usize * piece.shape.len()).sum();
        self.cells.len().saturating_sub(area)
    }

    /// Number of fillings up to those symmetries of the region, and of what may stay empty, that map the set of pieces to itself.
    pub fn classes(&self, fillings: &BTreeSet<Filling>) -> usize {
        let masks: Vec<_> = (0..self.pieces.len()).map(|kind| self.masks(kind)).collect();
        let mut group: Vec<BTreeMap<Placed, Placed>> = Vec::new();
        for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..4).map(move |t| (m, t))) {
            let region = moved(&self.cells, mirrored, turns);
            let (top, left) =
                (region.iter().map(|c| c.0).min().unwrap(), region.iter().map(|c| c.1).min().unwrap());
            let base = (
                self.cells.iter().map(|c| c.0).min().unwrap(),
                self.cells.iter().map(|c| c.1).min().unwrap(),
            );
            let place = |&(r, c): &Cell| (r - top + base.0, c - left + base.1);
            let to: Vec<Option<usize>> =
                region.iter().map(|cell| self.cells.iter().position(|c| *c == place(cell))).collect();
            if to.contains(&None) {
                continue;
            }
            let image = |mask: u32| {
                (0..to.len())
                    .filter(|i| mask >> i & 1 == 1)
                    .fold(0_u32, |image, i| image | 1 << to[i].unwrap())
            };
            if image(self.optional) != self.optional {
                continue;
            }
            let mut images = BTreeMap::new();
            let mut taken: Vec<usize> = Vec::new();
            for (kind, own) in masks.iter().enumerate() {
                let set: BTreeSet<u32> = own.iter().map(|&mask| image(mask)).collect();
                let same = |&other: &usize| {
                    masks[other] == set
                        && self.pieces[other].count == self.pieces[kind].count
                        && !taken.contains(&other)
                };
                let Some(other) = (0..masks.len()).find(same) else { break };
                taken.push(other);
                images.extend(own.iter().map(|&mask| ((kind, mask), (other, image(mask)))));
            }
            if taken.len() == masks.len() {
                group.push(images);
            }
        }
        let least = |filling: &Filling| {
            group.iter().map(|images| filling.iter().map(|placed| images[placed]).collect::<Filling>()).min()
        };
        fillings.iter().map(least).collect::<BTreeSet<_>>().len()
    }

    /// Number of connected parts of the region.
    pub fn parts(&self) -> usize {
        let mut left = self.cells.clone();
        let mut parts = 0;
        while let Some(cell) = left.pop() {
            parts += 1;
            let mut part = vec![cell];
            while let Some((r, c)) = part.pop() {
                let near = |cell: &Cell| (cell.0 - r).abs() + (cell.1 - c).abs() == 1;
                part.extend(left.iter().copied().filter(near));
                left.retain(|cell| !near(cell));
            }
        }
        parts
    }

    pub fn filling(&self, line: &[String]) -> Filling {
        let placed = |text: &String| {
            let (name, cells) = text.split_once(':').unwrap();
            let bit = |cell: &str| 1_u32 << (cell.parse::<u32>().unwrap() - 1);
            ((name.as_bytes()[0] - b'a') as usize, cells.split(',').map(bit).sum())
        };
        line.iter().map(placed).collect()
    }
}

/// A region of at most 16 cells, sometimes symmetric and sometimes in several parts, cut into pieces by a
/// tape of choices. Some pieces are then redrawn, so there need not be a solution.
pub fn packings() -> impl Strategy<Value = Packing> {
    let sizes = (1..6_i32, 1..7_i32);
    let bytes = |n| prop::collection::vec(any::<u8>(), n);
    (sizes, bytes(30), bytes(64)).prop_filter_map(
        "a region of 1 to 16 cells",
        |((rows, cols), holes, tape)| {
            let mut tape = tape.into_iter().cycle();
            let mut choose = move |n: usize| tape.next().unwrap() as usize % n;
            let (across, down, dense) = (choose(2) == 1, choose(2) == 1, [0, 40, 90][choose(3)]);
            let is_cell = |&(r, c): &Cell| {
                let r = if down { r.min(rows - 1 - r) } else { r };
                let c = if across { c.min(cols - 1 - c) } else { c };
                holes[(r * cols + c) as usize] >= dense
            };
            let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
            let cells: Vec<Cell> = all.filter(is_cell).collect();
            if cells.is_empty() || cells.len() > 16 {
                return None;
            }
            let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
            let mut pieces: BTreeMap<(Vec<Cell>, bool, bool), u32> = BTreeMap::new();
            let alike = (choose(4) == 0).then(|| [2, 3, 4, 5][choose(4)]);
            while let Some(first) = free.pop_first() {
                let size = alike.unwrap_or_else(|| [1, 2, 3, 3, 4, 4, 5, 5][choose(8)]);
                let mut piece = vec![first];
                while piece.len() < size {
                    let near =
                        |a: &Cell| piece.iter().any(|b: &Cell| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1);
                    let near: Vec<Cell> = free.iter().copied().filter(near).collect();
                    if near.is_empty() {
                        break;
                    }
                    let cell = near[choose(near.len())];
                    free.remove(&cell);
                    piece.push(cell);
                }
                let (change, flip, rotate) = (choose(10), choose(3) > 0, choose(3) > 0);
                if change == 0 {
                    piece = (0..piece.len() as i32).map(|c| (0, c)).collect();
                } else if change == 1 {
                    piece.push(*piece.iter().max().unwrap());
                    piece.last_mut().unwrap().0 += 1;
                }
                let shape = if flip && rotate {
                    (Piece { shape: piece, count: 1, flip, rotate }).forms().pop_first().unwrap()
                } else {
                    normal(&piece)
                };
                *pieces.entry((shape, flip, rotate)).or_default() += 1;
            }
            if let Some(size) = alike {
                pieces.retain(|(shape, ..), _| shape.len() == size);
                for _ in 0..choose(3) {
                    let bent: Vec<Cell> = (0..size as i32).map(|at| (at / 3, at % 3)).collect();
                    let straight = (0..size as i32).map(|at| (0, at)).collect();
                    let (shape, flip, rotate) = ([bent, straight][choose(2)].clone(), choose(3) > 0, true);
                    *pieces.entry((shape, flip, rotate)).or_default() += 1;
                }
                if pieces.is_empty() {
                    return None;
                }
            }
            let mut optional = 0;
            if alike.is_none() && choose(3) == 0 {
                // In a pattern that is often symmetric. Most often, a piece is missing.
                let dense = choose(3);
                for (at, (r, c)) in cells.iter().enumerate() {
                    let is_one = [(r + c) % 2 == 0, c % 2 == 0, choose(2) == 0][dense];
                    optional |= u32::from(is_one) << at;
                }
                if pieces.len() > 1 && choose(4) > 0 {
                    pieces.pop_first();
                }
            }
            let piece = |((shape, flip, rotate), count)| Piece { shape, count, flip, rotate };
            let spare = alike.is_some();
            Some(Packing { cells, optional, spare, pieces: pieces.into_iter().map(piece).collect() })
        },
    )
}
