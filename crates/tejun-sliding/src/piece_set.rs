//! Piece sets: other pieces for the board of a file.

use std::ops::RangeInclusive;

use super::rules::{GoalMatch, Piece, Rules, Shape, Target};
use tejun_core::{InputError, input};

/// Pieces besides those that the goal wants, by shape.
///
/// As text, a list such as `1h,4v,4u`: numbers of pieces, each with a shape: `h` two wide, `v` two tall, `u` a unit,
/// `2x3` a rectangle of two rows and three columns, or `=c` a piece like the file's `c`. `any` stands for every list
/// of `h`, `v` and `u` that leaves at least two cells empty.
pub(super) enum PieceSets {
    One(Vec<(u8, Shape)>),
    Any,
}

impl PieceSets {
    /// Reads a set for a puzzle.
    ///
    /// # Errors
    /// If it is malformed, or has more pieces than the board has cells; the error says how to write it.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, InputError> {
        if text.trim() == "any" {
            return Ok(PieceSets::Any);
        }
        let error = || {
            InputError::new(format!(
                "{} is not a piece set: name the pieces besides those of the goal as in 1h,4v,4u (h two wide, v two \
                 tall, u a unit, 2:2x3 two of two rows and three columns, 2:=c two like piece c), or any",
                input::quoted(text)
            ))
        };
        let cells = rules.floor.inside.len();
        let mut set: Vec<(u8, Shape)> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let digits = part.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
            let (number, kind) = part.split_at(digits);
            let number: u8 = number.parse().map_err(|_| error())?;
            let shape = shape(kind, rules).ok_or_else(error)?;
            if usize::from(number) > cells || set.iter().any(|(_, known)| *known == shape) {
                return Err(error());
            }
            set.push((number, shape));
        }
        Ok(PieceSets::One(set))
    }

    /// The puzzles with these pieces, and those that the goal wants, on the board of `rules`.
    ///
    /// # Errors
    /// If the pieces of the file are kept to lines or by gates, which says nothing about others.
    pub fn puzzles<'r>(&self, rules: &'r Rules) -> Result<impl Iterator<Item = Rules> + use<'r>, InputError> {
        if !rules.gates.is_empty() || rules.pieces.iter().any(|piece| piece.axis.is_some()) {
            return Err(InputError::new(
                "axis and gates are for the pieces of the file: without --pieces, or draw the other pieces there",
            ));
        }
        let one = if let PieceSets::One(set) = self { Some(set.clone()) } else { None };
        let all = one.is_none().then(|| all(rules));
        let sets = one.into_iter().chain(all.into_iter().flatten());
        let mut puzzles = sets.filter_map(|set| with(rules, &set)).peekable();
        if puzzles.peek().is_none() {
            return Err(InputError::new("these pieces are more than the board has room for: name fewer"));
        }
        Ok(puzzles)
    }
}

/// A rectangle of so many rows and columns.
pub(super) fn rectangle(rows: usize, columns: usize) -> Shape {
    Shape((0..rows).flat_map(|down| (0..columns as isize).map(move |right| (down, right))).collect())
}

/// The shape of one kind of a list.
fn shape(kind: &str, rules: &Rules) -> Option<Shape> {
    let kind = kind.strip_prefix(':').unwrap_or(kind);
    if let Some(letter) = kind.strip_prefix('=') {
        let mut letters = letter.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        return rules.pieces.iter().find(|piece| piece.letter == letter).map(|piece| piece.shape.clone());
    }
    match kind {
        "h" => Some(rectangle(1, 2)),
        "v" => Some(rectangle(2, 1)),
        "u" => Some(rectangle(1, 1)),
        _ => {
            let (rows, columns) = kind.split_once('x')?;
            let side = |text: &str, most: usize| text.parse().ok().filter(|side| (1..=most).contains(side));
            let floor = &rules.floor;
            Some(rectangle(side(rows, floor.rows)?, side(columns, floor.columns)?))
        }
    }
}

/// The pieces that the goal wants: of each group that it does not tell apart, as many as it draws.
fn wanted(rules: &Rules) -> Vec<usize> {
    let mut kept = Vec::new();
    for Target { pieces, .. } in &rules.targets {
        kept.extend(pieces.iter().copied().find(|piece| !kept.contains(piece)));
    }
    kept
}

/// Every list of bars and units for which a board has room, with two cells left.
fn all(rules: &Rules) -> impl Iterator<Item = Vec<(u8, Shape)>> + use<> {
    let taken: usize = wanted(rules).iter().map(|&piece| rules.pieces[piece].shape.0.len()).sum();
    let inside = rules.floor.inside.iter().filter(|&&inside| inside).count();
    let room = inside.saturating_sub(taken + 2);
    let up_to = |room: usize| -> RangeInclusive<u8> { 0..=room.min(u8::MAX.into()) as u8 };
    up_to(room / 2).flat_map(move |wide| {
        up_to(room / 2 - usize::from(wide)).flat_map(move |tall| {
            up_to(room - 2 * usize::from(wide) - 2 * usize::from(tall)).map(move |units| {
                let set = [(wide, rectangle(1, 2)), (tall, rectangle(2, 1)), (units, rectangle(1, 1))];
                set.into_iter().filter(|(number, _)| *number > 0).collect()
            })
        })
    })
}

/// The puzzle with the pieces that the goal wants, and those of a set; `None` if they have more cells than the board.
fn with(rules: &Rules, set: &[(u8, Shape)]) -> Option<Rules> {
    let kept = wanted(rules);
    let mut pieces: Vec<Piece> = kept.iter().map(|&piece| rules.pieces[piece].clone()).collect();
    let mut letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('α'..='ω').chain('一'..);
    for (number, shape) in set {
        for _ in 0..*number {
            let taken = |letter: &char| pieces.iter().all(|piece| piece.letter != *letter);
            let letter = letters.by_ref().find(taken)?;
            pieces.push(Piece { letter, shape: shape.clone(), axis: None });
        }
    }
    let inside = rules.floor.inside.iter().filter(|&&inside| inside).count();
    if pieces.iter().map(|piece| piece.shape.0.len()).sum::<usize>() > inside {
        return None;
    }
    let shapes = |target: &Target| &rules.pieces[target.pieces[0]].shape;
    let target = |target: &Target| Target {
        head: target.head,
        pieces: if rules.goal_match == GoalMatch::Shape {
            (0..pieces.len()).filter(|&piece| pieces[piece].shape == *shapes(target)).collect()
        } else {
            kept.iter()
                .enumerate()
                .filter(|(_, piece)| target.pieces.contains(piece))
                .map(|(at, _)| at)
                .collect()
        },
    };
    let targets = rules.targets.iter().map(target).collect();
    let Rules { floor, goal_match, metric, .. } = rules;
    let (floor, gates) = (floor.clone(), Vec::new());
    Some(Rules { floor, pieces, gates, targets, goal_match: *goal_match, metric: *metric })
}
