//! Win conditions: `all A on B`, `some A`, `no A on B`.

use super::lines::{Line, lower_case};
use super::source::Source;
use super::syntax::{Quantifier, WinText};
use crate::diagnostic::{Diagnostics, quoted};

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
    for (index, word) in line.lower.split_whitespace().enumerate() {
        if let Some(message) = fault(index, word, source) {
            diagnostics.error(line.number, message);
            return;
        }
    }
    let code = lower_case(line.code());
    let words: Vec<&str> = code.split_whitespace().collect();
    let quantifier = match words.first() {
        Some(&"all") => Quantifier::All,
        Some(&"no") => Quantifier::No,
        _ => Quantifier::Some,
    };
    let (what, on) = match words[..] {
        [_, what, _, on] => (what, Some(on)),
        [_, what, ..] => (what, None),
        _ => {
            diagnostics
                .error(line.number, "a win condition is: all A on B, some A on B, no A on B, some A, no A");
            return;
        }
    };
    if let Some(name) = std::iter::once(what).chain(on).find(|name| !source.is_declared(name)) {
        diagnostics.error(line.number, format!("{} is not declared", quoted(name)));
        return;
    }
    source.wins.push(WinText {
        line: line.number,
        quantifier,
        what: what.to_owned(),
        on: on.map(str::to_owned),
    });
}

/// What is wrong with the word at this place.
fn fault(index: usize, word: &str, source: &Source) -> Option<String> {
    let word_of_names = word.chars().all(|c| c.is_alphanumeric() || c == '_');
    match index {
        0 if !["all", "some", "any", "no"].contains(&word) => {
            Some(format!("a win condition begins with all, some or no, not {}", quoted(word)))
        }
        1 | 3 if !source.is_declared(word) => Some(format!("{} is not declared", quoted(word))),
        1 | 3 if !word_of_names => {
            Some(format!("{} is a sign; a win condition has names of letters, digits and _", quoted(word)))
        }
        2 if word != "on" => Some(format!("after the first name “on” may follow, not {}", quoted(word))),
        4.. => Some(format!("{} is one word too many: a win condition is all A on B", quoted(word))),
        _ => None,
    }
}
