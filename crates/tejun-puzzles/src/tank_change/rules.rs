//! The rules of Tank Change. Deliberately simple: replays, checks and drawings use these rules, and they
//! share no code with the searches.
//!
//! Squares are numbered from 0 here, and from 1 in moves.

use super::reasons;
use tejun_core::Reason;

/// A side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum Side {
    /// The side drawn as `A` in files.
    #[default]
    A,
    /// The side drawn as `B` in files.
    B,
}

impl Side {
    /// The enemy side.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// Its letter.
    pub fn letter(self) -> char {
        ['A', 'B'][self as usize]
    }
}

/// Which neighbouring squares are joined by roads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Roads {
    /// Those that touch at a corner.
    #[default]
    Diagonal,
    /// Those that share an edge.
    Orthogonal,
    /// All eight neighbours.
    Both,
}

/// The directions of roads; those towards lower numbers come first.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Roads {
    /// Its name in files.
    #[cfg(not(target_family = "wasm"))]
    pub fn name(self) -> &'static str {
        ["diagonal", "orthogonal", "both"][self as usize]
    }

    fn has(self, (down, right): (isize, isize)) -> bool {
        match self {
            Roads::Diagonal => down != 0 && right != 0,
            Roads::Orthogonal => down == 0 || right == 0,
            Roads::Both => true,
        }
    }
}

/// The tanks: which side holds each square.
pub type Tanks = Vec<Option<Side>>;

/// The squares, the roads and the goal: everything that stays fixed during play.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Rows of the drawing.
    pub rows: usize,
    /// Columns of the drawing.
    pub columns: usize,
    /// The cell of each square, in reading order.
    pub cells: Vec<usize>,
    /// Which neighbours are joined.
    #[cfg(not(target_family = "wasm"))]
    pub roads: Roads,
    /// For each square, the squares along each straight road from it, nearest first.
    pub runs: Vec<Vec<Vec<usize>>>,
    /// Which side holds each square when the puzzle is solved.
    pub goal: Tanks,
    /// Whether that is the start with the sides swapped.
    pub swap: bool,
}

/// The tanks, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tanks.
    pub tanks: Tanks,
    /// The side to move.
    pub turn: Side,
}

/// For each square, the squares along each straight road from it, nearest first.
pub(super) fn runs(rows: usize, columns: usize, cells: &[usize], roads: Roads) -> Vec<Vec<Vec<usize>>> {
    let run = |&cell: &usize, (down, right): (isize, isize)| {
        let (row, column) = (cell / columns, cell % columns);
        let next = move |steps: isize| {
            let row = row.checked_add_signed(down * steps).filter(|&row| row < rows)?;
            let column = column.checked_add_signed(right * steps).filter(|&column| column < columns)?;
            cells.binary_search(&(row * columns + column)).ok()
        };
        (1..).map_while(next).collect::<Vec<usize>>()
    };
    let directions = DIRECTIONS.into_iter().filter(|&direction| roads.has(direction));
    cells.iter().map(|cell| directions.clone().map(|direction| run(cell, direction)).collect()).collect()
}

/// The square of the first enemy that sees a tank of `side` on `square`.
fn seen_by(runs: &[Vec<Vec<usize>>], tanks: &Tanks, square: usize, side: Side) -> Option<usize> {
    runs[square].iter().find_map(|run| {
        let first = run.iter().copied().find(|&other| tanks[other].is_some())?;
        (tanks[first] == Some(side.other())).then_some(first)
    })
}

/// Two squares whose tanks see each other.
pub(super) fn in_sight(runs: &[Vec<Vec<usize>>], tanks: &Tanks) -> Option<(usize, usize)> {
    (0..tanks.len()).find_map(|square| Some((square, seen_by(runs, tanks, square, tanks[square]?)?)))
}

impl Rules {
    /// Whether a position is solved.
    pub fn is_solved(&self, position: &Position) -> bool {
        position.tanks == self.goal
    }

    /// Writes a move. The squares need not exist, since a gesture may point outside the board.
    pub fn text(&self, from: usize, to: usize) -> String {
        format!("{}-{}", from.saturating_add(1), to.saturating_add(1))
    }

    /// Plays a move such as `1-4`.
    ///
    /// # Errors
    /// Returns why the move is not legal; the position is then unchanged.
    pub fn play(&self, position: &mut Position, text: &str) -> Result<(), Reason> {
        let numbers = text.split_once('-').and_then(|(from, to)| {
            let number = |text: &str| text.parse::<usize>().ok().filter(|_| !text.starts_with('+'));
            Some((number(from)?, number(to)?))
        });
        let Some((from, to)) = numbers else {
            return Err(Reason::new(&reasons::NOT_A_MOVE).with("move", text));
        };
        let last = self.cells.len();
        if let Some(square) = [from, to].into_iter().find(|square| !(1..=last).contains(square)) {
            return Err(Reason::new(&reasons::NO_SQUARE).with("square", square).with("last", last));
        }
        self.run(position, from - 1, to - 1)
    }

    /// Moves the tank on square `from` to square `to`.
    ///
    /// # Errors
    /// As for [`Rules::play`].
    pub fn run(&self, position: &mut Position, from: usize, to: usize) -> Result<(), Reason> {
        let Some(side) = position.tanks[from] else {
            return Err(Reason::new(&reasons::NO_TANK).with("square", from + 1));
        };
        if side != position.turn {
            let turn = position.turn.letter();
            return Err(Reason::new(&reasons::OTHER_TURN).with("side", turn).with("square", from + 1));
        }
        let Some(run) = self.runs[from].iter().find(|run| run.contains(&to)) else {
            return Err(Reason::new(&reasons::NO_ROAD).with("from", from + 1).with("to", to + 1));
        };
        let steps = run.iter().position(|&square| square == to).map_or(0, |at| at + 1);
        if let Some(&square) = run[..steps].iter().find(|&&square| position.tanks[square].is_some()) {
            return Err(Reason::new(&reasons::IN_THE_WAY).with("square", square + 1).on([square]));
        }
        let mut tanks = position.tanks.clone();
        tanks[to] = tanks[from].take();
        if let Some(enemy) = seen_by(&self.runs, &tanks, to, side) {
            let sight = self.runs[to].iter().find(|run| run.contains(&enemy)).into_iter().flatten();
            let stops = [to].into_iter().chain(sight.copied().take_while(|&square| square != enemy));
            let reason = Reason::new(&reasons::IN_SIGHT).with("to", to + 1).with("enemy", enemy + 1);
            return Err(reason.on(stops.chain([enemy])));
        }
        *position = Position { tanks, turn: side.other() };
        Ok(())
    }

    /// Every legal move, sorted by square and then by direction.
    pub fn moves(&self, position: &Position) -> Vec<(usize, usize)> {
        let pairs = (0..self.cells.len())
            .flat_map(|from| self.runs[from].iter().flatten().map(move |&to| (from, to)));
        pairs.filter(|&(from, to)| self.run(&mut position.clone(), from, to).is_ok()).collect()
    }
}
