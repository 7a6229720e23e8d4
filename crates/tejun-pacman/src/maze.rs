//! The maze as a graph: its open cells, and the corridors between its junctions.

use super::map::{DIRECTIONS, Map};
use tejun_core::grid;

/// Stands for no cell, no dot or no junction.
pub const NONE: u16 = u16::MAX;
/// The direction index for staying.
pub const STAY: usize = 4;

/// The open cells, numbered in reading order.
#[derive(Clone, Debug)]
pub struct Maze {
    /// The neighbour of each cell in each of the four [`DIRECTIONS`], or [`NONE`]; fifth, the cell itself.
    pub next: Vec<[u16; 5]>,
    /// Column and row of each cell, counted from 0.
    pub place: Vec<(u16, u16)>,
    /// Number of neighbours of each cell.
    pub degree: Vec<u8>,
    /// The number of the dot in each cell, or [`NONE`].
    pub dot: Vec<u16>,
    /// Number of dots.
    pub dots: usize,
    /// Pac-Man's start cell.
    pub start: u16,
    /// The part that Pac-Man can reach, as corridors. Dots are numbered along them.
    pub corridors: Corridors,
}

/// The part of the maze that Pac-Man can reach, as a graph: junctions (cells with one, three or four
/// neighbours, and the start), and corridors between them.
#[derive(Clone, Debug, Default)]
pub struct Corridors {
    /// The cell of each junction.
    pub junctions: Vec<u16>,
    /// The corridors, each listed once.
    pub corridors: Vec<Corridor>,
    /// What each cell is part of.
    pub part: Vec<Part>,
}

/// A path from one junction to the next.
#[derive(Clone, Debug)]
pub struct Corridor {
    /// The junctions at its ends, which may be the same. If one of them is a dead end, it comes second.
    pub ends: [u16; 2],
    /// Its cells from end to end, ends excluded. Its length in moves is one more.
    pub cells: Vec<u16>,
    /// The number of its first dot. Its dots are numbered consecutively from end to end.
    pub first_dot: u16,
    /// The position of each dot, in moves from the first end.
    pub positions: Vec<u16>,
}

impl Corridor {
    /// Length in moves from end to end.
    pub fn length(&self) -> u16 {
        self.cells.len() as u16 + 1
    }
}

/// What a cell is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Out of Pac-Man's reach.
    Outside,
    /// A junction, by number.
    Junction(u16),
    /// The inside of a corridor: its number, and the distance in moves from its first end.
    Corridor(u16, u16),
}

impl Maze {
    /// The maze of a map.
    pub fn new(map: &Map) -> Maze {
        let mut number = vec![vec![NONE; map.width()]; map.height()];
        let mut place = Vec::new();
        let mut start = NONE;
        for (y, row) in number.iter_mut().enumerate() {
            for (x, number) in row.iter_mut().enumerate() {
                if map.at(x, y) != b'#' {
                    *number = place.len() as u16;
                    if map.at(x, y) == b'@' {
                        start = *number;
                    }
                    place.push((x as u16, y as u16));
                }
            }
        }
        let next: Vec<[u16; 5]> = place
            .iter()
            .enumerate()
            .map(|(cell, &(x, y))| {
                let mut next = [cell as u16; 5];
                for (next, (dx, dy)) in next.iter_mut().zip(DIRECTIONS) {
                    // Open cells lie inside the border, so neither sum leaves the map.
                    let (x, y) = (x as usize, y as usize);
                    *next = number[y.wrapping_add_signed(dy)][x.wrapping_add_signed(dx)];
                }
                next
            })
            .collect();
        let degree =
            next.iter().map(|next| next[..STAY].iter().filter(|&&cell| cell != NONE).count() as u8).collect();
        let mut maze = Maze {
            dot: vec![NONE; place.len()],
            next,
            place,
            degree,
            dots: 0,
            start,
            corridors: Corridors::default(),
        };
        maze.find_corridors(map);
        maze
    }

    fn find_corridors(&mut self, map: &Map) {
        let mut part = vec![Part::Outside; self.place.len()];
        let reached = grid::reached(self.start.into(), self.place.len(), |cell| {
            self.next[cell][..STAY].iter().filter(|&&next| next != NONE).map(|&next| next.into())
        });
        let mut junctions = Vec::new();
        for cell in 0..self.place.len() {
            if reached[cell] && (self.degree[cell] != 2 || cell == self.start as usize) {
                part[cell] = Part::Junction(junctions.len() as u16);
                junctions.push(cell as u16);
            }
        }
        let is_dot = |cell: u16| {
            let (x, y) = self.place[cell as usize];
            map.at(x as usize, y as usize) == b'.'
        };
        for &cell in &junctions {
            if is_dot(cell) {
                self.dot[cell as usize] = self.dots as u16;
                self.dots += 1;
            }
        }
        let mut corridors = Vec::new();
        // Dead ends come last, so that each is the second end of its corridor, unless both ends are dead
        // ends.
        let mut order: Vec<usize> = (0..junctions.len()).collect();
        order.sort_by_key(|&junction| self.degree[usize::from(junctions[junction])] == 1);
        let mut done = vec![false; junctions.len()];
        for from in order {
            let start = junctions[from];
            done[from] = true;
            for way in 0..STAY {
                let (mut before, mut cell) = (start, self.next[start as usize][way]);
                if cell == NONE || matches!(part[cell as usize], Part::Corridor(..)) {
                    continue;
                }
                let mut cells = Vec::new();
                let to = loop {
                    if let Part::Junction(to) = part[cell as usize] {
                        break to;
                    }
                    cells.push(cell);
                    part[cell as usize] = Part::Corridor(corridors.len() as u16, cells.len() as u16);
                    let after =
                        self.next[cell as usize][..STAY].iter().find(|&&next| next != NONE && next != before);
                    (before, cell) = (cell, *after.expect("a corridor's cell has two neighbours"));
                };
                // Two adjacent junctions: the corridor is found from both, but counts once.
                if cells.is_empty() && done[usize::from(to)] {
                    continue;
                }
                let first_dot = self.dots as u16;
                let mut positions = Vec::new();
                for (index, &cell) in cells.iter().enumerate() {
                    if is_dot(cell) {
                        self.dot[cell as usize] = self.dots as u16;
                        self.dots += 1;
                        positions.push(index as u16 + 1);
                    }
                }
                corridors.push(Corridor { ends: [from as u16, to], cells, first_dot, positions });
            }
        }
        self.corridors = Corridors { junctions, corridors, part };
    }
}
