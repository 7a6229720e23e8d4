//! Recorded plays of the original: each ends as it ended there.

use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::game::Stage;
use tejun_puzzlescript::{Engine, Game, Input, ObjectSet, Play, compile_with_diagnostics};

fn data(file: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("the data is JSON")
}

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
    let tests = data("tests.json");
    let mut failed = Vec::new();
    for test in tests.as_array().unwrap() {
        let name = test["name"].as_str().unwrap();
        let compilation = compile_with_diagnostics(test["source"].as_str().unwrap());
        if let Some(error) = compilation.diagnostics.first_error() {
            println!("{name}: {error}");
        }
        let Some(game) = compilation.game.map(Arc::new) else {
            failed.push(format!("{name}: no game"));
            continue;
        };
        let levels: Vec<usize> =
            (0..game.stages.len()).filter(|&i| matches!(game.stages[i], Stage::Level(_))).collect();
        let mut stage = levels[test["level"].as_u64().unwrap() as usize - 1];
        let load = |stage: usize| match &game.stages[stage] {
            Stage::Level(level) => Some((Plain::new(game.clone(), level.width, level.height), level)),
            Stage::Message(_) => None,
        };
        let engines: Vec<_> = (0..game.stages.len()).map(load).collect();
        let (engine, level) = engines[stage].as_ref().unwrap();
        let mut engine = engine;
        let mut play = Play::new(engine, level, test["seed"].as_str().unwrap_or("0")).unwrap();
        let mut wins = 0;
        for input in test["inputs"].as_array().unwrap() {
            let won = match (input.as_str(), input.as_u64()) {
                (Some("undo"), _) => {
                    play.undo();
                    false
                }
                (Some("restart"), _) => {
                    play.restart().unwrap();
                    false
                }
                (Some("tick"), _) => play.input(Input::Tick).unwrap().won,
                (_, Some(key)) => play.input(Input::KEYS[key as usize]).unwrap().won,
                _ => panic!("{name}: {input}"),
            };
            if won && stage + 1 < game.stages.len() {
                wins += 1;
                stage += 1;
                if let Some((next, level)) = &engines[stage] {
                    engine = next;
                    play = Play::new(next, level, "0").unwrap();
                }
            }
        }
        let found = found(&game, &engine.cells(play.board()));
        if found != expected(test["expected"].as_str().unwrap()) {
            println!("=== {name}\n{found:?}\n{:?}", expected(test["expected"].as_str().unwrap()));
            failed.push(format!("{name} (won {wins} times, random {})", game.is_random()));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn sources_with_errors_are_refused_where_the_original_refuses_them() {
    let sources = data("errors.json");
    let mut wrong = Vec::new();
    for source in sources.as_array().unwrap() {
        let name = source["name"].as_str().unwrap();
        let diagnostics = compile_with_diagnostics(source["source"].as_str().unwrap()).diagnostics;
        let refused = source["errors"].as_u64().unwrap() > 0;
        let lines: Vec<usize> =
            source["lines"].as_array().unwrap().iter().map(|line| line.as_u64().unwrap() as usize).collect();
        let named: Vec<usize> = diagnostics.list().iter().filter_map(|diagnostic| diagnostic.line).collect();
        let missing: Vec<usize> = lines.iter().copied().filter(|line| *line > 0 && !named.contains(line)).collect();
        let right = refused == diagnostics.has_errors();
        if !right || !missing.is_empty() {
            let said: Vec<String> = diagnostics.list().iter().map(ToString::to_string).collect();
            wrong.push(format!("{} {name} refused {refused} missing {missing:?}\n      {}", if right {"lines"} else {"WRONG"}, said[..said.len().min(4)].join("\n      ")));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
