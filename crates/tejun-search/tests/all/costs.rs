//! Compares the searches for cheapest lines with plain computations on random spaces, and with each other.

use crate::webs;

use crate::answers::bfs::{self, Direction};
use crate::answers::dfs;
use crate::answers::heuristic::{CostedOf, astar, dijkstra, idastar};
use tejun_search::{
    Answer, Limits, Moves, Outcome, Proof, Pruned, Request, Space, SpaceError, StopReason, check_space,
};
use webs::{Random, Web};

/// States that IDA* may expand in a small space. Where many lines lead to each state it takes for ever.
const PATIENCE: u64 = 3000;

/// Checks an answer of a search for a cheapest line; `best` is what one costs. Returns whether it was stopped.
fn check<const U: bool>(web: &Web<U>, answer: &Answer<CostedOf<Web<U>>>, best: Option<u32>) -> bool {
    match (&answer.outcome, best) {
        (Outcome::Solved(line), Some(best)) => {
            web.check(line);
            assert_eq!(line.cost, best);
            assert_eq!((answer.bound, answer.proof), (Some(best.into()), Proof::Optimal));
        }
        (Outcome::Unsolvable, None) => assert_eq!((answer.bound, answer.proof), (None, Proof::Unproved)),
        (Outcome::Stopped(_, found), _) => {
            let bound = answer.bound.expect("a stopped search keeps its bound");
            assert!(best.is_none_or(|best| bound <= best.into()), "bound {bound} of {best:?}");
            assert_eq!(answer.proof, Proof::Unproved);
            if let Some(line) = found {
                web.check(line);
                assert!(line.cost >= best.expect("a line was found"));
            }
        }
        (outcome, best) => panic!("{outcome:?} of {best:?}"),
    }
    answer.outcome.stopped().is_some()
}

fn request<'w>(limits: Limits) -> Request<'w> {
    Request::default().limits(limits)
}

/// Compares all searches on one web. Returns whether IDA* was stopped.
fn compare<const U: bool>(web: &Web<U>) -> bool {
    let best = web.best();
    assert!(!check(web, &astar(web, Request::default()), best));
    assert!(!check(web, &dijkstra(web, Request::default()), best));
    let patience = Limits { states: PATIENCE, ..Limits::default() };
    let stopped = check(web, &idastar(web, request(patience)), best);

    for answer in [dfs::any_path(web, Request::default()), dfs::any_path(&Pruned(web), Request::default())] {
        assert_eq!((answer.bound, answer.proof), (None, Proof::Unproved));
        match answer.outcome {
            Outcome::Solved(path) => assert!(web.replay(&path) >= best.expect("a line was found")),
            Outcome::Unsolvable => assert_eq!(best, None),
            Outcome::Stopped(reason, _) => panic!("{reason}"),
        }
    }
    for direction in [Direction::Forward, Direction::Bidirectional] {
        let whole = bfs::shortest(web, direction, Request::default());
        let pruned = bfs::shortest(&Pruned(web), direction, Request::default());
        assert_eq!(pruned.bound, whole.bound);
        let moves = whole.outcome.found().map(|path| path.moves.len() as u32);
        if let Some(path) = pruned.outcome.found() {
            web.replay(&path);
            assert_eq!(Some(path.moves.len() as u32), moves);
        }
        assert_eq!(moves.is_some(), best.is_some());
        assert!(!web.unit || moves == best);
    }
    stopped
}

/// Runs a test on webs of both kinds, and says which seed fails.
fn on_webs(
    seeds: std::ops::Range<u64>,
    most: u64,
    one: impl Fn(u64, &Web<true>),
    other: impl Fn(u64, &Web<false>),
) {
    for seed in seeds {
        let test = || {
            if seed % 2 == 0 {
                one(seed, &Web::random(seed, most))
            } else {
                other(seed, &Web::random(seed, most))
            }
        };
        if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test)) {
            eprintln!("seed {seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn all_searches_agree_with_plain_computations() {
    let stopped = std::cell::Cell::new(0);
    let count = |was: bool| stopped.set(stopped.get() + u64::from(was));
    on_webs(0..10_000, 14, |_, web| count(compare(web)), |_, web| count(compare(web)));
    println!("IDA* was stopped in {} of 10000 spaces", stopped.get());
    assert!(stopped.get() < 500, "IDA* was stopped in {} of 10000 spaces", stopped.get());
}

#[test]
fn larger_webs_agree_too() {
    fn agree<const U: bool>(_: u64, web: &Web<U>) {
        let best = web.best();
        for answer in [astar(web, Request::default()), dijkstra(web, Request::default())] {
            assert!(!check(web, &answer, best));
            // At worst quadratic, however wildly the bounds jump.
            let stored = answer.stats.stored;
            assert!(stored as usize <= web.arcs.len() && answer.stats.expanded <= stored * stored);
        }
    }
    on_webs(0..300, 2000, agree, agree);
}

/// Checks all searches under limits so small that most are stopped.
fn limited<const U: bool>(seed: u64, web: &Web<U>) {
    let random = &mut Random(seed);
    let best = web.best();
    let none = Limits::default();
    let limits = [
        (Limits { states: 1 + random.below(4), ..none }, StopReason::States),
        (Limits { bytes: random.below(4000), ..none }, StopReason::Memory),
        (Limits { depth: random.below(4) as u32, ..none }, StopReason::Depth),
    ];
    for (limits, reason) in limits {
        let patience = Limits { states: limits.states.min(PATIENCE), ..limits };
        let searches = [
            (astar(web, request(limits)), reason),
            (dijkstra(web, request(limits)), reason),
            (idastar(web, request(patience)), reason),
        ];
        for (at, (answer, reason)) in searches.into_iter().enumerate() {
            let stopped = check(web, &answer, best).then(|| answer.outcome.stopped().unwrap());
            let ida = at == 2;
            assert!(
                stopped.is_none_or(|why| why == reason || ida && why == StopReason::States),
                "{stopped:?}"
            );
            assert!(answer.stats.peak_bytes <= limits.bytes);
            let counted = if ida { answer.stats.expanded } else { answer.stats.stored };
            assert!(counted <= limits.states.saturating_add(60));
            if web.unit && limits.depth < u32::MAX && stopped != Some(StopReason::States) {
                // Lines of so many moves are found, longer ones are not.
                let found = matches!(answer.outcome, Outcome::Solved(_));
                assert_eq!(found, best.is_some_and(|best| best <= limits.depth));
            }
        }
        let answer = dfs::any_path(web, request(limits));
        match answer.outcome {
            Outcome::Solved(path) => {
                web.replay(&path);
                assert!(path.moves.len() as u64 <= u64::from(limits.depth));
            }
            Outcome::Unsolvable => assert_eq!(best, None),
            Outcome::Stopped(why, found) => assert_eq!((why, found), (reason, None)),
        }
        assert!(answer.stats.peak_bytes <= limits.bytes);
        assert!(answer.stats.stored <= limits.states);
    }
}

#[test]
fn limits_stop_searches_for_the_right_reason() {
    on_webs(0..3000, 14, limited, limited);
}

#[test]
fn answers_are_always_the_same() {
    fn twice<const U: bool>(_: u64, web: &Web<U>) {
        assert_eq!(astar(web, Request::default()), astar(web, Request::default().threads(3)));
        assert_eq!(dfs::any_path(web, Request::default()), dfs::any_path(web, Request::default().threads(3)));
    }
    on_webs(0..200, 100, twice, twice);
}

#[test]
fn right_bounds_pass_the_check_and_wrong_ones_do_not() {
    fn checked<const U: bool>(seed: u64, web: &Web<U>) {
        assert_eq!(check_space(web, 1000), Ok(()));
        assert_eq!(check_space(&Pruned(web), 1000), Ok(()));
        // Too high where a goal can be reached.
        let costs = web.costs();
        let random = &mut Random(seed);
        let start = web.starts[random.below(web.starts.len() as u64) as usize];
        if let Some(cost) = costs[start as usize] {
            let mut wrong = web.clone();
            wrong.bounds[start as usize] = Some(cost + 1);
            assert_eq!(
                check_space(&wrong, 1000),
                Err(SpaceError::BoundTooHigh(start, u64::from(cost) + 1, cost.into()))
            );
            wrong.bounds[start as usize] = None;
            assert_eq!(check_space(&wrong, 1000), Err(SpaceError::NotHopeless(start, cost.into())));
        }
        // Dearer than for the image.
        if web.mirrored && !web.arcs[start as usize].is_empty() {
            let mut wrong = web.clone();
            wrong.arcs[start as usize].iter_mut().for_each(|arc| arc.1 += 1);
            wrong.bounds.fill(Some(0));
            let own = web.canonical(&start);
            let fault = check_space(&wrong, 1000);
            let expected = if own == start { Ok(()) } else { Err(SpaceError::CostsDiffer(start, own)) };
            assert!(fault == expected || matches!(fault, Err(SpaceError::CostsDiffer(..))), "{fault:?}");
        }
    }
    on_webs(0..1000, 14, checked, checked);
}

#[test]
fn costs_and_bounds_that_change_are_found() {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Twenty numbers, counted down.
    struct Moody {
        calls: AtomicU32,
        cost: bool,
    }

    impl Space for Moody {
        type State = u32;
        type Move = ();
        type Cost = u32;
        const MOVES: Moves = Moves::OneWay;
        fn starts(&self, mut visit: impl FnMut(u32)) {
            visit(20);
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 0
        }
        fn expand(&self, state: &u32, mut visit: impl FnMut((), u32)) {
            if *state > 0 {
                visit((), state - 1);
            }
        }

        fn expand_costs(&self, from: &u32, mut visit: impl FnMut((), u32, u32)) {
            self.expand(from, |by, next| {
                visit(
                    by,
                    next,
                    1 + u32::from(self.cost && *from == 7) * (self.calls.fetch_add(1, Relaxed) % 2),
                )
            });
        }
        fn bound(&self, state: &u32) -> Option<u32> {
            Some(u32::from(!self.cost && *state == 5) * (self.calls.fetch_add(1, Relaxed) % 2))
        }
    }

    let moody = |cost| check_space(&Moody { calls: AtomicU32::new(0), cost }, 100);
    assert_eq!(moody(true), Err(SpaceError::UnsteadyCost(7)));
    assert_eq!(moody(false), Err(SpaceError::UnsteadyBound(5)));
    let text = SpaceError::BoundTooHigh(7, 5, 3).to_string();
    assert_eq!(text, "bound(7) is 5, but a path from there to a goal costs 3");
}
