//! Typed answers to questions about a puzzle. How they are shown or written is up to the front ends.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use tejun_search::{BigCount, Outcome, Proof, Stats, StopReason};

use crate::vocabulary::line::PlayError;
use crate::vocabulary::sentence::Reason;

/// The value of a line, or a bound on it: a cost, where less is better, and in families that score lines, a
/// score, where more is better. Scores are compared before costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The cost in the instance's metric; `None` if the line solves nothing.
    pub cost: Option<i64>,
    /// The score, in families that keep one.
    pub score: Option<i64>,
}

impl Value {
    /// A value with this cost and no score.
    pub fn cost(cost: i64) -> Self {
        Value { cost: Some(cost), score: None }
    }
}

/// How a play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It continues.
    Open,
    /// The puzzle is solved.
    Solved,
    /// It ended without a solution: no move is left, or it is worth something all the same.
    Over,
    /// It is lost.
    Lost,
}

impl Status {
    /// A one-word code for programs.
    pub fn code(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Solved => "solved",
            Status::Over => "over",
            Status::Lost => "lost",
        }
    }
}

/// What the plain rules say about a line.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The first illegal move.
    pub fault: Option<PlayError>,
    /// Whether the line ends in a solved position.
    pub solves: bool,
    /// The value of the line.
    pub value: Value,
    /// Details that the family adds.
    pub details: Details,
}

/// The answer to "solve".
#[derive(Clone, Debug)]
pub struct Solution {
    /// A line that solves the puzzle, a proof that there is none, or why the search stopped.
    pub outcome: Outcome<Vec<String>>,
    /// How much is proved about the value of the line.
    pub proof: Proof,
    /// The value of the line.
    pub value: Value,
    /// Upper bound on the value of any line.
    pub bound: Value,
    /// Every exit, by cost, if all were asked for.
    pub exits: Option<Vec<Exit>>,
    /// The solutions drawn as rows of letters, if several were asked for and the family draws them so.
    pub drawings: Option<Vec<LetterGrid>>,
    /// Why there is no solution, if no search was needed to tell.
    pub reason: Option<Reason>,
    /// Statistics of the search.
    pub stats: Stats,
    /// Details that the family adds.
    pub details: Details,
}

impl Solution {
    /// An answer without a line, whose value is unknown.
    pub fn without_line(outcome: Outcome<Vec<String>>, stats: Stats) -> Self {
        Solution {
            outcome,
            proof: Proof::Unproved,
            value: Value::default(),
            bound: Value::default(),
            exits: None,
            drawings: None,
            reason: None,
            stats,
            details: Details::default(),
        }
    }

    /// An answer that proves, without a search, that no line exists.
    pub fn impossible(reason: Reason) -> Self {
        let none = Self::without_line(Outcome::Unsolvable, Stats::default());
        Solution { reason: Some(reason), ..none }
    }

    /// An answer with an optimal line: it costs `cost`, and no line costs less.
    pub fn optimal(line: Vec<String>, cost: i64, stats: Stats) -> Self {
        Solution {
            proof: Proof::Optimal,
            value: Value::cost(cost),
            bound: Value::cost(cost),
            ..Self::without_line(Outcome::Solved(line), stats)
        }
    }
}

/// A goal state at which play ends, and a shortest line to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exit {
    /// What the line costs.
    pub cost: i64,
    /// Its moves, separated by spaces: there may be very many exits.
    pub text: Box<str>,
}

impl Exit {
    /// The moves of the line.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace()
    }
}

/// A solution as rows of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterGrid(pub(crate) Box<str>);

impl LetterGrid {
    /// Returns the grid with these rows.
    pub fn new(rows: &[String]) -> Self {
        LetterGrid(rows.join("\n").into())
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &str> {
        self.0.lines()
    }

    /// Bytes of its rows.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// The answer to "explore".
#[derive(Clone, Debug)]
pub struct Exploration {
    /// `Solved(())` if the whole space was explored, else why it was not.
    pub outcome: Outcome<()>,
    /// Number of reachable positions.
    pub states: u64,
    /// Number of classes of these positions under the symmetries of board and goal.
    pub classes: u64,
    /// Number of positions at each distance from the start.
    pub levels: Vec<u64>,
    /// What distances count, as a plural: `None` if that is the metric. Moves of lines are what they count where such a
    /// move does not always cost 1.
    pub unit: Option<&'static str>,
    /// Number of positions without a legal move.
    pub dead_ends: u64,
    /// Number of solved positions.
    pub goals: u64,
    /// Number of solved positions at each distance, if goals are terminal.
    pub goal_levels: Option<Vec<u64>>,
    /// Number of shortest sequences of positions that lead to a goal.
    pub shortest_lines: BigCount,
    /// A shortest line to one of the positions farthest from the start.
    pub farthest: Vec<String>,
    /// Statistics of the search.
    pub stats: Stats,
}

impl Exploration {
    /// The answer of an exploration that was stopped before it began.
    pub fn stopped(reason: StopReason) -> Self {
        Exploration {
            outcome: Outcome::Stopped(reason, None),
            states: 0,
            classes: 0,
            levels: Vec::new(),
            unit: None,
            dead_ends: 0,
            goals: 0,
            goal_levels: None,
            shortest_lines: BigCount::ZERO,
            farthest: Vec::new(),
            stats: Stats::default(),
        }
    }
}

/// The answer to "which starts are hardest".
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// `Solved(())` if the whole space was searched; `Unsolvable` if no start reaches the goal; `Stopped` if the
    /// levels are only those completed before the stop.
    pub outcome: Outcome<()>,
    /// Number of possible starts; `None` if there are too many to be counted in the memory allowed.
    pub starts: Option<u128>,
    /// Number of classes of the starts under the symmetries of board, pieces and goal, if the search was complete.
    pub classes: Option<u64>,
    /// Number of starts at each distance from the goal. The last is not 0.
    pub levels: Vec<u64>,
    /// Number of classes of starts at each distance.
    pub class_levels: Vec<u64>,
    /// Some of the starts at the greatest distance, one of each class; all, if they are not very many.
    pub hardest: Vec<Start>,
    /// Bytes that the search takes; `None` if they overflow, or if it was over all sets of pieces.
    pub bytes: Option<u128>,
    /// If it was over all sets of pieces: by number of pieces, from none on. The numbers above are the sums. If the search
    /// was stopped, some rows are incomplete, and others may be missing; by the limit on the depth, the levels up to that
    /// are complete.
    pub by_pieces: Option<Vec<PieceRecord>>,
    /// Statistics of the search.
    pub stats: Stats,
}

/// What is known of the sets with one number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRecord {
    /// Number of pieces.
    pub pieces: u32,
    /// Number of their placements; with a goal of the file, of those with the pieces that it wants, once for each piece that
    /// may be the one to go.
    pub placements: u64,
    /// Number of starts from which the goal can be reached.
    pub solvable: u64,
    /// The greatest distance of a start from its goal; `None` if no start reaches it.
    pub distance: Option<u32>,
    /// Number of classes of starts at that distance under the symmetries of board and goal.
    pub classes: u64,
    /// Some of these, one of each class; all, if they are not very many.
    pub hardest: Vec<Start>,
    /// Whether all sets with this number of pieces were searched to the end. If not, the numbers count what was found.
    pub complete: bool,
}

/// A start of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The rows of its board.
    pub board: Vec<String>,
    /// The text of an instance file that starts so; `None` if no file can.
    pub instance: Option<String>,
}

/// The answer to "count".
#[derive(Clone, Debug)]
pub struct Counted {
    /// `Unsolvable` if there is no solution; `Stopped` if the numbers cover only what was seen before the
    /// stop.
    pub outcome: Outcome<()>,
    /// Number of solutions up to the symmetries of the puzzle.
    pub solutions: u128,
    /// Number of solutions, symmetric images counted separately.
    pub solutions_raw: u128,
    /// Why there is no solution, if no search was needed to tell.
    pub reason: Option<Reason>,
    /// Statistics of the count.
    pub stats: Stats,
}

/// Details that a family adds to an answer: any structure that serde can write as a map. Front ends merge its
/// keys with their own.
#[derive(Clone, Default)]
pub struct Details(Option<Arc<dyn erased_serde::Serialize + Send + Sync>>);

impl Details {
    /// Wraps a structure.
    pub fn new(details: impl Serialize + Send + Sync + 'static) -> Self {
        Details(Some(Arc::new(details)))
    }

    /// The structure, for a serializer; `None` if the family adds nothing.
    pub fn get(&self) -> Option<&dyn erased_serde::Serialize> {
        self.0.as_deref().map(|details| details as &dyn erased_serde::Serialize)
    }
}

impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Details(..)" } else { "Details" })
    }
}
