//! An adaptive binary range coder (G. N. N. Martin, 1979, in the form of the LZMA SDK): a bit takes as little room as it is
//! foreseeable.

/// Bits of a probability.
const BITS: u32 = 12;
/// Zeros that may be missing at the end.
const SLACK: u64 = 1 << 10;
/// The range is kept above this.
const BOTTOM: u32 = 1 << 24;

/// How often a bit has been 0 in its context, of late: the mean of a fast and of a slow average.
#[derive(Clone, Copy)]
pub struct Bit {
    fast: u16,
    slow: u16,
}

impl Default for Bit {
    fn default() -> Self {
        Bit { fast: 1 << (BITS + 3), slow: 1 << (BITS + 3) }
    }
}

impl Bit {
    /// The chance of a 0, in parts of `1 << BITS`, neither none nor all.
    fn chance(self) -> u32 {
        ((u32::from(self.fast) + u32::from(self.slow)) >> 5).clamp(1, (1 << BITS) - 1)
    }

    fn learn(&mut self, bit: bool) {
        for (average, rate) in [(&mut self.fast, 4), (&mut self.slow, 7)] {
            if bit {
                *average -= *average >> rate;
            } else {
                *average += (u16::MAX - *average) >> rate;
            }
        }
    }
}

/// Writes bits.
pub struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that a carry could still change, and how many of 0xff follow it.
    held: Option<u8>,
    full: u64,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder { low: 0, range: u32::MAX, held: None, full: 0, bytes: Vec::new() }
    }
}

impl Encoder {
    /// Writes a bit in its context.
    pub fn bit(&mut self, context: &mut Bit, bit: bool) {
        let bound = (self.range >> BITS) * context.chance();
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        context.learn(bit);
        while self.range < BOTTOM {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        let byte = (self.low >> 24) as u8;
        if byte == 0xff && carry == 0 {
            self.full += 1;
        } else {
            if let Some(held) = self.held {
                self.bytes.push(held.wrapping_add(carry));
            }
            self.bytes.extend((0..self.full).map(|_| 0xff_u8.wrapping_add(carry)));
            self.full = 0;
            self.held = Some(byte);
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// The bytes written.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        // A reader takes what is missing at the end for zeros.
        let zeros = self.bytes.iter().rev().take(SLACK as usize).take_while(|&&byte| byte == 0).count();
        self.bytes.truncate(self.bytes.len() - zeros);
        self.bytes
    }
}

/// Reads bits.
pub struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    code: u32,
    range: u32,
    /// Bytes taken beyond the end.
    beyond: u64,
}

impl<'a> Decoder<'a> {
    /// Reads what an [`Encoder`] has written.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { bytes: bytes.iter(), code: 0, range: u32::MAX, beyond: 0 };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let byte = self.bytes.next().copied().unwrap_or_else(|| {
            self.beyond += 1;
            0
        });
        self.code = self.code << 8 | u32::from(byte);
    }

    /// Reads a bit in its context.
    pub fn bit(&mut self, context: &mut Bit) -> bool {
        let bound = (self.range >> BITS) * context.chance();
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        context.learn(bit);
        while self.range < BOTTOM {
            self.range <<= 8;
            self.shift();
        }
        bit
    }

    /// Whether more was read than was ever written.
    pub fn is_cut_off(&self) -> bool {
        self.beyond > SLACK
    }

    /// Whether all bytes were read, and no more than zeros at the end taken away.
    pub fn is_at_end(&self) -> bool {
        self.bytes.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of every probability, with runs that let carries ripple.
    #[test]
    fn what_is_written_is_read() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        for length in (0..200).chain([100_000]) {
            let bits: Vec<(usize, bool)> = (0..length)
                .map(|_| {
                    let context = random() as usize % 5;
                    (context, random() % [2, 3, 100, 5000, 1][context] == 0)
                })
                .collect();
            let (mut encoder, mut contexts) = (Encoder::default(), [Bit::default(); 5]);
            bits.iter().for_each(|&(context, bit)| encoder.bit(&mut contexts[context], bit));
            let bytes = encoder.finish();
            let (mut decoder, mut contexts) = (Decoder::new(&bytes), [Bit::default(); 5]);
            for (at, &(context, bit)) in bits.iter().enumerate() {
                assert_eq!(decoder.bit(&mut contexts[context]), bit, "bit {at} of {length}");
            }
            assert!(decoder.is_at_end());
        }
    }
}
