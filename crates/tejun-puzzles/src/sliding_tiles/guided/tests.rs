//! Databases and bounds compared with plain searches of all positions of small boards.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use tejun_core::kit::{self, PatternDbCache};
use tejun_core::question::Solve;
use tejun_core::{Means, Observer, Random};
use tejun_search::{Limits, Outcome, Progress, Search, Space, StopReason, Unwatched, Watch};

use super::arrangements::{Arrangements, MOST};
use super::guide::Guide;
use super::model::Model;
use super::partitions::{self, Partition};
use super::solve;
use super::state::{BOUND, State, word};
use super::walking::Walking;
use crate::sliding_tiles::{CELLS, NOWHERE, Places, SlidingTiles};

/// Boards, and the goals of some.
const BOARDS: [(&str, &str); 6] = [
    ("123\n456\n78.", ""),
    ("123\n4.5\n678", "123\n4.5\n678"),
    (".12\n345\n678", ".12\n345\n678"),
    ("1234\n567.", ""),
    ("12\n34\n5.\n67", "12\n34\n5.\n67"),
    ("12\n3.", ""),
];

fn puzzle((board, goal): (&str, &str)) -> SlidingTiles {
    let goal = if goal.is_empty() { String::new() } else { format!("goal = '''\n{goal}'''\n") };
    kit::read(&format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\n{goal}")).unwrap()
}

/// The fewest slides from the goal to all positions.
fn distances(puzzle: &SlidingTiles) -> HashMap<Places, u32> {
    let goal = puzzle.goals().unwrap()[0];
    let (mut known, mut queue) = (HashMap::from([(goal, 0)]), VecDeque::from([goal]));
    while let Some(at) = queue.pop_front() {
        let next = known[&at] + 1;
        puzzle.expand(&at, |_, to| {
            known.entry(to).or_insert_with(|| {
                queue.push_back(to);
                next
            });
        });
    }
    known
}

/// The fewest slides of some tiles from the goal to all their places, whatever the gap's, by a search that knows
/// all tiles alike but these.
fn plain(puzzle: &SlidingTiles, homes: &[u8], gap: u8) -> HashMap<Vec<u8>, u32> {
    let start: Vec<u8> = homes.iter().copied().chain([gap]).collect();
    let (mut known, mut queue) = (HashMap::new(), VecDeque::from([(start, 0)]));
    while let Some((at, distance)) = queue.pop_front() {
        if known.get(&at).is_some_and(|&known| known <= distance) {
            continue;
        }
        known.insert(at.clone(), distance);
        let gap = *at.last().unwrap();
        for &to in &puzzle.beside[usize::from(gap)] {
            let next = at.iter().map(|&cell| {
                if cell == gap {
                    to
                } else if cell == to {
                    gap
                } else {
                    cell
                }
            });
            let next: Vec<u8> = next.collect();
            if at[..homes.len()].contains(&to) {
                queue.push_back((next, distance + 1));
            } else {
                queue.push_front((next, distance));
            }
        }
    }
    let mut least = HashMap::new();
    for (at, distance) in known {
        let least = least.entry(at[..homes.len()].to_vec()).or_insert(distance);
        *least = distance.min(*least);
    }
    least
}

fn load(partition: &Partition, means: &Means) -> Vec<Vec<u8>> {
    let mut unwatched = Unwatched;
    let cache = &mut PatternDbCache::new(means, &mut unwatched);
    let databases = partition.load(cache).unwrap();
    databases.iter().map(|database| database.as_bytes().to_vec()).collect()
}

#[test]
fn arrangements_have_numbers_without_gaps() {
    for (cells, tiles) in [(9, 4), (6, 6), (16, 3), (25, 2), (4, 1)] {
        let arrangements = Arrangements::new(cells, tiles);
        let mut seen = vec![false; arrangements.count()];
        for (number, set) in arrangements.all_sets().enumerate() {
            assert_eq!(arrangements.set(set), number);
            let on: Vec<u8> = (0..cells as u8).filter(|cell| set >> cell & 1 == 1).collect();
            for order in 0..arrangements.orders() {
                let places = arrangements.places(order);
                let mut at = [u8::MAX; MOST];
                at.iter_mut().zip(places).take(tiles).for_each(|(at, place)| *at = on[usize::from(place)]);
                assert_eq!((arrangements.order(&places), arrangements.order(&at)), (order, order));
                assert!(!std::mem::replace(&mut seen[arrangements.rank(&at)], true));
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}

#[test]
fn databases_are_what_a_plain_search_finds() {
    let mut shared = 0;
    for board in BOARDS {
        let puzzle = puzzle(board);
        for most in [1, 3, 4, 6] {
            let partition = partitions::partition(&puzzle.frame(), most);
            let tiles: usize =
                partition.groups.iter().map(|(number, _)| partition.patterns[*number].homes().len()).sum();
            assert_eq!(tiles, puzzle.tiles.len());
            shared += partition.groups.len() - partition.patterns.len();
            for (pattern, database) in partition.patterns.iter().zip(load(&partition, &Means::default())) {
                let plain = plain(&puzzle, pattern.homes(), pattern.gap());
                let mut entries = 0;
                for (at, &distance) in &plain {
                    let mut cells = [u8::MAX; MOST];
                    cells[..at.len()].copy_from_slice(at);
                    assert_eq!(u32::from(database[pattern.arrangements().rank(&cells)]), distance, "{at:?}");
                    entries += 1;
                }
                // Others cannot be reached.
                assert_eq!(database.iter().filter(|distance| **distance != u8::MAX).count(), entries);
            }
        }
    }
    assert!(shared > 0, "no two patterns are images of each other");
}

fn start(model: &Model) -> State {
    let mut start = None;
    model.starts(|state| start = Some(state));
    start.unwrap()
}

/// Whether all cases are tried.
fn full() -> bool {
    std::env::var("TEJUN_TESTS").is_ok_and(|tests| tests == "full")
}

/// Every bound is kept up to date, never says too much, and leads to the best lines; the walking distance changes by one
/// at most.
#[test]
fn bounds_are_those_of_each_position() {
    for board in BOARDS {
        let puzzle = puzzle(board);
        let exact = distances(&puzzle);
        let mut positions: Vec<&Places> = exact.keys().collect();
        positions.sort_unstable();
        for most in [0, 3, 8] {
            let guide = || {
                let guide = Guide::manhattan().walking(Walking::of(&puzzle.frame()));
                if most == 0 {
                    return guide;
                }
                let mut unwatched = Unwatched;
                let cache = &mut PatternDbCache::new(&Means::default(), &mut unwatched);
                guide
                    .load(
                        &puzzle.frame(),
                        &partitions::partition(&puzzle.frame(), most.min(puzzle.tiles.len())),
                        cache,
                    )
                    .unwrap()
            };
            let model = Model::new(puzzle.frame(), puzzle.start, guide());
            let begun = |at: &Places| {
                let mut state = start(&model);
                state[..CELLS].copy_from_slice(at);
                model.guide.begin(&puzzle.frame(), &mut state);
                state
            };
            for at in positions.iter().step_by(if full() { 1 } else { 61 }) {
                let state = begun(at);
                let bound = word(&state, BOUND);
                assert!(u32::from(bound) <= exact[*at], "{at:?}");
                assert!(most < puzzle.tiles.len() || u32::from(bound) == exact[*at], "{at:?}");
                model.expand(&state, |_, next| {
                    let mut places = [NOWHERE; CELLS];
                    places.copy_from_slice(&next[..CELLS]);
                    assert!(next == begun(&places), "{at:?} to {places:?}");
                    assert!(most > 0 || word(&next, BOUND).abs_diff(bound) <= 1);
                });
            }
            for at in positions.iter().step_by(positions.len() / 3 + 1) {
                let found = Search::new(&Model::forward(puzzle.frame(), **at, guide())).idastar().unwrap();
                assert_eq!(found.cost, exact[*at]);
            }
        }
    }
}

/// The fifteen, transposed or not, in random positions: no bound exceeds the slides that led there.
#[test]
fn bounds_of_the_fifteen_hold_on_the_way_back() {
    let boards = [
        ("1234\n5678\n9abc\ndef.", ""),
        ("1234\n5678\n9abc\ndef.", "159d\n26ae\n37bf\n48c."),
        (".123\n4567\n89ab\ncdef", ".123\n4567\n89ab\ncdef"),
    ];
    let mut random = Random::new(5);
    for board in boards {
        let puzzle = puzzle(board);
        let partition = partitions::partition(&puzzle.frame(), 4);
        let mut unwatched = Unwatched;
        let cache = &mut PatternDbCache::new(&Means::default(), &mut unwatched);
        let guide = Guide::manhattan()
            .walking(Walking::of(&puzzle.frame()))
            .load(&puzzle.frame(), &partition, cache)
            .unwrap();
        let goal = puzzle.goals().unwrap()[0];
        let model = Model::new(puzzle.frame(), goal, guide);
        for length in [10, 40, 300] {
            let mut state = start(&model);
            for slides in 1..=length {
                let mut next = Vec::new();
                model.expand(&state, |_, to| next.push(to));
                state = next[random.below(next.len() as u64) as usize];
                assert!(word(&state, BOUND) <= slides);
            }
        }
    }
}

#[test]
fn damaged_files_never_change_a_database() {
    let directory = std::env::temp_dir().join(format!("tejun-guided-{}", std::process::id()));
    let means = Means { data: Some(directory.clone()), ..Means::default() };
    let puzzle = puzzle(BOARDS[3]);
    let partition = partitions::partition(&puzzle.frame(), 4);
    let right = load(&partition, &means);
    let files = || fs::read_dir(directory.join("patterns")).unwrap().map(|file| file.unwrap().path());
    let kept: Vec<_> = files().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    assert_eq!(kept.len(), partition.patterns.len());
    assert!(partition.is_at_hand(&PatternDbCache::new(&means, &mut Unwatched)));
    let mut random = Random::new(7);
    for round in 0..if full() { 200 } else { 40 } {
        for (path, bytes) in &kept {
            let mut damaged = bytes.clone();
            let at = random.below(bytes.len() as u64) as usize;
            match round % 4 {
                0 => damaged[at] ^= 1 << random.below(8),
                1 => damaged.truncate(at),
                2 => damaged[at..].fill(0),
                _ => damaged.extend_from_slice(&bytes[at..]),
            }
            fs::write(path, damaged).unwrap();
        }
        assert!(load(&partition, &means) == right, "round {round}");
        assert!(kept.iter().all(|(path, bytes)| fs::read(path).unwrap() == *bytes));
    }
    fs::remove_dir_all(&directory).unwrap();
}

/// Stops whatever is prepared.
struct Stopping;

impl Watch for Stopping {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}

impl Observer for Stopping {
    fn prepare(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        ControlFlow::Break(StopReason::Time)
    }
}

/// It is so small that nobody looks while it is built.
#[test]
fn a_database_whose_writing_is_stopped_is_used_all_the_same() {
    let directory = std::env::temp_dir().join(format!("tejun-unwritten-{}", std::process::id()));
    let means = Means { data: Some(directory.clone()), ..Means::default() };
    let puzzle = puzzle(BOARDS[0]);
    let partition = partitions::partition(&puzzle.frame(), 4);
    let files = || fs::read_dir(directory.join("patterns")).unwrap().count();
    let mut stopping = Stopping;
    let cache = &mut PatternDbCache::new(&means, &mut stopping);
    let built = partition.load(cache).unwrap();
    assert_eq!(files(), 0);
    drop(built);
    load(&partition, &means);
    assert_eq!(files(), partition.patterns.len());
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_limit_on_states_goes_to_the_search_and_files_do_no_harm() {
    // Backwards, but for two: too far from the order for so few states.
    let puzzle = puzzle(("edcba\n98765\n4312.", ""));
    let directory = std::env::temp_dir().join(format!("tejun-states-{}", std::process::id()));
    let run = |states: u64, data: Option<&PathBuf>| {
        let limits = Limits { states, ..Limits::default() };
        let means = Means { limits, data: data.cloned(), ..Means::default() };
        let question = Solve::default();
        let solution = solve((&puzzle, puzzle.frame()), &puzzle.start, &question, &means, &mut Unwatched);
        assert!(matches!(solution.outcome, Outcome::Stopped(StopReason::States, None)));
        (solution.stats.expanded, solution.bound.cost.unwrap())
    };
    let partition = &partitions::of(&puzzle.frame())[0];
    let (little, much) = (partition.entries() / 8, 2 * partition.entries() + (1 << 15));
    let fresh = run(little, None);
    assert_eq!(fresh.0, little);
    let first = run(much, Some(&directory));
    // One database, and no larger one.
    assert_eq!(first.0, much - partition.entries());
    assert!(partition.is_at_hand(&PatternDbCache::new(
        &Means { data: Some(directory.clone()), ..Means::default() },
        &mut Unwatched,
    )));
    assert!(run(much, Some(&directory)).1 >= first.1);
    assert!(run(little, Some(&directory)).1 >= fresh.1);
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn building_keeps_to_its_limits() {
    let puzzle = puzzle(BOARDS[0]);
    let partition = partitions::partition(&puzzle.frame(), 4);
    for (limits, reason) in [
        (Limits { bytes: 20_000, ..Limits::default() }, StopReason::Memory),
        (Limits { states: 3000, ..Limits::default() }, StopReason::States),
    ] {
        let means = Means { limits, ..Means::default() };
        let mut unwatched = Unwatched;
        let cache = &mut PatternDbCache::new(&means, &mut unwatched);
        assert_eq!(partition.fits(false, limits.bytes), reason != StopReason::Memory);
        assert!(partition.fits(true, limits.bytes));
        assert_eq!(partition.load(cache).map(drop), Err(reason));
    }
}
