//! What a puzzle answers, typed. How it is shown or written is for the front ends.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use serde::Serialize;
use tejun_search::{Outcome, Proof, Stats};

use crate::line::PlayError;
use crate::sentence::Reason;

/// What a line is worth, or a bound on it: a cost, of which less is better; where lines are scored, a
/// score, of which more is better, and which goes before the cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// What it costs, in the instance's metric; `None` where it solves nothing.
    pub cost: Option<i64>,
    /// What it scores, in the families that keep a score.
    pub score: Option<i64>,
}

impl Worth {
    /// A cost, where nothing is scored.
    pub fn cost(cost: i64) -> Self {
        Worth { cost: Some(cost), score: None }
    }
}

/// Where a play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The puzzle is solved.
    Solved,
    /// It ended with less than a solution, but with something to show for it.
    Over,
    /// It is lost.
    Lost,
}

impl Standing {
    /// One word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Solved => "solved",
            Standing::Over => "over",
            Standing::Lost => "lost",
        }
    }
}

/// What a line is worth, by the rules alone.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The first move that is not legal.
    pub fault: Option<PlayError>,
    /// Whether the line ends in a solved position.
    pub solves: bool,
    /// What it is worth.
    pub worth: Worth,
    /// What the family adds.
    pub details: Details,
}

/// The answer to "solve".
#[derive(Clone, Debug)]
pub struct Solution {
    /// Solved with this line, proved unsolvable, or stopped.
    pub outcome: Outcome<Vec<String>>,
    /// What is known of the line's worth.
    pub proof: Proof,
    /// What the line is worth.
    pub worth: Worth,
    /// No line is worth more than this.
    pub bound: Worth,
    /// Every exit, by cost, where they were asked for.
    pub exits: Option<Vec<Exit>>,
    /// The solutions as rows of letters, where several were asked for and the family draws them so.
    pub drawings: Option<Vec<Vec<String>>>,
    /// Why there is no solution, where that needed no search.
    pub reason: Option<Reason>,
    /// What the search did.
    pub stats: Stats,
    /// What the family adds.
    pub details: Details,
}

impl Solution {
    /// An answer without a line: nothing is known of its worth.
    pub fn without_line(outcome: Outcome<Vec<String>>, stats: Stats) -> Self {
        Solution {
            outcome,
            proof: Proof::None,
            worth: Worth::default(),
            bound: Worth::default(),
            exits: None,
            drawings: None,
            reason: None,
            stats,
            details: Details::default(),
        }
    }

    /// The proof that there is no line, for a reason that needed no search.
    pub fn impossible(reason: Reason) -> Self {
        let none = Self::without_line(Outcome::Unsolvable, Stats::default());
        Solution { reason: Some(reason), ..none }
    }

    /// A line that is proved to cost `cost`, and no other less.
    pub fn optimal(line: Vec<String>, cost: i64, stats: Stats) -> Self {
        Solution {
            proof: Proof::Optimal,
            worth: Worth::cost(cost),
            bound: Worth::cost(cost),
            ..Self::without_line(Outcome::Solved(line), stats)
        }
    }
}

/// A goal state that is not gone beyond, and a shortest line to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Moves.
    pub cost: i64,
    /// The line.
    pub line: Vec<String>,
}

/// The answer to "explore".
#[derive(Clone, Debug)]
pub struct Exploration {
    /// `Solved(())` when the space is whole, else why it is not.
    pub outcome: Outcome<()>,
    /// Positions that can be reached.
    pub states: u64,
    /// Classes of them under the symmetries of board and goal.
    pub classes: u64,
    /// Positions by their distance from the start.
    pub levels: Vec<u64>,
    /// Positions without a move.
    pub dead_ends: u64,
    /// Positions that are solved.
    pub goals: u64,
    /// With terminal goals: the distance of each goal, ascending.
    pub goal_depths: Option<Vec<u32>>,
    /// How many shortest sequences of positions lead to a goal.
    pub shortest_lines: BigUint,
    /// A shortest line to a position that is as far away as any.
    pub farthest: Vec<String>,
    /// What the search did.
    pub stats: Stats,
}

/// The answer to "count".
#[derive(Clone, Debug)]
pub struct Counted {
    /// `Unsolvable` where there is no solution, `Stopped` where the numbers are those seen so far.
    pub outcome: Outcome<()>,
    /// One for each set of images under the symmetries of the puzzle.
    pub solutions: u128,
    /// All of them.
    pub solutions_raw: u128,
    /// Why there is none, where that needed no search.
    pub reason: Option<Reason>,
    /// What the count did.
    pub stats: Stats,
}

/// What a family adds to an answer: any structure that serde can write as a map. Front ends put its
/// keys beside their own.
#[derive(Clone, Default)]
pub struct Details(Option<Arc<dyn erased_serde::Serialize + Send + Sync>>);

impl Details {
    /// These details.
    pub fn new(details: impl Serialize + Send + Sync + 'static) -> Self {
        Details(Some(Arc::new(details)))
    }

    /// The structure, for a serializer; `None` where the family adds nothing.
    pub fn get(&self) -> Option<&dyn erased_serde::Serialize> {
        self.0.as_deref().map(|details| details as &dyn erased_serde::Serialize)
    }
}

impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Details(..)" } else { "Details" })
    }
}
