//! Boards as people paste them: in a frame, in a list of a programming language, with spaces between, with comments.

use std::collections::BTreeMap;

use crate::vocabulary::input::{InputError, row_length, without_mark};

/// Maximum length of a text with one board, in bytes.
const MAX_BYTES: usize = 1 << 14;
/// The sides of a frame.
const BARS: [char; 4] = ['|', '│', '┃', '║'];
/// What else a frame is made of.
const RULES: &str = "+-=_ ─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋";
/// What opens and closes a list.
const BRACKETS: [&str; 2] = ["[{(", "]})"];
/// What marks the exit of a row, at its end.
const EXITS: [char; 4] = ['>', '→', '⇒', '⟶'];

/// A text with one board, without what is around it.
pub struct Pasted {
    lines: Vec<String>,
    /// What is between the bars of a frame or in the lists of a list, if that separates the cells.
    cells: Option<Vec<Vec<String>>>,
    /// The row whose end is marked as the exit.
    exit: Option<usize>,
    /// The line and the column of the text in which the board begins, from 0, if its lines stand there one below the other.
    begin: Option<(usize, usize)>,
}

impl Pasted {
    /// Takes a [plain text](super::plain_text) apart; `None` if it is too long for one board, or empty.
    pub fn of(text: &str) -> Option<Pasted> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let lines = without_mark(text).lines().map(str::trim_end).enumerate();
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !is_comment(line)).collect();
        let first = lines.iter().position(|(_, line)| !line.is_empty())?;
        let last = lines.iter().rposition(|(_, line)| !line.is_empty())?;
        let (numbers, lines): (Vec<usize>, Vec<&str>) = lines[first..=last].iter().copied().unzip();
        if let Some(pasted) = listed(&lines.join("\n")) {
            return Some(pasted);
        }
        let mut pasted = unframed(&lines);
        let indent = |line: &&str| line.len() - line.trim_start().len();
        let indent = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
        let is_whole = numbers[numbers.len() - 1] - numbers[0] + 1 == pasted.lines.len();
        pasted.begin = Some((numbers[0], indent)).filter(|_| is_whole);
        Some(pasted)
    }

    /// The line and the column of the text in which the board begins, from 0, if each of its characters stands there for a
    /// cell.
    pub fn begin(&self) -> Option<(usize, usize)> {
        let (_, indent) = self.begin?;
        let width = self.lines.iter().map(|line| line.chars().count()).max()?;
        let rows = self.characters()?;
        let is_drawn = rows.len() == self.lines.len() && rows.iter().map(Vec::len).max()? + indent == width;
        self.begin.filter(|_| is_drawn)
    }

    /// The row whose end is marked as the exit, from 0.
    pub fn exit(&self) -> Option<usize> {
        self.exit
    }

    /// The text, if it is one word.
    pub fn word(&self) -> Option<&str> {
        match &self.lines[..] {
            [line] if self.cells.is_none() => {
                Some(line.trim()).filter(|line| !line.contains(char::is_whitespace))
            }
            _ => None,
        }
    }

    /// The lines, without a frame; cells that were separated have a space between.
    pub fn lines(&self) -> Vec<String> {
        match &self.cells {
            Some(cells) => cells.iter().map(|row| row.join(" ")).collect(),
            None => self.lines.clone(),
        }
    }

    /// The rows of the board as characters, a cell each. `None` if a cell has several.
    pub fn characters(&self) -> Option<Vec<Vec<char>>> {
        let rows: Vec<Vec<char>> = match &self.cells {
            Some(cells) => {
                let cell = |cell: &String| {
                    let mut characters = cell.chars();
                    let first = characters.next().unwrap_or(' ');
                    characters.next().is_none().then_some(first)
                };
                cells.iter().map(|row| row.iter().map(cell).collect()).collect::<Option<_>>()?
            }
            None => {
                let lines: Vec<Vec<char>> = match &self.lines[..] {
                    [line] => in_one_line(line),
                    lines => lines.iter().map(|line| line.chars().collect()).collect(),
                };
                without_spaces(without_commas(lines))
            }
        };
        rows.iter().any(|row| !row.is_empty()).then_some(rows)
    }

    /// The board as a rectangle of characters, filled with spaces. `None` as for [`characters`](Pasted::characters).
    pub fn filled(&self) -> Option<Vec<Vec<char>>> {
        let mut rows = self.characters()?;
        let width = rows.iter().map(Vec::len).max()?;
        rows.iter_mut().for_each(|row| row.resize(width, ' '));
        Some(rows)
    }

    /// As [`filled`](Pasted::filled), of a board on which any of `signs` is an empty cell. If it has one, spaces are not, and
    /// all rows are cut or filled to the most usual length; with the rows comes what is wrong if that is not the length of all.
    pub fn rectangle(&self, signs: &str) -> Option<(Vec<Vec<char>>, Option<InputError>)> {
        let mut rows = self.characters()?;
        if !rows.iter().flatten().any(|&c| signs.contains(c)) {
            return Some((self.filled()?, None));
        }
        let mut usual = BTreeMap::new();
        rows.iter().for_each(|row| *usual.entry(row.len()).or_insert(0) += 1);
        let (&width, _) = usual.iter().max_by_key(|(_, count)| **count)?;
        let odd = rows.iter().position(|row| row.len() != width);
        let ragged = odd.map(|row| row_length(row, rows[row].len(), width));
        rows.iter_mut().for_each(|row| row.resize(width, ' '));
        Some((rows, ragged))
    }

    /// The words of each row, that are separated by spaces, commas or bars. A word is empty where nothing is between two
    /// commas or bars.
    pub fn words(&self) -> Vec<Vec<String>> {
        if let Some(cells) = &self.cells {
            return cells.clone();
        }
        let lines = self.lines.iter().map(|line| without_remark(line));
        let lines = lines.flat_map(|line| line.split([';', '/']));
        let lines: Vec<&str> = lines.map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
        let separator = |line: &str| [',', '\t'].into_iter().find(|&c| line.trim().contains(c));
        // A comma may end every row.
        let ends = lines.iter().all(|line| line.ends_with(','));
        let row = |line: &&str| -> Vec<String> {
            let line = line.strip_suffix(',').filter(|_| ends).unwrap_or(line);
            match separator(line) {
                None => line.split_whitespace().map(str::to_owned).collect(),
                Some(separator) => line
                    .split(separator)
                    .flat_map(|field| match field.trim() {
                        "" => vec![String::new()],
                        field => field.split_whitespace().map(str::to_owned).collect(),
                    })
                    .collect(),
            }
        };
        let mut rows: Vec<Vec<String>> = lines.iter().map(row).collect();
        // Or some of them.
        let width = rows.iter().map(Vec::len).min().unwrap_or(0);
        for row in rows.iter_mut().filter(|row| row.len() == width + 1) {
            row.pop_if(|word| word.is_empty());
        }
        rows
    }
}

/// Whether a line is a remark.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let remark = ["# ", "// ", "; ", "% "].into_iter().find_map(|mark| line.strip_prefix(mark));
    let is_word = |word: &str| {
        let mut letters = word.chars().filter(|c| c.is_alphabetic());
        letters.next().is_some_and(|first| letters.any(|letter| letter != first))
    };
    remark.is_some_and(|remark| remark.split_whitespace().any(is_word))
}

/// A line of numbers without a remark at its end.
fn without_remark(line: &str) -> &str {
    let end = [" #", "\t#", "//"].into_iter().filter_map(|mark| line.find(mark)).min();
    end.map_or(line, |end| line[..end].trim_end())
}

/// A list of rows, each a list or a text in quotes, as programming languages have them.
fn listed(text: &str) -> Option<Pasted> {
    let is_start = |c: char| BRACKETS[0].contains(c) || "\"'".contains(c);
    // A name may stand before it.
    let text = match text.split_once('=') {
        Some((name, list)) if name.len() < 80 && !name.contains('\n') => list.trim_start(),
        _ => text,
    };
    let start = text.find(is_start)?;
    let before = text[..start].trim_end();
    let is_call = before.len() < 40 && before.ends_with([':', '(']);
    if !(before.is_empty() || before == "return" || is_call) {
        return None;
    }
    let (mut rows, mut row, mut texts) = (Vec::new(), Vec::<String>::new(), 0);
    let mut rest = text[start..].chars().peekable();
    while let Some(c) = rest.next() {
        if BRACKETS.iter().any(|brackets| brackets.contains(c)) {
            rows.extend(Some(std::mem::take(&mut row)).filter(|row| !row.is_empty()));
        } else if c == '"' || c == '\'' {
            let mut quoted = String::new();
            loop {
                match rest.next()? {
                    end if end == c => break,
                    c => quoted.push(c),
                }
            }
            let quoted = quoted.strip_suffix("\\n").unwrap_or(&quoted);
            texts += usize::from(quoted.chars().count() > 1);
            row.push(quoted.to_owned());
        } else if !c.is_whitespace() && !",;+\\".contains(c) {
            let mut word = String::from(c);
            let is_part = |c: &char| {
                !c.is_whitespace() && !is_start(*c) && !BRACKETS[1].contains(*c) && !",;".contains(*c)
            };
            while let Some(c) = rest.next_if(is_part) {
                word.push(c);
            }
            row.push(word);
        }
    }
    rows.extend(Some(row).filter(|row| !row.is_empty()));
    if rows.is_empty() {
        return None;
    }
    if texts > 0 && texts == rows.iter().map(Vec::len).sum::<usize>() {
        let lines = rows.concat();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        return Some(unframed(&lines));
    }
    Some(Pasted { lines: Vec::new(), cells: Some(rows), exit: None, begin: None })
}

/// Takes a frame away, and the mark of an exit.
fn unframed(lines: &[&str]) -> Pasted {
    let is_bar = |c: char| BARS.contains(&c);
    let is_rule = |line: &str| {
        let line = line.trim();
        let is_drawn = line.contains('+') || line.contains(|c: char| RULES.contains(c) && !c.is_ascii());
        let is_line = line.len() > 2 && line.chars().all(|c| "-=_ ".contains(c));
        line.chars().all(|c| RULES.contains(c) || is_bar(c)) && (is_drawn || is_line && lines.len() > 2)
    };
    let starts_with_bar = |line: &&&str| line.trim_start().starts_with(is_bar);
    let is_inner = |line: &&&str| !line.trim().is_empty() && !is_rule(line);
    let barred = lines.iter().filter(is_inner).filter(starts_with_bar).count();
    let is_framed = barred > 1 && barred == lines.iter().filter(is_inner).count();
    let has_corners =
        lines.iter().filter(|line| is_rule(line) && line.contains(['+', '┌', '╔', '┏'])).count() > 1;
    if !is_framed && !has_corners {
        let mut exits = Vec::new();
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        for (row, line) in lines.iter_mut().enumerate().filter(|(_, line)| line.ends_with(EXITS)) {
            exits.push(row);
            *line = line.trim_end_matches(EXITS).trim_end_matches(['-', '=']).trim_end().to_owned();
        }
        let exit = exits.first().copied().filter(|_| exits.len() == 1);
        return Pasted { lines, cells: None, exit, begin: None };
    }
    let (mut rows, mut open) = (Vec::new(), Vec::new());
    for line in lines.iter().filter(is_inner) {
        let line = line.trim_start();
        let line = line.strip_prefix(is_bar).unwrap_or(line);
        let marked = line.trim_end_matches(EXITS);
        let inner = marked.trim_end().strip_suffix(is_bar);
        if marked != line || is_framed && inner.is_none() {
            open.push(rows.len());
        }
        rows.push(inner.unwrap_or_else(|| marked.trim_end()).to_owned());
    }
    let exit = open.first().copied().filter(|_| open.len() == 1);
    let cells = rows.iter().all(|row| row.contains(is_bar)).then(|| {
        let row = |row: &String| row.split(is_bar).map(|cell| cell.trim().to_owned()).collect();
        rows.iter().map(row).collect()
    });
    Pasted { lines: rows, cells, exit, begin: None }
}

/// The rows of a board in one line, with something between; else the line alone.
fn in_one_line(line: &str) -> Vec<Vec<char>> {
    let rows: Vec<Vec<char>> = line
        .split([' ', ',', '/', ';', '\t'])
        .filter(|row| !row.is_empty())
        .map(|row| row.chars().collect())
        .collect();
    let is_board = rows.len() > 1 && rows[0].len() > 1 && rows.iter().all(|row| row.len() == rows[0].len());
    if is_board { rows } else { vec![line.chars().collect()] }
}

/// Takes away commas between the cells.
fn without_commas(mut rows: Vec<Vec<char>>) -> Vec<Vec<char>> {
    let is_separated = |row: &Vec<char>| {
        let fields =
            row.split(|&c| c == ',' || c == '\t').map(|field| field.iter().filter(|c| **c != ' ').count());
        row.contains(&',') && { fields }.all(|cells| cells <= 1)
    };
    if rows.iter().filter(|row| !row.is_empty()).all(is_separated) {
        for row in &mut rows {
            row.pop_if(|c| *c == ',');
            let fields = row.split(|&c| c == ',').map(|field| field.iter().find(|c| **c != ' ').copied());
            *row = fields.map(|cell| cell.unwrap_or(' ')).collect();
        }
    }
    rows
}

/// Takes away what all rows are indented by, and a space between all cells.
fn without_spaces(mut rows: Vec<Vec<char>>) -> Vec<Vec<char>> {
    let first = |row: &Vec<char>| row.iter().position(|&c| c != ' ' && c != '\t');
    let indent = rows.iter().filter_map(first).min().unwrap_or(0);
    for row in &mut rows {
        row.drain(..indent.min(row.len()));
    }
    let columns = || rows.iter().flat_map(|row| row.iter().enumerate());
    let is_spaced = columns().all(|(column, &c)| c == ' ' || column % 2 == 0);
    // A row of a single cell tells nothing.
    if is_spaced && columns().any(|(column, &c)| column > 0 && c != ' ') {
        let thinned = |row: &Vec<char>| row.iter().step_by(2).copied().collect();
        rows = rows.iter().map(thinned).collect();
    }
    rows
}
