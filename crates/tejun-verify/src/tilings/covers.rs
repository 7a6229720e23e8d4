//! What may cover the places of a region, arranged by the place where it begins.

use crate::error::VerifyError;
use crate::rules::packing::{Packing, Places, places};

/// What may cover places, and what it takes of the pieces.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The places.
    pub places: Places,
    /// Kinds of pieces, and how many of each, no more than there are.
    pub takes: Vec<(usize, u32)>,
}

/// Pieces as a number: for each kind a guard, which is 1, above the bits that say how many are left. Where more are taken
/// than are left, a guard is borrowed from.
pub struct Stock {
    /// The first bit of each kind.
    first: Vec<u32>,
    /// The guards alone.
    pub guards: u64,
    /// All pieces, and the guards.
    pub all: u64,
}

impl Stock {
    /// # Errors
    /// If the kinds are too many.
    pub fn of(packing: &Packing) -> Result<Stock, VerifyError> {
        let mut stock = Stock { first: Vec::new(), guards: 0, all: 0 };
        let mut first = 0;
        for kind in &packing.kinds {
            let guard = first + kind.count.ilog2() + 1;
            if guard >= u64::BITS {
                return Err(VerifyError::new("the puzzle has too many kinds of pieces for this program"));
            }
            stock.first.push(first);
            stock.guards |= 1 << guard;
            stock.all |= 1 << guard | u64::from(kind.count) << first;
            first = guard + 1;
        }
        Ok(stock)
    }
}

/// Up to 64 covers that begin at one place.
pub struct Block {
    /// What they cover, and what they take of the pieces.
    pub covers: Vec<(Places, u64)>,
    /// For each eight places from the first on, and each way in which they may be covered, the covers that do not fit.
    clash: Vec<[u64; 256]>,
}

impl Block {
    fn new(covers: Vec<(Places, u64)>, place: usize) -> Block {
        let last = covers.iter().map(|cover| 127 - cover.0.leading_zeros() as usize).max().unwrap_or(place);
        let mut clash = vec![[0; 256]; (last - place) / 8 + 1];
        for (index, cover) in covers.iter().enumerate() {
            places(cover.0 >> place).for_each(|at| clash[at / 8][1 << (at % 8)] |= 1 << index);
        }
        for table in &mut clash {
            for covered in 1..256 {
                table[covered] = table[covered & (covered - 1)] | table[covered & covered.wrapping_neg()];
            }
        }
        Block { covers, clash }
    }

    /// The covers that fit, as bits, where the places from the first on are covered so.
    pub fn fitting(&self, covered: Places) -> u64 {
        let bytes = self.clash.iter().zip(covered.to_le_bytes());
        let clash = bytes.fold(0, |clash, (table, byte)| clash | table[usize::from(byte)]);
        !clash & u64::MAX >> (64 - self.covers.len())
    }
}

/// For each place the covers that begin there.
pub fn starts(covers: &[Cover], stock: &Stock) -> Vec<Vec<Block>> {
    let mut begin = vec![Vec::new(); Places::BITS as usize];
    for Cover { places, takes } in covers {
        let pieces = takes.iter().map(|&(kind, number)| u64::from(number) << stock.first[kind]).sum();
        begin[places.trailing_zeros() as usize].push((*places, pieces));
    }
    let blocks = |(place, covers): (usize, Vec<(Places, u64)>)| {
        covers.chunks(64).map(|covers| Block::new(covers.to_vec(), place)).collect()
    };
    begin.into_iter().enumerate().map(blocks).collect()
}
