//! The models in `stateright`.

use stateright::{Checker, Model, Property};

use crate::puzzle::{Found, Puzzle, best_line, thousands};

/// A puzzle as a model; with `ENDLESS`, no state is a goal, so that the checker visits all.
struct As<P, const ENDLESS: bool>(P);

const GOAL: &str = "goal";

impl<P: Puzzle, const ENDLESS: bool> Model for As<P, ENDLESS> {
    type State = u64;
    /// The state that the move leads to.
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        vec![self.0.start()]
    }

    fn actions(&self, state: &u64, actions: &mut Vec<u64>) {
        self.0.successors(*state, |next, _| actions.push(next));
        // Depth-first, the checker tries the last action first; the other libraries the first successor.
        actions.reverse();
    }

    fn next_state(&self, _: &u64, action: u64) -> Option<u64> {
        Some(action)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::sometimes(GOAL, |model, state| !ENDLESS && model.0.is_goal(*state))]
    }
}

fn line<P: Puzzle>(puzzle: &P, checker: &impl Checker<As<P, false>>) -> Found {
    let line = checker.discovery(GOAL).map(|path| path.into_states());
    best_line(puzzle, line.as_deref(), Some(checker.unique_state_count() as u64))
}

pub fn shortest<P: Puzzle>(puzzle: &P) -> Found {
    line(puzzle, &As(puzzle.clone()).checker().spawn_bfs().join())
}

pub fn any_line<P: Puzzle>(puzzle: &P, symmetry: bool) -> Found {
    let checker = As(puzzle.clone()).checker();
    let checker = if symmetry { checker.symmetry_fn(P::representative) } else { checker };
    line(puzzle, &checker.spawn_dfs().join())
}

pub fn all_states<P: Puzzle>(puzzle: &P, threads: usize) -> Found {
    let done = As::<P, true>(puzzle.clone()).checker().threads(threads).spawn_bfs().join();
    let states = done.unique_state_count();
    Found { answer: format!("{} states", thousands(states as u64)), states: Some(states as u64) }
}
