//! Images of states under a symmetry, by table look-up.

use super::codec::{Field, HeadBits};
use tejun_core::bits::{Bits, Chunk};

/// The most numbers of one field: more than about 80 take more bits than a bitboard of 512 cells.
const MAX_NUMBERS: usize = 128;

/// Fields with an order up to this width, in bits, have a table with the image of each value.
pub(super) const MAX_TABLE: u32 = 16;

/// A symmetry of board, pieces and goal, prepared to act on states.
pub(super) struct Image<S> {
    /// Fields where each bit, or the single number, has its own image; and those with an order that are small.
    chunks: Vec<Chunk<S>>,
    /// Fields whose pieces have an order, so that their images must be sorted again: source, target, and the
    /// image of each number, or for ranks, of each head.
    sorted: Vec<(Field, Field, Vec<u64>)>,
    /// For each class, the bits that each of its heads contributes to the image.
    pub bits: Vec<HeadBits<S>>,
}

impl<S: Bits> Image<S> {
    /// The symmetry that takes class `c` to class `classes[c]`, and its head `h` to `heads[c][h]`.
    pub fn new(fields: &[Field], classes: &[usize], heads: &[Vec<usize>]) -> Self {
        let mut image = Image { chunks: Vec::new(), sorted: Vec::new(), bits: Vec::new() };
        for (class, from) in fields.iter().enumerate() {
            let to = &fields[classes[class]];
            let known: Vec<usize> =
                (0..heads[class].len()).filter(|&head| heads[class][head] != usize::MAX).collect();
            let bits = HeadBits::<S>::new(to, &known, |head| heads[class][head]);
            match from {
                Field::Board { shift, first, span } => {
                    image.chunks.extend(Chunk::of_bits(*shift, *span, |bit| bits.of(first + bit)));
                }
                Field::Numbers { shift, width, count: 1, heads, .. } => {
                    let images = heads.iter().map(|&head| bits.of(head));
                    image.chunks.push(Chunk::of_number(*shift, *width, images));
                }
                Field::Numbers { heads: from_heads, .. } => {
                    let Field::Numbers { numbers, .. } = to else {
                        unreachable!("classes that a symmetry takes to each other are kept alike")
                    };
                    let images =
                        from_heads.iter().map(|&head| numbers[heads[class][head as usize]]).collect();
                    image.sorted.push((from.clone(), to.clone(), images));
                }
                Field::Ranks { .. } => {
                    let images = heads[class].iter().map(|&head| head as u64).collect();
                    image.sorted.push((from.clone(), to.clone(), images));
                }
            }
            image.bits.push(bits);
        }
        image.tabulate();
        image
    }

    /// Replaces sorting by tables, where these are small.
    fn tabulate(&mut self) {
        let (small, sorted) =
            std::mem::take(&mut self.sorted).into_iter().partition(|(from, ..)| from.width() <= MAX_TABLE);
        self.sorted = sorted;
        for field in small {
            let (from, ..) = &field;
            let (shift, width) = (from.shift(), from.width());
            let values: Vec<Option<S>> = (0..1 << width)
                .map(|value| {
                    from.holds(value).then(|| {
                        let mut state = S::ZERO;
                        state.flip(shift, value);
                        state
                    })
                })
                .collect();
            let alone = Image { chunks: Vec::new(), sorted: vec![field], bits: Vec::new() };
            let images = values.iter().map(|state| state.as_ref().map_or(S::ZERO, |state| alone.of(state)));
            self.chunks.push(Chunk::of_number(shift, width, images));
        }
    }

    /// The image of a state.
    #[inline(always)]
    pub fn of(&self, state: &S) -> S {
        let mut image = S::ZERO;
        for chunk in &self.chunks {
            image = image.xor(chunk.image(state));
        }
        for (from, to, images) in &self.sorted {
            let mut numbers = [0; MAX_NUMBERS];
            match (from, to) {
                (Field::Ranks { shift, ranks, .. }, Field::Ranks { shift: to_shift, ranks: to, .. }) => {
                    let numbers = &mut numbers[..ranks.count()];
                    let heads = ranks.heads(state.get(*shift, ranks.width()));
                    for (number, head) in numbers.iter_mut().zip(heads) {
                        *number = images[head as usize];
                    }
                    numbers.sort_unstable();
                    image.flip(*to_shift, to.of(numbers.iter().map(|&head| head as u32)));
                }
                (Field::Numbers { shift, width, count, .. }, to) => {
                    let numbers = &mut numbers[..*count as usize];
                    for (piece, number) in (0..).zip(numbers.iter_mut()) {
                        *number = images[state.get(shift + piece * width, *width) as usize];
                    }
                    numbers.sort_unstable();
                    for (piece, &mut number) in (0..).zip(numbers) {
                        image.flip(to.shift() + piece * width, number);
                    }
                }
                _ => unreachable!("classes that a symmetry takes to each other are kept alike"),
            }
        }
        image
    }
}
