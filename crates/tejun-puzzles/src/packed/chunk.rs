//! Images of packed states under a symmetry, a table look-up for a few bits at a time.

use super::words::Bits;

/// Bits of a state that one look-up takes.
const WIDTH: u32 = 8;

/// The image of a few neighbouring bits of a state. The image of a state is the sum of those of its
/// chunks.
pub(crate) struct Chunk<S> {
    shift: u32,
    /// As many low bits as it has.
    mask: u64,
    table: Vec<S>,
}

impl<S: Bits> Chunk<S> {
    /// The chunks of a field of `span` bits from `shift` on, each bit of which has the image
    /// `image(bit)`, counted within the field.
    pub fn of_bits(shift: u32, span: u32, image: impl Fn(u32) -> S) -> impl Iterator<Item = Chunk<S>> {
        (0..span).step_by(WIDTH as usize).map(move |begin| {
            let width = WIDTH.min(span - begin);
            let mut table = vec![S::ZERO; 1 << width];
            for set in 1..table.len() {
                table[set] = table[set & (set - 1)].xor(&image(begin + set.trailing_zeros()));
            }
            Chunk { shift: shift + begin, mask: table.len() as u64 - 1, table }
        })
    }

    /// The chunk of a number of `width` bits from `shift` on with these images.
    pub fn of_number(shift: u32, width: u32, images: impl Iterator<Item = S>) -> Chunk<S> {
        let mut table: Vec<S> = images.collect();
        table.resize(1 << width, S::ZERO);
        Chunk { shift, mask: table.len() as u64 - 1, table }
    }

    /// The chunk's part of the image of a state.
    #[inline(always)]
    pub fn image(&self, state: &S) -> &S {
        &self.table[(state.get(self.shift, 64) & self.mask) as usize]
    }
}
