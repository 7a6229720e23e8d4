//! Every fact of `why` is true: by a graph of all positions that is made of the moves that a player has, and searched here.

pub mod draw;
mod packing;
mod pacman;
pub mod plain;

use std::collections::{BTreeMap, BTreeSet};

use tejun_puzzles::question::{Solve, Why};
use tejun_puzzles::{Fact, FactKind, FactPiece, Means, Piece, Position, Random, Reasons, Registry, Role};
use tejun_search::{Limits, Outcome, Unwatched};

use self::draw::*;
use self::plain::*;
use crate::common::cases;

fn ask(position: &dyn Position, by: Option<&str>, states: u64) -> Reasons {
    let means = Means { limits: Limits { states, ..Limits::default() }, ..Means::default() };
    position.ask(Why { by: by.map(str::to_owned) }, &means, &mut Unwatched).unwrap()
}

/// What was found out about random instances.
#[derive(Default)]
struct Tally {
    instances: usize,
    solved: usize,
    kinds: BTreeMap<&'static str, usize>,
}

/// Checks all that is said of an instance; `false` if it has no place here.
fn check(text: &str, kind: Kind, tally: &mut Tally, random: &mut Random) -> bool {
    let registry = Registry::standard();
    let Ok(instance) = registry.read(text, None) else { return false };
    let start = &*instance.start();
    let Some(plain) = Plain::new(start, kind) else { return false };
    if plain.solved[0] {
        return false;
    }
    let reasons = ask(start, None, u64::MAX);
    let best = plain.fewest(0, None, &|_| true);
    assert_eq!(reasons.unsettled, 0, "{text}");
    assert_eq!(reasons.outcome == Outcome::Solved(()), best.is_some(), "{text}");
    assert!(reasons.fewest.is_none_or(|fewest| Some(fewest) == best), "{text}");
    let unit = reasons.fewest.is_some();
    let mut verify = |reasons: &Reasons, after: Option<usize>| {
        for fact in &reasons.facts {
            assert!(plain.holds(fact, after, unit), "{text}\n{} {:?}", fact.reason, fact);
            *tally.kinds.entry(fact.kind.code()).or_default() += 1;
        }
    };
    verify(&reasons, None);
    if best.is_some() {
        let rules = reasons.facts.iter().filter(|fact| fact.kind == FactKind::Rule).map(rule);
        assert_eq!(rules.collect::<BTreeSet<usize>>(), plain.needed_rules(), "{text}");
    }
    let mut pinned_pieces = 0;
    // Nothing is left out of what must move, and in which order.
    if best.is_some() {
        let heroes = plain.scenes[0].pieces.iter().filter(|piece| piece.role == Role::Hero).count();
        let is_hero = |piece: &Piece| piece.role == Role::Hero && heroes == 1;
        let on_board = |piece: &&Piece| plain.things[0].contains(&((kind.name)(piece), sorted(&piece.cells)));
        let pieces = plain.scenes[0].pieces.iter().filter(|piece| !is_hero(piece) && on_board(piece));
        let named = |piece: &Piece| FactPiece { name: piece.name.clone(), cells: piece.cells.clone() };
        let pieces: Vec<FactPiece> = pieces.map(named).collect();
        let said = |kind, pieces: &[&FactPiece]| {
            reasons
                .facts
                .iter()
                .any(|fact| fact.kind == kind && fact.pieces.iter().eq(pieces.iter().copied()))
        };
        let leaving = |piece: &&FactPiece| plain.stays(0, &plain.thing(0, piece)).is_none();
        let must: Vec<&FactPiece> = pieces.iter().filter(leaving).collect();
        assert_eq!(
            must.len(),
            reasons.facts.iter().filter(|fact| fact.kind == FactKind::Leaves).count(),
            "{text}"
        );
        // The puzzle in which a piece is a wall has a solution just if this one has one in which the piece stays.
        for piece in &pieces {
            let Some(text) = start.pinned(&piece.cells) else { continue };
            let pinned = registry.read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let solution = pinned.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
            let stays = plain.stays(0, &plain.thing(0, piece)).is_some();
            assert_eq!(matches!(solution.outcome, Outcome::Solved(_)), stays, "{text}");
            pinned_pieces += 1;
        }
        // Orders that follow from others are not said.
        let order = |first: &FactPiece, second: &FactPiece| said(FactKind::Before, &[first, second]);
        let all: Vec<FactPiece> = plain.scenes[0].pieces.iter().map(named).collect();
        for first in &must {
            let (mut later, mut open) = (Vec::new(), vec![*first]);
            while let Some(at) = open.pop() {
                for next in all.iter().filter(|next| order(at, next)) {
                    if !later.contains(&next) {
                        later.push(next);
                        open.push(next);
                    }
                }
            }
            let is_traced = |piece: &FactPiece| {
                let class = plain.thing(0, piece).0;
                kind.one_at_a_time || plain.things[0].iter().filter(|thing| thing.0 == class).count() == 1
            };
            for second in must.iter().filter(|second| second != &first) {
                if !is_traced(first) || !is_traced(second) {
                    continue;
                }
                let [a, b] = [first, second].map(|piece| plain.thing(0, piece));
                let is_said = later.contains(second);
                assert_eq!(is_said, !plain.leaves_first(0, &a, &b), "{text} {first:?} {second:?}");
            }
        }
    }
    // Moves, and limits.
    let choices = start.choices();
    for _ in 0..2 {
        let Some(index) = (!choices.is_empty()).then(|| random.below(choices.len() as u64) as usize) else {
            break;
        };
        let (by, after) = (&choices[index].text, plain.next[0][index]);
        let reasons = ask(start, Some(by), u64::MAX);
        verify(&reasons, Some(after));
        let loses = reasons.facts.iter().any(|fact| fact.kind == FactKind::Loses);
        assert_eq!(loses, best.is_some() && plain.fewest(after, None, &|_| true).is_none(), "{text} {by}");
    }
    let states = random.below(plain.scenes.len() as u64);
    let limited = ask(start, None, states);
    verify(&limited, None);
    assert!(
        limited.facts.len() == reasons.facts.len()
            || limited.unsettled > 0
            || limited.outcome != reasons.outcome,
        "{text}"
    );
    if pinned_pieces > 0 {
        *tally.kinds.entry("pinned").or_default() += pinned_pieces;
    }
    tally.instances += 1;
    tally.solved += usize::from(best.is_some());
    true
}

/// Checks so many random instances of a family, and that they say something of each of these kinds.
fn family(seed: u64, kind: Kind, draw: fn(&mut Random) -> String, kinds: &[&str]) {
    let wanted = cases(2000) as usize;
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut tries = 0;
    while tally.instances < wanted {
        tries += 1;
        assert!(tries < 100 * wanted, "{} of {tries}", tally.instances);
        let text = draw(&mut random);
        check(&text, kind, &mut tally, &mut random);
    }
    println!("{} of {} solved: {:?}", tally.solved, tally.instances, tally.kinds);
    for kind in kinds {
        assert!(tally.kinds.contains_key(kind), "{kind}: {:?}", tally.kinds);
    }
}

#[test]
fn facts_about_rush_hour_are_true() {
    let kinds = [
        "leaves",
        "before",
        "clears",
        "reaches",
        "lost",
        "stuck",
        "unreached",
        "shortest",
        "detour",
        "needed",
        "pinned",
    ];
    family(1, BY_NAME, rush_hour, &kinds);
}

#[test]
fn facts_about_sliding_blocks_are_true() {
    let kinds =
        ["leaves", "before", "covers", "reaches", "longer", "lost", "stuck", "shortest", "detour", "pinned"];
    family(2, BY_NAME, sliding, &kinds);
}

#[test]
fn facts_about_sokoban_are_true() {
    let kinds = ["leaves", "before", "covers", "lost", "stuck", "unreached", "loses", "needed", "shortest"];
    family(3, BOXES, sokoban, &kinds);
}

#[test]
fn facts_about_pegs_are_true() {
    family(4, BY_NAME, pegs, &["leaves", "before", "lost", "stuck", "loses", "needed", "shortest"]);
}

#[test]
fn facts_about_sliding_tiles_are_true() {
    family(5, BY_NAME, tiles, &["leaves", "lost", "shortest", "detour"]);
}

#[test]
fn facts_about_tank_change_are_true() {
    family(6, BY_NAME, tanks, &["leaves", "covers", "lost", "shortest"]);
}

#[test]
fn facts_about_puzzlescript_are_true() {
    family(7, OBJECTS, push_game, &["leaves", "lost", "loses", "shortest", "reaches", "rule"]);
}

#[test]
fn facts_about_rules_are_true() {
    family(8, OBJECTS, rules_game, &["rule", "leaves", "lost", "loses"]);
}

/// A board with 10^13 positions. Its gap is filled by any move, which one position shows.
#[test]
fn what_is_cheap_is_said_of_a_puzzle_that_is_too_large() {
    let text = "puzzle = 'sliding-tiles'\nboard = '''\nc7.b\n431e\nf285\n9a6d'''\n";
    let start = Registry::standard().read(text, None).unwrap().start();
    let reasons = ask(&*start, None, 1 << 16);
    assert!(matches!(reasons.outcome, Outcome::Stopped(..)));
    let is_gap = |cell: &usize| start.scene().pieces.iter().all(|piece| !piece.cells.contains(cell));
    let gap = (0..16).find(is_gap).unwrap();
    let said = |fact: &Fact| fact.kind == FactKind::Covers && fact.cells == [gap];
    assert!(reasons.facts.iter().any(said), "{:?}", reasons.facts);
}

/// One of two crates has to be pushed, and neither must be: the fact is about crates, and the rule that pushes them.
#[test]
fn a_kind_of_object_must_change() {
    let text = include_str!("../../../library/puzzlescript/a-push.toml");
    let (head, _) = text.split_once("######\n#....#").unwrap();
    let head = head.replace("optimal = 2\n", "").replace("All Target on Crate", "Some Crate on Target");
    let start =
        Registry::standard().read(&(head + "#######\n#O*P*O#\n#######\n'''\n"), None).unwrap().start();
    let plain = Plain::new(&*start, OBJECTS).unwrap();
    let facts = ask(&*start, None, u64::MAX).facts;
    assert_eq!(facts.iter().map(|fact| fact.kind).collect::<Vec<_>>(), [FactKind::Rule, FactKind::Changes]);
    assert!(facts.iter().all(|fact| plain.holds(fact, None, true)), "{facts:?}");
}

/// Two crates that move together leave their places at the same time, though a crate is still where the second one was.
#[test]
fn nothing_is_said_of_the_order_of_pieces_that_take_each_others_places() {
    let text = include_str!("../../../library/puzzlescript/a-push.toml");
    let (head, _) = text.split_once("######\n#....#").unwrap();
    let push = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let train = format!("{push}\n[ > Crate | Crate ] -> [ > Crate | > Crate ]");
    let head = head.replace("optimal = 2\n", "").replace(push, &train);
    let level = "########\n#P**.O.#\n########\n'''\n";
    let registry = Registry::standard();
    let start = registry.read(&(head + level), None).unwrap().start();
    let choices = start.choices();
    for by in choices.iter().map(|choice| Some(&*choice.text)).chain([None]) {
        let reasons = ask(&*start, by, u64::MAX);
        let kinds: Vec<FactKind> = reasons.facts.iter().map(|fact| fact.kind).collect();
        assert_eq!(reasons.outcome, Outcome::Solved(()));
        assert!(kinds.contains(&FactKind::Leaves), "{kinds:?}");
        assert!(!kinds.contains(&FactKind::Before), "{:?}", reasons.facts);
    }
}

/// A step of the man is a part of a push: it costs nothing where pushes count, and no solution has to take it.
#[test]
fn a_step_of_the_man_is_no_detour() {
    let text = "puzzle = 'sokoban'\nboard = '''\n#######\n#@ $ .#\n#######'''\n";
    let start = Registry::standard().read(text, None).unwrap().start();
    let kinds = |by| {
        let reasons = ask(&*start, Some(by), u64::MAX);
        reasons.facts.iter().map(|fact| fact.kind).collect::<Vec<_>>()
    };
    assert!(kinds("r").contains(&FactKind::Shortest), "{:?}", kinds("r"));
    for kind in [FactKind::Detour, FactKind::Needed, FactKind::Loses] {
        assert!(!kinds("r").contains(&kind), "{:?}", kinds("r"));
    }
}

/// The piece of the first fact is one that most people move early: docs/design/why.md has the measure.
#[test]
fn the_first_fact_is_about_a_piece_that_people_move_early() {
    let file = |name: &str| {
        let path = format!("{}/../../../shared/rushhour/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    // Who moved which cars in the first five moves of the first try.
    let mut people: BTreeMap<String, BTreeMap<String, BTreeSet<char>>> = BTreeMap::new();
    for line in file("human.csv").lines().skip(1) {
        let [puzzle, person, _, moves] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let cars: BTreeSet<char> = moves.split(' ').take(5).filter_map(|by| by.chars().next()).collect();
        if !cars.is_empty() {
            people.entry(puzzle.to_owned()).or_default().entry(person.to_owned()).or_insert(cars);
        }
    }
    let (mut boards, mut agreed) = (0, 0);
    for line in file("human-puzzles.csv").lines().skip(1) {
        let [puzzle, _, board] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let registry = Registry::standard();
        let text = registry.expand_short_form(&format!("rushhour:{board}")).unwrap().unwrap();
        let reasons = ask(&*registry.read(&text, None).unwrap().start(), None, u64::MAX);
        let car = reasons.facts[0].pieces[0].name.chars().next().unwrap();
        let people = &people[puzzle];
        let moved = people.values().filter(|cars| cars.contains(&car)).count();
        boards += 1;
        agreed += usize::from(2 * moved >= people.len());
    }
    println!("{agreed} of {boards}");
    assert_eq!(boards, 50);
    // By chance it would be 24 of 50, and the next move of a shortest line has 39.
    assert!(agreed >= 42, "{agreed} of {boards}");
}
