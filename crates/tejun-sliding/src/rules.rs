//! The rules of sliding blocks, on a board where each cell holds a piece or none.
//!
//! Deliberately simple: replays, checks and drawings use these rules, and they share no code with the
//! searches.

use std::cmp::Ordering;
use std::collections::VecDeque;

use super::reasons;
pub use tejun_core::Direction;
use tejun_core::Reason;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// One piece along any path.
    #[default]
    Moves,
    /// One piece any distance in a straight line.
    Slides,
    /// One piece, one cell.
    Steps,
}

impl Metric {
    /// The names used in files and options.
    pub const NAMES: [&'static str; 3] = ["moves", "slides", "steps"];

    /// The metric of a name.
    pub fn named(name: &str) -> Option<Metric> {
        [Metric::Moves, Metric::Slides, Metric::Steps].into_iter().find(|metric| metric.name() == name)
    }

    /// The metric's name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The board's cells: a rectangle, some of whose cells may be outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Rows of the rectangle.
    pub rows: usize,
    /// Columns of the rectangle.
    pub columns: usize,
    /// For each cell of the rectangle in reading order, whether it is inside.
    pub inside: Vec<bool>,
}

impl Floor {
    /// The neighbour of a cell, if it is inside.
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let (row, column) = match direction {
            Direction::Up => (row.checked_sub(1)?, column),
            Direction::Down => (row + 1, column),
            Direction::Left => (row, column.checked_sub(1)?),
            Direction::Right => (row, column + 1),
        };
        let there = row * self.columns + column;
        (row < self.rows && column < self.columns && self.inside[there]).then_some(there)
    }

    /// The cells that a shape covers with its head at `head`; `None` if one of them is outside.
    pub fn cover(&self, shape: &Shape, head: usize) -> Option<Vec<usize>> {
        let (row, column) = (head / self.columns, head % self.columns);
        let cell = |&(down, right): &(usize, isize)| {
            let (row, column) = (row + down, column.checked_add_signed(right)?);
            let cell = row * self.columns + column;
            (row < self.rows && column < self.columns && self.inside[cell]).then_some(cell)
        };
        shape.0.iter().map(cell).collect()
    }
}

/// A shape: its cells as (rows down, columns to the right) of its head, its first cell in reading order.
/// Ascending, the head first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(pub Vec<(usize, isize)>);

impl Shape {
    /// The shape of `cells`, which are ascending, on a board with `columns` columns.
    pub fn of(cells: &[usize], columns: usize) -> Shape {
        let (row, column) = (cells[0] / columns, cells[0] % columns);
        Shape(
            cells
                .iter()
                .map(|cell| (cell / columns - row, (cell % columns) as isize - column as isize))
                .collect(),
        )
    }

    /// The heads with which it may cover a cell; it need not fit there.
    pub fn heads(&self, cell: usize, floor: &Floor) -> impl Iterator<Item = usize> {
        let (row, column, columns) = (cell / floor.columns, cell % floor.columns, floor.columns);
        self.0.iter().filter_map(move |&(down, right)| {
            let column = column.checked_add_signed(-right).filter(|&column| column < columns)?;
            Some(row.checked_sub(down)? * columns + column)
        })
    }

    /// Number of rows and of columns of the smallest rectangle around it.
    pub fn size(&self) -> (usize, usize) {
        let columns = || self.0.iter().map(|&(_, right)| right);
        let high = self.0.iter().map(|&(down, _)| down).max().map_or(0, |down| down + 1);
        let wide = columns().max().zip(columns().min()).map_or(0, |(last, first)| last.abs_diff(first) + 1);
        (high, wide)
    }
}

/// The only line along which a piece moves: the row or the column of its head, which it never leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Left and right, with its head in this row.
    Row(usize),
    /// Up and down, with its head in this column.
    Column(usize),
}

impl Gate {
    /// Why a piece that it bars does not enter.
    pub(super) fn error(&self, letter: char) -> Reason {
        match self.sign {
            Some(sign) => Reason::new(&reasons::GATE).with("piece", letter).with("gate", sign),
            None => Reason::new(&reasons::STAYS).with("piece", letter),
        }
    }
}

impl Axis {
    /// The axis along the longer side of a piece with its head at `head`; `None` if neither side is longer.
    pub fn of(shape: &Shape, head: usize, columns: usize) -> Option<Axis> {
        let (high, wide) = shape.size();
        match high.cmp(&wide) {
            Ordering::Less => Some(Axis::Row(head / columns)),
            Ordering::Equal => None,
            Ordering::Greater => Some(Axis::Column(head % columns)),
        }
    }

    /// Whether it runs along the longer side of a piece of this shape.
    pub fn is_along(self, shape: &Shape) -> bool {
        let (high, wide) = shape.size();
        match self {
            Axis::Row(_) => wide > high,
            Axis::Column(_) => high > wide,
        }
    }

    /// Whether a head may be at `head`.
    pub fn holds(self, head: usize, columns: usize) -> bool {
        match self {
            Axis::Row(row) => head / columns == row,
            Axis::Column(column) => head % columns == column,
        }
    }

    /// Whether a step in this direction goes along the axis.
    fn allows(self, direction: Direction) -> bool {
        let sideways = matches!(direction, Direction::Left | Direction::Right);
        sideways == matches!(self, Axis::Row(_))
    }

    /// Why a piece with this axis does not move across it.
    pub(super) fn error(self, letter: char) -> Reason {
        let sentence = match self {
            Axis::Row(_) => &reasons::ONLY_SIDEWAYS,
            Axis::Column(_) => &reasons::ONLY_UP_AND_DOWN,
        };
        Reason::new(sentence).with("piece", letter)
    }
}

/// A piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its character on boards and in moves.
    pub letter: char,
    /// Its shape.
    pub shape: Shape,
    /// The line along which it moves, if it does not move freely.
    pub axis: Option<Axis>,
}

/// Cells that only some pieces may enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Its character on the board. The cells that a goal draws outside the board have none.
    pub sign: Option<char>,
    /// The cells, ascending.
    pub cells: Vec<usize>,
    /// The pieces that may enter.
    pub pieces: Vec<usize>,
}

/// A condition of the goal: one of these pieces has its head on this cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The pieces that satisfy it.
    pub pieces: Vec<usize>,
    /// The cell where one of them must have its head.
    pub head: usize,
}

/// What the letters of a goal stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoalMatch {
    /// The piece with that letter.
    #[default]
    Named,
    /// Any piece of that shape.
    Shape,
}

/// A sliding puzzle: everything that stays fixed during play. Only the parser makes one, so it is always
/// valid.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The cells.
    pub floor: Floor,
    /// The pieces, ordered by first cell on the board in the file.
    pub pieces: Vec<Piece>,
    /// The gates. No cell is in two of them.
    pub gates: Vec<Gate>,
    /// The conditions that must all hold in a solved position. Empty if there is no goal.
    pub targets: Vec<Target>,
    /// What the letters of the goal stand for.
    pub goal_match: GoalMatch,
    /// What counts as a move.
    pub metric: Metric,
}

impl GoalMatch {
    /// Its name in files.
    #[cfg(not(target_family = "wasm"))]
    pub fn name(self) -> &'static str {
        ["named", "shape"][self as usize]
    }
}

/// Where the pieces are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cell of each piece's head.
    pub heads: Vec<usize>,
    /// The piece on each cell, if any.
    on: Vec<Option<usize>>,
}

impl Position {
    /// The cells of the floor on which no piece is, ascending.
    pub(super) fn empty(&self, floor: &Floor) -> impl Iterator<Item = usize> {
        (0..floor.inside.len()).filter(|&cell| floor.inside[cell] && self.on[cell].is_none())
    }
}

impl Rules {
    /// The position with these heads, which must fit.
    pub fn position(&self, heads: Vec<usize>) -> Position {
        let mut on = vec![None; self.floor.inside.len()];
        for (piece, &head) in heads.iter().enumerate() {
            for cell in self.cells(piece, head) {
                on[cell] = Some(piece);
            }
        }
        Position { heads, on }
    }

    /// The cells of a piece with its head at `head`, where it must fit.
    pub fn cells(&self, piece: usize, head: usize) -> Vec<usize> {
        self.floor.cover(&self.pieces[piece].shape, head).expect("a piece is on the floor")
    }

    /// The gate on a cell that bars a piece from it, if there is one.
    pub fn barrier(&self, piece: usize, cell: usize) -> Option<&Gate> {
        let gate = self.gates.iter().find(|gate| gate.cells.binary_search(&cell).is_ok())?;
        (!gate.pieces.contains(&piece)).then_some(gate)
    }

    /// Whether a piece may ever have its head at `head`: it lies on the floor there, not on a gate that bars it, and
    /// in its line if it has one.
    pub fn allows(&self, piece: usize, head: usize) -> bool {
        let Piece { shape, axis, .. } = &self.pieces[piece];
        axis.is_none_or(|axis| axis.holds(head, self.floor.columns))
            && self
                .floor
                .cover(shape, head)
                .is_some_and(|cells| cells.into_iter().all(|cell| self.barrier(piece, cell).is_none()))
    }

    /// Whether a position is solved.
    pub fn is_solved(&self, position: &Position) -> bool {
        !self.targets.is_empty()
            && self
                .targets
                .iter()
                .all(|target| target.pieces.iter().any(|&piece| position.heads[piece] == target.head))
    }

    /// The head of a piece after one step, or what blocks it.
    fn step(&self, position: &Position, piece: usize, direction: Direction) -> Result<usize, Reason> {
        let Piece { letter, axis, .. } = self.pieces[piece];
        if let Some(axis) = axis.filter(|axis| !axis.allows(direction)) {
            return Err(axis.error(letter));
        }
        for cell in self.cells(piece, position.heads[piece]) {
            let Some(there) = self.floor.neighbour(cell, direction) else {
                return Err(Reason::new(&reasons::WALL).with("piece", letter));
            };
            if let Some(gate) = self.barrier(piece, there) {
                return Err(gate.error(letter));
            }
            if let Some(other) = position.on[there].filter(|&other| other != piece) {
                let other = self.pieces[other].letter;
                return Err(Reason::new(&reasons::IN_THE_WAY).with("piece", letter).with("other", other));
            }
        }
        let head = position.heads[piece];
        Ok(self.floor.neighbour(head, direction).expect("the head's own neighbour was looked at"))
    }

    /// Moves a piece to another head, where it must fit.
    pub(super) fn put(&self, position: &mut Position, piece: usize, head: usize) {
        for cell in self.cells(piece, position.heads[piece]) {
            position.on[cell] = None;
        }
        for cell in self.cells(piece, head) {
            position.on[cell] = Some(piece);
        }
        position.heads[piece] = head;
    }

    /// Plays a move, written as a piece's character and a direction for each step.
    ///
    /// # Errors
    /// Returns why the move is not legal in this metric; the position is then unchanged.
    pub fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        let mut letters = text.chars();
        let piece = self.lettered(letters.next().unwrap_or(' '))?;
        let path: Option<Vec<Direction>> = letters.map(Direction::from_letter).collect();
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            return Err(Reason::new(&reasons::NO_DIRECTION).with("move", text));
        };
        self.play_path(position, piece, &path, text)
    }

    /// The piece with this letter.
    ///
    /// # Errors
    /// If there is none.
    pub fn lettered(&self, letter: char) -> Result<usize, Reason> {
        let piece = self.pieces.iter().position(|piece| piece.letter == letter);
        piece.ok_or_else(|| Reason::new(&reasons::NO_PIECE).with("piece", letter))
    }

    /// Plays the move of a piece along a path, which was written as `text`.
    ///
    /// # Errors
    /// As for [`Rules::play`].
    pub fn play_path(
        &self,
        position: &mut Position,
        piece: usize,
        path: &[Direction],
        text: &str,
    ) -> Result<(), Reason> {
        if self.metric == Metric::Steps && path.len() > 1 {
            return Err(Reason::new(&reasons::NOT_ONE_CELL).with("move", text));
        }
        if self.metric == Metric::Slides && path.iter().any(|&direction| direction != path[0]) {
            return Err(Reason::new(&reasons::NOT_STRAIGHT).with("move", text));
        }
        let from = position.heads[piece];
        let mut tried = position.clone();
        for &direction in path {
            let head = self.step(&tried, piece, direction)?;
            self.put(&mut tried, piece, head);
        }
        if tried.heads[piece] == from {
            let letter = self.pieces[piece].letter;
            return Err(Reason::new(&reasons::GOES_NOWHERE).with("piece", letter));
        }
        *position = tried;
        Ok(())
    }

    /// All moves of a piece, each as its final head and a shortest path there, sorted by length and then by
    /// direction.
    pub fn reach(&self, position: &Position, piece: usize) -> Vec<(usize, Vec<Direction>)> {
        self.reach_until(position, piece, None)
    }

    /// The moves of a piece up to the one that ends with its head on `last`, which is the last of the list; all if there
    /// is no such move.
    fn reach_until(
        &self,
        position: &Position,
        piece: usize,
        last: Option<usize>,
    ) -> Vec<(usize, Vec<Direction>)> {
        let from = position.heads[piece];
        let mut found: Vec<(usize, Vec<Direction>)> = Vec::new();
        let mut queue = VecDeque::from([(from, Vec::new())]);
        let mut moved = position.clone();
        while let Some((head, path)) = queue.pop_front() {
            self.put(&mut moved, piece, head);
            for direction in Direction::ALL {
                let goes_on = match self.metric {
                    Metric::Moves => true,
                    Metric::Slides => path.iter().all(|&before| before == direction),
                    Metric::Steps => path.is_empty(),
                };
                let Ok(next) = self.step(&moved, piece, direction) else { continue };
                if goes_on && next != from && found.iter().all(|&(known, _)| known != next) {
                    let mut path = path.clone();
                    path.push(direction);
                    found.push((next, path.clone()));
                    if last == Some(next) {
                        return found;
                    }
                    queue.push_back((next, path));
                }
            }
        }
        found
    }

    /// Writes the move of a piece along a path.
    pub fn text(&self, piece: usize, path: &[Direction]) -> String {
        std::iter::once(self.pieces[piece].letter).chain(path.iter().map(|by| by.letter())).collect()
    }

    /// Plays the move of the piece with head `from` to head `to` along a shortest path, and returns its text.
    /// There must be such a move.
    pub fn carry(&self, position: &mut Position, from: usize, to: usize) -> String {
        let piece = position.heads.iter().position(|&head| head == from).expect("a piece stands there");
        let reach = self.reach_until(position, piece, Some(to));
        let (_, path) = reach.last().filter(|(head, _)| *head == to).expect("there is a path");
        self.put(position, piece, to);
        self.text(piece, path)
    }
}
