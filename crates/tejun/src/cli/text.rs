//! Text fragments shared by several answers.

use std::fmt::Write;

use serde_json::Value;
use tejun_api::{answers, draw};
use tejun_puzzles::{About, Details, Lang, Position};
use tejun_search::Stats;

use super::language;
use super::words::{self, say};

/// Maximum width of a list of moves, in columns.
const WIDTH: usize = 76;

/// The first line of an answer: title, family and metric, and the level of a file with several.
pub(super) fn title(name: &str, about: &About, lang: Lang) -> String {
    let mut title = about.title.text(lang).unwrap_or(name).to_owned();
    if lang == Lang::En {
        let local: Vec<&str> = about.title.all().filter(|text| *text != title).collect();
        title = [&title, &local[..].join(" ")].map(|text| text.trim()).join(" ").trim_end().to_owned();
    }
    let metric = language::unit(about.metric, lang).unwrap_or(about.metric);
    let mut line =
        say(&words::TITLE, lang, &[("title", &title), ("puzzle", &about.puzzle), ("metric", &metric)]);
    if let Some((number, of)) = about.level.filter(|(_, of)| *of > 1) {
        line += &say(&words::LEVEL, lang, &[("n", &number), ("of", &of)]);
    }
    let left_out = about.left_out.iter().map(|reason| reason.text(lang) + "\n");
    line + "\n" + &left_out.collect::<String>()
}

/// The drawing of the position after legal moves.
pub(super) fn board(from: &dyn Position, moves: &[impl AsRef<str>], lang: Lang) -> String {
    let mut position = from.boxed_clone();
    // The moves are legal: a search found them. If one were not, the drawing would stop there.
    let _ = moves.iter().try_for_each(|text| position.play(text.as_ref()));
    draw::text_in(&position.scene(), lang)
}

/// Moves in rows, numbered from `first`.
pub(super) fn moves(moves: &[impl AsRef<str>], first: usize) -> String {
    let widest = moves.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0);
    let digits = (first + moves.len()).to_string().len();
    let cell = digits + 1 + widest + 2;
    let mut text = String::new();
    for (row, chunk) in moves.chunks((WIDTH / cell).max(1)).enumerate() {
        let mut written = String::new();
        for (column, by) in chunk.iter().enumerate() {
            let number = first + row * (WIDTH / cell).max(1) + column;
            let _ = write!(written, "{number:>digits$} {:<widest$}  ", by.as_ref());
        }
        let _ = writeln!(text, "{}", written.trim_end());
    }
    text
}

/// A row of a table: what is counted, and the number. Wide characters take two columns.
pub(super) fn row(what: &str, number: &impl std::fmt::Display) -> String {
    let columns: usize = what.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("  {what}{:1$}{number}\n", "", 26_usize.saturating_sub(columns).max(1))
}

/// The search statistics, in one line.
pub(super) fn effort(stats: &Stats, seconds: f64, lang: Lang) -> String {
    let bytes = indicatif::BinaryBytes(stats.peak_bytes);
    let numbers: [(&str, &dyn std::fmt::Display); 4] = [
        ("expanded", &stats.expanded),
        ("stored", &stats.stored),
        ("seconds", &format!("{seconds:.3}")),
        ("bytes", &bytes),
    ];
    say(&words::EFFORT, lang, &numbers) + "\n"
}

/// Further details of a line, one per row: its score, the bound on the score, and what the family adds.
pub(super) fn added(score: Option<i64>, bound: Option<i64>, details: &Details) -> String {
    // Lists are for programs, because people have seen the boards. Empty values are left out.
    let details = answers::details(details);
    let shown = details.iter().filter(|(_, value)| !value.is_array() && !value.is_null());
    let row = |(key, value): (&String, &Value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{}: {value}\n", key.replace('_', " "))
    };
    let scores = [("score", score), ("score bound", bound)];
    let scores = scores.iter().filter_map(|(name, score)| Some(format!("{name}: {}\n", (*score)?)));
    scores.chain(shown.map(row)).collect()
}
