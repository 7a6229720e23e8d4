//! Why: which moves Pac-Man survives, and which dots he can no longer eat.
//!
//! Enemies do not care about dots. So the positions without dots, layer by layer in time, are few, and whoever can neither
//! survive nor come to a cell among them cannot in the game.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use tejun_search::{Limits, Outcome, Progress, Stats, StopReason, Watch};

use super::arena::{Arena, MOVES};
use super::hunt::too_wide;
use super::maze::NONE;
use super::position::{Layout, Position, words};
use super::reasons;
use super::schedule::Schedule;
use tejun_core::{Fact, FactKind, Means, Reason, Reasons, SolveError, why_reasons};

/// Positions that are looked at if nothing else is asked for: some seconds.
const STATES: u64 = 1 << 20;
/// Positions of a layer of a narrow search.
const NARROW: usize = 64;

/// The cells of the dots that are left.
type Dots = BTreeSet<u16>;

/// Says why after the moves `ways`, which Pac-Man survives, and about the move `by` if there is one, with the dots left
/// after it.
///
/// # Errors
/// If there are too many enemies that chase.
pub(super) fn why(
    arena: &Arena,
    ways: &[u8],
    dots: &Dots,
    by: Option<(char, &Dots)>,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Reasons, SolveError> {
    Ok(match words(arena) {
        ..=4 => of_width::<4>(arena, (ways, dots), by, means, watch),
        5..=16 => of_width::<16>(arena, (ways, dots), by, means, watch),
        17..=256 => of_width::<256>(arena, (ways, dots), by, means, watch),
        words => return Err(too_wide(words)),
    })
}

fn of_width<const N: usize>(
    arena: &Arena,
    (ways, dots): (&[u8], &Dots),
    by: Option<(char, &Dots)>,
    means: &Means,
    watch: &mut dyn Watch,
) -> Reasons {
    let tables = Schedule::bytes(arena);
    if tables > means.limits.bytes {
        return Reasons {
            outcome: Outcome::Stopped(StopReason::Memory, None),
            fewest: None,
            facts: Vec::new(),
            unsettled: 1,
            stats: Stats::default(),
        };
    }
    let schedule = Schedule::new(arena);
    let layout = Layout::<N>::new(&schedule);
    let states = if means.limits.states == u64::MAX { STATES } else { means.limits.states };
    let limits = Limits { states, bytes: means.limits.bytes - tables, ..means.limits };
    let mut inquiry = Inquiry {
        layout,
        watch,
        limits,
        facts: Vec::new(),
        unsettled: 0,
        stopped: None,
        stats: Stats { peak_bytes: tables, ..Stats::default() },
    };
    let outcome = inquiry.ask(ways, dots, by);
    let Inquiry { facts, unsettled, stats, .. } = inquiry;
    Reasons { outcome, fewest: None, facts, unsettled, stats }
}

/// What follows from a moment on.
struct Future {
    /// The latest time at which Pac-Man can be alive.
    last: u32,
    /// The cells that he can come to.
    reached: HashSet<u16>,
    /// Positions looked at.
    positions: u64,
    /// Whether they are all.
    is_complete: bool,
}

impl Future {
    /// Whether he survives, as one of the positions shows.
    fn is_survived(&self, arena: &Arena) -> bool {
        self.last == arena.time()
    }

    /// Whether it is proved that he is caught, with so many dots left at this time.
    fn is_doomed(&self, arena: &Arena, time: u32, dots: &Dots) -> bool {
        let eats_all =
            dots.len() as u32 <= self.last - time && dots.iter().all(|dot| self.reached.contains(dot));
        self.is_complete && !self.is_survived(arena) && !eats_all
    }

    /// Both of two.
    fn or(mut self, other: Future) -> Future {
        self.reached.extend(other.reached);
        Future {
            last: self.last.max(other.last),
            positions: self.positions + other.positions,
            is_complete: self.is_complete && other.is_complete,
            ..self
        }
    }
}

struct Inquiry<'a, const N: usize> {
    layout: Layout<'a, N>,
    watch: &'a mut dyn Watch,
    /// What is left of them.
    limits: Limits,
    facts: Vec<Fact>,
    unsettled: u64,
    stopped: Option<StopReason>,
    stats: Stats,
}

impl<const N: usize> Inquiry<'_, N> {
    fn ask(&mut self, ways: &[u8], dots: &Dots, by: Option<(char, &Dots)>) -> Outcome<()> {
        let arena = self.layout.arena();
        let time = ways.len() as u32;
        let start = self.after(ways);
        let here = start.cell();
        // Each first move on its own: it may be the only one.
        let mut futures = Vec::new();
        let legal: Vec<usize> =
            (0..MOVES.len()).filter(|&way| arena.maze().next[usize::from(here)][way] != NONE).collect();
        for (index, &way) in legal.iter().enumerate() {
            let mut after = None;
            self.layout.expand(time, &start, |other, next, _| {
                if other == way {
                    after = Some(next);
                }
            });
            let share = self.limits.states / (legal.len() - index) as u64;
            let future = match after {
                Some(after) => self.future(time + 1, after, share),
                None => Future { last: time, reached: HashSet::new(), positions: 0, is_complete: true },
            };
            self.unsettled += u64::from(!future.is_complete && !future.is_survived(arena));
            futures.push((way, future));
        }
        let survives = futures.iter().any(|(_, future)| future.is_survived(arena));
        let is_doomed = |future: &Future| future.is_doomed(arena, time, dots);
        if let Some((by, after)) = by {
            let way = MOVES.iter().position(|&known| known == by);
            if let Some((_, future)) = futures.iter().find(|(other, _)| Some(*other) == way) {
                self.about_move((by, future), survives, (ways, dots), after);
            }
        }
        // The only move that is left, if there are others.
        let mut left = futures.iter().filter(|(_, future)| !is_doomed(future));
        if let (true, Some((way, _)), None, 2..) = (survives, left.next(), left.next(), futures.len()) {
            let excluded = futures.iter().filter(|(other, _)| other != way);
            let positions = excluded.map(|(_, future)| future.positions).sum();
            let reason = Reason::new(&reasons::ONLY).with("move", MOVES[*way]);
            self.facts.push(fact(FactKind::Needed, Vec::new(), positions, reason));
        }
        let Some(all) = futures.into_iter().map(|(_, future)| future).reduce(Future::or) else {
            return Outcome::Solved(());
        };
        if is_doomed(&all) {
            let reason = Reason::new(&reasons::DOOMED).with("time", all.last + 1);
            self.facts.push(fact(FactKind::Lost, Vec::new(), all.positions, reason));
            return Outcome::Unsolvable;
        }
        let missed = self.missed(&all, here, time, dots);
        self.facts.extend(missed);
        if survives {
            Outcome::Solved(())
        } else {
            // He may eat everything before he would be caught.
            self.unsettled += u64::from(all.is_complete);
            Outcome::Stopped(self.stopped.unwrap_or(StopReason::States), None)
        }
    }

    /// What is true of a move: that he is caught after it, or what it gives up.
    fn about_move(
        &mut self,
        (by, future): (char, &Future),
        survives: bool,
        (ways, before): (&[u8], &Dots),
        after: &Dots,
    ) {
        let arena = self.layout.arena();
        let time = ways.len() as u32;
        if survives && future.is_doomed(arena, time, before) {
            let doomed = Reason::new(&reasons::DOOMED).with("time", future.last + 1);
            let reason = why_reasons::loses(&by.to_string(), Some(&doomed));
            self.facts.push(fact(FactKind::Loses, Vec::new(), future.positions, reason));
        } else if future.is_survived(arena) {
            let start = self.after(ways);
            let far = |cell: u16, time: u32, dots: &Dots| self.too_far(cell, time, dots);
            let already = far(start.cell(), time, before);
            let to = MOVES
                .iter()
                .position(|&known| known == by)
                .map_or(start.cell(), |way| arena.maze().next[usize::from(start.cell())][way]);
            let given_up = far(to, time + 1, after).into_iter().filter(|dot| !already.contains(dot));
            let given_up: Vec<u16> = given_up.collect();
            if !given_up.is_empty() {
                let reason = Reason::new(&reasons::GIVES_UP).with("move", by);
                self.facts.push(about_dots(FactKind::TooFar, given_up, 0, reason));
            }
        }
    }

    /// The dots that are farther away than time is left, walls alone counted.
    fn too_far(&self, from: u16, time: u32, dots: &Dots) -> Vec<u16> {
        let maze = self.layout.arena().maze();
        let left = self.layout.arena().time() - time;
        let (mut near, mut edge) = (BTreeSet::from([from]), vec![from]);
        for _ in 0..left {
            let beside = edge.iter().flat_map(|&cell| maze.next[usize::from(cell)]);
            edge = beside.filter(|&cell| cell != NONE && near.insert(cell)).collect();
            if edge.is_empty() {
                break;
            }
        }
        dots.difference(&near).copied().collect()
    }

    /// The dots that he cannot eat any more.
    fn missed(&self, future: &Future, from: u16, time: u32, dots: &Dots) -> Vec<Fact> {
        let left = self.layout.arena().time() - time;
        let far = self.too_far(from, time, dots);
        let is_guarded =
            |dot: &u16| future.is_complete && !future.reached.contains(dot) && !far.contains(dot);
        let guarded: Vec<u16> = dots.iter().copied().filter(is_guarded).collect();
        let too_far = Reason::new(&reasons::TOO_FAR).with("left", left);
        let facts = [
            (FactKind::TooFar, far, 0, too_far),
            (FactKind::Guarded, guarded, future.positions, Reason::new(&reasons::GUARDED)),
        ];
        let some = facts.into_iter().filter(|(_, dots, ..)| !dots.is_empty());
        some.map(|(kind, dots, positions, reason)| about_dots(kind, dots, positions, reason)).collect()
    }

    /// The position after moves, without dots.
    fn after(&self, ways: &[u8]) -> Position<N> {
        let mut at = self.layout.without_dots(&self.layout.start());
        for (&way, time) in ways.iter().zip(0..) {
            let mut next = at;
            self.layout.expand(time, &at, |other, after, _| {
                if other == usize::from(way) {
                    next = after;
                }
            });
            at = next;
        }
        at
    }

    /// What can follow from a position without dots: everything, if that takes no more positions than `share` and no other
    /// limit comes first; if not, what a narrow search finds.
    fn future(&mut self, from: u32, position: Position<N>, share: u64) -> Future {
        let limit = self.layout.arena().time();
        let reached = HashSet::from([position.cell()]);
        let mut future = Future { last: from, reached, positions: 0, is_complete: true };
        let mut layer = vec![position];
        for time in from..limit {
            // A part of the share is for the narrow search.
            let size = layer.len() as u64;
            if future.positions + size > share / 4 * 3 {
                future.is_complete = false;
                self.stop(StopReason::States);
                let step = layer.len().div_ceil(NARROW);
                layer = layer.into_iter().step_by(step).collect();
            }
            let size = layer.len() as u64;
            let progress = Progress { depth: time, frontier: size, ..Progress::default() };
            let watched = self.watch.tick(&progress);
            let stopped = match watched {
                ControlFlow::Break(reason) => Some(reason),
                _ if future.positions + size > share => Some(StopReason::States),
                _ => None,
            };
            if let Some(reason) = stopped {
                self.stop(reason);
                future.is_complete = false;
                break;
            }
            future.positions += size;
            let mut next = Vec::new();
            for position in &layer {
                self.layout.expand(time, position, |_, after, _| next.push(after));
            }
            let bytes = (layer.len() + next.len()) as u64 * size_of::<Position<N>>() as u64;
            self.stats.peak_bytes = self.stats.peak_bytes.max(Schedule::bytes(self.layout.arena()) + bytes);
            if bytes > self.limits.bytes {
                self.stop(StopReason::Memory);
                future.is_complete = false;
                break;
            }
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                break;
            }
            future.reached.extend(next.iter().map(Position::cell));
            future.last = time + 1;
            layer = next;
        }
        self.limits.states -= future.positions;
        self.stats.expanded += future.positions;
        self.stats.stored += future.positions;
        future
    }

    fn stop(&mut self, reason: StopReason) {
        self.stopped = self.stopped.or(Some(reason));
    }
}

fn fact(kind: FactKind, cells: Vec<usize>, positions: u64, reason: Reason) -> Fact {
    Fact { kind, pieces: Vec::new(), cells, fewest: None, positions, reason }
}

/// A fact about the cells of dots.
fn about_dots(kind: FactKind, dots: Vec<u16>, positions: u64, reason: Reason) -> Fact {
    let cells: Vec<usize> = dots.into_iter().map(usize::from).collect();
    let reason = reason.with("number", cells.len()).on(cells.clone());
    fact(kind, cells, positions, reason)
}
