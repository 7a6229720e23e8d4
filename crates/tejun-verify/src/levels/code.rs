//! How numbers and their levels are written: the gaps between the numbers, and by how much the levels differ, each in
//! as many bits as it takes.

use crate::coder::{Bit, Decoder, Encoder};
use crate::error::VerifyError;
use crate::limits::Limits;

/// The contexts of an Elias gamma code: the length of a number, then its bits.
struct Gamma {
    lengths: [Bit; 64],
    bits: Vec<[Bit; 64]>,
}

impl Default for Gamma {
    fn default() -> Self {
        Gamma { lengths: [Bit::default(); 64], bits: vec![[Bit::default(); 64]; 64] }
    }
}

impl Gamma {
    /// Writes a number that is not 0.
    fn write(&mut self, encoder: &mut Encoder, number: u64) {
        let length = number.ilog2() as usize;
        for context in &mut self.lengths[..length] {
            encoder.bit(context, true);
        }
        if length < 63 {
            encoder.bit(&mut self.lengths[length], false);
        }
        for bit in (0..length).rev() {
            encoder.bit(&mut self.bits[length][bit], number >> bit & 1 == 1);
        }
    }

    fn read(&mut self, decoder: &mut Decoder) -> u64 {
        let mut length = 0;
        while length < 63 && decoder.bit(&mut self.lengths[length]) {
            length += 1;
        }
        let mut number = 1;
        for bit in (0..length).rev() {
            number = number << 1 | u64::from(decoder.bit(&mut self.bits[length][bit]));
        }
        number
    }
}

/// What is learned of gaps and levels on the way.
#[derive(Default)]
struct Model {
    /// After a gap of 1, and after a longer one.
    gaps: [Gamma; 2],
    levels: [Gamma; 2],
    /// The number that the next is above, and the last level.
    rank: u64,
    level: u32,
    apart: bool,
}

/// A difference as a number from 1 on: 0, -1, 1, -2, 2 ...
fn fold(difference: i64) -> u64 {
    (difference << 1 ^ difference >> 63) as u64 + 1
}

fn unfold(number: u64) -> i64 {
    let number = number - 1;
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Writes as evidence so many positions, by their numbers, which ascend, and their levels. A maker of certificates calls this.
pub fn encode(length: u64, positions: impl Iterator<Item = (u64, u32)>) -> Vec<u8> {
    let mut bytes = length.to_le_bytes().to_vec();
    let (mut encoder, mut model) = (Encoder::default(), Model::default());
    for (rank, level) in positions {
        let apart = usize::from(model.apart);
        // Numbers from 0 on: the first is 1 above what comes before all.
        let gap = rank + 1 - model.rank;
        model.gaps[apart].write(&mut encoder, gap);
        model.apart = gap != 1;
        let apart = usize::from(model.apart);
        model.levels[apart].write(&mut encoder, fold(i64::from(level) - i64::from(model.level)));
        (model.rank, model.level) = (rank + 1, level);
    }
    bytes.extend(encoder.finish());
    bytes
}

/// Most positions of short evidence, and of each byte of any: what says hardly anything takes hardly any room, and yet has to
/// be held in memory and looked at.
const MOST_POSITIONS: u64 = 1 << 24;
const MOST_PER_BYTE: u64 = 64;

/// Reads evidence, and gives `visit` each position with its level, below `bound`; the numbers ascend and are below `count`.
/// First `begin` gets their number, which is not above the count.
///
/// # Errors
/// If it is nothing that [`encode`] could write, but for the last byte, has too many positions for its length, or those of
/// `visit`. If the check is to stop.
pub(super) fn decode(
    evidence: &[u8],
    count: u64,
    bound: u32,
    limits: &Limits,
    begin: impl FnOnce(u64),
    mut visit: impl FnMut(u64, u32) -> Result<(), VerifyError>,
) -> Result<(), VerifyError> {
    let (head, coded) =
        evidence.split_first_chunk().ok_or_else(|| VerifyError::new("the evidence is cut off"))?;
    let length = u64::from_le_bytes(*head);
    if length > count {
        return Err(VerifyError::new(format!("the evidence has {length} positions: there are only {count}")));
    }
    if length > MOST_POSITIONS && length / MOST_PER_BYTE > coded.len() as u64 {
        return Err(VerifyError::new(format!("{length} positions are too many for so short an evidence")));
    }
    begin(length);
    let (mut decoder, mut model) = (Decoder::new(coded), Model::default());
    for number in 0..length {
        limits.check_every(1 << 12, number)?;
        if decoder.is_cut_off() {
            return Err(VerifyError::new("the evidence is cut off"));
        }
        let gap = model.gaps[usize::from(model.apart)].read(&mut decoder);
        model.apart = gap != 1;
        let rank = model.rank.checked_add(gap - 1).filter(|&rank| rank < count);
        let rank = rank.ok_or_else(|| VerifyError::new("the evidence has a position that is none"))?;
        let difference = unfold(model.levels[usize::from(model.apart)].read(&mut decoder));
        let level = i64::from(model.level).checked_add(difference);
        let level = level.and_then(|level| u32::try_from(level).ok()).filter(|&level| level < bound);
        let level =
            level.ok_or_else(|| VerifyError::new(format!("position {rank} has no level below the bound")))?;
        visit(rank, level)?;
        (model.rank, model.level) = (rank + 1, level);
    }
    if !decoder.is_at_end() {
        return Err(VerifyError::new("the evidence goes on after its end"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for length in [0, 1, 2, 1000] {
            for most in [1, 2, 10, u64::MAX / 2000] {
                let mut rank = random(most + 1).wrapping_sub(1);
                let positions: Vec<(u64, u32)> = (0..length)
                    .map(|_| {
                        rank = rank.wrapping_add(1 + random(most));
                        (rank, random(300) as u32)
                    })
                    .collect();
                let evidence = encode(length, positions.iter().copied());
                let mut read = Vec::new();
                decode(
                    &evidence,
                    u64::MAX,
                    300,
                    &Limits::threads(1),
                    |n| assert_eq!(n, length),
                    |rank, level| {
                        read.push((rank, level));
                        Ok(())
                    },
                )
                .unwrap();
                assert_eq!(read, positions);
            }
        }
    }
}
