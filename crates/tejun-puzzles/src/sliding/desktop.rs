//! The level text of the desktop's Klotski: `#` wall, blank floor, `*` the piece to bring onto the `.`, `-` a gate that
//! only `*` may enter; any other character is a piece.

use crate::input::{self, InputError};

/// The piece that has somewhere to go.
const HERO: char = '*';
/// A gate.
const GATE: char = '-';

/// What Sokoban, whose levels look alike, has on its boards and these levels have not.
const SOKOBAN: [char; 3] = ['@', '+', '$'];

/// Takes the text of a level; `None` if it is something else. Rows may differ in length, what is missing is floor.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text).trim_end();
    let has = |c: char| text.contains(c);
    // Every instance file has an '='.
    if has('=') || SOKOBAN.into_iter().any(has) || !['#', HERO, '.'].into_iter().all(has) {
        return None;
    }
    let is_piece = |c: char| !c.is_whitespace() && !['#', '.', HERO, GATE, '_'].contains(&c);
    if !text.lines().any(|row| row.contains('#') && row.contains(is_piece)) {
        return None;
    }
    Some(input::check_length(text).and_then(|()| expand(text)))
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
