//! Answers to the questions that all breadth-first families share.

use tejun_search::{Outcome, Packed, Proof, Search, Space, StopReason, Watch};

use super::found::unsolved;
use crate::framework::move_writer::{LineWriter, MoveWriter};
use crate::vocabulary::answer::{Exit, Exploration, Solution, Value};
use crate::vocabulary::means::{Means, SolveError};
use crate::vocabulary::options::NOT_THE_FIRST;
use crate::vocabulary::question::{Explore, Wanted};

/// Finds a shortest line from the start of `space`, or one to every exit.
///
/// # Errors
/// If only the first few solutions are wanted: breadth-first families do not list solutions. If the answer is too long.
pub fn solve<P: Space<State: Packed>, S: Clone>(
    space: &P,
    wanted: Wanted,
    means: &Means,
    watch: &mut dyn Watch,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Result<Solution, SolveError> {
    match wanted {
        Wanted::Best => Ok(match Search::new(space).with(means.request(watch)).shortest() {
            Ok(path) => Solution::optimal(writer.line(&path.moves), path.cost.into(), path.stats),
            Err(error) => unsolved(error, |_| None),
        }),
        Wanted::All => exits(space, means, watch, writer),
        Wanted::First(_) => Err(SolveError::new(NOT_THE_FIRST)),
    }
}

/// Units of work to play and write a move.
const WRITE: usize = 256;

/// Finds a shortest line to every exit. Lines are written while the search delivers them, within its memory and under
/// its watch.
fn exits<P: Space<State: Packed>, S: Clone>(
    space: &P,
    means: &Means,
    watch: &mut dyn Watch,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Result<Solution, SolveError> {
    let mut exits: Vec<Exit> = Vec::new();
    let (mut lines, mut length, mut too_long) = (LineWriter::new(writer), 0, false);
    let found = Search::new(space).with(means.request(watch)).for_each_exit(|exit, workspace| {
        lines.truncate(exit.shared);
        for &by in &exit.moves[exit.shared..] {
            workspace.work(WRITE)?;
            lines.push(by);
        }
        // The text of the answer has at least quotation marks and a comma for each move.
        length += (lines.text().len() + 2 * lines.moves() + r#"{"cost":1,"line":[]},"#.len()) as u64;
        if length > means.answer_bytes {
            too_long = true;
            return Err(StopReason::Memory);
        }
        if exits.len() <= exit.rank {
            let more = exit.rank + 1 - exits.len();
            workspace.reserve(&mut exits, more)?;
            exits.resize_with(exit.rank + 1, Exit::default);
        }
        workspace.take(lines.text().len() as u64)?;
        exits[exit.rank] = Exit { cost: lines.moves() as i64, text: lines.text().into() };
        workspace.work(lines.text().len())
    });
    if too_long {
        return Err(SolveError::too_long(means.answer_bytes));
    }
    exits.truncate(match &found {
        Ok((count, _)) => *count,
        Err(error) => error.best().copied().unwrap_or(0),
    });
    let nearest = || exits.first().map_or(Vec::new(), |exit| exit.moves().map(str::to_owned).collect());
    let value = Value { cost: exits.first().map(|exit| exit.cost), score: None };
    let solution = match found {
        Ok((_, stats)) => Solution {
            proof: Proof::Optimal,
            bound: value,
            ..Solution::without_line(Outcome::Solved(nearest()), stats)
        },
        Err(error) => unsolved(error, |_| Some(nearest())),
    };
    Ok(Solution { value, exits: Some(exits), ..solution })
}

/// Explores the whole space reachable from the start of `space`. Distances count moves, which are taken to be what the
/// metric counts.
pub fn explore<P: Space<State: Packed>, S: Clone>(
    space: &P,
    &Explore { terminal_goals }: &Explore,
    means: &Means,
    watch: &mut dyn Watch,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Exploration {
    let search = Search::new(space).with(means.request(watch)).terminal_goals(terminal_goals);
    let (outcome, explored, stats) = match search.explore() {
        Ok(explored) => {
            let stats = explored.stats;
            (Outcome::Solved(()), explored, stats)
        }
        Err(error) => {
            let reason = error.stopped().expect("a space can be explored, unless that is stopped");
            let (found, stats) = (error.best().map(drop), error.stats());
            (Outcome::Stopped(reason, found), error.into_best().unwrap_or_default(), stats)
        }
    };
    Exploration {
        outcome,
        states: explored.levels.iter().sum(),
        classes: explored.classes.unwrap_or_default(),
        levels: explored.levels,
        unit: None,
        dead_ends: explored.dead_ends,
        goals: explored.goals.iter().sum(),
        goal_levels: terminal_goals.then_some(explored.goals),
        shortest_lines: explored.shortest_paths.unwrap_or_default(),
        farthest: explored.farthest.map_or(Vec::new(), |path| writer.line(&path.moves)),
        stats,
    }
}
