//! The space of the keys of packed states.

use std::borrow::Cow;

use crate::heuristic::Featured;
use crate::space::{Moves, Space};
use crate::state::Packed;

/// Turns states into keys and back.
#[doc(hidden)]
pub trait Codec<S>: Space {
    fn encode(&self, state: &S) -> Self::State;
    fn decode(&self, key: Self::State) -> S;
}

/// A space whose states are the keys of those of another one: what the searches search.
pub struct Keyed<'a, P>(pub &'a P);

type KeyOf<P> = <<P as Space>::State as Packed>::Key;

#[inline(always)]
fn view<P: Space<State: Packed>>(key: &KeyOf<P>) -> Cow<'_, P::State> {
    P::State::view(key)
}

#[deny(clippy::missing_trait_methods)]
impl<P: Space<State: Packed>> Space for Keyed<'_, P> {
    type State = KeyOf<P>;
    type Move = P::Move;
    type Cost = P::Cost;
    const MOVES: Moves = P::MOVES;

    #[inline(always)]
    fn starts(&self, mut visit: impl FnMut(KeyOf<P>)) {
        self.0.starts(|state| visit(state.pack()));
    }

    #[inline(always)]
    fn is_goal(&self, key: &KeyOf<P>) -> bool {
        self.0.is_goal(&view::<P>(key))
    }

    #[inline(always)]
    fn has_move_to_goal(&self, key: &KeyOf<P>) -> bool {
        self.0.has_move_to_goal(&view::<P>(key))
    }

    #[inline(always)]
    fn goals(&self) -> Option<Vec<KeyOf<P>>> {
        self.0.goals().map(|goals| goals.iter().map(Packed::pack).collect())
    }

    #[inline(always)]
    fn expand(&self, key: &KeyOf<P>, mut visit: impl FnMut(P::Move, KeyOf<P>)) {
        self.0.expand(&view::<P>(key), |by, next| visit(by, next.pack()));
    }

    #[inline(always)]
    fn retract(&self, key: &KeyOf<P>, mut visit: impl FnMut(KeyOf<P>)) {
        self.0.retract(&view::<P>(key), |before| visit(before.pack()));
    }

    #[inline(always)]
    fn expand_costs(&self, key: &KeyOf<P>, mut visit: impl FnMut(P::Move, KeyOf<P>, P::Cost)) {
        self.0.expand_costs(&view::<P>(key), |by, next, cost| visit(by, next.pack(), cost));
    }

    #[inline(always)]
    fn bound(&self, key: &KeyOf<P>) -> Option<P::Cost> {
        self.0.bound(&view::<P>(key))
    }

    #[inline(always)]
    fn has_symmetry(&self) -> bool {
        self.0.has_symmetry()
    }

    #[inline(always)]
    fn canonical(&self, key: &KeyOf<P>) -> KeyOf<P> {
        self.0.canonical(&view::<P>(key)).pack()
    }

    #[inline(always)]
    fn take_work(&self) -> usize {
        self.0.take_work()
    }

    #[inline(always)]
    fn expand_classes(&self, key: &KeyOf<P>, mut visit: impl FnMut(KeyOf<P>)) {
        self.0.expand_classes(&view::<P>(key), |next| visit(next.pack()));
    }
}

impl<P: Space<State: Packed>> Codec<P::State> for Keyed<'_, P> {
    #[inline(always)]
    fn encode(&self, state: &P::State) -> KeyOf<P> {
        state.pack()
    }

    #[inline(always)]
    fn decode(&self, key: KeyOf<P>) -> P::State {
        P::State::unpack(key)
    }
}

impl<P: Featured<State: Packed>> Featured for Keyed<'_, P> {
    #[inline(always)]
    fn features(&self, key: &KeyOf<P>, visit: impl FnMut(u32)) {
        self.0.features(&view::<P>(key), visit);
    }

    #[inline(always)]
    fn distance(&self, key: &KeyOf<P>) -> u32 {
        self.0.distance(&view::<P>(key))
    }
}
