//! Facts about Pac-Man, by all plays from a moment on, played with the plain rules.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tejun_puzzles::{FactKind, Mark, Position, Random, Reasons, Registry, Status};
use tejun_search::Outcome;

use super::ask;
use crate::common::cases;

/// What can follow from a position.
#[derive(Clone, Default)]
struct Future {
    /// Whether Pac-Man is alive in the end.
    survives: bool,
    /// The dots that are eaten in a play that he is not caught in until then.
    eaten: BTreeSet<usize>,
}

fn dots(position: &dyn Position) -> BTreeSet<usize> {
    let cells = position.scene().cells;
    (0..cells.len()).filter(|&cell| cells[cell].mark == Mark::Dot).collect()
}

/// Plays all moves; positions are told apart by everything that is drawn, and by the last two moves' enemies.
fn future(position: &dyn Position, before: &str, known: &mut HashMap<String, Future>) -> Option<Future> {
    let scene = position.scene();
    let pieces: Vec<_> = scene.pieces.iter().map(|piece| (&piece.name, &piece.cells)).collect();
    let now = format!("{pieces:?}");
    match position.status() {
        Status::Lost => return Some(Future::default()),
        Status::Solved | Status::Over => return Some(Future { survives: true, ..Future::default() }),
        Status::Open => (),
    }
    let left = dots(position);
    // No enemy alternates in these maps, so a heading is all that it remembers.
    let key = format!("{before} {now} {left:?} {:?}", scene.caption.first().map(ToString::to_string));
    if let Some(future) = known.get(&key) {
        return Some(future.clone());
    }
    if known.len() > 6000 {
        return None;
    }
    let mut all = Future::default();
    for choice in position.choices() {
        let mut next = position.boxed_clone();
        next.play(&choice.text).unwrap();
        if next.status() == Status::Lost {
            continue;
        }
        all.eaten.extend(left.difference(&dots(&*next)));
        let then = future(&*next, &now, known)?;
        all.survives |= then.survives;
        all.eaten.extend(then.eaten);
    }
    known.insert(key, all.clone());
    Some(all)
}

fn draw(random: &mut Random) -> String {
    let (rows, columns) = (2 + random.below(2) as usize, 3 + random.below(3) as usize);
    let mut board: Vec<char> = (0..rows * columns)
        .map(|_| match random.below(8) {
            0 => '#',
            1 | 2 => '.',
            _ => ' ',
        })
        .collect();
    let enemies = ['V', 'H', 'L', 'R'];
    let mut put = |sign: char| {
        let at = random.below(board.len() as u64) as usize;
        if board[at] != '@' {
            board[at] = sign;
        }
    };
    put('@');
    put('.');
    put('V');
    put('H');
    let (first, second) = (random.below(4) as usize, random.below(4) as usize);
    let mut put = |sign: char| {
        let at = random.below(board.len() as u64) as usize;
        if board[at] != '@' {
            board[at] = sign;
        }
    };
    put(enemies[first]);
    if second > 1 {
        put(enemies[second]);
    }
    let wall = "#".repeat(columns + 2);
    let inside: String =
        board.chunks(columns).map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
    let time = 2 + random.below(7);
    format!("puzzle = 'pacman'\ntime = {time}\nboard = '''\n{wall}\n{inside}{wall}'''\n")
}

#[test]
fn facts_about_pacman_are_true() {
    let (mut instances, mut tries, mut random) = (0, 0, Random::new(9));
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let wanted = cases(2000) as usize;
    while instances < wanted {
        tries += 1;
        assert!(tries < 100 * wanted, "{instances} of {tries}");
        let text = draw(&mut random);
        let Ok(instance) = Registry::standard().read(&text, None) else { continue };
        let mut position = instance.start();
        let (mut before, mut now) = (String::new(), String::new());
        for _ in 0..random.below(4) {
            let choices = position.choices();
            if !choices.is_empty() {
                let pieces = position.scene().pieces;
                let pieces: Vec<_> = pieces.iter().map(|piece| (&piece.name, &piece.cells)).collect();
                now = format!("{pieces:?}");
                position.play(&choices[random.below(choices.len() as u64) as usize].text).unwrap();
            }
            std::mem::swap(&mut before, &mut now);
        }
        if position.status() != Status::Open {
            continue;
        }
        let left = dots(&*position);
        let mut known = HashMap::new();
        let Some(all) = future(&*position, &before, &mut known) else { continue };
        let mut after: BTreeMap<String, (Future, BTreeSet<usize>)> = BTreeMap::new();
        let here = {
            let pieces = position.scene().pieces;
            let pieces: Vec<_> =
                pieces.iter().map(|piece| (piece.name.clone(), piece.cells.clone())).collect();
            format!("{pieces:?}")
        };
        let mut complete = true;
        for choice in position.choices() {
            let mut next = position.boxed_clone();
            next.play(&choice.text).unwrap();
            match future(&*next, &here, &mut known) {
                Some(then) => after.insert(choice.text.clone(), (then, dots(&*next))),
                None => {
                    complete = false;
                    None
                }
            };
        }
        if !complete {
            continue;
        }
        let mut verify = |reasons: &Reasons, by: Option<&str>| {
            for fact in &reasons.facts {
                let cells: BTreeSet<usize> = fact.cells.iter().copied().collect();
                let moved = by.map(|by| &after[by]);
                let is_so = match fact.kind {
                    FactKind::Lost => !all.survives,
                    FactKind::Loses => all.survives && !moved.unwrap().0.survives,
                    FactKind::Needed => {
                        let survived = after.values().filter(|(then, _)| then.survives).count();
                        all.survives && survived == 1
                    }
                    // Of the move, or of the position.
                    FactKind::TooFar | FactKind::Guarded => {
                        let never = |eaten: &BTreeSet<usize>| cells.is_disjoint(eaten);
                        cells.is_subset(&left)
                            && (never(&all.eaten) || moved.is_some_and(|(then, _)| never(&then.eaten)))
                    }
                    other => panic!("no such fact of Pac-Man: {other:?}"),
                };
                assert!(is_so, "{text}{by:?}\n{} {fact:?}", fact.reason);
                *kinds.entry(fact.kind.code()).or_default() += 1;
            }
        };
        let reasons = ask(&*position, None, u64::MAX);
        verify(&reasons, None);
        match reasons.outcome {
            Outcome::Solved(()) => assert!(all.survives, "{text}"),
            Outcome::Unsolvable => assert!(!all.survives, "{text}"),
            Outcome::Stopped(..) => assert!(reasons.unsettled > 0, "{text}"),
        }
        for by in after.keys() {
            verify(&ask(&*position, Some(by), u64::MAX), Some(by));
        }
        verify(&ask(&*position, None, random.below(40)), None);
        instances += 1;
    }
    println!("{instances} of {tries}: {kinds:?}");
    for kind in ["lost", "loses", "needed", "too-far", "guarded"] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
}
