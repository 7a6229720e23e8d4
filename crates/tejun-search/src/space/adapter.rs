//! Spaces that are another space in all but a few respects.

use super::definition::{Moves, Space};

/// A [`Space`] that is another space, except for the methods that it overrides.
///
/// Every adapter is a `Space`, and each of its methods is that of the [`inner`](SpaceAdapter::inner) space
/// unless the adapter overrides it. So a method that `Space` gains reaches all adapters.
///
/// # Examples
///
/// A space that begins elsewhere:
///
/// ```
/// use tejun_search::{Moves, Search, Space, SpaceAdapter};
///
/// struct Countdown;
///
/// impl Space for Countdown {
///     type State = u32;
///     type Move = ();
///     type Cost = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(10);
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 0
///     }
///     fn expand(&self, state: &u32, mut visit: impl FnMut((), u32)) {
///         visit((), state - 1);
///     }
/// }
///
/// struct From(u32, Countdown);
///
/// impl SpaceAdapter for From {
///     type Inner = Countdown;
///     fn inner(&self) -> &Countdown {
///         &self.1
///     }
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(self.0);
///     }
/// }
///
/// assert_eq!(Search::new(&From(3, Countdown)).shortest().unwrap().cost, 3);
/// ```
pub trait SpaceAdapter: Sync {
    /// The space adapted.
    type Inner: Space;

    /// Returns the space adapted.
    fn inner(&self) -> &Self::Inner;

    /// See [`Space::starts`].
    #[inline(always)]
    fn starts(&self, visit: impl FnMut(StateOf<Self>)) {
        self.inner().starts(visit);
    }

    /// See [`Space::is_goal`].
    #[inline(always)]
    fn is_goal(&self, state: &StateOf<Self>) -> bool {
        self.inner().is_goal(state)
    }

    /// See [`Space::has_move_to_goal`].
    #[inline(always)]
    fn has_move_to_goal(&self, state: &StateOf<Self>) -> bool {
        self.inner().has_move_to_goal(state)
    }

    /// See [`Space::goals`].
    #[inline(always)]
    fn goals(&self) -> Option<Vec<StateOf<Self>>> {
        self.inner().goals()
    }

    /// See [`Space::expand`].
    #[inline(always)]
    fn expand(&self, state: &StateOf<Self>, visit: impl FnMut(MoveOf<Self>, StateOf<Self>)) {
        self.inner().expand(state, visit);
    }

    /// See [`Space::retract`].
    #[inline(always)]
    fn retract(&self, state: &StateOf<Self>, visit: impl FnMut(StateOf<Self>)) {
        self.inner().retract(state, visit);
    }

    /// See [`Space::expand_costs`]. An adapter that overrides [`expand`](SpaceAdapter::expand) must override this as
    /// well.
    #[inline(always)]
    fn expand_costs(
        &self,
        state: &StateOf<Self>,
        visit: impl FnMut(MoveOf<Self>, StateOf<Self>, CostOf<Self>),
    ) {
        self.inner().expand_costs(state, visit);
    }

    /// See [`Space::bound`].
    #[inline(always)]
    fn bound(&self, state: &StateOf<Self>) -> Option<CostOf<Self>> {
        self.inner().bound(state)
    }

    /// See [`Space::has_symmetry`].
    #[inline(always)]
    fn has_symmetry(&self) -> bool {
        self.inner().has_symmetry()
    }

    /// See [`Space::canonical`].
    #[inline(always)]
    fn canonical(&self, state: &StateOf<Self>) -> StateOf<Self> {
        self.inner().canonical(state)
    }

    /// See [`Space::take_work`].
    #[inline(always)]
    fn take_work(&self) -> usize {
        self.inner().take_work()
    }

    /// See [`Space::expand_classes`]. An adapter that overrides [`expand`](SpaceAdapter::expand) must override
    /// this as well.
    #[inline(always)]
    fn expand_classes(&self, state: &StateOf<Self>, visit: impl FnMut(StateOf<Self>)) {
        self.inner().expand_classes(state, visit);
    }
}

type StateOf<A> = <<A as SpaceAdapter>::Inner as Space>::State;
type CostOf<A> = <<A as SpaceAdapter>::Inner as Space>::Cost;
type MoveOf<A> = <<A as SpaceAdapter>::Inner as Space>::Move;

// The only list of what is forwarded. The lint refuses it when it leaves out a method.
#[deny(clippy::missing_trait_methods)]
impl<A: SpaceAdapter> Space for A {
    type State = StateOf<A>;
    type Move = MoveOf<A>;
    type Cost = CostOf<A>;
    const MOVES: Moves = A::Inner::MOVES;

    #[inline(always)]
    fn starts(&self, visit: impl FnMut(Self::State)) {
        SpaceAdapter::starts(self, visit);
    }

    #[inline(always)]
    fn is_goal(&self, state: &Self::State) -> bool {
        SpaceAdapter::is_goal(self, state)
    }

    #[inline(always)]
    fn has_move_to_goal(&self, state: &Self::State) -> bool {
        SpaceAdapter::has_move_to_goal(self, state)
    }

    #[inline(always)]
    fn goals(&self) -> Option<Vec<Self::State>> {
        SpaceAdapter::goals(self)
    }

    #[inline(always)]
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State)) {
        SpaceAdapter::expand(self, state, visit);
    }

    #[inline(always)]
    fn retract(&self, state: &Self::State, visit: impl FnMut(Self::State)) {
        SpaceAdapter::retract(self, state, visit);
    }

    #[inline(always)]
    fn expand_costs(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State, Self::Cost)) {
        SpaceAdapter::expand_costs(self, state, visit);
    }

    #[inline(always)]
    fn bound(&self, state: &Self::State) -> Option<Self::Cost> {
        SpaceAdapter::bound(self, state)
    }

    #[inline(always)]
    fn has_symmetry(&self) -> bool {
        SpaceAdapter::has_symmetry(self)
    }

    #[inline(always)]
    fn canonical(&self, state: &Self::State) -> Self::State {
        SpaceAdapter::canonical(self, state)
    }

    #[inline(always)]
    fn take_work(&self) -> usize {
        SpaceAdapter::take_work(self)
    }

    #[inline(always)]
    fn expand_classes(&self, state: &Self::State, visit: impl FnMut(Self::State)) {
        SpaceAdapter::expand_classes(self, state, visit);
    }
}
