//! Games written for tejun: they have no errors and no warnings, and each level is won in as few moves as it is said.

mod common;

use std::path::PathBuf;
use std::sync::Arc;

use tejun_puzzlescript::{compile_with_diagnostics, model};

#[test]
fn each_level_is_won_in_as_few_moves_as_it_is_said() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let read = |file: &str| std::fs::read_to_string(directory.join(file)).unwrap();
    let games: serde_json::Value = serde_json::from_str(&read("games.json")).unwrap();
    assert_eq!(games.as_array().unwrap().len(), 12);
    for game in games.as_array().unwrap() {
        let file = game["file"].as_str().unwrap();
        let compilation = compile_with_diagnostics(&read(file));
        assert_eq!(compilation.diagnostics.list(), [], "{file}");
        let compiled = Arc::new(compilation.game.unwrap());
        let found: Vec<usize> = compiled
            .levels()
            .map(|level| {
                let model = model(compiled.clone(), level).unwrap();
                common::breadth_first(&*model).line.unwrap().len()
            })
            .collect();
        let said: Vec<usize> = game["shortest"]
            .as_array()
            .unwrap()
            .iter()
            .map(|length| length.as_u64().unwrap() as usize)
            .collect();
        assert_eq!(found, said, "{file}");
    }
}
