//! `explain`: a best line in chapters.

use std::fmt::Write;

use anyhow::Result;
use tejun_api::answers;
use tejun_api::explain::{Chapter, explain};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Lang, Position};
use tejun_search::Outcome;

use super::app::App;
use super::text;
use super::why;
use super::words::{self, say};
use crate::status::ExitStatus;

pub(super) fn run(app: &App, name: &str, from: &str) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let position = &*app.after(&*instance, &from)?;
    why::refuse_unless_can(&*instance)?;
    let mut watcher = app.watcher();
    let solution = position.ask(Solve::default(), &app.means(), &mut watcher)?;
    let status = ExitStatus::from(&solution.outcome);
    if let Outcome::Unsolvable = solution.outcome {
        drop(watcher);
        return why::about(app, name, position, None);
    }
    let line = solution.outcome.found().unwrap_or_default();
    let chapters = explain(position, &line, &app.means(), &mut watcher)?;
    drop(watcher);
    app.print(
        || answers::explain(name, &*instance, &line, &chapters),
        || describe(name, position, from.0.len(), &chapters, app.lang()),
    )?;
    Ok(status)
}

fn describe(name: &str, position: &dyn Position, played: usize, chapters: &[Chapter], lang: Lang) -> String {
    let mut answer = text::title(name, position.instance().about(), lang);
    for chapter in chapters {
        let fact = match &chapter.fact {
            Some(fact) => why::sentence(fact, lang),
            None => words::REST.text(lang).to_owned(),
        };
        let (first, last) = (played + chapter.from + 1, played + chapter.from + chapter.moves.len());
        let sentence = if first == last { &words::CHAPTER_OF_ONE } else { &words::CHAPTER };
        let _ = writeln!(
            answer,
            "\n{}",
            say(sentence, lang, &[("from", &first), ("to", &last), ("fact", &fact)])
        );
        answer += &text::moves(&chapter.moves, first);
    }
    answer
}
