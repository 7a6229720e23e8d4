//! A level that was read, as the text of an instance file.

use tejun_core::{CollectedPuzzle, Collection, InputError};

/// What is drawn within the walls.
pub(super) const DRAWN: &str = " -_.$*@+";

/// A level with this board, or what is wrong with it, that begins on this line.
pub(super) fn level(
    levels: &Collection,
    [title, author]: [String; 2],
    line: usize,
    board: Result<String, InputError>,
) -> CollectedPuzzle {
    let first = |texts: [&str; 2]| texts.into_iter().find(|text| !text.is_empty()).map(str::to_owned);
    let file = board.map(|board| {
        let shown = first([&title, &levels.title]).unwrap_or_else(|| "Sokoban".to_owned());
        let by = first([&author, &levels.author]);
        let source = by.map(|by| format!("source = {}\n", toml::Value::from(by))).unwrap_or_default();
        let (shown, board) = (toml::Value::from(shown), toml::Value::from(board));
        format!("puzzle = 'sokoban'\ntitle = {shown}\n{source}board = {board}\n").into()
    });
    CollectedPuzzle { title, author, ..CollectedPuzzle::new(line, file) }
}

/// The most of a title that is kept, in characters: a level without one gets that of its file.
const MAX_TITLE: usize = 200;

/// A title or a name, as it is kept.
pub(super) fn shortened(text: &str) -> String {
    text.trim().chars().take(MAX_TITLE).collect()
}
