//! A depth-first search to watch, over the positions of any family that tells them apart.

use std::collections::HashSet;

use super::instance::Position;
use super::words;
use crate::vocabulary::answer::Status;
use crate::vocabulary::line::Line;
use crate::vocabulary::means::Means;
use crate::vocabulary::question::StepThrough;
use crate::vocabulary::scene::Choice;
use crate::vocabulary::sentence::Reason;
use crate::vocabulary::steps::{Step, StepKind, Steps};

/// Bytes for the positions of a search that somebody watches, at most: it may lie idle for long.
const MOST_BYTES: u64 = 64 << 20;
/// Bytes that a key takes besides itself, roughly: its allocation, and its slots in a table that doubles.
const KEY_BYTES: usize = 96;
/// Bytes that a position and its key take besides the key, and a move, roughly.
const POSITION_BYTES: usize = 256;
const MOVE_BYTES: usize = 160;
/// Maximum number of moves to a position: front ends replay no longer lines.
const DEEPEST: usize = 10_000;

/// Plays the first move of a position that was not tried, and takes it back when nothing is left to try after it. It cuts
/// positions that it met before, and those of which the family sees that no solution can be reached; without pruning, only
/// those that it has on its line already.
pub(super) struct StepSearch {
    position: Box<dyn Position>,
    line: Vec<String>,
    /// The positions before the moves of the line, and the one after the last while its moves are tried.
    open: Vec<Open>,
    /// The positions that it met; without pruning, those on the line.
    seen: HashSet<Box<[u8]>>,
    /// Bytes left.
    room: usize,
    /// How many positions may still be seen.
    states: u64,
    prunes: bool,
    next: Next,
    last: Step,
}

/// A position, and its moves that are still to be tried, the next one last.
struct Open {
    position: Box<dyn Position>,
    moves: Vec<Choice>,
    /// Bytes that are free again when its moves are tried.
    bytes: usize,
    /// Its key, if it is then forgotten.
    key: Option<Box<[u8]>>,
}

enum Next {
    Look,
    Choose,
    Back,
    End,
}

impl StepSearch {
    /// A search that has not begun.
    pub fn new(start: Box<dyn Position>, asked: StepThrough, means: &Means) -> Self {
        StepSearch {
            position: start,
            line: Vec::new(),
            open: Vec::new(),
            seen: HashSet::new(),
            room: means.limits.bytes.min(MOST_BYTES) as usize,
            states: means.limits.states,
            prunes: !asked.unpruned,
            next: Next::Look,
            last: event(StepKind::Exhausted, Reason::new(&words::EXHAUSTED)),
        }
    }

    /// What is seen of the position after the last move; `None` if its moves are to be tried.
    fn look(&mut self) -> Option<Step> {
        if self.position.status() == Status::Solved {
            return Some(event(StepKind::Solution, Reason::new(&words::SOLVED)));
        }
        let pruned = |reason: Reason| {
            let cells = reason.cells().to_vec();
            Some(Step { kind: StepKind::Pruned, reason, cells })
        };
        let key = self.position.key().unwrap_or_default();
        if self.seen.contains(&key) {
            return pruned(Reason::new(&words::SEEN));
        }
        if let Some(reason) = self.position.hopeless().filter(|_| self.prunes) {
            return pruned(reason);
        }
        let mut moves = self.position.choices();
        if moves.is_empty() {
            return pruned(Reason::new(&words::NO_MOVE_LEFT));
        }
        moves.reverse();
        let table = key.len() + KEY_BYTES;
        let open = POSITION_BYTES + moves.len() * MOVE_BYTES;
        if self.room < table + open || self.states == 0 || self.line.len() >= DEEPEST {
            self.next = Next::End;
            return Some(event(StepKind::Stopped, Reason::new(&words::STOPPED)));
        }
        self.room -= table + open;
        self.states -= u64::from(self.prunes);
        let (bytes, forgotten) = if self.prunes { (open, None) } else { (open + table, Some(key.clone())) };
        self.seen.insert(key);
        self.open.push(Open { position: self.position.boxed_clone(), moves, bytes, key: forgotten });
        None
    }

    /// Plays the next move of the last position; `None` if it has none.
    fn choose(&mut self) -> Option<Step> {
        let open = self.open.last_mut()?;
        let Choice { text, gesture } = open.moves.pop()?;
        self.position = open.position.boxed_clone();
        self.position.play(&text).expect("a choice is legal");
        let reason = Reason::new(&words::PLAYED).with("move", &text);
        self.line.push(text);
        Some(Step { kind: StepKind::Placed, reason, cells: gesture.cells() })
    }

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.next {
                Next::Look => {
                    self.next = Next::Back;
                    if let Some(step) = self.look() {
                        return Some(step);
                    }
                    self.next = Next::Choose;
                }
                Next::Choose => {
                    if let Some(step) = self.choose() {
                        self.next = Next::Look;
                        return Some(step);
                    }
                    if let Some(tried) = self.open.pop() {
                        self.room += tried.bytes;
                        tried.key.map(|key| self.seen.remove(&key));
                    }
                    self.next = Next::Back;
                }
                Next::Back => {
                    let Some(by) = self.line.pop() else {
                        self.next = Next::End;
                        return Some(event(StepKind::Exhausted, Reason::new(&words::EXHAUSTED)));
                    };
                    self.next = Next::Choose;
                    let reason = Reason::new(&words::TAKEN_BACK).with("move", by);
                    return Some(event(StepKind::TakenBack, reason));
                }
                Next::End => return None,
            }
        }
    }
}

fn event(kind: StepKind, reason: Reason) -> Step {
    Step { kind, reason, cells: Vec::new() }
}

impl Steps for StepSearch {
    fn go(&mut self) -> Option<StepKind> {
        self.last = self.next()?;
        Some(self.last.kind)
    }

    fn last(&self) -> Step {
        self.last.clone()
    }

    fn line(&self) -> Line {
        Line(self.line.clone())
    }
}
