//! The survey: number of pieces after number of pieces, share after share.

use tejun_search::{Outcome, Stats, StopReason, Watch};

use super::asked::Asked;
use super::checkpoint::Checkpoint;
use super::enumerate;
use super::question::Question;
use super::shapes::{self, Shapes};
use super::share::{range, search_share};
use super::start::start;
use super::summary::Summary;
use super::workers::Workers;
use crate::families::sliding::rules::Rules;
use crate::vocabulary::answer::Surveyed;
use crate::vocabulary::options::{SolveError, SolveOptions};
use crate::vocabulary::sets::{PieceRecord, SetsAsked, SetsSurveyed};

/// Finds how far every start of every set of polyominoes is from the goal.
///
/// # Errors
/// If the question is none that this search takes.
pub fn survey(
    rules: &Rules,
    asked: &SetsAsked,
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<SetsSurveyed, SolveError> {
    let Asked { board, goal, most } = Asked::read(rules, asked)?;
    let symmetries = shapes::symmetries(&board, |symmetry| goal.keeps(symmetry));
    let shapes = Shapes::new(&board, symmetries, most);
    let limits = options.limits;
    let question = Question {
        board: &board,
        shapes: &shapes,
        metric: rules.metric,
        goal: &goal,
        depth: limits.depth,
        bytes: limits.bytes / 2 / options.threads.max(1) as u64,
    };
    let placements = enumerate::count(&board, most);
    let mut found = resumed(options)?;
    let mut workers = Workers::new(options.threads, found.expanded, watch);
    workers.expect(placements.iter().sum());
    let stopped = search(&question, most, &placements, options, &mut found, &mut workers);
    let complete = found.complete();
    let rows = &found.rows;
    let by_pieces = (0..).zip(rows).map(|(pieces, row)| PieceRecord {
        pieces,
        placements: row.placements,
        solvable: row.levels.iter().map(|level| level.starts).sum(),
        distance: (row.levels.len() as u32).checked_sub(1),
        classes: row.levels.last().map_or(0, |level| level.weight / u64::from(shapes.orbit())),
        hardest: row.farthest.iter().map(|&found| start(rules, &board, &goal, found)).collect(),
        complete: (pieces as usize) < complete,
    });
    let by_pieces = by_pieces.collect();
    let mut total = Summary::default();
    rows.iter().for_each(|row| total.merge(row));
    let expanded = workers.expanded();
    let total = Surveyed {
        outcome: match stopped {
            Some(reason) => Outcome::Stopped(reason, None),
            None if total.levels.is_empty() => Outcome::Unsolvable,
            None => Outcome::Solved(()),
        },
        starts: Some(total.placements.into()),
        classes: None,
        levels: total.levels.iter().map(|level| level.starts).collect(),
        class_levels: total.levels.iter().map(|level| level.weight / u64::from(shapes.orbit())).collect(),
        hardest: total.farthest.iter().map(|&found| start(rules, &board, &goal, found)).collect(),
        bytes: None,
        stats: Stats { expanded, stored: expanded, ..Stats::default() },
    };
    Ok(SetsSurveyed { total, by_pieces })
}

/// Searches on from what was found. Returns what stopped it.
fn search(
    question: &Question,
    most: u32,
    placements: &[u64],
    options: &SolveOptions,
    found: &mut Checkpoint,
    workers: &mut Workers,
) -> Option<StopReason> {
    let (limits, orbit) = (options.limits, u64::from(question.shapes.orbit()));
    for (pieces, &placements) in placements.iter().enumerate().skip(found.complete()) {
        let mut range = range(pieces as u32, most, placements, orbit, limits.bytes / 2);
        if found.complete() == found.rows.len() || found.shares != range.shares {
            // With more memory or less, a number of pieces has other shares.
            found.rows.truncate(found.complete());
            found.rows.push(Summary::default());
            (found.share, found.shares) = (0, range.shares);
        }
        while found.share < range.shares {
            range.share = found.share;
            let (summary, stopped) = search_share(question, range, workers);
            found.rows[pieces].merge(&summary);
            if stopped.is_some() {
                return stopped;
            }
            found.share += 1;
            found.expanded = workers.expanded();
            if let Some(spill) = &options.spill
                && !spill.save(&found.write())
            {
                return Some(StopReason::Disk);
            }
            if found.expanded >= limits.states {
                return Some(StopReason::States);
            }
        }
    }
    None
}

/// What a search that was saved has found.
fn resumed(options: &SolveOptions) -> Result<Checkpoint, SolveError> {
    let Some(spill) = &options.spill else { return Ok(Checkpoint::default()) };
    let saved = spill.saved().map_err(|error| SolveError::new(error.to_string()))?;
    let Some(text) = saved else { return Ok(Checkpoint::default()) };
    Checkpoint::read(&text).ok_or_else(|| {
        let directory = spill.directory().display();
        SolveError::new(format!("{directory}: its checkpoint is damaged: begin anew in an empty directory"))
    })
}
