//! The report as a page with pictures. Everything from the game is escaped.

use std::fmt::Write;
use std::sync::Arc;

use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{Game, Play};

use super::picture;
use super::report::{LevelReport, Report};
use super::text::{facts, verdict, whole};
use crate::puzzlescript::text::input_of;

const STYLE: &str = "\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:64rem;margin:2rem auto;padding:0 1rem}\
section{border-top:1px solid #8886;padding:1rem 0;display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start}\
section>div{flex:1 1 20rem;min-width:0}section>div:first-child{flex:0 1 auto}figure{margin:0 0 1rem}figcaption{font-size:.85em;opacity:.8}\
.board{display:block;max-width:100%}.part{margin-left:1.5em;list-style:none}code{overflow-wrap:anywhere}.bad{color:#c22;font-weight:600}h2{margin:.2em 0;font-size:1.1rem}";

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(letter),
        }
    }
    out
}

/// The whole page.
pub(super) fn page(game: &Arc<Game>, report: &Report) -> String {
    let title = escaped(report.title.as_deref().unwrap_or("untitled"));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>Audit: {title}</title><style>{STYLE}</style></head><body>\n{}\n<h1>{title}</h1>\n",
        picture::symbols(game)
    );
    let item = |line: &String| match line.strip_prefix("  ") {
        Some(part) => format!("<li class=\"part\">{}</li>", escaped(part)),
        None => format!("<li>{}</li>", escaped(line)),
    };
    let lines: Vec<String> = whole(report).iter().map(item).collect();
    if !lines.is_empty() {
        let _ = writeln!(page, "<ul>{}</ul>", lines.concat());
    }
    for level in &report.levels {
        section(&mut page, game, level);
    }
    page.push_str("</body></html>\n");
    page
}

fn section(page: &mut String, game: &Arc<Game>, level: &LevelReport) {
    let class = if level.outcome == "unsolvable" { " class=\"bad\"" } else { "" };
    let _ = write!(page, "<section id=\"level-{}\"><div>", level.level);
    figure(page, game, level.level, "", "the start");
    let loss = level.search.as_ref().and_then(|search| search.first_loss.as_deref());
    if let Some(loss) = loss {
        figure(page, game, level.level, loss, &format!("lost after {loss}"));
    }
    let _ = write!(
        page,
        "</div><div><h2>Level {}</h2><p{class}>{} <small>(line {})</small></p>",
        level.level,
        escaped(&verdict(level)),
        level.source_line
    );
    if let Some(line) = &level.line {
        let _ = write!(page, "<p><code>{}</code></p>", escaped(&arrows(line)));
    }
    let facts: Vec<String> = facts(level).iter().map(|fact| format!("<li>{}</li>", escaped(fact))).collect();
    let _ = writeln!(page, "<ul>{}</ul></div></section>", facts.concat());
}

/// The board after some inputs.
fn figure(page: &mut String, game: &Arc<Game>, level: usize, line: &str, caption: &str) {
    let Some(level) = game.level(level) else { return };
    let (width, height) = (level.width, level.height);
    let Ok(mut play) = Play::new(Plain::new(game.clone(), width, height), level, "0") else { return };
    for input in line.chars().filter_map(input_of) {
        if play.input(input).is_err() {
            return;
        }
    }
    let caption = escaped(caption);
    let board = picture::board(width, height, play.board(), &caption);
    let _ = write!(page, "<figure>{board}<figcaption>{caption}</figcaption></figure>");
}

/// Moves as arrows.
fn arrows(line: &str) -> String {
    let arrow = |letter: char| match letter {
        'u' => '↑',
        'l' => '←',
        'd' => '↓',
        'r' => '→',
        'x' => '✕',
        _ => letter,
    };
    line.chars().map(arrow).collect()
}
