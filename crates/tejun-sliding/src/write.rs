//! Writes positions of sliding puzzles as boards and instance files.

#[cfg(not(target_family = "wasm"))]
use super::rules::Target;
use super::rules::{Axis, Floor, Gate, GoalMatch, Metric, Piece, Position, Rules};
#[cfg(not(target_family = "wasm"))]
use tejun_core::{NormalForm, statement::quoted};

/// The rows of a board with the pieces of a position. A gate is drawn where no piece covers it.
pub(super) fn board(rules: &Rules, position: &Position) -> Vec<String> {
    let mut cells = floor(rules);
    for (sign, gate) in signed(rules) {
        gate.cells.iter().for_each(|&cell| cells[cell] = sign);
    }
    for (piece, &head) in position.heads.iter().enumerate() {
        rules.cells(piece, head).into_iter().for_each(|cell| cells[cell] = rules.pieces[piece].letter);
    }
    rows(&rules.floor, &cells)
}

/// The text of an instance file that starts from a position; `None` if a piece stands on a gate or outside the board
/// there, which no board can draw.
pub(super) fn instance(rules: &Rules, position: &Position) -> Option<String> {
    with_wall(rules, position, None)
}

/// The text of an instance file that starts from a position, with a wall for a piece: what the others can do while it stays.
/// `None` if the goal has to do with the piece or its place, or if no board can draw the position.
#[cfg(not(target_family = "wasm"))]
pub(super) fn pinned(rules: &Rules, position: &Position, piece: usize) -> Option<String> {
    let place = rules.cells(piece, position.heads[piece]);
    let concerns = |target: &Target| {
        let covered = || rules.cells(target.pieces[0], target.head);
        target.pieces.contains(&piece) || covered().iter().any(|cell| place.contains(cell))
    };
    let is_concerned = rules.targets.iter().any(concerns);
    // A gate that nothing may pass is a wall, and drawn as none.
    let is_shut = rules.gates.iter().any(|gate| gate.pieces == [piece]);
    if is_concerned || is_shut { None } else { with_wall(rules, position, Some(piece)) }
}

fn with_wall(rules: &Rules, position: &Position, wall: Option<usize>) -> Option<String> {
    let stands = |cell: &usize| {
        position.heads.iter().enumerate().any(|(piece, &head)| rules.cells(piece, head).contains(cell))
    };
    if rules.gates.iter().any(|gate| gate.cells.iter().any(stands)) {
        return None;
    }
    let mut text = "puzzle = \"sliding\"\n".to_owned();
    if rules.metric != Metric::default() {
        text += &format!("metric = \"{}\"\n", rules.metric.name());
    }
    if rules.goal_match == GoalMatch::Shape {
        text += "goal_match = \"shape\"\n";
    }
    let letters = |pieces: &mut dyn Iterator<Item = usize>| {
        let letters = pieces
            .filter(|piece| Some(*piece) != wall)
            .map(|piece| toml::Value::from(rules.pieces[piece].letter.to_string()));
        toml::Value::Array(letters.collect())
    };
    for (key, mut pieces) in axes(rules) {
        pieces.retain(|piece| Some(*piece) != wall);
        if !pieces.is_empty() {
            text += &format!("{key} = {}\n", letters(&mut pieces.into_iter()));
        }
    }
    let gates =
        signed(rules).map(|(sign, gate)| (sign.to_string(), letters(&mut gate.pieces.iter().copied())));
    let gates: toml::Table = gates.collect();
    if !gates.is_empty() {
        text += &format!("gates = {}\n", toml::Value::Table(gates));
    }
    let mut rows = board(rules, position);
    if let Some(wall) = wall {
        let letter = rules.pieces[wall].letter;
        rows = rows.iter().map(|row| row.replace(letter, "#")).collect();
    }
    text += &drawn("board", &rows);
    if !rules.targets.is_empty() {
        text += &drawn("goal", &goal(rules));
    }
    Some(text)
}

/// The puzzle in normal form: the board as large as its goal, what moves in a line or passes a gate in the order of the board.
#[cfg(not(target_family = "wasm"))]
pub(super) fn normal_form(rules: &Rules, start: &Position) -> String {
    let mut puzzle = NormalForm::of("sliding").rows("board", &board(rules, start));
    let letters =
        |pieces: &[usize]| pieces.iter().map(|&piece| rules.pieces[piece].letter).collect::<Vec<_>>();
    for (key, pieces) in axes(rules) {
        puzzle = puzzle.letters(key, letters(&pieces).into_iter());
    }
    for (sign, gate) in signed(rules) {
        let mut pieces = gate.pieces.clone();
        pieces.sort_unstable();
        let key = format!("gates.{}", quoted(&sign.to_string()));
        puzzle = puzzle.letters(&key, letters(&pieces).into_iter());
    }
    if !rules.targets.is_empty() {
        puzzle = puzzle.rows("goal", &goal(rules)).word("goal_match", rules.goal_match.name());
    }
    puzzle.word("metric", rules.metric.name()).finish()
}

/// The keys that say along which line pieces move, and these pieces: in a list, if all move along their longer side.
fn axes(rules: &Rules) -> Vec<(&'static str, Vec<usize>)> {
    let of = |wanted: fn(Axis) -> bool, along: bool| -> Vec<usize> {
        let is_one = |piece: &Piece| {
            piece.axis.is_some_and(|axis| wanted(axis) && axis.is_along(&piece.shape) == along)
        };
        (0..rules.pieces.len()).filter(|&piece| is_one(&rules.pieces[piece])).collect()
    };
    let long = of(|_| true, true);
    let row = of(|axis| matches!(axis, Axis::Row(_)), false);
    let column = of(|axis| matches!(axis, Axis::Column(_)), false);
    let mut axes = match row.is_empty() && column.is_empty() {
        true => vec![("axis", long)],
        false => vec![("axis.long", long), ("axis.row", row), ("axis.column", column)],
    };
    axes.retain(|(_, pieces)| !pieces.is_empty());
    axes
}

/// A key whose value is a board.
fn drawn(key: &str, rows: &[String]) -> String {
    let board = rows.join("\n");
    // A literal string is easiest to read, but has no escapes.
    if board.contains("'''") || board.ends_with('\'') {
        return format!("{key} = {}\n", toml::Value::from(board));
    }
    format!("{key} = '''\n{board}'''\n")
}

/// The rows of the goal. If it is met by any piece of a shape, letters only tell the pieces apart.
fn goal(rules: &Rules) -> Vec<String> {
    let mut cells = floor(rules);
    for (at, target) in rules.targets.iter().enumerate() {
        let before = rules.targets[..at].iter().filter(|before| before.pieces == target.pieces).count();
        let piece = target.pieces[before];
        rules.cells(piece, target.head).into_iter().for_each(|cell| cells[cell] = rules.pieces[piece].letter);
    }
    rows(&rules.floor, &cells)
}

/// The gates that the board draws: all but those where the goal takes pieces out of it.
fn signed(rules: &Rules) -> impl Iterator<Item = (char, &Gate)> {
    rules.gates.iter().filter_map(|gate| Some((gate.sign?, gate)))
}

fn floor(rules: &Rules) -> Vec<char> {
    let mut cells: Vec<char> =
        rules.floor.inside.iter().map(|&inside| if inside { '.' } else { '#' }).collect();
    for exit in rules.gates.iter().filter(|gate| gate.sign.is_none()) {
        exit.cells.iter().for_each(|&cell| cells[cell] = '#');
    }
    cells
}

fn rows(floor: &Floor, cells: &[char]) -> Vec<String> {
    cells.chunks(floor.columns).map(|row| row.iter().collect()).collect()
}
