//! `count`: how many solutions there are.

use std::fmt::Write;

use anyhow::{Result, bail};
use tejun_api::{ApiError, answers};
use tejun_puzzles::question::Count;
use tejun_puzzles::{Counted, Instance, Lang, QuestionKind};
use tejun_search::Outcome;

use super::app::App;
use super::text;
use super::words::{self, say};
use crate::status::ExitStatus;

pub(super) fn run(app: &App, name: &str, from: &str) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let position = app.after(&*instance, &from)?;
    if !instance.can(QuestionKind::Count) {
        bail!(ApiError::unsupported(format!(
            "{} cannot count its solutions: ask for solve or explore",
            instance.about().puzzle
        )));
    }
    let mut watcher = app.watcher();
    let counted = position.ask(Count, &app.means(), &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    app.print(
        || answers::count(name, &*instance, &counted, seconds),
        || describe(name, &*instance, &counted, seconds, app.lang()),
    )?;
    Ok(ExitStatus::from(&counted.outcome))
}

fn describe(name: &str, instance: &dyn Instance, counted: &Counted, seconds: f64, lang: Lang) -> String {
    let mut answer = text::title(name, instance.about(), lang);
    let Counted { solutions, solutions_raw, .. } = counted;
    let _ = match &counted.outcome {
        Outcome::Stopped(reason, _) => {
            let reason = words::why_stopped(*reason, lang);
            writeln!(answer, "\n{}", say(&words::COUNTED_PART, lang, &[("reason", &reason)]))
        }
        _ => writeln!(answer),
    };
    if let Some(reason) = &counted.reason {
        let _ = writeln!(answer, "{}", say(&words::UNSOLVABLE, lang, &[("why", &reason.text(lang))]));
    }
    for (what, number) in [(&words::SOLUTIONS, solutions), (&words::IMAGES, solutions_raw)] {
        answer += &text::row(what.text(lang), number);
    }
    let _ = write!(answer, "\n{}", text::effort(&counted.stats, seconds, lang));
    answer
}
