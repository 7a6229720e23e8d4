//! All sets of polyominoes on a floor by brute force, and how far their placements are from a goal. A piece is a bit
//! mask of cells; a shape is the mask of a piece that was moved to the top left.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

pub type Mask = u32;

/// The piece that has to go, or 0 if no piece is told from others of its shape; and the other pieces, sorted.
pub type Position = (Mask, Vec<Mask>);

/// A position, and the corners that the piece goes from and to; (0, 0) if the goal is not of corners.
pub type Start = (Position, (usize, usize));

pub enum Goal {
    /// Any one piece goes from a corner to the opposite one.
    Corner,
    /// A piece of this shape, told from others, gets to this place.
    Piece(Mask),
    /// Pieces of these shapes stand at these places.
    Shapes(BTreeSet<Mask>),
}

/// What is known of the starts with one number of pieces.
#[derive(Default)]
pub struct Row {
    /// Number of placements, as often as each counts.
    pub placements: u64,
    /// Number of starts at each distance.
    pub levels: Vec<u64>,
    /// Number of classes of starts at each distance.
    pub class_levels: Vec<u64>,
}

pub struct Floor {
    rows: usize,
    columns: usize,
    cells: Mask,
}

const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Floor {
    /// The floor of a board whose walls are `#`.
    pub fn new(board: &str) -> Floor {
        let rows: Vec<&str> = board.lines().collect();
        let walls = board.chars().filter(|c| *c != '\n').enumerate().filter(|(_, c)| *c == '#');
        let cells = rows.len() * rows[0].len();
        let walls = walls.fold(0, |walls, (cell, _)| walls | 1 << cell);
        Floor { rows: rows.len(), columns: rows[0].len(), cells: ((1_u64 << cells) - 1) as Mask & !walls }
    }

    fn places(&self, mask: Mask) -> Vec<(usize, usize)> {
        let cells = (0..self.rows * self.columns).filter(|cell| mask >> cell & 1 == 1);
        cells.map(|cell| (cell / self.columns, cell % self.columns)).collect()
    }

    fn mask(&self, places: impl Iterator<Item = (usize, usize)>) -> Mask {
        places.fold(0, |mask, (row, column)| mask | 1 << (row * self.columns + column))
    }

    /// The mask moved by one cell, if all of it stays on the board.
    fn step(&self, mask: Mask, (down, right): (isize, isize)) -> Option<Mask> {
        let stays = |cell: usize| {
            let row = (cell / self.columns).checked_add_signed(down);
            let column = (cell % self.columns).checked_add_signed(right);
            row.is_some_and(|row| row < self.rows) && column.is_some_and(|column| column < self.columns)
        };
        let by = down * self.columns as isize + right;
        let mut cells = (0..self.rows * self.columns).filter(|cell| mask >> cell & 1 == 1);
        cells.all(stays).then(|| if by < 0 { mask >> -by } else { mask << by })
    }

    pub fn shape(&self, mask: Mask) -> Mask {
        let places = self.places(mask);
        let top = places.iter().map(|place| place.0).min().unwrap();
        let left = places.iter().map(|place| place.1).min().unwrap();
        self.mask(places.iter().map(|(row, column)| (row - top, column - left)))
    }

    fn is_connected(&self, mask: Mask) -> bool {
        let mut known = mask & mask.wrapping_neg();
        loop {
            let cells = self.places(known).into_iter();
            let grown = cells.fold(known, |grown, place| {
                let cell = self.mask([place].into_iter());
                WAYS.iter().filter_map(|&way| self.step(cell, way)).fold(grown, |grown, cell| grown | cell)
            }) & mask;
            if grown == known {
                return mask != 0 && known == mask;
            }
            known = grown;
        }
    }

    /// Every way to put disjoint pieces of at most `most` cells on the floor.
    pub fn placements(&self, most: u32) -> Vec<Vec<Mask>> {
        let pieces: Vec<Mask> = (1..=self.cells)
            .filter(|&mask| mask & !self.cells == 0 && mask.count_ones() <= most && self.is_connected(mask))
            .collect();
        let mut all = vec![Vec::new()];
        let mut at = 0;
        // Each is followed by those with one more piece, greater than its last.
        while at < all.len() {
            let taken = all[at].iter().fold(0, |taken, mask| taken | mask);
            let last = all[at].last().copied().unwrap_or(0);
            for &mask in pieces.iter().filter(|&&mask| mask > last && mask & taken == 0) {
                let mut more = all[at].clone();
                more.push(mask);
                all.push(more);
            }
            at += 1;
        }
        all
    }

    /// The places to which one move brings a piece that may stand on these cells.
    fn reached(&self, from: Mask, free: Mask, metric: &str) -> Vec<Mask> {
        let step = |mask, way| self.step(mask, way).filter(|moved| moved & !free == 0);
        let mut reached = vec![from];
        for way in WAYS {
            let mut next = step(from, way);
            while let Some(mask) = next {
                reached.push(mask);
                next = if metric == "steps" { None } else { step(mask, way) };
            }
        }
        let mut at = 1;
        while metric == "moves" && at < reached.len() {
            for way in WAYS {
                reached.extend(step(reached[at], way).filter(|to| !reached.contains(to)));
            }
            at += 1;
        }
        reached.split_off(1)
    }

    fn neighbours(&self, (marked, others): &Position, metric: &str) -> Vec<Position> {
        let free = others.iter().fold(self.cells & !marked, |free, mask| free & !mask);
        let mut neighbours = Vec::new();
        if *marked != 0 {
            let to = self.reached(*marked, free | marked, metric);
            neighbours.extend(to.into_iter().map(|to| (to, others.clone())));
        }
        for (at, &mask) in others.iter().enumerate() {
            for to in self.reached(mask, free | mask, metric) {
                let mut moved = others.clone();
                moved[at] = to;
                moved.sort_unstable();
                neighbours.push((*marked, moved));
            }
        }
        neighbours
    }

    /// The distance of every position from the nearest of these. Moves can be taken back.
    fn distances(&self, goals: Vec<Position>, metric: &str) -> HashMap<Position, usize> {
        let mut distances: HashMap<Position, usize> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
        let mut queue = VecDeque::from(goals);
        while let Some(position) = queue.pop_front() {
            let distance = distances[&position] + 1;
            for next in self.neighbours(&position, metric) {
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// The distance of every start from which the goal can be reached, over all placements.
    pub fn starts(&self, placements: &[Vec<Mask>], goal: &Goal, metric: &str) -> HashMap<Start, usize> {
        let marked: Vec<Position> = match goal {
            Goal::Shapes(_) => placements.iter().map(|placed| (0, placed.clone())).collect(),
            _ => placements.iter().flat_map(|placed| (0..placed.len()).map(|at| mark(placed, at))).collect(),
        };
        let goals = |meets: &dyn Fn(&Position) -> bool| -> Vec<Position> {
            marked.iter().filter(|position| meets(position)).cloned().collect()
        };
        let mut starts = HashMap::new();
        match goal {
            Goal::Corner => {
                for (from, to) in self.ways() {
                    let fits = |mask: Mask| self.has_corner(mask, from) && self.has_corner(mask, to);
                    let stands = |mask: Mask, cell: usize| fits(mask) && mask >> cell & 1 == 1;
                    let there = goals(&|position| stands(position.0, to));
                    for (position, distance) in self.distances(there, metric) {
                        if stands(position.0, from) && !stands(position.0, to) {
                            starts.insert((position, (from, to)), distance);
                        }
                    }
                }
            }
            Goal::Piece(place) => {
                let there = goals(&|position| position.0 == *place);
                let all = self.distances(there, metric).into_iter();
                starts.extend(all.map(|(position, distance)| ((position, (0, 0)), distance)));
            }
            Goal::Shapes(places) => {
                let there = goals(&|position| places.iter().all(|place| position.1.contains(place)));
                let all = self.distances(there, metric).into_iter();
                starts.extend(all.map(|(position, distance)| ((position, (0, 0)), distance)));
            }
        }
        starts
    }

    /// The pairs of opposite corners, each in both directions: four, or two on a board of one line.
    pub fn ways(&self) -> BTreeSet<(usize, usize)> {
        let last = self.rows * self.columns - 1;
        let (right, left) = (self.columns - 1, last + 1 - self.columns);
        let mut ways = BTreeSet::from([(0, last), (last, 0), (right, left), (left, right)]);
        ways.retain(|(from, to)| from != to);
        ways
    }

    /// Whether a piece has a cell in that corner of its bounding box that is like this corner of the board.
    fn has_corner(&self, mask: Mask, corner: usize) -> bool {
        let places = self.places(mask);
        let side = |low: bool, of: fn(&(usize, usize)) -> usize| {
            let of = places.iter().map(of);
            if low { of.min().unwrap() } else { of.max().unwrap() }
        };
        let row = side(corner < self.columns && self.rows > 1, |place| place.0);
        let column = side(corner.is_multiple_of(self.columns), |place| place.1);
        places.contains(&(row, column))
    }

    /// The distinct symmetries of the floor that keep the goal: where each cell goes.
    pub fn symmetries(&self, goal: &Goal) -> BTreeSet<Vec<usize>> {
        let square = if self.rows == self.columns { 8 } else { 4 };
        let symmetries = (0..square).map(|number| {
            let cells = (0..self.rows * self.columns).map(|cell| {
                let (mut row, mut column) = (cell / self.columns, cell % self.columns);
                if number & 1 != 0 {
                    row = self.rows - 1 - row;
                }
                if number & 2 != 0 {
                    column = self.columns - 1 - column;
                }
                if number & 4 != 0 {
                    (row, column) = (column, row);
                }
                row * self.columns + column
            });
            cells.collect::<Vec<usize>>()
        });
        let keeps = |symmetry: &Vec<usize>| {
            turned(self.cells, symmetry) == self.cells
                && match goal {
                    Goal::Corner => true,
                    Goal::Piece(place) => turned(*place, symmetry) == *place,
                    Goal::Shapes(places) => {
                        places.iter().all(|place| places.contains(&turned(*place, symmetry)))
                    }
                }
        };
        symmetries.filter(keeps).collect()
    }

    /// How often a placement counts: once for each piece that may be the one of the goal, and not at all without the
    /// pieces that the goal wants.
    fn number(&self, placed: &[Mask], goal: &Goal) -> u64 {
        let alike = |place: &Mask, masks: &mut dyn Iterator<Item = &Mask>| {
            masks.filter(|mask| self.shape(**mask) == self.shape(*place)).count()
        };
        match goal {
            Goal::Corner => 1,
            Goal::Piece(place) => alike(place, &mut placed.iter()) as u64,
            Goal::Shapes(places) => {
                let has = |place| alike(place, &mut placed.iter()) >= alike(place, &mut places.iter());
                u64::from(places.iter().all(has))
            }
        }
    }

    /// What is to be known, by number of pieces.
    pub fn rows(
        &self,
        placements: &[Vec<Mask>],
        starts: &HashMap<Start, usize>,
        goal: &Goal,
    ) -> BTreeMap<usize, Row> {
        let symmetries = self.symmetries(goal);
        let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
        for placed in placements {
            rows.entry(placed.len()).or_default().placements += self.number(placed, goal);
        }
        let mut classes = BTreeSet::new();
        for (start, &distance) in starts {
            let ((marked, others), _) = start;
            let row = rows.get_mut(&(others.len() + usize::from(*marked != 0))).unwrap();
            add(&mut row.levels, distance, 1);
            if classes.insert(least_image(start, &symmetries)) {
                add(&mut row.class_levels, distance, 1);
            }
        }
        rows
    }
}

/// Counts more at this distance.
pub fn add(levels: &mut Vec<u64>, distance: usize, number: u64) {
    levels.resize(levels.len().max(distance + 1), 0);
    levels[distance] += number;
}

fn mark(placed: &[Mask], at: usize) -> Position {
    let mut others = placed.to_vec();
    let marked = others.remove(at);
    others.sort_unstable();
    (marked, others)
}

fn turned(mask: Mask, symmetry: &[usize]) -> Mask {
    symmetry.iter().enumerate().fold(0, |turned, (from, to)| turned | (mask >> from & 1) << to)
}

/// The least image of a start: the same for all starts of its class.
pub fn least_image(start: &Start, symmetries: &BTreeSet<Vec<usize>>) -> Start {
    let ((marked, others), (from, to)) = start;
    let images = symmetries.iter().map(|symmetry| {
        let mut others: Vec<Mask> = others.iter().map(|mask| turned(*mask, symmetry)).collect();
        others.sort_unstable();
        let way = if from == to { (0, 0) } else { (symmetry[*from], symmetry[*to]) };
        ((turned(*marked, symmetry), others), way)
    });
    images.min().unwrap()
}
