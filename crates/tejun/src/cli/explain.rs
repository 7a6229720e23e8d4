//! `explain`: a best line in chapters.

use std::fmt::Write;

use anyhow::Result;
use tejun_api::explain::{Explained, explain, together};
use tejun_api::{answers, refuse_unless_can};
use tejun_puzzles::question::{Solve, Why};
use tejun_puzzles::{Lang, Position, QuestionKind, Solution};
use tejun_search::Outcome;

use super::app::App;
use super::words::{self, say};
use super::{solve, text, why};
use crate::status::ExitStatus;

pub(super) fn run(app: &App, name: &str, from: &str) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let position = &*app.after(&*instance, &from)?;
    refuse_unless_can(&*instance, QuestionKind::Why)?;
    let mut watcher = app.watcher();
    let solution = position.ask(Solve::default(), &app.means(), &mut watcher)?;
    let lost = match solution.outcome {
        Outcome::Unsolvable => Some(position.ask(Why::default(), &app.means(), &mut watcher)?),
        _ => None,
    };
    let line = match &solution.outcome {
        Outcome::Solved(line) | Outcome::Stopped(_, Some(line)) => &line[..],
        _ => &[],
    };
    let explained = explain(position, line, &app.means(), &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    let lang = app.lang();
    app.print(
        || answers::explain(name, &*instance, &solution, &explained, lost.as_ref(), seconds),
        || {
            let stats = together(&solution.stats, &explained.stats);
            match &lost {
                Some(lost) => {
                    why::describe(name, position, None, lost, lang)
                        + &text::effort(&together(&stats, &lost.stats), seconds, lang)
                }
                None => {
                    describe(name, position, from.0.len(), &solution, &explained, lang)
                        + &text::effort(&stats, seconds, lang)
                }
            }
        },
    )?;
    Ok(ExitStatus::from(&solution.outcome))
}

fn describe(
    name: &str,
    position: &dyn Position,
    played: usize,
    solution: &Solution,
    explained: &Explained,
    lang: Lang,
) -> String {
    let about = position.instance().about();
    let stands = match &solution.outcome {
        Outcome::Solved(line) if line.is_empty() => words::IS_SOLVED.text(lang).to_owned(),
        _ => solve::stands(solution, about.metric, lang),
    };
    let mut answer = format!("{}\n{stands}\n", text::title(name, about, lang));
    for chapter in &explained.chapters {
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
    answer + "\n" + &why::unsettled(explained.unsettled, lang)
}
