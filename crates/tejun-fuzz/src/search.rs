//! Searches within limits, from positions reached by play.

use std::ops::ControlFlow;

use tejun_puzzles::question::{Count, Explore, Solve, StepThrough};
use tejun_puzzles::{Instance, Line, Means, Observer, Position, SolveError, Status, Verdict, Wanted};
use tejun_search::{Limits, Outcome, Progress, Proof, Stats, StopReason, Watch};

use crate::input::{one_line, split};
use crate::play::wander;

/// The limits of a search, so low that every search ends soon.
const LIMITS: Limits = Limits { states: 1000, bytes: 8 << 20, depth: u32::MAX };
/// The most steps of a step search.
const STEPS: usize = 1000;
/// How often a search may ask whether to go on: a hundred times what those of the corpus do.
const TICKS: u32 = 20_000;

/// Finds out searches that go on and on, without a clock: they are watched however little they store.
#[derive(Default)]
struct Patience(u32);

impl Watch for Patience {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 += 1;
        assert!(self.0 <= TICKS, "it goes on after {TICKS} ticks");
        ControlFlow::Continue(())
    }
}

impl Observer for Patience {}

/// Every question about a position is answered within its limits, and the rules confirm the answer. The first
/// byte of the rest chooses the options, the other bytes are moves.
pub(crate) fn search(data: &[u8]) {
    let Some((instance, rest)) = split(data) else { return };
    let Some((&how, steps)) = rest.split_first() else { return };
    let (position, line) = wander(&*instance, steps, |_, _, _, _| {});
    let wanted = [Wanted::Best, Wanted::First(3), Wanted::All, Wanted::Best][usize::from(how % 4)];
    let means = Means {
        limits: LIMITS,
        threads: 1 + usize::from(how >> 2 & 1),
        seed: how.into(),
        ..Means::default()
    };
    // Which options a family takes, it says.
    solve(&*position, &line, Solve { wanted, width: (how & 16 != 0).then_some(10) }, &means);
    explore(&*position, &line, Explore { terminal_goals: how & 8 != 0 }, &means);
    count(&*position, &means);
    watch(&*instance);
}

/// A solver's lines must solve the puzzle by the rules, at the cost it reports.
fn solve(position: &dyn Position, line: &Line, solve: Solve, means: &Means) {
    let instance = position.instance();
    let Some(solution) = answered(position.ask(solve, means, &mut Patience::default())) else { return };
    within_limits(&solution.stats);
    assert!(solution.proof == Proof::Unproved || matches!(solution.outcome, Outcome::Solved(_)));
    if matches!(solution.outcome, Outcome::Unsolvable) {
        assert_ne!(position.status(), Status::Solved, "a solved position was called unsolvable");
    }
    if let Some(found) = solution.outcome.found() {
        let verdict = on(instance, line, &found);
        assert!(verdict.solves, "{found:?} does not solve the puzzle after {line}");
        if line.0.is_empty() && solution.value.cost.is_some() {
            assert_eq!(verdict.value, solution.value);
        }
        if let (Some(cost), Some(bound)) = (solution.value.cost, solution.bound.cost) {
            assert!(solution.value.score.is_some() || bound <= cost, "bound {bound} exceeds cost {cost}");
        }
        if let (Some(score), Some(bound)) = (solution.value.score, solution.bound.score) {
            assert!(score <= bound, "score {score} exceeds bound {bound}");
        }
    }
    for exit in solution.exits.iter().flatten() {
        let moves: Vec<String> = exit.moves().map(str::to_owned).collect();
        let verdict = on(instance, line, &moves);
        assert!(verdict.solves && exit.cost == moves.len() as i64, "{exit:?} after {line}");
    }
}

/// The numbers of an exploration must agree, and its farthest position must be reachable.
fn explore(position: &dyn Position, line: &Line, explore: Explore, means: &Means) {
    let instance = position.instance();
    let Some(explored) = answered(position.ask(explore, means, &mut Patience::default())) else { return };
    within_limits(&explored.stats);
    assert_eq!(explored.levels.iter().sum::<u64>(), explored.states);
    assert!(explored.classes <= explored.states && explored.goals <= explored.states);
    assert!(explored.dead_ends <= explored.states);
    let farthest = on(instance, line, &explored.farthest);
    assert!(farthest.fault.is_none(), "{:?} after {line}: {:?}", explored.farthest, farthest.fault);
    if matches!(explored.outcome, Outcome::Solved(())) {
        assert_eq!(explored.farthest.len() + 1, explored.levels.len().max(1));
    }
}

/// There cannot be more solutions up to symmetry than in total.
fn count(position: &dyn Position, means: &Means) {
    let Some(counted) = answered(position.ask(Count, means, &mut Patience::default())) else { return };
    within_limits(&counted.stats);
    assert!(counted.solutions <= counted.solutions_raw);
    match counted.outcome {
        Outcome::Solved(()) => assert!(counted.solutions > 0),
        Outcome::Unsolvable => assert_eq!(counted.solutions_raw, 0),
        Outcome::Stopped(..) => {}
    }
}

/// The step search must stand on a legal line after every event.
fn watch(instance: &dyn Instance) {
    let Some(mut steps) = answered(instance.ask(StepThrough, &Means::default(), &mut Patience::default()))
    else {
        return;
    };
    for _ in 0..STEPS {
        if steps.advance().is_none() {
            break;
        }
    }
    let line = steps.line();
    if let Err(fault) = instance.after(&line) {
        panic!("the step search stands on {line}: {fault}");
    }
}

/// The answer, or `None` if the family does not support the question. It must say so in one line.
fn answered<T>(answer: Result<T, SolveError>) -> Option<T> {
    answer.inspect_err(|error| one_line(&error.to_string())).ok()
}

/// The verdict of the rules on `line` followed by `more`.
fn on(instance: &dyn Instance, line: &Line, more: &[String]) -> Verdict {
    instance.check(&Line([&line.0, more].concat()))
}

fn within_limits(stats: &Stats) {
    assert!(stats.peak_bytes <= LIMITS.bytes, "the limit is {} bytes: {stats:?}", LIMITS.bytes);
}
