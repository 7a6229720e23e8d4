//! Instance files of sliding puzzles.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::bounds::{self, Axes, Letters};
use super::drawing::{self, MAX_CELLS, drawn, is_outside};
use super::faults::{NO_GOAL, TOO_LARGE};
use super::goal;
use super::model::Plan;
use super::rules::{Floor, GoalMatch, Metric, Piece, Position, Rules, Shape};
use tejun_core::{InputError, Reason, input};

/// The keys of an instance file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    metric: Metric,
    #[serde(default)]
    goal_match: GoalMatch,
    axis: Option<Axes>,
    #[serde(default)]
    gates: BTreeMap<String, Letters>,
    board: String,
    goal: Option<String>,
}

impl File {
    /// Builds the puzzle that the keys describe, and its start position.
    ///
    /// # Errors
    /// If the keys do not describe a puzzle; the error says where and how to fix it.
    pub fn rules(&self) -> Result<(Rules, Position), InputError> {
        let mut board = input::rows(&self.board)?;
        let (height, columns) = (board.len(), board[0].len());
        if height * columns > MAX_CELLS {
            return Err(drawing::too_large(&TOO_LARGE, height, columns));
        }
        drawing::visible(&board)?;
        let gates = bounds::take_gates(&mut board, &self.gates)?;
        let inside = board.iter().flatten().map(|&c| !is_outside(c)).collect();
        let floor = Floor { rows: height, columns, inside };
        let mut pieces = Vec::new();
        let mut heads = Vec::new();
        for (letter, cells) in drawn(&board) {
            drawing::connected(letter, &cells, columns)?;
            heads.push(cells[0]);
            pieces.push(Piece { letter, shape: Shape::of(&cells, columns), axis: None });
        }
        if let Some(axes) = &self.axis {
            bounds::give_axes(&mut pieces, &heads, columns, axes)?;
        }
        let drawn_at: Vec<(usize, usize)> =
            gates.iter().map(|gate| (gate.cells[0] / columns, gate.cells[0] % columns)).collect();
        let (goal_match, metric) = (self.goal_match, self.metric);
        let mut rules = Rules { floor, pieces, gates, targets: Vec::new(), goal_match, metric };
        bounds::open_gates(&mut rules, &self.gates)?;
        let shut = bounds::passable(&rules, &drawn_at).err();
        match &self.goal {
            Some(goal) => {
                let added = goal::add(&mut rules, &mut heads, goal);
                added.map_err(|fault| shut.unwrap_or_else(|| fault.in_goal()))?;
            }
            None if self.goal_match == GoalMatch::Shape => {
                return Err(Reason::new(&NO_GOAL).into());
            }
            None => {}
        }
        bounds::passable(&rules, &drawn_at)?;
        Plan::check(&rules)?;
        let start = rules.position(heads);
        Ok((rules, start))
    }
}
