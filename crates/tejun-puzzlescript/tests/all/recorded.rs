//! Recorded plays of the original: each ends as it ended there, with both engines. Its errors are found in the same
//! sources.

use crate::common::step;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tejun_puzzlescript::{
    Action, Diagnostic, EngineKind, Game, ObjectSet, Replay, Severity, compile_with_diagnostics,
};

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

/// Plays every `step`th of them.
fn plays_end_as_recorded(kind: EngineKind, step: usize) {
    let Some(tests) = crate::common::data("tests.json") else { return };
    let tests: Value = serde_json::from_str(&tests).unwrap();
    let tests = tests.as_array().unwrap();
    assert_eq!(tests.len(), 293);
    let mut failed = Vec::new();
    for test in tests.iter().step_by(step) {
        let name = test["name"].as_str().unwrap();
        // Some have errors that the original tolerates while it tests itself.
        let game = Arc::new(compile_with_diagnostics(test["source"].as_str().unwrap()).game.unwrap());
        let level = test["level"].as_u64().unwrap() as usize;
        let seed = test["seed"].as_str().unwrap_or("0");
        let mut replay = Replay::new(game.clone(), level, kind, seed).unwrap().unwrap();
        for input in test["inputs"].as_array().unwrap() {
            let word = input.as_str().map_or_else(|| input.to_string(), str::to_owned);
            replay.act(Action::read(&word).unwrap()).unwrap();
        }
        if found(&game, &replay.cells()) != expected(test["expected"].as_str().unwrap()) {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn recorded_plays_end_as_recorded() {
    plays_end_as_recorded(EngineKind::Fast, 1);
}

/// Fewer, because engines.rs compares the engines, too.
#[test]
fn recorded_plays_end_as_recorded_with_the_plain_engine() {
    plays_end_as_recorded(EngineKind::Plain, step());
}

/// Sources of which the original counts more errors: it says one fault twice, where it reads and where it compiles the line, or
/// once for each word.
const FEWER: &[&str] = &[
    "Rules with overlapping objects",
    "ambiguity test (cf #498): right [ vertical Player | vertical Player | ] -> [ | | vertical baba ]",
    "parsing sections names, not allowing things directly after #805",
    "#805 untitled test (Error producing test)",
    "#809 stress-test for legend+comments",
    "#815 problem with dead rule elimination and 'Rules with overlapping objects' test",
    "#855 Pushing It",
    "Cannot Duplicate Sections",
    "Expected and 'AND' or an 'OR' here, but got POO instead.",
    "Cannot add \"CAT\" to a collision layer; it has not been declared.",
    "Identifiers cannot appear outside of square brackets in rules",
    "Name fasd, referred to in a rule, does not exist.",
    "Key A not found",
    "Metadata needs a value",
    "Error, symbol A, used in map, not found",
    "Symbol is defined using OR, and therefore ambiguous - it cannot be used in a map. Did you mean to define it in terms of AND?",
    "In a rule, if you specify a movement, it has to act on an object",
    "#2: In a rule, if you specify a movement, it has to act on an object",
    "An ellipsis on the right must be matched by one in the corresponding place on the left.",
    "you need to have some objects defined",
    "movement on an undefined name should error instead of crashing (generateMatchString)",
    "aggregate of missing objects should error instead of crashing (generateMasks ior)",
    "perpendicular as a rule direction should error instead of crashing (delta_index)",
    "background property of missing objects should error instead of crashing (calcBackgroundMask)",
];

/// Sources of which it counts fewer: it takes a name whose declaration it refuses, or gives up after five.
const MORE: &[&str] = &[
    "#789 2 Lime Rick (recursive player in middle of list)",
    "#789 3 Lime Rick (recursive player at end of list)",
    "\"aggr\" is an aggregate (defined using \"and\"), and cannot be added to a single layer",
    "Ambiguous properties throw an exception #929",
    "can strew dots around the prelude lol #1008",
    "synonym of janky aggregate",
    "mixed and/or legend used through a property should error instead of crashing (toUpperCase)",
];

#[test]
fn sources_with_errors_are_refused_where_the_original_refuses_them() {
    let Some(sources) = crate::common::data("errors.json") else { return };
    let sources: Value = serde_json::from_str(&sources).unwrap();
    let mut wrong = Vec::new();
    let (mut fewer, mut more) = (HashSet::new(), HashSet::new());
    for source in sources.as_array().unwrap() {
        let name = source["name"].as_str().unwrap();
        let diagnostics = compile_with_diagnostics(source["source"].as_str().unwrap()).diagnostics;
        let errors = source["errors"].as_u64().unwrap() as usize;
        let refused = errors > 0;
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
        match diagnostics.list().iter().filter(is_error).count().cmp(&errors) {
            Ordering::Less => drop(fewer.insert(name)),
            Ordering::Greater => drop(more.insert(name)),
            Ordering::Equal => {}
        }
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
    for (found, exceptions, what) in [(fewer, FEWER, "fewer"), (more, MORE, "more")] {
        let exceptions: HashSet<&str> = exceptions.iter().copied().collect();
        let others: Vec<_> = found.symmetric_difference(&exceptions).collect();
        assert!(others.is_empty(), "{what} errors, or no longer: {others:#?}");
    }
}
