//! Solving from both sides: one search proves, another finds lines and improves them.
//!
//! The proving search is asked alone at first: where it is quick, nothing changes. Then the finder starts on a thread of
//! its own. They stop when they meet: when no line can be cheaper than the best one found. So that this gives the same
//! answer in each run, the proving search looks at what the finder has found only when it [has proved
//! something](tejun_search::Watch::proved), and then at what the finder had found after a share of work that depends on
//! nothing but the states expanded; it waits for the finder if need be. The cost and the proof are the same in any case; the
//! line and the numbers are with the same kept databases.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tejun_search::{Limits, Outcome, Progress, Stats, StopReason, Watch};

use super::puzzle::Puzzle;
use super::searches::{FINDER_SHARE, Finder, SolveFn};
use crate::vocabulary::answer::{Solution, Value};
use crate::vocabulary::means::{Found, Means, Observer, SolveError};
use crate::vocabulary::question::{Solve, Wanted};

/// With less memory there is no finder.
const LEAST_BYTES: u64 = 1 << 24;
/// How long one search waits for the other between two calls of the watch.
const WAIT: Duration = Duration::from_millis(5);
/// Ticks of the finder at a time if both searches share one thread.
const TURN: u64 = 1 << 8;
/// Ticks of the finder where there are no threads, as in a browser's module: it runs once, while the other waits.
const INLINE: u64 = 1 << 13;

/// A line of the finder.
#[derive(Clone)]
struct Line {
    moves: Vec<String>,
    value: i64,
    /// Ticks of the finder before it.
    after: u64,
}

/// What both searches know.
#[derive(Default)]
struct Blackboard {
    /// The lines found, each better than the one before.
    lines: Vec<Line>,
    /// Ticks of the finder so far.
    ticks: u64,
    /// Ticks that it may reach now.
    allowed: u64,
    /// Whether it ends there, instead of waiting.
    inline: bool,
    /// Whether it is to stop.
    cancelled: bool,
    /// Whether it has ended.
    ended: bool,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Blackboard>,
    changed: Condvar,
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Blackboard> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Blackboard)) {
        change(&mut self.board());
        self.changed.notify_all();
    }

    /// Waits until the finder has ended, or made so many ticks.
    ///
    /// # Errors
    /// The watch's reason to stop.
    fn wait(
        &self,
        ticks: u64,
        mut watch: impl FnMut() -> ControlFlow<StopReason>,
    ) -> ControlFlow<StopReason> {
        let mut board = self.board();
        while !board.ended && board.ticks < ticks {
            board = self.changed.wait_timeout(board, WAIT).unwrap_or_else(PoisonError::into_inner).0;
            watch()?;
        }
        ControlFlow::Continue(())
    }
}

/// Listens to the finder.
struct FinderObserver<'s, P: Puzzle> {
    shared: &'s Shared,
    puzzle: &'s P,
    state: &'s P::State,
    depth: u32,
}

impl<P: Puzzle> Watch for FinderObserver<'_, P> {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        let mut board = self.shared.board();
        board.ticks += 1;
        while !board.cancelled && !board.inline && board.ticks >= board.allowed {
            self.shared.changed.notify_all();
            board = self.shared.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        if board.cancelled || board.ticks >= board.allowed {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        ControlFlow::Continue(())
    }
}

impl<P: Puzzle> Observer for FinderObserver<'_, P> {
    fn found(&mut self, found: &Found) {
        let best = self.shared.board().lines.last().map(|line| line.value);
        let Some(value) = cost(self.puzzle, self.state, found.line) else { return };
        if found.line.len() > self.depth as usize || best.is_some_and(|best| best <= value) {
            return;
        }
        let moves = found.line.iter().map(|&by| by.to_owned()).collect();
        self.shared.change(|board| board.lines.push(Line { moves, value, after: board.ticks }));
    }

    fn prepare(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        let board = self.shared.board();
        if board.cancelled || board.inline {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        ControlFlow::Continue(())
    }
}

/// What a line costs by the rules of play, which know nothing of the searches; `None` if it solves nothing.
fn cost<P: Puzzle>(puzzle: &P, state: &P::State, line: &[&str]) -> Option<i64> {
    let mut state = state.clone();
    let costs = line.iter().map(|by| puzzle.play(&mut state, by).map(i64::from));
    let cost = costs.sum::<Result<i64, _>>().ok()?;
    puzzle.is_goal(&state).then_some(cost)
}

/// Listens to the proving search.
struct ProverObserver<'s, 'o> {
    shared: &'s Shared,
    observer: &'o mut dyn Observer,
    /// Starts the finder.
    start: Option<Box<dyn FnOnce() + 's>>,
    after: u64,
    pace: u64,
    /// Whether only one of both searches may run at a time.
    in_turn: bool,
    /// Number of lines that were reported.
    reported: usize,
    /// States that searches before this one have expanded.
    before: u64,
    /// States that this one had expanded when something was proved last.
    expanded: u64,
    /// What the best line cost that was known when something was proved last.
    best: Option<i64>,
    /// The line that is proved to be a best one.
    met: Option<usize>,
}

impl ProverObserver<'_, '_> {
    /// Starts the finder, if it is its time.
    fn start_after(&mut self, expanded: u64) {
        if expanded >= self.after
            && let Some(start) = self.start.take()
        {
            start();
        }
    }

    /// Reports what the finder has found.
    fn report(&mut self) {
        let new = self.shared.board().lines.get(self.reported..).map_or(Vec::new(), <[Line]>::to_vec);
        self.reported += new.len();
        for line in new {
            let moves: Vec<&str> = line.moves.iter().map(String::as_str).collect();
            self.observer.found(&Found { line: &moves, value: Some(line.value) });
        }
    }

    /// The ticks that the finder has made in the same time, when the proving search has expanded so many states.
    fn share(&self, expanded: u64) -> u64 {
        expanded.saturating_sub(self.after) / self.pace
    }

    /// Waits until the finder has made so many ticks.
    fn wait(&mut self, ticks: u64, progress: &Progress) -> ControlFlow<StopReason> {
        let Self { shared, observer, .. } = self;
        shared.wait(ticks, || observer.tick(progress))
    }
}

impl Watch for ProverObserver<'_, '_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.observer.tick(progress)?;
        self.start_after(progress.expanded);
        if self.start.is_none() {
            let share = self.share(progress.expanded);
            if self.in_turn && share >= self.shared.board().allowed + TURN {
                self.shared.change(|board| board.allowed = share);
                self.wait(share, progress)?;
            }
            self.report();
        }
        ControlFlow::Continue(())
    }

    fn expect(&mut self, states: u64) {
        self.observer.expect(states);
    }

    fn proved(&mut self, bound: i64, progress: &Progress) -> ControlFlow<StopReason> {
        self.observer.proved(bound, progress)?;
        // A family may have asked another search before.
        if progress.expanded < self.expanded {
            self.before += self.expanded;
        }
        self.expanded = progress.expanded;
        let expanded = self.before + self.expanded;
        self.start_after(expanded);
        let share = self.share(expanded);
        if share == 0 {
            return ControlFlow::Continue(());
        }
        if self.in_turn {
            self.shared.change(|board| board.allowed = board.allowed.max(share));
        }
        self.wait(share, progress)?;
        self.report();
        let board = self.shared.board();
        self.best = board.lines.iter().filter(|line| line.after < share).map(|line| line.value).min();
        self.met = board.lines.iter().position(|line| line.after < share && line.value <= bound);
        if self.met.is_some() {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Observer for ProverObserver<'_, '_> {
    fn found(&mut self, found: &Found) {
        self.observer.found(found);
    }

    fn prepare(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.observer.prepare(progress)?;
        self.report();
        ControlFlow::Continue(())
    }

    fn best(&self) -> Option<i64> {
        self.best
    }
}

/// A position, and both searches from there.
pub(super) struct Anytime<'p, P: Puzzle> {
    pub puzzle: &'p P,
    pub state: &'p P::State,
    pub prove: SolveFn<P>,
    pub finder: &'p Finder<P>,
}

impl<P: Puzzle> Anytime<'_, P> {
    /// Finds the best line with both searches, or the first one.
    ///
    /// # Errors
    /// Those of the proving search.
    pub fn solve(
        &self,
        question: &Solve,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        match question.wanted {
            Wanted::First(1) if question.width.is_none() => self.first(means, observer),
            Wanted::First(_) if question.width.is_none() => {
                Err(SolveError::new("this family gives the first line, not the first few: ask for 1"))
            }
            Wanted::Best if question.width.is_none() && may_find(self.finder, means) => {
                self.best(question, means, observer)
            }
            _ => (self.prove)(self.puzzle, self.state, question, means, observer),
        }
    }

    fn best(
        &self,
        question: &Solve,
        means: &Means,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        let &Anytime { puzzle, state, prove, finder } = self;
        let [prover_means, finder_means] = &shares(means);
        let (shared, in_turn) = (&Shared::default(), means.threads == 1);
        shared.board().allowed = if in_turn { 0 } else { u64::MAX };
        std::thread::scope(|scope| {
            let run = move || {
                let mut observer = FinderObserver { shared, puzzle, state, depth: finder_means.limits.depth };
                find_reporting(puzzle, state, finder, finder_means, &mut observer);
                shared.change(|board| board.ended = true);
            };
            let start = move || {
                // Where there are no threads, no code for them is needed.
                if cfg!(target_family = "wasm")
                    || std::thread::Builder::new().spawn_scoped(scope, run).is_err()
                {
                    shared.change(|board| (board.inline, board.allowed) = (true, INLINE));
                    run();
                }
            };
            let mut listener = ProverObserver {
                shared,
                observer,
                start: Some(Box::new(start)),
                after: finder.after,
                pace: finder.pace,
                in_turn,
                reported: 0,
                before: 0,
                expanded: 0,
                best: None,
                met: None,
            };
            // However it ends, the finder ends with it.
            let _end = End(shared);
            let proved = prove(puzzle, state, question, prover_means, &mut listener)?;
            let stopped = match proved.outcome {
                Outcome::Stopped(StopReason::Time | StopReason::Interrupted, _) => None,
                // The rest of the time is the finder's.
                Outcome::Stopped(..) if listener.start.is_none() => {
                    shared.change(|board| board.allowed = u64::MAX);
                    let Stats { expanded, stored, .. } = proved.stats;
                    listener
                        .wait(u64::MAX, &Progress { expanded, stored, ..Progress::default() })
                        .break_value()
                }
                _ => None,
            };
            listener.report();
            Ok(join(proved, listener.met, stopped, &shared.board()))
        })
    }

    /// Finds the first line: the finder's, or if it finds none, that of the search that proves.
    fn first(&self, means: &Means, observer: &mut dyn Observer) -> Result<Solution, SolveError> {
        let &Anytime { puzzle, state, prove, finder } = self;
        // A finder would look without end.
        if !puzzle.is_goal(state) && puzzle.hopeless(state).is_some() {
            return prove(puzzle, state, &Solve::default(), means, observer);
        }
        let depth = means.limits.depth;
        let mut listener = FirstObserver { puzzle, state, depth, observer, line: None };
        let found = find_reporting(puzzle, state, finder, means, &mut listener);
        match (listener.line, &found.outcome) {
            (Some((moves, cost)), _) => {
                let line = Solution::without_line(Outcome::Solved(moves), found.stats);
                Ok(Solution { value: Value::cost(cost), ..line })
            }
            (None, Outcome::Stopped(StopReason::Time | StopReason::Interrupted, _)) => Ok(found),
            (None, _) => prove(puzzle, state, &Solve::default(), means, observer),
        }
    }
}

/// Whether there is enough for a finder. Searches on disk and those of several processes have none.
fn may_find<P: Puzzle>(finder: &Finder<P>, means: &Means) -> bool {
    let Limits { states, bytes, .. } = means.limits;
    means.spill.is_none() && means.peers.is_none() && bytes >= LEAST_BYTES && states > finder.after
}

/// What the proving search and the finder may use. Each has its own number of states.
fn shares(means: &Means) -> [Means; 2] {
    let part = |limit: u64, finder: bool| match limit {
        u64::MAX => limit,
        _ if finder => limit / FINDER_SHARE,
        _ => limit - limit / FINDER_SHARE,
    };
    [false, true].map(|finder| {
        let Limits { states, bytes, depth } = means.limits;
        let limits = Limits { states: part(states, finder), bytes: part(bytes, finder), depth };
        Means { limits, threads: if finder { 1 } else { means.threads }, ..means.clone() }
    })
}

/// Runs the finder, and reports the line with which it ends as well.
fn find_reporting<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    finder: &Finder<P>,
    means: &Means,
    observer: &mut dyn Observer,
) -> Solution {
    let found = (finder.find)(puzzle, state, means, observer);
    if let Outcome::Solved(line) = &found.outcome {
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        observer.found(&Found { line: &line, value: found.value.cost });
    }
    found
}

/// Ends the finder when it is dropped.
struct End<'s>(&'s Shared);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.change(|board| board.cancelled = true);
    }
}

/// The answer of both. Its statistics are those of the search that proves.
fn join(proved: Solution, met: Option<usize>, stopped: Option<StopReason>, board: &Blackboard) -> Solution {
    let Outcome::Stopped(reason, _) = proved.outcome else { return proved };
    let best = met.map_or_else(|| board.lines.last(), |at| board.lines.get(at));
    let own = proved.value.cost;
    let Some(line) = best.filter(|line| own.is_none_or(|own| line.value < own)) else {
        return proved;
    };
    let moves = line.moves.clone();
    if met.is_some() || proved.bound.cost.is_some_and(|bound| line.value <= bound) {
        let details = proved.details;
        return Solution { details, ..Solution::optimal(moves, line.value, proved.stats) };
    }
    let outcome = Outcome::Stopped(stopped.unwrap_or(reason), Some(moves));
    Solution { outcome, value: Value::cost(line.value), ..proved }
}

/// Listens to a finder whose first line is enough.
struct FirstObserver<'o, P: Puzzle> {
    puzzle: &'o P,
    state: &'o P::State,
    depth: u32,
    observer: &'o mut dyn Observer,
    line: Option<(Vec<String>, i64)>,
}

impl<P: Puzzle> Watch for FirstObserver<'_, P> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.line.is_some() {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        self.observer.tick(progress)
    }

    fn expect(&mut self, states: u64) {
        self.observer.expect(states);
    }
}

impl<P: Puzzle> Observer for FirstObserver<'_, P> {
    fn found(&mut self, found: &Found) {
        if self.line.is_none() && found.line.len() <= self.depth as usize {
            let moves = || found.line.iter().map(|&by| by.to_owned()).collect();
            self.line = cost(self.puzzle, self.state, found.line).map(|cost| (moves(), cost));
        }
    }
}
