//! How many fillings there are: by listing them, or over the frontier where that pays.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::fill::{self, Fillings};
use super::frontier::{Failure, Frontier, Stock};
use super::line::{Line, with_line};
use super::problem::{Kind, Tiling};
use super::root::Roots;
use super::search::Search;
use super::split;
use super::symmetry::{Purpose, Symmetry, pins};
use super::word::Word;
use crate::{Limits, Stats, StopReason, Watch};

/// Nodes of the listing that tell how long it would take.
const SAMPLE: u64 = 1 << 20;

/// Parts into which the listing is cut for that.
const PARTS: usize = 512;

/// About what a node, a filling (compared with its images) and a state of the frontier cost, in
/// nanoseconds; only the choice between the methods depends on it.
const NODE: f64 = 16.0;
const FILLING: f64 = 60.0;
const STATE: f64 = 120.0;

/// How a count was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every filling was made.
    Listing,
    /// Dynamic programming over the frontier.
    Frontier,
}

/// How many fillings there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Up to the symmetries: one for each set of images.
    pub classes: u128,
    /// All of them.
    pub raw: u128,
    /// How they were counted.
    pub method: Method,
    /// Why the count ended early; then the numbers are those of the fillings seen so far.
    pub stopped: Option<StopReason>,
    /// Nodes or states, and bytes.
    pub stats: Stats,
}

impl Tiling {
    /// Counts the fillings, all of them and up to the symmetries.
    ///
    /// A million nodes of the listing tell how long it would take. Then dynamic programming gets that
    /// long, and the listing is done if that has not been enough (or not within [`Limits::bytes`]). Up
    /// to symmetry, the frontier counts with a piece pinned to one of each set of images of its
    /// placements; where there is no piece that every symmetry moves, it counts the fillings that
    /// each symmetry leaves as they are, and takes the mean over the group (Burnside's lemma).
    ///
    /// [`Limits::states`] is taken as a limit on nodes of the listing and on states of the frontier.
    pub fn count(&self, threads: usize, limits: &Limits, watch: &mut dyn Watch) -> Count {
        let listing = match with_line!(self, sample(self, limits, watch)) {
            Sample::Whole(found) => return found.into(),
            Sample::Nanoseconds(listing) => listing,
        };
        let mut stats = Stats::default();
        let patience = Limits { states: limits.states.min((listing / STATE) as u64), ..*limits };
        let hopeful = match self.over_frontier(&patience, watch, &mut stats) {
            Ok(count) => return count,
            Err(Failure::Overflow | Failure::Stopped(StopReason::Memory)) => false,
            Err(Failure::Stopped(StopReason::States)) => patience.states < limits.states,
            Err(Failure::Stopped(reason)) => return Count::stopped(reason, stats),
        };
        if hopeful {
            let patience = Limits { states: limits.states.min((8.0 * listing / NODE) as u64), ..*limits };
            let found = self.fillings(threads, &patience, watch, &mut |_, _| ControlFlow::Continue(()));
            if found.stopped != Some(StopReason::States) || patience.states == limits.states {
                return found.into();
            }
            match self.over_frontier(limits, watch, &mut stats) {
                Ok(count) => return count,
                Err(Failure::Overflow | Failure::Stopped(StopReason::Memory)) => {}
                Err(Failure::Stopped(reason)) => return Count::stopped(reason, stats),
            }
        }
        self.fillings(threads, limits, watch, &mut |_, _| ControlFlow::Continue(())).into()
    }

    /// Counts by dynamic programming alone. `None` where a number of ways, or what stands for the
    /// pieces used, would not fit into its word.
    pub fn count_over_frontier(&self, limits: &Limits, watch: &mut dyn Watch) -> Option<Count> {
        let mut stats = Stats::default();
        match self.over_frontier(limits, watch, &mut stats) {
            Ok(count) => Some(count),
            Err(Failure::Overflow) => None,
            Err(Failure::Stopped(reason)) => Some(Count::stopped(reason, stats)),
        }
    }

    fn over_frontier(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        stats: &mut Stats,
    ) -> Result<Count, Failure> {
        let order = self.symmetries() as u128;
        let single = |kind: usize| vec![(kind, 1)];
        let uses: Vec<_> = (0..self.counts.len()).map(single).collect();
        let done = |classes, raw, stats: &Stats| Count {
            classes,
            raw,
            method: Method::Frontier,
            stopped: None,
            stats: *stats,
        };
        if let Some(pins) = pins(self, Purpose::Classes).filter(|_| order > 1) {
            let kind = self.placements[pins[0].placement as usize].kind;
            let pinned = self.keeping(|p| {
                p.kind != kind || pins.iter().any(|pin| self.placements[pin.placement as usize] == *p)
            });
            let classes = self.ways(&pinned, &uses, limits, watch, stats)?;
            return Ok(done(classes, classes.checked_mul(order).ok_or(Failure::Overflow)?, stats));
        }
        let raw = self.ways(self, &uses, limits, watch, stats)?;
        let mut images = raw;
        for symmetry in &self.symmetries {
            let (symmetric, uses) = self.left_alone_by(symmetry).ok_or(Failure::Overflow)?;
            let fixed = self.ways(&symmetric, &uses, limits, watch, stats)?;
            images = images.checked_add(fixed).ok_or(Failure::Overflow)?;
        }
        Ok(done(images / order, raw, stats))
    }

    /// The fillings that a symmetry leaves as they are, as a tiling: its placements are the sets of
    /// images of this one's, where those do not overlap; `uses` says which pieces each kind takes.
    fn left_alone_by(&self, symmetry: &Symmetry) -> Option<(Tiling, Vec<Uses>)> {
        // Different sets of images may cover the same cells: a kind for each repetition.
        let mut seen: BTreeMap<(Uses, u128), usize> = BTreeMap::new();
        let mut kinds: BTreeMap<(Uses, usize), Vec<u128>> = BTreeMap::new();
        'placements: for id in 0..self.placements.len() as u32 {
            let mut mask = 0;
            let mut uses = Uses::new();
            let mut image = id;
            loop {
                let placement = self.placements[image as usize];
                if image < id || mask & placement.mask != 0 {
                    continue 'placements;
                }
                mask |= placement.mask;
                match uses.iter_mut().find(|(kind, _)| *kind == placement.kind as usize) {
                    Some((_, n)) => *n += 1,
                    None => uses.push((placement.kind as usize, 1)),
                }
                image = symmetry.image(image);
                if image == id {
                    break;
                }
            }
            uses.sort_unstable();
            let repetition = seen.entry((uses.clone(), mask)).or_default();
            kinds.entry((uses, *repetition)).or_default().push(mask);
            *repetition += 1;
        }
        let (uses, kinds): (Vec<Uses>, Vec<Kind>) =
            kinds.into_iter().map(|((uses, _), masks)| (uses, Kind { count: 1, masks })).unzip();
        let tiling = Tiling::new(self.cells, &kinds).ok()?.along(self.line.clone()).ok()?;
        Some((tiling, uses))
    }

    /// The number of ways to fill the cells with the placements of `with`, whose kinds take those
    /// pieces of this tiling.
    fn ways(
        &self,
        with: &Tiling,
        uses: &[Uses],
        limits: &Limits,
        watch: &mut dyn Watch,
        stats: &mut Stats,
    ) -> Result<u128, Failure> {
        let stock =
            |(&pieces, &cells): (&u32, &u32)| Stock { pieces: if cells > 0 { pieces } else { 0 }, cells };
        let stocks: Vec<Stock> = self.counts.iter().zip(&self.sizes).map(stock).collect();
        with_line!(with, ways(stocks, uses, limits, watch, stats))
    }
}

/// The kinds that a placement takes pieces of, and how many of each.
type Uses = Vec<(usize, u32)>;

fn ways<W: Word, const N: usize>(
    line: &Line<W, N>,
    stocks: Vec<Stock>,
    uses: &[Uses],
    limits: &Limits,
    watch: &mut dyn Watch,
    stats: &mut Stats,
) -> Result<u128, Failure> {
    let frontier = Frontier::new(line, stocks, uses.to_vec())?;
    match frontier.count::<u64>(limits, watch, stats) {
        Err(Failure::Overflow) => frontier.count::<u128>(limits, watch, stats),
        result => result,
    }
}

/// What a sample of the listing says.
enum Sample {
    /// It was the whole, or was stopped.
    Whole(Fillings),
    /// About how long all of it would take.
    Nanoseconds(f64),
}

/// Lists parts of the search, far apart in it, until they have taken [`SAMPLE`] nodes.
fn sample<W: Word, const N: usize>(
    line: &Line<W, N>,
    tiling: &Tiling,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Sample {
    let roots = Roots::new(tiling, line);
    let parts = split::parts(tiling, line, &roots, PARTS);
    let stats = Stats { peak_bytes: line.bytes(), ..Stats::default() };
    let mut seen = Fillings { stats, ..Fillings::default() };
    // The numbers i * stride modulo a prime come far apart, and each comes once.
    let prime = (parts.len().max(2)..).find(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let prime = prime.expect("there is a larger prime");
    let stride = (prime as f64 * 0.618) as usize;
    let mut done = 0;
    for i in 0..prime {
        let Some((root, task)) = parts.get((i * stride.max(1)) % prime) else { continue };
        let allowed = SAMPLE.min(limits.states).saturating_sub(seen.stats.expanded);
        let mut search = Search::new(tiling, line, root, allowed);
        let (mut found, mut raw) = (0, 0);
        let mut deliver = |_: &[u32], images: usize| {
            found += 1;
            raw += images as u64;
            ControlFlow::Continue(())
        };
        let end = search.resume(task, &mut deliver, &mut |expanded, depth| {
            fill::tick(watch, seen.stats.expanded + expanded, depth, seen.stats.peak_bytes)
        });
        seen.stats.expanded += search.nodes();
        match end {
            ControlFlow::Continue(()) => {
                seen.found += found;
                seen.raw += raw;
                done += 1;
            }
            ControlFlow::Break(Some(StopReason::States)) if seen.stats.expanded < limits.states => {
                let cost = seen.stats.expanded as f64 * NODE + seen.found as f64 * FILLING;
                return Sample::Nanoseconds(cost * parts.len() as f64 / (done as f64 + 0.5));
            }
            ControlFlow::Break(reason) => {
                seen.stopped = reason;
                break;
            }
        }
    }
    Sample::Whole(seen)
}

impl Count {
    fn stopped(reason: StopReason, stats: Stats) -> Count {
        Count { classes: 0, raw: 0, method: Method::Frontier, stopped: Some(reason), stats }
    }
}

impl From<Fillings> for Count {
    fn from(found: Fillings) -> Count {
        Count {
            classes: found.found.into(),
            raw: found.raw.into(),
            method: Method::Listing,
            stopped: found.stopped,
            stats: found.stats,
        }
    }
}
