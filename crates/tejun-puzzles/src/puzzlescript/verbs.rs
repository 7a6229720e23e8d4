//! `puzzlescript check` and `puzzlescript replay`; [`audit`] has a folder of its own.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;
use tejun_puzzlescript::{
    Action, Compilation, Diagnostic, EngineKind, Game, Replay, Severity, compile_with_diagnostics,
};
use tejun_search::Progress;

use super::audit;
use super::text::{no_level, source_of};
use tejun_core::{
    Call, Details, Ending, FamilyVerb, InputError, Observer, VerbAnswer, VerbOption, input::quoted,
};

/// The verbs. A page has no command line, and its module no room for them.
pub(super) fn verbs() -> Vec<FamilyVerb> {
    if cfg!(target_family = "wasm") {
        return Vec::new();
    }
    vec![
        FamilyVerb {
            path: &["puzzlescript", "check"],
            about: "the errors and warnings of the source of a game",
            arguments: &["FILE"],
            options: &[],
            run: check,
        },
        FamilyVerb {
            path: &["puzzlescript", "replay"],
            about: "the level that inputs lead to",
            arguments: &["FILE"],
            options: &[
                VerbOption {
                    name: "inputs",
                    value: Some("INPUTS"),
                    about: "The inputs: 0 up, 1 left, 2 down, 3 right, 4 action, tick, undo, restart",
                },
                VerbOption { name: "plain", value: None, about: "Play cell by cell, which is slower" },
                VerbOption { name: "level", value: Some("N"), about: "The level, from 1" },
                VerbOption { name: "seed", value: Some("S"), about: "The seed of the random numbers" },
            ],
            run: replay,
        },
        audit::VERB,
    ]
}

/// An error or a warning.
#[derive(Serialize)]
struct Finding {
    severity: &'static str,
    line: Option<usize>,
    message: String,
}

#[derive(Serialize)]
struct Findings {
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Finding>,
}

fn compile(call: &Call) -> Result<Compilation, InputError> {
    Ok(compile_with_diagnostics(&source_of(&call.arguments[0])?))
}

/// Lists errors and warnings.
fn check(call: &Call, _: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let diagnostics = compile(call)?.diagnostics;
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let errors = diagnostics.list().iter().filter(is_error).count();
    let warnings = diagnostics.list().len() - errors;
    let lines: String = diagnostics.list().iter().map(|diagnostic| format!("{diagnostic}\n")).collect();
    let finding = |diagnostic: &Diagnostic| Finding {
        severity: if is_error(&diagnostic) { "error" } else { "warning" },
        line: diagnostic.line,
        message: diagnostic.message.clone(),
    };
    let diagnostics = diagnostics.list().iter().map(finding).collect();
    Ok(VerbAnswer {
        text: format!("{lines}{errors} errors, {warnings} warnings"),
        details: Details::new(Findings { errors, warnings, diagnostics }),
        ending: if errors > 0 { Ending::BadInput } else { Ending::Done },
    })
}

/// A level in play: rows of cells, each the names of its objects.
#[derive(Serialize)]
struct Board {
    width: usize,
    height: usize,
    cells: Vec<Vec<Vec<String>>>,
    /// Errors of the source: the lines are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// Plays inputs. Recorded plays are also of sources with errors, as far as they can be played.
fn replay(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let Compilation { game, diagnostics } = compile(call)?;
    let errors = diagnostics.list().iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let errors: Vec<String> = errors.map(ToString::to_string).collect();
    let Some(game) = game.map(Arc::new) else {
        return Err(InputError::new(errors.into_iter().next().unwrap_or_default()));
    };
    let number: usize = call.option("level").map_or(Ok(1), str::parse).map_err(|_| {
        InputError::new(format!(
            "{} is no number of a level",
            quoted(call.option("level").unwrap_or_default())
        ))
    })?;
    let kind = if call.option("plain").is_some() { EngineKind::Plain } else { EngineKind::Fast };
    let replay = Replay::new(game.clone(), number, kind, call.option("seed").unwrap_or("0"));
    let replay = replay.ok_or_else(|| no_level(&game, number))?;
    let mut replay = replay.map_err(|error| InputError::new(format!("level {number}: {error}")))?;
    for (index, word) in call.option("inputs").unwrap_or_default().split_whitespace().enumerate() {
        let at = |what: &dyn std::fmt::Display| {
            InputError::new(format!("input {}, {}: {what}", index + 1, quoted(word)))
        };
        let action = Action::read(word).ok_or_else(|| at(&"it is none of 0 1 2 3 4 tick undo restart"))?;
        replay.act(action).map_err(|error| at(&error))?;
        if let ControlFlow::Break(reason) = observer.tick(&Progress::default()) {
            return Err(at(&format_args!("stopped after it: {reason}")));
        }
    }
    let board = board(&game, &replay, errors);
    Ok(VerbAnswer { text: text(&board), details: Details::new(board), ending: Ending::Done })
}

fn board(game: &Game, replay: &Replay, errors: Vec<String>) -> Board {
    let (width, height, cells) = (replay.level().width, replay.level().height, replay.cells());
    let names = |x: usize, y: usize| {
        let mut names: Vec<String> =
            cells[x * height + y].iter().map(|object| game.objects[object].name.clone()).collect();
        names.sort_unstable();
        names
    };
    let cells = (0..height).map(|y| (0..width).map(|x| names(x, y)).collect()).collect();
    Board { width, height, cells, errors }
}

/// The rows, their cells in columns.
fn text(board: &Board) -> String {
    let cell = |cell: &Vec<String>| cell.join("+");
    let width = |x: usize| board.cells.iter().map(|row| cell(&row[x]).chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..board.width).map(width).collect();
    let row = |row: &Vec<Vec<String>>| {
        let cells = row.iter().zip(&widths).map(|(names, width)| format!("{:width$}", cell(names)));
        cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    let errors = board.errors.iter().map(|error| format!("{error}: the line is left out"));
    errors.chain(board.cells.iter().map(row)).collect::<Vec<_>>().join("\n")
}
