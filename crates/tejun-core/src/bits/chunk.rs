//! Images of packed states under a symmetry, looked up in tables a few bits at a time.

use super::words::Bits;

/// The image of a few adjacent bits of a state. The image of a state is the sum of those of its chunks.
pub struct Chunk<S> {
    shift: u32,
    /// The low bits that the chunk covers.
    mask: u64,
    table: Vec<S>,
}

impl<S> Chunk<S> {
    /// Number of bits of a bitboard covered by one look-up.
    pub const BITS: u32 = 8;
}

impl<S: Bits> Chunk<S> {
    /// The chunks of a field of `span` bits starting at bit `shift`. Bit `i` of the field has the image
    /// `image(i)`.
    pub fn of_bits(shift: u32, span: u32, image: impl Fn(u32) -> S) -> impl Iterator<Item = Chunk<S>> {
        (0..span).step_by(Self::BITS as usize).map(move |begin| {
            let width = Self::BITS.min(span - begin);
            let mut table = vec![S::ZERO; 1 << width];
            for set in 1..table.len() {
                table[set] = table[set & (set - 1)].xor(&image(begin + set.trailing_zeros()));
            }
            Chunk { shift: shift + begin, mask: table.len() as u64 - 1, table }
        })
    }

    /// The chunk of a `width`-bit number starting at bit `shift`, given the image of each value.
    pub fn of_number(shift: u32, width: u32, images: impl Iterator<Item = S>) -> Chunk<S> {
        let mut table: Vec<S> = images.collect();
        table.resize(1 << width, S::ZERO);
        Chunk { shift, mask: table.len() as u64 - 1, table }
    }

    /// The part of `state`'s image that comes from this chunk.
    #[inline(always)]
    pub fn image(&self, state: &S) -> &S {
        &self.table[(state.get(self.shift, 64) & self.mask) as usize]
    }
}
