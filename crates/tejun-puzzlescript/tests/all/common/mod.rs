//! Recorded games and proved optima, from where they are kept, and how many cases are tried.
#![allow(dead_code)]

pub mod random_games;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use tejun_puzzlescript::{Input, Model};

/// How many cases one is tried of: all of them if `TEJUN_TESTS` is `full`, else a fifth.
pub fn step() -> usize {
    if std::env::var("TEJUN_TESTS").is_ok_and(|tests| tests == "full") { 1 } else { 5 }
}

/// How many of so many cases are tried.
pub fn cases(full: usize) -> usize {
    full.div_ceil(step())
}

/// The text of a file of the data; `None`, said aloud, if there is no data.
pub fn data(file: &str) -> Option<String> {
    let path = directory()?.join(file);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Where the data is: beside the checkout. `None`, said aloud, if it is not there.
pub fn directory() -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript");
    if path.is_dir() {
        return Some(path);
    }
    // Not captured as what tests print is: it must be seen.
    let line = format!("\nNOT RUN: a test of recorded games has no data in {}\n", path.display());
    std::io::stderr().write_all(line.as_bytes()).expect("standard error can be written");
    None
}

/// A line of `optima.csv`.
pub struct Optimum {
    pub game: String,
    pub level: usize,
    /// `None` if the level cannot be won.
    pub cost: Option<usize>,
    pub states: usize,
    pub expanded: usize,
    pub milliseconds: f64,
}

/// All of them.
pub fn optima() -> Option<Vec<Optimum>> {
    let text = data("optima.csv")?;
    let line = |line: &str| {
        // The name is quoted and may have commas.
        let (game, rest) =
            line.strip_prefix('"').and_then(|rest| rest.rsplit_once("\",")).expect("a quoted name");
        let fields: Vec<&str> = rest.split(',').collect();
        Optimum {
            game: game.replace("\\\"", "\"").replace("\"\"", "\""),
            level: fields[0].parse().expect("a level"),
            cost: (fields[1] == "solved").then(|| fields[2].parse().expect("a cost")),
            states: fields[3].parse().expect("states"),
            expanded: fields[4].parse().expect("states"),
            milliseconds: fields[5].parse().expect("milliseconds"),
        }
    };
    Some(text.lines().skip(1).map(line).collect())
}

/// The source of a game of `optima.csv`.
pub fn source(game: &str) -> String {
    match game.split_once('/').expect("a kind and a name") {
        ("demo", file) => data(&format!("games/{}", file.replace(' ', "_"))).expect("there is data"),
        (_, name) => {
            let tests = data("tests.json").expect("there is data");
            let tests: serde_json::Value = serde_json::from_str(&tests).expect("JSON");
            let test = tests.as_array().and_then(|tests| tests.iter().find(|test| test["name"] == name));
            test.and_then(|test| test["source"].as_str()).expect("a recorded game").to_owned()
        }
    }
}

/// What a breadth-first search finds: a shortest win, if there is one, and how many states it met and expanded.
pub struct Found {
    pub line: Option<Vec<Input>>,
    pub states: usize,
    pub expanded: usize,
}

/// Searches a level.
pub fn breadth_first(model: &dyn Model) -> Found {
    let mut numbers: HashMap<Vec<u64>, usize> = HashMap::from([(model.start().to_vec(), 0)]);
    let mut states = vec![(model.start().to_vec(), None)];
    let (mut expanded, mut won) = (0, None);
    while expanded < states.len() && won.is_none() {
        let state = states[expanded].0.clone();
        model.expand(&state, &mut |input, next| {
            if won.is_some() {
            } else if model.is_won(next) {
                won = Some((expanded, input));
            } else if !numbers.contains_key(next) {
                numbers.insert(next.to_vec(), states.len());
                states.push((next.to_vec(), Some((expanded, input))));
            }
        });
        expanded += 1;
    }
    let line = won.map(|(mut at, last)| {
        let mut line = vec![last];
        while let Some((before, input)) = states[at].1 {
            line.push(input);
            at = before;
        }
        line.reverse();
        line
    });
    Found { line, states: states.len(), expanded }
}
