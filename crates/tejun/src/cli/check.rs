//! `check`: what a line is worth, by the rules alone.

use std::cmp::Ordering;
use std::path::PathBuf;

use anyhow::Result;
use tejun_api::{answers, draw};
use tejun_puzzles::{Lang, Position, Verdict};

use super::app::App;
use super::language::count;
use super::output::report_error;
use super::text;
use super::words::{self, say};
use crate::source;
use crate::status::ExitStatus;

/// Maximum length of a file with a line, in bytes: as long as the longest answer with a line.
const MAX_LINE: usize = 16 << 20;

pub(super) fn run(
    app: &App,
    name: &str,
    line: Option<String>,
    line_file: Option<PathBuf>,
) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let line = match (line, line_file) {
        (Some(line), _) => line,
        (None, Some(file)) => source::content(&file, MAX_LINE)?,
        (None, None) => String::new(),
    };
    let line = instance.read_line(&line);
    let mut position = instance.start();
    let verdict = match app.play(&mut *position, &line)? {
        None => position.verdict(),
        fault => Verdict { fault, ..Verdict::default() },
    };
    app.print(
        || answers::check(name, &*instance, &line, &verdict),
        || describe(name, &*position, &verdict, app.lang()),
    )?;
    if let Some(fault) = &verdict.fault {
        return Ok(report_error(&fault.to_string()));
    }
    Ok(if verdict.solves { ExitStatus::Done } else { ExitStatus::Unsolvable })
}

/// Describes the value of a line whose legal part leads to `position`.
fn describe(name: &str, position: &dyn Position, verdict: &Verdict, lang: Lang) -> String {
    let about = position.instance().about();
    let board = draw::text_in(&position.scene(), lang);
    let summary = match (&verdict.fault, verdict.solves, verdict.value.cost) {
        (Some(fault), ..) => {
            // Moves of the line, whatever the metric counts.
            say(&words::ILLEGAL, lang, &[("moves", &count(fault.at as i64, "moves", lang))])
        }
        (None, true, Some(cost)) => {
            say(&words::SOLVES_IN, lang, &[("cost", &count(cost, about.metric, lang))])
        }
        (None, true, None) => say(&words::SOLVES, lang, &[]),
        (None, false, _) => say(&words::SOLVES_NOT, lang, &[]),
    };
    let mut answer = format!("{}\n{board}\n{summary}\n", text::title(name, about, lang));
    if let (None, Some(cost), false) = (&verdict.fault, verdict.value.cost, about.scored) {
        let compared =
            compared(cost, about.optimal, verdict.solves, &|cost| count(cost, about.metric, lang), lang);
        answer += &compared.map_or_else(String::new, |compared| compared + "\n");
    }
    answer += &text::added(verdict.value.score, None, &verdict.details);
    answer
}

/// What the cost of a legal line is beside the best known.
fn compared(
    cost: i64,
    best: Option<i64>,
    solves: bool,
    count: &dyn Fn(i64) -> String,
    lang: Lang,
) -> Option<String> {
    if !solves {
        return (cost > 0).then(|| say(&words::COST_SO_FAR, lang, &[("cost", &count(cost))]));
    }
    let best = best?;
    let (known, apart) = (count(best), count((cost - best).abs()));
    Some(match cost.cmp(&best) {
        Ordering::Less => say(&words::BETTER_THAN_KNOWN, lang, &[("best", &known), ("less", &apart)]),
        Ordering::Equal => say(&words::AS_KNOWN, lang, &[]),
        Ordering::Greater => say(&words::MORE_THAN_KNOWN, lang, &[("best", &known), ("more", &apart)]),
    })
}
