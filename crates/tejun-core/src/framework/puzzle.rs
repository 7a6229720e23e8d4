//! What the author of a puzzle writes.

use tejun_search::{Space, StopReason};

use super::pattern_db_cache::PatternDbCache;
use super::searches::Searches;
use super::words;
use crate::framework::info::FamilyInfo;
use crate::vocabulary::answer::{Status, Value, Verdict};
use crate::vocabulary::cell::CellId;
#[cfg(not(target_family = "wasm"))]
use crate::vocabulary::export::{Export, ExportFormat};
use crate::vocabulary::input::{InputError, Keys};
use crate::vocabulary::notation::Notation;
use crate::vocabulary::scene::{Choice, Course, Gesture, Scene};
use crate::vocabulary::sentence::Reason;

/// A puzzle: a graph of positions by its plain rules, and how people see it.
///
/// The graph is a [`Space`]: its first start is where play begins, and its moves are the legal ones. A [`Puzzle`] adds how
/// a file is read, how a move is written, which gesture plays it, and what a position looks like.
/// [`Family::of`](crate::Family::of) makes all that front ends need of it.
///
/// The moves of a state differ from each other, and so do their texts and their gestures. The cells of its scenes never
/// change. [`conformance`](crate::conformance) checks that.
///
/// Where the states are [packed](tejun_search::Packed), [`SEARCHES`](Puzzle::SEARCHES) come from the [kit](crate::kit),
/// and search this very graph; then `check` replays a solution by the rules that found it. A family with a packed model
/// of its own gives functions that search the model instead; then `check` is an oracle for them.
pub trait Puzzle: Space<Cost = u32> + Send + Sized + 'static {
    /// The fixed facts of the family.
    const FAMILY: FamilyInfo;

    /// What can be searched, and how.
    const SEARCHES: Searches<Self>;

    /// The puzzle in normal form, which is what certificates are about: an instance file that is read as the same puzzle,
    /// with everything in one spelling and every default written out. It has the names of this puzzle for pieces and cells.
    #[cfg(not(target_family = "wasm"))]
    fn normal_form(&self) -> Option<String> {
        None
    }

    /// Makes a puzzle from the keys of a file. Keys that it does not take are refused.
    ///
    /// # Errors
    /// If the keys do not make a puzzle; the error says where and how to fix it.
    fn read(keys: &mut Keys) -> Result<Self, InputError>;

    /// Writes a legal move of `state`, without white space.
    fn write(&self, state: &Self::State, by: Self::Move) -> String;

    /// The gesture that plays a legal move of `state` on its scene.
    fn gesture(&self, state: &Self::State, scene: &Scene, by: Self::Move) -> Gesture;

    /// The drawing of a state.
    fn scene(&self, state: &Self::State) -> Scene;

    /// What a cost of this puzzle counts: one of the family's metrics.
    fn metric(&self) -> &'static str {
        Self::FAMILY.metrics[0]
    }

    /// What is to be done, in one line.
    fn objective(&self) -> Option<Reason> {
        None
    }

    /// How the play stands in a state.
    fn status(&self, state: &Self::State) -> Status {
        if self.is_goal(state) {
            Status::Solved
        } else if has_moves(self, state) {
            Status::Open
        } else if Self::FAMILY.dead_ends_lose {
            Status::Lost
        } else {
            Status::Over
        }
    }

    /// What a line to `state` is worth whose moves cost `cost`.
    fn verdict(&self, state: &Self::State, cost: i64) -> Verdict {
        Verdict { solves: self.is_goal(state), value: Value::cost(cost), ..Verdict::default() }
    }

    /// Plays a move given as text, and returns what it costs. By default it is the legal move that is written so, or one
    /// in a [foreign notation](Puzzle::play_foreign).
    ///
    /// # Errors
    /// Returns why the move is not legal; the state is then unchanged.
    fn play(&self, state: &mut Self::State, text: &str) -> Result<u32, Reason> {
        if let Some(played) = self.play_foreign(state, text) {
            return played;
        }
        let moves = moves(self, state);
        let Some((by, next)) = moves.iter().find(|(by, _)| self.write(state, *by) == text) else {
            return Err(not_a_move(self, state, moves.first().map(|(by, _)| *by), text));
        };
        let mut cost = None;
        self.expand_costs(state, |other, _, more| {
            if other == *by {
                cost = cost.or(Some(more));
            }
        });
        *state = next.clone();
        Ok(cost.expect("a move that is visited has a cost"))
    }

    /// Plays a move in the notation of other programs, and returns what it costs, or why it is not legal; the state is
    /// then unchanged. `None` if the text is in no such notation: no move that [`write`](Puzzle::write) writes may be.
    fn play_foreign(&self, _state: &mut Self::State, _text: &str) -> Option<Result<u32, Reason>> {
        None
    }

    /// A legal line from `from` on in each notation of other programs that the family writes. The puzzle reads it back.
    fn foreign_lines(&self, _from: &Self::State, _line: &[String]) -> Vec<Notation> {
        Vec::new()
    }

    /// Every legal move of a state, always in the same order.
    fn choices(&self, state: &Self::State) -> Vec<Choice> {
        let scene = self.scene(state);
        let mut choices = Vec::new();
        self.expand(state, |by, _| {
            choices.push(Choice { text: self.write(state, by), gesture: self.gesture(state, &scene, by) });
        });
        choices
    }

    /// The legal move that a gesture stands for.
    ///
    /// # Errors
    /// Returns why there is no such move.
    fn read_gesture(&self, state: &Self::State, gesture: &Gesture) -> Result<String, Reason> {
        let meant = self.choices(state).into_iter().find(|choice| choice.gesture.means(gesture));
        meant.map(|choice| choice.text).ok_or_else(|| {
            let reason = self.why_not(state, gesture);
            if !reason.cells().is_empty() {
                return reason;
            }
            let cells = self.scene(state).cells.len();
            reason.on(gesture.cells().into_iter().filter(|&cell| cell < cells))
        })
    }

    /// Why a gesture that plays no move of `state` does not.
    fn why_not(&self, _state: &Self::State, _gesture: &Gesture) -> Reason {
        Reason::new(Self::FAMILY.why_not)
    }

    /// What the puzzle itself says, in whatever language, when `by` is played in `state`; at the start if `by` is `None`.
    fn said(&self, _state: &Self::State, _by: Option<&str>) -> Vec<String> {
        Vec::new()
    }

    /// What the move `by` does in `state` on its way.
    fn course(&self, _state: &Self::State, _by: &str) -> Course {
        Course::default()
    }

    /// The puzzle from a state on in which the piece on these cells never moves, as the text of an instance: it has a solution
    /// just if this one has one in which that piece stays where it is. `None` if no instance is like that.
    fn pinned(&self, _state: &Self::State, _cells: &[CellId]) -> Option<String> {
        None
    }

    /// Bytes of memory that the puzzle takes, roughly, if they can be many.
    fn bytes(&self) -> u64 {
        0
    }

    /// Why no search can tell anything about the puzzle, if that is so though it has a goal.
    fn unproved(&self) -> Option<Reason> {
        None
    }

    /// What questions about the puzzle leave out, though a player may meet it: all answers are about the rest.
    fn left_out(&self) -> Vec<Reason> {
        Vec::new()
    }

    /// Why no goal can be reached from `state`, if that shows without a search.
    fn hopeless(&self, _state: &Self::State) -> Option<Reason> {
        None
    }

    /// The state in each notation of other programs that the family writes.
    fn notations(&self, _state: &Self::State) -> Vec<Notation> {
        Vec::new()
    }

    /// The puzzle from `state` on as input for other programs, or why it has no place in the format; `None` if the
    /// family does not write the format. A formula asks for a line of at most `depth` moves.
    // The page has no use for it, and its module no room.
    #[cfg(not(target_family = "wasm"))]
    fn export(&self, _state: &Self::State, _format: ExportFormat, _depth: Option<u32>) -> Option<Export> {
        None
    }

    /// Loads the pattern databases that the [bound](Space::bound) uses from then on. Called before a search by
    /// [IDA*](Searches::iterative_deepening) that turns out not to be easy; perhaps by several threads at once, and again
    /// and again.
    ///
    /// # Errors
    /// If that is stopped, or there is no memory for it.
    fn load_heuristics(&self, _cache: &mut PatternDbCache) -> Result<(), StopReason> {
        Ok(())
    }
}

/// The moves of a state, and where they lead.
pub fn moves<P: Space>(space: &P, state: &P::State) -> Vec<(P::Move, P::State)> {
    let mut moves = Vec::new();
    space.expand(state, |by, next| moves.push((by, next)));
    moves
}

/// Why `text` is no move of a state, which has this other one.
pub fn not_a_move<P: Puzzle>(puzzle: &P, state: &P::State, other: Option<P::Move>, text: &str) -> Reason {
    let Some(other) = other else { return Reason::new(&words::NO_MOVE_LEFT) };
    Reason::new(&words::NOT_A_MOVE).with("other", puzzle.write(state, other)).with("move", text)
}

/// Whether a state has a move.
pub(crate) fn has_moves<P: Space>(space: &P, state: &P::State) -> bool {
    let mut any = false;
    space.expand(state, |_, _| any = true);
    any
}
