//! Checks that a space keeps its contract, for the tests of its author.

use std::collections::{HashMap, HashSet, VecDeque};

use super::costs;
use super::error::SpaceError;
use crate::search::{Codec, Searchable};
use crate::space::{Moves, Space};
use crate::state::key::Key;

/// Checks the contract of a space on the first `states` states reached breadth-first from the starts, and on
/// the goals it lists. Errors beyond those states go unnoticed.
///
/// Costs of moves and bounds are checked against the cheapest paths to a goal among those states alone. So the
/// check finds every bound that is too high, and every state wrongly called hopeless, for which a path within
/// the sample proves it; if the sample holds all reachable states, then all of them.
///
/// Cost: meant for tests. Time and memory are proportional to the moves of those states, times a logarithm, and
/// everything is called twice.
///
/// ```
/// use tejun_search::{Moves, Space, SpaceError, check_space};
///
/// /// Claims that every step can be taken back, but goes one way only.
/// struct Ring;
///
/// impl Space for Ring {
///     type State = u32;
///     type Move = ();
///     type Cost = u32;
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
/// assert_eq!(check_space(&Ring, 100), Err(SpaceError::NoMoveBack(0, 1)));
/// ```
///
/// A bound that is too high:
///
/// ```
/// use tejun_search::{Moves, Space, SpaceError, check_space};
///
/// /// Steps by one or by three, down to 0.
/// struct Stairs {
///     longest: u32,
/// }
///
/// impl Space for Stairs {
///     type State = u32;
///     type Move = u32;
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(10);
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 0
///     }
///     fn expand(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
///         [1, 3].into_iter().filter(|step| step <= state).for_each(|step| visit(step, state - step));
///     }
///     fn bound(&self, state: &u32) -> Option<u32> {
///         Some(state.div_ceil(self.longest))
///     }
/// }
///
/// assert_eq!(check_space(&Stairs { longest: 3 }, 100), Ok(()));
/// assert_eq!(check_space(&Stairs { longest: 2 }, 100), Err(SpaceError::BoundTooHigh(10, 5, 4)));
/// ```
///
/// # Errors
/// Returns the first error found.
pub fn check_space<P: Searchable>(space: &P, states: usize) -> Result<(), SpaceError<P::State>> {
    let keyed = space.keyed();
    check(&keyed, states).map_err(|error| error.map(|key| keyed.decode(key)))
}

fn check<P: Space<State: Key>>(space: &P, states: usize) -> Result<(), SpaceError<P::State>> {
    let mut check = Check { space, listed: space.goals(), met: HashMap::new() };
    check.goals()?;
    let mut queue = VecDeque::new();
    let mut starts = Vec::new();
    space.starts(|state| starts.push(state));
    for start in starts {
        check.enter(start, None, states, &mut queue)?;
    }
    while let Some(state) = queue.pop_front() {
        let after = check.moves(&state)?;
        check.symmetry(&state, &after)?;
        for &next in &after {
            check.enter(next, Some(state), states, &mut queue)?;
        }
        check.met.insert(state, Some(after));
    }
    check.retraction()?;
    costs::check(space, states)
}

struct Check<'p, P: Space<State: Key>> {
    space: &'p P,
    listed: Option<Vec<P::State>>,
    /// The states visited, and their successors.
    met: HashMap<P::State, Option<Vec<P::State>>>,
}

impl<P: Space<State: Key>> Check<'_, P> {
    /// Records a successor of `from`, or a start.
    fn enter(
        &mut self,
        state: P::State,
        from: Option<P::State>,
        most: usize,
        queue: &mut VecDeque<P::State>,
    ) -> Result<(), SpaceError<P::State>> {
        if state == P::State::NONE {
            return Err(SpaceError::IsNone(from));
        }
        if self.met.len() < most && !self.met.contains_key(&state) {
            self.met.insert(state, None);
            queue.push_back(state);
        }
        Ok(())
    }

    fn goals(&self) -> Result<(), SpaceError<P::State>> {
        for goal in self.listed.iter().flatten() {
            if *goal == P::State::NONE {
                return Err(SpaceError::IsNone(None));
            }
            if !self.space.is_goal(goal) {
                return Err(SpaceError::NotAGoal(*goal));
            }
        }
        Ok(())
    }

    /// Returns the successors of a state, sorted and deduplicated.
    fn moves(&self, state: &P::State) -> Result<Vec<P::State>, SpaceError<P::State>> {
        let made = || {
            let mut made = Vec::new();
            self.space.expand(state, |by, next| made.push((by, next)));
            made
        };
        let first = made();
        if first != made() {
            return Err(SpaceError::Unsteady(*state));
        }
        if self.space.is_goal(state) && self.listed.as_ref().is_some_and(|listed| !listed.contains(state)) {
            return Err(SpaceError::Unlisted(*state));
        }
        let after = set(first.into_iter().map(|(_, next)| next));
        if !self.space.has_move_to_goal(state) && after.iter().any(|next| self.space.is_goal(next)) {
            return Err(SpaceError::Overlooked(*state));
        }
        Ok(after)
    }

    fn symmetry(&self, state: &P::State, after: &[P::State]) -> Result<(), SpaceError<P::State>> {
        let space = self.space;
        let own = space.canonical(state);
        if own == P::State::NONE {
            return Err(SpaceError::IsNone(Some(*state)));
        }
        if !space.has_symmetry() {
            return if own == *state { Ok(()) } else { Err(SpaceError::HiddenSymmetry(*state)) };
        }
        if space.canonical(&own) != own {
            return Err(SpaceError::NotIdempotent(*state, own));
        }
        if space.is_goal(state) != space.is_goal(&own) {
            return Err(SpaceError::GoalDiffers(*state, own));
        }
        let classes = set(after.iter().map(|next| space.canonical(next)));
        if let Some(next) = after.iter().find(|next| space.canonical(next) == P::State::NONE) {
            return Err(SpaceError::IsNone(Some(*next)));
        }
        if classes != self.classes_after(&own) {
            return Err(SpaceError::MovesDiffer(*state, own));
        }
        let mut visited = Vec::new();
        space.expand_classes(state, |class| visited.push(class));
        if set(visited.into_iter()) != classes {
            return Err(SpaceError::ClassesDiffer(*state));
        }
        Ok(())
    }

    fn classes_after(&self, state: &P::State) -> Vec<P::State> {
        let mut classes = Vec::new();
        self.space.expand(state, |_, next| classes.push(self.space.canonical(&next)));
        set(classes.into_iter())
    }

    /// Checks `retract` and undirectedness among the states visited.
    fn retraction(&self) -> Result<(), SpaceError<P::State>> {
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
                    return Err(SpaceError::NoMoveBack(state, *next));
                }
                if !self.before(next).contains(&state) {
                    return Err(SpaceError::NotRetracted(state, *next));
                }
            }
            let mut before: Vec<P::State> = self.before(&state).into_iter().collect();
            before.sort_unstable();
            for before in before {
                if known(&before).is_some_and(|after| !after.contains(&state)) {
                    return Err(SpaceError::NoSuchMove(before, state));
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
fn set<S: Key>(states: impl Iterator<Item = S>) -> Vec<S> {
    let mut states: Vec<S> = states.collect();
    states.sort_unstable();
    states.dedup();
    states
}
