//! Certificates: that a play scores so much, and that none scores more.
//!
//! When the hunt has proved its best play best, one more search through the layers writes down what tejun-verify needs to follow
//! it: for each state that is reached whether the search goes on from it, and if not, why.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tejun_search::{Outcome, Progress, Stats, StopReason, Watch};
use tejun_verify::pacman::{DEEPEST, Decision, MOST_BYTES, MOST_WORK, Node, Writer, state_bytes, state_work};
use tejun_verify::{Certificate, Claim};

use super::arena::Arena;
use super::cover::{Cover, Scratch};
use super::escape;
use super::position::{self, Layout, Position};
use super::schedule::Schedule;
use tejun_core::{Means, Proved, SolveError, Theorem};

/// How many states of a layer a state is compared with, of those where all enemies are in the same places.
const COMPARED: usize = 64;
/// States between two looks at the watch.
const TICK: usize = 16;
/// Most nodes of the proof that a state needs not be looked at: the depth that the checker follows.
const NODES: u32 = DEEPEST;

/// What is known of the best play: its score, or -1 if every play is caught, and its moves.
pub struct Best {
    /// The score.
    pub score: i64,
    /// The moves, separated by spaces.
    pub line: String,
}

/// Makes the certificate of the best play of a game.
///
/// Cost: that of the exact search that stores all states from which a better play seems possible.
///
/// # Errors
/// If the proof is too large for the checker, or the map for the search.
pub fn prove(
    arena: &Arena,
    best: Best,
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
    stats: Stats,
) -> Result<Proved, SolveError> {
    let proved = match position::words(arena) {
        0..=2 => Witness::<2>::make(arena, best.score, means, watch, stats),
        3..=8 => Witness::<8>::make(arena, best.score, means, watch, stats),
        9..=32 => Witness::<32>::make(arena, best.score, means, watch, stats),
        words => {
            return Err(SolveError::new(format!(
                "certificates are made of positions of at most 32 words, this map has {words}"
            )));
        }
    };
    let claim = if best.score < 0 { Claim::Unsolvable } else { Claim::Score(best.score) };
    let certificate =
        |evidence| Certificate { claim, statement: theorem.statement.clone(), line: best.line, evidence };
    match proved {
        Ok((evidence, stats)) => Ok(Proved { outcome: Outcome::Solved(certificate(evidence)), stats }),
        Err(Ended::Stopped(reason, stats)) => Ok(Proved { outcome: Outcome::Stopped(reason, None), stats }),
        Err(Ended::TooLarge) => Err(SolveError::new("the proof is too large for the program that checks it")),
    }
}

/// Why there is no evidence.
enum Ended {
    Stopped(StopReason, Stats),
    TooLarge,
}

/// A search that writes down what it does.
struct Witness<'a, const N: usize> {
    layout: Layout<'a, N>,
    cover: Option<&'a Cover<'a>>,
    scratch: Scratch,
    writer: Writer,
    means: &'a Means,
    watch: &'a mut dyn Watch,
    stats: Stats,
    /// No play scores more.
    score: i64,
    /// The last time at which Pac-Man can be alive.
    horizon: u32,
    /// What the checker will have to do.
    work: u64,
    /// Memory for tables, and for the proofs of a layer, in bytes.
    tables: u64,
    proofs: u64,
    time: u32,
}

impl<'a, const N: usize> Witness<'a, N> {
    fn make(
        arena: &'a Arena,
        score: i64,
        means: &'a Means,
        watch: &'a mut dyn Watch,
        mut stats: Stats,
    ) -> Result<(Vec<u8>, Stats), Ended> {
        if arena.dots() == 0 {
            return Ok((Vec::new(), stats));
        }
        let cover = Cover::new(arena.maze());
        let tables = Schedule::bytes(arena) + cover.as_ref().map_or(0, Cover::scratch_bytes);
        stats.peak_bytes = stats.peak_bytes.max(tables);
        if tables > means.limits.bytes {
            return Err(Ended::Stopped(StopReason::Memory, stats));
        }
        let schedule = Schedule::new(arena);
        let layout = Layout::new(&schedule);
        let start: Position<N> = layout.start();
        let horizon = match escape::longest(&layout, (0, &start), watch) {
            Ok(horizon) => horizon,
            Err(reason) => return Err(Ended::Stopped(reason, stats)),
        };
        let order: Vec<u32> = cover.iter().flat_map(Cover::order).map(|corridor| corridor as u32).collect();
        let junctions = arena.maze().corridors.junctions.len();
        let mut witness = Witness {
            layout,
            cover: cover.as_ref(),
            scratch: Scratch::default(),
            writer: Writer::new(horizon, &order, junctions),
            means,
            watch,
            stats,
            score,
            horizon,
            work: 0,
            tables,
            proofs: 0,
            time: 0,
        };
        let mut states = vec![start];
        while !states.is_empty() && witness.time < arena.time() {
            states = witness.layer(&states)?;
        }
        Ok((witness.writer.finish(), witness.stats))
    }

    /// The states of the next layer from which the search goes on.
    fn layer(&mut self, states: &[Position<N>]) -> Result<Vec<Position<N>>, Ended> {
        let layout = self.layout;
        let (mut seen, mut reached) = (HashMap::new(), Vec::new());
        for (number, state) in states.iter().enumerate() {
            layout.expand(self.time, state, |_, after, _| {
                seen.entry(after).or_insert_with(|| reached.push(after));
            });
            self.look(number, reached.len() + states.len())?;
        }
        drop(seen);
        self.time += 1;
        self.proofs = 0;
        self.stats.expanded += states.len() as u64;
        let arena = layout.arena();
        let values = 1 + 2 * layout.chasers(&states[0]).count() + arena.dots().div_ceil(16);
        if reached.len() > MOST_BYTES / state_bytes(values) {
            return Err(Ended::TooLarge);
        }
        self.work += state_work(values) * states.len() as u64;
        let rest = i64::from(arena.time() - self.time);
        let dots = arena.dots() as i64;
        // What makes a better score: to eat all within `most` moves, or to live on.
        let most = (dots + rest - self.score - 1).min(i64::from(self.horizon) - i64::from(self.time));
        let may_live =
            |left: i64| self.horizon == arena.time() && (dots - 1).min(dots - left + rest) > self.score;
        reached.retain(|state: &Position<N>| {
            let left = i64::from(state.left());
            left > 0 && (left <= most || may_live(left))
        });
        let may_live: Vec<bool> = reached.iter().map(|state| may_live(state.left().into())).collect();
        let mut decisions = Vec::with_capacity(reached.len());
        for (number, state) in reached.iter().enumerate() {
            self.look(number, reached.len())?;
            let tree = if may_live[number] { None } else { self.refute(state, most as u16) };
            decisions.push(tree.map_or(Decision::Keep, Decision::Cut));
        }
        self.dominate(&reached, &mut decisions);
        let mut kept = Vec::new();
        for (state, decision) in reached.iter().zip(&decisions) {
            self.writer.decision(decision, reached.len());
            if *decision == Decision::Keep {
                kept.push(*state);
            }
        }
        self.stats.stored += kept.len() as u64;
        if self.work > MOST_WORK / 2 { Err(Ended::TooLarge) } else { Ok(kept) }
    }

    /// The proof that no walk eats all that is left within so many moves.
    fn refute(&mut self, state: &Position<N>, most: u16) -> Option<Vec<Node>> {
        let cover = self.cover?;
        let mut nodes = 0;
        let mut go_on = || {
            nodes += 1;
            nodes < NODES
        };
        let dots = self.layout.dots(state);
        let tree = cover.refutation(dots, state.cell(), most, &mut go_on, &mut self.scratch)?;
        let junctions = self.layout.arena().maze().corridors.junctions.len();
        self.proofs += (tree.len() * (size_of::<Node>() + junctions)) as u64;
        let leaves = tree.iter().filter(|node| node.is_none()).count();
        self.work += leaves as u64 * 8 * cover.work() as u64;
        Some(tree.into_iter().map(|node| node.map_or(Node::Long, Node::Split)).collect())
    }

    /// Leaves out states of a layer that another one dominates.
    fn dominate(&self, reached: &[Position<N>], decisions: &mut [Decision]) {
        let mut groups: HashMap<Position<N>, Vec<usize>> = HashMap::new();
        for (number, state) in reached.iter().enumerate() {
            if decisions[number] == Decision::Keep {
                let group = groups.entry(self.layout.without_dots(state)).or_default();
                if group.len() < COMPARED {
                    group.push(number);
                }
            }
        }
        for mut group in groups.into_values() {
            // Those with fewer dots first: what dominates a state is then decided before it.
            group.sort_by_key(|&number| reached[number].left());
            for (place, &number) in group.iter().enumerate() {
                let better = |&&other: &&usize| {
                    decisions[other] == Decision::Keep
                        && self.layout.subset(&reached[other], &reached[number])
                };
                if let Some(&by) = group[..place].iter().find(better) {
                    decisions[number] = Decision::Dominated(by as u32);
                }
            }
        }
    }

    /// Looks at the limits and the watch now and then.
    fn look(&mut self, number: usize, states: usize) -> Result<(), Ended> {
        if !number.is_multiple_of(TICK) {
            return Ok(());
        }
        // The states, and what it takes to look them up.
        let bytes = self.tables + self.proofs + 3 * (states * size_of::<Position<N>>()) as u64;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        let progress = Progress {
            depth: self.time,
            frontier: states as u64,
            expanded: self.stats.expanded,
            stored: self.stats.stored,
            bytes,
        };
        let stopped = match self.watch.tick(&progress) {
            ControlFlow::Break(reason) => Some(reason),
            _ if self.stats.stored >= self.means.limits.states => Some(StopReason::States),
            _ if bytes > self.means.limits.bytes => Some(StopReason::Memory),
            ControlFlow::Continue(()) => None,
        };
        stopped.map_or(Ok(()), |reason| Err(Ended::Stopped(reason, self.stats)))
    }
}
