//! Levels as they are usually written: rows of text, with a title or comments before or after them. Rows may be
//! run-length encoded (`5#|#@$.#|5#`): a number repeats the character after it, and `|` ends a row.

use tejun_core::{
    InputError,
    input::{self, MAX_CELLS},
};

/// What is drawn within the walls.
pub(super) const DRAWN: &str = " -_.$*@+";

/// Takes the text of a level; `None` if it is something else.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text);
    if text.len() > input::MAX_BYTES || is_instance(text) {
        return None;
    }
    // Old files have lines that end with a carriage return alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let begin = lines.iter().position(|line| is_row(line))?;
    // A line with walls at both ends, between two rows, is a row with a character that no level has.
    let has_pieces = text.contains(['@', '+', '$']);
    let is_broken = |at: usize| {
        let walled = lines[at].trim_start().starts_with('#') && lines[at].ends_with('#');
        has_pieces && walled && lines.get(at + 1).is_some_and(|line| is_row(line))
    };
    let end = (begin..lines.len()).find(|&at| !is_row(lines[at]) && !is_broken(at)).unwrap_or(lines.len());
    // More cells than any board may have are refused all the same.
    let (mut drawn, mut room) = (Vec::new(), 2 * MAX_CELLS);
    for line in &lines[begin..end] {
        match is_row(line) {
            true => expand(line, &mut room, &mut drawn),
            false => drawn.push((*line).to_owned()),
        }
    }
    if drawn.len() < 3 && room > 0 {
        return None;
    }
    if lines[end..].iter().any(|line| is_row(line)) {
        return Some(Err(InputError::new("there is more than one level: keep the rows of one")));
    }
    let others = lines[..begin].iter().chain(&lines[end..]);
    let titles = others.map(|line| line.trim_start_matches("Title:").trim_matches([';', ' ']));
    let title = titles.into_iter().find(|title| !title.is_empty()).unwrap_or("Sokoban");
    let (title, board) = (toml::Value::from(title), toml::Value::from(drawn.join("\n")));
    Some(Ok(format!("puzzle = 'sokoban'\ntitle = {title}\nboard = {board}\n")))
}

/// Whether a text is an instance file, or part of one.
fn is_instance(text: &str) -> bool {
    let is_key = |line: &str| {
        let line = line.trim_start().trim_start_matches(['"', '\'']);
        let rest = line.strip_prefix("puzzle").map(|rest| rest.trim_start_matches(['"', '\'']));
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    ["'''", "\"\"\""].iter().any(|quotes| text.contains(quotes)) || text.lines().any(is_key)
}

/// Whether a line is a row of a level, or several. A tab is taken for a character of it, for the board to refuse: how
/// far it reaches depends on who wrote it.
fn is_row(line: &str) -> bool {
    let is_known = |c: char| "#|\t".contains(c) || c.is_ascii_digit() || DRAWN.contains(c);
    line.contains('#') && line.chars().all(is_known) && !line.ends_with(|c: char| c.is_ascii_digit())
}

/// Appends the rows that a line stands for, and no more than `room` characters and rows.
fn expand(line: &str, room: &mut usize, rows: &mut Vec<String>) {
    let (mut row, mut times) = (String::new(), None);
    for c in line.chars() {
        if let Some(digit) = c.to_digit(10) {
            times = Some((10 * times.unwrap_or(0) + digit as usize).min(*room));
            continue;
        }
        // One tab is enough to be refused.
        let times = times.take().filter(|_| c != '\t').unwrap_or(1);
        let number = times.min(*room);
        *room -= number;
        for _ in 0..number {
            match c {
                '|' => rows.push(std::mem::take(&mut row)),
                c => row.push(c),
            }
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
}
