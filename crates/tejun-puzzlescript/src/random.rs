//! The random numbers of the original: RC4 keyed with a seed, seven bytes a number.

/// A generator whose numbers are those of the original for the same seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Random {
    /// Keys the generator with the text of `seed`.
    pub fn new(seed: &str) -> Self {
        // The original writes each UTF-16 unit without leading zero bytes, high byte first.
        let mut key: Vec<u8> = Vec::new();
        for unit in seed.encode_utf16() {
            let [high, low] = unit.to_be_bytes();
            if high > 0 {
                key.push(high);
            }
            key.push(low);
        }
        let mut state: [u8; 256] = std::array::from_fn(|i| i as u8);
        if !key.is_empty() {
            let mut j = 0u8;
            for i in 0..256 {
                j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
                state.swap(i, j as usize);
            }
        }
        Self { state, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.state[self.i as usize]);
        self.state.swap(self.i as usize, self.j as usize);
        let sum = self.state[self.i as usize].wrapping_add(self.state[self.j as usize]);
        self.state[sum as usize]
    }

    /// A whole number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        let mut number = 0f64;
        for _ in 0..7 {
            number = number * 256.0 + f64::from(self.byte());
        }
        // 2^56 - 1 rounds to 2^56 in a double, and so does the greatest number: it would be `count`.
        let unit = number / (2f64.powi(56) - 1.0);
        ((unit * count as f64).floor() as usize).min(count - 1)
    }
}
