//! The map, and how Pac-Man's enemies move: the rules of the contest, a sentence at a time.

use crate::error::VerifyError;
use crate::statement::Statement;

/// A cell by its number in reading order, walls counted.
pub(super) type Cell = u16;

/// Longest play.
const MAX_TIME: u64 = 1000;
/// Most rows, and most columns.
const MAX_SIDE: usize = 128;

/// A map.
pub(crate) struct Maze {
    /// How many moves a play has.
    pub time: u32,
    /// Where Pac-Man starts.
    pub start: Cell,
    /// The enemies at the start, in reading order.
    pub enemies: Vec<Enemy>,
    /// Number of dots.
    pub dots: usize,
    /// The number of the dot in each cell.
    dot: Vec<Option<u16>>,
    open: Vec<bool>,
    width: usize,
}

/// An enemy in play.
#[derive(Clone)]
pub(crate) struct Enemy {
    kind: char,
    /// Its cell.
    pub at: Cell,
    /// The cell that it has come from.
    pub from: Cell,
    /// How many intersections it has left, its start excluded.
    left: u32,
}

impl Maze {
    /// Reads a map.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(statement: &Statement) -> Result<Maze, VerifyError> {
        let mut keys = statement.keys();
        let time = keys.number("time")?;
        let rows = keys.rows("board", "#. @VHLRJ")?;
        keys.end()?;
        if !(1..=MAX_TIME).contains(&time) {
            return Err(VerifyError::new("the time of the puzzle is not 1 to 1000"));
        }
        let (height, width) = (rows.len(), rows[0].len());
        if height > MAX_SIDE || width > MAX_SIDE {
            return Err(VerifyError::new("the map is too large"));
        }
        let signs: Vec<char> = rows.concat();
        let mut maze = Maze {
            time: time as u32,
            start: 0,
            enemies: Vec::new(),
            dots: 0,
            dot: vec![None; signs.len()],
            open: signs.iter().map(|&sign| sign != '#').collect(),
            width,
        };
        let mut starts = 0;
        for (at, &sign) in signs.iter().enumerate() {
            let (row, column) = (at / width, at % width);
            let border = row == 0 || column == 0 || row == height - 1 || column == width - 1;
            if border && sign != '#' {
                return Err(VerifyError::new("the border of the map has a hole"));
            }
            match sign {
                '#' | ' ' => {}
                '.' => {
                    maze.dot[at] = Some(maze.dots as u16);
                    maze.dots += 1;
                }
                '@' => (maze.start, starts) = (at as Cell, starts + 1),
                kind => {
                    let at = at as Cell;
                    maze.enemies.push(Enemy { kind, at, from: at, left: 0 });
                }
            }
        }
        if starts != 1 {
            return Err(VerifyError::new("the map has not one start"));
        }
        if maze.enemies.iter().any(|enemy| maze.around(enemy.at).next().is_none()) {
            return Err(VerifyError::new("an enemy is walled in"));
        }
        let mut reached = vec![false; maze.cells()];
        let mut waiting = vec![maze.start];
        while let Some(cell) = waiting.pop() {
            if !std::mem::replace(&mut reached[usize::from(cell)], true) {
                waiting.extend(maze.around(cell));
            }
        }
        if let Some(at) = (0..maze.cells()).find(|&at| maze.dot[at].is_some() && !reached[at]) {
            return Err(VerifyError::at((at / width, at % width), "this dot cannot be reached"));
        }
        Ok(maze)
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.open.len()
    }

    /// The dot in a cell at the start.
    pub fn dot(&self, cell: Cell) -> Option<u16> {
        self.dot[usize::from(cell)]
    }

    /// The cells down, left, up and right of one that can be entered, in this order.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone {
        (0..WAYS.len()).filter_map(move |way| self.next(cell, way))
    }

    /// The cell down, left, up or right of one, if it can be entered.
    pub fn next(&self, cell: Cell, way: usize) -> Option<Cell> {
        Some(self.beside(cell, WAYS[way])).filter(|&cell| self.is_open(cell))
    }

    /// The cell one step away. The border is wall, so a cell that can be entered has one on each side.
    fn beside(&self, cell: Cell, (across, down): Way) -> Cell {
        (cell as isize + across + down * self.width as isize) as Cell
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.open[usize::from(cell)]
    }

    fn place(&self, cell: Cell) -> (isize, isize) {
        ((usize::from(cell) % self.width) as isize, (usize::from(cell) / self.width) as isize)
    }
}

/// Columns to the right, rows down.
type Way = (isize, isize);

const WAYS: [Way; 4] = [(0, 1), (-1, 0), (0, -1), (1, 0)];

impl Enemy {
    /// Whether it looks at where Pac-Man is.
    pub fn chases(&self) -> bool {
        matches!(self.kind, 'V' | 'H')
    }

    /// The same one in another place.
    pub fn placed(&self, at: Cell, from: Cell) -> Enemy {
        Enemy { at, from, ..self.clone() }
    }

    /// Moves it at a time, with Pac-Man in `pacman` before the move.
    pub fn step(&mut self, maze: &Maze, time: u32, pacman: Cell) {
        let mut around = maze.around(self.at);
        let first = around.next().expect("no enemy is walled in");
        let to = match around.count() + 1 {
            _ if time == 0 => first,
            // A dead end.
            1 => first,
            // A corridor: on to the cell that it did not come from.
            2 => maze.around(self.at).find(|&cell| cell != self.from).expect("there are two"),
            _ => self.choose(maze, pacman, first),
        };
        (self.from, self.at) = (self.at, to);
    }

    /// Its way at an intersection.
    fn choose(&mut self, maze: &Maze, pacman: Cell, first: Cell) -> Cell {
        self.left += 1;
        let ((column, row), (from_column, from_row)) = (maze.place(self.at), maze.place(self.from));
        let (pacman_column, pacman_row) = maze.place(pacman);
        let vertical = (0, (pacman_row - row).signum());
        let horizontal = ((pacman_column - column).signum(), 0);
        // As seen in its direction of travel, with rows counted downwards.
        let (across, down) = (column - from_column, row - from_row);
        let (left, forward, right) = ((down, -across), (across, down), (-down, across));
        let wishes = match self.kind {
            'V' => vec![vertical, horizontal],
            'H' => vec![horizontal, vertical],
            'R' => vec![right, forward, left],
            // Its first intersection, its third and so on.
            'J' if self.left.is_multiple_of(2) => vec![right, forward, left],
            _ => vec![left, forward, right],
        };
        let mut wishes = wishes.into_iter().filter(|&way| way != (0, 0));
        wishes.find_map(|way| Some(maze.beside(self.at, way)).filter(|&to| maze.is_open(to))).unwrap_or(first)
    }

    /// Whether it catches Pac-Man, who moves from one cell to another while it moves to where it is now: they meet, or swap
    /// cells.
    pub fn catches(&self, pacman: Cell, to: Cell) -> bool {
        self.at == to || (self.at == pacman && self.from == to)
    }
}
