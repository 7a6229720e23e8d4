//! Texts: source files, moves, what is to be done.

use std::borrow::Cow;

use tejun_puzzlescript::game::{Quantifier, Selector};
use tejun_puzzlescript::{Compilation, Game, Input, Severity, compile_with_diagnostics};

use crate::{Diagnosis, Diagnostic, Reason};
use tejun_core::input::{self, Keys};
use tejun_core::{InputError, NO_ACTION, WITHOUT};

crate::sentences! {
    BY_RULE = "win-by-rule",
        "a rule of the game says when it is won",
        "いつクリアになるかは、ゲームのルールが決めます",
        "何时过关由游戏的规则决定";
    WIN = "win", "to win: {conditions}", "勝利条件：{conditions}", "胜利条件：{conditions}";
}

/// The headings of which a source has some.
const HEADINGS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Whether a line is the key of a puzzle file that names its family. (A name of a legend may begin so, too.)
fn is_key(line: &str) -> bool {
    let value = line.trim_start().strip_prefix("puzzle").and_then(|rest| rest.trim_start().strip_prefix('='));
    value.is_some_and(|value| value.trim_start().starts_with(['\'', '"']))
}

/// The source of a file, all of whose lines end alike, and the number of its level.
pub(super) fn read(keys: &mut Keys) -> Result<(String, usize), InputError> {
    let text: String = keys.need("game")?;
    Ok((text.replace("\r\n", "\n"), keys.take("level")?.unwrap_or(1)))
}

/// Takes the source of a game; `None` if the text is something else.
pub(super) fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text);
    let has = |heading: &&str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(heading));
    if text.len() > input::MAX_BYTES || text.lines().any(is_key) {
        return None;
    }
    // One of them alone may be a word beside levels of another game, but for the first.
    let [first, ..] = &HEADINGS;
    if !has(first) && HEADINGS.iter().filter(|heading| has(heading)).count() < 2 {
        return None;
    }
    let title = text.lines().find_map(|line| {
        let (word, title) = line.trim().split_once(char::is_whitespace)?;
        word.eq_ignore_ascii_case("title").then(|| title.trim())
    });
    let (title, game) = (toml::Value::from(title.unwrap_or("PuzzleScript")), toml::Value::from(text));
    Some(Ok(format!("puzzle = 'puzzlescript'\ntitle = {title}\ngame = {game}\n")))
}

/// The source of a game, from a source or a puzzle file that has one.
///
/// # Errors
/// If the text is too long, or a puzzle file of another family.
pub(super) fn source_of(text: &str) -> Result<Cow<'_, str>, InputError> {
    input::check_length(text)?;
    let text = input::without_mark(text);
    let table = text.lines().any(is_key).then(|| toml::from_str::<toml::Table>(text).ok()).flatten();
    match table {
        None => Ok(Cow::Borrowed(text)),
        Some(table) if [WITHOUT, NO_ACTION].iter().any(|key| table.contains_key(*key)) => Err(
            InputError::new("the file leaves out rules or a key of its game: this is asked of whole games"),
        ),
        Some(table) => match table.get("game").and_then(toml::Value::as_str) {
            Some(game) => Ok(Cow::Owned(game.to_owned())),
            None => Err(InputError::new(
                "this is no game of PuzzleScript: give its source, or a file with the key `game`",
            )),
        },
    }
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

/// The input of a letter.
pub(super) fn input_of(written: char) -> Option<Input> {
    Input::KEYS.into_iter().chain([Input::Tick]).find(|&input| letter(input) == written)
}

/// The input of a move as it is written in lines.
pub(super) fn input(by: &str) -> Option<Input> {
    let mut letters = by.chars();
    let input = input_of(letters.next()?)?;
    letters.next().is_none().then_some(input)
}

/// What is to be done, in the words of the game; `None` if it cannot be won.
pub(super) fn objective(game: &Game) -> Option<Reason> {
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
    if game.wins.is_empty() {
        return game.has_goal().then(|| Reason::new(&BY_RULE));
    }
    let conditions: Vec<String> = game.wins.iter().map(condition).collect();
    Some(Reason::new(&WIN).with("conditions", conditions.join("; ")))
}
