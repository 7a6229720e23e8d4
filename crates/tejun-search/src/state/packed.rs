//! States of a fixed width.

use std::any::Any;
use std::borrow::Cow;

use crate::state::fields::Fields;
use crate::state::key::Key;

/// A state of fixed width: what the searches store is its [`Key`].
///
/// Implemented for all integers, `bool`, `char`, and tuples and arrays of packed types; `#[derive(Packed)]` makes it for
/// structs of packed fields and for enums without fields. States of any other type that is `Clone + Eq + Hash` are
/// numbered instead: [`Graph::interned`](crate::Graph::interned).
///
/// The types of the fields must be as visible as the struct: a `pub struct` has fields of `pub` types.
///
/// Integers and arrays of them are their own keys and take no more bytes than they have; in return, the state of which
/// all bytes are 255 (for signed integers: all of which are their type's `MAX`) must not occur, and a search that meets it
/// panics. Tuples and derived structs take one byte more than their fields, and may have any value.
///
/// ```
/// use tejun_search::{Packed, Search, graph};
///
/// #[derive(Clone, Copy, Packed)]
/// struct Robot {
///     at: (i8, i8),
///     keys: u16,
/// }
///
/// let step = |&Robot { at: (x, y), keys }: &Robot| {
///     [(x + 1, y), (x, y + 1)].map(|at| Robot { at, keys: keys | u16::from(at == (2, 1)) })
/// };
/// let rooms = graph([Robot { at: (0, 0), keys: 0 }], step).goal(|robot| robot.at == (3, 3) && robot.keys == 1);
/// assert_eq!(Search::new(&rooms).shortest()?.cost, 6);
/// # Ok::<(), tejun_search::SearchError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no state of fixed width",
    label = "the searches cannot store this type as it is",
    note = "a struct of integers, arrays and tuples: put `#[derive(Packed)]` on it",
    note = "any other type that is `Clone + Eq + Hash`, such as `String` or `Vec`: number its values, with `graph(..).interned()`"
)]
pub trait Packed: Clone + Send + Sync + 'static {
    /// What tables hold.
    type Key: Key;

    /// Returns the key of the state. Different states have different keys.
    fn pack(&self) -> Self::Key;

    /// Returns the state of a key that [`pack`](Packed::pack) made.
    fn unpack(key: Self::Key) -> Self;

    /// The state of a key, borrowed if the state is its own key, so that long ones are not copied.
    #[doc(hidden)]
    #[inline(always)]
    fn view(key: &Self::Key) -> Cow<'_, Self> {
        Cow::Owned(Self::unpack(*key))
    }
}

macro_rules! own_key {
    ($($word:ty),*) => {$(
        impl Packed for $word {
            type Key = $word;

            #[inline(always)]
            fn pack(&self) -> $word {
                *self
            }

            #[inline(always)]
            fn unpack(key: $word) -> $word {
                key
            }

            #[inline(always)]
            fn view(key: &$word) -> Cow<'_, $word> {
                Cow::Borrowed(key)
            }
        }
    )*};
}

own_key!(u8, u16, u32, u64, u128);

macro_rules! signed {
    ($($signed:ty: $word:ty),*) => {$(
        /// In the order of the numbers: the smallest is 0.
        impl Packed for $signed {
            type Key = $word;

            #[inline(always)]
            fn pack(&self) -> $word {
                (*self as $word) ^ (1 << (<$word>::BITS - 1))
            }

            #[inline(always)]
            fn unpack(key: $word) -> $signed {
                (key ^ (1 << (<$word>::BITS - 1))) as $signed
            }
        }
    )*};
}

signed!(i8: u8, i16: u16, i32: u32, i64: u64, i128: u128, isize: u64);

impl Packed for usize {
    type Key = u64;

    #[inline(always)]
    fn pack(&self) -> u64 {
        *self as u64
    }

    #[inline(always)]
    fn unpack(key: u64) -> usize {
        key as usize
    }
}

impl Packed for bool {
    type Key = u8;

    #[inline(always)]
    fn pack(&self) -> u8 {
        u8::from(*self)
    }

    #[inline(always)]
    fn unpack(key: u8) -> bool {
        key != 0
    }
}

impl Packed for char {
    type Key = u32;

    #[inline(always)]
    fn pack(&self) -> u32 {
        u32::from(*self)
    }

    #[inline(always)]
    fn unpack(key: u32) -> char {
        char::from_u32(key).expect("the key of a character")
    }
}

impl<T: Packed, const N: usize> Packed for [T; N]
where
    [T::Key; N]: Key,
{
    type Key = [T::Key; N];

    #[inline(always)]
    fn pack(&self) -> Self::Key {
        // Known when this is compiled: what is its own key is copied as a whole.
        match (self as &dyn Any).downcast_ref() {
            Some(key) => *key,
            None => std::array::from_fn(|at| self[at].pack()),
        }
    }

    #[inline(always)]
    fn unpack(key: Self::Key) -> Self {
        Self::view(&key).into_owned()
    }

    #[inline(always)]
    fn view(key: &Self::Key) -> Cow<'_, Self> {
        match (key as &dyn Any).downcast_ref() {
            Some(state) => Cow::Borrowed(state),
            None => Cow::Owned(key.map(T::unpack)),
        }
    }
}

macro_rules! tuple {
    ($($field:ident)*) => {
        impl<$($field: Packed),*> Packed for ($($field,)*) {
            type Key = tuple!(@type $($field)*);

            #[inline(always)]
            #[allow(non_snake_case)]
            fn pack(&self) -> Self::Key {
                let ($($field,)*) = self;
                tuple!(@key $($field)*)
            }

            #[inline(always)]
            #[allow(non_snake_case)]
            fn unpack(key: Self::Key) -> Self {
                tuple!(@split key $($field)*);
                ($($field,)*)
            }
        }
    };
    (@type) => { u8 };
    (@type $first:ident $($rest:ident)*) => { Fields<$first::Key, tuple!(@type $($rest)*)> };
    (@key) => { 0_u8 };
    (@key $first:ident $($rest:ident)*) => { Fields($first.pack(), tuple!(@key $($rest)*)) };
    (@split $key:ident) => { let _ = $key; };
    (@split $key:ident $first:ident $($rest:ident)*) => {
        let $first = $first::unpack($key.first());
        let rest = $key.rest();
        tuple!(@split rest $($rest)*);
    };
}

tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<T: Packed + PartialEq + std::fmt::Debug>(values: impl IntoIterator<Item = T>) {
        for value in values {
            assert_ne!(value.pack(), T::Key::NONE);
            assert_eq!(T::unpack(value.pack()), value);
        }
    }

    #[test]
    fn a_packed_state_comes_back() {
        comes_back([0_u8, 17, 254]);
        comes_back([i32::MIN, -1, 0, i32::MAX - 1]);
        comes_back([isize::MIN, -1, 0, 99]);
        comes_back([false, true]);
        comes_back(['a', '手', '\u{10ffff}']);
        comes_back([(u8::MAX, i16::MAX), (0, i16::MIN)]);
        comes_back([[(1_u8, false), (2, true)], [(u8::MAX, true); 2]]);
        comes_back([(u64::MAX, (u128::MAX, [u16::MAX; 3]), usize::MAX, u8::MAX)]);
    }

    #[test]
    fn the_order_of_keys_is_that_of_the_numbers() {
        let numbers = [i8::MIN, -3, 0, 2, i8::MAX];
        assert!(numbers.map(|number| number.pack()).is_sorted());
    }
}
