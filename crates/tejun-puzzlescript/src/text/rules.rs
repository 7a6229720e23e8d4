//! Rules: `late right [ > player | crate ] -> [ > player | > crate ] again`.

use super::lines::{Line, lower_case};
use super::source::Source;
use super::syntax::{Command, LoopEdge, Row, RuleText, Term, Word};
use crate::diagnostic::{Diagnostics, quoted};

/// The most cells of a rule: far more than rules have, and few enough to compare each with each.
const MAX_CELLS: usize = 100;

/// The most names in a cell, likewise.
const MAX_NAMES: usize = 1000;

/// Signs that are words of their own without blanks around them.
fn tokens(text: &str) -> Vec<String> {
    let spaced = text.replace('[', " [ ").replace(']', " ] ").replace('|', " | ").replace("->", " -> ");
    let spaced = match spaced.strip_prefix('+') {
        Some(rest) => format!("+ {rest}"),
        None => spaced,
    };
    spaced.split_whitespace().map(str::to_owned).collect()
}

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
    if line.has_bracket() {
        if !line.code().contains("->") {
            diagnostics.error(line.number, "a comment cannot stand inside of a rule; put it after the rule");
            return;
        }
        check_words(line, source, diagnostics);
    }
    let tokens = tokens(&lower_case(line.code()));
    match tokens.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["startloop"] => return source.loops.push((line.number, LoopEdge::Start)),
        ["endloop"] => return source.loops.push((line.number, LoopEdge::End)),
        _ => {}
    }
    let mut reader = RuleReader::new(line);
    let read = reader.read(&tokens, line, source, diagnostics);
    source.messages.extend(reader.message.take());
    source.rules.extend(read.and_then(|()| reader.finish(diagnostics)));
}

/// What follows a comment is not read, but its words must be some of the language.
fn check_words(line: &Line, source: &Source, diagnostics: &mut Diagnostics) {
    let mut in_prefix = true;
    for token in tokens(&line.lower) {
        let word = Word::read(&token);
        match token.as_str() {
            "[" | "|" | "]" => in_prefix = false,
            "message" => return,
            "+" | "->" | "..." | "late" | "rigid" | "random" | "startloop" | "endloop" => {}
            _ if word.is_some_and(|word| !in_prefix || word.is_prefix_direction()) => {}
            _ if source.is_declared(&token) || Command::read(&token).is_some() => {}
            _ => {
                diagnostics.error(line.number, format!("{} is no word of a rule", quoted(&token)));
                return;
            }
        }
    }
}

/// The parts of a rule that were read.
struct RuleReader {
    rule: RuleText,
    joined: bool,
    bracket_open: bool,
    after_arrow: bool,
    row: Row<String>,
    cell: Vec<Term<String>>,
    /// A direction that waits for its object.
    word: Option<Word>,
    bad: bool,
    message: Option<String>,
}

impl RuleReader {
    fn new(line: &Line) -> Self {
        Self {
            rule: RuleText {
                line: line.number,
                group: line.number,
                late: false,
                rigid: false,
                random: false,
                directions: Vec::new(),
                left: Vec::new(),
                right: Vec::new(),
                commands: Vec::new(),
            },
            joined: false,
            bracket_open: false,
            after_arrow: false,
            row: Vec::new(),
            cell: Vec::new(),
            word: None,
            bad: false,
            message: None,
        }
    }

    fn error(&mut self, message: impl Into<String>, diagnostics: &mut Diagnostics) {
        self.bad = true;
        diagnostics.error(self.rule.line, message);
    }

    fn warning(&self, message: impl Into<String>, diagnostics: &mut Diagnostics) {
        diagnostics.warning(self.rule.line, message);
    }

    /// Reads all tokens; `None` if what follows makes no sense any more.
    fn read(
        &mut self,
        tokens: &[String],
        line: &Line,
        source: &Source,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        if !tokens.iter().any(|token| token == "->") {
            self.error("a rule needs an arrow: [ before ] -> [ after ]", diagnostics);
        }
        let body = tokens.iter().position(|token| token == "[").unwrap_or(tokens.len());
        for (index, token) in tokens[..body].iter().enumerate() {
            self.prefix(index, token, source, diagnostics);
        }
        let last_row = tokens.iter().rposition(|token| token == "]");
        for (index, token) in tokens.iter().enumerate().skip(body) {
            match Command::read(token).filter(|_| !source.is_declared(token)) {
                Some(command) => {
                    let rows_follow = last_row.is_some_and(|last| last > index);
                    self.command(command, token, rows_follow, source, diagnostics);
                    if command == Command::Message(0) {
                        self.rule.commands.push(Command::Message(source.messages.len()));
                        self.message = Some(message_of(line.raw()));
                        break;
                    }
                    self.rule.commands.push(command);
                }
                None => self.token(token, source, diagnostics)?,
            }
        }
        if self.rule.late && self.rule.rigid {
            diagnostics.error(
                self.rule.line,
                "a late rule cannot be rigid: rigid is about movements, and all has moved by then",
            );
        }
        Some(())
    }

    fn prefix(&mut self, index: usize, token: &str, source: &Source, diagnostics: &mut Diagnostics) {
        match (token, Word::read(token)) {
            ("+", _) if self.joined => self.error("a rule joins the group before it with one +", diagnostics),
            ("+", _) => {
                self.joined = true;
                if index > 0 {
                    self.error("the + that joins a rule to the group before it comes first", diagnostics);
                }
                match source.rules.last() {
                    Some(last) => self.rule.group = last.group,
                    None => self.error("there is no rule before this one to join with +", diagnostics),
                }
            }
            ("late", _) => self.rule.late = true,
            ("rigid", _) => self.rule.rigid = true,
            ("random", _) if self.joined => {
                self.error("only the first rule of a group can make it random", diagnostics);
            }
            ("random", _) => self.rule.random = true,
            (_, Some(word)) if word.is_prefix_direction() => self.rule.directions.push(word),
            (_, Some(word)) => self.error(
                format!(
                    "a rule cannot begin with {}: use up, down, left, right, horizontal or vertical",
                    quoted(word.text())
                ),
                diagnostics,
            ),
            _ if Command::read(token).is_some() => {
                self.error(
                    format!("{} is a command: commands come last in a rule", quoted(token)),
                    diagnostics,
                );
            }
            _ => self.error(
                format!(
                    "before the first bracket of a rule stand directions, late, rigid or random, not {}",
                    quoted(token)
                ),
                diagnostics,
            ),
        }
    }

    fn command(
        &mut self,
        command: Command,
        token: &str,
        rows_follow: bool,
        source: &Source,
        diagnostics: &mut Diagnostics,
    ) {
        let message = || format!("{} is a command: commands come last in a rule", quoted(token));
        if !self.after_arrow {
            diagnostics.error(self.rule.line, message());
        } else if self.bracket_open || rows_follow {
            self.warning(message(), diagnostics);
        }
        if command == Command::Sound && source.sounds.iter().all(|sound| sound != token) {
            self.warning(
                format!("{} is no sound yet; give it a number in the section SOUNDS", quoted(token)),
                diagnostics,
            );
        }
    }

    fn token(&mut self, token: &str, source: &Source, diagnostics: &mut Diagnostics) -> Option<()> {
        match token {
            "[" => {
                if self.bracket_open {
                    self.warning(
                        "a bracket [ is opened inside of another; close the first with ]",
                        diagnostics,
                    );
                    if !self.cell.is_empty() || self.word.is_some() {
                        self.error("a bracket [ is opened inside of a cell", diagnostics);
                    }
                }
                self.bracket_open = true;
                self.cell.clear();
            }
            "]" if !self.bracket_open => {
                self.warning("a bracket ] closes nothing; the rule is not read", diagnostics);
                return None;
            }
            "]" => self.close(diagnostics),
            "|" if !self.bracket_open => {
                self.warning("| parts cells, inside of brackets; here it is not read", diagnostics);
            }
            "|" => self.next_cell(diagnostics),
            "->" if self.bracket_open => {
                self.warning("an arrow stands between brackets; inside of them it is not read", diagnostics);
            }
            "->" if self.after_arrow => {
                self.error("a rule has one arrow", diagnostics);
                return None;
            }
            "->" => self.after_arrow = true,
            "..." if !self.bracket_open => {
                self.warning("... stands for cells, inside of brackets; here it is not read", diagnostics);
            }
            "..." => self.cell.push(Term { word: Word::Ellipsis, name: String::new() }),
            _ => self.term(token, source, diagnostics)?,
        }
        Some(())
    }

    /// A word or a name of a cell; `None` if there are too many.
    fn term(&mut self, token: &str, source: &Source, diagnostics: &mut Diagnostics) -> Option<()> {
        let is_name = source.is_declared(token);
        match Word::read(token) {
            Some(_) if self.word.is_some() => self.error(
                format!("an object has one direction at a time; remove a word before {}", quoted(token)),
                diagnostics,
            ),
            Some(_) if !self.bracket_open => self.warning(
                format!("{} stands outside of brackets; directions come first in a rule", quoted(token)),
                diagnostics,
            ),
            Some(word) if self.rule.late && !matches!(word, Word::No | Word::Random | Word::RandomDir) => {
                diagnostics.error(
                    self.rule.line,
                    format!("{} cannot stand in a late rule: all has moved by then", quoted(token)),
                );
            }
            Some(word) => self.word = Some(word),
            None if !is_name => diagnostics.error(
                self.rule.line,
                format!("{} is not declared; declare it among the objects or in the legend", quoted(token)),
            ),
            None if !self.bracket_open => self.warning(
                format!("{} stands outside of brackets; here it is not read", quoted(token)),
                diagnostics,
            ),
            None => self.name(token, diagnostics)?,
        }
        Some(())
    }

    fn name(&mut self, name: &str, diagnostics: &mut Diagnostics) -> Option<()> {
        if self.cell.len() >= MAX_NAMES {
            self.error(format!("a cell of a rule has {MAX_NAMES} names at most"), diagnostics);
            return None;
        }
        let word = self.word.take().unwrap_or(Word::None);
        if let Some(other) = self.cell.iter().find(|term| term.word != Word::Ellipsis && term.name == name) {
            if (other.word, word) == (Word::No, Word::No) {
                self.warning(format!("“no {name}” stands twice in a cell; remove one"), diagnostics);
            } else {
                let message = format!("{} stands twice in a cell; remove one", quoted(name));
                diagnostics.error(self.rule.line, message);
            }
        }
        self.cell.push(Term { word, name: name.to_owned() });
        Some(())
    }

    fn next_cell(&mut self, diagnostics: &mut Diagnostics) {
        if let Some(word) = self.word.take() {
            self.error(format!("{} needs an object after it", quoted(word.text())), diagnostics);
        }
        self.row.push(std::mem::take(&mut self.cell));
    }

    fn close(&mut self, diagnostics: &mut Diagnostics) {
        self.next_cell(diagnostics);
        let row = std::mem::take(&mut self.row);
        if self.after_arrow {
            self.rule.right.push(row)
        } else {
            self.rule.left.push(row)
        }
        self.bracket_open = false;
    }

    /// The whole rule, if its two sides fit.
    fn finish(mut self, diagnostics: &mut Diagnostics) -> Option<RuleText> {
        let rule = &self.rule;
        let commands_alone = rule.right.is_empty() && !rule.commands.is_empty();
        if !commands_alone && rule.left.len() != rule.right.len() {
            let (left, right) = (rule.left.len(), rule.right.len());
            let message = format!(
                "a rule has as many brackets after the arrow as before: {left} before, {right} after; it is not read"
            );
            self.warning(message, diagnostics);
            return None;
        }
        if rule.left.is_empty() {
            self.error("this rule looks for nothing: [ before ] -> [ after ]", diagnostics);
            return None;
        }
        if rule.left.iter().zip(&rule.right).any(|(left, right)| left.len() != right.len()) {
            self.error("each bracket has as many cells after the arrow as before", diagnostics);
        }
        let cells: usize = self.rule.left.iter().map(Vec::len).sum();
        if cells > MAX_CELLS {
            self.error(
                format!("a rule has {MAX_CELLS} cells before the arrow at most; this one has {cells}"),
                diagnostics,
            );
            return None;
        }
        let (left, right) = (self.rule.left.clone(), self.rule.right.clone());
        for (index, before) in left.iter().enumerate() {
            self.check_ellipses(before, right.get(index).map(Vec::as_slice), diagnostics);
        }
        if self.rule.directions.is_empty() {
            self.rule.directions.push(Word::Orthogonal);
        }
        (!self.bad).then_some(self.rule)
    }

    fn check_ellipses(
        &mut self,
        before: &[Vec<Term<String>>],
        after: Option<&[Vec<Term<String>>]>,
        diagnostics: &mut Diagnostics,
    ) {
        let is_ellipsis = |cell: &[Term<String>]| cell.iter().any(|term| term.word == Word::Ellipsis);
        let rows = std::iter::once(before).chain(after);
        if rows.clone().flatten().any(|cell| is_ellipsis(cell) && cell.len() > 1) {
            self.error("nothing can stand in a cell with ...", diagnostics);
            return;
        }
        let places =
            |row: &[Vec<Term<String>>]| -> Vec<bool> { row.iter().map(|cell| is_ellipsis(cell)).collect() };
        let here = places(before);
        if after.is_some_and(|after| after.len() == before.len() && places(after) != here) {
            self.error("... must stand in the same places before and after the arrow", diagnostics);
        }
        if here.first() == Some(&true) || here.last() == Some(&true) {
            self.error("... cannot be the first or the last cell", diagnostics);
        }
        if here.windows(2).any(|pair| pair[0] && pair[1]) {
            diagnostics.warning(self.rule.line, "two ... next to each other are as good as one; remove one");
        }
        if here.iter().filter(|&&ellipsis| ellipsis).count() > 2 {
            self.error("a bracket has two ... at most", diagnostics);
        }
    }
}

/// The text after the word `message`.
fn message_of(text: &str) -> String {
    let arrow = text.find("->").map_or(0, |at| at + 2);
    // Lower-casing ASCII keeps each byte where it is.
    let lower = text.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let found = lower[arrow..]
        .match_indices("message")
        .map(|(at, word)| (arrow + at, arrow + at + word.len()))
        .find(|&(start, end)| !is_word(end) && (start == 0 || !is_word(start - 1)));
    found.map_or(String::new(), |(_, end)| text[end..].trim().to_owned())
}
