//! Puzzles with mistakes, as people write them and in normal form: the checker reads normal forms alone, each as the puzzle that
//! tejun reads.

mod mistakes;
mod puzzles;

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tejun_puzzles::{Asked, Registry};
use tejun_verify::{Certificate, Claim, read_puzzle};
use toml::Value;

use super::mutations::Numbers;
use super::{certificate, puzzle, reaches_what_explore_reaches, says_what_solve_says};
use mistakes::Mistakes;

/// The keys of a puzzle but `puzzle`.
type Keys = toml::Table;

/// Normal forms that the checker alone refuses, in words of its errors: what would deceive a reader of a certificate, what is too
/// large, and what nothing is proved of.
const STRICTER: [&str; 4] = [
    "cannot be seen",
    "is too large for this program",
    "too many placements",
    "the game is played in real time",
];

/// Puzzles with more positions are not searched.
const MOST: u64 = 500;

/// How many texts are in normal form, how many tejun reads that are not, how many both refuse, and how many were searched.
#[derive(Debug, Default)]
struct Tally {
    normal: usize,
    spelled: usize,
    refused: usize,
    searched: usize,
}

/// The text of an instance.
fn instance(puzzle: &str, keys: &Keys) -> String {
    let mut table = keys.clone();
    table.insert("puzzle".to_owned(), Value::String(puzzle.to_owned()));
    table.to_string()
}

/// The text of keys as normal forms have them, these keys first.
fn in_style(puzzle: &str, keys: &Keys, order: &[&str]) -> String {
    let mut text = format!("puzzle = {}\n", quoted(puzzle));
    write_keys(&mut text, keys, order);
    text
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn write_keys(text: &mut String, keys: &Keys, order: &[&str]) {
    let is_bare = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let others = keys.keys().map(String::as_str).filter(|key| !order.contains(key));
    for key in order.iter().copied().chain(others) {
        let name = if is_bare(key) { key.to_owned() } else { quoted(key) };
        match keys.get(key) {
            None => {}
            Some(Value::String(drawing)) if ["board", "game", "goal", "shape"].contains(&key) => {
                *text += &match drawing.contains("'''") || drawing.ends_with('\'') {
                    true => format!("{name} = {}\n", quoted(drawing)),
                    false => format!("{name} = '''\n{drawing}'''\n"),
                };
            }
            Some(Value::String(word)) => *text += &format!("{name} = {}\n", quoted(word)),
            Some(Value::Table(table)) => {
                let axes = ["long", "row", "column"];
                let place = |of: &str| axes.iter().position(|axis| *axis == of);
                let mut entries: Vec<_> = table.iter().collect();
                entries.sort_by_key(|(of, _)| place(of));
                for (of, value) in entries {
                    let of = if place(of).is_some() { of.clone() } else { quoted(of) };
                    *text += &format!("{name}.{of} = {value}\n");
                }
            }
            Some(Value::Array(tables)) if tables.iter().all(Value::is_table) => {
                for table in tables.iter().filter_map(Value::as_table) {
                    *text += &format!("[[{name}]]\n");
                    write_keys(text, table, &["name", "count", "flip", "rotate", "shape"]);
                }
            }
            Some(value) => *text += &format!("{name} = {value}\n"),
        }
    }
}

/// Whether the checker reads a statement, as part of the file of a certificate.
fn checker_reads(statement: &str) -> Result<(), String> {
    let (statement, line, evidence) = (statement.to_owned(), String::new(), Vec::new());
    let empty = Certificate { claim: Claim::Unsolvable, statement, line, evidence };
    let read = Certificate::read(&empty.write()).and_then(|certificate| read_puzzle(&certificate));
    read.map_err(|error| error.to_string())
}

/// Compares both readers of a text. The normal form, if tejun reads it.
fn compare(text: &str, tally: &mut Tally) -> Option<String> {
    let checked = checker_reads(text);
    let session = match Registry::standard().read(text, None) {
        Ok(session) => session,
        Err(error) => {
            assert!(checked.is_err(), "the checker reads what tejun refuses, {error}:\n{text}");
            tally.refused += 1;
            return None;
        }
    };
    let normal = session.statement().expect("its family has certificates");
    match &checked {
        Ok(()) => {
            assert_eq!(normal, text, "the checker reads what is not in normal form");
            tally.normal += 1;
        }
        Err(error) if normal == text => {
            let is_stricter = STRICTER.iter().any(|words| error.contains(words));
            assert!(is_stricter, "the checker refuses a normal form, {error}:\n{text}");
            return None;
        }
        Err(_) => tally.spelled += 1,
    }
    if let Err(error) = checker_reads(&normal) {
        let is_stricter = STRICTER.iter().any(|words| error.contains(words));
        assert!(is_stricter, "the checker refuses the normal form, {error}:\n{text}");
        return None;
    }
    assert_eq!(
        puzzle(&normal, None).statement().as_ref(),
        Some(&normal),
        "it has another normal form:\n{text}"
    );
    // Both read the same puzzle: what searches find of the text is proved of the normal form.
    let family = session.family().name;
    if ["packing", "pacman"].contains(&family) {
        let one = certificate(&*session, Asked::Solutions);
        assert_eq!(one, certificate(&*super::again(&one), Asked::Solutions));
        tally.searched += 1;
    } else if let Some(numbers) = reaches_what_explore_reaches(text, MOST) {
        assert_eq!(reaches_what_explore_reaches(&normal, MOST), Some(numbers), "{text}");
        let has_goal = family != "sliding" || normal.contains("\ngoal = ");
        if has_goal && family != "puzzlescript" {
            says_what_solve_says(text, &*session);
        }
        tally.searched += 1;
    }
    Some(normal)
}

/// Compares the readers on random puzzles of a family with random mistakes. A good part must be in normal form, a good part only
/// read by tejun, and a good part refused.
fn same_puzzles(puzzle: &str, make: fn(&mut Numbers) -> Keys, mistakes: &Mistakes) {
    let tally = RefCell::new(Tally::default());
    let config =
        ProptestConfig { failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() };
    let cases = config.cases as usize;
    let tested = TestRunner::new(config).run(&any::<u64>(), |seed| {
        let mut numbers = Numbers(seed);
        // As a rule a puzzle that tejun reads, where one is found soon.
        let tries = if numbers.once_in(4) { 0 } else { 20 };
        let is_read = |keys: &Keys| Registry::standard().read(&instance(puzzle, keys), None).is_ok();
        let mut keys = make(&mut numbers);
        for _ in 0..tries {
            if is_read(&keys) {
                break;
            }
            keys = make(&mut numbers);
        }
        let tally = &mut *tally.borrow_mut();
        // As people write it, then in normal form, with mistakes in both.
        let mut written = keys.clone();
        (0..numbers.below(4)).for_each(|_| mistakes.make(&mut written, &mut numbers));
        let normal = compare(&instance(puzzle, &written), tally);
        let normal =
            normal.or_else(|| Registry::standard().read(&instance(puzzle, &keys), None).ok()?.statement());
        let Some(normal) = normal else { return Ok(()) };
        let Ok(mut keys) = normal.parse::<Keys>() else { return Ok(()) };
        keys.remove("puzzle");
        assert_eq!(in_style(puzzle, &keys, mistakes.keys), normal);
        (0..numbers.below(4)).for_each(|_| mistakes.make(&mut keys, &mut numbers));
        let mut text = in_style(puzzle, &keys, mistakes.keys);
        if numbers.once_in(4) {
            mistakes::in_text(&mut text, &mut numbers);
        }
        compare(&text, tally);
        Ok(())
    });
    tested.unwrap_or_else(|error| panic!("{error}"));
    let tally = tally.into_inner();
    println!("{puzzle}: {tally:?}");
    let least = cases / 12;
    let Tally { normal, spelled, refused, searched } = tally;
    assert!(normal >= least && spelled >= least && refused >= least && searched >= cases / 5, "{tally:?}");
}

#[test]
fn sliding() {
    let mistakes = Mistakes {
        signs: "#. -abcABE",
        words: &["moves", "slides", "steps", "named", "shape", "long", "a", "ab", "abc", "-"],
        keys: &["board", "axis", "gates", "goal", "goal_match", "metric"],
    };
    same_puzzles("sliding", puzzles::sliding, &mistakes);
}

#[test]
fn sliding_tiles() {
    let mistakes =
        Mistakes { signs: "12345678.9a #", words: &["12.", "1."], keys: &["board", "goal", "metric"] };
    same_puzzles("sliding-tiles", puzzles::sliding_tiles, &mistakes);
}

#[test]
fn sokoban() {
    let mistakes = Mistakes {
        signs: "# $.@*+-_",
        words: &["pushes", "moves", "steps"],
        keys: &["board", "metric", "goal"],
    };
    same_puzzles("sokoban", puzzles::sokoban, &mistakes);
}

#[test]
fn peg_solitaire() {
    let mistakes = Mistakes {
        signs: "o.# ",
        words: &["oo.", ".o", "orthogonal", "both", "triangular"],
        keys: &["board", "goal", "jumps"],
    };
    same_puzzles("peg-solitaire", puzzles::peg_solitaire, &mistakes);
}

#[test]
fn tank_change() {
    let mistakes = Mistakes {
        signs: "o.ABo#",
        words: &["A", "B", "a", "diagonal", "orthogonal", "both"],
        keys: &["board", "first", "goal", "roads"],
    };
    same_puzzles("tank-change", puzzles::tank_change, &mistakes);
}

#[test]
fn packing() {
    let mistakes = Mistakes {
        signs: "oo#?. :AIa1",
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
        keys: &["board", "spare", "pieces", "rule", "flip", "rotate", "piece"],
    };
    same_puzzles("packing", puzzles::packing, &mistakes);
}

#[test]
fn pacman() {
    let mistakes = Mistakes { signs: "#. @VHLRJ", words: &["5"], keys: &["time", "board", "goal"] };
    same_puzzles("pacman", puzzles::pacman, &mistakes);
}

#[test]
fn puzzlescript() {
    let mistakes =
        Mistakes { signs: "#.P*O[]>|-\n", words: &["OBJECTS"], keys: &["game", "level", "optima"] };
    same_puzzles("puzzlescript", puzzles::puzzlescript, &mistakes);
}
