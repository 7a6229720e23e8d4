//! Texts: source files, moves, what is to be done.

use tejun_puzzlescript::game::{Quantifier, Selector};
use tejun_puzzlescript::{Compilation, Game, Input, Severity, compile_with_diagnostics};

use crate::vocabulary::input::{self, InputError};
use crate::{Diagnosis, Diagnostic, Reason};

crate::sentences! {
    WIN = "win", "to win: {conditions}", "勝利条件：{conditions}", "胜利条件：{conditions}";
}

/// The headings of which a source has some.
const HEADINGS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Takes the source of a game; `None` if the text is something else.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text);
    let is_heading = |line: &str| HEADINGS.iter().any(|heading| line.trim().eq_ignore_ascii_case(heading));
    let is_key = |line: &str| line.trim_start().starts_with("puzzle") && line.contains('=');
    if text.len() > input::MAX_BYTES || text.lines().any(is_key) || !text.lines().any(is_heading) {
        return None;
    }
    let title = text.lines().find_map(|line| {
        let (word, title) = line.trim().split_once(char::is_whitespace)?;
        word.eq_ignore_ascii_case("title").then(|| title.trim())
    });
    let (title, game) = (toml::Value::from(title.unwrap_or("PuzzleScript")), toml::Value::from(text));
    Some(Ok(format!("puzzle = 'puzzlescript'\ntitle = {title}\ngame = {game}\n")))
}

/// Errors and warnings of a source, and the signs of its legend.
pub(super) fn diagnose(source: &str) -> Diagnosis {
    let Compilation { game, diagnostics } = compile_with_diagnostics(source);
    let diagnostics = diagnostics.list().iter().map(|found| Diagnostic {
        is_error: found.severity == Severity::Error,
        line: found.line,
        message: found.message.clone(),
    });
    let signs = game.into_iter().flat_map(|game| game.signs);
    Diagnosis { diagnostics: diagnostics.collect(), characters: signs.map(|(sign, _)| sign).collect() }
}

/// The refusal of a level that is not there.
pub(super) fn no_level(game: &Game, number: usize) -> InputError {
    let count = game.levels().count();
    InputError::new(format!("there is no level {number}: the game has {count}, counted from 1"))
}

/// The letter of an input in lines.
pub(super) const fn letter(input: Input) -> char {
    match input {
        Input::Up => 'u',
        Input::Left => 'l',
        Input::Down => 'd',
        Input::Right => 'r',
        Input::Action => 'x',
        Input::Tick => '.',
    }
}

/// What is to be done, in the words of the game.
pub(super) fn objective(game: &Game) -> Reason {
    let names = |selector: &Selector| -> String {
        let joint = if matches!(selector, Selector::All(_)) { " and " } else { " or " };
        let objects = selector.objects().into_iter().flat_map(|objects| objects.iter());
        objects.map(|object| game.objects[object].shown.clone()).collect::<Vec<_>>().join(joint)
    };
    let condition = |win: &tejun_puzzlescript::game::WinCondition| {
        let quantifier = match win.quantifier {
            Quantifier::All => "all",
            Quantifier::Some => "some",
            Quantifier::No => "no",
        };
        match win.on {
            Selector::Every => format!("{quantifier} {}", names(&win.what)),
            _ => format!("{quantifier} {} on {}", names(&win.what), names(&win.on)),
        }
    };
    let conditions: Vec<String> = game.wins.iter().map(condition).collect();
    let conditions = if conditions.is_empty() { "win".to_owned() } else { conditions.join("; ") };
    Reason::new(&WIN).with("conditions", conditions)
}
