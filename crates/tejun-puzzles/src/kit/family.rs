//! The family of the puzzles made with the kit.

use std::marker::PhantomData;

use tejun_search::bfs::{self, Goals};
use tejun_search::{Limits, Outcome, Request, Unwatched, check_space};

use super::puzzle::{Puzzle, Search};
use super::rules::{Reached, Rules};
use super::solve::promise_broken;
use super::unit_cost::UnitCost;
use crate::about::About;
use crate::conformance::{self, Breach};
use crate::family::{Brush, Family, LibraryFile};
use crate::input::{Header, InputError, Keys};
use crate::instance::Instance;
use crate::options::SolveOptions;
use crate::play::Game;
use crate::rule_example::RuleExample;
use crate::sentence::Sentence;

/// The family of the puzzles `P`.
pub struct Kit<P>(PhantomData<fn() -> P>);

/// The family of the puzzles `P`, for a [`Registry`](crate::Registry).
pub fn family<P: Puzzle>() -> Kit<P> {
    Kit(PhantomData)
}

/// Reads a puzzle from the text of an instance file, for use with your own searches.
///
/// # Errors
/// If the text does not make a puzzle; the error says where and how to fix it.
pub fn read<P: Puzzle>(text: &str) -> Result<P, InputError> {
    let (_, keys) = Keys::split(text)?;
    made(keys)
}

fn made<P: Puzzle>(mut keys: Keys) -> Result<P, InputError> {
    let puzzle = P::read(&mut keys)?;
    keys.finish()?;
    Ok(puzzle)
}

impl<P: Puzzle> Family for Kit<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn title(&self) -> &'static Sentence {
        P::TITLE
    }

    fn about(&self) -> &'static Sentence {
        P::ABOUT
    }

    fn names(&self) -> &'static [&'static str] {
        P::NAMES
    }

    fn rule_examples(&self) -> &'static [RuleExample] {
        P::RULE_EXAMPLES
    }

    fn metrics(&self) -> &'static [&'static str] {
        if P::METRICS.len() > 1 { P::METRICS } else { &[] }
    }

    fn import(&self, text: &str) -> Option<Result<String, InputError>> {
        P::import(text)
    }

    fn template(&self) -> &'static str {
        P::TEMPLATE
    }

    fn brushes(&self) -> &'static [Brush] {
        P::BRUSHES
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let puzzle: P = made(keys)?;
        let mut start = None;
        puzzle.starts(|state| start = start.or(Some(state)));
        let start = start.ok_or_else(|| InputError::new("the puzzle has no start"))?;
        let about = About::new(P::NAME, puzzle.metric(), header);
        Ok(Box::new(Game::new(about, Rules(puzzle), Reached { state: start, cost: 0 })))
    }

    fn library(&self) -> Vec<LibraryFile> {
        P::library()
    }
}

/// States of each puzzle whose space is checked.
const STATES: usize = 2000;
/// States up to which a space is explored for goals.
const EXPLORED: u64 = 100_000;

/// Checks the family of the puzzles `P` as [`conformance`](crate::conformance::family) does, and the space of
/// each of its puzzles with [`check_space`]. If its [`Search`] is for moves that all cost 1, they must; if it is
/// [`Search::DepthFirst`], all goals of a small space must also be equally far.
///
/// # Errors
/// Returns the first breach found.
pub fn conformance<P: Puzzle>(plays: u64) -> Result<(), Breach> {
    let family = family::<P>();
    let files = || conformance::files(&family).into_iter();
    let breach = |puzzle, what| Breach { puzzle, line: Default::default(), what };
    // First, because what is solved at a wrong cost says less about what to do.
    for LibraryFile { name, text } in files() {
        let fault = read(&text).map_err(|error| error.to_string()).and_then(|puzzle: P| costs(&puzzle));
        fault.map_err(|what| breach(name, what))?;
    }
    conformance::family(&family, plays)?;
    for LibraryFile { name, text } in files() {
        let breach = |what: String| breach(name.clone(), what);
        let puzzle: P = read(&text).map_err(|error| breach(error.to_string()))?;
        check_space(&puzzle, STATES).map_err(|fault| breach(fault.to_string()))?;
        let limits = Limits { states: EXPLORED, ..Limits::default() };
        let explore = || bfs::explore(&puzzle, Goals::Terminal, Request::new(&mut Unwatched).limits(limits));
        if P::SEARCH == Search::DepthFirst
            && let Outcome::Solved(explored) = explore().outcome
            && explored.goals.iter().filter(|&&goals| goals > 0).count() > 1
        {
            return Err(breach("its solutions differ in length".to_owned()));
        }
    }
    Ok(())
}

/// Checks that the moves cost what the search and the names promise, from the first states on.
fn costs<P: Puzzle>(puzzle: &P) -> Result<(), String> {
    let options = SolveOptions {
        limits: Limits { states: STATES as u64, ..Limits::default() },
        ..SolveOptions::default()
    };
    let space = UnitCost::new(puzzle, &options);
    bfs::explore(&space, Goals::Expanded, options.request(&mut Unwatched));
    if space.holds(&options) {
        return Ok(());
    }
    if matches!(P::SEARCH, Search::BreadthFirst | Search::DepthFirst) {
        return Err(promise_broken::<P>());
    }
    let (metric, name) = (puzzle.metric(), P::MOVE_NAME);
    if metric != name {
        return Ok(());
    }
    Err(format!(
        "its moves do not all cost 1, but {metric} are what a cost counts, and what moves are called: name the one in METRICS, or the other in MOVE_NAME"
    ))
}
