//! `why`: what every solution must do.

use std::fmt::Write;

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers, draw};
use tejun_puzzles::question::Why;
use tejun_puzzles::{Fact, Instance, Lang, Position, QuestionKind, Reasons};
use tejun_search::Outcome;

use super::app::App;
use super::language::count;
use super::text;
use super::words::{self, say};
use crate::status::ExitStatus;

/// Facts that people are shown.
const SHOWN: usize = 20;

pub(super) fn run(app: &App, name: &str, from: &str, by: Option<String>) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let position = app.after(&*instance, &from)?;
    refuse_unless_can(&*instance)?;
    about(app, name, &*position, by)
}

/// Refuses a puzzle whose family does not say why.
pub(super) fn refuse_unless_can(instance: &dyn Instance) -> Result<()> {
    if let Some(reason) = instance.unproved() {
        bail!(ApiError::unsupported(reason.text(Lang::En)));
    }
    if !instance.can(QuestionKind::Why) {
        bail!(ApiError::unsupported(format!("{} has no searches that say why", instance.about().puzzle)));
    }
    Ok(())
}

/// Says why of a position, and of a move from there.
pub(super) fn about(
    app: &App,
    name: &str,
    position: &dyn Position,
    by: Option<String>,
) -> Result<ExitStatus> {
    let instance = position.instance();
    let mut watcher = app.watcher();
    let reasons = position.ask(Why { by }, &app.means(), &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    app.print(
        || answers::why(name, instance, &reasons, seconds),
        || describe(name, position, &reasons, seconds, app.lang()),
    )?;
    Ok(ExitStatus::from(&reasons.outcome))
}

fn describe(name: &str, position: &dyn Position, reasons: &Reasons, seconds: f64, lang: Lang) -> String {
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
    if reasons.unsettled > 0 {
        let _ = writeln!(answer, "{}", say(&words::UNSETTLED, lang, &[("n", &reasons.unsettled)]));
    }
    answer + "\n" + &text::effort(&reasons.stats, seconds, lang)
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
