//! Lines of Rush Hour as its programs write them: `A+2` takes car A two cells right or down, `A-1` one left or up.

use super::reasons;
use super::rules::{Axis, Direction, Position, Rules};
use super::rush_hour;
use tejun_core::{InputError, Reason};

/// Plays a move; `None` if the text is none of this notation.
///
/// # Errors
/// Returns why it is not legal; the position is then unchanged.
pub(super) fn play(rules: &Rules, position: &mut Position, text: &str) -> Option<Result<(), Reason>> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let (sign, number) = letters.as_str().split_at_checked(1)?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let ahead = ["-", "+"].iter().position(|known| *known == sign).filter(|_| is_number)?;
    Some(rules.lettered(letter).and_then(|piece| {
        let [back, forth] = match rules.pieces[piece].axis {
            Some(Axis::Row(_)) => [Direction::Left, Direction::Right],
            Some(Axis::Column(_)) => [Direction::Up, Direction::Down],
            None => return Err(Reason::new(&reasons::MOVES_FREELY).with("piece", letter).with("move", text)),
        };
        // Nothing moves farther than the board is long, and 0 is no move.
        let most = rules.floor.rows.max(rules.floor.columns);
        let cells = number.parse::<usize>().map_or(most, |cells| cells.min(most));
        rules.play_path(position, piece, &vec![[back, forth][ahead]; cells], text)
    }))
}

/// Writes a legal line from a position on.
///
/// # Errors
/// If the position is none of Rush Hour, or its cars have other letters there.
pub(super) fn write(rules: &Rules, from: &Position, line: &[String]) -> Result<String, InputError> {
    let letters: Vec<char> = rush_hour::write(rules, from)?.chars().collect();
    if (0..rules.pieces.len()).any(|piece| letters[from.heads[piece]] != rules.pieces[piece].letter) {
        return Err(InputError::new(
            "its cars have other letters in Rush Hour: write the position, and solve that",
        ));
    }
    let (mut at, columns) = (from.clone(), rules.floor.columns as isize);
    let moved = |text: &String| {
        let before = at.heads.clone();
        play(rules, &mut at, text).unwrap_or_else(|| rules.play(&mut at, text)).ok()?;
        let piece = (0..before.len()).find(|&piece| before[piece] != at.heads[piece])?;
        let way = at.heads[piece] as isize - before[piece] as isize;
        let cells = if way % columns == 0 { way / columns } else { way };
        Some(format!("{}{cells:+}", rules.pieces[piece].letter))
    };
    Ok(line.iter().filter_map(moved).collect::<Vec<_>>().join(" "))
}
