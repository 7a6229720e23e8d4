//! The weights that guide a beam, and how they are varied.

use super::problem::MOVE;
use tejun_core::Random;

/// The weights that guide a beam.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    /// For each junction, then each corridor: the penalty for each of its dots that is left.
    pub weights: Vec<i32>,
    /// The penalty for a disconnected walk.
    pub joining: i32,
}

impl Guide {
    /// A guide that treats all regions alike.
    pub fn neutral(regions: usize, joining: i32) -> Guide {
        Guide { weights: vec![0; regions], joining }
    }

    /// A random variation of this guide.
    pub fn varied(mut self, random: &mut Random) -> Guide {
        // Sometimes start over, mostly change a few regions, sometimes change all.
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

/// The random stream `number` of a seed.
pub(super) fn stream(seed: u64, number: u64) -> Random {
    Random::new(seed ^ number.wrapping_mul(0xd605_bbb5_8c8a_bc03))
}

/// A number below `end`.
pub(super) fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u64) as usize
}

/// True with a probability of `chance` percent.
pub(super) fn percent(random: &mut Random, chance: u64) -> bool {
    random.below(100) < chance
}
