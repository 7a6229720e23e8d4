//! Blocks of states as bytes: compressed against the state before, with a checksum.
//!
//! A block has a header of twelve bytes (length of what follows, number of states, CRC-32 of both numbers and of
//! what follows; all little-endian), then a nibble for each word of each state, then the words' bytes. A word is
//! written as its difference (exclusive or) from the same word of the state before, without the zero bytes at the
//! top; the nibble says how many bytes are left. Sorted states differ in few low bytes, so two thirds of them go. Of
//! states that are arrays of bytes, which differ in the last ones, the words are big-endian.

use crate::state::key::Key;

/// Bytes of the states in a full block.
const BLOCK_BYTES: usize = 4 << 10;
pub(super) const HEADER: usize = 12;
const WORD: usize = 8;

/// The most states in a block.
pub(super) const fn block_states<S>() -> usize {
    let states = BLOCK_BYTES / size_of::<S>();
    if states == 0 { 1 } else { states }
}

/// The most bytes of a block, with its header.
pub(super) const fn block_bytes<S>() -> usize {
    HEADER + block_states::<S>() * words::<S>() * (WORD + 1)
}

/// Bytes that reading or writing states block by block takes in memory.
pub(super) const fn stream_bytes<S>() -> u64 {
    (block_states::<S>() * size_of::<S>() + block_bytes::<S>() + WORD) as u64
}

const fn words<S>() -> usize {
    size_of::<S>().div_ceil(WORD)
}

/// What is wrong with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockError;

#[inline(always)]
fn word<S: Key>(state: &S, index: usize) -> u64 {
    let bytes = bytemuck::bytes_of(state);
    let bytes = &bytes[WORD * index..(WORD * (index + 1)).min(size_of::<S>())];
    let mut word = [0; WORD];
    word[..bytes.len()].copy_from_slice(bytes);
    if of_bytes::<S>() { u64::from_be_bytes(word) } else { u64::from_le_bytes(word) }
}

/// Whether states are arrays of bytes, which are ordered by the first byte that differs.
const fn of_bytes<S>() -> bool {
    align_of::<S>() == 1
}

#[inline(always)]
fn set_word<S: Key>(state: &mut S, index: usize, word: u64) {
    let bytes = bytemuck::bytes_of_mut(state);
    let end = (WORD * (index + 1)).min(size_of::<S>());
    let bytes = &mut bytes[WORD * index..end];
    let word = if of_bytes::<S>() { word.to_be_bytes() } else { word.to_le_bytes() };
    bytes.copy_from_slice(&word[..bytes.len()]);
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes were cut out"))
}

/// Appends `states`, at most a block of them, to `bytes`.
pub(super) fn encode<S: Key>(states: &[S], bytes: &mut Vec<u8>) {
    debug_assert!(states.len() <= block_states::<S>());
    let begin = bytes.len();
    let nibbles = begin + HEADER;
    let body = nibbles + (states.len() * words::<S>()).div_ceil(2);
    // Every word is written whole, and the next one over what it does not need.
    bytes.resize(body + states.len() * words::<S>() * WORD, 0);
    let (mut at, mut nibble) = (body, 0);
    let mut before = S::zeroed();
    for state in states {
        for index in 0..words::<S>() {
            let change = word(state, index) ^ word(&before, index);
            let length = WORD - change.leading_zeros() as usize / 8;
            bytes[nibbles + nibble / 2] |= (length as u8) << (4 * (nibble % 2));
            bytes[at..at + WORD].copy_from_slice(&change.to_le_bytes());
            at += length;
            nibble += 1;
        }
        before = *state;
    }
    bytes.truncate(at);
    let length = (at - begin - HEADER) as u32;
    bytes[begin..begin + 4].copy_from_slice(&length.to_le_bytes());
    bytes[begin + 4..begin + 8].copy_from_slice(&(states.len() as u32).to_le_bytes());
    let sum = checksum(&bytes[begin..begin + 8], &bytes[begin + HEADER..]);
    bytes[begin + 8..begin + HEADER].copy_from_slice(&sum.to_le_bytes());
}

fn checksum(numbers: &[u8], rest: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(numbers);
    hasher.update(rest);
    hasher.finalize()
}

/// The number of bytes that follow this header.
///
/// # Errors
/// If no block has such a header.
pub(super) fn following<S: Key>(header: &[u8; HEADER]) -> Result<usize, BlockError> {
    let (length, states) = (number(&header[..4]) as usize, number(&header[4..8]) as usize);
    let fits = length <= block_bytes::<S>() - HEADER && (1..=block_states::<S>()).contains(&states);
    if fits { Ok(length) } else { Err(BlockError) }
}

/// Checks the sum of a block and returns how many states it holds.
///
/// # Errors
/// If the sum does not match.
pub(super) fn checked(header: &[u8; HEADER], rest: &[u8]) -> Result<u64, BlockError> {
    let sum = checksum(&header[..8], rest);
    if sum == number(&header[8..]) { Ok(number(&header[4..8]).into()) } else { Err(BlockError) }
}

/// Replaces `states` by those of the block with this header. `rest` is what follows the header; eight bytes of
/// room are added to it.
///
/// # Errors
/// If the checksum does not match, or if this is no block.
pub(super) fn decode<S: Key>(
    header: &[u8; HEADER],
    rest: &mut Vec<u8>,
    states: &mut Vec<S>,
) -> Result<(), BlockError> {
    states.clear();
    let count = checked(header, rest)? as usize;
    let body = (count * words::<S>()).div_ceil(2);
    if rest.len() < body {
        return Err(BlockError);
    }
    let length = rest.len();
    rest.resize(length + WORD, 0);
    let (mut at, mut nibble) = (body, 0);
    let mut state = S::zeroed();
    for _ in 0..count {
        for index in 0..words::<S>() {
            let length = usize::from(rest[nibble / 2] >> (4 * (nibble % 2)) & 15);
            let Some(bytes) = rest.get(at..at + WORD).filter(|_| length <= WORD) else {
                return Err(BlockError);
            };
            let read = u64::from_le_bytes(bytes.try_into().expect("eight bytes were cut out"));
            let change = if length == WORD { read } else { read & ((1 << (8 * length)) - 1) };
            let changed = word(&state, index) ^ change;
            set_word(&mut state, index, changed);
            at += length;
            nibble += 1;
        }
        if state == S::NONE {
            return Err(BlockError);
        }
        states.push(state);
    }
    rest.truncate(length);
    if at == length { Ok(()) } else { Err(BlockError) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written_and_read<S: Key>(states: &[S]) {
        for states in states.chunks(block_states::<S>()) {
            let mut bytes = Vec::new();
            encode(states, &mut bytes);
            assert!(bytes.len() <= block_bytes::<S>());
            let header: [u8; HEADER] = bytes[..HEADER].try_into().unwrap();
            let mut rest = bytes.split_off(HEADER);
            assert_eq!(following::<S>(&header), Ok(rest.len()));
            let mut read: Vec<S> = Vec::new();
            assert_eq!(decode(&header, &mut rest, &mut read), Ok(()));
            assert_eq!(read, states);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

        #[test]
        fn states_of_every_width_come_back(bytes in proptest::collection::vec(any::<u8>(), 48..2_000)) {
            fn all<S: Key>(bytes: &[u8]) {
                let read = |bytes: &[u8]| bytemuck::pod_read_unaligned::<S>(bytes);
                let mut states: Vec<S> =
                    bytes.chunks_exact(size_of::<S>()).map(read).filter(|state| *state != S::NONE).collect();
                written_and_read(&states);
                states.sort_unstable();
                written_and_read(&states);
            }
            all::<u32>(&bytes);
            all::<u64>(&bytes);
            all::<u128>(&bytes);
            all::<[u64; 3]>(&bytes);
            all::<[u8; 13]>(&bytes);
            all::<[u8; 1]>(&bytes);
        }

        #[test]
        fn no_flipped_or_missing_byte_goes_unseen(at in 0_usize..4_000, bit in 0..8, cut: bool) {
            let states: Vec<u64> = (0..500).map(|i| i * 0x1_0001).collect();
            let mut bytes = Vec::new();
            encode(&states, &mut bytes);
            let at = at % bytes.len();
            bytes[at] ^= 1_u8 << bit;
            if cut {
                bytes.truncate(at.max(HEADER));
            }
            let header: [u8; HEADER] = bytes[..HEADER].try_into().unwrap();
            let mut rest = bytes.split_off(HEADER);
            let length = following::<u64>(&header);
            prop_assert!(length != Ok(rest.len()) || decode(&header, &mut rest, &mut Vec::<u64>::new()).is_err());
        }
    }

    #[test]
    fn sorted_states_take_less() {
        let states: Vec<u64> = (0..512).map(|i| (7 << 40) + 300 * i).collect();
        let mut bytes = Vec::new();
        encode(&states, &mut bytes);
        assert!(bytes.len() < 512 * 3, "{}", bytes.len());
    }
}
