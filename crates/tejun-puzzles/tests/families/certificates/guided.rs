//! Certificates of guided searches.

use std::fmt::Display;
use std::fs;

use tejun_puzzles::question::Solve;
use tejun_puzzles::{Asked, Instance, Registry};
use tejun_search::Unwatched;
use tejun_verify::{Certificate, Claim, guided, verify};

use super::mutations::{refuses_changed_bytes, refuses_changed_parts};
use super::{again, certificate, options, puzzle};
use crate::common::{cases, full};
use crate::sokoban_lines::published;

/// Korf's fifteens, those with the fewest slides first: number, slides, board.
fn korf() -> Vec<(String, u64, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/tiles/korf.csv");
    let table = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let row = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        let sign = |tile: &str| ".123456789abcdef".chars().nth(tile.parse().unwrap()).unwrap();
        let signs: Vec<char> = fields[2].split(' ').map(sign).collect();
        let rows: Vec<String> = signs.chunks(4).map(|row| row.iter().collect()).collect();
        let (board, goal) = (rows.join("\n"), ".123\n4567\n89ab\ncdef");
        let text = format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
        (fields[0].to_owned(), fields[1].parse().unwrap(), text)
    };
    let mut rows: Vec<_> = table.lines().filter(|line| !line.starts_with('#')).map(row).collect();
    assert_eq!(rows.len(), 80);
    rows.sort_by_key(|row| row.1);
    rows
}

/// Asserts that a certificate is guided, and that less than a kilobyte of it is not its line.
fn is_short(certificate: &Certificate) {
    let length = certificate.write().len() - certificate.line.len();
    assert!(certificate.guide().is_some() && length < 1 << 10, "{:?}, {length}", certificate.guide());
}

/// A guide proves the optimum of a puzzle, and no cost above it.
fn proves(puzzle: &dyn Instance, name: &dyn Display, optimum: u64, guide: &str) {
    let solution = puzzle.start().ask(Solve::default(), &options(), &mut Unwatched).unwrap();
    let certificate = Certificate {
        claim: Claim::Optimal(optimum),
        statement: puzzle.statement().unwrap(),
        line: solution.outcome.found().unwrap_or_else(|| panic!("{name} is not solved")).join(" "),
        evidence: guided::evidence(guide),
    };
    is_short(&certificate);
    assert_eq!(verify(&certificate.write(), 2).unwrap().certificate, certificate, "{name}");
    let other = Certificate { claim: Claim::Optimal(optimum + 2), ..certificate };
    assert!(verify(&other.write(), 2).is_err(), "{name}");
}

/// Whatever `prove` would choose.
#[test]
fn fifteens() {
    for (number, optimum, text) in korf().into_iter().take(cases(15) as usize) {
        let puzzle = puzzle(&text, None);
        let patterns = "patterns 1 2 4 5 8, 3 6 7 10 11, 9 12 13 14 15";
        proves(&*puzzle, &number, optimum, patterns);
    }
}

/// Boards with more placements than have numbers.
#[test]
fn larger_boards() {
    for (name, optimum) in [("tiles-nineteen", 42), ("tiles-twenty-four", 40)] {
        let certificate = certificate(&*puzzle(name, None), Asked::Solutions);
        assert_eq!(certificate.claim, Claim::Optimal(optimum));
        is_short(&certificate);
    }
    let odd = "puzzle = 'sliding-tiles'\nboard = '''\n12345\n6789a\nbcdef\nghij.'''\ngoal = '''\n12345\n6789a\nbcdef\nghji.'''\n";
    let certificate = certificate(&*puzzle(odd, None), Asked::Solutions);
    assert_eq!((&certificate.claim, certificate.guide()), (&Claim::Unsolvable, Some("parity")));
}

/// Levels of XSokoban, whatever `prove` would choose: number, optimum, guide.
#[test]
fn published_sokoban() {
    let (_, collection) = published("xsokoban-90.xsb");
    let levels = [
        (1, 97, "prices 2 1 3 2 2 1"),
        (38, 81, "prices 4 1 0 3 2 1 4 0"),
        (17, 213, "prices 1 2 2 3 1 2"),
        (43, 146, "prices 3 4 5 2 3 2 1 2 1"),
        (81, 173, "prices 3 4 5 6 2 3 4 5 1 2 3 4"),
    ];
    for (number, optimum, guide) in levels.into_iter().take(if full() { 5 } else { 1 }) {
        let instance = Registry::standard().open_collected(&collection, number, None).unwrap();
        proves(&*instance, &number, optimum, guide);
    }
}

/// A hall with too many cells for numbers.
#[test]
fn large_sokoban() {
    let (wall, floor) = ("#".repeat(18), " ".repeat(16));
    let free = format!("#{floor}#\n").repeat(2);
    let rows = format!("#  $   .         #\n{free}#    $   .       #\n{free}#@               #\n#{floor}#");
    let certificate = certificate(
        &*puzzle(&format!("puzzle = 'sokoban'\nboard = '''\n{wall}\n{rows}\n{wall}'''\n"), None),
        Asked::Solutions,
    );
    assert_eq!(certificate.claim, Claim::Optimal(8));
    is_short(&certificate);
    assert!(certificate.guide().unwrap().starts_with("prices "), "{:?}", certificate.guide());
}

/// What has few levels keeps them.
#[test]
fn small_boards_have_levels() {
    let sokoban = ["sokoban-depot", "sokoban-hall", "sokoban-passage"];
    let others = ["tiles-five", "tiles-seven", "tiles-eight", "tiles-nine", "peg-triangle", "peg-plus"];
    for name in others.into_iter().chain(sokoban) {
        assert_eq!(certificate(&*puzzle(name, None), Asked::Solutions).guide(), None, "{name}");
    }
}

/// A central game that ends beside the centre; and soldiers who would march five rows (J. H. Conway).
#[test]
fn pegs_that_never_get_there() {
    let cross = "##ooo##\n##ooo##\nooooooo\nooo.ooo\nooooooo\n##ooo##\n##ooo##";
    let beside = "##...##\n##...##\n.......\n..o....\n.......\n##...##\n##...##";
    let none = ".......\n".repeat(5);
    let soldiers = format!("{none}ooooooo\nooooooo\n.oooooo\nooooooo");
    let ahead = format!("...o...\n{none}.......\n.......\n.......");
    for (board, goal, kind) in [(cross, beside, "colours"), (&*soldiers, &*ahead, "weights")] {
        let text = format!("puzzle = 'peg-solitaire'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
        let certificate = certificate(&*puzzle(&text, None), Asked::Solutions);
        assert_eq!(certificate.claim, Claim::Unsolvable);
        is_short(&certificate);
        assert!(certificate.guide().unwrap().starts_with(kind), "{:?}", certificate.guide());
    }
}

#[test]
fn changed_certificates_are_refused() {
    let small = "puzzle = 'sliding-tiles'\nboard = '''\n412\n.53\n786'''\n";
    let levels = certificate(&*puzzle(small, None), Asked::Solutions);
    let led_by = |guide: &str| Certificate { evidence: guided::evidence(guide), ..levels.clone() };
    let certificate = led_by("patterns 1 2 4, 3 5 6, 7 8");
    refuses_changed_bytes(&certificate, 10_000);
    let is_true =
        |changed: &Certificate| super::certificate(&*again(changed), Asked::Solutions).claim == changed.claim;
    // Other patterns prove the same.
    assert!(refuses_changed_parts(&certificate, cases(10_000) as usize, is_true) > 0);
    let room = "puzzle = 'sokoban'\nboard = '''\n########\n#  .$ .#\n#.#    #\n#   $$ #\n# $    #\n#   @. #\n########'''\n";
    let levels = super::certificate(&*puzzle(room, None), Asked::Solutions);
    let certificate = Certificate { evidence: guided::evidence("prices 19 24 4 37"), ..levels };
    refuses_changed_bytes(&certificate, cases(10_000) as usize);
    assert!(refuses_changed_parts(&certificate, if full() { 10_000 } else { 400 }, is_true) > 0);
    let odd = "puzzle = \"sliding-tiles\"\nboard = '''\n132\n.45'''\ngoal = '''\n123\n.45'''\n";
    let odd = Certificate {
        claim: Claim::Unsolvable,
        statement: odd.to_owned(),
        line: String::new(),
        evidence: guided::evidence("parity"),
    };
    refuses_changed_bytes(&odd, cases(10_000) as usize);
    refuses_changed_parts(&odd, cases(10_000) as usize, is_true);
    let pegs = "puzzle = \"peg-solitaire\"\nboard = '''\noo..'''\ngoal = '''\n..oo'''\n";
    let pegs =
        Certificate { statement: pegs.to_owned(), evidence: guided::evidence("weights 1 1 2 3"), ..odd };
    refuses_changed_bytes(&pegs, cases(10_000) as usize);
    refuses_changed_parts(&pegs, cases(10_000) as usize, is_true);
}
