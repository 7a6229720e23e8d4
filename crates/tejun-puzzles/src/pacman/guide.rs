//! What guides a beam, and how it is varied from one to the next.

use super::plan::MOVE;
use crate::generate::Random;

/// What guides a beam.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    /// For each junction and then each corridor: what it counts that one of its dots is left.
    pub weights: Vec<i32>,
    /// What it counts that the walk is in parts.
    pub joining: i32,
}

impl Guide {
    /// One to which all regions are alike.
    pub fn neutral(regions: usize, joining: i32) -> Guide {
        Guide { weights: vec![0; regions], joining }
    }

    /// One near it, drawn at random.
    pub fn varied(mut self, random: &mut Random) -> Guide {
        // Now and then from scratch, mostly a few regions, sometimes all.
        let (share, spread) = match below(random, 10) {
            0 => {
                self.weights.fill(0);
                (100, MOVE / 2)
            }
            1..3 => (100, MOVE / 8),
            3..7 => (25, MOVE / 4),
            _ => (8, MOVE / 2),
        };
        for weight in &mut self.weights {
            if percent(random, share) {
                *weight +=
                    (0..2).map(|_| below(random, 2 * spread as usize + 1) as i32 - spread).sum::<i32>() / 2;
            }
        }
        if percent(random, 25) {
            self.joining = (self.joining + below(random, 5) as i32 - 2).clamp(MOVE / 2, 3 * MOVE / 2);
        }
        self
    }
}

/// The numbers of one of the streams that a seed has.
pub(super) fn stream(seed: u64, number: u64) -> Random {
    Random::new(seed ^ number.wrapping_mul(0xd605_bbb5_8c8a_bc03))
}

/// A number below `end`.
pub(super) fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u64) as usize
}

/// True so many times out of a hundred.
pub(super) fn percent(random: &mut Random, chance: u64) -> bool {
    random.below(100) < chance
}
