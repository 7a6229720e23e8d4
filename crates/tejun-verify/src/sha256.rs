//! SHA-256 (FIPS 180-4), in plain code: what names an instance, and what tells a damaged file.

/// Bytes of a chunk.
const CHUNK: usize = 64;

/// The digest of some bytes, as 64 hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.update(bytes);
    digest.hex()
}

/// The digest of bytes that come in parts.
pub struct Digest {
    state: [u32; 8],
    constants: [u32; 64],
    /// What does not fill a chunk yet.
    rest: Vec<u8>,
    length: u64,
}

impl Default for Digest {
    fn default() -> Self {
        Digest {
            state: first_bits(|prime| prime.sqrt()),
            constants: first_bits(f64::cbrt),
            rest: Vec::with_capacity(2 * CHUNK),
            length: 0,
        }
    }
}

impl Digest {
    /// Goes on with these bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if !self.rest.is_empty() {
            let (first, others) = bytes.split_at(bytes.len().min(CHUNK - self.rest.len()));
            self.rest.extend(first);
            bytes = others;
            if self.rest.len() < CHUNK {
                return;
            }
            compress(&mut self.state, &self.constants, &self.rest);
            self.rest.clear();
        }
        let chunks = bytes.chunks_exact(CHUNK);
        self.rest.extend(chunks.remainder());
        chunks.for_each(|chunk| compress(&mut self.state, &self.constants, chunk));
    }

    /// The digest, as 64 hexadecimal digits.
    pub fn hex(mut self) -> String {
        let mut last = self.rest;
        last.push(0x80);
        last.resize((last.len() + 8).next_multiple_of(CHUNK), 0);
        let end = last.len();
        last[end - 8..].copy_from_slice(&(self.length * 8).to_be_bytes());
        last.chunks_exact(CHUNK).for_each(|chunk| compress(&mut self.state, &self.constants, chunk));
        self.state.iter().map(|word| format!("{word:08x}")).collect()
    }
}

/// The first 32 bits of the fractional parts of a root of each of the first primes.
fn first_bits<const N: usize>(root: fn(f64) -> f64) -> [u32; N] {
    let mut primes = (2_u32..).filter(|n| (2..*n).all(|divisor| n % divisor != 0));
    std::array::from_fn(|_| {
        let prime = primes.next().expect("there are infinitely many primes");
        (root(prime.into()).fract() * 4_294_967_296.0) as u32
    })
}

fn compress(state: &mut [u32; 8], constants: &[u32; 64], chunk: &[u8]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(chunk.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().expect("a chunk of four"));
    }
    for at in 16..64 {
        let (a, b) = (words[at - 15], words[at - 2]);
        let low = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let high = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        words[at] = words[at - 16].wrapping_add(low).wrapping_add(words[at - 7]).wrapping_add(high);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.into_iter().zip(constants) {
        let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h.wrapping_add(sum).wrapping_add(choice).wrapping_add(*constant).wrapping_add(word);
        let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, hex};

    /// The examples of the standard, and a text whose padding has a block of its own.
    #[test]
    fn examples_of_the_standard() {
        let examples = [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        for (text, digest) in examples {
            assert_eq!(hex(text.as_bytes()), digest);
        }
        let million = vec![b'a'; 1_000_000];
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(hex(&million), digest);
        // In parts of any length.
        for length in [1, 63, 64, 65, 1000] {
            let mut parts = Digest::default();
            million.chunks(length).for_each(|part| parts.update(part));
            assert_eq!(parts.hex(), digest, "{length}");
        }
    }
}
