//! Compares the searches with a plain breadth-first search on random graphs, and with published counts on
//! sliding tiles.

use crate::spaces;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use crate::answers::bfs::{self, Direction, ExploredOf, Goals};
use proptest::prelude::*;
use spaces::Tiles;
use tejun_search::{
    Answer, Limits, Moves, Outcome, PathOf, Progress, Proof, Request, Space, StopReason, Watch,
};

/// A graph given by its arcs. With `mirrored`, nodes n and n ^ 1 are mirror images.
#[derive(Clone, Debug)]
struct Graph<const UNDIRECTED: bool> {
    arcs: Vec<Vec<u64>>,
    goals: Vec<u64>,
    mirrored: bool,
    lists_goals: bool,
}

impl<const UNDIRECTED: bool> Graph<UNDIRECTED> {
    fn new(nodes: u64, arcs: &[(u64, u64)], goals: &[u64], mirrored: bool, lists_goals: bool) -> Self {
        let mut lists = vec![Vec::new(); nodes as usize];
        let mut join = |from: u64, to: u64| {
            lists[(from % nodes) as usize].push(to % nodes);
            if UNDIRECTED {
                lists[(to % nodes) as usize].push(from % nodes);
            }
        };
        for &(from, to) in arcs {
            join(from, to);
            if mirrored {
                join((from % nodes) ^ 1, (to % nodes) ^ 1);
            }
        }
        let images = goals.iter().flat_map(|&goal| [goal % nodes, (goal % nodes) ^ u64::from(mirrored)]);
        let mut goals: Vec<u64> = images.collect();
        goals.sort_unstable();
        goals.dedup();
        Graph { arcs: lists, goals, mirrored, lists_goals }
    }

    /// The distance of each reachable node, computed plainly.
    fn distances(&self, terminal_goals: bool) -> BTreeMap<u64, u32> {
        let mut distances = BTreeMap::from([(0, 0)]);
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            if terminal_goals && self.goals.contains(&node) {
                continue;
            }
            for &next in &self.arcs[node as usize] {
                if !distances.contains_key(&next) {
                    distances.insert(next, distances[&node] + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// For each node, the number of sequences of `steps` steps from 0 to it.
    fn sequences(&self, steps: u32) -> BTreeMap<u64, u64> {
        let mut counts = BTreeMap::from([(0, 1)]);
        for _ in 0..steps {
            let mut next = BTreeMap::new();
            for (node, count) in counts {
                let mut arcs = self.arcs[node as usize].clone();
                arcs.sort_unstable();
                arcs.dedup();
                for to in arcs {
                    *next.entry(to).or_insert(0) += count;
                }
            }
            counts = next;
        }
        counts
    }
}

impl<const UNDIRECTED: bool> Space for Graph<UNDIRECTED> {
    type State = u64;
    type Move = usize;
    type Cost = u32;
    const MOVES: Moves = if UNDIRECTED { Moves::Undirected } else { Moves::OneWay };

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.goals.contains(state)
    }

    fn goals(&self) -> Option<Vec<u64>> {
        self.lists_goals.then(|| self.goals.clone())
    }

    fn has_symmetry(&self) -> bool {
        self.mirrored
    }

    fn expand(&self, state: &u64, mut visit: impl FnMut(usize, u64)) {
        for (index, &next) in self.arcs[*state as usize].iter().enumerate() {
            visit(index, next);
        }
    }

    fn canonical(&self, state: &u64) -> u64 {
        if self.mirrored { *state & !1 } else { *state }
    }
}

fn assert_is_line<const U: bool>(graph: &Graph<U>, path: &PathOf<Graph<U>>) {
    assert_eq!(path.states[0], 0);
    assert_eq!(path.states.len(), path.moves.len() + 1);
    for (step, &by) in path.moves.iter().enumerate() {
        assert_eq!(graph.arcs[path.states[step] as usize][by], path.states[step + 1]);
    }
    assert!(graph.is_goal(path.states.last().unwrap()));
}

fn compare<const U: bool>(graph: &Graph<U>) {
    let distances = graph.distances(false);
    let nearest = graph.goals.iter().filter_map(|goal| distances.get(goal)).min().copied();
    for threads in [1, 3] {
        let request = || Request::default().threads(threads);
        for direction in [Direction::Forward, Direction::Bidirectional] {
            let answer = bfs::shortest(graph, direction, request());
            match nearest {
                Some(depth) => {
                    let Outcome::Solved(path) = &answer.outcome else { panic!("{:?}", answer.outcome) };
                    assert_eq!(path.moves.len() as u32, depth);
                    assert_eq!((answer.bound, answer.proof), (Some(depth.into()), Proof::Optimal));
                    assert_is_line(graph, path);
                }
                None => assert_eq!((answer.outcome, answer.bound), (Outcome::Unsolvable, None)),
            }
        }

        let exits = bfs::exits(graph, request());
        assert_eq!(exits.bound, nearest.map(i64::from));
        assert_eq!(exits.outcome == Outcome::Unsolvable, nearest.is_none());
        let exits = exits.outcome.found().unwrap_or_default();
        let terminal = graph.distances(true);
        let mut expected: Vec<(u32, u64)> =
            graph.goals.iter().filter_map(|goal| Some((*terminal.get(goal)?, *goal))).collect();
        expected.sort_unstable();
        let found: Vec<(u32, u64)> =
            exits.iter().map(|path| (path.moves.len() as u32, *path.states.last().unwrap())).collect();
        assert_eq!(found, expected);
        for path in &exits {
            assert_is_line(graph, path);
            let before = &path.states[..path.states.len() - 1];
            assert!(before.iter().all(|state| !graph.is_goal(state)));
        }

        for goals in [Goals::Expanded, Goals::Terminal] {
            let terminal_goals = goals == Goals::Terminal;
            let Outcome::Solved(explored) = bfs::explore(graph, goals, request()).outcome else { panic!() };
            let distances = graph.distances(terminal_goals);
            let eccentricity = distances.values().max().copied().unwrap();
            let levels: Vec<u64> = (0..=eccentricity)
                .map(|depth| distances.values().filter(|&&other| other == depth).count() as u64)
                .collect();
            assert_eq!(explored.levels, levels);
            let mut classes: Vec<u64> = distances.keys().map(|node| graph.canonical(node)).collect();
            classes.sort_unstable();
            classes.dedup();
            assert_eq!(explored.classes, Some(classes.len() as u64));
            let expanded = |node: &&u64| !(terminal_goals && graph.is_goal(node));
            let stuck =
                distances.keys().filter(expanded).filter(|&&node| graph.arcs[node as usize].is_empty());
            assert_eq!(explored.dead_ends, stuck.count() as u64);
            let lines: u64 = nearest.map_or(0, |depth| {
                let counts = graph.sequences(depth);
                graph.goals.iter().filter_map(|goal| counts.get(goal)).sum()
            });
            assert_eq!(explored.shortest_paths, Some(lines.into()));
            let farthest = explored.farthest.unwrap();
            assert_eq!(farthest.moves.len() as u32, eccentricity);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs(
        nodes in 1u64..30,
        arcs in proptest::collection::vec((0u64..60, 0u64..60), 0..70),
        goals in proptest::collection::vec(0u64..60, 0..4),
        mirrored: bool,
        lists_goals: bool,
    ) {
        // Mirror images pair up the nodes, and the start must be a class of its own.
        let nodes = if mirrored { 2 * nodes } else { nodes };
        compare(&Graph::<true>::new(nodes, &arcs, &goals, mirrored, lists_goals));
        compare(&Graph::<false>::new(nodes, &arcs, &goals, mirrored, lists_goals));
    }
}

fn tiles(threads: usize, limits: Limits) -> Answer<ExploredOf<Tiles>> {
    bfs::explore(&Tiles, Goals::Expanded, Request::default().threads(threads).limits(limits))
}

/// What an exploration found before it was stopped, and the reason.
fn stopped(answer: Answer<ExploredOf<Tiles>>) -> (StopReason, Vec<u64>) {
    let Outcome::Stopped(reason, found) = answer.outcome else { panic!("the search was not stopped") };
    (reason, found.map_or(Vec::new(), |found| found.levels))
}

/// States of the sliding tiles by depth, up to `depth`, computed plainly.
fn plain_levels(depth: usize) -> Vec<u64> {
    let mut frontier = Vec::new();
    Tiles.starts(|state| frontier.push(state));
    let mut seen: HashSet<u64> = frontier.iter().copied().collect();
    let mut levels = vec![1];
    for _ in 0..depth {
        let mut next = Vec::new();
        for state in &frontier {
            Tiles.expand(state, |_, state| {
                if seen.insert(state) {
                    next.push(state);
                }
            });
        }
        levels.push(next.len() as u64);
        frontier = next;
    }
    levels
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let limits = Limits { depth: 22, ..Limits::default() };
    let one = tiles(1, limits);
    let Outcome::Stopped(StopReason::Depth, Some(found)) = &one.outcome else { panic!() };
    assert_eq!(found.levels, plain_levels(22));
    for threads in [2, 5] {
        assert_eq!(tiles(threads, limits).outcome, one.outcome);
    }
}

#[test]
fn the_memory_limit_is_kept() {
    let limits = Limits { depth: 22, ..Limits::default() };
    let whole = tiles(1, limits);
    let all = stopped(whole.clone()).1;
    for threads in [1, 2, 5] {
        for bytes in [whole.stats.peak_bytes / 10, whole.stats.peak_bytes / 3, 100_000, 1000, 0] {
            let answer = tiles(threads, Limits { bytes, ..limits });
            assert!(answer.stats.peak_bytes <= bytes, "{} > {bytes}", answer.stats.peak_bytes);
            let (reason, levels) = stopped(answer);
            assert_eq!(reason, StopReason::Memory);
            assert!(all.starts_with(&levels));
        }
    }
}

#[test]
fn the_limit_on_states_and_the_watch_stop_it() {
    let answer = tiles(1, Limits { states: 10_000, ..Limits::default() });
    assert!((10_000..20_000).contains(&answer.stats.stored));
    assert_eq!(stopped(answer).0, StopReason::States);

    struct Impatient(u32);
    impl Watch for Impatient {
        fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
            assert!(progress.expanded <= progress.stored);
            self.0 -= 1;
            if self.0 == 0 { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
        }
    }
    let mut watch = Impatient(100);
    let answer = bfs::shortest(&Tiles, Direction::Forward, Request::new(&mut watch));
    assert_eq!(answer.outcome, Outcome::Stopped(StopReason::Interrupted, None));
    assert!(answer.bound > Some(10));
}
