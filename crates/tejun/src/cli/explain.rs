//! `explain`: a best line in chapters.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use tejun_api::explain::{Chapter, Explanation, explain};
use tejun_api::{answers, draw, refuse_unless_can};
use tejun_puzzles::{Lang, Position, QuestionKind};
use tejun_search::Outcome;

use super::app::App;
use super::output::write_file;
use super::words::{self, say};
use super::{solve, text, why};
use crate::status::ExitStatus;

pub(super) fn run(app: &App, name: &str, from: &str, html: Option<&Path>) -> Result<ExitStatus> {
    let instance = app.instance(name)?;
    let from = instance.read_line(from);
    let position = &*app.after(&*instance, &from)?;
    refuse_unless_can(&*instance, QuestionKind::Why)?;
    let mut watcher = app.watcher();
    let explanation = explain(position, &app.means(), &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    let (lang, played) = (app.lang(), from.0.len());
    if let Some(file) = html {
        write_file(file, &page(name, position, played, &explanation, lang)?)?;
    }
    app.print(
        || answers::explain(name, &*instance, &explanation, seconds),
        || {
            let answer = match &explanation.lost {
                Some(lost) => why::describe(name, position, None, lost, lang),
                None => describe(name, position, played, &explanation, lang),
            };
            answer + &text::effort(&explanation.stats, seconds, lang)
        },
    )?;
    Ok(ExitStatus::from(&explanation.solution.outcome))
}

/// How the search ended.
fn stands(position: &dyn Position, explanation: &Explanation, lang: Lang) -> String {
    match &explanation.solution.outcome {
        Outcome::Solved(line) if line.is_empty() => words::IS_SOLVED.text(lang).to_owned(),
        Outcome::Unsolvable => words::IS_LOST.text(lang).to_owned(),
        _ => solve::stands(&explanation.solution, position.instance().about().metric, lang),
    }
}

/// The heading of a chapter.
fn heading(chapter: &Chapter, played: usize, lang: Lang) -> String {
    let fact = match &chapter.fact {
        Some(fact) => why::sentence(fact, lang),
        None => words::REST.text(lang).to_owned(),
    };
    let (first, last) = (played + chapter.from + 1, played + chapter.from + chapter.moves.len());
    let sentence = if first == last { &words::CHAPTER_OF_ONE } else { &words::CHAPTER };
    say(sentence, lang, &[("from", &first), ("to", &last), ("fact", &fact)])
}

fn describe(
    name: &str,
    position: &dyn Position,
    played: usize,
    explanation: &Explanation,
    lang: Lang,
) -> String {
    let title = text::title(name, position.instance().about(), lang);
    let mut answer = format!("{title}\n{}\n", stands(position, explanation, lang));
    for chapter in &explanation.chapters {
        let _ = writeln!(answer, "\n{}", heading(chapter, played, lang));
        answer += &text::moves(&chapter.moves, played + chapter.from + 1);
    }
    answer + "\n" + &why::unsettled(explanation.unsettled, lang)
}

/// A page of its own: the board before each chapter, what the chapter is good for, and its moves.
fn page(
    name: &str,
    position: &dyn Position,
    played: usize,
    explanation: &Explanation,
    lang: Lang,
) -> Result<String> {
    let title = draw::escape(text::title(name, position.instance().about(), lang).trim());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n\
         body {{ max-width: 40rem; margin: auto; padding: 1rem; font-family: sans-serif; line-height: 1.5 }}\n\
         svg {{ max-width: 100%; height: auto; max-height: 60vh }}\nh2 {{ font-size: 1.1rem; font-weight: 600 }}\n\
         </style>\n<h1>{title}</h1>\n<p>{}</p>\n",
        match lang {
            Lang::En => "en",
            Lang::Ja => "ja",
            Lang::Zh => "zh",
        },
        draw::escape(&stands(position, explanation, lang)),
    );
    let mut at = position.boxed_clone();
    for chapter in &explanation.chapters {
        let heading = draw::escape(&heading(chapter, played, lang));
        let moves = draw::escape(text::moves(&chapter.moves, played + chapter.from + 1).trim());
        let _ = writeln!(page, "<h2>{heading}</h2>\n{}\n<p>{moves}</p>", draw::svg(&at.scene()));
        for by in &chapter.moves {
            at.play(by)?;
        }
    }
    let _ = writeln!(page, "{}", draw::svg(&at.scene()));
    for fact in explanation.lost.iter().flat_map(|lost| &lost.facts) {
        let _ = writeln!(page, "<p>{}</p>", draw::escape(&why::sentence(fact, lang)));
    }
    Ok(page + "</html>\n")
}
