//! One play, step by step: what `check`, the animation and the drawings go by.

use super::game::{Chaser, Enemy, Game, MOVES};
use super::map::Kind;
use super::maze::NONE;

/// A play that is going on or over.
#[derive(Clone, Debug)]
pub struct Play<'a> {
    game: &'a Game,
    time: u32,
    pacman: u16,
    chasers: Vec<Chaser>,
    left: Vec<bool>,
    eaten: usize,
    end: Option<End>,
}

/// How a play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every dot is eaten, at this time.
    Cleared(u32),
    /// The time ran out.
    TimeOver,
    /// An enemy caught Pac-Man.
    Caught {
        /// When.
        time: u32,
        /// In which cell Pac-Man was to be.
        cell: u16,
        /// By which of [`Game::enemies`].
        enemy: usize,
        /// Whether the two would have changed places, rather than met.
        swapped: bool,
    },
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is a wall.
    Wall,
    /// The time is over.
    TimeOver,
}

impl<'a> Play<'a> {
    /// A play at time 0.
    pub fn new(game: &'a Game) -> Self {
        Play {
            game,
            time: 0,
            pacman: game.maze().start,
            chasers: game.chasers().collect(),
            left: vec![true; game.dots()],
            eaten: 0,
            end: (game.dots() == 0).then_some(End::Cleared(0)),
        }
    }

    /// The time.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Pac-Man's cell.
    pub fn pacman(&self) -> u16 {
        self.pacman
    }

    /// How many dots are eaten.
    pub fn eaten(&self) -> usize {
        self.eaten
    }

    /// Whether the dot in a cell is still there.
    pub fn has_dot(&self, cell: u16) -> bool {
        let dot = self.game.maze().dot[usize::from(cell)];
        dot != NONE && self.left[usize::from(dot)]
    }

    /// How it ended, once it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The enemies with their cells, in reading order of their starts.
    pub fn enemies(&self) -> impl Iterator<Item = (&'a Enemy, u16)> {
        let mut chasers = self.chasers.iter();
        let mut scheduled = self.game.scheduled(self.time);
        self.game.enemies().iter().map(move |enemy| {
            let cell = if enemy.kind.chases() { chasers.next().map(|c| c.cell()) } else { scheduled.next() };
            (enemy, cell.expect("every enemy is somewhere"))
        })
    }

    /// The score: once over, and not caught.
    pub fn score(&self) -> Option<u32> {
        match self.end? {
            End::Cleared(time) => Some(self.eaten as u32 + self.game.time() - time),
            End::TimeOver => Some(self.eaten as u32),
            End::Caught { .. } => None,
        }
    }

    /// Makes a move, an index into [`MOVES`]. Nothing happens any more once the game has ended by
    /// a capture or the last dot.
    ///
    /// # Errors
    ///
    /// When the move is not legal; nothing has changed then.
    pub fn step(&mut self, way: usize) -> Result<(), Fault> {
        match self.end {
            Some(End::TimeOver) => return Err(Fault::TimeOver),
            Some(_) => return Ok(()),
            None => {}
        }
        let game = self.game;
        let (from, to) = (self.pacman, game.maze().next[usize::from(self.pacman)][way]);
        if to == NONE {
            return Err(Fault::Wall);
        }
        let before: Vec<u16> = self.enemies().map(|(_, cell)| cell).collect();
        for (index, chaser) in self.chasers.iter_mut().enumerate() {
            *chaser = game.chase(index, *chaser, self.time, from);
        }
        self.time += 1;
        self.pacman = to;
        let after: Vec<u16> = self.enemies().map(|(_, cell)| cell).collect();
        for (enemy, (before, after)) in before.into_iter().zip(after).enumerate() {
            let swapped = before == to && after == from;
            if after == to || swapped {
                self.end = Some(End::Caught { time: self.time, cell: to, enemy, swapped });
                return Ok(());
            }
        }
        if self.has_dot(to) {
            self.left[usize::from(game.maze().dot[usize::from(to)])] = false;
            self.eaten += 1;
        }
        if self.eaten == game.dots() {
            self.end = Some(End::Cleared(self.time));
        } else if self.time == game.time() {
            self.end = Some(End::TimeOver);
        }
        Ok(())
    }

    /// Stays until the game is over.
    pub fn wait(&mut self) {
        while self.end.is_none() && self.step(MOVES.len() - 1).is_ok() {}
    }

    /// The position in the map's own characters, a line for each row.
    pub fn text(&self) -> String {
        let game = self.game;
        let map = game.map();
        let mut rows: Vec<Vec<char>> = vec![vec!['#'; map.width()]; map.height()];
        for (cell, &(x, y)) in game.maze().place.iter().enumerate() {
            rows[y as usize][x as usize] = if self.has_dot(cell as u16) { '.' } else { ' ' };
        }
        let mut put = |cell: u16, character| {
            let (x, y) = game.maze().place[usize::from(cell)];
            rows[y as usize][x as usize] = character;
        };
        put(self.pacman, '@');
        for (enemy, cell) in self.enemies() {
            put(cell, enemy.kind.letter());
        }
        if let Some(End::Caught { cell, .. }) = self.end {
            put(cell, 'X');
        }
        rows.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect()
    }
}

/// The move that a character stands for, as an index into [`MOVES`].
pub fn read_move(character: char) -> Option<usize> {
    MOVES.iter().position(|&known| known == character)
}

impl Enemy {
    /// Its letter and where it started, as in "L of row 8, column 10".
    pub fn name(&self, game: &Game) -> String {
        let (x, y) = game.maze().place[usize::from(self.start)];
        format!("{} of row {}, column {}", Kind::letter(self.kind), y + 1, x + 1)
    }
}
