//! What can be searched.

use super::keyed::{Codec, Keyed};
use crate::space::{Cost, Space};
use crate::state::{Key, Packed};

/// What a [`Search`](crate::Search) searches: a [`Space`] whose states are [packed](Packed), or an
/// [`Interned`](crate::Interned) graph. There is no need to implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched",
    note = "states are of fixed width: integers, arrays and tuples of them, or structs that derive `Packed`",
    note = "states of other types that are `Clone + Eq + Hash + Send + Sync`, such as `String` or `Vec`, are numbered: `graph(..).interned()`",
    note = "a graph of closures: a successor is a state of the type of the starts, `(state, cost)` or `(move, state, cost)`; a cost is a u32, u64 or u128, a move any value that is Copy",
    note = "a bound returns a cost of the same type, or an `Option` of it"
)]
pub trait Searchable: Sync {
    /// A state.
    type State: Clone;
    /// A move.
    type Move: Copy + Eq + std::fmt::Debug + Send + Sync;
    /// What moves cost.
    type Cost: Cost;

    #[doc(hidden)]
    type Key: Key;
    #[doc(hidden)]
    type Keyed<'a>: Space<State = Self::Key, Move = Self::Move, Cost = Self::Cost> + Codec<Self::State>
    where
        Self: 'a;
    #[doc(hidden)]
    const MOST_THREADS: usize = usize::MAX;
    #[doc(hidden)]
    fn keyed(&self) -> Self::Keyed<'_>;
}

impl<P: Space<State: Packed>> Searchable for P {
    type State = P::State;
    type Move = P::Move;
    type Cost = P::Cost;
    type Key = <P::State as Packed>::Key;
    type Keyed<'a>
        = Keyed<'a, P>
    where
        P: 'a;

    #[inline(always)]
    fn keyed(&self) -> Keyed<'_, P> {
        Keyed(self)
    }
}
