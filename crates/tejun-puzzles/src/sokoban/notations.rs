//! Levels as other programs write them: text with rows, or XML.

use tejun_core::Collection;
use tejun_core::input::{self, InputError};

use super::{sok, xml};

/// Takes the levels of a text; `None` if it is something else.
pub(super) fn collection(text: &str) -> Option<Result<Collection, InputError>> {
    let text = input::without_mark(text);
    let is_file = ['\'', '"'].iter().any(|quote| text.contains(&quote.to_string().repeat(3)));
    if text.len() > input::MAX_BYTES || is_file || input::names_its_family(text) {
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
