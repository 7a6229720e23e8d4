//! Solutions compared with brute force and the rules.

use crate::common;

use std::collections::HashSet;

use common::{AtLine, value};
use proptest::prelude::*;
use tejun_puzzles::pacman::arena::Arena;
use tejun_puzzles::pacman::cover::{Cover, Scratch};
use tejun_puzzles::pacman::generate;
use tejun_puzzles::pacman::map::{Kind, Map};
use tejun_puzzles::pacman::memory::Pool;
use tejun_puzzles::pacman::position::{Layout, Position};
use tejun_puzzles::pacman::problem::{MOVE, Problem};
use tejun_puzzles::pacman::schedule::Schedule;
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Instance, Line, Means, Registry, Solution};
use tejun_search::layered::{beam, exact};
use tejun_search::{Limits, Outcome, Proof, StopReason, Unwatched};

use crate::common::cases;

/// The best score by brute force over all positions at all times. -1 if every play is caught.
fn brute_force(game: &Arena) -> i64 {
    let schedule = Schedule::new(game);
    let layout = Layout::<4>::new(&schedule);
    let dots = game.dots() as i64;
    let mut layer: HashSet<Position<4>> = HashSet::from([layout.start()]);
    let mut best = -1;
    for time in 0..=game.time() {
        let mut next = HashSet::new();
        for position in &layer {
            let left = i64::from(position.left());
            if left == 0 {
                return dots + i64::from(game.time() - time);
            } else if time == game.time() {
                best = best.max(dots - left);
            } else {
                layout.expand(time, position, |_, after, _| {
                    next.insert(after);
                });
            }
        }
        layer = next;
    }
    best
}

/// Length of the shortest walk that eats the dots of a position, ignoring enemies, by breadth-first search.
fn shortest_walk(game: &Arena) -> u32 {
    let empty = game.map().text().replace(['V', 'H', 'L', 'R', 'J'], " ");
    let time = 1000;
    let map = Map::parse(&empty.replacen(&game.time().to_string(), &time.to_string(), 1)).unwrap();
    let game = Arena::new(map);
    let schedule = Schedule::new(&game);
    let layout = Layout::<4>::new(&schedule);
    let mut layer = vec![layout.start()];
    let mut seen: HashSet<Position<4>> = layer.iter().copied().collect();
    for walked in 0.. {
        let mut next = Vec::new();
        for position in &layer {
            if position.left() == 0 {
                return walked;
            }
            layout.expand(walked, position, |_, after, _| {
                if seen.insert(after) {
                    next.push(after);
                }
            });
        }
        layer = next;
    }
    unreachable!("every dot can be reached")
}

fn instance(text: &str) -> Box<dyn Instance> {
    Registry::standard().read(text, None).unwrap()
}

fn score(report: &Solution) -> Option<i64> {
    report.value.score
}

/// Asserts that `solve` and `check` agree, and returns the score.
fn checked(instance: &dyn Instance, report: &Solution) -> Option<i64> {
    let line = instance.read_line(value(&report.details)["moves"].as_str().unwrap());
    let verdict = instance.check(&line);
    if let Outcome::Solved(moves) = &report.outcome {
        assert!(verdict.fault.is_none() && verdict.solves);
        assert_eq!(verdict.value.score, score(report));
        assert_eq!(verdict.value.cost, report.value.cost);
        assert_eq!(*moves, line.0);
    }
    score(report)
}

fn small_map() -> impl Strategy<Value = Map> {
    (
        prop::sample::select(vec![(7, 7), (9, 7), (7, 9), (9, 9)]),
        prop::collection::vec(prop::sample::select(Kind::ALL.to_vec()), 0..3),
        8u32..50,
        any::<u64>(),
    )
        .prop_map(|((width, height), enemies, time, seed)| {
            let map = generate(width, height, &enemies, Some(time), seed).unwrap();
            // Brute force has to store every set of dots, so leave about fourteen.
            let mut text = String::new();
            let mut dots = 0;
            for (index, character) in map.text().chars().enumerate() {
                let gone = character == '.' && {
                    dots += 1;
                    dots > 14 || (index as u64 ^ seed).is_multiple_of(5)
                };
                text.push(if gone { ' ' } else { character });
            }
            Map::parse(&text).unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(160)))]

    #[test]
    fn the_exact_search_the_beam_and_the_bounds_agree_with_brute_force(map in small_map()) {
        let game = Arena::new(map);
        let schedule = Schedule::new(&game);
        let best = brute_force(&game);
        let cover = Cover::new(game.maze());
        let (pool, weights) = (Pool::<4>::new(1 << 20), vec![0; game.dots()]);
        for cover in [cover.as_ref(), None] {
            let plan = Problem::new(&schedule, cover, &pool, &weights, MOVE);
            prop_assert!(plan.score_bound(|| true) >= best && plan.score_bound(|| false) >= best);
            let proved = exact(&plan, -1, tejun_search::Request::default());
            prop_assert_eq!(proved.outcome.stopped(), None);
            prop_assert_eq!(proved.outcome.found().map_or(-1, |line| line.score), best);
            let none = exact(&plan, best, tejun_search::Request::default().threads(2));
            prop_assert!(matches!(none.outcome, Outcome::Unsolvable));
            // A beam wide enough to keep everything reaches the optimum.
            let wide = beam(&plan, 200_000, tejun_search::Request::default());
            prop_assert_eq!(wide.outcome.found().map_or(-1, |line| line.score), best);
        }
    }

    #[test]
    fn the_covering_walk_is_the_shortest(map in small_map()) {
        let game = Arena::new(map);
        let cover = Cover::new(game.maze()).unwrap();
        let schedule = Schedule::new(&game);
        let layout = Layout::<4>::new(&schedule);
        let start = layout.start();
        let (dots, cell) = (layout.dots(&start), start.cell());
        let walk = shortest_walk(&game);
        let mut scratch = Scratch::default();
        prop_assert_eq!(u32::from(cover.least(dots, cell, 1000, &mut || true, &mut scratch)), walk);
        // The order of questions must not matter: working memory from the last one must not show.
        prop_assert!(cover.within(dots, cell, walk as u16, &mut || true, &mut scratch));
        prop_assert!(walk == 0 || !cover.within(dots, cell, walk as u16 - 1, &mut || true, &mut scratch));
    }

    #[test]
    fn the_covering_walk_never_exceeds_what_is_left_of_a_play(
        map in small_map(),
        choices in prop::collection::vec(any::<u8>(), 60),
    ) {
        // Along any walk, the fewest moves left drop by at most one per move.
        let text = map.text().replace(['V', 'H', 'L', 'R', 'J'], " ");
        let game = Arena::new(Map::parse(&text).unwrap());
        let cover = Cover::new(game.maze()).unwrap();
        let schedule = Schedule::new(&game);
        let layout = Layout::<4>::new(&schedule);
        let (mut scratch, mut fresh) = (Scratch::default(), Scratch::default());
        let mut position = layout.start();
        let mut before = 0;
        for (time, choice) in choices.into_iter().enumerate().take(game.time() as usize) {
            let least = cover.least(layout.dots(&position), position.cell(), 1000, &mut || true, &mut scratch);
            prop_assert_eq!(
                least,
                cover.least(layout.dots(&position), position.cell(), 1000, &mut || true, &mut fresh.clone())
            );
            fresh = Scratch::default();
            prop_assert!(least + 1 >= before && u32::from(least) >= position.left());
            before = least;
            let mut ways = Vec::new();
            layout.expand(time as u32, &position, |_, after, _| ways.push(after));
            if ways.is_empty() {
                break;
            }
            position = ways[usize::from(choice) % ways.len()];
        }
    }

    #[test]
    fn solving_small_maps_ends_with_the_proved_optimum(map in small_map()) {
        let best = brute_force(&Arena::new(map.clone()));
        let instance = instance(&map.text());
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        prop_assert_eq!(checked(&*instance, &report).unwrap_or(-1), best);
        if best >= 0 {
            prop_assert_eq!(report.proof, Proof::Optimal);
            prop_assert_eq!(report.bound.score, Some(best));
        } else {
            prop_assert!(matches!(report.outcome, Outcome::Unsolvable));
        }
    }
}

#[test]
fn level_1_is_proved() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/library/pacman-lv1.toml");
    let instance = instance(&std::fs::read_to_string(path).unwrap());
    for threads in [1, 2] {
        let options = Means { threads, ..Means::default() };
        let report = instance.solve_at(&Line::default(), &options, &mut Unwatched).unwrap();
        assert_eq!(checked(&*instance, &report), Some(41));
        assert_eq!((report.proof, report.value.cost), (Proof::Optimal, Some(37)));
    }
}

#[test]
fn the_hunt_repeats_and_does_not_depend_on_threads() {
    let map = generate(25, 17, &[Kind::V, Kind::L, Kind::J, Kind::H], None, 7).unwrap();
    let instance = instance(&map.text());
    let limits = Limits { states: cases(100_000).into(), ..Limits::default() };
    let run = |threads, seed| {
        let wide = Solve { width: Some(150), ..Solve::default() };
        let means = Means { limits, threads, seed, ..Means::default() };
        let report = instance.start().ask(wide, &means, &mut Unwatched).unwrap();
        checked(&*instance, &report);
        (value(&report.details)["moves"].clone(), value(&report.details)["score_bound"].clone())
    };
    assert_eq!(run(1, 5), run(1, 5));
    assert_eq!(run(1, 5), run(3, 5));
}

/// For impatient users: a few thousand states give a play on any map.
#[test]
fn a_safe_play_comes_at_once() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/library");
    let shipped = std::fs::read_dir(library).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        (path.display().to_string(), std::fs::read_to_string(path).unwrap())
    });
    let generated = (0..u64::from(cases(12))).map(|seed| {
        let enemies = [Kind::V, Kind::H, Kind::L, Kind::R, Kind::J];
        (format!("seed {seed}"), generate(45, 31, &enemies, None, seed).unwrap().text())
    });
    for (name, text) in shipped.chain(generated) {
        let instance = instance(&text);
        let limits = Limits { states: 20 * 1000, ..Limits::default() };
        let options = Means { limits, ..Means::default() };
        let mut observer = Impatient(false);
        let report = instance.solve_at(&Line::default(), &options, &mut observer).unwrap();
        assert!(observer.0 && checked(&*instance, &report).is_some(), "{name}");
    }
}

/// Stops at the first tick after something is found.
struct Impatient(bool);

impl tejun_search::Watch for Impatient {
    fn tick(&mut self, _: &tejun_search::Progress) -> std::ops::ControlFlow<StopReason> {
        if self.0 {
            std::ops::ControlFlow::Break(StopReason::Interrupted)
        } else {
            std::ops::ControlFlow::Continue(())
        }
    }
}

impl tejun_puzzles::Observer for Impatient {
    fn found(&mut self, _: &tejun_puzzles::Found) {
        self.0 = true;
    }
}

#[test]
fn an_interrupted_hunt_keeps_its_best() {
    let map = generate(31, 21, &[Kind::R, Kind::L, Kind::J], None, 1).unwrap();
    let instance = instance(&map.text());
    for threads in [1, 2] {
        let options = Means { threads, ..Means::default() };
        let report = instance.solve_at(&Line::default(), &options, &mut Impatient(false)).unwrap();
        assert!(matches!(report.outcome, Outcome::Solved(_)));
        assert!(checked(&*instance, &report).is_some());
        assert!(report.bound.score >= score(&report));
    }
}

#[test]
fn a_hunt_goes_on_from_a_line() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/library/pacman-lv1.toml");
    let instance = instance(&std::fs::read_to_string(path).unwrap());
    let best = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    let moves = value(&best.details)["moves"].as_str().unwrap().to_owned();
    let line = instance.read_line(&moves[..20]);
    let report = instance.solve_at(&line, &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((score(&report), report.proof), (Some(41), Proof::Optimal));
    assert!(value(&report.details)["moves"].as_str().unwrap().starts_with(&moves[..20]));
    // Already caught, or everything already eaten.
    let caught =
        instance.solve_at(&instance.read_line("hhhhhhhh"), &Means::default(), &mut Unwatched).unwrap();
    assert!(matches!(caught.outcome, Outcome::Unsolvable));
    let eaten = instance.solve_at(&instance.read_line(&moves), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((score(&eaten), eaten.outcome), (Some(41), Outcome::Solved(Vec::new())));
}

#[test]
fn open_halls_are_searched_without_the_covering_walk() {
    let hall = format!("#{}#\n", ".".repeat(18)).repeat(16).replacen('.', "@", 1);
    let instance = instance(&format!("400\n20 18\n{0}\n{hall}{0}\n", "#".repeat(20)));
    let options =
        Means { limits: Limits { states: cases(60_000).into(), ..Limits::default() }, ..Means::default() };
    let report = instance.solve_at(&Line::default(), &options, &mut Unwatched).unwrap();
    let best = checked(&*instance, &report).unwrap();
    assert!(best <= report.bound.score.unwrap());
}

#[test]
fn check_tells_when_where_and_by_whom() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/library/pacman-lv1.toml");
    let instance = instance(&std::fs::read_to_string(path).unwrap());
    let verdict = instance.check(&instance.read_line("hh hhhhhh"));
    assert!(verdict.fault.is_none() && !verdict.solves && verdict.value.score.is_none());
    assert_eq!(value(&verdict.details)["at"], 3);
    assert_eq!(value(&verdict.details)["by"], "L of row 4, column 2");
    assert!(value(&verdict.details)["reason"].as_str().unwrap().contains("row 6, column 3"));
    let wall = instance.check(&instance.read_line("hj")).fault.unwrap();
    assert_eq!((wall.at, wall.reason.code()), (1, "wall"));
    let long = instance.check(&instance.read_line(&".".repeat(51))).fault;
    assert!(long.is_some_and(|fault| fault.at == 50));
    let unknown = instance.check(&instance.read_line("hx")).fault.unwrap();
    assert_eq!((unknown.at, unknown.reason.code()), (1, "no-move"));
}

/// Stops once a play is good enough.
struct Content {
    with: i64,
    found: i64,
}

impl tejun_search::Watch for Content {
    fn tick(&mut self, _: &tejun_search::Progress) -> std::ops::ControlFlow<StopReason> {
        if self.found >= self.with {
            std::ops::ControlFlow::Break(StopReason::Interrupted)
        } else {
            std::ops::ControlFlow::Continue(())
        }
    }
}

impl tejun_puzzles::Observer for Content {
    fn found(&mut self, found: &tejun_puzzles::Found) {
        self.found = found.value.unwrap();
    }
}

/// Levels 2 and 3 of the contest.
#[test]
fn the_contests_levels() {
    for (name, text, least, most) in [
        ("lv2", include_str!("../data/devquiz/lv2.txt"), 265, 278),
        ("lv3", include_str!("../data/devquiz/lv3.txt"), 520, 635),
    ]
    .into_iter()
    .take(cases(2) as usize)
    {
        let instance = instance(text);
        let limits = Limits { states: 3_000_000, ..Limits::default() };
        let wide = Solve { width: Some(1000), ..Solve::default() };
        let means = Means { limits, threads: 2, ..Means::default() };
        let observer = &mut Content { with: least, found: -1 };
        let best = checked(&*instance, &instance.start().ask(wide, &means, observer).unwrap());
        assert!(best >= Some(least), "{name}: {best:?}");
        let game = Arena::new(Map::parse(text).unwrap());
        let schedule = Schedule::new(&game);
        let (cover, pool, weights) = (Cover::new(game.maze()), Pool::<6>::new(0), vec![0; game.dots()]);
        let bound = Problem::new(&schedule, cover.as_ref(), &pool, &weights, MOVE).score_bound(|| true);
        assert!((least..=most).contains(&bound) && Some(bound) >= best, "{name}: bound {bound}");
    }
}
