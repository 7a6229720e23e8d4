//! Words and lists that several answers are made of.

use std::fmt::Write;

use serde_json::{Map, Value};
use tejun_puzzles::{About, Instance, Lang, Line, PlayError};
use tejun_search::Stats;

use crate::draw;

/// Columns that a list of moves may take.
const WIDTH: usize = 76;

/// The first line of an answer: title, family, and what is counted.
pub(super) fn title(name: &str, about: &About) -> String {
    let title = about.title.text(Lang::En).unwrap_or(name);
    let local: Vec<&str> = about.title.all().filter(|text| *text != title).collect();
    let local = if local.is_empty() { String::new() } else { format!(" {}", local.join(" ")) };
    format!("{title}{local} ({}, counted in {})\n", about.puzzle, about.metric)
}

/// The drawing of the position after `line`.
pub(super) fn board(instance: &dyn Instance, line: &[String]) -> Result<String, PlayError> {
    Ok(draw::text(&instance.scene(&Line(line.to_vec()))?))
}

/// Moves in rows, each with its number, the first being number `first`.
pub(super) fn moves(moves: &[String], first: usize) -> String {
    let widest = moves.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let digits = (first + moves.len()).to_string().len();
    let cell = digits + 1 + widest + 2;
    let mut text = String::new();
    for (row, chunk) in moves.chunks((WIDTH / cell).max(1)).enumerate() {
        let mut written = String::new();
        for (column, by) in chunk.iter().enumerate() {
            let number = first + row * (WIDTH / cell).max(1) + column;
            let _ = write!(written, "{number:>digits$} {by:<widest$}  ");
        }
        let _ = writeln!(text, "{}", written.trim_end());
    }
    text
}

/// A number of moves, in words.
pub(super) fn count(number: i64, metric: &str) -> String {
    let singular = metric.strip_suffix('s').filter(|_| number == 1);
    format!("{number} {}", singular.unwrap_or(metric))
}

/// What a search did, in a line.
pub(super) fn effort(stats: &Stats, seconds: f64) -> String {
    format!(
        "{} positions expanded, {} stored, {:.3} s, {}\n",
        stats.expanded,
        stats.stored,
        seconds,
        indicatif::BinaryBytes(stats.peak_bytes)
    )
}

/// What a family adds to an answer, a line each.
pub(super) fn extra(extra: &Map<String, Value>) -> String {
    // Lists are for programs: people have seen the boards. What is not there, nobody misses.
    let told = extra.iter().filter(|(_, value)| !value.is_array() && !value.is_null());
    let line = |(key, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{}: {value}\n", key.replace('_', " "))
    };
    told.map(line).collect()
}
