//! The hunt for the best play: narrow beams, again and again, each guided by other weights drawn
//! around the best so far, and in between an exact search that proves what no play can reach.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tejun_search::{Found, Layered, Limits, Progress, Stats, StopReason, Watch, beam, exact};

use super::cover::{Cover, Scratch};
use super::game::Game;
use super::plan::{MOVE, Plan};
use super::position::Layout;
use super::random::Random;

/// What a hunt may do.
#[derive(Clone, Debug)]
pub struct Quarry<'a> {
    /// The moves played before it begins.
    pub line: &'a [u8],
    /// What it may use. States are those that beams and proofs expand.
    pub limits: Limits,
    /// Threads, at least 1.
    pub threads: usize,
    /// Seed of what is drawn.
    pub seed: u64,
    /// Width of every beam; without, widths of the hunt's own choice.
    pub width: Option<usize>,
}

/// What a hunt brought home.
#[derive(Clone, Debug)]
pub struct Bag {
    /// The best play's score and its moves from the start of the hunt, if there is one that is not
    /// caught.
    pub best: Option<(i64, Vec<u8>)>,
    /// No play scores more; `None` where it is proved that every play is caught.
    pub bound: Option<i64>,
    /// What it took.
    pub stats: Stats,
    /// Why it ended before anything was proved.
    pub stopped: Option<StopReason>,
}

/// Beams that run before what they found is compared. Their number is fixed, so that the outcome is
/// the same for any number of threads.
const BATCH: usize = 4;
/// The best runs that are remembered, to draw the next ones from.
const ELITE: usize = 6;
/// The narrowest and the widest beam of the hunt's own choice.
const WIDTHS: [usize; 2] = [100, 3000];
/// A proof may expand one state for so many that beams have expanded: its states take longer, and
/// finding comes before proving.
const PROOF_SHARE: u64 = 40;
/// States that the first proof may take.
const FIRST_PROOF: u64 = 2_000;

/// What guides a beam.
#[derive(Clone, Debug)]
struct Guide {
    /// For each junction and then each corridor: what it counts that one of its dots is left.
    weights: Vec<i32>,
    joining: i32,
}

/// A beam that was run.
#[derive(Clone, Debug)]
struct Run {
    guide: Guide,
    score: i64,
    line: Vec<u8>,
}

/// One beam to run.
struct Task {
    guide: Guide,
    /// How much of the best line is kept.
    keep: usize,
    width: usize,
}

/// Hunts for the best play. Every improvement is told to `found` at once.
pub fn hunt<const N: usize>(
    game: &Game,
    quarry: &Quarry,
    watch: &mut dyn Watch,
    found: &mut dyn FnMut(&mut dyn Watch, i64, &[u8]),
) -> Bag {
    let cover = Cover::new(game.maze());
    let mut hunt = Hunt {
        game,
        cover: cover.as_ref(),
        quarry,
        weights: vec![0; game.dots()],
        elite: Vec::new(),
        bound: 0,
        stats: Stats::default(),
        proof_budget: FIRST_PROOF,
    };
    hunt.run::<N>(watch, found)
}

struct Hunt<'a> {
    game: &'a Game,
    cover: Option<&'a Cover<'a>>,
    quarry: &'a Quarry<'a>,
    weights: Vec<i32>,
    /// The best runs, best first.
    elite: Vec<Run>,
    bound: i64,
    stats: Stats,
    proof_budget: u64,
}

impl Hunt<'_> {
    fn run<const N: usize>(
        &mut self,
        watch: &mut dyn Watch,
        found: &mut dyn FnMut(&mut dyn Watch, i64, &[u8]),
    ) -> Bag {
        let neutral = vec![0; self.game.dots()];
        let root = Plan::<N>::new(self.game, self.cover, &neutral, MOVE).after(self.quarry.line);
        self.bound = root.best_conceivable();
        let mut proof_spent = 0;
        let mut stopped = None;
        for round in 0.. {
            let tasks = self.tasks(round);
            let (runs, reason) = self.batch::<N>(&tasks, watch);
            stopped = reason;
            for run in runs {
                if self.elite.first().is_none_or(|best| run.score > best.score) {
                    found(watch, run.score, &run.line);
                }
                self.remember(run);
            }
            if stopped.is_some() || self.settled() {
                break;
            }
            // Proofs get their share of the work; one that fell short is tried again with more.
            while self.proof_budget <= FIRST_PROOF.max(self.stats.expanded / PROOF_SHARE).saturating_sub(proof_spent) {
                let before = self.stats.expanded;
                let improved = self.prove(&root, watch);
                proof_spent += self.stats.expanded - before;
                match improved {
                    Ok(Some(run)) => {
                        found(watch, run.score, &run.line);
                        self.remember(run);
                    }
                    Ok(None) => {}
                    Err(reason @ (StopReason::Time | StopReason::Interrupted)) => stopped = Some(reason),
                    Err(_) => self.proof_budget *= 4,
                }
                if stopped.is_some() || self.settled() {
                    break;
                }
            }
            if self.stats.expanded >= self.quarry.limits.states {
                stopped = Some(StopReason::States);
            }
            if stopped.is_some() || self.settled() {
                break;
            }
        }
        let best = self.elite.first().map(|run| (run.score, run.line.clone()));
        if self.settled() {
            stopped = None;
        }
        Bag { best, bound: (self.bound >= 0).then_some(self.bound), stats: self.stats, stopped }
    }
}
