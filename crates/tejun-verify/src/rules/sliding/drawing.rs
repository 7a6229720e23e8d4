//! The drawings of a sliding puzzle.

use crate::error::VerifyError;
use crate::rules::grid::{Grid, Place, detached};
use crate::statement::Keys;

/// Most cells of a drawing, walls too.
const MOST_CELLS: usize = 512;

/// The cells of a letter, ascending.
type Drawn = (char, Vec<Place>);

/// Rows down and columns across from the head, the first cell.
pub(super) type Shape = Vec<(usize, isize)>;

/// A piece of the board.
pub(super) struct Piece {
    pub letter: char,
    pub cells: Vec<Place>,
    /// The row that it keeps to, or the column.
    pub row: Option<usize>,
    pub column: Option<usize>,
}

/// A piece of the goal: where some piece is to have its head.
pub(super) struct Target {
    pub letter: char,
    pub head: Place,
    /// The pieces that fulfil it.
    pub pieces: Vec<usize>,
    /// Whether these pieces may leave the board, for this target or another one.
    pub may_leave: bool,
}

/// Board and goal, read.
pub(super) struct Drawing {
    pub floor: Grid,
    pub pieces: Vec<Piece>,
    /// The cells of each gate, and the pieces that pass it.
    pub gates: Vec<(Vec<Place>, Vec<usize>)>,
    pub goal: Vec<Target>,
}

/// The pieces of a drawing, ordered by their first cells.
fn pieces(drawing: &[Vec<char>]) -> Vec<Drawn> {
    let mut pieces: Vec<Drawn> = Vec::new();
    for (row, signs) in drawing.iter().enumerate() {
        for (column, &sign) in signs.iter().enumerate().filter(|(_, sign)| !matches!(sign, '.' | '#')) {
            match pieces.iter_mut().find(|piece| piece.0 == sign) {
                Some(piece) => piece.1.push((row, column)),
                None => pieces.push((sign, vec![(row, column)])),
            }
        }
    }
    pieces
}

/// Refuses pieces that are not in one part.
fn check_parts(pieces: &[Drawn]) -> Result<(), VerifyError> {
    let apart = pieces.iter().find_map(|(letter, cells)| Some((letter, detached(cells)?)));
    apart.map_or(Ok(()), |(letter, place)| {
        Err(VerifyError::at(place, format!("piece {letter} is in two parts")))
    })
}

pub(super) fn shape(cells: &[Place]) -> Shape {
    let (row, column) = cells[0];
    cells.iter().map(|at| (at.0 - row, at.1 as isize - column as isize)).collect()
}

/// The pieces with these letters, which are in the order of the board.
fn named(letters: &[char], drawn: &[Drawn]) -> Result<Vec<usize>, VerifyError> {
    let named: Vec<usize> = (0..drawn.len()).filter(|&piece| letters.contains(&drawn[piece].0)).collect();
    match named.iter().map(|&piece| &drawn[piece].0).eq(letters) {
        true => Ok(named),
        false => Err(VerifyError::new("axis or gates do not name pieces of the board, in its order")),
    }
}

/// The letters of the pieces that move along their longer side, in their row, and in their column. If none does but the first,
/// these are a plain list.
fn axes(keys: &mut Keys) -> Result<[Vec<char>; 3], VerifyError> {
    if keys.has("axis") {
        keys.takes("axis");
        return Ok([keys.letters()?, Vec::new(), Vec::new()]);
    }
    let mut of = |key: &str| if keys.takes(key) { keys.letters() } else { Ok(Vec::new()) };
    let axes = [of("axis.long")?, of("axis.row")?, of("axis.column")?];
    match !axes[0].is_empty() && axes[1].is_empty() && axes[2].is_empty() {
        true => Err(VerifyError::new("the axes are not in normal form: all are long")),
        false => Ok(axes),
    }
}

/// Reads board, axes, gates and goal.
pub(super) fn draw(keys: &mut Keys) -> Result<Drawing, VerifyError> {
    let board = keys.rows("board", "")?;
    if board.len() * board[0].len() > MOST_CELLS {
        return Err(VerifyError::new("the board is too large for this program"));
    }
    let mut drawn = pieces(&board);
    let axes = axes(keys)?;
    let (mut gates, mut signs) = (Vec::new(), Vec::new());
    while keys.takes("gates.") {
        let (sign, letters) = (keys.letter()?, keys.letters()?);
        let gate = drawn.iter().position(|piece| piece.0 == sign);
        let gate = gate.ok_or_else(|| VerifyError::new("a gate is not on the board"))?;
        gates.push((drawn.remove(gate).1, letters));
        signs.push(sign);
    }
    if !signs.is_sorted() {
        return Err(VerifyError::new("the gates are not in normal form: they are not in order"));
    }
    check_parts(&drawn)?;
    let gates: Result<_, VerifyError> =
        gates.into_iter().map(|(cells, letters)| Ok((cells, named(&letters, &drawn)?))).collect();
    let mut gates: Vec<(Vec<Place>, Vec<usize>)> = gates?;
    let [long, rows, columns] = axes;
    let (long, rows, columns) = (named(&long, &drawn)?, named(&rows, &drawn)?, named(&columns, &drawn)?);
    let piece = |(piece, (letter, cells)): (usize, &Drawn)| {
        let across = || cells.iter().map(|place| place.1);
        let high = cells[cells.len() - 1].0 - cells[0].0;
        let wide = across().max().unwrap_or(0) - across().min().unwrap_or(0);
        let (is_long, in_row, in_column) =
            (long.contains(&piece), rows.contains(&piece), columns.contains(&piece));
        if is_long && high == wide {
            return Err(VerifyError::new(format!("piece {letter} is as wide as it is high: it has no axis")));
        }
        if in_row && wide > high || in_column && high > wide || in_row && in_column {
            let what = "the axes are not in normal form: piece";
            return Err(VerifyError::new(format!("{what} {letter} moves along its longer side, or has two")));
        }
        if is_long && (in_row || in_column) {
            return Err(VerifyError::new(format!("piece {letter} has two axes")));
        }
        let row = (is_long && wide > high || in_row).then_some(cells[0].0);
        let column = (is_long && high > wide || in_column).then_some(cells[0].1);
        Ok(Piece { letter: *letter, cells: cells.clone(), row, column })
    };
    let pieces = drawn.iter().enumerate().map(piece).collect::<Result<_, _>>()?;
    let mut floor = Grid::new(&board, Some('#'));
    let mut goal = Vec::new();
    if keys.has("goal") {
        // A piece may lie beyond the floor, and makes an exit of what it covers.
        let drawing =
            keys.goal("", &board, |sign, other| if sign == '#' { other != '.' } else { other != '#' })?;
        let targets = self::pieces(&drawing);
        if targets.is_empty() {
            return Err(VerifyError::new("the goal has no piece"));
        }
        check_parts(&targets).map_err(|error| error.within("goal"))?;
        let by_shape = keys.choice("goal_match", &[("named", false), ("shape", true)])?;
        for (at, (letter, cells)) in targets.iter().enumerate() {
            let fulfils = |piece: &usize| {
                let (other, of) = &drawn[*piece];
                shape(of) == shape(cells) && (by_shape || other == letter)
            };
            let fulfilling: Vec<usize> = (0..drawn.len()).filter(fulfils).collect();
            // By shape, the first target has the letter of the first piece.
            let before =
                targets[..at].iter().filter(|other| by_shape && shape(&other.1) == shape(cells)).count();
            if fulfilling.get(before).is_none_or(|&piece| drawn[piece].0 != *letter) {
                let what = format!(
                    "the goal has a piece {letter:?} that the board does not have, or not in this order"
                );
                return Err(VerifyError::at(cells[0], what));
            }
            goal.push(Target { letter: *letter, head: cells[0], pieces: fulfilling, may_leave: false });
        }
        gates.extend(open_exit(&targets, &mut goal, &mut floor));
    }
    Ok(Drawing { floor, pieces, gates, goal })
}

/// Makes floor of what the goal draws beyond the floor: a gate for the pieces that may be drawn there alone.
fn open_exit(targets: &[Drawn], goal: &mut [Target], floor: &mut Grid) -> Option<(Vec<Place>, Vec<usize>)> {
    let (mut exit, mut leaving) = (Vec::new(), Vec::new());
    for ((_, cells), target) in targets.iter().zip(&*goal) {
        let outside: Vec<Place> =
            cells.iter().copied().filter(|place| floor.cell(*place).is_none()).collect();
        if !outside.is_empty() {
            exit.extend(outside);
            leaving.extend(&target.pieces);
        }
    }
    floor.places.extend(&exit);
    floor.places.sort_unstable();
    for target in goal {
        target.may_leave = target.pieces.iter().any(|piece| leaving.contains(piece));
    }
    (!exit.is_empty()).then_some((exit, leaving))
}
