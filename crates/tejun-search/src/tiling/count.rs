//! The number of fillings: by listing them, or over the frontier where that is faster.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

#[cfg(not(target_family = "wasm"))]
use super::fewest::{Fewest, with_fewest};
use super::frontier::{Frontier, FrontierError, Stock};
use super::listing::{Count, Listing, Method};
use super::pin::{Purpose, pins};
use super::problem::{Kind, Tiling};
use super::root::roots;
use super::run::Run;
use super::scan::{Scan, with_scan};
use super::search::Allowance;
use super::split::{self, Parts, Searched};
use super::symmetry::Symmetry;
use super::word::Word;
use crate::runtime::cancel::CancelCheck;
use crate::{Answer, Outcome, Proof, Request, StopReason};

/// Nodes of the listing that are sampled to estimate its time.
const SAMPLE: u64 = 1 << 20;

/// Parts into which the listing is cut for the sample.
const PARTS: usize = 512;

/// Approximate cost in nanoseconds of a node, of one by fewest choices, of a filling (compared with its images) and of a
/// state of the frontier. Only the choice between the methods depends on these.
const NODE: f64 = 16.0;
const FEWEST_NODE: f64 = 1000.0;
const FILLING: f64 = 60.0;
const STATE: f64 = 120.0;

impl Tiling {
    /// Counts the fillings, in total and up to symmetry.
    ///
    /// A sample of a million nodes estimates the time of listing all fillings. First, dynamic programming
    /// over the frontier gets that time. If it needs more, the listing gets up to eight times the estimate,
    /// and after that dynamic programming runs to its end. If that overflows or does not fit into
    /// [`Limits::bytes`](crate::Limits::bytes), the fillings are listed.
    ///
    /// Up to symmetry, the frontier counts with one piece pinned to one placement of each orbit. If no piece
    /// is moved by every symmetry, it counts the fillings that each symmetry leaves unchanged and averages
    /// over the group (Burnside's lemma).
    ///
    /// `Unsolvable` if there is none. If stopped, the numbers are those of the fillings seen so far.
    /// [`Limits::states`](crate::Limits::states) limits the sum of nodes of the listing and states of the
    /// frontier, [`Limits::depth`](crate::Limits::depth) the number of pieces.
    ///
    /// ```
    /// use tejun_search::Request;
    /// use tejun_search::tiling::{Kind, Tiling};
    ///
    /// // Dominoes on three rows of four cells.
    /// let lying = (0..12).filter(|cell| cell % 4 < 3).map(|cell| 0b11 << cell);
    /// let standing = (0..8).map(|cell| 0b1_0001 << cell);
    /// let dominoes = Kind { count: 6, masks: lying.chain(standing).collect() };
    /// let turned = vec![(0..12).rev().collect()];
    /// let tiling = Tiling::new(12, &[dominoes]).unwrap().under(&turned);
    /// let count = tiling.count(Request::default()).outcome.found().unwrap();
    /// assert_eq!((count.raw, count.classes), (11, 7));
    /// ```
    pub fn count(&self, request: Request) -> Answer<Count> {
        let mut run = Run::new(request);
        self.count_with(&mut run).unwrap_or_else(|reason| stopped(reason, &run))
    }

    /// Counts by dynamic programming alone. `None` if a number of ways, or the number that encodes the pieces
    /// used, would overflow, or more than 256 placements begin at one cell of the line.
    pub fn count_over_frontier(&self, request: Request) -> Option<Answer<Count>> {
        let mut run = Run::new(request);
        match self.over_frontier(&mut run) {
            Ok(count) => Some(counted(count, &run)),
            Err(FrontierError::Overflow) => None,
            Err(FrontierError::Stopped(reason)) => Some(stopped(reason, &run)),
        }
    }

    fn count_with(&self, run: &mut Run) -> Result<Answer<Count>, StopReason> {
        // Where fewest choices come first, much lies side by side: there is a long frontier.
        let (node, hope) = if self.is_by_fewest() { (FEWEST_NODE, 0.125) } else { (NODE, 1.0) };
        run.allow((SAMPLE as f64 * NODE / node) as u64);
        let listing = match self.sample(node, run)? {
            Sample::Whole(found) => return Ok(found.answer(run)),
            Sample::Nanoseconds(listing) => listing,
        };
        let patient = run.allow((hope * listing / STATE) as u64);
        let hopeful = match self.over_frontier(run) {
            Ok(count) => return Ok(counted(count, run)),
            Err(FrontierError::Overflow | FrontierError::Stopped(StopReason::Memory)) => false,
            Err(FrontierError::Stopped(StopReason::States)) if patient => true,
            Err(FrontierError::Stopped(reason)) => return Err(reason),
        };
        if hopeful {
            let patient = run.allow((8.0 * listing / node) as u64);
            let found = self.list(run, &mut |_, _| ControlFlow::Continue(()));
            if !patient || found.end != ControlFlow::Break(Some(StopReason::States)) {
                return Ok(found.answer(run));
            }
            run.allow(u64::MAX);
            match self.over_frontier(run) {
                Ok(count) => return Ok(counted(count, run)),
                Err(FrontierError::Overflow | FrontierError::Stopped(StopReason::Memory)) => {}
                Err(FrontierError::Stopped(reason)) => return Err(reason),
            }
        }
        run.allow(u64::MAX);
        Ok(self.list(run, &mut |_, _| ControlFlow::Continue(())).answer(run))
    }

    /// Lists parts of the search, spread far apart, until the allowed nodes are used up.
    fn sample(&self, node: f64, run: &mut Run) -> Result<Sample, StopReason> {
        #[cfg(not(target_family = "wasm"))]
        if self.is_by_fewest() {
            return with_fewest!(self, run, sample_by_fewest(node));
        }
        with_scan!(self, run, sample_scan(self, node))
    }

    fn over_frontier(&self, run: &mut Run) -> Result<Count, FrontierError> {
        if self.crowded {
            return Err(FrontierError::Overflow);
        }
        let order = self.symmetries() as u128;
        let single = |kind: usize| vec![(kind, 1)];
        let uses: Vec<_> = (0..self.counts.len()).map(single).collect();
        let done = |classes, raw| Count { classes, raw, method: Method::Frontier };
        let pins = if order > 1 { pins(self, Purpose::Classes, run)? } else { None };
        if let Some(pins) = pins {
            let kind = self.placements[pins[0].placement as usize].kind;
            let pinned = self.keeping(|p| {
                p.kind != kind || pins.iter().any(|pin| self.placements[pin.placement as usize] == *p)
            });
            let classes = self.ways(&pinned, &uses, run)?;
            return Ok(done(classes, classes.checked_mul(order).ok_or(FrontierError::Overflow)?));
        }
        let raw = self.ways(self, &uses, run)?;
        let mut images = raw;
        for symmetry in &self.symmetries {
            run.work(64 * self.placements.len())?;
            let (symmetric, uses) = self.fixed_by(symmetry).ok_or(FrontierError::Overflow)?;
            let fixed = self.ways(&symmetric, &uses, run)?;
            images = images.checked_add(fixed).ok_or(FrontierError::Overflow)?;
        }
        Ok(done(images / order, raw))
    }

    /// Returns a tiling whose fillings are those that `symmetry` leaves unchanged. Its placements are the
    /// orbits of this tiling's placements that do not overlap themselves; `uses` says which pieces each of
    /// its kinds takes.
    fn fixed_by(&self, symmetry: &Symmetry) -> Option<(Tiling, Vec<Uses>)> {
        // Different orbits may cover the same cells; each repetition becomes a kind of its own.
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

    /// Returns the number of ways to cover the cells with the placements of `with`, whose kinds take the
    /// pieces `uses` of this tiling.
    fn ways(&self, with: &Tiling, uses: &[Uses], run: &mut Run) -> Result<u128, FrontierError> {
        // More pieces than fit on the board change nothing.
        let most = |cells: u32| (self.cells as u32).checked_div(cells).unwrap_or(0);
        let stock = |(&pieces, &cells): (&u32, &u32)| Stock { pieces: pieces.min(most(cells)), cells };
        let stocks: Vec<Stock> = self.counts.iter().zip(&self.sizes).map(stock).collect();
        with_scan!(with, run, ways(stocks, uses))
    }
}

/// The kinds whose pieces a placement takes, and how many of each.
type Uses = Vec<(usize, u32)>;

fn ways<W: Word, const N: usize>(
    scan: &Scan<W, N>,
    run: &mut Run,
    stocks: Vec<Stock>,
    uses: &[Uses],
) -> Result<u128, FrontierError> {
    let frontier = Frontier::new(scan, stocks, uses.to_vec())?;
    match frontier.count::<u64>(run) {
        Err(FrontierError::Overflow) => frontier.count::<u128>(run),
        result => result,
    }
}

/// The result of sampling the listing.
enum Sample {
    /// The sample completed the listing, or was stopped.
    Whole(Listing),
    /// The estimated time of the whole listing.
    Nanoseconds(f64),
}

fn sample_scan<W: Word, const N: usize>(
    scan: &Scan<W, N>,
    run: &mut Run,
    tiling: &Tiling,
    node: f64,
) -> Result<Sample, StopReason> {
    let roots = roots(tiling, scan, run)?;
    sample(&split::parts(tiling, scan, &roots, PARTS, run)?, node, run)
}

#[cfg(not(target_family = "wasm"))]
fn sample_by_fewest<W: Word>(mut fewest: Fewest<W>, run: &mut Run, node: f64) -> Result<Sample, StopReason> {
    fewest.cut(PARTS, run)?;
    sample(&fewest, node, run)
}

fn sample(parts: &dyn Parts, node: f64, run: &mut Run) -> Result<Sample, StopReason> {
    let mut seen = Listing::new();
    let mut is_cut = false;
    // The numbers i * stride modulo a prime are far apart, and each occurs once.
    let prime = (parts.number().max(2)..).find(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let prime = prime.expect("there is always a larger prime");
    let stride = (prime as f64 * 0.618) as usize;
    let mut done = 0;
    for i in 0..prime {
        let part = (i * stride.max(1)) % prime;
        if part >= parts.number() {
            continue;
        }
        let allowance =
            Allowance { nodes: run.nodes_left(), pieces: run.limits.depth, bytes: run.budget.left() };
        let mut found = Listing::new();
        let mut deliver = |_: &[u32], images: usize| {
            found.add(images);
            ControlFlow::Continue(())
        };
        let searched =
            parts.search(part, allowance, &mut deliver, &mut |nodes, depth| match run.tick(nodes, depth) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => ControlFlow::Break(reason),
            });
        let Searched { end, nodes, bytes, .. } = searched;
        run.expanded(nodes, bytes);
        is_cut |= searched.is_cut;
        match end {
            ControlFlow::Continue(()) => {
                seen.found.classes += found.found.classes;
                seen.found.raw += found.found.raw;
                done += 1;
            }
            ControlFlow::Break(Some(StopReason::States)) if run.allowed < run.limits.states => {
                let cost = run.taken as f64 * node + seen.found.classes as f64 * FILLING;
                return Ok(Sample::Nanoseconds(cost * parts.number() as f64 / (done as f64 + 0.5)));
            }
            ControlFlow::Break(_) => {
                seen.end = end;
                return Ok(Sample::Whole(seen));
            }
        }
    }
    if is_cut {
        seen.end = ControlFlow::Break(Some(StopReason::Depth));
    }
    Ok(Sample::Whole(seen))
}

fn counted(count: Count, run: &Run) -> Answer<Count> {
    let (outcome, proof) = match count.raw {
        0 => (Outcome::Unsolvable, Proof::Unproved),
        _ => (Outcome::Solved(count), Proof::Optimal),
    };
    Answer { outcome, bound: None, proof, stats: run.stats() }
}

fn stopped(reason: StopReason, run: &Run) -> Answer<Count> {
    let none = Count { classes: 0, raw: 0, method: Method::Frontier };
    let outcome = Outcome::Stopped(reason, Some(none));
    Answer { outcome, bound: None, proof: Proof::Unproved, stats: run.stats() }
}
