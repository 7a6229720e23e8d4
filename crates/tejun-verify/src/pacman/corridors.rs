//! The part of a map that Pac-Man can reach, as a graph: junctions, and the corridors between them.

use super::maze::{Cell, Maze};
use crate::error::VerifyError;

/// The graph.
pub(super) struct Corridors {
    /// The cell of each junction: the start, and the cells that have not two neighbours, in reading order.
    pub junctions: Vec<Cell>,
    /// The corridors. Those from a junction come in the order of the directions; junctions that are dead ends come last.
    pub corridors: Vec<Corridor>,
    /// For each junction whether it is the dead end of a blind corridor.
    pub blind: Vec<bool>,
    places: Vec<Option<Place>>,
}

/// A path between two junctions.
pub(super) struct Corridor {
    /// The junctions at its ends.
    pub ends: [usize; 2],
    /// Its cells after the first end: without the second end, except in a blind corridor.
    pub cells: Vec<Cell>,
    /// Whether its second end is a dead end.
    pub blind: bool,
}

impl Corridor {
    /// Number of moves from end to end.
    pub fn length(&self) -> u16 {
        self.cells.len() as u16 + u16::from(!self.blind)
    }

    /// The junctions at its ends where it can be entered and left.
    pub fn junctions(&self) -> impl Iterator<Item = usize> {
        let ends = if self.blind { 1 } else { 2 };
        self.ends.into_iter().take(ends)
    }
}

/// Where a cell is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// At a junction.
    Junction(usize),
    /// In a corridor, so many moves from its first end. Dead ends are in their corridors.
    Inside(usize, u16),
}

impl Corridors {
    /// The graph of a map.
    ///
    /// # Errors
    /// If there is a dot that Pac-Man cannot reach.
    pub fn new(maze: &Maze) -> Result<Corridors, VerifyError> {
        let mut reached = vec![false; maze.cells()];
        let mut open = vec![maze.start];
        reached[usize::from(maze.start)] = true;
        while let Some(cell) = open.pop() {
            for next in maze.around(cell) {
                if !std::mem::replace(&mut reached[usize::from(next)], true) {
                    open.push(next);
                }
            }
        }
        let reached: Vec<Cell> =
            (0..maze.cells() as Cell).filter(|&cell| reached[usize::from(cell)]).collect();
        if reached.iter().filter(|&&cell| maze.dot(cell).is_some()).count() < maze.dots {
            return Err(VerifyError::new("a dot cannot be reached"));
        }
        let ways = |cell: Cell| maze.around(cell).count();
        let is_junction = |&cell: &Cell| ways(cell) != 2 || cell == maze.start;
        let junctions: Vec<Cell> = reached.into_iter().filter(is_junction).collect();
        let mut graph = Corridors {
            corridors: Vec::new(),
            blind: vec![false; junctions.len()],
            places: vec![None; maze.cells()],
            junctions,
        };
        for (number, &cell) in graph.junctions.iter().enumerate() {
            graph.places[usize::from(cell)] = Some(Place::Junction(number));
        }
        let mut order: Vec<usize> = (0..graph.junctions.len()).collect();
        order.sort_by_key(|&number| ways(graph.junctions[number]) == 1);
        let mut done = vec![false; graph.junctions.len()];
        for from in order {
            done[from] = true;
            for first in maze.around(graph.junctions[from]) {
                graph.follow(maze, from, first, &done);
            }
        }
        for (number, corridor) in graph.corridors.iter().enumerate().filter(|(_, corridor)| corridor.blind) {
            let end = graph.junctions[corridor.ends[1]];
            graph.places[usize::from(end)] = Some(Place::Inside(number, corridor.length()));
            graph.blind[corridor.ends[1]] = true;
        }
        Ok(graph)
    }

    /// Adds the corridor that begins with the cell `first` beside a junction, unless it is known.
    fn follow(&mut self, maze: &Maze, from: usize, first: Cell, done: &[bool]) {
        let (mut before, mut cell, mut cells) = (self.junctions[from], first, Vec::new());
        let to = loop {
            match self.places[usize::from(cell)] {
                Some(Place::Junction(to)) => break to,
                Some(Place::Inside(..)) => return,
                None => {}
            }
            cells.push(cell);
            self.places[usize::from(cell)] = Some(Place::Inside(self.corridors.len(), cells.len() as u16));
            let next = maze.around(cell).find(|&next| next != before);
            (before, cell) = (cell, next.expect("a corridor goes on"));
        };
        if cells.is_empty() && done[to] {
            return;
        }
        let blind = maze.around(cell).count() == 1;
        if blind {
            cells.push(cell);
        }
        self.corridors.push(Corridor { ends: [from, to], cells, blind });
    }

    /// Where a cell is that Pac-Man can reach.
    pub fn place(&self, cell: Cell) -> Place {
        self.places[usize::from(cell)].expect("Pac-Man stands where he can get to")
    }
}
