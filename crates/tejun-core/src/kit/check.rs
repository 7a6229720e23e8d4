//! Checks of a puzzle whose own graph is searched.

use tejun_search::{Limits, Packed, Search as GraphSearch, Unwatched, check_space};

use super::solve::promise_broken;
use super::unit_cost::UnitCost;
use crate::framework::conformance::{self, ConformanceError};
use crate::framework::family::Family;
use crate::framework::info::LibraryFile;
use crate::framework::play;
use crate::framework::puzzle::Puzzle;
use crate::framework::searches::Search;
use crate::vocabulary::input::{InputError, Keys};
use crate::vocabulary::means::Means;

/// States of each puzzle whose space is checked.
const STATES: usize = 2000;
/// States up to which a space is explored for goals.
const EXPLORED: u64 = 100_000;

/// Reads a puzzle from the text of an instance file, for use with your own searches.
///
/// # Errors
/// If the text does not make a puzzle; the error says where and how to fix it.
pub fn read<P: Puzzle>(text: &str) -> Result<P, InputError> {
    let (_, keys) = Keys::split(text)?;
    play::make(keys)
}

/// Checks the family of the puzzles `P` as [`conformance::family`] does, and the space of each of its puzzles with
/// [`check_space`]. If its [searches](Puzzle::SEARCHES) are for moves that all cost 1, they must; if they are
/// [depth-first](crate::Searches::depth_first), all goals of a small space must also be equally far.
///
/// # Errors
/// Returns the first error found.
pub fn conformance<P: Puzzle<State: Packed + std::fmt::Debug>>(plays: u64) -> Result<(), ConformanceError> {
    let family = Family::of::<P>();
    let files = || conformance::files(&family).into_iter();
    let in_family = |puzzle, what| ConformanceError { puzzle, line: Default::default(), what };
    // First, because what is solved at a wrong cost says less about what to do.
    for LibraryFile { name, text } in files() {
        let fault = read(&text).map_err(|error| error.to_string()).and_then(|puzzle: P| costs(&puzzle));
        fault.map_err(|what| in_family(name, what))?;
    }
    conformance::family(&family, plays)?;
    for LibraryFile { name, text } in files() {
        let error = |what: String| in_family(name.clone(), what);
        let puzzle: P = read(&text).map_err(|fault| error(fault.to_string()))?;
        check_space(&puzzle, STATES).map_err(|fault| error(fault.to_string()))?;
        let limits = Limits { states: EXPLORED, ..Limits::default() };
        let explore = || GraphSearch::new(&puzzle).limits(limits).terminal_goals(true).explore();
        if P::SEARCHES.kit == Some(Search::DepthFirst)
            && let Ok(explored) = explore()
            && explored.goals.iter().filter(|&&goals| goals > 0).count() > 1
        {
            return Err(error("its solutions differ in length".to_owned()));
        }
    }
    Ok(())
}

/// Checks that the moves cost what the search and the names promise, from the first states on.
fn costs<P: Puzzle<State: Packed>>(puzzle: &P) -> Result<(), String> {
    let means = Means { limits: Limits { states: STATES as u64, ..Limits::default() }, ..Means::default() };
    let space = UnitCost::new(puzzle, &means);
    // Whether it is stopped does not matter: it has looked at the first states.
    let _ = GraphSearch::new(&space).with(means.request(&mut Unwatched)).explore();
    if space.holds(&means) {
        return Ok(());
    }
    if let Some(search @ (Search::BreadthFirst | Search::DepthFirst)) = P::SEARCHES.kit {
        return Err(promise_broken(search == Search::DepthFirst));
    }
    let (metric, name) = (puzzle.metric(), P::FAMILY.move_name);
    if metric != name {
        return Ok(());
    }
    Err(format!(
        "its moves do not all cost 1, but {metric} are what a cost counts, and what moves are called: name the one in `metrics`, or the other in `move_name`"
    ))
}
