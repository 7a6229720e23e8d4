//! The hunt for the best play: narrow beam searches, one after another, each guided by weights drawn around
//! the best so far. In between, an exact search proves what no play can reach.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use tejun_search::layered::{Exact, Scored, beam};
use tejun_search::{Answer, Limits, Progress, Request, Stats, StopReason, Watch};

use super::arena::{Arena, MOVES};
use super::cover::Cover;
use super::escape;
use super::guide::{Guide, below, percent, stream};
use super::maze::NONE;
use super::memory::Pool;
use super::problem::{MOVE, Problem};
use super::schedule::Schedule;
use tejun_core::{Found, Observer, Random, SolveError};

/// The settings of a hunt.
#[derive(Clone, Debug)]
pub struct HuntOptions<'a> {
    /// The moves played before the hunt begins.
    pub line: &'a [u8],
    /// The limits. States are those that beams and proofs expand.
    pub limits: Limits,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Seed of everything drawn at random.
    pub seed: u64,
    /// Width of every beam; `None` lets the hunt choose.
    pub width: Option<usize>,
}

/// The result of a hunt.
#[derive(Clone, Debug)]
pub struct HuntResult {
    /// The best play's score and its moves from the start of the hunt; `None` if every play found is caught.
    pub best: Option<(i64, Vec<u8>)>,
    /// Proved upper bound: no play scores more. -1 if every play is caught.
    pub bound: i64,
    /// Statistics of the hunt.
    pub stats: Stats,
    /// Why it stopped before the best play was proved best.
    pub stopped: Option<StopReason>,
}

/// Number of beams that run before their results are compared. Fixed, so that the outcome does not depend on
/// the number of threads.
const BATCH: usize = 4;
/// Number of best runs retained as a basis for the next ones.
const ELITE: usize = 6;
/// Widths of the first beams, which give a quick result: hasty ones until one succeeds, then careful ones.
const HASTY_WIDTHS: [usize; 3] = [20, 200, 2000];
const FIRST_WIDTHS: [usize; 2] = [10, 100];
/// Widths of the later beams.
const WIDTHS: [usize; 4] = [300, 500, 1000, 2000];
/// If the best play is one point below the bound, a proof may store one state per this many states that beams
/// have expanded, because its states take longer. At two points it may store half as many, and so on up to
/// [`FAR`]: far from the end, finding comes before proving.
const PROOF_SHARE: u64 = 10;
const FAR: i64 = 4;
/// Number of states for the first proof, and for the proof that every play is lost.
const FIRST_PROOF: u64 = 2_000;
const LAST_PROOF: u64 = 20_000;

/// A finished beam and its result.
#[derive(Clone, Debug)]
struct Run {
    guide: Guide,
    score: i64,
    line: Vec<u8>,
}

/// A beam to run.
#[derive(Clone, Debug)]
struct Task {
    guide: Guide,
    /// The moves played before it starts.
    prefix: Vec<u8>,
    width: usize,
    greedy: bool,
}

/// The result of a beam.
type Beamed = Answer<Scored<u8>>;

struct Hunt<'a, const N: usize> {
    arena: &'a Arena,
    schedule: &'a Schedule<'a>,
    cover: Option<&'a Cover<'a>>,
    hunting: &'a HuntOptions<'a>,
    pool: &'a Pool<N>,
    /// Memory for beams and proofs, in bytes.
    room: u64,
    /// Memory in use throughout, and memory retained by an unfinished proof, in bytes.
    held: u64,
    retained: u64,
    /// The region (junction or corridor) of each dot, numbered as in [`Guide::weights`].
    region: Vec<usize>,
    regions: usize,
    /// The best runs, best first.
    elite: Vec<Run>,
    /// No play scores more than `bound`, and a play that is not caught scores at least `floor`.
    bound: i64,
    floor: i64,
    /// Number of states used to find out whether every play is lost.
    lost_states: u64,
    stats: Stats,
}

/// That a position of a map takes too many words.
pub(super) fn too_wide(words: usize) -> SolveError {
    let most = "positions of at most 256 words";
    SolveError::new(format!("the search takes {most}, this map has {words}: use fewer V and H"))
}

/// Hunts for the best play and reports every improvement to the audience at once.
///
/// Ends when the best play is proved best, or when stopped. `N` must be at least [`super::position::words`].
pub fn hunt<const N: usize>(arena: &Arena, hunting: &HuntOptions, observer: &mut dyn Observer) -> HuntResult {
    let none = |peak_bytes| HuntResult {
        best: None,
        // At most one dot per move; each move left over scores one point as well.
        bound: arena.time().into(),
        stats: Stats { peak_bytes, ..Stats::default() },
        stopped: Some(StopReason::Memory),
    };
    let (bytes, threads) = (hunting.limits.bytes, hunting.threads as u64);
    let tables = Schedule::bytes(arena);
    if tables > bytes {
        return none(0);
    }
    let schedule = Schedule::new(arena);
    let cover = Cover::new(arena.maze());
    let held = tables + threads * cover.as_ref().map_or(0, Cover::scratch_bytes);
    if held > bytes {
        return none(tables);
    }
    // A quarter for remembered estimates and a quarter for the proof; the beams get the rest.
    let pool = Pool::<N>::new((bytes - held) / 4 / threads);
    let graph = &arena.maze().corridors;
    let mut region = vec![0; arena.dots()];
    for (junction, &cell) in graph.junctions.iter().enumerate() {
        let dot = arena.maze().dot[usize::from(cell)];
        if dot != NONE {
            region[usize::from(dot)] = junction;
        }
    }
    for (index, corridor) in graph.corridors.iter().enumerate() {
        let first = usize::from(corridor.first_dot);
        region[first..first + corridor.positions.len()].fill(graph.junctions.len() + index);
    }
    let mut hunt = Hunt {
        arena,
        schedule: &schedule,
        cover: cover.as_ref(),
        hunting,
        pool: &pool,
        room: bytes - held,
        held: held + threads * pool.bytes(),
        retained: 0,
        region,
        regions: graph.junctions.len() + graph.corridors.len(),
        elite: Vec::new(),
        bound: 0,
        floor: 0,
        lost_states: 0,
        stats: Stats { peak_bytes: held, ..Stats::default() },
    };
    let stopped = hunt.run(observer);
    let proved = hunt.proved();
    HuntResult {
        bound: hunt.bound,
        best: hunt.elite.into_iter().next().map(|run| (run.score, run.line)),
        stats: hunt.stats,
        stopped: stopped.filter(|_| !proved),
    }
}

impl<const N: usize> Hunt<'_, N> {
    fn run(&mut self, observer: &mut dyn Observer) -> Option<StopReason> {
        let neutral = vec![0; self.arena.dots()];
        let root =
            Problem::new(self.schedule, self.cover, self.pool, &neutral, MOVE).after(self.hunting.line);
        self.bound = root.score_bound(|| false);
        let stopped = self.begin(&root, observer);
        if stopped.is_some() || self.proved() {
            return stopped;
        }
        let (mut proof, mut room) = (None, true);
        for round in 0.. {
            // Proofs get their share of the work.
            while room && self.stats.stored < self.share() {
                let share = self.share();
                // A proof is easiest just below the bound.
                let search = proof.get_or_insert_with(|| Exact::new(&root, self.bound - 1));
                match self.prove(search, self.bound - 1, share, observer) {
                    None => (proof, self.retained) = (None, 0),
                    Some(StopReason::States) => {}
                    // The proof does not fit in memory; the beams go on alone.
                    Some(StopReason::Memory) => {
                        (proof, self.retained) = (None, 0);
                        room = false;
                    }
                    stopped => return stopped,
                }
                if self.proved() {
                    return None;
                }
            }
            if self.stats.expanded >= self.hunting.limits.states {
                return Some(StopReason::States);
            }
            let stopped = self.batch(&self.tasks(round), observer);
            if stopped.is_some() || self.proved() {
                return stopped;
            }
        }
        None
    }

    /// Finds a play within moments and soon a better one, then improves the bound.
    fn begin(&mut self, root: &Problem<N>, observer: &mut dyn Observer) -> Option<StopReason> {
        let task = |width, greedy| Task {
            guide: Guide::neutral(self.regions, MOVE),
            prefix: Vec::new(),
            width,
            greedy,
        };
        let greedy = HASTY_WIDTHS.map(|width| task(width, true));
        let chosen = self.hunting.width.map(|width| [width]);
        let first = chosen.as_ref().map_or(&FIRST_WIDTHS[..], |width| width);
        let first = first.iter().map(|&width| task(width, false));
        let tasks: Vec<Task> = greedy.into_iter().chain(first).collect();
        for (number, task) in tasks.into_iter().enumerate() {
            if task.greedy && !self.elite.is_empty() {
                continue;
            }
            let stopped = self.batch(&[task], observer);
            if stopped.is_some() || self.proved() {
                return stopped;
            }
            if number == 0 && self.elite.is_empty() {
                let stopped = self.prove_lost(root, observer);
                if stopped.is_some() || self.proved() {
                    return stopped;
                }
            }
        }
        let mut stopped = None;
        let watch = &mut self.counted(observer);
        let bound = root.score_bound(|| {
            if let ControlFlow::Break(reason) = watch.tick(&Progress::default()) {
                stopped = Some(reason);
            }
            stopped.is_none()
        });
        self.bound = self.bound.min(bound);
        stopped
    }

    /// Checks whether every play is lost. If Pac-Man cannot survive to the end, only a play that eats all the
    /// dots in time scores anything, and on a small map the search for one is short.
    fn prove_lost(&mut self, root: &Problem<N>, observer: &mut dyn Observer) -> Option<StopReason> {
        let last = match escape::longest(root.layout(), root.origin(), &mut self.counted(observer)) {
            Ok(last) if last < self.arena.time() => last,
            Ok(_) => return None,
            Err(reason) => return Some(reason),
        };
        self.floor = self.arena.dots() as i64 + i64::from(self.arena.time() - last);
        self.bound_by(self.bound);
        if self.proved() {
            return None;
        }
        let search = &mut Exact::new(root, self.floor - 1);
        let stopped = self.prove(search, self.floor - 1, LAST_PROOF, observer);
        (self.retained, self.lost_states) = (0, self.stats.stored);
        stopped.filter(|reason| !matches!(reason, StopReason::States | StopReason::Memory))
    }

    /// Records that no play scores more than `bound`.
    fn bound_by(&mut self, bound: i64) {
        self.bound = if bound < self.floor { -1 } else { bound };
    }

    /// Number of states that proofs may store by now. It grows as the best play nears the bound.
    fn share(&self) -> u64 {
        let near = (self.bound - self.best()).clamp(1, FAR) as u64;
        self.lost_states + FIRST_PROOF + self.stats.expanded / (PROOF_SHARE * near)
    }

    /// Whether the best play is proved best.
    fn proved(&self) -> bool {
        self.elite.first().map_or(-1, |best| best.score) >= self.bound
    }

    fn best(&self) -> i64 {
        self.elite.first().map_or(-1, |best| best.score)
    }

    fn counted<'w>(&self, observer: &'w mut dyn Observer) -> Counted<'w> {
        Counted { observer, expanded: self.stats.expanded, bytes: self.held + self.retained }
    }

    fn remember(&mut self, run: Run, observer: &mut dyn Observer) {
        if run.score > self.best() {
            let line: Vec<String> = run.line.iter().map(|&way| MOVES[usize::from(way)].to_string()).collect();
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            observer.found(&Found { line: &line, value: Some(run.score) });
        }
        // Among equals, the newest goes first, so that the hunt does not stall.
        let place = self.elite.partition_point(|other| other.score > run.score);
        self.elite.insert(place, run);
        self.elite.truncate(ELITE);
    }

    /// The beams of a round.
    fn tasks(&self, round: u64) -> Vec<Task> {
        let task = |guide, prefix, width| {
            let width = self.hunting.width.unwrap_or(width);
            Task { guide, prefix, width, greedy: false }
        };
        match round {
            0 => [MOVE, MOVE * 3 / 4, MOVE * 9 / 8, MOVE / 2]
                .map(|joining| task(Guide::neutral(self.regions, joining), Vec::new(), WIDTHS[2]))
                .to_vec(),
            _ => (0..BATCH as u64)
                .map(|index| {
                    let mut random = stream(self.hunting.seed, round * BATCH as u64 + index);
                    let random = &mut random;
                    let guide = self.draw(random);
                    let best = self.elite.first().map_or(&[][..], |best| &best.line);
                    let keep = if percent(random, 50) { below(random, best.len() + 1) * 9 / 10 } else { 0 };
                    task(guide, best[..keep].to_vec(), WIDTHS[below(random, WIDTHS.len())])
                })
                .collect(),
        }
    }

    /// A variation of a guide that did well.
    fn draw(&self, random: &mut Random) -> Guide {
        match self.elite.len() {
            0 => Guide::neutral(self.regions, MOVE),
            // The smaller of two draws, so that better runs are drawn more often.
            n => self.elite[below(random, n).min(below(random, n))].guide.clone(),
        }
        .varied(random)
    }

    /// Runs beams in parallel and records the successful ones, in the order of the tasks.
    fn batch(&mut self, tasks: &[Task], observer: &mut dyn Observer) -> Option<StopReason> {
        let limits = Limits {
            states: self.hunting.limits.states.saturating_sub(self.stats.expanded),
            bytes: self.room / 2 / self.hunting.threads as u64,
            ..self.hunting.limits
        };
        let threads = self.hunting.threads.min(tasks.len());
        let mut stopped = None;
        let results: Vec<Option<Beamed>> = if threads == 1 {
            // As in the parallel case, a beam that hits the state limit does not end the others.
            let (mut results, mut halted) = (Vec::new(), false);
            for task in tasks {
                let watch = &mut self.counted(observer);
                let result = (!halted).then(|| self.work(task, &limits, self.hunting.threads, watch));
                let stopped = result.as_ref().and_then(|result| result.outcome.stopped());
                halted |= !matches!(stopped, None | Some(StopReason::States | StopReason::Width));
                results.push(result);
            }
            results
        } else {
            let results: Vec<_> = tasks.iter().map(|_| Mutex::new(None)).collect();
            let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
            let (sender, progress) = channel();
            std::thread::scope(|scope| {
                let mut started = Vec::new();
                for _ in 0..threads {
                    let mut watch = Relay { sender: sender.clone(), halt: &halt };
                    let (next, results, limits, hunt) = (&next, &results, &limits, &*self);
                    let work = move || {
                        loop {
                            let index = next.fetch_add(1, Ordering::Relaxed);
                            let Some(task) = tasks.get(index) else { break };
                            let result = hunt.work(task, limits, 1, &mut watch);
                            *results[index].lock().expect("no beam panics") = Some(result);
                        }
                    };
                    started.extend(std::thread::Builder::new().spawn_scoped(scope, work).ok());
                }
                drop(sender);
                // If the system has no memory for some of them, the others do their work.
                stopped = started.is_empty().then_some(StopReason::Memory);
                let watch = &mut self.counted(observer);
                for progress in progress {
                    if let ControlFlow::Break(reason) = watch.tick(&progress) {
                        stopped = stopped.or(Some(reason));
                        halt.store(true, Ordering::Relaxed);
                    }
                }
                started.into_iter().for_each(|thread| thread.join().expect("no beam panics"));
            });
            results.into_iter().map(|result| result.into_inner().expect("no beam panics")).collect()
        };
        for (task, result) in tasks.iter().zip(results) {
            let Some(result) = result else { continue };
            let early = result.outcome.stopped().filter(|&reason| reason != StopReason::Width);
            stopped = stopped.or(early);
            self.stats.expanded += result.stats.expanded;
            let taken = self.held + self.retained + result.stats.peak_bytes * threads as u64;
            self.stats.peak_bytes = self.stats.peak_bytes.max(taken);
            if let Some(found) = result.outcome.found() {
                let line = task.prefix.iter().copied().chain(found.moves).collect();
                self.remember(Run { guide: task.guide.clone(), score: found.score, line }, observer);
            }
        }
        stopped
    }

    /// Runs one beam.
    fn work(&self, task: &Task, limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Beamed {
        let weights: Vec<i32> = self.region.iter().map(|&region| task.guide.weights[region]).collect();
        let problem = Problem::new(self.schedule, self.cover, self.pool, &weights, task.guide.joining)
            .after(self.hunting.line)
            .after(&task.prefix);
        let problem = if task.greedy { problem.greedy() } else { problem };
        beam(&problem, task.width, Request::new(watch).limits(*limits).threads(threads))
    }

    /// Continues a proof that no play scores more than `floor`, until proofs have stored `share` states in
    /// all. What it learns is retained, however it ends.
    fn prove(
        &mut self,
        search: &mut Exact<Problem<N>>,
        floor: i64,
        share: u64,
        observer: &mut dyn Observer,
    ) -> Option<StopReason> {
        let before = *search.stats();
        let limits = Limits {
            states: before.stored + share - self.stats.stored,
            bytes: self.room / 4,
            ..Limits::default()
        };
        let watch = &mut self.counted(observer);
        let answer = search.run(Request::new(watch).limits(limits).threads(self.hunting.threads));
        let (stopped, best, after) = (answer.outcome.stopped(), search.best(), answer.stats);
        self.stats.expanded += after.expanded - before.expanded;
        self.stats.stored += after.stored - before.stored;
        self.retained = after.peak_bytes;
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.held + self.retained);
        if stopped.is_none() {
            self.bound_by(best.as_ref().map_or(floor, |line| line.score));
        }
        if let Some(line) = best {
            let guide = Guide::neutral(self.regions, MOVE);
            self.remember(Run { guide, score: line.score, line: line.moves }, observer);
        }
        stopped
    }
}

/// Adds earlier work and memory in use to the progress of one search.
struct Counted<'a> {
    observer: &'a mut dyn Observer,
    expanded: u64,
    bytes: u64,
}

impl Watch for Counted<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        let expanded = self.expanded + progress.expanded;
        self.observer.tick(&Progress { expanded, bytes: self.bytes + progress.bytes, ..*progress })
    }
}

/// Sends the progress of one thread to the coordinating thread, which may stop it.
struct Relay<'a> {
    sender: Sender<Progress>,
    halt: &'a AtomicBool,
}

impl Watch for Relay<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        // The receiver is gone only when the hunt is over.
        let is_received = self.sender.send(*progress).is_ok();
        if is_received && !self.halt.load(Ordering::Relaxed) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(StopReason::Interrupted)
        }
    }
}
