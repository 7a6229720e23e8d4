//! Questions to a breadth-first space, answered as every family searched that way answers them.

use serde_json::Map;
use tejun_search::bfs::{self, Options};
use tejun_search::{Outcome, Proof, Space, Watch};

use crate::puzzle::{AskError, Exit, Exploration, Report, Request, Wanted};

fn options(ask: &Request) -> Options {
    Options { limits: ask.limits, threads: ask.threads, ..Options::default() }
}

/// A shortest line from the start of `space`, or every exit; `write` turns moves into text.
///
/// # Errors
/// When so many solutions are asked for as only other families list.
pub(crate) fn solve<P: Space>(
    space: &P,
    ask: &Request,
    watch: &mut dyn Watch,
    write: impl Fn(&[P::Move]) -> Vec<String>,
) -> Result<Report, AskError> {
    match ask.wanted {
        Wanted::Best => {
            let answer = bfs::shortest(space, &options(ask), watch);
            let outcome = answer.outcome.map(|path| write(&path.moves));
            let cost = match &outcome {
                Outcome::Solved(line) => Some(line.len() as i64),
                _ => None,
            };
            let bound = (outcome != Outcome::Unsolvable).then_some(i64::from(answer.bound));
            Ok(Report {
                proof: if cost.is_some() { Proof::Optimal } else { Proof::None },
                outcome,
                cost,
                bound,
                exits: None,
                reason: None,
                stats: answer.stats,
                extra: Map::new(),
            })
        }
        Wanted::All => {
            let answer = bfs::exits(space, &options(ask), watch);
            let lines = answer.paths.iter().map(|path| write(&path.moves));
            let exits: Vec<Exit> = lines.map(|line| Exit { cost: line.len() as i64, line }).collect();
            let nearest = exits.first();
            let cost = nearest.map(|exit| exit.cost);
            let bound = cost.unwrap_or(i64::from(answer.bound));
            Ok(Report {
                bound: (answer.outcome != Outcome::Unsolvable).then_some(bound),
                outcome: answer.outcome.map(|()| nearest.map_or(Vec::new(), |exit| exit.line.clone())),
                proof: if cost.is_some() { Proof::Optimal } else { Proof::None },
                cost,
                exits: Some(exits),
                reason: None,
                stats: answer.stats,
                extra: Map::new(),
            })
        }
        Wanted::First(_) => Err(AskError::Unsupported(
            "this family gives one shortest line, or with --all one to every exit: leave out --first"
                .to_owned(),
        )),
    }
}

/// The whole space from the start of `space` on; `write` turns moves into text.
pub(crate) fn explore<P: Space>(
    space: &P,
    terminal_goals: bool,
    ask: &Request,
    watch: &mut dyn Watch,
    write: impl Fn(&[P::Move]) -> Vec<String>,
) -> Exploration {
    let explored = bfs::explore(space, terminal_goals, &options(ask), watch);
    Exploration {
        outcome: explored.outcome,
        states: explored.levels.iter().sum(),
        classes: explored.classes,
        levels: explored.levels,
        dead_ends: explored.dead_ends,
        goals: explored.goal_depths.len() as u64,
        goal_depths: terminal_goals.then_some(explored.goal_depths),
        shortest_lines: explored.shortest_lines,
        farthest: explored.farthest.map_or(Vec::new(), |path| write(&path.moves)),
        stats: explored.stats,
    }
}
