//! Answers to the questions that all breadth-first families share.

use tejun_search::bfs::{self, Direction, Goals};
use tejun_search::{Outcome, Space, Watch};

use crate::answer::{Exit, Exploration, Solution, Worth};
use crate::ask::{Ask, AskError, Wanted};

/// Finds a shortest line from the start of `space`, or one to every exit. `write` turns moves into text.
///
/// # Errors
/// If only the first few solutions are wanted: breadth-first families do not list solutions.
pub fn solve<P: Space>(
    space: &P,
    ask: &Ask,
    watch: &mut dyn Watch,
    write: impl Fn(&[P::Move]) -> Vec<String>,
) -> Result<Solution, AskError> {
    match ask.wanted {
        Wanted::Best => {
            let answer = bfs::shortest(space, Direction::Bidirectional, ask.request(watch));
            Ok(match answer.outcome.map(|path| write(&path.moves)) {
                Outcome::Solved(line) => {
                    let cost = line.len() as i64;
                    Solution::optimal(line, cost, answer.stats)
                }
                Outcome::Unsolvable => Solution::without_line(Outcome::Unsolvable, answer.stats),
                stopped => Solution {
                    bound: Worth { cost: answer.bound, score: None },
                    ..Solution::without_line(stopped, answer.stats)
                },
            })
        }
        Wanted::All => {
            let answer = bfs::exits(space, ask.request(watch));
            let exit = |moves: &[P::Move]| Exit { cost: moves.len() as i64, line: write(moves) };
            let outcome = answer.outcome.map(|paths| paths.iter().map(|path| exit(&path.moves)).collect());
            let exits: Vec<Exit> = outcome.clone().found().unwrap_or_default();
            let cost = exits.first().map(|exit| exit.cost);
            let nearest = |exits: Vec<Exit>| exits.into_iter().next().map_or(Vec::new(), |exit| exit.line);
            Ok(Solution {
                proof: answer.proof,
                worth: Worth { cost, score: None },
                bound: Worth { cost: answer.bound, score: None },
                exits: Some(exits),
                ..Solution::without_line(outcome.map(nearest), answer.stats)
            })
        }
        Wanted::First(_) => Err(AskError::new(
            "this family gives one shortest line, or one to every exit, not the first few: ask for the best or for all",
        )),
    }
}

/// Explores the whole space reachable from the start of `space`. `write` turns moves into text.
pub fn explore<P: Space>(
    space: &P,
    ask: &Ask,
    watch: &mut dyn Watch,
    write: impl Fn(&[P::Move]) -> Vec<String>,
) -> Exploration {
    let goals = if ask.terminal_goals { Goals::Terminal } else { Goals::Passed };
    let answer = bfs::explore(space, goals, ask.request(watch));
    let outcome = answer.outcome.as_ref().map(|_| ());
    let explored = answer.outcome.found().unwrap_or_default();
    Exploration {
        outcome,
        states: explored.levels.iter().sum(),
        classes: explored.classes.unwrap_or_default(),
        levels: explored.levels,
        dead_ends: explored.dead_ends,
        goals: explored.goals.iter().sum(),
        goal_levels: ask.terminal_goals.then_some(explored.goals),
        shortest_lines: explored.shortest_lines.unwrap_or_default(),
        farthest: explored.farthest.map_or(Vec::new(), |path| write(&path.moves)),
        stats: answer.stats,
    }
}
