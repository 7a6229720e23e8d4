//! Rows of levels. They may be run-length encoded (`5#|#p2(-b).#|5#`): a number repeats the character or the group in
//! parentheses after it, and `|` ends a row.

use tejun_core::input::MAX_CELLS;

use super::level::DRAWN;

/// The man and the boxes as letters, lowercase on floor, with what they are else.
const LETTERS: [(char, char); 4] = [('p', '@'), ('P', '+'), ('b', '$'), ('B', '*')];

/// Whether a line is a row of a level, or several. A tab is taken for a character of it, for the board to refuse: how
/// far it reaches depends on who wrote it.
pub(super) fn is_row(line: &str) -> bool {
    let is_known = |c: char| "#|\t".contains(c) || c.is_ascii_digit() || DRAWN.contains(c);
    if !line.contains('#') || line.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    line.chars().all(is_known) || has_letters(line) && is_row_of_letters(line)
}

/// Whether a line is a row with the man and the boxes as letters, or with groups. It has walls at both ends, as words
/// have not.
fn is_row_of_letters(line: &str) -> bool {
    let is_known = |c: char| "#|()".contains(c) || c.is_ascii_digit() || DRAWN.contains(c);
    let is_letter = |c: char| LETTERS.iter().any(|&(letter, _)| letter == c);
    let is_floor = |c: char| " -_(".contains(c) || c.is_ascii_digit();
    let walled = line.trim_start_matches(is_floor).starts_with('#') && line.ends_with(['#', '|', ')']);
    walled && line.chars().all(|c| is_known(c) || is_letter(c))
}

/// Whether a row has what only the notation with letters has.
pub(super) fn has_letters(line: &str) -> bool {
    line.contains(['p', 'P', 'b', 'B', '('])
}

/// Whether a line is an empty row between others: it has floor only, and not as spaces.
pub(super) fn is_empty_row(line: &str) -> bool {
    let is_floor = |c: char| " -_".contains(c) || c.is_ascii_digit();
    line.contains(['-', '_']) && line.chars().all(is_floor) && line.ends_with(['-', '_'])
}

/// Whether a line at a row is one without walls, for the board to refuse: it has what is on floors, and is no ornament.
pub(super) fn is_unwalled(line: &str) -> bool {
    let mut drawn = line.trim().chars();
    let first = drawn.next();
    let is_ornament = drawn.clone().count() > 2 && drawn.all(|c| Some(c) == first);
    line.contains(['.', '$', '@', '+']) && line.chars().all(|c| DRAWN.contains(c)) && !is_ornament
}

/// Whether a line is a whole level: it has rows, and the man in one of them.
pub(super) fn is_level(line: &str) -> bool {
    line.matches('|').count() >= 2 && men(line) > 0
}

/// Whether a row stands for itself.
pub(super) fn is_drawn(line: &str) -> bool {
    !line.contains(|c: char| "|()".contains(c) || c.is_ascii_digit())
}

/// The number that a line begins with if it can be no count: nobody writes that a character comes once, or never.
pub(super) fn number_of_row(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let number = &line[..line.bytes().take_while(u8::is_ascii_digit).count()];
    (number == "1" || number.starts_with('0')).then_some(number)
}

/// How many men there are in a row.
pub(super) fn men(line: &str) -> usize {
    line.chars().filter(|&c| "@+pP".contains(c)).count()
}

/// Appends the rows that a line stands for, with the usual characters, as long as there is `room` for characters and rows.
/// Returns whether there was.
pub(super) fn expand(line: &str, room: &mut usize, rows: &mut Vec<String>) -> bool {
    // The text of each group that is open, with how often it is repeated.
    let mut groups = vec![(String::new(), 1)];
    let mut times = None;
    for c in line.chars() {
        if let Some(digit) = c.to_digit(10) {
            times = Some((10 * times.unwrap_or(0) + digit as usize).min(MAX_CELLS));
            continue;
        }
        // One tab is enough to be refused.
        let number = times.take().filter(|_| c != '\t').unwrap_or(1);
        let (piece, number) = match c {
            '(' => {
                groups.push((String::new(), number));
                continue;
            }
            ')' if groups.len() > 1 => groups.pop().expect("a group is open"),
            c => {
                let usual = LETTERS.iter().find(|&&(letter, _)| letter == c).map_or(c, |&(_, usual)| usual);
                (usual.to_string(), number)
            }
        };
        let Some(left) = room.checked_sub(piece.len() * number) else { return false };
        *room = left;
        groups.last_mut().expect("the line itself is open").0.push_str(&piece.repeat(number));
    }
    let whole: String = groups.into_iter().map(|(text, _)| text).collect();
    rows.extend(whole.strip_suffix('|').unwrap_or(&whole).split('|').map(str::to_owned));
    true
}
