//! A search that is told to stop stops soon, wherever it is, and keeps what it has found.

use crate::spaces;
use tejun_search::Packed;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::answers::bfs::{self, Direction, Goals};
use crate::answers::dfs;
use crate::answers::heuristic::{
    Featured, Pattern, PatternDatabase, astar, dijkstra, idastar, novelty_beam, shortest_near,
};
use spaces::{Dials, Dominoes, FiveDials, Jumps, Tiles};
use tejun_search::{
    Answer, Limits, Moves, Outcome, Progress, Request, Space, SpaceAdapter, StopReason, Watch,
};

/// Counts the calls of a space.
struct Metered<P>(P, AtomicU64);

impl<P> Metered<P> {
    fn new(space: P) -> Self {
        Metered(space, AtomicU64::new(0))
    }

    fn count(&self) {
        self.1.fetch_add(1, Relaxed);
    }
}

impl<P: Space> SpaceAdapter for Metered<P> {
    type Inner = P;

    fn inner(&self) -> &P {
        &self.0
    }

    fn expand(&self, state: &P::State, visit: impl FnMut(P::Move, P::State)) {
        self.count();
        self.0.expand(state, visit);
    }

    fn expand_costs(&self, state: &P::State, visit: impl FnMut(P::Move, P::State, P::Cost)) {
        self.count();
        self.0.expand_costs(state, visit);
    }

    fn retract(&self, state: &P::State, visit: impl FnMut(P::State)) {
        self.count();
        self.0.retract(state, visit);
    }

    fn canonical(&self, state: &P::State) -> P::State {
        self.count();
        self.0.canonical(state)
    }

    fn expand_classes(&self, state: &P::State, mut visit: impl FnMut(P::State)) {
        SpaceAdapter::expand(self, state, |_, next| visit(SpaceAdapter::canonical(self, &next)));
    }

    fn bound(&self, state: &P::State) -> Option<P::Cost> {
        self.count();
        self.0.bound(state)
    }
}

impl<P: Featured<State: Packed>> Featured for Metered<P> {
    fn features(&self, state: &P::State, visit: impl FnMut(u32)) {
        self.count();
        self.0.features(state, visit);
    }
}

impl<A: Pattern> Pattern for Metered<A> {
    type Whole = A::Whole;

    fn project(&self, whole: &A::Whole) -> A::State {
        self.0.project(whole)
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn rank(&self, state: &A::State) -> usize {
        self.0.rank(state)
    }
}

/// Stops a search at a given tick, and measures how often the space is called between two ticks.
struct Patience<'a> {
    asked: &'a AtomicU64,
    ticks: u64,
    patience: u64,
    last: u64,
    longest: u64,
}

impl<'a> Patience<'a> {
    fn new(asked: &'a AtomicU64, patience: u64) -> Self {
        Patience { asked, ticks: 0, patience, last: asked.load(Relaxed), longest: 0 }
    }
}

impl Watch for Patience<'_> {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        assert!(self.ticks < self.patience, "called again after it stopped the search");
        let asked = self.asked.load(Relaxed);
        self.longest = self.longest.max(asked - self.last);
        self.last = asked;
        self.ticks += 1;
        if self.ticks == self.patience {
            ControlFlow::Break(StopReason::Time)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// How often a space may be called between two ticks, and after a stop: a few milliseconds, and a fraction of
/// a second.
const BETWEEN: u64 = 20_000;
const AFTER: u64 = 1_000_000;

/// Stops a search at many points, from the first tick to the last.
fn stops_anywhere<P: Space<State: Packed>, T>(
    space: P,
    depth: u32,
    ask: impl Fn(&Metered<P>, Request) -> Answer<T>,
) {
    let space = Metered::new(space);
    let limits = Limits { depth, ..Limits::default() };
    let mut watch = Patience::new(&space.1, u64::MAX);
    let whole = ask(&space, Request::new(&mut watch).limits(limits));
    assert!(watch.longest < BETWEEN, "{} without a tick", watch.longest);
    assert!(space.1.load(Relaxed) - watch.last < BETWEEN, "no tick near the end");
    let ticks = watch.ticks;
    assert!(ticks > 20, "{ticks} ticks are too few to test with");
    for threads in [1, 2] {
        for place in (1..12).step_by(crate::step()) {
            let mut watch = Patience::new(&space.1, (ticks * place / 12).max(1));
            let answer = ask(&space, Request::new(&mut watch).limits(limits).threads(threads));
            if watch.ticks == watch.patience {
                // If the search had already reached its own limit, that is the reason.
                let reason = answer.outcome.stopped();
                assert!([Some(StopReason::Time), whole.outcome.stopped()].contains(&reason), "{reason:?}");
                let after = space.1.load(Relaxed) - watch.last;
                assert!(after < AFTER, "{after} calls after it was told to stop");
            }
        }
    }
}

/// The tiles, as if moves could not be taken back: lines are rebuilt by expanding levels again.
struct OneWay;

impl Space for OneWay {
    type State = u64;
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, visit: impl FnMut(u64)) {
        Tiles.starts(visit);
    }

    fn is_goal(&self, state: &u64) -> bool {
        state % 7 == 1
    }

    fn expand(&self, state: &u64, visit: impl FnMut(u8, u64)) {
        Tiles.expand(state, visit);
    }
}

#[test]
fn breadth_first_searches_stop_anywhere() {
    stops_anywhere(Tiles, 19, |space, request| bfs::shortest(space, Direction::Forward, request));
    stops_anywhere(Dials, 99, |space, request| bfs::shortest(space, Direction::Bidirectional, request));
    stops_anywhere(Dials, 14, bfs::exits);
    stops_anywhere(Dials, 14, |space, request| bfs::explore(space, Goals::Terminal, request));
    stops_anywhere(OneWay, 17, |space, request| bfs::explore(space, Goals::Expanded, request));
}

#[test]
fn searches_for_cheapest_lines_stop_anywhere() {
    stops_anywhere(Dials, 99, astar);
    stops_anywhere(Tiles, 17, dijkstra);
    stops_anywhere(Tiles, 13, idastar);
    stops_anywhere(Tiles, 19, dfs::any_path);
    stops_anywhere(FiveDials, u32::MAX, PatternDatabase::build);
}

#[test]
fn beams_stop_anywhere() {
    // What 64 states lead to takes longer than a search may take to stop.
    stops_anywhere(Jumps, 3, |space, request| novelty_beam(space, 64, request));
    let mut start = Vec::new();
    Jumps.starts(|state| start.push(state));
    stops_anywhere(Jumps, u32::MAX, |space, request| shortest_near(space, &start, 8_000, request));
}

#[test]
fn what_was_found_before_a_stop_is_kept() {
    let limits = Limits { depth: 14, ..Limits::default() };
    let space = Metered::new(Dials);
    let mut watch = Patience::new(&space.1, u64::MAX);
    let whole = bfs::explore(&space, Goals::Expanded, Request::new(&mut watch).limits(limits));
    let whole = whole.outcome.found().unwrap();
    assert!(whole.classes.is_some() && whole.shortest_paths.is_some() && whole.farthest.is_some());
    // The last step counts the classes; a stop there omits only them.
    let mut last = Patience::new(&space.1, watch.ticks);
    let answer = bfs::explore(&space, Goals::Expanded, Request::new(&mut last).limits(limits));
    let Outcome::Stopped(_, Some(found)) = answer.outcome else { panic!() };
    assert_eq!(found.classes, None);
    assert_eq!((found.levels, found.farthest), (whole.levels.clone(), whole.farthest));
    assert_eq!(found.shortest_paths, whole.shortest_paths);
    // In the middle, only complete levels are counted, and the results cover all of them.
    let mut middle = Patience::new(&space.1, watch.ticks / 3);
    let answer = bfs::explore(&space, Goals::Expanded, Request::new(&mut middle).limits(limits));
    let Outcome::Stopped(StopReason::Time, Some(found)) = answer.outcome else { panic!() };
    assert!(found.levels.len() > 5 && whole.levels.starts_with(&found.levels));
    assert_eq!(found.farthest.unwrap().moves.len() + 1, found.levels.len());

    let exits = |patience, states| {
        let mut watch = Patience::new(&space.1, patience);
        bfs::exits(&space, Request::new(&mut watch).limits(Limits { states, ..limits }))
    };
    let all = exits(u64::MAX, u64::MAX).outcome.found().unwrap();
    assert_eq!(all.len(), 21);
    let few = exits(u64::MAX, 60_000);
    assert_eq!((few.outcome.stopped(), few.bound), (Some(StopReason::States), Some(12)));
    assert_eq!(few.outcome.found(), Some(all));
}

#[test]
fn tilings_stop_anywhere() {
    let tiling = Dominoes { rows: 7, columns: 8 }.tiling();
    let asked = AtomicU64::new(0);
    for threads in [1, 3] {
        let mut watch = Patience::new(&asked, 20);
        let request = Request::new(&mut watch).threads(threads);
        let answer = tiling.fillings(request, &mut |_, _| {
            asked.fetch_add(1, Relaxed);
            ControlFlow::Continue(())
        });
        let Outcome::Stopped(StopReason::Time, Some(count)) = answer.outcome else { panic!() };
        assert!(count.raw < 1_292_697);
        assert!(watch.longest < BETWEEN && asked.load(Relaxed) - watch.last < BETWEEN);
    }
    let tiling = Dominoes { rows: 12, columns: 10 }.tiling();
    for patience in [1, 10, 100] {
        let mut watch = Patience::new(&asked, patience);
        let answer = tiling.count(Request::new(&mut watch));
        assert_eq!(answer.outcome.stopped(), Some(StopReason::Time));
        let mut watch = Patience::new(&asked, patience);
        let answer = tiling.count_over_frontier(Request::new(&mut watch)).unwrap();
        assert_eq!(answer.outcome.stopped(), Some(StopReason::Time));
    }
}
