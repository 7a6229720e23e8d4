//! The symmetry of a graph of closures.

/// Which states are equivalent.
pub trait Symmetry<S>: Sync {
    /// Whether any two are.
    const ANY: bool;

    /// The representative of the class of a state.
    fn canonical(&self, state: &S) -> S;
}

/// None are.
#[derive(Clone, Copy, Debug)]
pub struct NoSymmetry;

impl<S: Clone> Symmetry<S> for NoSymmetry {
    const ANY: bool = false;

    #[inline(always)]
    fn canonical(&self, state: &S) -> S {
        state.clone()
    }
}

/// A function names the representative.
#[derive(Clone, Copy, Debug)]
pub struct Canonical<T>(pub(super) T);

impl<S, T: Fn(&S) -> S + Sync> Symmetry<S> for Canonical<T> {
    const ANY: bool = true;

    #[inline(always)]
    fn canonical(&self, state: &S) -> S {
        (self.0)(state)
    }
}
