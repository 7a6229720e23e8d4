//! Recorded plays of the original: each ends as it ended there, with both engines. Its errors are found in the same
//! sources.

mod common;

use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use tejun_puzzlescript::{Action, EngineKind, Game, ObjectSet, Replay, compile_with_diagnostics};

/// Rows of cells, each the sorted names of its objects.
fn expected(text: &str) -> Vec<String> {
    let mut kinds: HashMap<String, String> = HashMap::new();
    text.lines()
        .flat_map(|row| {
            let cells: Vec<&str> = row.split(',').filter(|cell| !cell.is_empty()).collect();
            cells
        })
        .map(|cell| match cell.split_once(':') {
            Some((names, number)) => {
                let mut names: Vec<&str> = names.split(' ').collect();
                names.sort_unstable();
                kinds.insert(number.to_owned(), names.join(" "));
                names.join(" ")
            }
            None => kinds[cell].clone(),
        })
        .collect()
}

fn found(game: &Game, cells: &[ObjectSet]) -> Vec<String> {
    let name = |cell: &ObjectSet| {
        let mut names: Vec<&str> = cell.iter().map(|object| game.objects[object].name.as_str()).collect();
        names.sort_unstable();
        names.join(" ")
    };
    cells.iter().map(name).collect()
}

#[test]
fn recorded_plays_end_as_recorded() {
    let Some(tests) = common::data("tests.json") else { return };
    let tests: Value = serde_json::from_str(&tests).unwrap();
    let tests = tests.as_array().unwrap();
    assert_eq!(tests.len(), 293);
    let mut failed = Vec::new();
    for test in tests {
        let name = test["name"].as_str().unwrap();
        // Some have errors that the original tolerates while it tests itself.
        let game = Arc::new(compile_with_diagnostics(test["source"].as_str().unwrap()).game.unwrap());
        let level = test["level"].as_u64().unwrap() as usize;
        for kind in [EngineKind::Plain, EngineKind::Fast] {
            let seed = test["seed"].as_str().unwrap_or("0");
            let mut replay = Replay::new(game.clone(), level, kind, seed).unwrap().unwrap();
            for input in test["inputs"].as_array().unwrap() {
                let word = input.as_str().map_or_else(|| input.to_string(), str::to_owned);
                replay.act(Action::read(&word).unwrap()).unwrap();
            }
            if found(&game, &replay.cells()) != expected(test["expected"].as_str().unwrap()) {
                failed.push(format!("{name}, {kind:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn sources_with_errors_are_refused_where_the_original_refuses_them() {
    let Some(sources) = common::data("errors.json") else { return };
    let sources: Value = serde_json::from_str(&sources).unwrap();
    let mut wrong = Vec::new();
    for source in sources.as_array().unwrap() {
        let name = source["name"].as_str().unwrap();
        let diagnostics = compile_with_diagnostics(source["source"].as_str().unwrap()).diagnostics;
        let refused = source["errors"].as_u64().unwrap() > 0;
        let lines: Vec<usize> =
            source["lines"].as_array().unwrap().iter().map(|line| line.as_u64().unwrap() as usize).collect();
        let named: Vec<usize> = diagnostics.list().iter().filter_map(|diagnostic| diagnostic.line).collect();
        let missing: Vec<usize> =
            lines.iter().copied().filter(|line| *line > 0 && !named.contains(line)).collect();
        let right = refused == diagnostics.has_errors();
        if !right || !missing.is_empty() {
            let said: Vec<String> = diagnostics.list().iter().map(ToString::to_string).collect();
            wrong.push(format!(
                "{} {name} refused {refused} missing {missing:?}\n      {}",
                if right { "lines" } else { "WRONG" },
                said[..said.len().min(4)].join("\n      ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
