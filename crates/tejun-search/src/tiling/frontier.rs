//! Counting by dynamic programming over the frontier.
//!
//! Everything before the first free position is covered, so what can follow depends only on the window from that
//! position on and on the pieces used. States are grouped by the pieces used, layer by layer (pieces placed).
//! The states of a group come from at most as many groups as there are kinds, and are merged in a table small
//! enough for the processor's cache. The first free position itself is not stored, because the pieces used say
//! how many cells are covered.

use super::run::Run;
use super::scan::Scan;
use super::word::{Fit, Word, is_none, join, meet, pop};
use crate::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;

/// A number of ways, with checked addition.
pub(super) trait Amount: Copy + Send + Sync + Default {
    const ONE: Self;
    fn plus(self, other: Self) -> Option<Self>;
    fn wide(self) -> u128;
}

macro_rules! amount {
    ($type:ty) => {
        impl Amount for $type {
            const ONE: Self = 1;
            #[inline(always)]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
            fn wide(self) -> u128 {
                self.into()
            }
        }
    };
}
amount!(u64);
amount!(u128);

/// Interchangeable pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stock {
    pub(super) pieces: u32,
    /// Number of cells of a piece.
    pub(super) cells: u32,
}

/// What to count: the fillings of a tiling whose kinds each take some pieces from some stocks.
pub(super) struct Frontier<'a, W, const N: usize> {
    scan: &'a Scan<W, N>,
    stocks: Vec<Stock>,
    /// For each stock, what one piece adds to the number that encodes the pieces used.
    radix: Vec<u64>,
    kinds: Vec<Demand>,
    /// The position of the cell of each rank, followed by the end.
    positions: Vec<usize>,
}

/// What one placement of a kind takes from the stocks.
struct Demand {
    stocks: Vec<(usize, u32)>,
    pieces: usize,
    value: u64,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrontierError {
    /// The count was stopped, or memory ran out.
    Stopped(StopReason),
    /// The number of ways, or the number that encodes the pieces used, overflows.
    Overflow,
}

impl From<StopReason> for FrontierError {
    fn from(reason: StopReason) -> Self {
        FrontierError::Stopped(reason)
    }
}

/// The states of a group, each with the number of ways to reach it.
type States<W, C> = Vec<(W, C)>;

/// The groups with a given number of pieces, ascending by the pieces used.
type Layer<W, C> = Vec<(u64, States<W, C>)>;

impl<'a, W: Word, const N: usize> Frontier<'a, W, N> {
    /// Returns a count to run. `uses` says for each kind of the scan which stocks it takes pieces from, and
    /// how many.
    ///
    /// # Errors
    /// [`FrontierError::Overflow`] if the number that encodes the pieces used would overflow.
    pub(super) fn new(
        scan: &'a Scan<W, N>,
        stocks: Vec<Stock>,
        uses: Vec<Vec<(usize, u32)>>,
    ) -> Result<Self, FrontierError> {
        let mut radix = Vec::new();
        let mut value = 1_u64;
        for stock in &stocks {
            radix.push(value);
            value = value.checked_mul(u64::from(stock.pieces) + 1).ok_or(FrontierError::Overflow)?;
        }
        let kind = |stocks: Vec<(usize, u32)>| Demand {
            pieces: stocks.iter().map(|&(_, n)| n as usize).sum(),
            value: stocks.iter().map(|&(stock, n)| radix[stock] * u64::from(n)).sum(),
            stocks,
        };
        let kinds = uses.into_iter().map(kind).collect();
        let mut positions = scan.positions.clone();
        positions.sort_unstable();
        positions.push(scan.fixed.len());
        Ok(Frontier { scan, stocks, radix, kinds, positions })
    }

    /// Number of pieces of `stock` used in a group.
    fn used(&self, group: u64, stock: usize) -> u32 {
        (group / self.radix[stock] % (u64::from(self.stocks[stock].pieces) + 1)) as u32
    }

    /// Number of cells covered in a group.
    fn filled(&self, group: u64) -> usize {
        let cells = |stock: usize| self.used(group, stock) * self.stocks[stock].cells;
        (0..self.stocks.len()).map(cells).sum::<u32>() as usize
    }

    /// The groups that follow `group` by one placement of each kind.
    fn next(&self, group: u64) -> impl Iterator<Item = (usize, u64)> {
        self.kinds.iter().enumerate().filter_map(move |(index, kind)| {
            let left = |&(stock, n): &(usize, u32)| self.used(group, stock) + n <= self.stocks[stock].pieces;
            kind.stocks.iter().all(left).then_some((index, group + kind.value))
        })
    }

    /// Counts the fillings.
    ///
    /// # Errors
    /// [`FrontierError`]; then nothing is known.
    pub(super) fn count<C: Amount>(&self, run: &mut Run) -> Result<u128, FrontierError> {
        let used = run.budget.used();
        let result = FrontierCount::<W, C, N>::new(self, run).and_then(|mut count| count.all(run));
        run.budget.rewind(used);
        result
    }

    /// The shapes still available in a group; all shapes if classes of positions differ.
    fn available(&self, group: u64) -> Fit<N> {
        if !self.scan.uniform {
            return [u64::MAX; N];
        }
        let mut avail = [0; N];
        for (kind, _) in self.next(group) {
            avail = join(avail, self.scan.of_kind(self.positions[0], kind));
        }
        avail
    }

    /// Places a piece of a kind at the first free position of each state of a group with `filled` cells, and
    /// keeps each result at whose first free position one of the shapes `avail` fits.
    fn step<C: Amount>(
        &self,
        filled: usize,
        kind: usize,
        avail: &Fit<N>,
        states: &[(W, C)],
        merged: &mut Merge<W, C>,
        run: &mut Run,
    ) -> Result<(), FrontierError> {
        let scan = self.scan;
        for &(ahead, ways) in states {
            merged.make_room(64 * N, run)?;
            run.work(16)?;
            let position = self.positions[filled - ahead.count()];
            let window = ahead | scan.fixed[position];
            let mut fit = meet(scan.fits(position, window), scan.of_kind(position, kind));
            while let Some(bit) = pop(&mut fit) {
                let shape = scan.shape(position, bit);
                match Scan::<W, N>::advance(&scan.fixed, position, window | shape.window) {
                    None => merged.add(W::EMPTY, ways)?,
                    Some((next, window)) => {
                        if !is_none(&meet(scan.fits(next, window), avail))
                            && !scan.adjacency.leaves_one_alone(window)
                        {
                            merged.add(window & !scan.fixed[next], ways)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// A count in progress.
struct FrontierCount<'f, 'a, W, C, const N: usize> {
    frontier: &'f Frontier<'a, W, N>,
    /// The layers from which states may still be reached; older ones are empty.
    layers: Vec<Layer<W, C>>,
    merged: Merge<W, C>,
    total: u128,
}

impl<'f, 'a, W: Word, C: Amount, const N: usize> FrontierCount<'f, 'a, W, C, N> {
    fn new(frontier: &'f Frontier<'a, W, N>, run: &mut Run) -> Result<Self, FrontierError> {
        let mut states = run.budget.list(1)?;
        states.push((W::EMPTY, C::ONE));
        Ok(FrontierCount {
            frontier,
            layers: vec![vec![(0, states)]],
            merged: Merge::new(&mut run.budget)?,
            total: 0,
        })
    }

    /// Counts layer by layer.
    fn all(&mut self, run: &mut Run) -> Result<u128, FrontierError> {
        let farthest = self.frontier.kinds.iter().map(|kind| kind.pieces).max().unwrap_or(0);
        let most: usize = self.frontier.stocks.iter().map(|stock| stock.pieces as usize).sum();
        for depth in 1..=most {
            let recent = depth.saturating_sub(farthest);
            for (_, mut states) in self.layers[..recent].iter_mut().flat_map(std::mem::take) {
                run.budget.free(&mut states);
            }
            if self.layers[recent..].iter().all(Vec::is_empty) {
                break;
            }
            if depth > run.limits.depth as usize {
                return Err(StopReason::Depth.into());
            }
            self.advance(depth, recent, run)?;
        }
        Ok(self.total)
    }

    /// Computes the layer with `depth` pieces.
    fn advance(&mut self, depth: usize, recent: usize, run: &mut Run) -> Result<(), FrontierError> {
        let mut transitions: Vec<Transition> = Vec::new();
        for (from, layer) in self.layers.iter().enumerate().skip(recent) {
            for &(source, _) in layer {
                let here = |&(kind, _): &(usize, u64)| from + self.frontier.kinds[kind].pieces == depth;
                run.budget.grow(&mut transitions, self.frontier.kinds.len())?;
                transitions.extend(
                    self.frontier.next(source).filter(here).map(|(kind, target)| Transition {
                        target,
                        kind,
                        source,
                    }),
                );
                run.work(8 * self.frontier.kinds.len())?;
            }
        }
        crate::collections::sort::sort(&mut transitions, run)?;
        self.layers.push(Layer::new());
        for into in transitions.chunk_by(|a, b| a.target == b.target) {
            self.merge(depth, into, run)?;
            run.report(0, depth);
            run.work(64)?;
            if run.taken >= run.allowed {
                return Err(StopReason::States.into());
            }
        }
        run.budget.free(&mut transitions);
        Ok(())
    }

    /// Computes the group that the transitions lead to.
    fn merge(
        &mut self,
        depth: usize,
        transitions: &[Transition],
        run: &mut Run,
    ) -> Result<(), FrontierError> {
        let FrontierCount { frontier, layers, merged, total } = self;
        let group = transitions[0].target;
        let cells = frontier.positions.len() - 1;
        let filled = frontier.filled(group);
        if filled > cells {
            return Ok(());
        }
        merged.clear();
        let avail = frontier.available(group);
        for transition in transitions {
            let from = &layers[depth - frontier.kinds[transition.kind].pieces];
            let source = from.binary_search_by_key(&transition.source, |group| group.0);
            let states = &from[source.expect("a transition comes from an existing group")].1;
            run.stats.expanded += states.len() as u64;
            frontier.step(
                frontier.filled(transition.source),
                transition.kind,
                &avail,
                states,
                merged,
                run,
            )?;
        }
        if filled == cells {
            for &(_, ways) in &merged.entries {
                *total = total.checked_add(ways.wide()).ok_or(FrontierError::Overflow)?;
            }
        } else if !merged.entries.is_empty() {
            let mut states = run.budget.list(merged.entries.len())?;
            states.extend_from_slice(&merged.entries);
            let layer = layers.last_mut().expect("the current layer exists");
            run.budget.grow(layer, 1)?;
            layer.push((group, states));
            run.stats.stored += merged.entries.len() as u64;
            run.taken += merged.entries.len() as u64;
        }
        Ok(())
    }
}

/// One way to reach a group: a placement of `kind` in the states of `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Transition {
    target: u64,
    kind: usize,
    source: u64,
}

/// Initial number of slots of a table.
const FIRST_SLOTS: usize = 1 << 10;

/// The states of one group, each once, with the number of ways to reach it: an open-addressing table that is
/// cleared by incrementing a stamp.
struct Merge<W, C> {
    entries: Vec<(W, C)>,
    /// A stamp and an index into the entries.
    slots: Vec<(u32, u32)>,
    stamp: u32,
}

impl<W: Word, C: Amount> Merge<W, C> {
    fn new(budget: &mut Budget) -> Result<Self, StopReason> {
        let mut slots = budget.list(FIRST_SLOTS)?;
        slots.resize(FIRST_SLOTS, (0, 0));
        Ok(Merge { entries: Vec::new(), slots, stamp: 1 })
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.fill((0, 0));
            self.stamp = 1;
        }
    }

    /// Makes room for `more` states.
    #[inline(always)]
    fn make_room(&mut self, more: usize, run: &mut Run) -> Result<(), StopReason> {
        run.budget.grow(&mut self.entries, more)?;
        if (self.entries.len() + more) * 2 > self.slots.len() { self.grow(more, run) } else { Ok(()) }
    }

    /// Adds ways to a state. The caller must have [made room](Merge::make_room).
    #[inline(always)]
    fn add(&mut self, state: W, ways: C) -> Result<(), FrontierError> {
        let mask = self.slots.len() - 1;
        let mut slot = state.hash() >> (64 - self.slots.len().trailing_zeros());
        loop {
            let (stamp, index) = self.slots[slot];
            if stamp != self.stamp {
                break;
            }
            let entry = &mut self.entries[index as usize];
            if entry.0 == state {
                entry.1 = entry.1.plus(ways).ok_or(FrontierError::Overflow)?;
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = (self.stamp, self.entries.len() as u32);
        self.entries.push((state, ways));
        Ok(())
    }

    #[cold]
    fn grow(&mut self, more: usize, run: &mut Run) -> Result<(), StopReason> {
        let size = (2 * (self.entries.len() + more)).next_power_of_two().max(2 * self.slots.len());
        run.budget.free(&mut self.slots);
        self.slots = run.budget.list(size)?;
        self.slots.resize(size, (0, 0));
        self.stamp = 1;
        for (index, (state, _)) in self.entries.iter().enumerate() {
            run.work(4)?;
            let mut slot = state.hash() >> (64 - size.trailing_zeros());
            while self.slots[slot].0 == self.stamp {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (self.stamp, index as u32);
        }
        Ok(())
    }
}
