//! Games written in PuzzleScript.

use std::ops::ControlFlow;
use std::sync::Arc;

use tejun_puzzlescript::audit::{GraphLimits, Question, audit};
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{
    Engine, Game, Input, Random, Stepper, TurnError, Work, compile_with_diagnostics, fast::Fast, model,
};

/// Steps of work of an input.
const WORK: u64 = 200_000;

/// Any text is refused or compiled; both engines play its first level alike; packing loses nothing; no state that is said
/// to be lost is followed by a win; an audit ends.
pub(crate) fn puzzlescript(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some(game) = compile_with_diagnostics(text).game.map(Arc::new) else { return };
    let Some(level) = game.level(1).filter(|level| level.cells.len() <= 64) else { return };
    let engines = (Plain::new(game.clone(), level.width, level.height), Fast::<1>::new(game.clone(), level));
    let (plain, fast) = &engines;
    let mut both = (Stepper::new(&game, plain.board(level)), Stepper::new(&game, fast.board(level)));
    let mut random = (Random::new("seed"), Random::new("seed"));
    let mut words = vec![0; fast.words()];
    // What is played follows from the text.
    for &byte in data.iter().rev().take(12) {
        let input = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action, Input::Tick]
            [usize::from(byte) % 6];
        let steps = (
            both.0.step(plain, input, &mut random.0, &mut Work::new(WORK)),
            both.1.step(fast, input, &mut random.1, &mut Work::new(WORK)),
        );
        match steps {
            // The engines count their work differently.
            (Err(TurnError::TooMuchWork), _) | (_, Err(TurnError::TooMuchWork)) => break,
            (Err(_), Err(_)) => break,
            (plain, fast) => assert_eq!(plain, fast),
        }
        assert_eq!(plain.cells(both.0.board()), fast.cells(both.1.board()));
        fast.pack(both.1.board(), &mut words);
        let mut unpacked = both.1.board().clone();
        fast.unpack(&words, &mut unpacked);
        assert!(unpacked == *both.1.board());
    }
    explore(&game);
}

/// Looks at some positions of the first level.
fn explore(game: &Arc<Game>) {
    let Some(Ok(model)) = game.level(1).map(|level| model(game.clone(), level)) else { return };
    let mut states = vec![model.start().to_vec()];
    for number in 0..20 {
        let Some(state) = states.get(number).cloned() else { break };
        let bound = model.bound(&state);
        model.expand(&state, &mut |_, next| {
            let next_bound = model.bound(next);
            assert!(bound.is_some() || next_bound.is_none(), "a state that is lost leads to one that is not");
            assert!(
                !model.is_won(next) || bound.is_some_and(|bound| bound <= 1),
                "a win is nearer than its bound"
            );
            states.push(next.to_vec());
        });
    }
    let question = Question {
        levels: vec![1],
        limits: GraphLimits { positions: 50, bytes: 1 << 20 },
        threads: 1,
        intended: None,
    };
    audit(game, &question, &mut |_| ControlFlow::Continue(()));
}
