//! Sliding blocks.

use crate::VerifyError;
use crate::ranking::{Class, Ranking};
use crate::rules::Rules;
use crate::statement::{Statement, Value, rows};

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Metric {
    Moves,
    Slides,
    Steps,
}

/// A set of cells.
type Cells = u128;

/// A row and a column.
type Place = (usize, usize);

const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const LETTERS: [char; 4] = ['u', 'd', 'l', 'r'];

/// A sliding puzzle. A position holds for each cell 0, or the class of the piece that has its head, its first cell, there.
pub struct Sliding {
    metric: Metric,
    classes: Vec<Kind>,
    ranking: Ranking,
    /// Each requirement of the goal: a cell, and the classes of which one may have its head there.
    goal: Vec<(usize, Vec<u8>)>,
    /// For each symmetry the image of each class, and of each head of each class.
    symmetries: Vec<Vec<(u8, Vec<usize>)>>,
    start: Vec<u8>,
    /// The character and the head of each piece at the start, from which lines are followed.
    pieces: Vec<(char, usize)>,
}

/// A class of pieces.
struct Kind {
    /// The cells that a piece covers with its head on a cell; none if it cannot stand there.
    covers: Vec<Cells>,
    /// For each cell and direction the head after one step.
    steps: Vec<[Option<usize>; 4]>,
}

/// A position, and the pieces by name.
#[derive(Clone)]
pub struct Position {
    heads: Vec<u8>,
    pieces: Vec<(char, usize)>,
}

impl Position {
    /// A position where each cell holds 0, or the head of a class.
    pub fn new(heads: Vec<u8>) -> Position {
        Position { heads, pieces: Vec::new() }
    }

    /// What each cell holds.
    pub fn heads_mut(&mut self) -> &mut Vec<u8> {
        &mut self.heads
    }
}

/// A piece of the drawing.
struct Piece {
    letter: char,
    cells: Vec<Place>,
    /// The row that it keeps to, or the column.
    row: Option<usize>,
    column: Option<usize>,
}

/// A drawing, read.
struct Drawing {
    floor: Vec<Place>,
    pieces: Vec<Piece>,
    /// The cells of each gate, and the letters that pass it.
    gates: Vec<(Vec<Place>, Vec<char>)>,
    /// The pieces of the goal.
    goal: Vec<(char, Vec<Place>)>,
}

impl Sliding {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// If it is none, or too large to be numbered.
    pub fn read(statement: &Statement) -> Result<Sliding, VerifyError> {
        statement.only(&["axis", "board", "gates", "goal", "goal_match", "metric"])?;
        let metric = match statement.optional_text("metric")?.unwrap_or("moves") {
            "moves" => Metric::Moves,
            "slides" => Metric::Slides,
            "steps" => Metric::Steps,
            other => return Err(VerifyError::new(format!("the metric {other} is not known"))),
        };
        let by_shape = match statement.optional_text("goal_match")?.unwrap_or("named") {
            "named" => false,
            "shape" => true,
            other => return Err(VerifyError::new(format!("goals are not matched by {other}"))),
        };
        Sliding::of(&draw(statement)?, metric, by_shape)
    }

    fn of(drawing: &Drawing, metric: Metric, by_shape: bool) -> Result<Sliding, VerifyError> {
        let Drawing { floor, pieces, gates, goal } = drawing;
        if floor.len() > Cells::BITS as usize {
            return Err(VerifyError::new("the board is too large for this program"));
        }
        let cell = |place: Place| floor.binary_search(&place).ok();
        // Where each piece may stand.
        let stands = |piece: &Piece, head: Place| -> Option<Vec<usize>> {
            let first = piece.cells[0];
            if piece.row.is_some_and(|row| row != head.0)
                || piece.column.is_some_and(|column| column != head.1)
            {
                return None;
            }
            let to = |&(row, column): &Place| {
                let place = (head.0 + row - first.0, (head.1 + column).checked_sub(first.1)?);
                let barred = |(cells, letters): &(Vec<Place>, Vec<char>)| {
                    cells.contains(&place) && !letters.contains(&piece.letter)
                };
                cell(place).filter(|_| !gates.iter().any(barred))
            };
            piece.cells.iter().map(to).collect()
        };
        // Which pieces may fulfil each requirement.
        let shape = |cells: &[Place]| -> Vec<(usize, isize)> {
            let (row, column) = cells[0];
            cells.iter().map(|at| (at.0 - row, at.1 as isize - column as isize)).collect()
        };
        let fulfils = |piece: &Piece, (letter, cells): &(char, Vec<Place>)| {
            shape(&piece.cells) == shape(cells) && (by_shape || piece.letter == *letter)
        };
        let mut groups: Vec<(Class, Vec<usize>, Vec<(usize, isize)>)> = Vec::new();
        let mut class_of = Vec::new();
        for piece in pieces {
            let covers: Vec<Option<Vec<usize>>> = floor.iter().map(|&head| stands(piece, head)).collect();
            let wanted = goal.iter().filter(|want| fulfils(piece, want)).filter_map(|want| cell(want.1[0]));
            let mut wanted: Vec<usize> = wanted.filter(|&head| covers[head].is_some()).collect();
            wanted.sort_unstable();
            let shape = shape(&piece.cells);
            let alike = |(class, goals, other): &(Class, Vec<usize>, Vec<(usize, isize)>)| {
                class.covers == covers && *goals == wanted && *other == shape
            };
            let class = groups.iter().position(alike).unwrap_or_else(|| {
                groups.push((Class { count: 0, covers }, wanted, shape));
                groups.len() - 1
            });
            groups[class].0.count += 1;
            class_of.push(class);
        }
        if groups.len() >= usize::from(u8::MAX) {
            return Err(VerifyError::new("the puzzle has too many kinds of pieces for this program"));
        }
        let requirement = |want: &(char, Vec<Place>)| {
            let classes = pieces.iter().zip(&class_of).filter(|(piece, _)| fulfils(piece, want));
            let mut classes: Vec<u8> = classes.map(|(_, class)| *class as u8 + 1).collect();
            classes.sort_unstable();
            classes.dedup();
            cell(want.1[0]).map(|head| (head, classes))
        };
        let goal: Option<Vec<(usize, Vec<u8>)>> = goal.iter().map(requirement).collect();
        let goal = goal.ok_or_else(|| VerifyError::new("the goal has a piece outside the board"))?;
        let ranking =
            Ranking::new(floor.len(), &groups.iter().map(|group| group.0.clone()).collect::<Vec<_>>())?;
        let mut start = vec![0; floor.len()];
        let mut named = Vec::new();
        for (piece, class) in pieces.iter().zip(&class_of) {
            let head = cell(piece.cells[0]).expect("a piece stands on the floor");
            start[head] = *class as u8 + 1;
            named.push((piece.letter, head));
        }
        let symmetries = symmetries(floor, &groups);
        let classes = groups.iter().map(|(class, ..)| kind(class, floor)).collect();
        Ok(Sliding { metric, classes, ranking, goal, symmetries, start, pieces: named })
    }

    /// The class, counted from 1, of the piece with this character, and its head at the start.
    pub fn piece(&self, letter: char) -> Option<(u8, usize)> {
        let (_, head) = self.pieces.iter().find(|piece| piece.0 == letter)?;
        Some((self.start[*head], *head))
    }

    fn occupied(&self, heads: &[u8]) -> Cells {
        let pieces = heads.iter().enumerate().filter(|(_, class)| **class != 0);
        pieces.fold(0, |cells, (head, &class)| cells | self.classes[usize::from(class) - 1].covers[head])
    }

    /// Visits the heads that the piece at `head` can go to in one move.
    fn reach(&self, kind: &Kind, others: Cells, head: usize, mut visit: impl FnMut(usize)) {
        let step =
            |from: usize, way: usize| kind.steps[from][way].filter(|&to| kind.covers[to] & others == 0);
        match self.metric {
            Metric::Steps => (0..4).filter_map(|way| step(head, way)).for_each(visit),
            Metric::Slides => {
                for way in 0..4 {
                    let mut at = head;
                    while let Some(to) = step(at, way) {
                        visit(to);
                        at = to;
                    }
                }
            }
            Metric::Moves => {
                let (mut seen, mut waiting): (Cells, Cells) = (1 << head, 1 << head);
                while waiting != 0 {
                    let from = waiting.trailing_zeros() as usize;
                    waiting &= waiting - 1;
                    for to in (0..4).filter_map(|way| step(from, way)) {
                        if seen >> to & 1 == 0 {
                            seen |= 1 << to;
                            waiting |= 1 << to;
                            visit(to);
                        }
                    }
                }
            }
        }
    }
}

/// What the pieces of a class can do.
fn kind(class: &Class, floor: &[Place]) -> Kind {
    let bits =
        |cells: &Option<Vec<usize>>| cells.iter().flatten().fold(0, |bits: Cells, cell| bits | 1 << cell);
    let step = |&(row, column): &Place| {
        WAYS.map(|(down, across)| {
            let place = (row.checked_add_signed(down)?, column.checked_add_signed(across)?);
            floor.binary_search(&place).ok().filter(|&head| class.covers[head].is_some())
        })
    };
    Kind { covers: class.covers.iter().map(bits).collect(), steps: floor.iter().map(step).collect() }
}

/// The symmetries of the board but the identity that take each class to one that is like it there, goals to goals.
fn symmetries(
    floor: &[Place],
    groups: &[(Class, Vec<usize>, Vec<(usize, isize)>)],
) -> Vec<Vec<(u8, Vec<usize>)>> {
    let rows = floor.iter().map(|place| place.0);
    let columns = floor.iter().map(|place| place.1);
    let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let image = |turn: usize, &(row, column): &Place| {
        let (mut row, mut column) = (row - top, column - left);
        let (mut height, mut width) = (bottom - top, right - left);
        if turn & 4 != 0 {
            (row, column, height, width) = (column, row, width, height);
        }
        row = if turn & 1 != 0 { height - row } else { row };
        column = if turn & 2 != 0 { width - column } else { column };
        floor.binary_search(&(row + top, column + left)).ok()
    };
    let symmetry = |turn: usize| -> Option<Vec<(u8, Vec<usize>)>> {
        let images: Vec<usize> = floor.iter().map(|place| image(turn, place)).collect::<Option<_>>()?;
        let becomes = |(class, goals, _): &(Class, Vec<usize>, Vec<(usize, isize)>)| {
            let mut covers = vec![None; floor.len()];
            let mut heads = vec![usize::MAX; floor.len()];
            for (head, cells) in class.covers.iter().enumerate() {
                let Some(cells) = cells else { continue };
                let mut cells: Vec<usize> = cells.iter().map(|&cell| images[cell]).collect();
                cells.sort_unstable();
                heads[head] = cells[0];
                let at = cells[0];
                covers[at] = Some(cells);
            }
            let mut goals: Vec<usize> = goals.iter().map(|&goal| heads[goal]).collect();
            goals.sort_unstable();
            let like = |other: &(Class, Vec<usize>, Vec<(usize, isize)>)| {
                other.0.count == class.count && other.0.covers == covers && other.1 == goals
            };
            Some((groups.iter().position(like)? as u8 + 1, heads))
        };
        groups.iter().map(becomes).collect()
    };
    (1..8).filter_map(symmetry).collect()
}

impl Rules for Sliding {
    type Position = Position;

    fn start(&self) -> Position {
        Position { heads: self.start.clone(), pieces: self.pieces.clone() }
    }

    fn is_goal(&self, position: &Position) -> bool {
        !self.goal.is_empty()
            && self.goal.iter().all(|(head, classes)| classes.contains(&position.heads[*head]))
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut(&Position, u32)) {
        let occupied = self.occupied(&position.heads);
        let mut next = Position::new(position.heads.clone());
        for (head, &class) in position.heads.iter().enumerate().filter(|(_, class)| **class != 0) {
            let kind = &self.classes[usize::from(class) - 1];
            next.heads[head] = 0;
            self.reach(kind, occupied & !kind.covers[head], head, |to| {
                next.heads[to] = class;
                visit(&next, 1);
                next.heads[to] = 0;
            });
            next.heads[head] = class;
        }
    }

    fn play(&self, position: &mut Position, by: &str) -> Result<u32, String> {
        let mut letters = by.chars();
        let letter = letters.next().ok_or("it is empty")?;
        let piece = position.pieces.iter().position(|piece| piece.0 == letter);
        let piece = piece.ok_or_else(|| format!("there is no piece {letter}"))?;
        let head = position.pieces[piece].1;
        let class = position.heads[head];
        let kind = &self.classes[usize::from(class) - 1];
        let others = self.occupied(&position.heads) & !kind.covers[head];
        let mut at = head;
        for sign in letters {
            let way = LETTERS.iter().position(|&letter| letter == sign).ok_or("it has no direction there")?;
            let to = kind.steps[at][way].filter(|&to| kind.covers[to] & others == 0);
            at = to.ok_or("something is in the way")?;
        }
        let mut found = false;
        self.reach(kind, others, head, |to| found |= to == at);
        if !found || at == head {
            return Err("this is not one move".to_owned());
        }
        (position.heads[head], position.heads[at], position.pieces[piece].1) = (0, class, at);
        Ok(1)
    }

    fn count(&self) -> u64 {
        self.ranking.count()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let mut least = self.ranking.rank(&position.heads)?;
        if self.symmetries.is_empty() {
            return Some(least);
        }
        let mut image = [0; Cells::BITS as usize];
        let image = &mut image[..position.heads.len()];
        for symmetry in &self.symmetries {
            image.fill(0);
            for (head, &class) in position.heads.iter().enumerate().filter(|(_, class)| **class != 0) {
                let (becomes, heads) = &symmetry[usize::from(class) - 1];
                image[heads[head]] = *becomes;
            }
            least = least.min(self.ranking.rank(image)?);
        }
        Some(least)
    }

    fn unrank(&self, rank: u64, position: &mut Position) {
        self.ranking.unrank(rank, &mut position.heads);
    }
}

/// Whether a character is no cell.
fn is_outside(sign: char) -> bool {
    sign == '#' || sign == ' '
}

/// The pieces of a drawing, ordered by their first cells; each cell ascending.
fn pieces(drawing: &[Vec<char>]) -> Vec<(char, Vec<Place>)> {
    let mut pieces: Vec<(char, Vec<Place>)> = Vec::new();
    for (row, signs) in drawing.iter().enumerate() {
        for (column, &sign) in
            signs.iter().enumerate().filter(|(_, sign)| **sign != '.' && !is_outside(**sign))
        {
            match pieces.iter_mut().find(|piece| piece.0 == sign) {
                Some(piece) => piece.1.push((row, column)),
                None => pieces.push((sign, vec![(row, column)])),
            }
        }
    }
    pieces
}

/// Letters of pieces, as a text or as a list of texts.
fn letters(value: &Value) -> Result<Vec<char>, VerifyError> {
    let wrong = || VerifyError::new("letters of pieces are not written as a text or a list of texts");
    match value {
        Value::Text(text) => Ok(text.chars().collect()),
        Value::List(values) => {
            let letter = |value: &Value| match value {
                Value::Text(text) => {
                    text.chars().next().filter(|_| text.chars().count() == 1).ok_or_else(wrong)
                }
                _ => Err(wrong()),
            };
            values.iter().map(letter).collect()
        }
        _ => Err(wrong()),
    }
}

/// Reads board, axes, gates and goal.
fn draw(statement: &Statement) -> Result<Drawing, VerifyError> {
    let mut board = rows(statement.text("board")?, false)?;
    let mut gates: Vec<(Vec<Place>, Vec<char>)> = Vec::new();
    let mut signs = Vec::new();
    if let Some(value) = statement.get("gates") {
        let Value::Table(table) = value else { return Err(VerifyError::new("gates are not a table")) };
        for (sign, value) in table {
            let sign = sign.chars().next().filter(|_| sign.chars().count() == 1);
            let sign = sign.ok_or_else(|| VerifyError::new("the sign of a gate is not one character"))?;
            let mut cells = Vec::new();
            for (row, signs) in board.iter_mut().enumerate() {
                for (column, at) in signs.iter_mut().enumerate().filter(|(_, at)| **at == sign) {
                    *at = '.';
                    cells.push((row, column));
                }
            }
            gates.push((cells, letters(value)?));
            signs.push(sign);
        }
    }
    let mut drawn = pieces(&board);
    let mut floor = Vec::new();
    for (row, signs) in board.iter().enumerate() {
        floor.extend(
            signs.iter().enumerate().filter(|(_, sign)| !is_outside(**sign)).map(|(column, _)| (row, column)),
        );
    }
    let mut goal = Vec::new();
    if let Some(text) = statement.optional_text("goal")? {
        let mut drawing = rows(text, true)?;
        let (down, across) = offset(&drawing, &board)?;
        let moved = |place: &mut Place| *place = (place.0 + down, place.1 + across);
        floor.iter_mut().for_each(moved);
        drawn.iter_mut().flat_map(|piece| &mut piece.1).for_each(moved);
        gates.iter_mut().flat_map(|gate| &mut gate.0).for_each(moved);
        for ((cells, _), sign) in gates.iter().zip(&signs) {
            for &(row, column) in cells {
                let at = &mut drawing[row][column];
                *at = if at == sign { '.' } else { *at };
            }
        }
        goal = pieces(&drawing);
        leave(statement, &mut floor, &mut gates, &drawn, &goal)?;
    }
    let long = statement.optional_text("axis").ok().flatten() == Some("long");
    let lined = statement.get("axis").map(letters).transpose()?.unwrap_or_default();
    let pieces = drawn.into_iter().map(|(letter, cells)| {
        let across = |cells: &[Place]| {
            let columns = cells.iter().map(|place| place.1);
            columns.clone().max().unwrap_or(0) - columns.min().unwrap_or(0)
        };
        let (high, wide) = (cells[cells.len() - 1].0 - cells[0].0, across(&cells));
        let lined = long || lined.contains(&letter);
        let row = (lined && wide > high).then_some(cells[0].0);
        let column = (lined && high > wide).then_some(cells[0].1);
        Piece { letter, cells, row, column }
    });
    Ok(Drawing { pieces: pieces.collect(), floor, gates, goal })
}

/// Where the board lies in the drawing of its goal, which may be larger: the only place where the goal has all of the floor,
/// and each row and column beyond the board has a piece.
fn offset(goal: &[Vec<char>], board: &[Vec<char>]) -> Result<Place, VerifyError> {
    let wrong = || VerifyError::new("the board does not lie in its goal in one way");
    let down = goal.len().checked_sub(board.len()).ok_or_else(wrong)?;
    let across = goal[0].len().checked_sub(board[0].len()).ok_or_else(wrong)?;
    let drawn: Vec<Place> = pieces(goal).into_iter().flat_map(|piece| piece.1).collect();
    let places = (0..=down).flat_map(|top| (0..=across).map(move |left| (top, left)));
    let mut fitting = places.filter(|&(top, left)| {
        let on_floor = |(row, signs): (usize, &Vec<char>)| {
            signs
                .iter()
                .enumerate()
                .all(|(column, &sign)| is_outside(sign) || !is_outside(goal[row + top][column + left]))
        };
        let beyond_rows = (0..goal.len()).filter(|row| !(top..top + board.len()).contains(row));
        let beyond_columns =
            (0..goal[0].len()).filter(|column| !(left..left + board[0].len()).contains(column));
        (down + across == 0)
            || board.iter().enumerate().all(on_floor)
                && beyond_rows.into_iter().all(|row| drawn.iter().any(|place| place.0 == row))
                && beyond_columns.into_iter().all(|column| drawn.iter().any(|place| place.1 == column))
    });
    match (fitting.next(), fitting.next()) {
        (Some(place), None) => Ok(place),
        _ => Err(wrong()),
    }
}

/// Makes floor of what the goal draws beyond the floor, for the pieces that may be drawn there alone.
fn leave(
    statement: &Statement,
    floor: &mut Vec<Place>,
    gates: &mut Vec<(Vec<Place>, Vec<char>)>,
    drawn: &[(char, Vec<Place>)],
    goal: &[(char, Vec<Place>)],
) -> Result<(), VerifyError> {
    let by_shape = statement.optional_text("goal_match")? == Some("shape");
    let shape = |cells: &[Place]| -> Vec<(usize, isize)> {
        cells.iter().map(|at| (at.0 - cells[0].0, at.1 as isize - cells[0].1 as isize)).collect()
    };
    let (mut exit, mut leaving) = (Vec::new(), Vec::new());
    for (letter, cells) in goal {
        let outside: Vec<Place> =
            cells.iter().filter(|place| floor.binary_search(place).is_err()).copied().collect();
        if outside.is_empty() {
            continue;
        }
        exit.extend(outside);
        let may_leave = drawn.iter().filter(|(other, at)| match by_shape {
            true => shape(at) == shape(cells),
            false => other == letter,
        });
        leaving.extend(may_leave.map(|piece| piece.0));
    }
    floor.extend(&exit);
    floor.sort_unstable();
    floor.dedup();
    if !exit.is_empty() {
        gates.push((exit, leaving));
    }
    Ok(())
}
