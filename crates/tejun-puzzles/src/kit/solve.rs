//! How a puzzle made with the kit is solved and explored.

use tejun_search::heuristic::{CostedOf, astar};
use tejun_search::{Answer, Limits, Outcome, Pruned, Stats, Watch, depth_first};

use super::deepen::deepen;
use super::from_state::FromState;
use super::puzzle::{Puzzle, Search};
use super::rules::Rules;
use super::unit_cost::UnitCost;
use crate::answer::{Exploration, Solution, Worth};
use crate::breadth_first;
use crate::instance::{Explore, Solve};
use crate::options::{Observer, SolveError, SolveOptions, Wanted};
use crate::play::Play;

/// What puzzles say that have no line to every exit.
const ONE_LINE: &str = "this family gives one best line: ask for the best";

impl<P: Puzzle> Solve for Play<Rules<P>> {
    fn solve(&self, options: &SolveOptions, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        let (rules, start) = (&*self.rules, self.position.state);
        if options.wanted == Wanted::Best
            && !rules.0.is_goal(&start)
            && let Some(reason) = rules.hopeless(&start)
        {
            return Ok(Solution::impossible(reason));
        }
        let onward = FromState { puzzle: &rules.0, start };
        let costed = |answer: Answer<CostedOf<P>>| costed(rules, start, answer);
        // A match of constants, so that each puzzle has the code of its own search only.
        match P::SEARCH {
            Search::AStar | Search::IterativeDeepening if options.wanted != Wanted::Best => {
                Err(SolveError::new(ONE_LINE))
            }
            Search::AStar => Ok(costed(astar(&onward, options.request(observer)))),
            Search::IterativeDeepening => {
                let (answer, details) = deepen(&onward, options, observer);
                Ok(Solution { details, ..costed(answer) })
            }
            Search::BreadthFirst | Search::DepthFirst => {
                let (found, holds) = by_moves(rules, &onward, options, observer)?;
                if holds { Ok(found) } else { Err(SolveError::new(promise_broken::<P>())) }
            }
            Search::Auto => {
                let (found, holds) = by_moves(rules, &onward, options, observer)?;
                if holds {
                    return Ok(unpromised(found));
                }
                if options.wanted != Wanted::Best {
                    return Err(SolveError::new(ONE_LINE));
                }
                if options.spill.is_some() {
                    return Err(SolveError::new(
                        "its moves differ in cost, so that A* has to search, which keeps no states on disk: ask without that",
                    ));
                }
                let options = SolveOptions { limits: less(options.limits, &found.stats), ..options.clone() };
                let answer = costed(astar(&onward, options.request(observer)));
                Ok(Solution { stats: together(&found.stats, &answer.stats), ..answer })
            }
        }
    }

    fn spills(&self, options: &SolveOptions) -> bool {
        let (rules, start) = (&*self.rules, &self.position.state);
        match P::SEARCH {
            Search::Auto => rules.moves(start).iter().all(|&(by, _)| rules.0.cost(start, by) == 1),
            Search::BreadthFirst => true,
            Search::DepthFirst => options.wanted == Wanted::All,
            Search::AStar | Search::IterativeDeepening => false,
        }
    }
}

/// Answers with a search that counts moves. Also returns whether all moves that it made cost 1; only then does the answer
/// count.
fn by_moves<P: Puzzle>(
    rules: &Rules<P>,
    onward: &FromState<P>,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<(Solution, bool), SolveError> {
    let space = UnitCost::new(onward, options);
    let pruned = Pruned(&space);
    let writer = &rules.writer(onward.start);
    let mut watch = space.watch(observer);
    let found = if options.wanted != Wanted::Best {
        breadth_first::solve(&space, options, &mut watch, writer)?
    } else if P::SEARCH == Search::DepthFirst {
        let answer = depth_first(&pruned, options.request(&mut watch));
        match answer.outcome.map(|path| writer.line(&path.moves)) {
            Outcome::Solved(line) => {
                // All solutions cost the same.
                let cost = line.len() as i64;
                Solution::optimal(line, cost, answer.stats)
            }
            unsolved => Solution::without_line(unsolved, answer.stats),
        }
    } else {
        breadth_first::solve(&pruned, options, &mut watch, writer)?
    };
    drop(watch);
    let holds = space.holds(options);
    Ok((found, holds))
}

/// What is found where nothing promises that all moves cost 1: the next one, which was not made yet, may cost nothing.
fn unpromised(found: Solution) -> Solution {
    let less = |bound: i64| bound.saturating_sub(1).max(0);
    let bound = match found.outcome {
        Outcome::Stopped(..) => found.bound.cost.map(less),
        _ => found.bound.cost,
    };
    Solution { bound: Worth { cost: bound, ..found.bound }, ..found }
}

/// Why a puzzle is not solved whose search is for moves that all cost 1.
pub(super) fn promise_broken<P: Puzzle>() -> String {
    let search = P::SEARCH;
    format!(
        "its SEARCH is {search:?}, for moves that all cost 1, and these do not: leave SEARCH out, or make it AStar"
    )
}

/// The answer of a search by cost.
fn costed<P: Puzzle>(rules: &Rules<P>, start: P::State, answer: Answer<CostedOf<P>>) -> Solution {
    let writer = rules.writer(start);
    match answer.outcome {
        Outcome::Solved(line) => {
            Solution::optimal(writer.line(&line.path.moves), line.cost.into(), answer.stats)
        }
        unsolved => {
            let unsolved = unsolved.map(|line| writer.line(&line.path.moves));
            let bound = Worth { cost: answer.bound, score: None };
            Solution { bound, ..Solution::without_line(unsolved, answer.stats) }
        }
    }
}

/// What is left of limits after a search.
fn less(limits: Limits, spent: &Stats) -> Limits {
    Limits { states: limits.states.saturating_sub(spent.stored), ..limits }
}

/// What two searches have spent, one after the other.
fn together(first: &Stats, second: &Stats) -> Stats {
    Stats {
        expanded: first.expanded + second.expanded,
        stored: first.stored + second.stored,
        peak_bytes: first.peak_bytes.max(second.peak_bytes),
    }
}

impl<P: Puzzle> Explore for Play<Rules<P>> {
    fn explore(&self, options: &SolveOptions, watch: &mut dyn Watch) -> Result<Exploration, SolveError> {
        let (rules, start) = (&*self.rules, self.position.state);
        let onward = FromState { puzzle: &rules.0, start };
        let space = UnitCost::new(&onward, options);
        let explored = breadth_first::explore(&space, options, watch, &rules.writer(start));
        let unit = (!space.holds(options)).then_some(P::MOVE_NAME);
        Ok(Exploration { unit, ..explored })
    }

    fn spills(&self, _: &SolveOptions) -> bool {
        true
    }
}
