//! A class of pieces in packed states.

use super::class::Class;
use super::codec::{Field, HeadBits};
use super::slider::Slider;
use tejun_core::bits::{Bits, Cells, each};

/// A class of pieces, prepared for move generation.
pub(super) struct Mover<B, S> {
    pub field: Field,
    /// For each head, the bits it flips in a state and, if there is exactly one reflection, in its image.
    /// Empty for a field whose pieces have an order.
    pub flips: Vec<[S; 2]>,
    /// For each number that encodes a head in the field, that head as a set and the cells that the piece
    /// covers; for ranks, one such list for each few pieces. Nothing for a bitboard.
    numbered: Vec<Vec<Pieces<B>>>,
    /// What a piece adds to the field by its place among those of the class and its head; empty where a move flips
    /// bits.
    shares: Vec<i64>,
    /// The number of shares in each place.
    cells: usize,
    /// For each cell, all cells before it.
    below: Vec<B>,
    pub slider: Slider<B>,
}

/// Some pieces of a class.
#[derive(Clone, Copy)]
pub(super) struct Pieces<B> {
    pub heads: B,
    /// The cells they cover.
    pub cover: B,
}

impl<B: Cells> Pieces<B> {
    pub const NONE: Self = Pieces { heads: B::NONE, cover: B::NONE };

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Pieces { heads: self.heads | other.heads, cover: self.cover | other.cover }
    }
}

impl<B: Cells, S: Bits> Mover<B, S> {
    /// Prepares a class. `mirror` holds the bits of the image, if there is exactly one reflection.
    pub fn new(columns: usize, class: &Class, field: &Field, mirror: Option<&HeadBits<S>>) -> Self {
        let slider = Slider::new(columns, class);
        let bits = HeadBits::new(field, &class.heads, |head| head);
        let pieces = |heads: B| Pieces { heads, cover: slider.cover(heads) };
        let numbered = match field {
            Field::Board { .. } => Vec::new(),
            Field::Numbers { heads, .. } => {
                vec![heads.iter().map(|&head| pieces(B::FIRST << head)).collect()]
            }
            Field::Ranks { ranks, .. } => {
                let joined = |set: &mut dyn Iterator<Item = u32>| {
                    set.fold(B::NONE, |set, head| set | (B::FIRST << head))
                };
                ranks
                    .groups()
                    .map(|(_, _, sets)| sets.iter().map(|mut set| pieces(joined(&mut set))).collect())
                    .collect()
            }
        };
        let mut below = vec![B::NONE];
        for cell in 0..=class.heads[class.heads.len() - 1] {
            below.push(below[cell] | (B::FIRST << cell as u32));
        }
        Mover {
            field: field.clone(),
            shares: field.shares().concat(),
            cells: class.heads[class.heads.len() - 1] + 1,
            below,
            numbered,
            flips: bits
                .heads()
                .map(|head| [bits.of(head), mirror.map_or(S::ZERO, |mirror| mirror.of(head))])
                .collect(),
            slider,
        }
    }

    /// The pieces of the class in a state; the holes, if the field holds these.
    #[inline(always)]
    pub fn pieces(&self, state: &S) -> Pieces<B> {
        let number = |shift: u32, width: u32| self.numbered[0][state.get(shift, width) as usize];
        match &self.field {
            &Field::Board { shift, first, span } => {
                let heads = if span <= 64 {
                    B::from_low(state.get(shift, span)) << first
                } else {
                    let word = |at: u32| B::from_low(state.get(shift + at, 64.min(span - at))) << at;
                    (0..span).step_by(64).fold(B::NONE, |heads, at| heads | word(at)) << first
                };
                Pieces { heads, cover: self.slider.cover(heads) }
            }
            &Field::Numbers { shift, width, count: 1, .. } => number(shift, width),
            &Field::Numbers { shift, width, count, .. } => {
                (0..count).fold(Pieces::NONE, |all, piece| all.and(number(shift + piece * width, width)))
            }
            Field::Ranks { shift, ranks, .. } => {
                ranks.groups().zip(&self.numbered).fold(Pieces::NONE, |all, ((first, width, _), pieces)| {
                    all.and(pieces[state.get(shift + first, width) as usize])
                })
            }
        }
    }

    /// What a piece of the class at `head` adds to the field, with so many others before it.
    #[inline(always)]
    fn share(&self, place: usize, head: u32) -> i64 {
        self.shares[place * self.cells + head as usize]
    }

    /// Visits the states after the moves of a piece, apart from what they do to holes. `heads` are those of the
    /// class before the move.
    #[inline(always)]
    pub fn carry(&self, state: &S, heads: B, from: u32, reached: B, mut visit: impl FnMut(u32, S)) {
        if let Some([lift, _]) = self.flips.get(from as usize) {
            let lifted = state.xor(lift);
            return each(reached).for_each(|to| visit(to, lifted.xor(&self.flips[to as usize][0])));
        }
        if matches!(self.field, Field::Ranks { holes: true, .. }) {
            return each(reached).for_each(|to| visit(to, *state));
        }
        if self.shares.is_empty() {
            return each(reached).for_each(|to| visit(to, self.field.carry(state, from, to)));
        }
        // In ascending order, the piece passes others of its class, each of which then moves down by one place.
        let (shift, share) = (self.field.shift(), |place: usize, head: u32| self.share(place, head));
        let first = reached.lowest();
        let before = heads & self.below[from as usize];
        let mut place = before.count() as usize;
        let mut lift = -share(place, from);
        let mut others = heads & !self.below[from as usize + 1];
        if first < from {
            let passed = before & !self.below[first as usize];
            place -= passed.count() as usize;
            for (place, other) in (place..).zip(each(passed)) {
                lift += share(place + 1, other) - share(place, other);
            }
            others = others | passed;
        }
        let mut lifted = state.add(shift, lift);
        for to in each(reached) {
            while others != B::NONE && others.lowest() < to {
                let other = others.lowest();
                others = others.without_lowest();
                lifted = lifted.add(shift, share(place, other) - share(place + 1, other));
                place += 1;
            }
            visit(to, lifted.add(shift, share(place, to)));
        }
    }
}
