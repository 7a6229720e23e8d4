//! A map prepared for play: its maze and its enemies. The plain rules ([`super::play`]) and the searches
//! ([`super::schedule`]) share this and nothing else.

use super::map::{Kind, Map};
use super::maze::Maze;

/// The characters of Pac-Man's moves, in the order of [`super::map::DIRECTIONS`], with staying last.
pub const MOVES: [char; 5] = ['j', 'h', 'k', 'l', '.'];

/// An enemy of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enemy {
    /// How it chooses its way.
    pub kind: Kind,
    /// Its start cell.
    pub start: u16,
}

/// A map prepared for play.
#[derive(Clone, Debug)]
pub struct Arena {
    map: Map,
    maze: Maze,
    enemies: Vec<Enemy>,
}

impl Arena {
    /// Prepares a map. Cost: time and memory linear in the map's cells.
    pub fn new(map: Map) -> Arena {
        let maze = Maze::new(&map);
        let kind = |&(x, y): &(u16, u16)| Kind::from_letter(map.at(x.into(), y.into()).into());
        let enemy = |(place, start)| kind(place).map(|kind| Enemy { kind, start });
        let enemies = maze.place.iter().zip(0..).filter_map(enemy).collect();
        Arena { map, maze, enemies }
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The maze of the map.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// Every enemy, in reading order.
    pub fn enemies(&self) -> &[Enemy] {
        &self.enemies
    }

    /// The number of the open cell at column `x` and row `y`.
    pub fn cell(&self, (x, y): (usize, usize)) -> u16 {
        let found = self.maze.place.binary_search_by_key(&(y, x), |&(x, y)| (y.into(), x.into()));
        found.expect("an open cell") as u16
    }

    /// The time limit.
    pub fn time(&self) -> u32 {
        self.map.time()
    }

    /// Number of dots.
    pub fn dots(&self) -> usize {
        self.maze.dots
    }
}
