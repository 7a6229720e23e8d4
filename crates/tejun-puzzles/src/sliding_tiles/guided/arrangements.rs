//! Numbers for the places of some tiles: that of the set of cells that they are on, and that of their order on it.
//!
//! Tiles that slide along a row keep their order, and so do many that slide along a column. So a search through all
//! arrangements goes from one block of orders to another, many at a time.

/// Maximum number of tiles.
pub(super) const MOST: usize = 8;

/// The cells of some tiles; [`u8::MAX`] from their number on.
pub(super) type Cells = [u8; MOST];

/// The numbers of all arrangements of some tiles on a board.
pub(super) struct Arrangements {
    cells: usize,
    tiles: usize,
    /// Number of lower cells: half of them, so that both tables are small.
    low: u32,
    /// Number of the first set with these upper cells.
    upper: Vec<u32>,
    /// Number of these lower cells among those as many.
    lower: Vec<u16>,
    /// Number of orders.
    orders: usize,
    /// What each tile adds to the number of an order for every later tile on a lower cell.
    weights: [u32; MOST],
    sets: usize,
}

/// Number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1)) }
}

/// The least set above `set` with as many cells.
fn next(set: u32) -> u32 {
    let low = set & set.wrapping_neg();
    let ripple = set + low;
    ripple | (((set ^ ripple) >> 2) / low)
}

impl Arrangements {
    /// Those of so many tiles, at least one and at most [`MOST`], on so many cells, at most 31.
    pub fn new(cells: usize, tiles: usize) -> Self {
        let (low, high) = (cells.div_ceil(2), cells / 2);
        let mut seen = [0; 32];
        let lower = (0..1_u32 << low).map(|set| {
            let as_many = &mut seen[set.count_ones() as usize];
            *as_many += 1;
            *as_many - 1
        });
        let lower: Vec<u16> = lower.collect();
        let mut first = 0;
        let upper = (0..1_u32 << high).map(|set| {
            let left = tiles.checked_sub(set.count_ones() as usize);
            first += left.map_or(0, |left| choose(low, left)) as u32;
            first - left.map_or(0, |left| choose(low, left)) as u32
        });
        let upper = upper.collect();
        let mut weights = [0; MOST];
        let mut orders = 1;
        for tile in (0..tiles).rev() {
            weights[tile] = orders;
            orders *= (tiles - tile) as u32;
        }
        let (low, sets) = (low as u32, choose(cells, tiles));
        Arrangements { cells, tiles, low, upper, lower, orders: orders as usize, weights, sets }
    }

    /// Number of orders.
    pub fn orders(&self) -> usize {
        self.orders
    }

    /// Number of sets.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// Number of arrangements.
    pub fn count(&self) -> usize {
        self.sets * self.orders
    }

    /// All sets, in the order of their numbers.
    pub fn all_sets(&self) -> impl Iterator<Item = u32> {
        let first = (1 << self.tiles) - 1;
        std::iter::successors(Some(first), |&set| Some(next(set))).take(self.sets)
    }

    /// The number of a set.
    #[inline]
    pub fn set(&self, set: u32) -> usize {
        let lower = self.lower[(set & ((1 << self.low) - 1)) as usize];
        self.upper[(set >> self.low) as usize] as usize + usize::from(lower)
    }

    /// The number of the order of tiles on these cells, or in these places of one. It keeps for each cell, in four bits, how
    /// many later tiles are below it.
    #[inline]
    pub fn order(&self, at: &Cells) -> usize {
        const ONES: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
        let mut order = 0;
        if self.cells <= 16 {
            let mut below = 0_u64;
            for tile in (0..self.tiles).rev() {
                let shift = 4 * u32::from(at[tile]);
                order += (below >> shift & 15) as u32 * self.weights[tile];
                below = below.wrapping_add((ONES as u64) << shift << 4);
            }
        } else {
            let mut below = 0_u128;
            for tile in (0..self.tiles).rev() {
                let shift = 4 * u32::from(at[tile]);
                order += (below >> shift & 15) as u32 * self.weights[tile];
                below = below.wrapping_add(ONES << shift << 4);
            }
        }
        order as usize
    }

    /// The number of an arrangement.
    #[inline]
    pub fn rank(&self, at: &Cells) -> usize {
        let set = at[..self.tiles].iter().fold(0, |set, cell| set | 1 << cell);
        self.set(set) * self.orders + self.order(at)
    }

    /// The places of the tiles in an order: 0 is the lowest cell.
    pub fn places(&self, mut order: usize) -> Cells {
        let mut free: Vec<u8> = (0..self.tiles as u8).collect();
        let mut places = [u8::MAX; MOST];
        for (place, &weight) in places.iter_mut().zip(&self.weights).take(self.tiles) {
            *place = free.remove(order / weight as usize);
            order %= weight as usize;
        }
        places
    }
}
