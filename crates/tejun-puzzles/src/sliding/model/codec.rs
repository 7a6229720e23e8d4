//! How the heads of a class of pieces are kept in a state.

use crate::packed::{Bits, Cells};

/// The pieces of one class, before they have a place in the state.
pub(super) struct Need {
    /// How many pieces.
    pub count: usize,
    /// Every cell that the head of one can be on, ascending.
    pub heads: Vec<usize>,
}

/// Where and how a state keeps the heads of a class.
#[derive(Clone, Debug)]
pub(super) enum Field {
    /// One bit a cell, from `first` on. Pieces of the class need no order, and a move flips two bits.
    Board { shift: u32, first: u32, span: u32 },
    /// One number for each piece, ascending: its head's place among the cells it can be on.
    Numbers { shift: u32, width: u32, count: u32, heads: Vec<u32>, numbers: Vec<u64> },
}

impl Field {
    /// Bits that the field takes.
    pub fn width(&self) -> u32 {
        match self {
            Field::Board { span, .. } => *span,
            Field::Numbers { width, count, .. } => width * count,
        }
    }

    /// Where it begins.
    pub fn shift(&self) -> u32 {
        match self {
            Field::Board { shift, .. } | Field::Numbers { shift, .. } => *shift,
        }
    }

    fn shift_mut(&mut self) -> &mut u32 {
        match self {
            Field::Board { shift, .. } | Field::Numbers { shift, .. } => shift,
        }
    }

    fn board(need: &Need) -> Field {
        let first = need.heads[0] as u32;
        Field::Board { shift: 0, first, span: need.heads[need.heads.len() - 1] as u32 - first + 1 }
    }

    fn numbers(need: &Need) -> Field {
        let last = need.heads.len() - 1;
        let mut numbers = vec![u64::MAX; need.heads[last] + 1];
        for (number, &head) in need.heads.iter().enumerate() {
            numbers[head] = number as u64;
        }
        Field::Numbers {
            shift: 0,
            width: (usize::BITS - last.leading_zeros()).max(1),
            count: need.count as u32,
            heads: need.heads.iter().map(|&head| head as u32).collect(),
            numbers,
        }
    }

    /// The fields of all classes side by side, in as few bits as 64 if they can be, else 128, 256 or
    /// 1024, and a bit less than that: all bits set is never a state.
    ///
    /// A board is the faster field, a number for a single piece the smaller one. So single pieces are
    /// numbers, and others are boards as long as the word has room.
    pub fn layout(needs: &[Need]) -> Vec<Field> {
        let choose = |need: &Need| if need.count == 1 { Field::numbers(need) } else { Field::board(need) };
        let mut fields: Vec<Field> = needs.iter().map(choose).collect();
        let total = |fields: &[Field]| fields.iter().map(Field::width).sum::<u32>();
        for word in [64, 128, 256, 1024] {
            let mut tried = fields.clone();
            while total(&tried) >= word {
                let saving =
                    |class: usize| tried[class].width().saturating_sub(Field::numbers(&needs[class]).width());
                let best =
                    (0..needs.len()).max_by_key(|&class| saving(class)).filter(|&class| saving(class) > 0);
                let Some(best) = best else { break };
                tried[best] = Field::numbers(&needs[best]);
            }
            if total(&tried) < word {
                fields = tried;
                break;
            }
        }
        let mut next = 0;
        for field in &mut fields {
            *field.shift_mut() = next;
            next += field.width();
        }
        fields
    }

    /// The heads as a set of cells.
    #[inline(always)]
    pub fn unpack<B: Cells, S: Bits>(&self, state: &S) -> B {
        match *self {
            Field::Board { shift, first, span } if span <= 64 => B::from_low(state.get(shift, span)) << first,
            Field::Board { shift, first, span } => {
                let low = B::from_low(state.get(shift, 64));
                let high = B::from_low(state.get(shift + 64, span - 64));
                (low | (high << 32) << 32) << first
            }
            Field::Numbers { shift, width, count: 1, ref heads, .. } => {
                B::FIRST << heads[state.get(shift, width) as usize]
            }
            Field::Numbers { shift, width, count, ref heads, .. } => (0..count)
                .fold(B::NONE, |set, piece| {
                    set | (B::FIRST << heads[state.get(shift + piece * width, width) as usize])
                }),
        }
    }

    /// Adds the heads, ascending, to a state that has none of this class yet.
    pub fn pack<S: Bits>(&self, state: &mut S, sorted_heads: &[usize]) {
        match self {
            Field::Board { shift, first, .. } => {
                sorted_heads.iter().for_each(|&head| state.flip(shift + head as u32 - first, 1));
            }
            Field::Numbers { shift, width, numbers, .. } => {
                for (piece, &head) in (0..).zip(sorted_heads) {
                    state.flip(shift + piece * width, numbers[head]);
                }
            }
        }
    }

    /// Moves one head, in a field of several numbers.
    pub fn carry<S: Bits>(&self, state: &mut S, from: u32, to: u32) {
        let Field::Numbers { shift, width, count, numbers, .. } = self else {
            unreachable!("other fields change by flipping the bits of two heads")
        };
        // Numbers between the old and the new place move up or down by one.
        let (old, new) = (numbers[from as usize], numbers[to as usize]);
        let at = |state: &S, place: u32| state.get(shift + place * width, *width);
        let rank = |wanted: u64| (0..*count).filter(|&place| at(state, place) < wanted).count() as u32;
        let mut place = rank(old);
        let end = if new > old { rank(new) - 1 } else { rank(new) };
        while place != end {
            let next = if new > old { place + 1 } else { place - 1 };
            let moved = at(state, next) ^ at(state, place);
            state.flip(shift + place * width, moved);
            place = next;
        }
        let there = at(state, end);
        state.flip(shift + end * width, there ^ new);
    }
}

/// For each head of a class the bits of a state that it stands for, where a field is a sum of such
/// bits: a move then flips those of two heads. Fields of several numbers, which are sorted, have none.
pub(super) struct HeadBits<S>(Vec<S>);

impl<S: Bits> HeadBits<S> {
    /// The bits of each of `heads`, or rather of the head `image(head)` in the field that it is in.
    pub fn new(field: &Field, heads: &[usize], image: impl Fn(usize) -> usize) -> Self {
        if matches!(field, Field::Numbers { count: 2.., .. }) {
            return HeadBits(Vec::new());
        }
        let mut bits = vec![S::ZERO; heads.last().map_or(0, |last| last + 1)];
        for &head in heads {
            field.pack(&mut bits[head], &[image(head)]);
        }
        HeadBits(bits)
    }

    /// The bits of one head; none set where no head can be.
    pub fn of(&self, head: u32) -> S {
        self.0.get(head as usize).copied().unwrap_or(S::ZERO)
    }

    /// What a move from head to head flips; `None` if the field is no sum.
    #[inline(always)]
    pub fn get(&self, from: u32, to: u32) -> Option<S> {
        Some(self.0.get(from as usize)?.xor(self.0.get(to as usize)?))
    }
}
