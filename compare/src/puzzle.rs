//! What every library is given: the rules of a puzzle as plain functions.

use tejun_search::Moves;

/// The rules of a puzzle whose states fit into 64 bits. Each is written once; a wrapper of a few lines gives
/// it to each library.
pub trait Puzzle: Clone + Send + Sync + 'static {
    /// Whether every move can be undone. Only tejun uses this.
    const MOVES: Moves;

    fn start(&self) -> u64;

    fn is_goal(&self, state: u64) -> bool;

    /// The goal, if there is only one. Searches from both ends need it.
    fn only_goal(&self) -> Option<u64> {
        None
    }

    /// Visits the states that one move leads to, each with the cost of the move.
    fn successors(&self, state: u64, visit: impl FnMut(u64, u32));

    /// A lower bound on the cost from `state` to the goal.
    fn bound(&self, _state: u64) -> u32 {
        0
    }

    /// The representative of the states that are like `state`, turned or reflected.
    fn representative(state: &u64) -> u64 {
        *state
    }
}

/// What a library answered.
pub struct Found {
    /// Compared between libraries.
    pub answer: String,
    /// States expanded; by stateright, which does not count those, states found.
    pub states: Option<u64>,
}

/// Checks a line by the rules, and returns its cost.
fn judge<P: Puzzle>(puzzle: &P, line: &[u64]) -> u32 {
    assert_eq!(line.first(), Some(&puzzle.start()), "the line begins elsewhere");
    assert!(puzzle.is_goal(line[line.len() - 1]), "the line does not end in a goal");
    let step = |two: &[u64]| {
        let mut cheapest = None;
        puzzle.successors(two[0], |next, cost| {
            if next == two[1] && cheapest.is_none_or(|known| cost < known) {
                cheapest = Some(cost);
            }
        });
        cheapest.expect("a move of the line is illegal")
    };
    line.windows(2).map(step).sum()
}

/// What the best line costs, as an answer; the line is checked by the rules.
pub fn best_line<P: Puzzle>(puzzle: &P, line: Option<&[u64]>, states: Option<u64>) -> Found {
    let answer = match line.map(|line| judge(puzzle, line)) {
        Some(cost) => format!("cost {cost}"),
        None => "no line".into(),
    };
    Found { answer, states }
}

/// The number with its digits in groups.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}
