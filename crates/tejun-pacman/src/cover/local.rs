//! The cost of covering one corridor.

/// An infinite cost. Real costs stay far below it.
pub(super) const FAR: i16 = i16::MAX;

/// The cost of covering the dots of one corridor, by the parity of the number of times each end is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Local {
    /// Even at both ends, so not passed through.
    pub even: i16,
    /// Odd at both ends.
    pub odd: i16,
    /// The walk ends inside: odd at the first end only.
    pub end_a: i16,
    /// The walk ends inside: odd at the second end only.
    pub end_b: i16,
    /// Whether `even` enters through the first end, and through the second.
    pub sides: [bool; 2],
    /// Length in moves of the gap that `even` leaves unwalked.
    pub gap: i16,
    /// The constraint on this corridor.
    pub way: Constraint,
    /// Depth of the farthest dot, from the first end and from the second.
    pub depth: [i16; 2],
}

/// A constraint that the search puts on a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    /// None.
    Free,
    /// Must be walked from end to end.
    Joined,
    /// Must not be walked from end to end.
    Closed,
    /// May be entered through one end only: 0 is the first, 1 the second.
    From(usize),
}

impl Local {
    pub const NOTHING: Local = Local {
        even: 0,
        odd: FAR,
        end_a: FAR,
        end_b: FAR,
        sides: [false; 2],
        gap: 0,
        depth: [0; 2],
        way: Constraint::Free,
    };

    /// The same costs in units of 1/`scale` move, minus `bonus` units if the corridor is passed through.
    pub fn scaled(self, scale: i16, bonus: i16) -> Local {
        let scaled = |moves: i16| if moves == FAR { FAR } else { moves.saturating_mul(scale) };
        Local {
            even: scaled(self.even),
            odd: if self.odd == FAR { FAR } else { scaled(self.odd) - bonus },
            end_a: scaled(self.end_a),
            end_b: scaled(self.end_b),
            gap: scaled(self.gap),
            depth: self.depth.map(scaled),
            ..self
        }
    }

    /// The costs if it must be walked from end to end, once or there and back.
    pub fn joined(self) -> Local {
        let back = self.even.saturating_add(self.gap).saturating_add(self.gap);
        Local { even: back, end_a: FAR, end_b: FAR, way: Constraint::Joined, ..self }
    }

    /// The costs if it must not be walked from end to end.
    pub fn closed(self) -> Local {
        Local { odd: FAR, way: Constraint::Closed, ..self }
    }

    /// The costs if it may be entered through one end only.
    pub fn from(self, end: usize) -> Local {
        let depth = self.depth[end];
        let ended = if depth > 0 { depth } else { FAR };
        Local {
            even: depth.saturating_mul(2),
            odd: FAR,
            end_a: if end == 0 { ended } else { FAR },
            end_b: if end == 1 { ended } else { FAR },
            sides: [end == 0 && depth > 0, end == 1 && depth > 0],
            way: Constraint::From(end),
            ..self
        }
    }
}

/// The costs of the corridor Pac-Man stands in, combined from its two halves.
pub(super) struct Halves {
    /// Odd at the first end only.
    pub first: i16,
    /// Odd at the second end only.
    pub second: i16,
    /// The walk ends inside, even at both ends.
    pub neither: i16,
    /// The walk ends inside, odd at both ends.
    pub both: i16,
}

impl Halves {
    pub fn new(left: &Local, right: &Local) -> Halves {
        let sum = i16::saturating_add;
        Halves {
            first: sum(left.odd, right.even),
            second: sum(left.even, right.odd),
            neither: sum(left.end_b, right.even)
                .min(sum(left.even, right.end_a))
                .min(sum(left.even, right.even)),
            both: sum(left.end_a, right.odd).min(sum(left.odd, right.end_b)).min(sum(left.odd, right.odd)),
        }
    }
}
