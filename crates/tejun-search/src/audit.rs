//! Checks that a space keeps its contract, for the tests of its author.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use crate::packed::Packed;
use crate::space::{Moves, Space};

/// How a [`Space`] breaks its contract, and at which states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault<S> {
    /// A start, a goal, a successor or a representative equals [`Packed::NONE`]; it was derived from this
    /// state, if any.
    IsNone(Option<S>),
    /// [`Space::expand`] visits different moves of this state on a second call.
    Unsteady(S),
    /// [`Space::MOVES`] is [`Moves::Undirected`], but the second state has no move back to the first.
    NoMoveBack(S, S),
    /// [`Space::retract`] of the second state does not visit the first, which has a move to it.
    NotRetracted(S, S),
    /// [`Space::retract`] of the second state visits the first, which has no move to it.
    NoSuchMove(S, S),
    /// [`Space::canonical`] changes this state, although [`Space::has_symmetry`] returns false.
    HiddenSymmetry(S),
    /// The second state is the representative of the first, but not of itself.
    NotIdempotent(S, S),
    /// Exactly one of a state and its representative is a goal.
    GoalDiffers(S, S),
    /// The moves of a state and of its representative lead to different classes.
    MovesDiffer(S, S),
    /// [`Space::expand_classes`] of this state does not visit the representatives of what [`Space::expand`]
    /// visits.
    ClassesDiffer(S),
    /// A move from this state leads to a goal, but [`Space::has_move_to_goal`] returns false.
    Overlooked(S),
    /// [`Space::goals`] lists this state, but [`Space::is_goal`] returns false.
    NotAGoal(S),
    /// This state is a goal, but [`Space::goals`] does not list it.
    Unlisted(S),
    /// [`Priced::cost`](crate::Priced::cost) of a move from this state differs on a second call.
    UnsteadyCost(S),
    /// [`Priced::bound`](crate::Priced::bound) of this state differs on a second call.
    UnsteadyBound(S),
    /// The cheapest moves from a state and from its representative into some class differ in cost.
    CostsDiffer(S, S),
    /// The bound of this state is the first number, but a line from it to a goal costs the second.
    BoundTooHigh(S, u32, u32),
    /// The state is said to be hopeless, but a line from it to a goal costs this much.
    NotHopeless(S, u32),
}

impl<S: fmt::Debug> fmt::Display for Fault<S> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::IsNone(None) => write!(f, "a start or a goal equals Packed::NONE"),
            Fault::IsNone(Some(s)) => write!(f, "a state made of {s:?} equals Packed::NONE"),
            Fault::Unsteady(s) => write!(f, "expand({s:?}) makes other moves the second time"),
            Fault::NoMoveBack(a, b) => {
                write!(f, "moves are undirected, but {b:?} has no move back to {a:?}")
            }
            Fault::NotRetracted(a, b) => {
                write!(f, "retract({b:?}) leaves out {a:?}, which has a move to it")
            }
            Fault::NoSuchMove(a, b) => write!(f, "retract({b:?}) gives {a:?}, which has no move to it"),
            Fault::HiddenSymmetry(s) => {
                write!(f, "canonical({s:?}) is another state, but has_symmetry says no")
            }
            Fault::NotIdempotent(a, b) => {
                write!(f, "canonical({a:?}) is {b:?}, which is not its own representative")
            }
            Fault::GoalDiffers(a, b) => {
                write!(f, "one of {a:?} and its representative {b:?} is a goal, the other is not")
            }
            Fault::MovesDiffer(a, b) => {
                write!(f, "the moves of {a:?} and of its representative {b:?} lead to different classes")
            }
            Fault::ClassesDiffer(s) => {
                write!(f, "expand_classes({s:?}) differs from the representatives of expand({s:?})")
            }
            Fault::Overlooked(s) => {
                write!(f, "a move from {s:?} leads to a goal, but may_reach_goal says no")
            }
            Fault::NotAGoal(s) => write!(f, "goals lists {s:?}, but is_goal says no"),
            Fault::Unlisted(s) => write!(f, "{s:?} is a goal, but goals does not list it"),
            Fault::UnsteadyCost(s) => write!(f, "the cost of a move from {s:?} differs the second time"),
            Fault::UnsteadyBound(s) => write!(f, "bound({s:?}) differs the second time"),
            Fault::CostsDiffer(a, b) => {
                write!(f, "the moves of {a:?} and of its representative {b:?} differ in cost")
            }
            Fault::BoundTooHigh(s, bound, cost) => {
                write!(f, "bound({s:?}) is {bound}, but a line from there to a goal costs {cost}")
            }
            Fault::NotHopeless(s, cost) => {
                write!(f, "bound({s:?}) says hopeless, but a line from there to a goal costs {cost}")
            }
        }
    }
}

impl<S: fmt::Debug> std::error::Error for Fault<S> {}

/// Checks the contract of a space on the first `states` states reached breadth-first from the starts, and on
/// the goals it lists. Faults beyond those states go unnoticed.
///
/// Cost: meant for tests. Time and memory are proportional to the moves of those states, and everything is
/// called twice.
///
/// ```
/// use tejun_search::{Fault, Moves, Space, check_space};
///
/// /// Claims that every step can be taken back, but goes one way only.
/// struct Ring;
///
/// impl Space for Ring {
///     type State = u32;
///     type Move = ();
///     const MOVES: Moves = Moves::Undirected;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(0);
///     }
///     fn is_goal(&self, _: &u32) -> bool {
///         false
///     }
///     fn expand(&self, state: &u32, mut visit: impl FnMut((), u32)) {
///         visit((), (state + 1) % 5);
///     }
/// }
///
/// assert_eq!(check_space(&Ring, 100), Err(Fault::NoMoveBack(0, 1)));
/// ```
///
/// # Errors
/// Returns the first fault found.
pub fn check_space<P: Space>(space: &P, states: usize) -> Result<(), Fault<P::State>> {
    let mut audit = Audit { space, listed: space.goals(), met: HashMap::new() };
    audit.goals()?;
    let mut queue = VecDeque::new();
    let mut starts = Vec::new();
    space.starts(|state| starts.push(state));
    for start in starts {
        audit.enter(start, None, states, &mut queue)?;
    }
    while let Some(state) = queue.pop_front() {
        let after = audit.moves(&state)?;
        audit.symmetry(&state, &after)?;
        for &next in &after {
            audit.enter(next, Some(state), states, &mut queue)?;
        }
        audit.met.insert(state, Some(after));
    }
    audit.retraction()
}

struct Audit<'p, P: Space> {
    space: &'p P,
    listed: Option<Vec<P::State>>,
    /// The states visited, and their successors.
    met: HashMap<P::State, Option<Vec<P::State>>>,
}

impl<P: Space> Audit<'_, P> {
    /// Records a successor of `from`, or a start.
    fn enter(
        &mut self,
        state: P::State,
        from: Option<P::State>,
        most: usize,
        queue: &mut VecDeque<P::State>,
    ) -> Result<(), Fault<P::State>> {
        if state == P::State::NONE {
            return Err(Fault::IsNone(from));
        }
        if self.met.len() < most && !self.met.contains_key(&state) {
            self.met.insert(state, None);
            queue.push_back(state);
        }
        Ok(())
    }

    fn goals(&self) -> Result<(), Fault<P::State>> {
        for goal in self.listed.iter().flatten() {
            if *goal == P::State::NONE {
                return Err(Fault::IsNone(None));
            }
            if !self.space.is_goal(goal) {
                return Err(Fault::NotAGoal(*goal));
            }
        }
        Ok(())
    }

    /// Returns the successors of a state, sorted and deduplicated.
    fn moves(&self, state: &P::State) -> Result<Vec<P::State>, Fault<P::State>> {
        let made = || {
            let mut made = Vec::new();
            self.space.expand(state, |by, next| made.push((by, next)));
            made
        };
        let first = made();
        if first != made() {
            return Err(Fault::Unsteady(*state));
        }
        if self.space.is_goal(state) && self.listed.as_ref().is_some_and(|listed| !listed.contains(state)) {
            return Err(Fault::Unlisted(*state));
        }
        let after = set(first.into_iter().map(|(_, next)| next));
        if !self.space.has_move_to_goal(state) && after.iter().any(|next| self.space.is_goal(next)) {
            return Err(Fault::Overlooked(*state));
        }
        Ok(after)
    }

    fn symmetry(&self, state: &P::State, after: &[P::State]) -> Result<(), Fault<P::State>> {
        let space = self.space;
        let own = space.canonical(state);
        if own == P::State::NONE {
            return Err(Fault::IsNone(Some(*state)));
        }
        if !space.has_symmetry() {
            return if own == *state { Ok(()) } else { Err(Fault::HiddenSymmetry(*state)) };
        }
        if space.canonical(&own) != own {
            return Err(Fault::NotIdempotent(*state, own));
        }
        if space.is_goal(state) != space.is_goal(&own) {
            return Err(Fault::GoalDiffers(*state, own));
        }
        let classes = set(after.iter().map(|next| space.canonical(next)));
        if let Some(next) = after.iter().find(|next| space.canonical(next) == P::State::NONE) {
            return Err(Fault::IsNone(Some(*next)));
        }
        if classes != self.classes_after(&own) {
            return Err(Fault::MovesDiffer(*state, own));
        }
        let mut visited = Vec::new();
        space.expand_classes(state, |class| visited.push(class));
        if set(visited.into_iter()) != classes {
            return Err(Fault::ClassesDiffer(*state));
        }
        Ok(())
    }

    fn classes_after(&self, state: &P::State) -> Vec<P::State> {
        let mut classes = Vec::new();
        self.space.expand(state, |_, next| classes.push(self.space.canonical(&next)));
        set(classes.into_iter())
    }

    /// Checks `retract` and undirectedness among the states visited.
    fn retraction(&self) -> Result<(), Fault<P::State>> {
        if P::MOVES == Moves::OneWay {
            return Ok(());
        }
        let known = |state: &P::State| self.met.get(state).and_then(Option::as_ref);
        let mut states: Vec<&P::State> = self.met.keys().collect();
        states.sort_unstable();
        for &state in states {
            for next in known(&state).into_iter().flatten() {
                let Some(back) = known(next) else { continue };
                if P::MOVES == Moves::Undirected && !back.contains(&state) {
                    return Err(Fault::NoMoveBack(state, *next));
                }
                if !self.before(next).contains(&state) {
                    return Err(Fault::NotRetracted(state, *next));
                }
            }
            let mut before: Vec<P::State> = self.before(&state).into_iter().collect();
            before.sort_unstable();
            for before in before {
                if known(&before).is_some_and(|after| !after.contains(&state)) {
                    return Err(Fault::NoSuchMove(before, state));
                }
            }
        }
        Ok(())
    }

    fn before(&self, state: &P::State) -> HashSet<P::State> {
        let mut before = HashSet::new();
        self.space.retract(state, |state| {
            before.insert(state);
        });
        before
    }
}

/// Sorted and deduplicated.
fn set<S: Packed>(states: impl Iterator<Item = S>) -> Vec<S> {
    let mut states: Vec<S> = states.collect();
    states.sort_unstable();
    states.dedup();
    states
}
