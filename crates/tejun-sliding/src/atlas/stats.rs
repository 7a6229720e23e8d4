//! Number of layouts at each distance, by piece set.

use std::collections::BTreeMap;

use super::build::NEVER;
use super::layout::Pieces;
use super::rank::Ranks;

/// Counts of layouts or classes by exit distance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Solvable ones: index `d` counts those `d` moves from an exit. The last count is not 0.
    pub solvable: Vec<u32>,
    /// Number of those from which no exit can be reached.
    pub unsolvable: u32,
}

impl Histogram {
    fn add(&mut self, distance: u8, number: u32) {
        if distance == NEVER {
            self.unsolvable += number;
        } else {
            let needed = usize::from(distance) + 1;
            if self.solvable.len() < needed {
                self.solvable.resize(needed, 0);
            }
            self.solvable[usize::from(distance)] += number;
        }
    }

    /// Number of solvable ones.
    pub fn solvable_total(&self) -> u32 {
        self.solvable.iter().sum()
    }

    /// Number of all of them.
    pub fn total(&self) -> u32 {
        self.solvable_total() + self.unsolvable
    }

    /// The largest distance, if any is solvable.
    pub fn maximum(&self) -> Option<u8> {
        self.solvable.len().checked_sub(1).map(|last| last as u8)
    }
}

/// The counts of one or more piece sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mirror classes.
    pub classes: Histogram,
    /// Layouts.
    pub layouts: Histogram,
}

impl Tally {
    /// Counts a class at a distance; `alone` means that it is one layout rather than two.
    fn add(&mut self, distance: u8, alone: bool) {
        self.classes.add(distance, 1);
        self.layouts.add(distance, if alone { 1 } else { 2 });
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: &Tally) {
        let pairs = [(&mut self.classes, &other.classes), (&mut self.layouts, &other.layouts)];
        for (into, from) in pairs {
            into.unsolvable += from.unsolvable;
            for (distance, &number) in from.solvable.iter().enumerate().filter(|(_, number)| **number > 0) {
                into.add(distance as u8, number);
            }
        }
    }
}

/// Counts every class of the family, given all distances by rank. Cost: about 30 ms.
pub(super) fn tally(ranks: &Ranks, distances: &[u8]) -> BTreeMap<Pieces, Tally> {
    let mut stats: BTreeMap<Pieces, Tally> = BTreeMap::new();
    for entry in 0..ranks.frames() {
        let frame = ranks.frame(entry);
        let free = frame.free().count_ones();
        let (wide, tall) = (frame.wide.count_ones() as u8, frame.tall.count_ones() as u8);
        let mut by_empty = vec![Tally::default(); free as usize + 1];
        ranks.classes(entry, |rank, empty, alone| {
            by_empty[empty as usize].add(distances[rank as usize], alone);
        });
        for (empty, tally) in by_empty.iter().enumerate().skip(2) {
            let units = (free - empty as u32) as u8;
            stats.entry(Pieces { wide, tall, units }).or_default().merge(tally);
        }
    }
    stats
}
