//! Statements with mistakes: the checker and tejun, whose readers share no code, read the same ones, and the same puzzles of them.

mod mistakes;
mod puzzles;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tejun_puzzles::{Asked, Registry};
use tejun_verify::{Certificate, Claim, Value, read_puzzle};

use super::mutations::Numbers;
use super::{certificate, reaches_what_explore_reaches, says_what_solve_says};
use mistakes::Mistakes;

/// The keys of a puzzle but `puzzle`.
type Keys = BTreeMap<String, Value>;

/// What the checker alone refuses, in words of its errors: what would deceive a reader of a certificate, what is too large, and
/// what TOML's reader takes for something else (`first = {A = []}` for `"A"`, a list of all values for a table).
const STRICTER: [&str; 7] = [
    "is not a text",
    "a piece is not a table",
    "cannot be seen",
    "looks like a space",
    "is too large for this program",
    "too many placements",
    "the game is played in real time",
];

/// Puzzles with more positions are not searched.
const MOST: u64 = 500;

/// How many statements both read, how many both refuse, and how many of them were searched.
#[derive(Debug, Default)]
struct Tally {
    read: usize,
    refused: usize,
    searched: usize,
}

/// The statement of a puzzle.
fn statement(puzzle: &str, keys: &Keys) -> String {
    let is_bare =
        |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let name = |key: &String| if is_bare(key) { key.clone() } else { Value::Text(key.clone()).to_string() };
    let keys = keys.iter().map(|(key, value)| format!("{} = {value}\n", name(key)));
    format!("puzzle = \"{puzzle}\"\n{}", keys.collect::<String>())
}

/// Whether the checker reads a statement, as part of the file of a certificate.
fn checker_reads(statement: &str) -> Result<(), String> {
    let (statement, line, evidence) = (statement.to_owned(), String::new(), Vec::new());
    let empty = Certificate { claim: Claim::Unsolvable, statement, line, evidence };
    let read = Certificate::read(&empty.write()).and_then(|certificate| read_puzzle(&certificate));
    read.map_err(|error| error.to_string())
}

/// Compares both readers.
fn compare(statement: &str, tally: &mut Tally) {
    let checked = checker_reads(statement);
    let session = match Registry::standard().read(statement, None) {
        Ok(session) => session,
        Err(error) => {
            assert!(checked.is_err(), "the checker reads what tejun refuses, {error}:\n{statement}");
            tally.refused += 1;
            return;
        }
    };
    let stated = session.statement().expect("it was read from a text");
    if checked.is_ok() {
        assert_eq!(stated, statement, "tejun states it in another way");
        tally.read += 1;
    }
    // In another spelling, such as with keys in another order, tejun may read what the checker refuses.
    if let Err(error) = checker_reads(stated) {
        let is_stricter = STRICTER.iter().any(|words| error.contains(words));
        assert!(is_stricter, "tejun reads what the checker refuses, {error}:\n{statement}");
        return;
    }
    // Both read the same puzzle: what searches find of one is proved of the other.
    let family = session.family().name;
    if ["packing", "pacman"].contains(&family) {
        certificate(&*session, Asked::Solutions);
        tally.searched += 1;
    } else if reaches_what_explore_reaches(stated, MOST).is_some() {
        let has_goal = family != "sliding" || stated.contains("\ngoal = ");
        if has_goal && family != "puzzlescript" {
            says_what_solve_says(stated, &*session);
        }
        tally.searched += 1;
    }
}

/// Compares the readers on random puzzles of a family with random mistakes. A good part must be read by both, and a good
/// part refused.
fn same_statements(puzzle: &str, make: fn(&mut Numbers) -> Keys, mistakes: &Mistakes) {
    let tally = RefCell::new(Tally::default());
    let config =
        ProptestConfig { failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() };
    let cases = config.cases as usize;
    let tested = TestRunner::new(config).run(&any::<u64>(), |seed| {
        let mut numbers = Numbers(seed);
        // As a rule a puzzle that tejun reads, where one is found soon.
        let tries = if numbers.once_in(4) { 0 } else { 20 };
        let is_read = |keys: &Keys| Registry::standard().read(&statement(puzzle, keys), None).is_ok();
        let mut keys = make(&mut numbers);
        for _ in 0..tries {
            if is_read(&keys) {
                break;
            }
            keys = make(&mut numbers);
        }
        for _ in 0..numbers.below(4) {
            mistakes.make(&mut keys, &mut numbers);
        }
        let mut text = statement(puzzle, &keys);
        if numbers.once_in(8) {
            mistakes::in_text(&mut text, &mut numbers);
        }
        compare(&text, &mut tally.borrow_mut());
        Ok(())
    });
    tested.unwrap_or_else(|error| panic!("{error}"));
    let tally = tally.into_inner();
    println!("{puzzle}: {tally:?}");
    let least = cases / 6;
    assert!(tally.read >= least && tally.refused >= least && tally.searched >= cases / 10, "{tally:?}");
}

#[test]
fn sliding() {
    let mistakes = Mistakes {
        signs: "#. -abcABE",
        words: &["moves", "slides", "steps", "named", "shape", "long", "a", "ab", "abc", "-"],
        keys: &["axis", "gates", "goal", "goal_match", "metric"],
    };
    same_statements("sliding", puzzles::sliding, &mistakes);
}

#[test]
fn sliding_tiles() {
    let mistakes = Mistakes { signs: "12345678.9a #", words: &["12.", "1."], keys: &["goal", "metric"] };
    same_statements("sliding-tiles", puzzles::sliding_tiles, &mistakes);
}

#[test]
fn sokoban() {
    let mistakes =
        Mistakes { signs: "# $.@*+-_", words: &["pushes", "moves", "steps"], keys: &["metric", "goal"] };
    same_statements("sokoban", puzzles::sokoban, &mistakes);
}

#[test]
fn peg_solitaire() {
    let mistakes = Mistakes { signs: "o.# ", words: &["oo.", ".o"], keys: &["goal", "metric"] };
    same_statements("peg-solitaire", puzzles::peg_solitaire, &mistakes);
}

#[test]
fn tank_change() {
    let mistakes = Mistakes {
        signs: "o.ABo#",
        words: &["A", "B", "a", "diagonal", "orthogonal", "both"],
        keys: &["first", "roads", "goal"],
    };
    same_statements("tank-change", puzzles::tank_change, &mistakes);
}

#[test]
fn packing() {
    let mistakes = Mistakes {
        signs: "oo#. :AIa1",
        words: &[
            "free",
            "katamino",
            "I",
            "LL",
            "pentominoes",
            "tetrominoes",
            "hexominoes",
            "one-sided pentominoes",
        ],
        keys: &["pieces", "rule", "flip", "rotate", "piece"],
    };
    same_statements("packing", puzzles::packing, &mistakes);
}

#[test]
fn pacman() {
    let mistakes = Mistakes { signs: "#. @VHLRJ", words: &["5"], keys: &["time", "goal"] };
    same_statements("pacman", puzzles::pacman, &mistakes);
}

#[test]
fn puzzlescript() {
    let mistakes =
        Mistakes { signs: "#.P*O[]>|-\n", words: &["OBJECTS"], keys: &["level", "game", "optima"] };
    same_statements("puzzlescript", puzzles::puzzlescript, &mistakes);
}
