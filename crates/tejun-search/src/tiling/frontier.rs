//! Counting by dynamic programming over the frontier.
//!
//! Everything behind the first free place is filled, so what can still follow depends only on the
//! window ahead of that place and on the pieces used. States are grouped by the pieces used, layer by
//! layer (pieces placed): the states of one group come from those of at most as many groups as there
//! are kinds, and are merged in a table small enough for the processor's cache. Where the first free
//! place stands need not be kept: the pieces used say how many cells are filled.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use super::line::Line;
use super::word::{Fit, Word, is_none, join, meet, pop};
use crate::{Limits, Progress, Stats, StopReason, Watch};

/// A number of ways.
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

/// Pieces that cannot be told apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stock {
    pub(super) pieces: u32,
    /// Cells of one piece.
    pub(super) cells: u32,
}

/// What is to be counted: a line whose kinds each take some pieces out of some stocks.
pub(super) struct Frontier<'a, W, const N: usize> {
    line: &'a Line<W, N>,
    stocks: Vec<Stock>,
    /// What one piece of each stock adds to the number that stands for what is used.
    radix: Vec<u64>,
    kinds: Vec<Uses>,
    /// The place of the cell of each rank, and the end.
    places: Vec<usize>,
}

/// What one placement of a kind takes out of the stocks.
struct Uses {
    stocks: Vec<(usize, u32)>,
    pieces: usize,
    value: u64,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It was stopped, or has not enough memory.
    Stopped(StopReason),
    /// The number of ways, or what is used, does not fit into its word.
    Overflow,
}

/// The states of the groups with one number of pieces.
struct Layer<W, C> {
    /// For each group (what is used), where its states are.
    groups: HashMap<u64, Range<usize>>,
    states: Vec<(W, C)>,
}

impl<'a, W: Word, const N: usize> Frontier<'a, W, N> {
    /// `uses` says for each kind of the line the stocks it takes from, and how many pieces.
    ///
    /// # Errors
    /// [`Failure::Overflow`] where what is used would not fit into a number.
    pub(super) fn new(
        line: &'a Line<W, N>,
        stocks: Vec<Stock>,
        uses: Vec<Vec<(usize, u32)>>,
    ) -> Result<Self, Failure> {
        let mut radix = Vec::new();
        let mut value = 1_u64;
        for stock in &stocks {
            radix.push(value);
            value = value.checked_mul(u64::from(stock.pieces) + 1).ok_or(Failure::Overflow)?;
        }
        let kind = |stocks: Vec<(usize, u32)>| Uses {
            pieces: stocks.iter().map(|&(_, n)| n as usize).sum(),
            value: stocks.iter().map(|&(stock, n)| radix[stock] * u64::from(n)).sum(),
            stocks,
        };
        let kinds = uses.into_iter().map(kind).collect();
        let mut places = line.places.clone();
        places.sort_unstable();
        places.push(line.fixed.len());
        Ok(Frontier { line, stocks, radix, kinds, places })
    }

    /// How many of a stock are used in a group.
    fn used(&self, group: u64, stock: usize) -> u32 {
        (group / self.radix[stock] % (u64::from(self.stocks[stock].pieces) + 1)) as u32
    }

    /// The cells filled in a group.
    fn filled(&self, group: u64) -> usize {
        let cells = |stock: usize| self.used(group, stock) * self.stocks[stock].cells;
        (0..self.stocks.len()).map(cells).sum::<u32>() as usize
    }

    /// The groups that come from `group` by one placement of each kind.
    fn next(&self, group: u64) -> impl Iterator<Item = (usize, u64)> {
        self.kinds.iter().enumerate().filter_map(move |(index, kind)| {
            let left = |&(stock, n): &(usize, u32)| self.used(group, stock) + n <= self.stocks[stock].pieces;
            kind.stocks.iter().all(left).then_some((index, group + kind.value))
        })
    }

    /// Counts the fillings.
    ///
    /// # Errors
    /// [`Failure`]; nothing is known then.
    pub(super) fn count<C: Amount>(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        stats: &mut Stats,
    ) -> Result<u128, Failure> {
        let cells = self.places.len() - 1;
        let farthest = self.kinds.iter().map(|kind| kind.pieces).max().unwrap_or(0);
        let most: usize = self.stocks.iter().map(|stock| stock.pieces as usize).sum();
        let mut layers: Vec<Layer<W, C>> =
            vec![Layer { groups: HashMap::from([(0, 0..1)]), states: vec![(W::EMPTY, C::ONE)] }];
        let mut total: u128 = 0;
        let mut merged = Merge::new();
        for depth in 1..=most {
            let mut ways: Vec<Way> = Vec::new();
            for (from, layer) in layers.iter().enumerate().skip(depth.saturating_sub(farthest)) {
                for &source in layer.groups.keys() {
                    let here = |&(kind, _): &(usize, u64)| from + self.kinds[kind].pieces == depth;
                    ways.extend(self.next(source).filter(here).map(|(kind, target)| Way {
                        target,
                        kind,
                        source,
                    }));
                }
            }
            ways.sort_unstable();
            let mut layer = Layer { groups: HashMap::new(), states: Vec::new() };
            for ways in ways.chunk_by(|a, b| a.target == b.target) {
                let group = ways[0].target;
                let filled = self.filled(group);
                if filled > cells {
                    continue;
                }
                merged.clear();
                let avail = self.available(group);
                for way in ways {
                    let from = &layers[depth - self.kinds[way.kind].pieces];
                    let states = &from.states[from.groups[&way.source].clone()];
                    stats.expanded += states.len() as u64;
                    self.step(self.filled(way.source), way.kind, &avail, states, &mut merged)?;
                }
                if filled == cells {
                    for &(_, ways) in &merged.entries {
                        total = total.checked_add(ways.wide()).ok_or(Failure::Overflow)?;
                    }
                } else if !merged.entries.is_empty() {
                    let begin = layer.states.len();
                    layer.states.extend_from_slice(&merged.entries);
                    layer.groups.insert(group, begin..layer.states.len());
                    stats.stored += merged.entries.len() as u64;
                }
                let states: usize = layers.iter().map(|layer| layer.states.capacity()).sum();
                let states = states + layer.states.capacity() + merged.entries.capacity();
                let bytes = states * size_of::<(W, C)>() + size_of_val(ways) + size_of_val(&merged.slots[..]);
                let bytes = bytes as u64 + self.line.bytes();
                stats.peak_bytes = stats.peak_bytes.max(bytes);
                if bytes > limits.bytes {
                    return Err(Failure::Stopped(StopReason::Memory));
                }
                if stats.stored > limits.states {
                    return Err(Failure::Stopped(StopReason::States));
                }
                let progress = Progress {
                    depth: depth as u32,
                    frontier: layer.states.len() as u64,
                    expanded: stats.expanded,
                    stored: stats.stored,
                    bytes,
                };
                if let ControlFlow::Break(reason) = watch.tick(&progress) {
                    return Err(Failure::Stopped(reason));
                }
            }
            layers.push(layer);
            if let Some(past) = (depth + 1).checked_sub(farthest.max(1))
                && past > 0
            {
                layers[past - 1] = Layer { groups: HashMap::new(), states: Vec::new() };
            }
        }
        Ok(total)
    }

    /// The shapes that are left in a group; all where classes of places differ.
    fn available(&self, group: u64) -> Fit<N> {
        if !self.line.uniform {
            return [u64::MAX; N];
        }
        let mut avail = [0; N];
        for (kind, _) in self.next(group) {
            avail = join(avail, self.line.of_kind(self.places[0], kind));
        }
        avail
    }

    /// Puts a piece of a kind at the first free place of each state of a group with `filled` cells,
    /// and keeps what comes of it if one of the shapes `avail` fits next.
    fn step<C: Amount>(
        &self,
        filled: usize,
        kind: usize,
        avail: &Fit<N>,
        states: &[(W, C)],
        merged: &mut Merge<W, C>,
    ) -> Result<(), Failure> {
        let line = self.line;
        for &(ahead, ways) in states {
            let place = self.places[filled - ahead.count()];
            let window = ahead | line.fixed[place];
            let mut fit = meet(line.fits(place, window), line.of_kind(place, kind));
            while let Some(bit) = pop(&mut fit) {
                let shape = line.shape(place, bit);
                match Line::<W, N>::advance(&line.fixed, place, window | shape.window) {
                    None => merged.add(W::EMPTY, ways)?,
                    Some((next, window)) => {
                        if !is_none(&meet(line.fits(next, window), avail))
                            && !line.steps.leave_one_alone(window)
                        {
                            merged.add(window & !line.fixed[next], ways)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// One way into a group: a placement of `kind` in the states of `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    target: u64,
    kind: usize,
    source: u64,
}

/// The states of one group, each once, with the number of ways to it: an open-addressing table that
/// is emptied by counting up a stamp.
struct Merge<W, C> {
    entries: Vec<(W, C)>,
    /// A stamp and an index into the entries.
    slots: Vec<(u32, u32)>,
    stamp: u32,
}

impl<W: Word, C: Amount> Merge<W, C> {
    fn new() -> Self {
        Merge { entries: Vec::new(), slots: vec![(0, 0); 1 << 10], stamp: 1 }
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.fill((0, 0));
            self.stamp = 1;
        }
    }

    #[inline(always)]
    fn add(&mut self, state: W, ways: C) -> Result<(), Failure> {
        let mask = self.slots.len() - 1;
        let mut slot = state.hash() >> (64 - self.slots.len().trailing_zeros());
        loop {
            let (stamp, index) = self.slots[slot];
            if stamp != self.stamp {
                break;
            }
            let entry = &mut self.entries[index as usize];
            if entry.0 == state {
                entry.1 = entry.1.plus(ways).ok_or(Failure::Overflow)?;
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = (self.stamp, self.entries.len() as u32);
        self.entries.push((state, ways));
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        self.stamp = 1;
        for (index, (state, _)) in self.entries.iter().enumerate() {
            let mut slot = state.hash() >> (64 - size.trailing_zeros());
            while self.slots[slot].0 == self.stamp {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (self.stamp, index as u32);
        }
    }
}
