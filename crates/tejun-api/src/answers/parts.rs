//! What several answers have in common.

use serde::Serialize;
use serde_json::{Map, Value, json};
use tejun_puzzles::{About, Details, Instance, Lang, Notation, Position, Reason, Sentence, Title};
use tejun_search::{Outcome, Proof, Stats};

/// The keys at the start of every answer about an instance.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Head<'a> {
    puzzle: &'static str,
    instance: &'a str,
    metric: &'static str,
    /// Which level of its file it is, if the file has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<LevelAnswer>,
    /// What the question leaves out, though a player may meet it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<ReasonAnswer>,
}

/// A level of a file with several.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Level"))]
pub(super) struct LevelAnswer {
    /// From 1.
    number: usize,
    /// How many there are.
    of: usize,
}

impl LevelAnswer {
    pub fn of(about: &About) -> Option<Self> {
        about.level.map(|(number, of)| LevelAnswer { number, of })
    }
}

impl<'a> Head<'a> {
    pub fn new(name: &'a str, instance: &dyn Instance) -> Self {
        let about = instance.about();
        let level = LevelAnswer::of(about);
        let left_out = about.left_out.iter().map(ReasonAnswer::from).collect();
        Head { puzzle: about.puzzle, instance: name, metric: about.metric, level, left_out }
    }
}

/// How an exhaustive search ended: its outcome, and why it was stopped.
pub(super) fn ended<T>(outcome: &Outcome<T>) -> (&'static str, Option<&'static str>) {
    match outcome {
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code())),
        _ => ("solved", None),
    }
}

/// A text in every language.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Localized<'a> {
    en: &'a str,
    ja: &'a str,
    zh: &'a str,
}

impl<'a> Localized<'a> {
    /// A title; `name` if it has none.
    pub fn title(title: &'a Title, name: &'a str) -> Self {
        let text = |lang| title.text(lang).unwrap_or(name);
        Localized { en: text(Lang::En), ja: text(Lang::Ja), zh: text(Lang::Zh) }
    }

    /// A title, if there is one.
    pub fn own(title: &'a Title) -> Option<Self> {
        Some(Localized::title(title, title.text(Lang::En).filter(|text| !text.is_empty())?))
    }
}

impl From<&Sentence> for Localized<'static> {
    fn from(sentence: &Sentence) -> Self {
        let text = |lang| sentence.text(lang);
        Localized { en: text(Lang::En), ja: text(Lang::Ja), zh: text(Lang::Zh) }
    }
}

/// Why something cannot be played, or a note under a board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Reason"))]
pub struct ReasonAnswer {
    code: &'static str,
    en: String,
    ja: String,
    zh: String,
    /// The cells of the scene that it is about.
    cells: Vec<usize>,
}

impl From<&Reason> for ReasonAnswer {
    fn from(reason: &Reason) -> Self {
        let text = |lang| reason.text(lang);
        ReasonAnswer {
            code: reason.code(),
            en: text(Lang::En),
            ja: text(Lang::Ja),
            zh: text(Lang::Zh),
            cells: reason.cells().to_vec(),
        }
    }
}

/// A line in a notation of other programs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "WrittenLine"))]
pub(super) struct LineNotation {
    name: &'static str,
    line: String,
}

/// A legal line from a position on, in the notations of other programs that have a place for it.
pub(super) fn line_notations(position: &dyn Position, line: &[String]) -> Vec<LineNotation> {
    let written = |Notation { name, text, .. }| Some(LineNotation { name, line: text.ok()? });
    position.line_notations(line).into_iter().filter_map(written).collect()
}

/// The details that a family adds to an answer: the keys of a map; anything else as `details`.
pub fn details(details: &Details) -> Map<String, Value> {
    let value = match details.get().map(serde_json::to_value) {
        None => return Map::new(),
        Some(Ok(Value::Object(details))) => return details,
        Some(Ok(value)) => value,
        Some(Err(error)) => json!({ "error": error.to_string() }),
    };
    Map::from_iter([("details".to_owned(), value)])
}

/// A number, or its digits as a string if it is too large for programs to read exactly.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Count"))]
pub(super) enum Number {
    Small(u64),
    Digits(String),
}

impl From<u128> for Number {
    fn from(n: u128) -> Self {
        u64::try_from(n).map_or_else(|_| Number::Digits(n.to_string()), Number::Small)
    }
}

/// The score of a line, null if it has none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub(super) struct Score(pub Option<i64>);

/// What a search took.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Stats"))]
pub(super) struct StatsAnswer {
    expanded: u64,
    stored: u64,
    seconds: f64,
    peak_bytes: u64,
}

impl StatsAnswer {
    pub fn new(stats: &Stats, seconds: f64) -> Self {
        let Stats { expanded, stored, peak_bytes, .. } = *stats;
        StatsAnswer { expanded, stored, seconds, peak_bytes }
    }
}

pub(super) fn proof(proof: Proof) -> &'static str {
    match proof {
        Proof::Optimal => "optimal",
        Proof::Unproved => "none",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn details_of_any_shape_become_keys() {
        let keys = |value: Details| Value::Object(details(&value));
        assert_eq!(keys(Details::new(HashMap::from([("eaten", 3)]))), json!({ "eaten": 3 }));
        assert_eq!(keys(Details::new(3)), json!({ "details": 3 }));
        let no_json = keys(Details::new(HashMap::from([((1, 2), 3)])));
        assert!(no_json["details"]["error"].is_string(), "{no_json}");
    }
}
