//! How fast levels are searched, beside the original engine: a table of the twenty levels of `optima.csv` that took that
//! one longest, of different games. One thread; a breadth-first search with a hash map of the standard library.

#[path = "../tests/all/common/mod.rs"]
mod common;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Optimum, breadth_first, source};
use tejun_puzzlescript::{compile_with_diagnostics, model};

const LEVELS: usize = 20;

fn main() {
    let Some(mut optima) = common::optima() else { return };
    optima.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    let mut games = HashSet::new();
    optima.retain(|optimum| games.insert(optimum.game.clone()));
    println!(
        "| level | positions expanded | original, a second | here, a second | ratio |\n|---|---|---|---|---|"
    );
    let mut ratios: Vec<f64> = optima.iter().take(LEVELS).map(row).collect();
    ratios.sort_by(f64::total_cmp);
    println!("median ratio: {:.0}", (ratios[LEVELS / 2 - 1] + ratios[LEVELS / 2]) / 2.0);
}

/// Prints the row of a level, and returns its ratio.
fn row(optimum: &Optimum) -> f64 {
    let game = compile_with_diagnostics(&source(&optimum.game)).game.map(Arc::new).expect("a game");
    let level = game.level(optimum.level).expect("a level");
    let model = model(game.clone(), level).expect("a level that can be searched");
    let (start, mut expanded) = (Instant::now(), 0);
    while start.elapsed() < Duration::from_millis(500) {
        expanded += breadth_first(&*model).expanded;
    }
    let here = expanded as f64 / start.elapsed().as_secs_f64();
    let original = 1000.0 * optimum.expanded as f64 / optimum.milliseconds;
    println!(
        "| {} {} | {} | {original:.0} | {here:.0} | {:.0} |",
        optimum.game,
        optimum.level,
        optimum.expanded,
        here / original
    );
    here / original
}
