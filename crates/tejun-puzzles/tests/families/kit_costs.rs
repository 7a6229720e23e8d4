//! Puzzles of the kit whose moves cost something: whatever their search, nothing wrong is proved. A plain computation
//! on small random graphs tells what is right.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tejun_puzzles::input::Keys;
use tejun_puzzles::question::Solve;
use tejun_puzzles::{
    Cell, Exploration, Gesture, InputError, Instance, Line, Mark, Means, Piece, Registry, Scene, Solution,
    SolveError, Wanted,
};
use tejun_puzzles::{Family, FamilyInfo, Puzzle, Searches, kit};
use tejun_search::Spill;
use tejun_search::{Limits, Moves, Outcome, Peers, Proof, Space, Unwatched};

use crate::common::{AtLine, cases};

const PLACES: u64 = 12;

/// One-way roads between places, at a price, from place 0 to any goal. It lists its goals and knows its roads back if
/// `BOTH`, so that a search can begin at both ends.
struct Roads<const BOTH: bool, const SEARCH: usize> {
    /// The price of each road, by its ends.
    roads: BTreeMap<(u64, u64), u32>,
    goals: Vec<u64>,
}

const AUTO: usize = 0;
const BREADTH_FIRST: usize = 1;
const DEPTH_FIRST: usize = 2;

impl<const BOTH: bool, const SEARCH: usize> Space for Roads<BOTH, SEARCH> {
    type State = u64;
    type Move = u64;
    type Cost = u32;
    const MOVES: Moves = if BOTH { Moves::Retractable } else { Moves::OneWay };

    fn starts(&self, mut visit: impl FnMut(u64)) {
        visit(0);
    }

    fn is_goal(&self, place: &u64) -> bool {
        self.goals.contains(place)
    }

    fn goals(&self) -> Option<Vec<u64>> {
        BOTH.then(|| self.goals.clone())
    }

    fn expand(&self, &place: &u64, mut visit: impl FnMut(u64, u64)) {
        self.roads.range((place, 0)..=(place, u64::MAX)).for_each(|(&(_, to), _)| visit(to, to));
    }

    fn retract(&self, place: &u64, mut visit: impl FnMut(u64)) {
        self.roads.keys().filter(|(_, to)| to == place).for_each(|&(from, _)| visit(from));
    }

    fn expand_costs(&self, from: &u64, mut visit: impl FnMut(u64, u64, u32)) {
        self.expand(from, |to, next| visit(to, next, self.roads[&(*from, to)]));
    }
}

impl<const BOTH: bool, const SEARCH: usize> Puzzle for Roads<BOTH, SEARCH> {
    const FAMILY: FamilyInfo = FamilyInfo {
        metrics: &["coins"],
        ..FamilyInfo::new(
            "roads",
            "puzzle = 'roads'\nroads = '0-1:0 1-2:0 2-3:0 0-3:1'\ngoals = '3'\noptimal = 0",
        )
    };
    const SEARCHES: Searches<Self> =
        [Searches::auto(), Searches::breadth_first(), Searches::depth_first()][SEARCH];

    fn read(keys: &mut Keys) -> Result<Self, InputError> {
        let (roads, goals): (String, String) = (keys.need("roads")?, keys.need("goals")?);
        let number = |text: &str| text.parse::<u64>().expect("tests write numbers");
        let road = |text: &str| {
            let (ends, price) = text.split_once(':').expect("a road has a price");
            let (from, to) = ends.split_once('-').expect("a road has two ends");
            ((number(from), number(to)), number(price) as u32)
        };
        let goals = goals.split_whitespace().map(number).collect();
        Ok(Roads { roads: roads.split_whitespace().map(road).collect(), goals })
    }

    fn write(&self, _: &u64, to: u64) -> String {
        to.to_string()
    }

    fn gesture(&self, _: &u64, scene: &Scene, to: u64) -> Gesture {
        assert_eq!(scene.pieces.len(), 1);
        Gesture::Carry { piece: 0, to: vec![to as usize] }
    }

    fn scene(&self, place: &u64) -> Scene {
        let cell = |column| Cell { row: 0, column, label: None, mark: Mark::Plain };
        let cells = (0..PLACES as usize).map(cell).collect();
        let scene = Scene { rows: 1, columns: PLACES as usize, cells, ..Scene::default() };
        scene.with([Piece::new("a", [*place as usize])])
    }
}

/// A puzzle as a plain computation sees it.
#[derive(Clone)]
struct Plain {
    roads: BTreeMap<(u64, u64), u32>,
    goals: Vec<u64>,
}

impl Plain {
    /// A random graph, in which most roads cost 1.
    fn random(seed: u64) -> Plain {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        let mut roads = BTreeMap::new();
        for _ in 0..10 + below(10) {
            let from = below(PLACES);
            // Rarely far, so that there are many levels.
            let to = (from + 1 + below(3)).min(PLACES - 1);
            let price = if below(12) == 0 { [0, 0, 2, 3][below(4) as usize] } else { 1 };
            if from != to {
                roads.insert((from, to), price);
            }
        }
        Plain { roads, goals: vec![PLACES - 1, PLACES - 3][..1 + below(2) as usize].to_vec() }
    }

    fn text(&self) -> String {
        let roads = self.roads.iter().map(|((from, to), price)| format!("{from}-{to}:{price} "));
        let goals = self.goals.iter().map(|goal| format!("{goal} "));
        format!(
            "puzzle = 'roads'\nroads = '{}'\ngoals = '{}'\n",
            roads.collect::<String>(),
            goals.collect::<String>()
        )
    }

    fn puzzle<const BOTH: bool, const SEARCH: usize>(&self) -> Box<dyn Instance> {
        let registry = Registry::default().with(Family::of::<Roads<BOTH, SEARCH>>());
        registry.read(&self.text(), None).unwrap()
    }

    /// The least cost from place 0 to each place, not beyond a goal; with `moves`, the fewest moves.
    fn costs(&self, moves: bool) -> Vec<Option<i64>> {
        let mut costs = vec![None; PLACES as usize];
        costs[0] = Some(0);
        // Long enough for the longest way without a place twice.
        for _ in 0..PLACES {
            for (&(from, to), &price) in self.roads.iter().filter(|((from, _), _)| !self.goals.contains(from))
            {
                let Some(cost) = costs[from as usize] else { continue };
                let cost = cost + if moves { 1 } else { i64::from(price) };
                if costs[to as usize].is_none_or(|known| cost < known) {
                    costs[to as usize] = Some(cost);
                }
            }
        }
        costs
    }

    fn best(&self) -> Option<i64> {
        let costs = self.costs(false);
        self.goals.iter().filter_map(|&goal| costs[goal as usize]).min()
    }
}

fn solve(puzzle: &dyn Instance, options: &Means) -> Result<Solution, SolveError> {
    puzzle.solve_at(&Line::default(), options, &mut Unwatched)
}

/// Compares an answer with the plain one.
fn right(plain: &Plain, puzzle: &dyn Instance, solution: &Solution) {
    let best = plain.best();
    match &solution.outcome {
        Outcome::Solved(line) => {
            assert_eq!((solution.proof, solution.value.cost), (Proof::Optimal, best), "{}", plain.text());
            let verdict = puzzle.check(&Line(line.clone()));
            assert!(verdict.solves && verdict.value.cost == best, "{}", plain.text());
        }
        Outcome::Unsolvable => assert_eq!(best, None, "{}", plain.text()),
        Outcome::Stopped(..) => {
            let bound = solution.bound.cost.unwrap_or(0);
            assert!(best.is_none_or(|best| bound <= best), "{bound}, {best:?}: {}", plain.text());
        }
    }
}

/// Without a search of its own, a puzzle is solved at its true cost, also when moves of other costs lie far away.
#[test]
fn a_puzzle_that_names_no_search_is_solved_at_its_true_cost() {
    let mut differ = 0;
    for seed in 0..u64::from(cases(3_000)) {
        let plain = Plain::random(seed);
        for puzzle in [plain.puzzle::<false, AUTO>(), plain.puzzle::<true, AUTO>()] {
            let solution = solve(&*puzzle, &Means::default()).unwrap();
            assert!(!matches!(solution.outcome, Outcome::Stopped(..)), "{}", plain.text());
            right(&plain, &*puzzle, &solution);
        }
        let fewest = plain.costs(true);
        let fewest = plain.goals.iter().filter_map(|&goal| fewest[goal as usize]).min();
        differ += u32::from(plain.best() != fewest);
    }
    assert!(differ > cases(100), "only {differ} puzzles tell moves from costs");
}

#[test]
fn a_bound_holds_however_early_a_search_is_stopped() {
    let mut told = 0;
    for seed in 0..u64::from(cases(1_000)) {
        let plain = Plain::random(seed);
        for puzzle in [plain.puzzle::<false, AUTO>(), plain.puzzle::<true, AUTO>()] {
            for most in 1..6 {
                for limits in [
                    Limits { depth: most, ..Limits::default() },
                    Limits { states: most.into(), ..Limits::default() },
                ] {
                    let solution = solve(&*puzzle, &Means { limits, ..Means::default() }).unwrap();
                    right(&plain, &*puzzle, &solution);
                    told += u32::from(solution.bound.cost.is_some_and(|bound| bound > 1));
                }
            }
        }
    }
    assert!(told > cases(1_000), "only {told} bounds tell anything");
}

#[test]
fn a_search_for_moves_that_cost_1_proves_nothing_of_others() {
    let (mut refused, mut solved) = (0, 0);
    for seed in 0..u64::from(cases(1_000)) {
        let plain = Plain::random(seed);
        for puzzle in [plain.puzzle::<false, BREADTH_FIRST>(), plain.puzzle::<true, BREADTH_FIRST>()] {
            match solve(&*puzzle, &Means::default()) {
                Ok(solution) => {
                    right(&plain, &*puzzle, &solution);
                    solved += 1;
                }
                Err(error) => {
                    assert!(error.0.contains("SEARCHES are Searches::"), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > cases(100) && solved > cases(100), "{refused} {solved}");
    let plain = Plain { roads: BTreeMap::from([((0, 1), 2), ((1, 11), 1)]), goals: vec![11] };
    let refused = solve(&*plain.puzzle::<false, DEPTH_FIRST>(), &Means::default()).unwrap_err();
    assert!(refused.0.contains("SEARCHES are Searches::depth_first()"), "{refused}");
}

#[test]
fn exits_have_their_true_costs_or_are_refused() {
    let all = Solve { wanted: Wanted::All, width: None };
    let (mut refused, mut listed) = (0, 0);
    for seed in 0..u64::from(cases(1_000)) {
        let plain = Plain::random(seed);
        let costs = plain.costs(false);
        let mut expected: Vec<i64> = plain.goals.iter().filter_map(|&goal| costs[goal as usize]).collect();
        expected.sort_unstable();
        match plain.puzzle::<false, AUTO>().ask_at(&Line::default(), all, &mut Unwatched) {
            Ok(solution) => {
                let exits = solution.exits.unwrap_or_default();
                assert_eq!(
                    exits.iter().map(|exit| exit.cost).collect::<Vec<_>>(),
                    expected,
                    "{}",
                    plain.text()
                );
                listed += 1;
            }
            Err(error) => {
                assert!(error.0.contains("ask for the best"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > cases(100) && listed > cases(100), "{refused} {listed}");
}

/// The levels of a space count moves. Where these are not coins, they are not called so.
#[test]
fn exploring_says_what_it_counts() {
    let mut named = BTreeMap::new();
    for seed in 0..u64::from(cases(1_000)) {
        let plain = Plain::random(seed);
        let costs = Plain { goals: Vec::new(), ..plain.clone() }.costs(false);
        let explored = plain.puzzle::<false, AUTO>().explore_at(&Line::default(), &Means::default());
        let mut levels = vec![0; PLACES as usize + 1];
        costs.iter().flatten().for_each(|&cost| levels[(cost as usize).min(PLACES as usize)] += 1);
        while levels.last() == Some(&0) {
            levels.pop();
        }
        if explored.unit.is_none() {
            assert_eq!(explored.levels, levels, "they are coins: {}", plain.text());
        }
        *named.entry(explored.unit).or_insert(0) += 1;
    }
    assert!(named[&None] > cases(100) && named[&Some("moves")] > cases(100), "{named:?}");
}

/// A road to the goal, near whose beginning another one leads astray, at last for nothing. From the goal back there are
/// more roads, so that a search from both ends goes forward.
fn hidden() -> Plain {
    let even = (0..6).map(|place| ((place, place + 1), 1));
    let others = [((1, 7), 1), ((7, 8), 0), ((9, 6), 1), ((10, 6), 1), ((11, 6), 1)];
    Plain { roads: even.chain(others).collect(), goals: vec![6] }
}

#[test]
fn a_search_that_goes_on_remembers_what_it_has_met() {
    let puzzle = hidden().puzzle::<true, AUTO>();
    let directory = std::env::temp_dir().join(format!("tejun-costs-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    let kept = |depth| {
        let spill = Some(Arc::new(Spill::resume(&directory, "hidden", 1).unwrap()));
        Means { spill, limits: Limits { depth, bytes: 8 << 20, ..Limits::default() }, ..Means::default() }
    };
    let explored = |depth| puzzle.explore_at(&Line::default(), &kept(depth)).unit;
    assert_eq!((explored(2), explored(5), explored(u32::MAX)), (None, Some("moves"), Some("moves")));
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(matches!(solve(&*puzzle, &kept(2)).unwrap().outcome, Outcome::Stopped(..)));
    for depth in [u32::MAX; 3] {
        let refused = solve(&*puzzle, &kept(depth)).unwrap_err();
        assert!(refused.0.contains("keeps no states on disk"), "{refused}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
    // Where it is plain at once, no directory is begun.
    let plain = Plain { roads: BTreeMap::from([((0, 1), 2)]), goals: vec![1] };
    let spills = |plain: &Plain| {
        let start = plain.puzzle::<false, AUTO>().start();
        start.can_spill(&Solve::default().into())
    };
    assert!(spills(&hidden()) && !spills(&plain));
}

/// One of several processes.
#[derive(Debug)]
struct Process {
    index: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Mutex<Receiver<Vec<u8>>>>,
}

impl Peers for Process {
    fn index(&self) -> usize {
        self.index
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn send(&self, parcels: Vec<Vec<u8>>) {
        for (to, parcel) in self.to.iter().zip(parcels) {
            to.send(parcel).expect("no process leaves before the others");
        }
    }

    fn receive(&self, wait: &mut dyn FnMut() -> ControlFlow<()>) -> Vec<Vec<u8>> {
        let _ = wait();
        let came = |from: &Mutex<Receiver<Vec<u8>>>| {
            from.lock().unwrap().recv_timeout(Duration::from_secs(60)).expect("no process leaves one out")
        };
        self.from.iter().map(came).collect()
    }
}

/// Puts a question in three processes, each a thread.
fn in_processes<T: Send>(question: impl Fn(&Means) -> T + Sync) -> Vec<T> {
    let process = |index| Process { index, to: Vec::new(), from: Vec::new() };
    let mut processes: Vec<Process> = (0..3).map(process).collect();
    for from in 0..3 {
        for to in 0..3 {
            let (sender, receiver) = channel();
            processes[from].to.push(sender);
            processes[to].from.push(Mutex::new(receiver));
        }
    }
    let question = &question;
    std::thread::scope(|scope| {
        let options = |process| Means { peers: Some(Arc::new(process)), ..Means::default() };
        let threads: Vec<_> =
            processes.into_iter().map(|process| scope.spawn(move || question(&options(process)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Only one of the processes makes the move that does not cost 1.
#[test]
fn processes_tell_each_other_what_moves_cost() {
    for seed in 0..u64::from(cases(50)) {
        let plain = Plain::random(seed);
        let puzzle = plain.puzzle::<false, AUTO>();
        for solution in in_processes(|options| solve(&*puzzle, options).unwrap()) {
            assert!(!matches!(solution.outcome, Outcome::Stopped(..)), "{}", plain.text());
            right(&plain, &*puzzle, &solution);
        }
        let alone = puzzle.explore_at(&Line::default(), &Means::default());
        let facts = |explored: &Exploration| (explored.levels.clone(), explored.unit);
        for explored in in_processes(|options| puzzle.explore_at(&Line::default(), options)) {
            assert_eq!(facts(&explored), facts(&alone), "{}", plain.text());
        }
    }
}

#[test]
fn conformance_says_what_to_do_about_costs() {
    kit::conformance::<Roads<false, AUTO>>(3).unwrap();
    for breach in [
        kit::conformance::<Roads<false, BREADTH_FIRST>>(3).unwrap_err(),
        kit::conformance::<Roads<true, DEPTH_FIRST>>(3).unwrap_err(),
    ] {
        assert!(breach.what.contains("make them Searches::auto() or Searches::astar()"), "{breach}");
    }
}
