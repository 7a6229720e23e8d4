//! The graph that maps are drawn from agrees with the exploration of the packed models.

use tejun_puzzles::question::{Explore, Map, Solve};
use tejun_puzzles::{Instance, Line, Means, QuestionKind, Registry, StateGraph};
use tejun_search::{Limits, Outcome, StopReason, Unwatched};

/// Most positions of a puzzle that is compared.
const MOST: u64 = 4000;

fn options(states: u64) -> Means {
    Means { limits: Limits { states, ..Limits::default() }, ..Means::default() }
}

/// The number of positions at each distance from the start.
fn levels(graph: &StateGraph) -> Vec<u64> {
    let mut depths: Vec<usize> = vec![0];
    let mut levels = vec![1];
    for &parent in &graph.parents[1..] {
        let depth = depths[parent as usize] + 1;
        depths.push(depth);
        levels.resize(levels.len().max(depth + 1), 0);
        levels[depth] += 1;
    }
    levels
}

fn compare(instance: &dyn Instance, name: &str) {
    let start = &*instance.start();
    let explored = start.ask(Explore::default(), &options(MOST), &mut Unwatched).unwrap();
    if explored.outcome != Outcome::Solved(()) || explored.states > MOST {
        return;
    }
    let solution = match instance.can(QuestionKind::Solve) {
        true => start.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap().outcome.found(),
        false => None,
    };
    let line = Line(solution.unwrap_or_default());
    let target = (explored.states - 1) as u32;
    let map = Map { path: Some(line.clone()), target: Some(target) };
    let graph = start.ask(map, &Means::default(), &mut Unwatched).unwrap();
    assert_eq!(graph.outcome, Outcome::Solved(()), "{name}");
    assert_eq!(levels(&graph), explored.levels, "{name}");
    assert_eq!(graph.goals.len() as u64, explored.goals, "{name}");
    let mut leaves = vec![true; graph.parents.len()];
    graph.moves.iter().for_each(|&[from, _]| leaves[from as usize] = false);
    assert_eq!(leaves.iter().filter(|&&leaf| leaf).count() as u64, explored.dead_ends, "{name}");
    let mut moves = graph.moves.clone();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), graph.moves.len(), "{name}");
    assert!(graph.path.windows(2).all(|pair| moves.binary_search(&[pair[0], pair[1]]).is_ok()), "{name}");
    assert!(line.0.is_empty() || graph.goals.contains(graph.path.last().unwrap()), "{name}");
    // The last position met is a farthest one, and the line leads to it.
    assert_eq!(graph.line.len(), explored.levels.len() - 1, "{name}");
    let target = Map { path: Some(Line(graph.line.clone())), target: None };
    let again = start.ask(target, &Means::default(), &mut Unwatched).unwrap();
    assert_eq!(u64::from(*again.path.last().unwrap()), explored.states - 1, "{name}");
}

#[test]
fn every_small_puzzle_of_the_library_has_the_graph_that_its_exploration_counts() {
    let registry = Registry::standard();
    let (mut compared, mut families) = (0, std::collections::BTreeSet::new());
    for file in registry.library() {
        let session = registry.read(&file.text, None).unwrap();
        if !session.can(QuestionKind::Explore) {
            continue;
        }
        compare(&*session, &file.name);
        compared += 1;
        families.insert(session.about().puzzle);
    }
    assert!(compared > 90, "{compared}");
    assert_eq!(families.len(), 6, "{families:?}");
}

#[test]
fn other_metrics_have_the_same_positions_and_other_moves() {
    let registry = Registry::standard();
    let text = "puzzle = 'sliding'\nboard = '''\naab\naa.\ncd.\n'''\ngoal = '''\n...\n.aa\n.aa\n'''\n";
    for metric in ["moves", "steps", "slides"] {
        let session = registry.read(text, Some(metric)).unwrap();
        compare(&*session, metric);
    }
}

/// 横刀立马 by a plain search of its own, in another language, has as many moves, too.
#[test]
fn blade_sideways_has_its_known_positions_and_moves() {
    let registry = Registry::standard();
    let file = registry.library().into_iter().find(|file| file.name == "heng-dao-li-ma").unwrap();
    let session = registry.read(&file.text, None).unwrap();
    let graph = session.start().ask(Map::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((graph.parents.len(), graph.moves.len(), graph.goals.len()), (25_955, 2 * 47_151, 964));
}

#[test]
fn a_graph_is_stopped_by_its_limits_and_refuses_what_is_not_there() {
    let registry = Registry::standard();
    let session = registry
        .read("puzzle = 'sliding'\nboard = '''\nab.\ncd.\n'''\ngoal = '''\n..a\n...\n'''\n", None)
        .unwrap();
    let part = session.start().ask(Map::default(), &options(10), &mut Unwatched).unwrap();
    assert_eq!(part.outcome, Outcome::Stopped(StopReason::States, None));
    let bytes = Means { limits: Limits { bytes: 1000, ..Limits::default() }, ..Means::default() };
    let part = session.start().ask(Map::default(), &bytes, &mut Unwatched).unwrap();
    assert_eq!(part.outcome, Outcome::Stopped(StopReason::Memory, None));
    let target = |target| Map { path: None, target: Some(target) };
    let error = session.start().ask(target(1_000_000), &Means::default(), &mut Unwatched).unwrap_err();
    assert!(error.0.starts_with("there is no position 1000000: the last one is "), "{error}");
    let line = Line(vec!["ax".to_owned()]);
    let illegal = Map { path: Some(line.clone()), target: None };
    assert!(session.start().ask(illegal, &Means::default(), &mut Unwatched).is_err());
}

#[test]
fn a_family_without_a_graph_says_so() {
    let registry = Registry::standard();
    let file = registry.library().into_iter().find(|file| file.name == "pacman-lv1").unwrap();
    let session = registry.read(&file.text, None).unwrap();
    assert!(session.start().ask(Map::default(), &Means::default(), &mut Unwatched).is_err());
}
