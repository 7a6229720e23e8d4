//! The play of a puzzle made with the kit.

use super::puzzle::{Puzzle, Search};
use super::words;
use crate::answer::{Status, Worth};
use crate::instance::{Choice, Explore, Solve};
use crate::move_writer::MoveWriter;
use crate::play::{self, Play};
use crate::scene::{Gesture, Scene};
use crate::sentence::Reason;

/// The rules of a puzzle: the moves of its space.
pub(super) struct Rules<P>(pub P);

/// A state, and what the line to it costs.
#[derive(Clone, Copy)]
pub(super) struct Reached<S> {
    pub state: S,
    pub cost: i64,
}

impl<P: Puzzle> Rules<P> {
    pub(super) fn moves(&self, state: &P::State) -> Vec<(P::Move, P::State)> {
        let mut moves = Vec::new();
        self.0.expand(state, |by, next| moves.push((by, next)));
        moves
    }

    /// Writes the moves of searches from `start` on.
    pub(super) fn writer(
        &self,
        start: P::State,
    ) -> MoveWriter<P::State, impl Fn(&mut P::State, P::Move) -> String> {
        MoveWriter::new(start, |state: &mut P::State, by: P::Move| {
            let text = self.0.write(state, by);
            let next = self.moves(state).into_iter().find(|&(other, _)| other == by);
            *state = next.expect("a search goes by the moves of the space").1;
            text
        })
    }

    /// Why there is no solution from a state that is not solved, if that is easy to see.
    pub(super) fn hopeless(&self, state: &P::State) -> Option<Reason> {
        if self.moves(state).is_empty() {
            return Some(Reason::new(&words::NO_MOVE_LEFT));
        }
        let unsaid = || self.0.bound(state).is_none().then(|| Reason::new(&words::HOPELESS));
        self.0.hopeless(state).or_else(unsaid)
    }
}

impl<P: Puzzle> play::Rules for Rules<P> {
    type Position = Reached<P::State>;

    const SOLUTIONS_COST_ALIKE: bool = matches!(P::SEARCH, Search::DepthFirst);

    fn play(&self, at: &mut Self::Position, text: &str) -> Result<(), Reason> {
        let moves = self.moves(&at.state);
        let Some(&(by, next)) = moves.iter().find(|&&(by, _)| self.0.write(&at.state, by) == text) else {
            let &(other, _) = moves.first().ok_or_else(|| Reason::new(&words::NO_MOVE_LEFT))?;
            let other = self.0.write(&at.state, other);
            return Err(Reason::new(&words::NOT_A_MOVE).with("other", other).with("move", text));
        };
        *at = Reached { state: next, cost: at.cost + i64::from(self.0.cost(&at.state, by)) };
        Ok(())
    }

    fn worth(&self, at: &Self::Position, _: usize) -> Worth {
        Worth::cost(at.cost)
    }

    fn is_solved(&self, at: &Self::Position) -> bool {
        self.0.is_goal(&at.state)
    }

    fn status(&self, at: &Self::Position) -> Status {
        if self.is_solved(at) {
            Status::Solved
        } else if self.moves(&at.state).is_empty() {
            Status::Lost
        } else {
            Status::Open
        }
    }

    fn objective(&self) -> Option<Reason> {
        self.0.objective()
    }

    fn scene(&self, at: &Self::Position) -> Scene {
        let scene = self.0.scene(&at.state);
        let lost = self.status(at) == Status::Lost;
        if lost { scene.captioned(Reason::new(&words::NO_MOVE_LEFT)) } else { scene }
    }

    fn choices(&self, at: &Self::Position) -> Vec<Choice> {
        let (state, scene) = (&at.state, self.0.scene(&at.state));
        let choice =
            |(by, _)| Choice { text: self.0.write(state, by), gesture: self.0.gesture(state, &scene, by) };
        self.moves(state).into_iter().map(choice).collect()
    }

    fn read_gesture(&self, at: &Self::Position, gesture: &Gesture) -> Result<String, Reason> {
        let meant = self.choices(at).into_iter().find(|choice| alike(&choice.gesture, gesture));
        meant.map(|choice| choice.text).ok_or_else(|| {
            let reason = self.0.why_not(&at.state, gesture);
            match gesture {
                Gesture::Carry { to, .. } if reason.cells().is_empty() => {
                    let cells = self.0.scene(&at.state).cells.len();
                    reason.on(to.iter().copied().filter(|&cell| cell < cells))
                }
                _ => reason,
            }
        })
    }

    fn solver(play: &Play<Self>) -> Option<&dyn Solve> {
        Some(play)
    }

    fn explorer(play: &Play<Self>) -> Option<&dyn Explore> {
        Some(play)
    }
}

/// Whether two gestures are the same; the order of cells does not matter.
fn alike(one: &Gesture, other: &Gesture) -> bool {
    match (one, other) {
        (Gesture::Carry { piece, to }, Gesture::Carry { piece: held, to: there }) => {
            piece == held && set(to) == set(there)
        }
        _ => one == other,
    }
}

fn set(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells
}
