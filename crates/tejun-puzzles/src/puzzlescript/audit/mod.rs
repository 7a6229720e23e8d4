//! `puzzlescript audit`: a designer's report.

mod compared;
mod page;
mod picture;
mod report;
mod text;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use tejun_puzzlescript::audit::{Audit, GraphLimits, Question, audit};
use tejun_puzzlescript::{Game, Input};
use tejun_search::Progress;

use self::report::Report;
use super::text::{input_of, no_level, source_of};
use tejun_core::{
    Call, Details, Ending, FamilyVerb, InputError, Observer, VerbAnswer, VerbOption, input::quoted,
    whole_file,
};

/// Positions of a level that are searched, unless `--states` says otherwise.
const POSITIONS: u64 = 200_000;
/// Bytes of the search of a level, unless `--memory` says less.
const BYTES: u64 = 1 << 30;

pub(super) const VERB: FamilyVerb = FamilyVerb {
    path: &["puzzlescript", "audit"],
    about: "what all positions of the levels say: shortest wins, lost positions, rules that nobody needs",
    arguments: &["FILE"],
    options: &[
        VerbOption { name: "level", value: Some("N"), about: "Only this level, from 1" },
        VerbOption {
            name: "intended",
            value: Some("LINE"),
            about: "The solution of the level that you have in mind: finds wins that it does not foresee",
        },
        VerbOption { name: "since", value: Some("GAME"), about: "An earlier version: says what changed" },
        VerbOption {
            name: "at-least",
            value: Some("N"),
            about: "Exit with status 1 if a level can be won with fewer inputs",
        },
        VerbOption { name: "html", value: Some("PAGE"), about: "Write the report as a page with pictures" },
    ],
    run,
};

/// The game of a source.
fn read(source: &str, what: &str) -> Result<Arc<Game>, InputError> {
    let game = tejun_puzzlescript::compile(source);
    game.map(Arc::new).map_err(|error| InputError::new(format!("{what}{error}")))
}

fn number(call: &Call, option: &str) -> Result<Option<usize>, InputError> {
    let Some(text) = call.option(option) else { return Ok(None) };
    let number = text.parse().map_err(|_| {
        InputError::new(format!("--{option} {}: a number is wanted, such as 3", quoted(text)))
    })?;
    Ok(Some(number))
}

/// A line of moves, as `solve` writes them; spaces and commas do not matter.
fn line(text: &str) -> Result<Vec<Input>, InputError> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',').enumerate();
    letters
        .map(|(index, letter)| {
            input_of(letter).ok_or_else(|| {
                InputError::new(format!(
                    "--intended: move {} is {}: moves are u, l, d, r, x for action, . for a tick",
                    index + 1,
                    quoted(&letter.to_string())
                ))
            })
        })
        .collect()
}

fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let source = source_of(&call.arguments[0])?;
    let game = read(&source, "")?;
    let only = number(call, "level")?;
    let count = game.levels().count();
    if let Some(number) = only.filter(|&number| number == 0 || number > count) {
        return Err(no_level(&game, number));
    }
    let at_least = number(call, "at-least")?;
    let intended = match (call.option("intended"), only) {
        (Some(_), None) if count != 1 => {
            return Err(InputError::new("--intended is a solution of one level: say which with --level"));
        }
        (Some(text), _) if text.trim().is_empty() => {
            return Err(InputError::new(
                "--intended has no move: moves are u, l, d, r, x for action, . for a tick",
            ));
        }
        (Some(text), _) => Some((only.unwrap_or(1), line(text)?)),
        (None, _) => None,
    };
    let earlier = call.option("since").map(|text| read(&source_of(text)?, "--since: ")).transpose()?;
    let limits = call.means.limits;
    let positions = if limits.states == u64::MAX { POSITIONS } else { limits.states };
    let question = Question {
        levels: only.map_or_else(|| (1..=count).collect(), |number| vec![number]),
        limits: GraphLimits {
            positions: usize::try_from(positions).unwrap_or(usize::MAX),
            bytes: (limits.bytes / call.means.threads.max(1) as u64).min(BYTES) as usize,
        },
        threads: call.means.threads,
        intended,
    };
    let now = watched(&game, &question, observer);
    let before = earlier.map(|earlier| {
        let levels = question.levels.iter().copied().filter(|&number| number <= earlier.levels().count());
        let question = Question { levels: levels.collect(), intended: None, ..question.clone() };
        (watched(&earlier, &question, observer), earlier)
    });
    let mut report = Report::new(&source, &game, &now, at_least);
    if let Some((before, earlier)) = before {
        let before = Report::new("", &earlier, &before, None);
        report.changes = Some(compared::changes(&before, &report, only.is_none()));
    }
    if let Some(path) = call.option("html") {
        let page = page::page(&game, &report);
        whole_file::replace(Path::new(path), |file| std::io::Write::write_all(file, page.as_bytes()))
            .map_err(|error| InputError::new(format!("--html {}: {error}", quoted(path))))?;
    }
    let asks = at_least.is_some() || question.intended.is_some();
    let undecided = |level: &report::LevelReport| match level.outcome {
        "stopped" => true,
        "refused" => asks,
        _ => false,
    };
    let undecided = report.levels.iter().any(undecided);
    let ending = match &report.failures[..] {
        [_, ..] => Ending::Unsolvable,
        _ if undecided => Ending::Stopped,
        _ => Ending::Done,
    };
    Ok(VerbAnswer { text: text::text(&report), details: Details::new(report), ending })
}

fn watched(game: &Arc<Game>, question: &Question, observer: &mut dyn Observer) -> Audit {
    audit(game, question, &mut |progress| {
        let progress = Progress {
            depth: progress.levels as u32,
            stored: progress.positions as u64,
            ..Progress::default()
        };
        match observer.tick(&progress) {
            ControlFlow::Break(_) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    })
}
