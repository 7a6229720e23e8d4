//! The level text of GNOME Klotski: `#` wall, blank floor, `*` the piece to bring onto the `.`, `-` a gate that
//! only `*` may enter; any other character is a piece. Read as it stands, and written where a puzzle is like that.

use super::faults::SOKOBAN_TOO;
use super::rules::{Gate, Metric, Position, Rules, Target};
use tejun_core::{InputError, Reason, input};

/// The piece that has somewhere to go.
const HERO: char = '*';
/// A gate.
const GATE: char = '-';

/// What Sokoban, whose levels look alike, has on its boards and these levels have not.
const SOKOBAN: [char; 3] = ['@', '+', '$'];

/// Whether a character names a piece other than the hero.
fn is_piece(c: char) -> bool {
    !c.is_whitespace() && !['#', '.', HERO, GATE, '_'].contains(&c)
}

/// Whether a row has walls at both ends.
fn is_walled(row: &str) -> bool {
    let row = row.trim();
    row.len() > 1 && row.starts_with('#') && row.ends_with('#')
}

/// Whether the pieces of a row are between walls, as those of a level are.
fn is_closed(row: &str) -> bool {
    let is_drawn = |c: char| c == HERO || is_piece(c);
    let (first, last) = (row.find(is_drawn), row.rfind(is_drawn));
    let walls = (row.find('#'), row.rfind('#'));
    first.is_none() || walls.0.is_some() && walls.0 < first && walls.1 > last
}

/// Whether lines are a level as it is drawn: walls around pieces, the hero among them, and somewhere to go.
fn is_level(text: &str) -> bool {
    let has = |c: char| text.contains(c);
    let walled = text.lines().filter(|row| is_walled(row)).count();
    // Every instance file has an '='.
    let is_other = has('=') || SOKOBAN.into_iter().any(has);
    !is_other
        && has(HERO)
        && has('.')
        && walled > 1
        && text.lines().count() > 2
        && text.lines().all(is_closed)
        && text.lines().any(|row| row.contains(is_piece))
}

/// Takes the text of a level; `None` if it is something else. Rows may differ in length, what is missing is floor.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text).trim_end();
    is_level(text).then(|| {
        input::check_length(text)?;
        if could_be_sokoban(text) {
            return Err(Reason::new(&SOKOBAN_TOO).into());
        }
        expand(text)
    })
}

/// Whether all pieces but the hero could be the man and the boxes of Sokoban, which some write as `p` and `b`.
fn could_be_sokoban(text: &str) -> bool {
    let count = |letter: char| text.chars().filter(|c| c.eq_ignore_ascii_case(&letter)).count();
    let pieces = text.chars().filter(|&c| is_piece(c)).count();
    count('p') == 1 && count('b') > 0 && count('p') + count('b') == pieces
}

fn expand(text: &str) -> Result<String, InputError> {
    let rows = input::ragged_rows(text)?;
    let draw = |shown: fn(char) -> char| {
        let rows: Vec<String> = rows.iter().map(|row| row.iter().map(|&c| shown(c)).collect()).collect();
        toml::Value::from(rows.join("\n"))
    };
    let board = draw(|c| if c == ' ' { '.' } else { c });
    let goal = draw(|c| match c {
        '.' => HERO,
        '#' => '#',
        _ => '.',
    });
    let gates =
        if text.contains(GATE) { format!("gates = {{ \"{GATE}\" = \"{HERO}\" }}\n") } else { String::new() };
    Ok(format!("puzzle = \"sliding\"\n{gates}board = {board}\ngoal = {goal}\n"))
}

/// Writes a position as a level. Pieces keep their characters if a level has them.
///
/// # Errors
/// If a level cannot say all that the puzzle says; the error says what.
pub(super) fn write(rules: &Rules, position: &Position) -> Result<String, InputError> {
    let differs =
        |what: String| Err(InputError::new(format!("a level of GNOME Klotski cannot say this: {what}")));
    if rules.metric != Metric::Moves {
        return differs(format!("it counts {}: choose --metric moves", rules.metric.name()));
    }
    let (hero, head) = match &rules.targets[..] {
        [Target { pieces, head }] if pieces.len() == 1 => (pieces[0], *head),
        _ => return differs("its goal is not just one piece at one place".to_owned()),
    };
    if let Some(piece) = rules.pieces.iter().find(|piece| piece.axis.is_some()) {
        return differs(format!("piece {} moves along one axis only", piece.letter));
    }
    if rules.pieces.len() < 2 {
        return differs("it has no other piece than the one that goes to the goal".to_owned());
    }
    let mut cells: Vec<char> =
        rules.floor.inside.iter().map(|&inside| if inside { ' ' } else { '#' }).collect();
    for Gate { sign, cells: at, pieces } in &rules.gates {
        if sign.is_none() {
            return differs(
                "where its goal leaves the board, nobody else may go: draw a gate there".to_owned(),
            );
        }
        if *pieces != [hero] {
            return differs("its gates are not for the one piece that goes to the goal".to_owned());
        }
        at.iter().for_each(|&cell| cells[cell] = GATE);
    }
    for cell in rules.cells(hero, head) {
        if cells[cell] == GATE {
            return differs("a gate lies on the goal".to_owned());
        }
        cells[cell] = '.';
    }
    let usual = |c: char| is_piece(c) && c != '=' && !SOKOBAN.contains(&c);
    let kept: Vec<char> = rules.pieces.iter().map(|piece| piece.letter).filter(|&c| usual(c)).collect();
    let mut free = ('a'..='z')
        .chain('A'..='Z')
        .chain('\u{3b1}'..)
        .filter(|&c| c.is_alphanumeric() && !kept.contains(&c));
    for (index, piece) in rules.pieces.iter().enumerate() {
        let letter = match piece.letter {
            _ if index == hero => HERO,
            letter if usual(letter) => letter,
            _ => free.next().expect("there are more letters than cells"),
        };
        for cell in rules.cells(index, position.heads[index]) {
            if cells[cell] == '.' {
                return differs(format!("piece {} stands on the goal", piece.letter));
            }
            cells[cell] = letter;
        }
    }
    let rows: Vec<String> = cells.chunks(rules.floor.columns).map(|row| row.iter().collect()).collect();
    let blank_end = rows.iter().all(|row| row.ends_with(' ')) || rows.iter().all(|row| row.starts_with(' '));
    let blank = |row: Option<&String>| row.is_none_or(|row| row.trim().is_empty());
    let level = rows.join("\n");
    if !blank_end && !blank(rows.first()) && !blank(rows.last()) && is_level(&level) {
        return Ok(level);
    }
    // With a wall around it, no blank gets lost, and a level is known by its walls.
    let wall = "#".repeat(rules.floor.columns + 2);
    let walled: Vec<String> = rows.iter().map(|row| format!("#{row}#")).collect();
    Ok(format!("{wall}\n{}\n{wall}", walled.join("\n")))
}
