//! Levels as other programs write them: text with rows, or XML.

use tejun_core::Collection;
use tejun_core::input::{self, InputError};

use super::{sok, xml};

/// Takes the levels of a text; `None` if it is something else.
pub(super) fn collection(text: &str) -> Option<Result<Collection, InputError>> {
    let text = input::without_mark(text);
    if text.len() > input::MAX_BYTES || is_instance(text) {
        return None;
    }
    xml::read(text).or_else(|| sok::read(text).map(Ok))
}

/// Takes the text of a level, the first if there are several; `None` if it is something else.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    Some(collection(text)?.and_then(|levels| {
        let first = levels.puzzle(1)?;
        first.file.clone().map(|file| file.to_string())
    }))
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
