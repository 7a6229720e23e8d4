//! One play, step by step: the basis of `check`, the animation and the drawings.
//!
//! Deliberately simple, and written from the contest's rules alone, in columns, rows and the characters of
//! the map. It shares no code with the searches, so it can check the lines they find.

use std::ops::Deref;

use super::arena::{Arena, Enemy, MOVES};
use super::map::{DIRECTIONS, Kind, Map};

/// Column and row.
type Place = (usize, usize);

/// A play, in progress or over.
#[derive(Clone, Debug)]
pub struct Play<G> {
    arena: G,
    time: u32,
    pacman: Place,
    foes: Vec<Foe>,
    /// For each row and column, whether a dot is left.
    left: Vec<Vec<bool>>,
    eaten: usize,
    end: Option<End>,
}

/// How a play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every dot was eaten, at this time.
    Cleared(u32),
    /// Time ran out.
    TimeOver,
    /// An enemy caught Pac-Man.
    Caught {
        /// The time.
        time: u32,
        /// The cell that Pac-Man moved to.
        cell: u16,
        /// Which of [`Arena::enemies`] caught him.
        enemy: usize,
        /// Whether they would have swapped places, rather than met in one cell.
        swapped: bool,
    },
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// A wall is in the way.
    Wall,
    /// Time is up.
    TimeOver,
}

impl<G: Deref<Target = Arena>> Play<G> {
    /// A play at time 0 of a borrowed or shared game.
    pub fn new(arena: G) -> Self {
        let map = arena.map();
        let foe = |enemy: &Enemy| Foe {
            kind: enemy.kind,
            at: place(&arena, enemy.start),
            heading: (0, 0),
            intersections: 0,
        };
        let row = |y| (0..map.width()).map(|x| map.at(x, y) == b'.').collect();
        Play {
            time: 0,
            pacman: place(&arena, arena.maze().start),
            foes: arena.enemies().iter().map(foe).collect(),
            left: (0..map.height()).map(row).collect(),
            eaten: 0,
            end: (arena.dots() == 0).then_some(End::Cleared(0)),
            arena,
        }
    }

    /// The current time.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Pac-Man's cell.
    pub fn pacman(&self) -> u16 {
        self.arena.cell(self.pacman)
    }

    /// Number of dots eaten.
    pub fn eaten(&self) -> usize {
        self.eaten
    }

    /// Whether the dot in a cell is still there.
    pub fn has_dot(&self, cell: u16) -> bool {
        let (x, y) = place(&self.arena, cell);
        self.left[y][x]
    }

    /// How the play ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The enemies and their cells, in reading order of their start cells.
    pub fn enemies(&self) -> impl Iterator<Item = (&Enemy, u16)> {
        self.arena.enemies().iter().zip(&self.foes).map(|(enemy, foe)| (enemy, self.arena.cell(foe.at)))
    }

    /// The score; `None` during play, or if Pac-Man was caught.
    pub fn score(&self) -> Option<u32> {
        match self.end? {
            End::Cleared(time) => Some(self.eaten as u32 + self.arena.time() - time),
            End::TimeOver => Some(self.eaten as u32),
            End::Caught { .. } => None,
        }
    }

    /// Makes a move, an index into [`MOVES`]. Does nothing once the play has ended by a capture or the last
    /// dot. Cost: linear in the number of enemies.
    ///
    /// # Errors
    ///
    /// If the move is not legal; the play is then unchanged.
    pub fn step(&mut self, way: usize) -> Result<(), MoveError> {
        match self.end {
            Some(End::TimeOver) => return Err(MoveError::TimeOver),
            Some(_) => return Ok(()),
            None => {}
        }
        let map = self.arena.map();
        let from = self.pacman;
        let to = DIRECTIONS.get(way).map_or(from, |&way| beside(from, way));
        if !is_open(map, to) {
            return Err(MoveError::Wall);
        }
        let mut caught = None;
        for (enemy, foe) in self.foes.iter_mut().enumerate() {
            let before = foe.at;
            foe.step(map, self.time, from);
            let swapped = before == to && foe.at == from;
            if caught.is_none() && (foe.at == to || swapped) {
                caught = Some((enemy, swapped));
            }
        }
        self.time += 1;
        self.pacman = to;
        if let Some((enemy, swapped)) = caught {
            self.end = Some(End::Caught { time: self.time, cell: self.arena.cell(to), enemy, swapped });
            return Ok(());
        }
        self.eaten += usize::from(std::mem::take(&mut self.left[to.1][to.0]));
        if self.eaten == self.arena.dots() {
            self.end = Some(End::Cleared(self.time));
        } else if self.time == self.arena.time() {
            self.end = Some(End::TimeOver);
        }
        Ok(())
    }

    /// Stays until the play is over.
    pub fn wait(&mut self) {
        while self.end.is_none() && self.step(MOVES.len() - 1).is_ok() {}
    }
}

/// A moving enemy.
#[derive(Clone, Debug)]
struct Foe {
    kind: Kind,
    at: Place,
    /// The direction of its last move.
    heading: (isize, isize),
    /// Number of intersections it has left, its start excluded.
    intersections: u32,
}

impl Foe {
    /// Makes the enemy's move at `time`, with Pac-Man at `pacman` before his move.
    fn step(&mut self, map: &Map, time: u32, pacman: Place) {
        let (dx, dy) = self.heading;
        let at = self.at;
        let open = |way: &(isize, isize)| is_open(map, beside(at, *way));
        let (mut ways, mut number) = ([(0, 0); 4], 0);
        for way in DIRECTIONS.into_iter().filter(open) {
            ways[number] = way;
            number += 1;
        }
        let first = ways[0];
        self.heading = if time == 0 || number == 1 {
            first
        } else if number == 2 {
            // The neighbour that it did not come from.
            if first == (-dx, -dy) { ways[1] } else { first }
        } else {
            self.intersections += 1;
            let vertical = (0, difference(pacman.1, at.1).signum());
            let horizontal = (difference(pacman.0, at.0).signum(), 0);
            // Relative to its heading; rows count downwards.
            let (left, forward, right) = ((dy, -dx), (dx, dy), (-dy, dx));
            let wishes = match self.kind {
                Kind::V => [vertical, horizontal, first],
                Kind::H => [horizontal, vertical, first],
                Kind::L => [left, forward, right],
                Kind::R => [right, forward, left],
                Kind::J if self.intersections % 2 == 1 => [left, forward, right],
                Kind::J => [right, forward, left],
            };
            let control = wishes.into_iter().find(|way| *way != (0, 0) && open(way));
            control.expect("an intersection has another way out")
        };
        self.at = beside(at, self.heading);
    }
}

fn difference(a: usize, b: usize) -> isize {
    a as isize - b as isize
}

/// The neighbouring cell. An open cell always has one, because the border is wall.
fn beside((x, y): Place, (dx, dy): (isize, isize)) -> Place {
    (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
}

fn is_open(map: &Map, (x, y): Place) -> bool {
    map.at(x, y) != b'#'
}

/// The column and row of a cell.
fn place(arena: &Arena, cell: u16) -> Place {
    let (x, y) = arena.maze().place[usize::from(cell)];
    (x.into(), y.into())
}

/// The index into [`MOVES`] of the move with this character.
pub fn read_move(character: char) -> Option<usize> {
    MOVES.iter().position(|&known| known == character)
}

impl Enemy {
    /// Its letter and start, as in "L of row 8, column 10".
    pub fn name(&self, arena: &Arena) -> String {
        let (x, y) = arena.maze().place[usize::from(self.start)];
        format!("{} of row {}, column {}", Kind::letter(self.kind), y + 1, x + 1)
    }
}
