//! The scope of a search of all sets: which polyominoes, and what they have to reach.

use super::board::{Board, CellSet, MAX_CELLS};
use super::goal::Goal;
use crate::rules::{GoalMatch, Rules};
use tejun_core::{SolveError, input, question::Hardest};

/// What all sets are called.
pub const WORD: &str = "polyominoes";

/// The sets of polyominoes that are searched: on which board, for which goal, of how large pieces.
pub struct Scope {
    pub board: Board,
    pub goal: Goal,
    /// Maximum number of cells of a piece.
    pub most: u32,
}

impl Scope {
    /// Reads a question about the board of `rules`: the sets as `polyominoes` or `polyominoes:N`, the goal as `corner`
    /// or that of the file.
    ///
    /// # Errors
    /// If it is none, or the board or the goal is more than this search takes.
    pub fn read(rules: &Rules, hardest: &Hardest) -> Result<Self, SolveError> {
        let most = most(hardest.pieces.as_deref().unwrap_or_default())?;
        if !rules.gates.is_empty() || rules.pieces.iter().any(|piece| piece.axis.is_some()) {
            return Err(SolveError::new(
                "axis, gates and goals off the board are for the pieces of the file, and polyominoes are others: leave them out",
            ));
        }
        let board = Board::new(&rules.floor).ok_or_else(|| {
            SolveError::new(format!(
                "this board has {} cells, and all sets of polyominoes are searched on at most {MAX_CELLS}: cut it down",
                rules.floor.inside.len()
            ))
        })?;
        let goal = match hardest.goal.as_deref() {
            Some("corner") => Goal::corners(&board),
            Some(other) => {
                let other = input::quoted(other);
                return Err(SolveError::new(format!(
                    "{other} is no goal: write corner, or leave it out for that of the file"
                )));
            }
            None => goal_of(rules, most)?,
        };
        Ok(Scope { board, goal, most })
    }
}

fn most(pieces: &str) -> Result<u32, SolveError> {
    let error = || {
        let pieces = input::quoted(pieces);
        SolveError::new(format!(
            "{pieces} are not all sets: write polyominoes, or polyominoes:3 for pieces of at most three cells"
        ))
    };
    match pieces.trim().split_once(':') {
        None if pieces.trim() == WORD => Ok(MAX_CELLS as u32),
        Some((WORD, most)) => most.parse().ok().filter(|&most| most > 0).ok_or_else(error),
        _ => Err(error()),
    }
}

/// The goal of a file, for pieces of at most `most` cells.
fn goal_of(rules: &Rules, most: u32) -> Result<Goal, SolveError> {
    let cells = |piece: usize, head: usize| -> CellSet {
        rules.cells(piece, head).into_iter().fold(0, |set, cell| set | 1 << cell)
    };
    let targets: Vec<CellSet> =
        rules.targets.iter().map(|target| cells(target.pieces[0], target.head)).collect();
    if let Some(target) = targets.iter().find(|target| target.count_ones() > most) {
        return Err(SolveError::new(format!(
            "the goal wants a piece of {} cells: write polyominoes:{0}, or a greater number",
            target.count_ones()
        )));
    }
    match (&targets[..], rules.goal_match) {
        ([], _) => Err(SolveError::new(
            "this puzzle has no goal to be far from: add a goal to the file, or write --goal corner",
        )),
        (_, GoalMatch::Shape) => Ok(Goal::Shapes(targets)),
        ([target], _) => Ok(Goal::Piece(*target)),
        _ => Err(SolveError::new(
            "over all sets of polyominoes, a goal is of one piece: draw one piece there, or add goal_match = \"shape\"",
        )),
    }
}
