//! Fast hashes.

use std::hash::Hasher;

/// Multiplies to 128 bits and folds the halves: every bit of the result depends on every bit of `a`, if `b` is odd and
/// has bits everywhere.
#[inline(always)]
pub(crate) fn fold_product(a: u64, b: u64) -> u64 {
    #[cfg(target_arch = "wasm32")]
    return product_by_words(a, b);
    #[cfg(not(target_arch = "wasm32"))]
    {
        let wide = u128::from(a) * u128::from(b);
        wide as u64 ^ (wide >> 64) as u64
    }
}

/// [`fold_product`] where a product of 128 bits is two nested calls: in WebAssembly they took a seventh of the searches'
/// time.
#[cfg(any(test, target_arch = "wasm32"))]
#[inline(always)]
fn product_by_words(a: u64, b: u64) -> u64 {
    let halves = |word: u64| (word >> 32, word & u64::from(u32::MAX));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (carried, _) = halves(a0 * b0);
    let (upper, lower) = halves(a1 * b0 + carried);
    let (middle, _) = halves(a0 * b1 + lower);
    a.wrapping_mul(b) ^ (a1 * b1 + upper + middle)
}

/// Mixes words fast. It does not resist an adversary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = fold_product(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15, 0xd134_2543_de82_ef95);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_by_words_is_the_same() {
        let mut word = 1;
        let random = std::iter::repeat_with(|| {
            word = fold_product(word ^ 0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15);
            word
        });
        let words: Vec<u64> = [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX - 1, u64::MAX]
            .into_iter()
            .chain(random.take(100))
            .collect();
        for &a in &words {
            for &b in &words {
                assert_eq!(fold_product(a, b), product_by_words(a, b), "{a} {b}");
            }
        }
    }
}
