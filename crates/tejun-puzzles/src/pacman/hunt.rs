//! The hunt for the best play: narrow beams, again and again, each guided by other weights drawn
//! around the best so far, and in between an exact search that proves what no play can reach.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use tejun_search::{Limits, Progress, Searched, Stats, StopReason, Watch, beam, exact};

use super::cover::Cover;
use super::game::{Game, MOVES};
use super::maze::NONE;
use super::memory::Pool;
use super::plan::{MOVE, Plan};
use crate::generate::Random;
use crate::puzzle::{Audience, Found};

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
    /// Proved: no play scores more. -1 where every play is caught.
    pub bound: i64,
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
/// The beams that are there to have something at once: the one of these widths that judges hastily,
/// and then those that judge with care.
const HASTY_WIDTHS: [usize; 3] = [20, 200, 2000];
const FIRST_WIDTHS: [usize; 2] = [10, 100];
/// The widths that later beams are drawn from.
const WIDTHS: [usize; 4] = [300, 500, 1000, 2000];
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

/// A beam that was run, with what it found.
#[derive(Clone, Debug)]
struct Run {
    guide: Guide,
    score: i64,
    line: Vec<u8>,
}

/// One beam to run.
#[derive(Clone, Debug)]
struct Task {
    guide: Guide,
    /// The moves that it starts after.
    prefix: Vec<u8>,
    width: usize,
    hasty: bool,
}

struct Hunt<'a, const N: usize> {
    game: &'a Game,
    cover: Option<&'a Cover<'a>>,
    quarry: &'a Quarry<'a>,
    pool: Pool<N>,
    /// The junction or corridor of each dot, as [`Guide::weights`] counts them.
    region: Vec<usize>,
    regions: usize,
    /// The best runs, best first.
    elite: Vec<Run>,
    bound: i64,
    stats: Stats,
}

/// Hunts for the best play. Every improvement is told to the audience at once.
///
/// Ends when it is proved that there is no better one, and else only when it is stopped. `N` is at
/// least [`super::position::words`].
pub fn hunt<const N: usize>(game: &Game, quarry: &Quarry, audience: &mut dyn Audience) -> Bag {
    let cover = Cover::new(game.maze());
    let graph = &game.maze().corridors;
    let mut region = vec![0; game.dots()];
    for (junction, &cell) in graph.junctions.iter().enumerate() {
        let dot = game.maze().dot[usize::from(cell)];
        if dot != NONE {
            region[usize::from(dot)] = junction;
        }
    }
    for (index, corridor) in graph.corridors.iter().enumerate() {
        let first = usize::from(corridor.first_dot);
        region[first..first + corridor.positions.len()].fill(graph.junctions.len() + index);
    }
    let mut hunt = Hunt {
        game,
        cover: cover.as_ref(),
        quarry,
        // A quarter of what may be taken; the beams get the rest.
        pool: Pool::<N>::new(quarry.limits.bytes / 4 / quarry.threads as u64),
        region,
        regions: graph.junctions.len() + graph.corridors.len(),
        elite: Vec::new(),
        bound: 0,
        stats: Stats::default(),
    };
    let stopped = hunt.run(audience);
    let proved = hunt.proved();
    Bag {
        bound: hunt.bound,
        best: hunt.elite.into_iter().next().map(|run| (run.score, run.line)),
        stats: hunt.stats,
        stopped: stopped.filter(|_| !proved),
    }
}

impl<const N: usize> Hunt<'_, N> {
    fn run(&mut self, audience: &mut dyn Audience) -> Option<StopReason> {
        let neutral = vec![0; self.game.dots()];
        // A proof asks for no estimates.
        let pool = Pool::<N>::new(0);
        let root = Plan::new(self.game, self.cover, &pool, &neutral, MOVE).after(self.quarry.line);
        self.bound = root.conceivable(|| false);
        if let stopped @ Some(_) = self.begin(&root, audience) {
            return stopped;
        }
        for round in 0.. {
            let stopped = self.batch(&self.tasks(round), audience);
            if stopped.is_some() || self.proved() {
                return stopped;
            }
            // Proofs get their share of the work. One that falls short has spent all of it, and is
            // tried again when there is twice as much.
            loop {
                let share = FIRST_PROOF + self.stats.expanded / PROOF_SHARE;
                if self.stats.stored >= share {
                    break;
                }
                match self.prove(&root, share, audience) {
                    None | Some(StopReason::States | StopReason::Memory) => {}
                    stopped => return stopped,
                }
                if self.proved() {
                    return None;
                }
            }
            if self.stats.expanded >= self.quarry.limits.states {
                return Some(StopReason::States);
            }
        }
        None
    }

    /// A play within moments and a better one soon, and then the bound.
    fn begin(&mut self, root: &Plan<N>, audience: &mut dyn Audience) -> Option<StopReason> {
        let task = |width, hasty| Task { guide: self.neutral(MOVE), prefix: Vec::new(), width, hasty };
        let hasty = HASTY_WIDTHS.map(|width| task(width, true));
        let first = FIRST_WIDTHS.map(|width| task(self.quarry.width.unwrap_or(width), false));
        for task in hasty.into_iter().chain(first) {
            if task.hasty && !self.elite.is_empty() {
                continue;
            }
            let stopped = self.batch(&[task], audience);
            if stopped.is_some() || self.proved() {
                return stopped;
            }
        }
        let mut stopped = None;
        let watch = &mut Counted { audience, before: &self.stats };
        let bound = root.conceivable(|| {
            if let ControlFlow::Break(reason) = watch.tick(&Progress::default()) {
                stopped = Some(reason);
            }
            stopped.is_none()
        });
        self.bound = self.bound.min(bound);
        stopped
    }

    /// Whether nothing better is left to be found.
    fn proved(&self) -> bool {
        self.elite.first().map_or(-1, |best| best.score) >= self.bound
    }

    fn best(&self) -> i64 {
        self.elite.first().map_or(-1, |best| best.score)
    }

    fn remember(&mut self, run: Run, audience: &mut dyn Audience) {
        if run.score > self.best() {
            let line = run.line.iter().map(|&way| MOVES[usize::from(way)].to_string()).collect();
            audience.found(&Found { line, value: Some(run.score) });
        }
        // Among equals the newest goes first, so that the hunt does not stand still.
        let place = self.elite.partition_point(|other| other.score > run.score);
        self.elite.insert(place, run);
        self.elite.truncate(ELITE);
    }

    /// A guide to which all regions are alike.
    fn neutral(&self, joining: i32) -> Guide {
        Guide { weights: vec![0; self.regions], joining }
    }

    /// The beams of a round.
    fn tasks(&self, round: u64) -> Vec<Task> {
        let task = |guide, prefix, width| {
            let width = self.quarry.width.unwrap_or(width);
            Task { guide, prefix, width, hasty: false }
        };
        match round {
            0 => [MOVE, MOVE * 3 / 4, MOVE * 9 / 8, MOVE / 2]
                .map(|joining| task(self.neutral(joining), Vec::new(), WIDTHS[2]))
                .to_vec(),
            _ => (0..BATCH as u64)
                .map(|index| {
                    let mut random = stream(self.quarry.seed, round * BATCH as u64 + index);
                    let random = &mut random;
                    let guide = self.draw(random);
                    let best = self.elite.first().map_or(&[][..], |best| &best.line);
                    let keep = if percent(random, 50) { below(random, best.len() + 1) * 9 / 10 } else { 0 };
                    task(guide, best[..keep].to_vec(), WIDTHS[below(random, WIDTHS.len())])
                })
                .collect(),
        }
    }

    /// A guide near one that did well.
    fn draw(&self, random: &mut Random) -> Guide {
        let mut guide = match self.elite.len() {
            0 => self.neutral(MOVE),
            // The lesser of two draws: the better ones more often.
            n => self.elite[below(random, n).min(below(random, n))].guide.clone(),
        };
        // Now and then from scratch, mostly a few regions, sometimes all.
        let (share, spread) = match below(random, 10) {
            0 => {
                guide.weights.fill(0);
                (100, MOVE / 2)
            }
            1..3 => (100, MOVE / 8),
            3..7 => (25, MOVE / 4),
            _ => (8, MOVE / 2),
        };
        for weight in &mut guide.weights {
            if percent(random, share) {
                *weight +=
                    (0..2).map(|_| below(random, 2 * spread as usize + 1) as i32 - spread).sum::<i32>() / 2;
            }
        }
        if percent(random, 25) {
            guide.joining = (guide.joining + below(random, 5) as i32 - 2).clamp(MOVE / 2, 3 * MOVE / 2);
        }
        guide
    }

    /// Runs beams side by side, and remembers those that came to an end, in the order of the tasks.
    fn batch(&mut self, tasks: &[Task], audience: &mut dyn Audience) -> Option<StopReason> {
        let limits = Limits {
            states: self.quarry.limits.states.saturating_sub(self.stats.expanded),
            bytes: self.quarry.limits.bytes / 4 * 3 / self.quarry.threads as u64,
            ..self.quarry.limits
        };
        let threads = self.quarry.threads.min(tasks.len());
        let mut stopped = None;
        let results: Vec<Option<Searched<u8>>> = if threads == 1 {
            let mut results = Vec::new();
            for task in tasks {
                let watch = &mut Counted { audience, before: &self.stats };
                results.push(stopped.is_none().then(|| self.work(task, &limits, self.quarry.threads, watch)));
                stopped = results.last().and_then(|result| result.as_ref()?.stopped);
            }
            results
        } else {
            let results: Vec<_> = tasks.iter().map(|_| Mutex::new(None)).collect();
            let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
            let (sender, progress) = channel();
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    let mut watch = Relay { sender: sender.clone(), halt: &halt };
                    let (next, results, limits, hunt) = (&next, &results, &limits, &*self);
                    scope.spawn(move || {
                        loop {
                            let index = next.fetch_add(1, Ordering::Relaxed);
                            let Some(task) = tasks.get(index) else { break };
                            let result = hunt.work(task, limits, 1, &mut watch);
                            *results[index].lock().expect("no beam panics") = Some(result);
                        }
                    });
                }
                drop(sender);
                let watch = &mut Counted { audience, before: &self.stats };
                for progress in progress {
                    if let ControlFlow::Break(reason) = watch.tick(&progress) {
                        stopped = stopped.or(Some(reason));
                        halt.store(true, Ordering::Relaxed);
                    }
                }
            });
            results.into_iter().map(|result| result.into_inner().expect("no beam panics")).collect()
        };
        for (task, result) in tasks.iter().zip(results) {
            let Some(result) = result else { continue };
            stopped = stopped.or(result.stopped);
            self.stats.expanded += result.stats.expanded;
            self.stats.peak_bytes =
                self.stats.peak_bytes.max((result.stats.peak_bytes + self.pool.bytes()) * threads as u64);
            if let Some(found) = result.best {
                let line = task.prefix.iter().copied().chain(found.moves).collect();
                self.remember(Run { guide: task.guide.clone(), score: found.score, line }, audience);
            }
        }
        stopped
    }

    /// Runs one beam.
    fn work(&self, task: &Task, limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Searched<u8> {
        let weights: Vec<i32> = self.region.iter().map(|&region| task.guide.weights[region]).collect();
        let plan = Plan::new(self.game, self.cover, &self.pool, &weights, task.guide.joining)
            .after(self.quarry.line)
            .after(&task.prefix);
        let plan = if task.hasty { plan.hasty() } else { plan };
        beam(&plan, task.width, threads, limits, watch)
    }

    /// Tries to prove that there is nothing better than the best so far, or at least nothing at the
    /// bound; whichever way it ends, what it learns is kept.
    fn prove(&mut self, root: &Plan<N>, budget: u64, audience: &mut dyn Audience) -> Option<StopReason> {
        // Nearest to the bound the proof is easiest; in one stride where it is all but done.
        let floor = (self.bound - 1).max(self.best());
        let limits = Limits { states: budget, bytes: self.quarry.limits.bytes, ..Limits::default() };
        let watch = &mut Counted { audience, before: &self.stats };
        let result = exact(root, floor, self.quarry.threads, &limits, watch);
        self.stats.expanded += result.stats.expanded;
        self.stats.stored += result.stats.stored;
        self.stats.peak_bytes = self.stats.peak_bytes.max(result.stats.peak_bytes);
        if result.stopped.is_none() {
            self.bound = result.best.as_ref().map_or(floor, |line| line.score);
        }
        if let Some(line) = result.best {
            let guide = self.neutral(MOVE);
            self.remember(Run { guide, score: line.score, line: line.moves }, audience);
        }
        result.stopped
    }
}

/// The numbers of one of the streams that a seed has.
fn stream(seed: u64, number: u64) -> Random {
    Random::new(seed ^ number.wrapping_mul(0xd605_bbb5_8c8a_bc03))
}

fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u64) as usize
}

fn percent(random: &mut Random, chance: u64) -> bool {
    random.below(100) < chance
}

/// Adds what was done before to the progress of one search.
struct Counted<'a> {
    audience: &'a mut dyn Audience,
    before: &'a Stats,
}

impl Watch for Counted<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        let expanded = self.before.expanded + progress.expanded;
        self.audience.tick(&Progress { expanded, ..*progress })
    }
}

/// Sends the progress of a thread to the one that may be stopped from outside.
struct Relay<'a> {
    sender: Sender<Progress>,
    halt: &'a AtomicBool,
}

impl Watch for Relay<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        // Nobody listens any more only when the hunt is over.
        let heard = self.sender.send(*progress).is_ok();
        if heard && !self.halt.load(Ordering::Relaxed) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(StopReason::Interrupted)
        }
    }
}
