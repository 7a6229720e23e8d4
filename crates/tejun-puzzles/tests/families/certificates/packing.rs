//! Certificates of packings: made, checked, and refused where they are wrong.

use super::mutations::{refuses_changed_bytes, refuses_changed_parts};
use crate::common::{AtLine, cases};
use crate::plain_packing::{Filling, packings};

use std::collections::BTreeSet;

use proptest::prelude::*;
use tejun_puzzles::question::Prove;
use tejun_puzzles::{Asked, Line, Means, Registry};
use tejun_search::{Limits, Outcome, StopReason, Unwatched};
use tejun_verify::{Certificate, Claim, verify};

fn prove(file: &str) -> Certificate {
    let puzzle = Registry::standard().read(file, None).unwrap_or_else(|error| panic!("{error}: {file}"));
    let proved = puzzle.ask(Prove { asked: Asked::Solutions }, &Means::default(), &mut Unwatched).unwrap();
    proved.outcome.found().expect("nothing stops it")
}

/// The claim that there are so many.
fn claim(different: usize, all: usize) -> Claim {
    match all {
        0 => Claim::Unsolvable,
        _ => Claim::Solutions { different: different as u64, all: all as u64 },
    }
}

fn accepts(certificate: &Certificate) -> bool {
    verify(&certificate.write(), 1).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn certificates_say_what_a_brute_force_finds_and_nothing_else(packing in packings(), lost in any::<prop::sample::Index>()) {
        let fillings = packing.fillings();
        let (different, all) = (packing.classes(&fillings), fillings.len());
        let certificate = prove(&packing.file());
        prop_assert_eq!(&certificate.claim, &claim(different, all));
        if let Err(error) = verify(&certificate.write(), 1) {
            return Err(TestCaseError::fail(format!("{error}: {certificate:?}")));
        }
        // What a solver would say that miscounts a symmetry, counts a solution twice or not at all, or loses a placement.
        let mut wrong = vec![(different + 1, all), (different, all + 1), (different + 1, all + 1), (all, all)];
        if let Some(filling) = fillings.iter().nth(lost.index(all.max(1))) {
            let placed = *filling.iter().next().unwrap();
            let fewer: BTreeSet<Filling> =
                fillings.iter().filter(|filling| !filling.contains(&placed)).cloned().collect();
            wrong.push((packing.classes(&fewer), fewer.len()));
            wrong.push((different, different));
            wrong.push((0, 0));
        }
        for (classes, raw) in wrong {
            let claimed = Certificate { claim: claim(classes, raw), ..certificate.clone() };
            prop_assert!(claimed == certificate || !accepts(&claimed), "{:?}", claimed);
        }
    }
}

#[test]
fn known_numbers_are_proved() {
    let library = |name: &str| {
        let files = Registry::standard().library();
        files.into_iter().find(|file| file.name == name).unwrap().text.to_string()
    };
    let short = |form: &str| Registry::standard().expand_short_form(form).unwrap().unwrap();
    let spare = |rows, columns| {
        let board = vec!["o".repeat(columns); rows].join("\n");
        format!("puzzle = 'packing'\npieces = 'pentominoes'\nspare = true\nboard = '''\n{board}'''\n")
    };
    for (file, different, all) in [
        (short("pentominoes:6x10"), 2339, 9356),
        (short("pentominoes:3x20"), 2, 8),
        (library("pentominoes-8x8-hole"), 65, 520),
        (library("one-sided-3x30"), 46, 184),
        (library("katamino-small-slam"), 10, 40),
        (library("katamino-impossible-ten"), 0, 0),
        // By any pieces of the set, as published.
        (spare(5, 6), 541, 2164),
        (spare(5, 8), 3408, 13_632),
        (spare(3, 4), 0, 0),
        // Sizes that do not add up.
        (short("pentominoes:6x9"), 0, 0),
        ("puzzle = \"packing\"\npieces = \"hexominoes\"\nboard = \"oooooo\"\n".to_owned(), 0, 0),
    ] {
        let certificate = prove(&file);
        assert_eq!(certificate.claim, claim(different, all), "{file}");
        assert!(accepts(&certificate), "{certificate:?}");
    }
}

/// Pieces with a name lie as they are drawn if they must not turn or be flipped. Each has a region of its own, of its form after
/// one of the turns and reflections: it is filled if that form is allowed.
#[test]
fn named_pieces_lie_as_they_are_drawn() {
    let pentominoes = [
        ('F', ".oo/oo./.o."),
        ('I', "ooooo"),
        ('L', "o./o./o./oo"),
        ('N', ".o/.o/oo/o."),
        ('P', "oo/oo/o."),
        ('T', "ooo/.o./.o."),
        ('U', "o.o/ooo"),
        ('V', "o../o../ooo"),
        ('W', "o../oo./.oo"),
        ('X', ".o./ooo/.o."),
        ('Y', ".o/oo/.o/.o"),
        ('Z', "oo./.o./.oo"),
    ];
    let tetrominoes = ["oooo", "o./o./oo", "oo/oo", ".oo/oo.", "ooo/.o."];
    let moved = |drawing: &str, turn: usize| -> Vec<String> {
        let mut rows: Vec<Vec<char>> = drawing.split('/').map(|row| row.chars().collect()).collect();
        if turn & 4 != 0 {
            rows = (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        }
        if turn & 1 != 0 {
            rows.reverse();
        }
        if turn & 2 != 0 {
            rows.iter_mut().for_each(|row| row.reverse());
        }
        rows.iter().map(|row| row.iter().map(|sign| if *sign == 'o' { 'o' } else { '#' }).collect()).collect()
    };
    let mut sets: Vec<(String, Vec<&str>)> =
        pentominoes.iter().map(|(letter, drawing)| (letter.to_string(), vec![*drawing])).collect();
    sets.push(("tetrominoes".to_owned(), tetrominoes.to_vec()));
    sets.push(("pentominoes".to_owned(), pentominoes.map(|piece| piece.1).to_vec()));
    // Reversed columns are what flipping is; the turns are those with an even number of reflections.
    let allowed = |flip: bool, rotate: bool| -> Vec<usize> {
        let turned = |turn: &usize| turn.count_ones().is_multiple_of(2);
        (0..8)
            .filter(|turn| match (flip, rotate) {
                (false, false) => *turn == 0,
                (true, false) => *turn == 0 || *turn == 2,
                (false, true) => turned(turn),
                (true, true) => true,
            })
            .collect()
    };
    let (mut solvable, mut unsolvable) = (0, 0);
    for (pieces, drawings) in sets {
        for turn in 0..8 {
            let regions: Vec<Vec<String>> = drawings.iter().map(|drawing| moved(drawing, turn)).collect();
            let height = regions.iter().map(Vec::len).max().unwrap();
            let row = |row: usize| -> String {
                let of =
                    |region: &Vec<String>| region.get(row).cloned().unwrap_or("#".repeat(region[0].len()));
                regions.iter().map(of).collect::<Vec<_>>().join("#")
            };
            let board = (0..height).map(row).collect::<Vec<_>>().join("\n");
            for (flip, rotate) in [(false, false), (false, true), (true, false), (true, true)] {
                let certificate = prove(&format!(
                    "puzzle = \"packing\"\npieces = \"{pieces}\"\nflip = {flip}\nrotate = {rotate}\nboard = '''\n{board}'''\n"
                ));
                let error = verify(&certificate.write(), 1).err();
                assert_eq!(error, None, "{}{}", certificate.claim, certificate.statement);
                // Only a piece itself has the form of its region.
                let lies = |(drawing, region): (&&str, &Vec<String>)| {
                    allowed(flip, rotate).into_iter().any(|turn| moved(drawing, turn) == *region)
                };
                let expected = drawings.iter().zip(&regions).all(lies);
                assert_eq!(certificate.claim != Claim::Unsolvable, expected, "{}", certificate.statement);
                *if expected { &mut solvable } else { &mut unsolvable } += 1;
            }
        }
    }
    assert_eq!((solvable, unsolvable), (263, 185));
}

/// Solutions that a symmetry leaves as they are: tetrominoes of a kind around the middle of a square.
#[test]
fn symmetric_solutions_are_counted_once() {
    let file = "puzzle = \"packing\"\nboard = '''\noooo\noooo\noooo\noooo'''\n[[piece]]\nname = \"L\"\nshape = \"ooo\\no\"\ncount = 4\n";
    let certificate = prove(file);
    assert_eq!(certificate.claim, claim(3, 10));
    assert!(accepts(&certificate));
    for (different, all) in [(10, 10), (2, 10), (4, 10), (3, 24), (3, 12)] {
        assert!(!accepts(&Certificate { claim: claim(different, all), ..certificate.clone() }));
    }
}

#[test]
fn changed_certificates_are_refused() {
    let file = Registry::standard().expand_short_form("katamino:FPU").unwrap().unwrap();
    let certificate = prove(&file);
    refuses_changed_bytes(&certificate, 10_000);
    let counts_so = |changed: &Certificate| {
        let puzzle = Registry::standard().read(&changed.statement, None).expect("its rules are known here");
        let counted = puzzle.count_at(&Line::default(), &Means::default());
        changed.claim == claim(counted.solutions as usize, counted.solutions_raw as usize)
    };
    refuses_changed_parts(&certificate, 1_000, counts_so);
    // Other puzzles have one solution, or none, as well: that is proved of some, and is true.
    let impossible = Certificate {
        claim: Claim::Unsolvable,
        ..prove("puzzle = \"packing\"\npieces = \"XX\"\nboard = '''\nooooo\nooooo'''\n")
    };
    assert!(refuses_changed_parts(&impossible, 1_000, counts_so) > 0);
}

#[test]
fn what_takes_too_long_stops() {
    let file = Registry::standard().expand_short_form("pentominoes:6x10").unwrap().unwrap();
    let puzzle = Registry::standard().read(&file, None).unwrap();
    let limits = Limits { states: 1000, ..Limits::default() };
    let options = Means { limits, ..Means::default() };
    let proved = puzzle.ask(Prove { asked: Asked::Solutions }, &options, &mut Unwatched).unwrap();
    assert_eq!(proved.outcome, Outcome::Stopped(StopReason::States, None));
    assert!(puzzle.ask(Prove { asked: Asked::Reachable }, &options, &mut Unwatched).is_err());
}
