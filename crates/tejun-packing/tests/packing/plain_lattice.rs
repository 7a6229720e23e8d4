//! Packings in boxes and around joined sides, drawn by chance, and a brute force that fills them. It knows nothing of tejun.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

/// Layer, row, column.
pub type Cube = [i32; 3];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    pub shape: Vec<Cube>,
    pub flip: bool,
    pub rotate: bool,
}

/// A board, the sides that are joined, and how many there are of each piece.
#[derive(Clone, Debug)]
pub struct Packing {
    pub size: Cube,
    pub joined: [bool; 3],
    pub cells: Vec<Cube>,
    /// The cells that may stay empty.
    pub optional: u32,
    /// Whether pieces may be left over.
    pub spare: bool,
    pub pieces: Vec<(Piece, u32)>,
}

/// A piece of a kind on a set of cells, numbered in reading order.
pub type Placed = (usize, u32);
pub type Filling = BTreeSet<Placed>;

pub fn normal(shape: &[Cube]) -> Vec<Cube> {
    let least = [0, 1, 2].map(|axis| shape.iter().map(|cell| cell[axis]).min().unwrap());
    let mut shape: Vec<Cube> =
        shape.iter().map(|cell| [cell[0] - least[0], cell[1] - least[1], cell[2] - least[2]]).collect();
    shape.sort_unstable();
    shape
}

/// All 48 moves about the origin: where each takes a point, and whether it is a turn.
fn moves() -> Vec<(impl Fn(Cube) -> Cube + Clone, bool)> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let signs = (0..8).map(|signs| [1 - 2 * (signs & 1), 1 - (signs & 2), 1 - (signs & 4) / 2]);
    let of = |signs: Cube| {
        orders.map(|order: [usize; 3]| {
            let crossed =
                (0..3).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|&(a, b)| order[a] > order[b]);
            let is_turn = (crossed.count() % 2 == 0) == (signs.iter().product::<i32>() == 1);
            let point = move |p: Cube| [0, 1, 2].map(|axis: usize| signs[axis] * p[order[axis]]);
            (point, is_turn)
        })
    };
    signs.flat_map(of).collect()
}

impl Piece {
    /// The forms of a piece, in its layer unless it is solid.
    pub fn forms(&self, solid: bool) -> BTreeSet<Vec<Cube>> {
        let mirror = |[layer, row, column]: Cube| [layer, row, -column];
        let mut forms = BTreeSet::new();
        for (point, is_turn) in moves() {
            let stays = point([1, 0, 0]) == [1, 0, 0];
            let is_identity = (0..3).all(|axis| {
                let mut unit = [0; 3];
                unit[axis] = 1;
                point(unit) == unit
            });
            if is_turn && (solid || stays) && (self.rotate || is_identity) {
                let turned: Vec<Cube> = self.shape.iter().map(|&cell| point(cell)).collect();
                forms.insert(normal(&turned));
                if self.flip {
                    let mirrored: Vec<Cube> = self.shape.iter().map(|&cell| point(mirror(cell))).collect();
                    forms.insert(normal(&mirrored));
                }
            }
        }
        forms
    }
}

/// Layers of rows, with an empty row between layers.
fn drawn(size: Cube, sign: impl Fn(Cube) -> char) -> String {
    let row = |layer, row| (0..size[2]).map(|column| sign([layer, row, column])).collect::<String>();
    let layer = |layer| (0..size[1]).map(|at| row(layer, at)).collect::<Vec<_>>().join("\\n");
    (0..size[0]).map(layer).collect::<Vec<_>>().join("\\n\\n")
}

impl Packing {
    pub fn solid(&self) -> bool {
        self.size[0] > 1
    }

    /// The instance file.
    pub fn file(&self) -> String {
        let board = drawn(self.size, |cell| match self.cells.iter().position(|own| *own == cell) {
            Some(at) if self.optional >> at & 1 == 1 => '?',
            Some(_) => 'o',
            None => '#',
        });
        let wrap = match self.joined {
            [_, true, _] => "wrap = \"both\"\n",
            [_, _, true] => "wrap = \"columns\"\n",
            _ => "",
        };
        let mut file = format!("puzzle = \"packing\"\nboard = \"{board}\"\n{wrap}");
        if self.spare {
            file += "spare = true\n";
        }
        for (name, (piece, count)) in ('a'..).zip(&self.pieces) {
            let size = [0, 1, 2].map(|axis| piece.shape.iter().map(|cell| cell[axis] + 1).max().unwrap());
            let shape = drawn(size, |cell| if piece.shape.contains(&cell) { 'o' } else { '.' });
            file += &format!("[[piece]]\nname = \"{name}\"\nshape = \"{shape}\"\ncount = {count}\n");
            file += &format!("flip = {}\nrotate = {}\n", piece.flip, piece.rotate);
        }
        file
    }

    fn at(&self, cell: Cube) -> Option<usize> {
        let around = |axis: usize| {
            if self.joined[axis] { cell[axis].rem_euclid(self.size[axis]) } else { cell[axis] }
        };
        let cell = [around(0), around(1), around(2)];
        self.cells.iter().position(|own| *own == cell)
    }

    pub fn masks(&self, kind: usize) -> BTreeSet<u32> {
        let mut masks = BTreeSet::new();
        for form in self.pieces[kind].0.forms(self.solid()) {
            for by in (0..512).map(|at| [at / 64, at / 8 % 8, at % 8]) {
                let cells =
                    form.iter().map(|cell| self.at([cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]]));
                let mask = cells.map(|cell| cell.map(|cell| 1 << cell)).collect::<Option<Vec<u32>>>();
                let mask = mask.map_or(0, |bits| bits.into_iter().fold(0, |mask, bit| mask | bit));
                masks.extend(Some(mask).filter(|mask| mask.count_ones() as usize == form.len()));
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
            (filled, needed): (u32, u32),
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
                go(spare, masks, rest, (filled | mask, needed), now, found);
                now.pop();
            }
            if spare {
                go(spare, masks, rest, (filled, needed), now, found);
            }
        }
        let masks: Vec<_> = (0..self.pieces.len()).map(|kind| self.masks(kind)).collect();
        let mut left: Vec<usize> = Vec::new();
        for (kind, (_, count)) in self.pieces.iter().enumerate() {
            left.extend((0..*count).map(|_| kind));
        }
        left.sort_by_key(|&kind| (std::cmp::Reverse(self.pieces[kind].0.shape.len()), kind));
        let mut found = BTreeSet::new();
        let area: usize = left.iter().map(|&kind| self.pieces[kind].0.shape.len()).sum();
        let all = u32::MAX >> (32 - self.cells.len());
        if self.spare || area <= self.cells.len() {
            go(self.spare, &masks, &left, (0, all & !self.optional), &mut Vec::new(), &mut found);
        }
        found
    }

    /// Number of fillings up to those moves of the board that map it, and what may stay empty, and the set of pieces to themselves.
    pub fn classes(&self, fillings: &BTreeSet<Filling>) -> usize {
        let masks: Vec<_> = (0..self.pieces.len()).map(|kind| self.masks(kind)).collect();
        let mut group: Vec<BTreeMap<Placed, Placed>> = Vec::new();
        for (point, _) in moves() {
            let along = |axis: usize| {
                let mut unit = [0; 3];
                unit[axis] = 1;
                point(unit).iter().position(|at| *at != 0).unwrap()
            };
            if !self.solid() && point([1, 0, 0]) != [1, 0, 0] {
                continue;
            }
            // What runs around the board stays so, and around as many.
            let keeps = |axis: usize| {
                let to = along(axis);
                self.joined[axis] == self.joined[to]
                    && (!self.joined[axis] || self.size[axis] == self.size[to])
            };
            if !(0..3).all(keeps) {
                continue;
            }
            // Around joined sides it is shifted anyhow, along others onto the first cells.
            let moved: Vec<Cube> = self.cells.iter().map(|&cell| point(cell)).collect();
            let least = |cells: &[Cube], axis: usize| cells.iter().map(|cell| cell[axis]).min().unwrap();
            let to_first = [0, 1, 2].map(|axis| least(&self.cells, axis) - least(&moved, axis));
            let around = [0, 1, 2].map(|axis| if self.joined[axis] { self.size[axis] } else { 1 });
            for shift in 0..around.iter().product() {
                let shift = [0, shift / around[2], shift % around[2]];
                let image = |&cell: &Cube| {
                    let cell = point(cell);
                    let at = |axis: usize| cell[axis] + to_first[axis] + shift[axis];
                    self.at([at(0), at(1), at(2)])
                };
                let Some(to) = self.cells.iter().map(image).collect::<Option<Vec<usize>>>() else { continue };
                let image = |mask: u32| {
                    (0..to.len()).filter(|i| mask >> i & 1 == 1).fold(0_u32, |image, i| image | 1 << to[i])
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
                            && self.pieces[other].1 == self.pieces[kind].1
                            && !taken.contains(&other)
                    };
                    let Some(other) = (0..masks.len()).find(same) else { break };
                    taken.push(other);
                    images.extend(own.iter().map(|&mask| ((kind, mask), (other, image(mask)))));
                }
                if taken.len() == masks.len() && !group.contains(&images) {
                    group.push(images);
                }
            }
        }
        let least = |filling: &Filling| {
            group.iter().map(|images| filling.iter().map(|placed| images[placed]).collect::<Filling>()).min()
        };
        fillings.iter().map(least).collect::<BTreeSet<_>>().len()
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

/// A box, a cylinder or a torus of at most 16 cells, cut into pieces by a tape of choices. Some pieces are then redrawn, so there
/// need not be a solution.
pub fn packings() -> impl Strategy<Value = Packing> {
    let bytes = |n| prop::collection::vec(any::<u8>(), n);
    ((1..4_i32, 1..5_i32, 1..6_i32), bytes(30), bytes(64)).prop_filter_map(
        "a board of 1 to 16 cells",
        |((layers, rows, columns), holes, tape)| {
            let mut tape = tape.into_iter().cycle();
            let mut choose = move |n: usize| tape.next().unwrap() as usize % n;
            let joined = [[false, false, true], [false, true, true]][choose(2)];
            let joined = if layers == 1 { joined } else { [false; 3] };
            let dense = [0, 0, 40][choose(3)];
            let size = [layers, rows, columns];
            let all = (0..layers * rows * columns)
                .map(|at| [at / columns / rows, at / columns % rows, at % columns]);
            let cells: Vec<Cube> = all
                .zip(holes.iter().cycle())
                .filter(|(_, hole)| **hole >= dense)
                .map(|(cell, _)| cell)
                .collect();
            if cells.is_empty() || cells.len() > 16 {
                return None;
            }
            // Pieces of one size, of which some may be left over; few of them fit, as there are many ways to choose.
            let fits = |size: &usize| cells.len().is_multiple_of(*size) && cells.len() <= 4 * size;
            let sizes: Vec<usize> = (2..6).filter(fits).collect();
            let alike = (choose(3) == 0 && !sizes.is_empty()).then(|| sizes[choose(sizes.len())]);
            let spare = alike.is_some();
            let mut packing = Packing { size, joined, cells, optional: 0, spare, pieces: Vec::new() };
            let mut free: BTreeSet<usize> = (0..packing.cells.len()).collect();
            let mut pieces: BTreeMap<Piece, u32> = BTreeMap::new();
            while let Some(first) = free.pop_first() {
                let size = alike.unwrap_or_else(|| [1, 2, 3, 3, 4, 4, 5, 5][choose(8)]);
                // As it lies when the board is not bent.
                let mut piece = vec![packing.cells[first]];
                while piece.len() < size {
                    let steps = (0..3).flat_map(|axis| [-1, 1].map(|step| (axis, step)));
                    let near = piece.iter().flat_map(|cell| {
                        steps.clone().map(move |(axis, step)| {
                            let mut cell = *cell;
                            cell[axis] += step;
                            cell
                        })
                    });
                    let near: Vec<Cube> =
                        near.filter(|&cell| packing.at(cell).is_some_and(|at| free.contains(&at))).collect();
                    if near.is_empty() {
                        break;
                    }
                    let cell = near[choose(near.len())];
                    free.remove(&packing.at(cell).unwrap());
                    piece.push(cell);
                }
                let (change, flip, rotate) = (choose(12), choose(2) > 0, choose(4) > 0);
                if change == 0 {
                    piece = (0..piece.len() as i32).map(|c| [0, 0, c]).collect();
                }
                let piece = Piece { shape: normal(&piece), flip, rotate };
                let shape = piece.forms(packing.solid()).pop_first().unwrap();
                *pieces.entry(Piece { shape, ..piece }).or_default() += 1;
            }
            if let Some(size) = alike {
                pieces.retain(|piece, _| piece.shape.len() == size);
                for _ in 0..=choose(3) {
                    let bent: Vec<Cube> = (0..size as i32).map(|at| [0, at / 2, at % 2]).collect();
                    let straight = (0..size as i32).map(|at| [0, 0, at]).collect();
                    let shape = [bent, straight][choose(2)].clone();
                    *pieces.entry(Piece { shape, flip: choose(2) > 0, rotate: true }).or_default() += 1;
                }
                if pieces.is_empty() {
                    return None;
                }
            } else if choose(4) == 0 && pieces.len() > 1 {
                packing.optional =
                    (0..packing.cells.len()).filter(|_| choose(2) == 0).fold(0, |set, at| set | 1 << at);
                pieces.pop_first();
            }
            packing.pieces = pieces.into_iter().collect();
            Some(packing)
        },
    )
}
