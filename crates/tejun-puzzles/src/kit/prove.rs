//! Certificates by levels, for puzzles that are searched breadth first.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use tejun_search::{Limits, Moves, Outcome, Packed, Progress, Search, Space, Stats, StopReason, Watch};
use tejun_verify::levels::Collector;
use tejun_verify::rules::Rules;
use tejun_verify::{Certificate, Claim, Statement, VerifyError};

use crate::framework::move_writer::MoveWriter;
use crate::framework::puzzle::Puzzle;
use crate::vocabulary::certificate::{Asked, Proved, Theorem};
use crate::vocabulary::options::{Found, Observer, SolveError, SolveOptions};

/// The part of the memory that positions and levels may take, as a divisor.
const PART: u64 = 2;

/// Makes a certificate of what is asked of a space, by the search that answers it. `place` makes a state a position of the
/// rules by which the certificate will be checked.
///
/// # Errors
/// If a state is no position of these rules.
pub(crate) fn by_levels<P: Space<State: Packed>, R: Rules, S: Clone>(
    space: &P,
    rules: &R,
    place: impl Fn(&P::State, &mut R::Position),
    theorem: &Theorem,
    options: &SolveOptions,
    watch: &mut dyn Watch,
    writer: &MoveWriter<S, impl Fn(&mut S, P::Move) -> String>,
) -> Result<Proved, SolveError> {
    let mut position = rules.start();
    let mut rank = |state: &P::State| {
        place(state, &mut position);
        rules.rank(&position)
    };
    let solving = theorem.asked == Asked::Solutions;
    let Swept { collector, goal, stats } =
        match sweep(space, rules.count(), &mut rank, solving, options, watch)? {
            Ok(swept) => swept,
            Err((reason, stats)) => return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats }),
        };
    let (claim, line, bound) = match goal {
        Some((goal, cost)) => {
            let moves = match retrace(space, &collector, &mut rank, goal, cost) {
                Some(moves) => moves,
                None => match Search::new(space).with(options.request(watch)).shortest() {
                    Ok(path) => path.moves,
                    Err(error) => {
                        let reason = error.stopped().unwrap_or(StopReason::Memory);
                        return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats: error.stats() });
                    }
                },
            };
            (Claim::Optimal(cost.into()), writer.line(&moves).join(" "), cost)
        }
        None if solving => (Claim::Unsolvable, String::new(), u32::MAX),
        None => (Claim::Reachable(collector.positions()), String::new(), u32::MAX),
    };
    let evidence = if bound == 0 { Vec::new() } else { collector.finish(bound) };
    let certificate = Certificate { claim, statement: theorem.statement.clone(), line, evidence };
    Ok(Proved { outcome: Outcome::Solved(certificate), stats })
}

/// What a search has met.
struct Swept<S> {
    collector: Collector,
    /// A nearest solved state, and its distance; the levels below are complete.
    goal: Option<(S, u32)>,
    stats: Stats,
}

/// Why a search was stopped, and what it had spent.
type Cut = (StopReason, Stats);

/// Collects the levels of all positions; with `solving`, only until one of them is solved.
///
/// # Errors
/// If a state has no number. Within, if the search is stopped.
fn sweep<P: Space<State: Packed>>(
    space: &P,
    count: u64,
    rank: &mut impl FnMut(&P::State) -> Option<u64>,
    solving: bool,
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<Result<Swept<P::State>, Cut>, SolveError> {
    let part = options.limits.bytes / PART;
    let limits = Limits { bytes: options.limits.bytes - part, ..options.limits };
    let options = SolveOptions { limits, ..options.clone() };
    let mut collector = Collector::new(count, part);
    let (mut goal, mut strange, enough) = (None, false, Cell::new(false));
    let mut watch = UntilEnough { watch, enough: &enough };
    let searched = Search::new(space).with(options.request(&mut watch)).for_each_class(|state, level| {
        if enough.get() {
            return;
        }
        match rank(&state) {
            Some(rank) => collector.push(rank, level),
            None => strange = true,
        }
        if solving && space.is_goal(&state) {
            goal = Some((state, level));
        }
        enough.set(strange || goal.is_some() || collector.bytes() > part);
    });
    if strange {
        return Err(SolveError::new("the search has a position that the rules of certificates do not know"));
    }
    let (stats, stopped) = match searched {
        Ok(stats) => (stats, None),
        Err(error) => (error.stats(), error.stopped()),
    };
    Ok(match stopped {
        None => Ok(Swept { collector, goal, stats }),
        Some(_) if goal.is_some() => Ok(Swept { collector, goal, stats }),
        Some(_) if enough.get() => Err((StopReason::Memory, stats)),
        Some(reason) => Err((reason, stats)),
    })
}

/// The moves of a shortest line to a goal, found by the levels; `None` if they cannot be looked up, or moves cannot be taken
/// back.
///
/// The way back meets the images of states, as they happen to be; the way forth from the start makes the moves that lead
/// to the same classes.
fn retrace<P: Space>(
    space: &P,
    collector: &Collector,
    rank: &mut impl FnMut(&P::State) -> Option<u64>,
    goal: P::State,
    cost: u32,
) -> Option<Vec<P::Move>> {
    if P::MOVES == Moves::OneWay {
        return None;
    }
    let mut ranks = vec![rank(&goal)?];
    let mut state = goal;
    for level in (0..cost).rev() {
        let mut before = None;
        space.retract(&state, |other| {
            let other_rank = rank(&other).filter(|&rank| collector.level(rank) == Some(level));
            before = before.take().or(other_rank.map(|rank| (other, rank)));
        });
        let (other, rank) = before?;
        ranks.push(rank);
        state = other;
    }
    let mut moves = Vec::new();
    let mut start = None;
    space.starts(|state| start = start.take().or(Some(state)));
    let mut state = start?;
    for &wanted in ranks.iter().rev().skip(1) {
        let mut next = None;
        space.expand(&state, |by, other| {
            if next.is_none() && rank(&other) == Some(wanted) {
                next = Some((by, other));
            }
        });
        let (by, other) = next?;
        moves.push(by);
        state = other;
    }
    Some(moves)
}

/// A watch that also stops a search that has given enough.
pub(crate) struct UntilEnough<'w> {
    pub watch: &'w mut dyn Watch,
    pub enough: &'w Cell<bool>,
}

impl Watch for UntilEnough<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.enough.get() {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            self.watch.tick(progress)
        }
    }

    fn expect(&mut self, states: u64) {
        self.watch.expect(states);
    }
}

/// Makes a certificate of what a search by another order than that of the levels has found. The levels of all positions
/// that the bound of the rules does not rule out are found by these rules.
///
/// # Errors
/// If the puzzle is too large for the rules, or they contradict the search.
pub(crate) fn by_bound<P: Puzzle, R: Rules>(
    read: fn(&Statement) -> Result<R, VerifyError>,
    (puzzle, start): (&P, &P::State),
    theorem: &Theorem,
    options: &SolveOptions,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    let rules = read_rules(read, theorem)?;
    let mut stats = Stats::default();
    let (claim, line, bound) = match (theorem.asked, P::SEARCHES.solve) {
        (Asked::Solutions, Some(solve)) if (P::SEARCHES.has_goal)(puzzle) => {
            let solution = solve(puzzle, start, options, &mut Unheard(watch))?;
            stats = solution.stats;
            match (solution.outcome, solution.value.cost) {
                (Outcome::Solved(line), Some(cost)) => {
                    (Some(Claim::Optimal(cost as u64)), line.join(" "), cost as u32)
                }
                (Outcome::Unsolvable, _) => (Some(Claim::Unsolvable), String::new(), u32::MAX),
                (outcome, _) => {
                    let reason = outcome.stopped().unwrap_or(StopReason::Memory);
                    return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats });
                }
            }
        }
        _ => (None, String::new(), u32::MAX),
    };
    let collector = match levels(&rules, bound, claim.is_none(), options.limits, watch)? {
        Ok(collector) => collector,
        Err(reason) => return Ok(Proved { outcome: Outcome::Stopped(reason, None), stats }),
    };
    let claim = claim.unwrap_or(Claim::Reachable(collector.positions()));
    let evidence = if bound == 0 { Vec::new() } else { collector.finish(bound) };
    let certificate = Certificate { claim, statement: theorem.statement.clone(), line, evidence };
    Ok(Proved { outcome: Outcome::Solved(certificate), stats })
}

/// Reads the puzzle of a theorem by the rules of certificates.
///
/// # Errors
/// If it is too large for them, or its text has what a certificate may not have.
pub(crate) fn read_rules<R>(
    read: fn(&Statement) -> Result<R, VerifyError>,
    theorem: &Theorem,
) -> Result<R, SolveError> {
    let (statement, line, evidence) = (theorem.statement.clone(), String::new(), Vec::new());
    let empty = Certificate { claim: Claim::Unsolvable, statement, line, evidence };
    let rules = Certificate::read(&empty.write())
        .and_then(|certificate| Statement::read(&certificate.statement))
        .and_then(|statement| read(&statement));
    rules.map_err(|error| SolveError::new(format!("there is no certificate of this: {error}")))
}

/// Bytes of a position in a hash table, with what lies empty there, and of its place in a queue.
const POSITION: u64 = 48;
/// Positions between two looks at the watch.
const TICK: u64 = 1 << 10;

/// The levels of all positions from which the bound of the rules does not rule out a line that costs less than `bound`:
/// Dijkstra's search.
///
/// # Errors
/// If a position is solved though it is nearer.
fn levels<R: Rules>(
    rules: &R,
    bound: u32,
    may_be_solved: bool,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Result<Collector, StopReason>, SolveError> {
    let mut position = rules.start();
    let unknown = || SolveError::new("the rules of certificates do not know a position that they lead to");
    let mut best: HashMap<u64, u32> = HashMap::new();
    let mut waiting: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let mut expanded = 0;
    if rules.bound(&position) < bound {
        let rank = rules.rank(&position).ok_or_else(unknown)?;
        best.insert(rank, 0);
        waiting.insert(0, vec![rank]);
    }
    while let Some((level, ranks)) = waiting.pop_first() {
        for rank in ranks {
            if best[&rank] < level {
                continue;
            }
            rules.unrank(rank, &mut position);
            if !may_be_solved && rules.is_goal(&position) {
                return Err(SolveError::new(format!(
                    "the rules of certificates solve this at a cost of {level}"
                )));
            }
            let mut lost = false;
            rules.expand(&position, |next, cost| {
                let at = level.saturating_add(cost);
                if at.saturating_add(rules.bound(next)) >= bound {
                    return;
                }
                let Some(rank) = rules.rank(next) else { return lost = true };
                if best.get(&rank).is_none_or(|&before| at < before) {
                    best.insert(rank, at);
                    waiting.entry(at).or_default().push(rank);
                }
            });
            if lost {
                return Err(unknown());
            }
            expanded += 1;
            let stored = best.len() as u64;
            let bytes = stored * POSITION;
            if bytes > limits.bytes {
                return Ok(Err(StopReason::Memory));
            }
            if stored > limits.states {
                return Ok(Err(StopReason::States));
            }
            if expanded % TICK == 0 {
                let frontier = stored - expanded.min(stored);
                let progress = Progress { depth: level, frontier, expanded, stored, bytes };
                if let ControlFlow::Break(reason) = watch.tick(&progress) {
                    return Ok(Err(reason));
                }
            }
        }
    }
    let mut collector = Collector::new(rules.count(), limits.bytes / PART);
    best.into_iter().for_each(|(rank, level)| collector.push(rank, level));
    Ok(Ok(collector))
}

/// A watch as an observer to whom solutions are nothing new.
pub(crate) struct Unheard<'w>(pub &'w mut dyn Watch);

impl Watch for Unheard<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.0.tick(progress)
    }

    fn expect(&mut self, states: u64) {
        self.0.expect(states);
    }
}

impl Observer for Unheard<'_> {
    fn found(&mut self, _: &Found) {}
}
