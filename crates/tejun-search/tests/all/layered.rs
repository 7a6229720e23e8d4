//! Compares beam search and exact search with a plain search, on small random problems.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tejun_search::layered::{Exact, Layered, Scored, beam, exact};
use tejun_search::{Answer, Limits, Outcome, Progress, Proof, Request, StopReason, Watch};

/// Nodes in layers, with weighted arcs to the next layer. A line may end at the nodes in `ends`; its score is
/// the sum of its arcs.
#[derive(Clone, Debug)]
struct Maze {
    /// For each layer and node, the target and the weight of each arc.
    arcs: Vec<Vec<Vec<(u8, i64)>>>,
    ends: Vec<Vec<bool>>,
    /// For each layer and node, the most that can still be scored; `None` if no end is reachable.
    ahead: Vec<Vec<Option<i64>>>,
    /// The most by which a bound is too high.
    slack: i64,
}

const NODES: usize = 5;

impl Maze {
    fn new(arcs: Vec<Vec<Vec<(u8, i64)>>>, mut ends: Vec<Vec<bool>>, slack: i64) -> Self {
        ends.resize(arcs.len() + 1, vec![true; NODES]);
        let mut ahead = vec![vec![None; NODES]; arcs.len() + 1];
        for layer in (0..=arcs.len()).rev() {
            for node in 0..NODES {
                let on = arcs.get(layer).into_iter().flat_map(|layer| &layer[node]);
                let on = on.filter_map(|&(to, value)| Some(value + ahead[layer + 1][usize::from(to)]?));
                ahead[layer][node] = ends[layer][node].then_some(0).into_iter().chain(on).max();
            }
        }
        Maze { arcs, ends, ahead, slack }
    }

    /// The best score of any line.
    fn best(&self) -> Option<i64> {
        self.ahead[0][0]
    }

    /// The score of a line, computed by following it.
    fn follow(&self, moves: &[u8]) -> i64 {
        let (mut node, mut sum) = (0, 0);
        for (layer, &arc) in moves.iter().enumerate() {
            let (to, value) = self.arcs[layer][node][usize::from(arc)];
            (node, sum) = (usize::from(to), sum + value);
        }
        assert!(self.ends[moves.len()][node]);
        sum
    }
}

impl Layered for Maze {
    /// The node and the sum so far.
    type State = (u8, i64);
    type Move = u8;
    type Group = u8;
    type Scratch = ();

    fn scratch(&self) {}

    fn start(&self) -> (u32, (u8, i64)) {
        (0, (0, 0))
    }

    fn expand(&self, layer: u32, &(node, sum): &(u8, i64), mut visit: impl FnMut(u8, (u8, i64))) {
        let Some(arcs) = self.arcs.get(layer as usize) else { return };
        for (arc, &(to, value)) in arcs[usize::from(node)].iter().enumerate() {
            visit(arc as u8, (to, sum + value));
        }
    }

    fn score(&self, layer: u32, &(node, sum): &(u8, i64)) -> Option<i64> {
        self.ends[layer as usize][usize::from(node)].then_some(sum)
    }

    fn bound(&self, layer: u32, &(node, sum): &(u8, i64), _: i64, _: &mut ()) -> i64 {
        self.ahead[layer as usize][usize::from(node)]
            .map_or(i64::MIN, |ahead| sum + ahead + (sum + i64::from(node)).rem_euclid(self.slack + 1))
    }

    fn ceiling(&self, _: u32) -> i64 {
        self.arcs.iter().flatten().flatten().map(|arc| arc.1.max(0)).sum::<i64>()
    }

    fn value(&self, _: u32, &(node, sum): &(u8, i64), _: &mut ()) -> i64 {
        sum - i64::from(node)
    }

    fn group(&self, state: &(u8, i64)) -> u8 {
        state.0
    }

    fn dominates(&self, a: &(u8, i64), b: &(u8, i64)) -> bool {
        a.1 >= b.1
    }
}

fn mazes() -> impl Strategy<Value = Maze> {
    let arcs = prop::collection::vec((0..NODES as u8, -5..20_i64), 0..4);
    let layer = prop::collection::vec(arcs, NODES);
    // In some mazes few lines may end, and in some none.
    let ends = prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.1), NODES), 0..8);
    (prop::collection::vec(layer, 0..8), ends, any::<bool>(), 0..4_i64).prop_map(
        |(arcs, ends, open, slack)| {
            let ends = if open { ends } else { vec![vec![false; NODES]; arcs.len() + 1] };
            let ends = ends.into_iter().take(arcs.len() + usize::from(!open)).collect();
            Maze::new(arcs, ends, slack)
        },
    )
}

fn score<M>(answer: &Answer<Scored<M>>) -> Option<i64> {
    answer.outcome.as_ref().found().map(|line| line.score)
}

fn check_line(maze: &Maze, answer: &Answer<Scored<u8>>) {
    if let Some(line) = answer.outcome.as_ref().found() {
        assert_eq!(maze.follow(&line.moves), line.score);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_search_finds_the_best(maze in mazes(), floor in -20..60_i64, threads in 1usize..3) {
        let best = maze.best().filter(|&best| best > floor);
        let answer = exact(&maze, floor, Request::default().threads(threads));
        check_line(&maze, &answer);
        prop_assert_eq!(score(&answer), best);
        prop_assert_eq!(answer.bound, Some(best.unwrap_or(floor)));
        match best {
            Some(_) => prop_assert_eq!((answer.outcome.stopped(), answer.proof), (None, Proof::Optimal)),
            None => prop_assert_eq!((answer.outcome, answer.proof), (Outcome::Unsolvable, Proof::Unproved)),
        }
    }

    #[test]
    fn a_beam_that_leaves_out_nothing_finds_the_best(maze in mazes()) {
        let answer = beam(&maze, 100_000, Request::default());
        check_line(&maze, &answer);
        prop_assert_eq!(score(&answer), maze.best());
        match maze.best() {
            Some(best) => prop_assert_eq!((answer.proof, answer.bound), (Proof::Optimal, Some(best))),
            None => prop_assert_eq!(answer.outcome, Outcome::Unsolvable),
        }
    }

    #[test]
    fn a_narrow_beam_claims_no_more_than_it_knows(maze in mazes(), width in 1usize..4) {
        let answer = beam(&maze, width, Request::default());
        check_line(&maze, &answer);
        prop_assert!(score(&answer) <= maze.best());
        prop_assert!(answer.bound >= maze.best());
        if answer.proof == Proof::Optimal {
            prop_assert_eq!(score(&answer), maze.best());
        }
        match answer.outcome {
            Outcome::Solved(_) => {}
            Outcome::Unsolvable => prop_assert_eq!(maze.best(), None),
            Outcome::Stopped(reason, found) => prop_assert_eq!((reason, found), (StopReason::Width, None)),
        }
        let threads = beam(&maze, width, Request::default().threads(3));
        prop_assert_eq!(threads.bound, answer.bound);
    }

    #[test]
    fn an_exact_search_goes_on_where_it_was_stopped(maze in mazes(), step in 1u64..20) {
        let mut search = Exact::new(&maze, i64::MIN);
        let mut limits = Limits { states: step, ..Limits::default() };
        let answer = loop {
            let answer = search.run(Request::default().limits(limits));
            match answer.outcome {
                Outcome::Stopped(reason, found) => {
                    prop_assert_eq!(reason, StopReason::States);
                    prop_assert!(answer.stats.stored >= limits.states);
                    prop_assert_eq!(answer.proof, Proof::Unproved);
                    prop_assert!(found.map(|line| line.score) <= maze.best());
                    prop_assert!(answer.bound >= maze.best());
                    limits.states += step;
                }
                _ => break answer,
            }
        };
        let whole = exact(&maze, i64::MIN, Request::default());
        prop_assert_eq!(&answer.outcome, &whole.outcome);
        let (done, whole) = (answer.stats, whole.stats);
        prop_assert_eq!((done.expanded, done.stored), (whole.expanded, whole.stored));
        prop_assert_eq!(score(&answer), maze.best());
    }
}

/// Sequences of binary steps in which no state repeats, no state dominates another and bounds prune nothing,
/// so that a search must store everything.
struct Wide {
    layers: u32,
}

impl Layered for Wide {
    type State = u64;
    type Move = bool;
    type Group = u64;
    type Scratch = ();

    fn scratch(&self) {}

    fn start(&self) -> (u32, u64) {
        (0, 1)
    }

    fn expand(&self, layer: u32, state: &u64, mut visit: impl FnMut(bool, u64)) {
        if layer < self.layers {
            visit(false, 2 * state);
            visit(true, 2 * state + 1);
        }
    }

    fn score(&self, layer: u32, state: &u64) -> Option<i64> {
        (layer == self.layers).then(|| (state.wrapping_mul(0x5851_f42d_4c95_7f2d) >> 40) as i64)
    }

    fn bound(&self, layer: u32, state: &u64, _: i64, _: &mut ()) -> i64 {
        self.score(layer, state).unwrap_or(1 << 24)
    }

    fn ceiling(&self, _: u32) -> i64 {
        1 << 24
    }

    fn value(&self, _: u32, state: &u64, _: &mut ()) -> i64 {
        (state.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as i64
    }

    fn group(&self, state: &u64) -> u64 {
        *state >> 3
    }

    fn dominates(&self, _: &u64, _: &u64) -> bool {
        false
    }
}

#[test]
fn threads_change_nothing() {
    let problem = Wide { layers: 15 };
    let whole = exact(&problem, -1, Request::default());
    assert_eq!(whole.stats.stored, (1 << 16) - 1);
    assert_eq!(whole, exact(&problem, -1, Request::default().threads(3)));
    let narrow = beam(&problem, 3000, Request::default());
    assert_eq!((narrow.proof, narrow.outcome.stopped()), (Proof::Unproved, None));
    assert_eq!(narrow, beam(&problem, 3000, Request::default().threads(3)));
    let best = (1_u64 << 15..1 << 16).map(|state| problem.score(15, &state)).max();
    assert_eq!(best.unwrap(), score(&whole));
}

/// Breaks at a tick and must not be called again.
struct Impatient(u32);

impl Watch for Impatient {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        assert!(self.0 > 0, "called again after it stopped the search");
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(StopReason::Time) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn every_limit_stops_and_is_kept() {
    let problem = Wide { layers: 40 };
    type SolveOptions<'a> = &'a dyn Fn(Request) -> Answer<Scored<bool>>;
    let (exactly, by_beam): (SolveOptions, SolveOptions) =
        (&|request| exact(&problem, -1, request), &|request| beam(&problem, 1 << 14, request));
    for ask in [exactly, by_beam] {
        for bytes in [0, 5000, 100_000, 3_000_000] {
            let answer = ask(Request::default().limits(Limits { bytes, ..Limits::default() }));
            assert_eq!(answer.outcome, Outcome::Stopped(StopReason::Memory, None));
            assert!(answer.stats.peak_bytes <= bytes.max(100), "{} > {bytes}", answer.stats.peak_bytes);
            assert_eq!(answer.bound, Some(1 << 24));
            // The memory that was allowed was used.
            assert!(answer.stats.stored >= bytes / 1000);
        }
        let answer = ask(Request::default().limits(Limits { states: 1000, ..Limits::default() }));
        assert_eq!(answer.outcome.stopped(), Some(StopReason::States));
        assert!((1000..2100).contains(&answer.stats.stored));
        let answer = ask(Request::default().limits(Limits { depth: 7, ..Limits::default() }));
        assert_eq!((answer.outcome.stopped(), answer.stats.stored), (Some(StopReason::Depth), 255));
        for threads in [1, 2] {
            let mut watch = Impatient(500);
            let answer = ask(Request::new(&mut watch).threads(threads));
            assert_eq!(answer.outcome.stopped(), Some(StopReason::Time));
        }
    }
    // Stopped at every possible point, it finds the same in the end.
    let problem = Wide { layers: 8 };
    let mut search = Exact::new(&problem, -1);
    let mut patience = 1;
    let answer = loop {
        let mut watch = Impatient(patience);
        let answer = search.run(Request::new(&mut watch));
        patience += 1;
        if answer.outcome.stopped().is_none() {
            break answer;
        }
    };
    assert!(patience > 5);
    assert_eq!(answer.outcome, exact(&problem, -1, Request::default()).outcome);
}
