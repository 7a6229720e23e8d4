//! The levels of a game.

use std::sync::Arc;

use tejun_core::input::{InputError, Keys};
use tejun_core::{CollectedPuzzle, Collection, Lang};
use tejun_puzzlescript::game::Level;

use super::text;

/// The family, as its files name it.
const PUZZLE: &str = "puzzlescript";

/// The levels of a game, from its source or a file that has it; `None` if the text is neither.
pub(super) fn collection(text: &str) -> Option<Result<Collection, InputError>> {
    let imported = text::import(text).and_then(Result::ok);
    let file: Arc<str> = imported.unwrap_or_else(|| text.to_owned()).into();
    let (header, mut keys) = Keys::split(&file).ok().filter(|(header, _)| header.puzzle == PUZZLE)?;
    Some(text::read(&mut keys).and_then(|(source, _)| {
        let game =
            tejun_puzzlescript::compile(&source).map_err(|error| InputError::new(error.to_string()))?;
        let title = header.title.text(Lang::En).unwrap_or_default().to_owned();
        let level = |(number, level): (usize, &Level)| CollectedPuzzle {
            level: Some(number),
            ..CollectedPuzzle::new(level.line, Ok(file.clone()))
        };
        let puzzles: Vec<_> = (1..).zip(game.levels()).map(level).collect();
        if puzzles.is_empty() {
            return Err(text::no_level(&game, 1));
        }
        let author = game.settings.author.clone().unwrap_or_default();
        Ok(Collection { title, author, is_list: false, puzzles })
    }))
}
