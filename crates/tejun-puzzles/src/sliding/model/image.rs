//! The image of a state under a symmetry, by table.

use super::codec::Field;
use super::words::Bits;

/// Bits of a state that one table lookup takes.
const CHUNK: u32 = 8;

/// A symmetry of board, pieces and goal, made ready to be applied to states.
pub(super) struct Image<S> {
    /// Fields of which each bit, or the one number, has an image of its own.
    chunks: Vec<Chunk<S>>,
    /// Fields with several numbers, which have to be sorted again: from, to, and number by number.
    sorted: Vec<(Field, Field, Vec<u64>)>,
}

struct Chunk<S> {
    shift: u32,
    width: u32,
    table: Vec<S>,
}

impl<S: Bits> Image<S> {
    /// The symmetry that takes class `c` to class `classes[c]` and its head `h` to `heads[c][h]`.
    pub fn new(fields: &[Field], classes: &[usize], heads: &[Vec<usize>]) -> Self {
        let mut image = Image { chunks: Vec::new(), sorted: Vec::new() };
        for (class, from) in fields.iter().enumerate() {
            let to = &fields[classes[class]];
            let image_of = |head: u32| heads[class][head as usize];
            match from {
                Field::Board { shift, first, span } => {
                    for begin in (0..*span).step_by(CHUNK as usize) {
                        let width = CHUNK.min(span - begin);
                        let mut table = vec![S::ZERO; 1 << width];
                        for bits in 1..table.len() {
                            let lowest = bits.trailing_zeros();
                            table[bits] = table[bits & (bits - 1)];
                            // A bit that is no head of this class is never set.
                            let head = image_of(first + begin + lowest);
                            if head != usize::MAX {
                                to.pack(&mut table[bits], &[head]);
                            }
                        }
                        image.chunks.push(Chunk { shift: shift + begin, width, table });
                    }
                }
                Field::Numbers { shift, width, count: 1, heads, .. } => {
                    let mut table = vec![S::ZERO; 1 << width];
                    for (number, &head) in heads.iter().enumerate() {
                        to.pack(&mut table[number], &[image_of(head)]);
                    }
                    image.chunks.push(Chunk { shift: *shift, width: *width, table });
                }
                Field::Numbers { heads: from_heads, .. } => {
                    let Field::Numbers { numbers, .. } = to else {
                        unreachable!("classes with as many pieces and heads are kept alike")
                    };
                    let images = from_heads.iter().map(|&head| numbers[image_of(head)]).collect();
                    image.sorted.push((from.clone(), to.clone(), images));
                }
            }
        }
        image
    }

    /// The image of a state.
    #[inline(always)]
    pub fn of(&self, state: &S) -> S {
        let mut image = S::ZERO;
        for Chunk { shift, width, table } in &self.chunks {
            image = image.or(&table[state.get(*shift, *width) as usize]);
        }
        for (from, to, images) in &self.sorted {
            let Field::Numbers { shift, width, count, .. } = from else { continue };
            let mut numbers = [0; super::MOST_PIECES];
            let numbers = &mut numbers[..*count as usize];
            for (piece, number) in (0..).zip(numbers.iter_mut()) {
                *number = images[state.get(shift + piece * width, *width) as usize];
            }
            numbers.sort_unstable();
            for (piece, &mut number) in (0..).zip(numbers) {
                image.flip(to.shift() + piece * width, number);
            }
        }
        image
    }
}
