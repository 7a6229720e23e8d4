//! A class of pieces in packed states.

use super::class::Class;
use super::codec::{Field, HeadBits};
use super::slider::Slider;
use crate::packed::{Bits, Cells};

/// A class of pieces, prepared for move generation.
pub(super) struct Mover<B, S> {
    pub field: Field,
    /// For each head, the bits it flips in a state and, if there is exactly one reflection, in its image.
    /// Empty for a field of several numbers, which are sorted.
    pub flips: Vec<[S; 2]>,
    /// For each number that encodes a head in the field, that head as a set and the cells that the piece
    /// covers.
    numbered: Vec<Pieces<B>>,
    pub slider: Slider<B>,
}

/// Some pieces of a class.
#[derive(Clone, Copy)]
pub(super) struct Pieces<B> {
    pub heads: B,
    /// The cells they cover.
    pub cover: B,
}

impl<B: Cells, S: Bits> Mover<B, S> {
    /// Prepares a class. `mirror` holds the bits of the image, if there is exactly one reflection.
    pub fn new(columns: usize, class: &Class, field: &Field, mirror: Option<&HeadBits<S>>) -> Self {
        let slider = Slider::new(columns, class);
        let bits = HeadBits::new(field, &class.heads, |head| head);
        let numbered = if let Field::Numbers { heads, .. } = field { &heads[..] } else { &[] };
        let piece = |&head: &u32| Pieces { heads: B::FIRST << head, cover: slider.cover(B::FIRST << head) };
        Mover {
            field: field.clone(),
            numbered: numbered.iter().map(piece).collect(),
            flips: bits
                .heads()
                .map(|head| [bits.of(head), mirror.map_or(S::ZERO, |mirror| mirror.of(head))])
                .collect(),
            slider,
        }
    }

    /// The pieces of the class in a state.
    #[inline(always)]
    pub fn pieces(&self, state: &S) -> Pieces<B> {
        let number = |shift: u32, width: u32| self.numbered[state.get(shift, width) as usize];
        match self.field {
            Field::Board { shift, first, span } => {
                let heads = if span <= 64 {
                    B::from_low(state.get(shift, span)) << first
                } else {
                    let high = B::from_low(state.get(shift + 64, span - 64));
                    (B::from_low(state.get(shift, 64)) | (high << 32) << 32) << first
                };
                Pieces { heads, cover: self.slider.cover(heads) }
            }
            Field::Numbers { shift, width, count: 1, .. } => number(shift, width),
            Field::Numbers { shift, width, count, .. } => {
                (0..count).fold(Pieces { heads: B::NONE, cover: B::NONE }, |all, piece| {
                    let piece = number(shift + piece * width, width);
                    Pieces { heads: all.heads | piece.heads, cover: all.cover | piece.cover }
                })
            }
        }
    }
}
