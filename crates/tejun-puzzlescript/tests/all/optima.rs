//! Shortest wins and impossible levels that were found with the original engine.

use crate::common::{breadth_first, optima, source, step};
use std::collections::HashMap;
use std::sync::Arc;
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{
    Engine, Game, Input, Model, Random, Stepper, Work, compile_with_diagnostics, model,
};

/// Whether the plain engine wins with the last input of a line, and not before.
fn wins_at_the_end(game: &Arc<Game>, model: &dyn Model, line: &[Input]) -> bool {
    let level = model.level();
    let plain = Plain::new(game.clone(), level.width, level.height);
    let mut stepper = Stepper::new(game, plain.board(level));
    let mut random = Random::new("");
    stepper.start(&plain, &mut random, &mut Work::default()).unwrap();
    let won: Vec<bool> = line
        .iter()
        .map(|&input| stepper.step(&plain, input, &mut random, &mut Work::default()).unwrap().won)
        .collect();
    won.iter().position(|&won| won) == Some(line.len() - 1)
}

#[test]
fn optima_are_those_of_the_original() {
    let Some(optima) = optima() else { return };
    let mut games: HashMap<String, Arc<Game>> = HashMap::new();
    let mut wrong = Vec::new();
    assert_eq!(optima.len(), 527);
    // Game by game: every fifth level is one of most games.
    for optimum in optima.iter().step_by(step()) {
        let game = games
            .entry(optimum.game.clone())
            .or_insert_with(|| Arc::new(compile_with_diagnostics(&source(&optimum.game)).game.unwrap()));
        let level = game.level(optimum.level).unwrap();
        let model = match model(game.clone(), level) {
            Ok(model) => model,
            Err(error) => {
                wrong.push(format!("{} level {}: {error}", optimum.game, optimum.level));
                continue;
            }
        };
        let found = breadth_first(&*model);
        let right = found.line.as_ref().map(Vec::len) == optimum.cost
            && (found.states, found.expanded) == (optimum.states, optimum.expanded)
            && !model.is_incomplete()
            && found.line.as_ref().is_none_or(|line| wins_at_the_end(game, &*model, line));
        if !right {
            let cost = found.line.map(|line| line.len());
            wrong.push(format!(
                "{} level {}: {cost:?} for {:?}, {} states for {}, {} expanded for {}, cut {}",
                optimum.game,
                optimum.level,
                optimum.cost,
                found.states,
                optimum.states,
                found.expanded,
                optimum.expanded,
                model.is_incomplete()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
