//! `why`: what every solution must do.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result, bail};
use tejun_api::{answers, draw, read_move, refuse_unless_can};
use tejun_puzzles::question::Why;
use tejun_puzzles::{Fact, Lang, Position, QuestionKind, Reasons};
use tejun_search::Outcome;

use super::app::App;
use super::language::count;
use super::text;
use super::words::{self, say};
use crate::status::ExitStatus;

/// Facts that people are shown.
const SHOWN: usize = 20;

/// Answers, or with the number of a fact writes the puzzle that shows it.
pub(super) fn run(
    app: &App,
    name: &str,
    from: &str,
    by: Option<String>,
    counterfactual: Option<usize>,
) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let position = app.after(&*instance, &from)?;
    refuse_unless_can(&*instance, QuestionKind::Why)?;
    let by = by.map(|by| read_move(&*position, &by)).transpose()?;
    let mut watcher = app.watcher();
    let reasons = position.ask(Why { by: by.clone() }, &app.means(), &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    if let Some(number) = counterfactual {
        let text = puzzle_of(&*position, &reasons, number)?;
        app.print(|| BTreeMap::from([("counterfactual", &text)]), || text.clone())?;
        return Ok(ExitStatus::from(&reasons.outcome));
    }
    app.print(
        || answers::why(name, &*position, &reasons, seconds),
        || {
            describe(name, &*position, by.as_deref(), &reasons, app.lang())
                + &text::effort(&reasons.stats, seconds, app.lang())
        },
    )?;
    Ok(ExitStatus::from(&reasons.outcome))
}

/// The puzzle that shows the fact with this number.
///
/// # Errors
/// If there is none.
fn puzzle_of(position: &dyn Position, reasons: &Reasons, number: usize) -> Result<String> {
    let facts = &reasons.facts;
    let Some(fact) = number.checked_sub(1).and_then(|at| facts.get(at)) else {
        bail!("there is no fact {number}: why finds {} here", facts.len());
    };
    let text = answers::counterfactual(position, fact);
    text.with_context(|| {
        let has_one = |fact: &Fact| answers::counterfactual(position, fact).is_some();
        let example = facts.iter().position(has_one).map_or(String::new(), |at| format!("; try {}", at + 1));
        format!(
            "no puzzle of its own shows fact {number} ({}): only that of a piece that must leave{example}",
            fact.reason
        )
    })
}

/// The position, and why it is as it is.
pub(super) fn describe(
    name: &str,
    position: &dyn Position,
    by: Option<&str>,
    reasons: &Reasons,
    lang: Lang,
) -> String {
    let about = position.instance().about();
    let mut answer = text::title(name, about, lang);
    let _ = writeln!(answer, "\n{}", draw::text_in(&position.scene(), lang));
    let stands = match (&reasons.outcome, reasons.fewest) {
        (Outcome::Stopped(reason, _), _) => {
            Some(say(&words::WHY_PART, lang, &[("reason", &words::why_stopped(*reason, lang))]))
        }
        (Outcome::Unsolvable, _) => Some(words::IS_LOST.text(lang).to_owned()),
        (_, Some(0)) => Some(words::IS_SOLVED.text(lang).to_owned()),
        (_, Some(fewest)) => {
            Some(say(&words::FEWEST, lang, &[("cost", &count(fewest as i64, about.metric, lang))]))
        }
        _ => None,
    };
    stands.into_iter().for_each(|line| answer += &(line + "\n"));
    let is_open = reasons.outcome != Outcome::Unsolvable && reasons.fewest != Some(0);
    if let Some(by) = by.filter(|_| !is_open) {
        let _ = writeln!(answer, "{}", say(&words::MOVE_UNJUDGED, lang, &[("move", &by)]));
    }
    for (number, fact) in (1..).zip(reasons.facts.iter().take(SHOWN)) {
        let _ = writeln!(answer, "{number:>3}  {}", sentence(fact, lang));
    }
    let facts = reasons.facts.len();
    if facts > SHOWN {
        let _ = writeln!(answer, "     {}", say(&words::MORE_FACTS, lang, &[("n", &(facts - SHOWN))]));
    }
    if facts == 0 && reasons.unsettled == 0 && reasons.fewest != Some(0) {
        let _ = writeln!(answer, "{}", words::NO_FACT.text(lang));
    }
    answer + &unsettled(reasons.unsettled, lang) + "\n"
}

/// How many questions a limit left open, if any.
pub(super) fn unsettled(number: u64, lang: Lang) -> String {
    match number {
        0 => String::new(),
        1 => words::UNSETTLED_ONE.text(lang).to_owned() + "\n",
        n => say(&words::UNSETTLED, lang, &[("n", &n)]) + "\n",
    }
}

/// A fact, and how many positions prove it.
pub(super) fn sentence(fact: &Fact, lang: Lang) -> String {
    let text = fact.reason.text(lang);
    match fact.positions {
        0 => text,
        1 => say(&words::FACT_ONE, lang, &[("fact", &text)]),
        positions => say(&words::FACT, lang, &[("fact", &text), ("n", &positions)]),
    }
}
