//! The survey: number of pieces after number of pieces, share after share.

use tejun_search::{Outcome, Stats, StopReason, Watch};

use super::asked::Asked;
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
    let mut workers = Workers::new(options.threads, watch);
    workers.expect(placements.iter().sum());
    let mut rows: Vec<(Summary, bool)> = Vec::new();
    let mut stopped = None;
    for (pieces, &placements) in (0..).zip(&placements) {
        let mut row = Summary::default();
        let mut range = range(pieces, most, placements, shapes.orbit().into(), limits.bytes / 2);
        for share in 0..range.shares {
            range.share = share;
            let (summary, reason) = search_share(&question, range, &mut workers);
            row.merge(&summary);
            stopped = reason.or((workers.expanded() >= limits.states).then_some(StopReason::States));
            if stopped.is_some() {
                break;
            }
        }
        rows.push((row, stopped.is_none()));
        if stopped.is_some() {
            break;
        }
    }
    let by_pieces = (0..).zip(&rows).map(|(pieces, (row, complete))| PieceRecord {
        pieces,
        placements: row.placements,
        solvable: row.levels.iter().map(|level| level.starts).sum(),
        distance: (row.levels.len() as u32).checked_sub(1),
        classes: row.levels.last().map_or(0, |level| level.weight / u64::from(shapes.orbit())),
        hardest: row.farthest.iter().map(|&found| start(rules, &board, &goal, found)).collect(),
        complete: *complete,
    });
    let by_pieces = by_pieces.collect();
    let mut total = Summary::default();
    rows.iter().for_each(|(row, _)| total.merge(row));
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
