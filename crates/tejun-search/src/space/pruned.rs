//! A space without its hopeless states.

use super::adapter::SpaceAdapter;
use super::definition::Space;

/// A space without the states whose [`bound`](Space::bound) says that they are hopeless, for any search that
/// asks how to get to a goal: [`Search::shortest`](crate::Search::shortest) or [`Search::any`](crate::Search::any).
/// It finds the same, and meets fewer states. (A search that counts states would not count the hopeless ones.)
///
/// Moves to hopeless states are left out; all else is that of the space. What the space promises in
/// [`Space::MOVES`] remains true of the states that a search meets: if a goal can be reached from a state, it
/// can be reached from every predecessor too, so no predecessor is hopeless. Hence walking back from the
/// goals never leads to a state that is left out, and a path to a goal keeps all of its states, and all moves
/// back. Of symmetric states all or none are left out, because the representative decides.
///
/// # Examples
///
/// A number is doubled or increased by six, and never becomes smaller:
///
/// ```
/// use tejun_search::{Moves, Pruned, Search, Space};
///
/// struct Numbers {
///     goal: u64,
/// }
///
/// impl Space for Numbers {
///     type State = u64;
///     type Move = &'static str;
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u64)) {
///         visit(4);
///     }
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == self.goal
///     }
///     fn expand(&self, state: &u64, mut visit: impl FnMut(&'static str, u64)) {
///         visit("* 2", state * 2);
///         visit("+ 6", state + 6);
///     }
///     fn bound(&self, state: &u64) -> Option<u32> {
///         (*state <= self.goal).then_some(0)
///     }
/// }
///
/// let even = Numbers { goal: 100 };
/// assert_eq!(Search::new(&Pruned(&even)).shortest().unwrap().cost, 6);
///
/// // Without the hopeless numbers the space is finite, so it can be searched to its end.
/// let odd = Numbers { goal: 101 };
/// assert!(Search::new(&Pruned(&odd)).any().unwrap_err().is_unsolvable());
/// ```
#[derive(Debug)]
pub struct Pruned<'a, P>(pub &'a P);

impl<P> Clone for Pruned<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Pruned<'_, P> {}

impl<P: Space> Pruned<'_, P> {
    fn keeps(&self, state: &P::State) -> bool {
        if self.0.has_symmetry() {
            self.0.bound(&self.0.canonical(state)).is_some()
        } else {
            self.0.bound(state).is_some()
        }
    }
}

impl<P: Space> SpaceAdapter for Pruned<'_, P> {
    type Inner = P;

    #[inline(always)]
    fn inner(&self) -> &P {
        self.0
    }

    fn starts(&self, mut visit: impl FnMut(P::State)) {
        self.0.starts(|state| {
            if self.keeps(&state) {
                visit(state);
            }
        });
    }

    fn expand(&self, state: &P::State, mut visit: impl FnMut(P::Move, P::State)) {
        self.0.expand(state, |by, next| {
            if self.keeps(&next) {
                visit(by, next);
            }
        });
    }

    fn expand_costs(&self, state: &P::State, mut visit: impl FnMut(P::Move, P::State, P::Cost)) {
        self.0.expand_costs(state, |by, next, cost| {
            if self.keeps(&next) {
                visit(by, next, cost);
            }
        });
    }

    fn expand_classes(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        self.0.expand_classes(state, |class| {
            if self.0.bound(&class).is_some() {
                visit(class);
            }
        });
    }
}
