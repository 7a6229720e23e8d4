//! Recorded games and proved optima, from where they are kept.
#![allow(dead_code)]

use std::path::PathBuf;

/// The text of a file of the data.
pub fn data(file: &str) -> String {
    let path = directory().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where the data is.
pub fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript")
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
pub fn optima() -> Vec<Optimum> {
    let text = data("optima.csv");
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
    text.lines().skip(1).map(line).collect()
}
