//! How a search treats ends, goals and symmetry.

/// The ends from which [`shortest`](crate::bfs::shortest()) searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the starts.
    Forward,
    /// From the starts and from the goals, if the space lists its goals and its moves can be taken back; else
    /// from the starts. The length found is the same, but the path may differ.
    #[default]
    Bidirectional,
}

/// What a search does at a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goals {
    /// Expands it like any other state.
    #[default]
    Expanded,
    /// Does not expand it.
    Terminal,
}

/// The direction of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SweepDirection {
    /// From the starts, by `expand`.
    Forward,
    /// From the goals, by `retract`.
    Backward,
}

impl SweepDirection {
    pub fn reversed(self) -> Self {
        match self {
            SweepDirection::Forward => SweepDirection::Backward,
            SweepDirection::Backward => SweepDirection::Forward,
        }
    }
}

/// How a sweep treats symmetric states and goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepMode {
    pub direction: SweepDirection,
    /// Whether it stores the representatives of symmetry classes instead of states.
    pub classes: bool,
    /// Whether goals are expanded.
    pub goals: Goals,
}
