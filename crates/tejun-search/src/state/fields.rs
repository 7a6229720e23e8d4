//! The key of a value with several fields.

use bytemuck::{Pod, Zeroable};

use crate::state::key::Key;

/// The key of a value with several fields: that of the first field, then that of the others, byte after byte. Keys of
/// [packed](crate::Packed) tuples and structs are such lists; their last field is a byte that is always 0, so that any
/// values may be states.
#[repr(C, packed)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fields<A, B>(pub(crate) A, pub(crate) B);

#[allow(unsafe_code)]
// SAFETY: packed, so without padding; both fields may be all zeros.
unsafe impl<A: Zeroable, B: Zeroable> Zeroable for Fields<A, B> {}

#[allow(unsafe_code)]
// SAFETY: packed, so without padding; both fields are plain data of any bit pattern.
unsafe impl<A: Pod, B: Pod> Pod for Fields<A, B> {}

impl<A, B> Fields<A, B> {
    /// The key of a first field and the others.
    #[inline(always)]
    pub const fn new(first: A, rest: B) -> Self {
        Fields(first, rest)
    }
}

impl<A: Copy, B: Copy> Fields<A, B> {
    /// The key of the first field.
    #[inline(always)]
    pub const fn first(self) -> A {
        self.0
    }

    /// The key of the others.
    #[inline(always)]
    pub const fn rest(self) -> B {
        self.1
    }
}

impl<A: Key, B: Key> Key for Fields<A, B> {
    const NONE: Self = Fields(A::NONE, B::NONE);

    #[inline(always)]
    fn mix_after(self, seed: u64) -> u64 {
        self.rest().mix_after(self.first().mix_after(seed))
    }
}
