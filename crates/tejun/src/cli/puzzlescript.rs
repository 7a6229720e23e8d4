//! `puzzlescript`: what can be done with the source of a game.

use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use tejun_puzzlescript::{Action, Compilation, EngineKind, Game, Replay, Severity, compile_with_diagnostics};

use super::app::App;
use super::args::PuzzleScriptVerb;
use crate::source;
use crate::status::ExitStatus;

/// Runs a verb.
///
/// # Errors
/// If the source cannot be read, or is of no use.
pub(super) fn run(app: &App, what: PuzzleScriptVerb) -> Result<ExitStatus> {
    match what {
        PuzzleScriptVerb::Check { file } => check(app, &file),
        PuzzleScriptVerb::Replay { file, inputs, plain } => {
            let kind = if plain { EngineKind::Plain } else { EngineKind::Fast };
            replay(app, &file, &inputs, kind)
        }
    }
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

/// Lists errors and warnings. The status is that of bad input if there are errors.
fn check(app: &App, file: &str) -> Result<ExitStatus> {
    let Compilation { diagnostics, .. } = compile_with_diagnostics(&source::text(app.registry, file)?);
    let list = diagnostics.list();
    let errors = list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let warnings = list.len() - errors;
    let finding = |diagnostic: &tejun_puzzlescript::Diagnostic| Finding {
        severity: if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        line: diagnostic.line,
        message: diagnostic.message.clone(),
    };
    app.print(
        || Findings { errors, warnings, diagnostics: list.iter().map(finding).collect() },
        || {
            let lines: String = list.iter().map(|diagnostic| format!("{file}: {diagnostic}\n")).collect();
            format!("{lines}{errors} errors, {warnings} warnings")
        },
    )?;
    Ok(if errors > 0 { ExitStatus::BadInput } else { ExitStatus::Done })
}

/// A level in play: rows of cells, each the names of its objects.
#[derive(Serialize)]
struct Board {
    width: usize,
    height: usize,
    cells: Vec<Vec<Vec<String>>>,
}

fn replay(app: &App, file: &str, inputs: &str, kind: EngineKind) -> Result<ExitStatus> {
    let Compilation { game, diagnostics } = compile_with_diagnostics(&source::text(app.registry, file)?);
    let Some(game) = game.map(Arc::new) else {
        let error = diagnostics.first_error().map(ToString::to_string).unwrap_or_default();
        bail!("{file}: {error}");
    };
    // Recorded plays are also of sources with errors, as far as they could be played.
    if let Some(error) = diagnostics.first_error() {
        eprintln!("{file}: {error}: the line is left out");
    }
    let number = app.shared.level.unwrap_or(1) as usize;
    let replay = Replay::new(game.clone(), number, kind, &app.shared.seed.text);
    let replay = replay.ok_or_else(|| {
        anyhow!("{file}: there is no level {number}: the game has {}, counted from 1", game.levels().count())
    })?;
    let mut replay = replay.map_err(|error| anyhow!("{file}: level {number}: {error}"))?;
    for (index, word) in inputs.split_whitespace().enumerate() {
        let action = Action::read(word).ok_or_else(|| {
            anyhow!("input {}, {word:?}, is none of 0 1 2 3 4 tick undo restart", index + 1)
        })?;
        replay.act(action).map_err(|error| anyhow!("input {}, {word}: {error}", index + 1))?;
    }
    let board = board(&game, &replay);
    app.print(|| &board, || text(&board))?;
    Ok(ExitStatus::Done)
}

fn board(game: &Game, replay: &Replay) -> Board {
    let (width, height, cells) = (replay.level().width, replay.level().height, replay.cells());
    let names = |x: usize, y: usize| {
        let mut names: Vec<String> =
            cells[x * height + y].iter().map(|object| game.objects[object].name.clone()).collect();
        names.sort_unstable();
        names
    };
    let cells = (0..height).map(|y| (0..width).map(|x| names(x, y)).collect()).collect();
    Board { width, height, cells }
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
    board.cells.iter().map(row).collect::<Vec<_>>().join("\n")
}
