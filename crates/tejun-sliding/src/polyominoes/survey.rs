//! The survey: number of pieces after number of pieces, share after share.

use tejun_search::{Outcome, Spill, Stats, StopReason, Watch};

use super::checkpoint::Checkpoint;
use super::enumerate;
use super::question::Question;
use super::scope::Scope;
use super::shapes::{self, Shapes};
use super::share::{range, search_share};
use super::start::start;
use super::summary::Summary;
use super::workers::Workers;
use crate::rules::Rules;
use tejun_core::{Means, PieceRecord, SolveError, Surveyed, question::Hardest};

/// Bytes of the tables of a board: so many, and so many for each set of its cells (20 MB in all were measured for 4x5).
const TABLES: u64 = 64 << 10;
const TABLES_BY_CELLS: u64 = 32;

/// Finds how far every start of every set of polyominoes is from the goal.
///
/// # Errors
/// If the question is none that this search takes.
pub fn survey(
    rules: &Rules,
    hardest: &Hardest,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Surveyed, SolveError> {
    let Scope { board, goal, most } = Scope::read(rules, hardest)?;
    let symmetries = shapes::symmetries(&board, |symmetry| goal.keeps(symmetry));
    let orbit = symmetries.len() as u64;
    let limits = means.limits;
    let spill = means.spill.as_deref();
    let mut found = resumed(spill)?;
    let mut workers = Workers::new(means.threads, found.expanded, limits.states, watch);
    let tables = TABLES + (TABLES_BY_CELLS << board.cells);
    let mut peak_bytes = 0;
    let (complete, stopped) = match limits.bytes.checked_sub(tables) {
        None => (Vec::new(), Some(StopReason::Memory)),
        Some(bytes) => {
            let question = Question {
                board: &board,
                shapes: &Shapes::new(&board, symmetries, most),
                metric: rules.metric,
                goal: &goal,
                depth: limits.depth,
                bytes: bytes / 2 / means.threads.max(1) as u64,
            };
            peak_bytes = tables;
            search(&question, most, bytes / 2, spill, &mut found, &mut workers, &mut peak_bytes)
        }
    };
    let rows = &found.rows[..complete.len()];
    let by_pieces = (0..).zip(rows).zip(&complete).map(|((pieces, row), &complete)| PieceRecord {
        pieces,
        placements: row.placements,
        solvable: row.levels.iter().map(|level| level.starts).sum(),
        distance: (row.levels.len() as u32).checked_sub(1),
        classes: row.levels.last().map_or(0, |level| level.weight / orbit),
        hardest: row.farthest.iter().map(|&found| start(rules, &board, &goal, found)).collect(),
        complete,
    });
    let by_pieces = by_pieces.collect();
    let mut total = Summary::default();
    rows.iter().for_each(|row| total.merge(row));
    let expanded = workers.expanded();
    Ok(Surveyed {
        outcome: match stopped {
            Some(reason) => Outcome::Stopped(reason, None),
            None if total.levels.is_empty() => Outcome::Unsolvable,
            None => Outcome::Solved(()),
        },
        starts: Some(total.placements.into()),
        classes: None,
        levels: total.levels.iter().map(|level| level.starts).collect(),
        class_levels: total.levels.iter().map(|level| level.weight / orbit).collect(),
        hardest: total.farthest.iter().map(|&found| start(rules, &board, &goal, found)).collect(),
        bytes: None,
        by_pieces: Some(by_pieces),
        stats: Stats { expanded, stored: expanded, peak_bytes },
    })
}

/// Searches on from what was found, with so many bytes for the placements of a share. Returns of which numbers of pieces all
/// is found, and what stopped it. Adds to the peak of memory what shares take.
fn search(
    question: &Question,
    most: u32,
    bytes: u64,
    spill: Option<&Spill>,
    found: &mut Checkpoint,
    workers: &mut Workers,
    peak_bytes: &mut u64,
) -> (Vec<bool>, Option<StopReason>) {
    let tables = *peak_bytes;
    let placements = enumerate::count(question.board, most);
    workers.expect(placements.iter().sum());
    let mut complete = vec![true; found.complete()];
    let mut cut_off = None;
    for (pieces, &placements) in placements.iter().enumerate().skip(found.complete()) {
        let symmetries = question.shapes.orbit().into();
        let mut range = range(pieces as u32, most, placements, symmetries, [bytes, question.bytes]);
        if found.rows.len() == pieces || found.shares != range.shares {
            // With more memory or less, a number of pieces has other shares.
            found.rows.truncate(pieces);
            found.rows.push(Summary::default());
            (found.share, found.shares) = (0, range.shares);
        }
        complete.push(true);
        while found.share < range.shares {
            range.share = found.share;
            let (summary, taken, reason) = search_share(question, range, workers);
            *peak_bytes = (tables + taken).max(*peak_bytes);
            found.rows[pieces].merge(&summary);
            complete[pieces] &= reason.is_none();
            match reason {
                None => {}
                // The levels before are wanted of all.
                Some(StopReason::Depth) => cut_off = reason,
                Some(_) => return (complete, reason),
            }
            found.share += 1;
            found.expanded = workers.expanded();
            // What lacks levels is nothing to go on from.
            if let (Some(spill), None) = (spill, cut_off)
                && !spill.save(&found.write())
            {
                return (complete, Some(StopReason::Disk));
            }
        }
    }
    (complete, cut_off)
}

/// What a search that was saved has found.
fn resumed(spill: Option<&Spill>) -> Result<Checkpoint, SolveError> {
    let Some(spill) = spill else { return Ok(Checkpoint::default()) };
    let saved = spill.saved().map_err(|error| SolveError::new(error.to_string()))?;
    let Some(text) = saved else { return Ok(Checkpoint::default()) };
    Checkpoint::read(&text).ok_or_else(|| {
        let directory = spill.directory().display();
        SolveError::new(format!("{directory}: its checkpoint is damaged: begin anew in an empty directory"))
    })
}
