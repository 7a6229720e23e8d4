//! A prover as plain as can be, which leaves nothing out: what is checked must hold of its certificates too, and every state
//! that it then drops must be missed.

use std::collections::HashSet;

use tejun_puzzles::pacman::arena::{Arena, MOVES};
use tejun_puzzles::pacman::map::Map;
use tejun_puzzles::pacman::position::{Layout, Position};
use tejun_puzzles::pacman::schedule::Schedule;
use tejun_puzzles::question::Prove;
use tejun_puzzles::{Asked, Means, Registry};
use tejun_search::Unwatched;
use tejun_verify::pacman::{Decision, Node, Writer};
use tejun_verify::{Certificate, Claim, verify};

const BOARDS: [&str; 4] = [
    "#######\n#@....#\n#.###.#\n#....V#\n#######",
    "#######\n#.@...#\n#.#.#.#\n#..L..#\n#######",
    "########\n#@..#..#\n#.#...J#\n########",
    "######\n#.@.R#\n#.#..#\n#....#\n######",
];

/// The best score by brute force, -1 if every play is caught, and a line.
fn plain(arena: &Arena) -> (i64, String) {
    let schedule = Schedule::new(arena);
    let layout = Layout::<2>::new(&schedule);
    let (dots, limit) = (arena.dots() as i64, i64::from(arena.time()));
    let mut layer = vec![(layout.start(), String::new())];
    let mut best = (-1, String::new());
    for time in 0..arena.time() {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for (position, line) in &layer {
            layout.expand(time, position, |way, after, _| {
                if seen.insert(after) {
                    next.push((after, format!("{line}{} ", MOVES[way])));
                }
            });
        }
        let rest = limit - i64::from(time) - 1;
        for (position, line) in &next {
            let left = i64::from(position.left());
            let score = if left == 0 { dots + rest } else { dots - left };
            if score > best.0 && (left == 0 || rest == 0) {
                best = (score, line.trim_end().to_owned());
            }
        }
        next.retain(|(position, _)| position.left() > 0);
        layer = next;
    }
    best
}

/// The certificate that looks at all states; what is done with each can be changed.
fn evidence(
    arena: &Arena,
    best: i64,
    mut change: impl FnMut(usize, &Position<2>) -> Option<Decision>,
) -> (Vec<u8>, usize) {
    let schedule = Schedule::new(arena);
    let layout = Layout::<2>::new(&schedule);
    let dots = arena.dots() as i64;
    // The corridors in their own order: these are small maps.
    let graph = &arena.maze().corridors;
    let order: Vec<u32> = (0..graph.corridors.len() as u32).collect();
    let mut writer = Writer::new(arena.time(), &order, graph.junctions.len());
    let (mut layer, mut number) = (vec![layout.start()], 0);
    for time in 0..arena.time() {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for position in &layer {
            layout.expand(time, position, |_, after, _| {
                if seen.insert(after) {
                    next.push(after);
                }
            });
        }
        let rest = i64::from(arena.time() - time - 1);
        next.retain(|position: &Position<2>| {
            let left = i64::from(position.left());
            left > 0
                && (left <= (dots + rest - best - 1).min(rest) || (dots - 1).min(dots - left + rest) > best)
        });
        let reached = next.len();
        next.retain(|position| {
            let decision = change(number, position).unwrap_or(Decision::Keep);
            number += 1;
            writer.decision(&decision, reached);
            decision == Decision::Keep
        });
        layer = next;
    }
    (writer.finish(), number)
}

fn games() -> impl Iterator<Item = (Arena, Certificate)> {
    BOARDS.into_iter().flat_map(|board| {
        (6..=20).step_by(2).map(move |time| {
            let map = Map::from_rows(time, &board.lines().collect::<Vec<_>>()).unwrap();
            let puzzle = Registry::standard().read(&map.file(), None).unwrap();
            let proved =
                puzzle.ask(Prove { asked: Asked::Solutions }, &Means::default(), &mut Unwatched).unwrap();
            (Arena::new(map), proved.outcome.found().expect("a small map"))
        })
    })
}

fn claim(score: i64) -> Claim {
    if score < 0 { Claim::Unsolvable } else { Claim::Score(score) }
}

#[test]
fn brute_force_agrees_and_its_certificates_hold() {
    for (arena, certificate) in games() {
        let (best, line) = plain(&arena);
        assert_eq!(certificate.claim, claim(best), "{}", arena.map().text());
        verify(&certificate.write(), 1).unwrap_or_else(|error| panic!("{}{error}", arena.map().text()));
        let evidence = evidence(&arena, best, |_, _| None).0;
        let whole = Certificate { line, evidence, ..certificate };
        verify(&whole.write(), 1).unwrap_or_else(|error| panic!("{}{error}", arena.map().text()));
    }
}

/// Proofs of a true claim that drop one state, any one, for a reason that seldom holds.
#[test]
fn what_is_dropped_without_reason_is_missed() {
    let (mut refused, mut right) = (0, 0);
    for (arena, certificate) in games().step_by(3) {
        let (best, line) = plain(&arena);
        let of = |evidence| Certificate { line: line.clone(), evidence, ..certificate.clone() };
        let (_, states) = evidence(&arena, best, |_, _| None);
        let junctions = arena.maze().corridors.junctions.len();
        for state in (0..states).step_by(1 + states / 40) {
            for drop in [
                Decision::Cut(vec![Node::Long]),
                Decision::Cut(vec![Node::Split(vec![false; junctions]), Node::Long]),
                Decision::Cut(vec![Node::Split(vec![true; junctions]), Node::Long]),
                Decision::Dominated(0),
                Decision::Dominated(u32::MAX),
            ] {
                let dropped = evidence(&arena, best, |number, _| (number == state).then(|| drop.clone())).0;
                match verify(&of(dropped).write(), 1) {
                    Ok(_) => right += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(right > 0 && refused > right, "{right} right, {refused} refused");
}

/// There is no proof of a score that is too low by one, though a play makes it, whichever state is dropped.
#[test]
fn a_better_play_is_not_lost() {
    let mut refused = 0;
    for (arena, certificate) in games() {
        let Some(line) = worse(&arena, &certificate) else { continue };
        let Claim::Score(best) = certificate.claim else { panic!("a line has a score") };
        let wrong = Certificate { claim: Claim::Score(best - 1), line, ..certificate };
        let (_, states) = evidence(&arena, best - 1, |_, _| None);
        for state in (0..states).step_by(1 + states / 60) {
            for drop in [
                Decision::Cut(vec![Node::Long]),
                Decision::Dominated(0),
                Decision::Dominated(state as u32 / 2),
                Decision::Keep,
            ] {
                let dropped =
                    evidence(&arena, best - 1, |number, _| (number == state).then(|| drop.clone())).0;
                let wrong = Certificate { evidence: dropped, ..wrong.clone() };
                assert!(verify(&wrong.write(), 1).is_err(), "{}{drop:?}", arena.map().text());
                refused += 1;
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

/// A line that waits once, and scores one less for it; `None` if there is none.
fn worse(arena: &Arena, certificate: &Certificate) -> Option<String> {
    let Claim::Score(best) = certificate.claim else { return None };
    let puzzle = Registry::standard().read(&arena.map().file(), None).unwrap();
    let moves: Vec<&str> = certificate.line.split(' ').filter(|key| !key.is_empty()).collect();
    (0..moves.len()).find_map(|at| {
        let mut moves = moves.clone();
        moves.insert(at, ".");
        let line = moves.join(" ");
        let check = puzzle.check(&puzzle.read_line(&moves.concat()));
        (check.fault.is_none() && check.value.score == Some(best - 1)).then_some(line)
    })
}
