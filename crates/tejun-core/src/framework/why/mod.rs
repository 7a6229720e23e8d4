//! The question `why`: what is true of every solution from a position on.
//!
//! A reason is a counterfactual: while this piece stays where it is, nothing solves the puzzle. It is settled by a search
//! through all positions where the piece stays, and claimed only if that search came to its end. All questions about a
//! position share one list of positions, which is made as they need it, so that many of them cost little more than one.

mod board;
mod facts;
mod order;
mod questions;
pub mod reasons;
mod source;
mod state_table;
mod tracking;
mod words;

use tejun_search::{Limits, Space, Watch};

use self::board::NamedBoard;
use self::facts::{Moved, Subject};
use self::source::{Positions, Source};
use self::state_table::StateTable;
pub use self::tracking::{Tracked, Tracking, tracked_by_name};
use crate::framework::puzzle::Puzzle;
use crate::vocabulary::facts::Reasons;
use crate::vocabulary::line::PlayError;
use crate::vocabulary::means::{Means, SolveError};
use crate::vocabulary::question::Why;
use crate::vocabulary::scene::Scene;

/// Positions that are listed if nothing else is asked for: some seconds.
const STATES: u64 = 1 << 20;

/// Whether families say why. The module of a page has no room for it.
pub const SAYS_WHY: bool = !cfg!(target_family = "wasm");

/// Says why: facts about all solutions from `state` on, and about a move from there if one is asked about.
///
/// Cost: each position is listed once; each question is a breadth-first search among those where it holds.
///
/// # Errors
/// If the move is not legal.
pub fn why<P: Puzzle, S: Space<Cost = u32>, C, K, L>(
    puzzle: &P,
    state: &P::State,
    why: &Why,
    tracking: &Tracking<S, C, K, L>,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError>
where
    C: Fn(&P::State) -> S::State,
    K: Fn(&S::State) -> Box<[u8]>,
    L: Fn(&S::State) -> Vec<Tracked>,
{
    let mut states = vec![state.clone()];
    let mut cost = 0;
    if let Some(by) = &why.by {
        let mut after = state.clone();
        cost = puzzle
            .play(&mut after, by)
            .map_err(|reason| SolveError::new(PlayError::new(0, by, reason).to_string()))?;
        states.push(after);
    }
    let scenes: Vec<Scene> = states.iter().map(|state| puzzle.scene(state)).collect();
    let cells = scenes[0].cells.len();
    let begin: Vec<S::State> = states.iter().map(|state| (tracking.state)(state)).collect();
    let boards = scenes
        .iter()
        .zip(&begin)
        .map(|(scene, state)| NamedBoard::new(scene, (tracking.look)(state), tracking.one_at_a_time));
    let boards: Vec<NamedBoard> = boards.collect();
    let hopeless = |state: &P::State| puzzle.hopeless(state).filter(|_| !puzzle.is_goal(state));
    let hopeless: Vec<_> = states.iter().map(hopeless).collect();
    let key = |state: &P::State| (tracking.key)(&(tracking.state)(state));
    let mut ways = 0;
    if let Some(after) = states.get(1).map(key) {
        puzzle.expand(state, |_, next| ways += u32::from(key(&next) == after));
    }
    let mut positions = Positions::new(tracking, begin, cells);
    let limits = Limits {
        states: if means.limits.states == u64::MAX { STATES } else { means.limits.states },
        ..means.limits
    };
    let mut table = StateTable::new(&mut positions as &mut dyn Source, watch, limits, cells);
    let mut places = Vec::new();
    for (which, (board, hopeless)) in boards.into_iter().zip(hopeless).enumerate() {
        let number = table.begin(which).expect("two positions are few");
        places.push(Subject { board, number, hopeless });
    }
    let moved = why.by.as_deref().zip(places.get(1));
    let moved = moved.map(|(by, after)| Moved { by, cost, is_only: ways == 1, after });
    Ok(facts::facts(&mut table, &places[0], moved))
}
