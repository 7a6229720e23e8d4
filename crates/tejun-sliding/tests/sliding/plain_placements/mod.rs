//! All placements of the pieces of a sliding board by brute force, and their distances from the goal. A piece is a
//! bit mask of cells; pieces are alike if they may be at the same places and the goal wants them at the same ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

type Mask = u32;
/// What tells pieces apart: all masks that such a piece may have, and those that the goal wants.
pub type Kind = (BTreeSet<Mask>, BTreeSet<Mask>);
/// A placement: the kind and the mask of each piece, sorted.
pub type Placed = Vec<(usize, Mask)>;

/// A board as a file describes it.
pub struct Plain {
    rows: i32,
    columns: i32,
    floor: Mask,
    pub kinds: Vec<Kind>,
    /// The kind of each piece.
    pieces: Vec<usize>,
    /// The masks that the goal draws; any piece of a kind that wants it will do.
    goal: BTreeSet<Mask>,
}

/// The mask of each character of a drawing, in the order of their first cells.
pub fn masks(text: &str) -> Vec<(char, Mask)> {
    let mut masks: Vec<(char, Mask)> = Vec::new();
    for (cell, c) in text.chars().filter(|c| *c != '\n').enumerate() {
        match masks.iter_mut().find(|(known, _)| *known == c) {
            Some((_, mask)) => *mask |= 1 << cell,
            None => masks.push((c, 1 << cell)),
        }
    }
    masks
}

impl Plain {
    /// The puzzle of a board and a goal. Pieces that `lined` picks stay in the rows or columns along their longer
    /// side; the gate `-` lets only the pieces in `may` in.
    pub fn new(board: &str, goal: &str, by_shape: bool, lined: impl Fn(char) -> bool, may: &str) -> Plain {
        let rows = board.lines().count() as i32;
        let columns = board.lines().next().unwrap().chars().count() as i32;
        let drawn = masks(board);
        let of = |c: char| drawn.iter().find(|(known, _)| *known == c).map_or(0, |(_, mask)| *mask);
        let mut plain = Plain {
            rows,
            columns,
            floor: ((1_u64 << (rows * columns)) - 1) as Mask & !of('#'),
            kinds: Vec::new(),
            pieces: Vec::new(),
            goal: BTreeSet::new(),
        };
        let wanted: Vec<(char, Mask)> = masks(goal).into_iter().filter(|(c, _)| c.is_alphabetic()).collect();
        plain.goal = wanted.iter().map(|(_, mask)| *mask).collect();
        for &(letter, mask) in drawn.iter().filter(|(c, _)| !".#-".contains(*c)) {
            let barred = if may.contains(letter) { 0 } else { of('-') };
            let everywhere = plain.everywhere(mask);
            let allowed: BTreeSet<Mask> = everywhere
                .iter()
                .copied()
                .filter(|&place| place & barred == 0 && (!lined(letter) || plain.in_line(mask, place)))
                .collect();
            let meant = |(c, place): &&(char, Mask)| {
                if by_shape { everywhere.contains(place) } else { *c == letter }
            };
            // What the goal wants where such a piece never stands is nothing to it.
            let meant = wanted.iter().filter(meant).map(|(_, place)| *place);
            let meant = meant.filter(|place| allowed.contains(place)).collect();
            let kind = (allowed, meant);
            let known = plain.kinds.iter().position(|known| *known == kind);
            let number = known.unwrap_or_else(|| {
                plain.kinds.push(kind);
                plain.kinds.len() - 1
            });
            plain.pieces.push(number);
        }
        plain
    }

    fn cells(&self, mask: Mask) -> Vec<(i32, i32)> {
        let cells = (0..self.rows * self.columns).filter(|cell| mask >> cell & 1 == 1);
        cells.map(|cell| (cell / self.columns, cell % self.columns)).collect()
    }

    /// The mask moved, if it stays on the floor.
    fn shifted(&self, mask: Mask, down: i32, right: i32) -> Option<Mask> {
        let mut moved = 0;
        for (row, column) in self.cells(mask) {
            let (row, column) = (row + down, column + right);
            if !(0..self.rows).contains(&row) || !(0..self.columns).contains(&column) {
                return None;
            }
            moved |= 1 << (row * self.columns + column);
        }
        (moved & !self.floor == 0).then_some(moved)
    }

    fn everywhere(&self, mask: Mask) -> BTreeSet<Mask> {
        let shifts = (-self.rows..=self.rows)
            .flat_map(|down| (-self.columns..=self.columns).map(move |right| (down, right)));
        shifts.filter_map(|(down, right)| self.shifted(mask, down, right)).collect()
    }

    fn in_line(&self, mask: Mask, place: Mask) -> bool {
        let side = |mask: Mask, pick: fn(&(i32, i32)) -> i32| -> BTreeSet<i32> {
            self.cells(mask).iter().map(pick).collect()
        };
        let (rows, columns) = (side(mask, |cell| cell.0), side(mask, |cell| cell.1));
        match rows.len().cmp(&columns.len()) {
            std::cmp::Ordering::Less => rows == side(place, |cell| cell.0),
            std::cmp::Ordering::Equal => true,
            std::cmp::Ordering::Greater => columns == side(place, |cell| cell.1),
        }
    }

    /// Every placement.
    pub fn placements(&self) -> BTreeSet<Placed> {
        let mut all = BTreeSet::from([Vec::new()]);
        for &kind in &self.pieces {
            let mut more = BTreeSet::new();
            for placed in &all {
                let taken = placed.iter().fold(0, |taken, (_, mask)| taken | mask);
                for &mask in self.kinds[kind].0.iter().filter(|&mask| mask & taken == 0) {
                    let mut next: Placed = placed.clone();
                    next.push((kind, mask));
                    next.sort_unstable();
                    more.insert(next);
                }
            }
            all = more;
        }
        all
    }

    pub fn is_goal(&self, placed: &Placed) -> bool {
        self.goal.iter().all(|wanted| {
            placed.iter().any(|(kind, mask)| mask == wanted && self.kinds[*kind].1.contains(wanted))
        })
    }

    pub fn neighbours(&self, placed: &Placed, metric: &str) -> BTreeSet<Placed> {
        let mut neighbours = BTreeSet::new();
        for (piece, &(kind, from)) in placed.iter().enumerate() {
            let taken = placed.iter().fold(0, |taken, (_, mask)| taken | mask) & !from;
            let ways = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let step = |mask: Mask, (down, right): (i32, i32)| {
                let moved = self.shifted(mask, down, right)?;
                (moved & taken == 0 && self.kinds[kind].0.contains(&moved)).then_some(moved)
            };
            let mut reached = BTreeSet::new();
            for way in ways {
                let mut next = step(from, way);
                while let Some(mask) = next {
                    reached.insert(mask);
                    next = if metric == "steps" { None } else { step(mask, way) };
                }
            }
            if metric == "moves" {
                let mut queue: Vec<Mask> = reached.iter().copied().collect();
                while let Some(mask) = queue.pop() {
                    queue.extend(
                        ways.iter().filter_map(|&way| step(mask, way)).filter(|&to| reached.insert(to)),
                    );
                }
            }
            reached.remove(&from);
            for to in reached {
                let mut next = placed.clone();
                next[piece] = (kind, to);
                next.sort_unstable();
                neighbours.insert(next);
            }
        }
        neighbours
    }

    /// The distance of every placement from which the goal can be reached.
    pub fn distances(&self, all: &BTreeSet<Placed>, metric: &str) -> BTreeMap<Placed, usize> {
        let mut distances: BTreeMap<Placed, usize> =
            all.iter().filter(|placed| self.is_goal(placed)).map(|placed| (placed.clone(), 0)).collect();
        let mut queue: VecDeque<Placed> = distances.keys().cloned().collect();
        while let Some(placed) = queue.pop_front() {
            let distance = distances[&placed] + 1;
            for next in self.neighbours(&placed, metric) {
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// The least image of a placement under the symmetries of floor, kinds and goal.
    pub fn least_image(&self, placed: &Placed) -> Placed {
        (0..8).filter_map(|symmetry| self.image(symmetry, placed)).min().unwrap()
    }

    fn image(&self, symmetry: usize, placed: &Placed) -> Option<Placed> {
        if symmetry & 4 != 0 && self.rows != self.columns {
            return None;
        }
        let turn = |mask: Mask| -> Mask {
            self.cells(mask).into_iter().fold(0, |turned, (mut row, mut column)| {
                if symmetry & 1 != 0 {
                    column = self.columns - 1 - column;
                }
                if symmetry & 2 != 0 {
                    row = self.rows - 1 - row;
                }
                if symmetry & 4 != 0 {
                    (row, column) = (column, row);
                }
                turned | 1 << (row * self.columns + column)
            })
        };
        let turned =
            |masks: &BTreeSet<Mask>| -> BTreeSet<Mask> { masks.iter().map(|&mask| turn(mask)).collect() };
        let number = |kind: usize| self.pieces.iter().filter(|&&of| of == kind).count();
        if turn(self.floor) != self.floor {
            return None;
        }
        let kinds: Option<Vec<usize>> = (0..self.kinds.len())
            .map(|kind| {
                let image = (turned(&self.kinds[kind].0), turned(&self.kinds[kind].1));
                (0..self.kinds.len())
                    .find(|&other| self.kinds[other] == image && number(other) == number(kind))
            })
            .collect();
        let kinds = kinds?;
        let mut image: Placed = placed.iter().map(|&(kind, mask)| (kinds[kind], turn(mask))).collect();
        image.sort_unstable();
        Some(image)
    }

    /// The placement of a drawn board. Its letters are those of the file.
    pub fn read(&self, file: &str, board: &str) -> Placed {
        let letters: Vec<char> =
            masks(file).into_iter().map(|(c, _)| c).filter(|c| !".#-".contains(*c)).collect();
        let drawn = masks(board);
        let mask = |letter: &char| drawn.iter().find(|(c, _)| c == letter).unwrap().1;
        let mut placed: Placed = self.pieces.iter().copied().zip(letters.iter().map(mask)).collect();
        placed.sort_unstable();
        placed
    }
}
