//! Certificates of puzzles, also of random ones: what is certified is what the searches find.

#![allow(dead_code)]

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use tejun_puzzles::question::{Explore, Prove, Solve};
use tejun_puzzles::{Asked, Instance, Means, Registry};
use tejun_search::{Limits, Outcome, Unwatched};
use tejun_verify::{Certificate, Claim, verify};

use crate::common::{cases, step};

/// The puzzle of a text, a short form or a library name.
pub fn puzzle(name: &str, metric: Option<&str>) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let library = registry.library();
    let text = library.iter().find(|file| file.name == name).map(|file| file.text.to_string());
    let text = text.or_else(|| registry.expand_short_form(name).map(Result::unwrap));
    registry.read(text.as_deref().unwrap_or(name), metric).unwrap()
}

pub fn options() -> Means {
    Means { limits: Limits { bytes: 1 << 30, ..Limits::default() }, threads: 2, ..Means::default() }
}

/// The certificate of what is asked of a puzzle, which its own file confirms.
pub fn certificate(puzzle: &dyn Instance, asked: Asked) -> Certificate {
    let proved = puzzle.ask(Prove { asked }, &options(), &mut Unwatched).unwrap();
    let Outcome::Solved(certificate) = proved.outcome else { panic!("{:?}", proved.outcome) };
    let stated = Some(&certificate.statement);
    assert_eq!(stated, puzzle.statement().as_ref());
    assert_eq!(stated, again(&certificate).statement().as_ref(), "its normal form has another normal form");
    let verified =
        verify(&certificate.write(), 2).unwrap_or_else(|error| panic!("{error}: {}", certificate.statement));
    assert_eq!(verified.certificate, certificate);
    certificate
}

/// The puzzle that a certificate states, read by tejun.
pub fn again(certificate: &Certificate) -> Box<dyn Instance> {
    let read = Registry::standard().read(&certificate.statement, None);
    read.unwrap_or_else(|error| panic!("{error}: {}", certificate.statement))
}

/// Asserts that the certificate of a puzzle says what `solve` says, also of the puzzle in normal form, where its line is a solution.
pub fn says_what_solve_says(name: &str, puzzle: &dyn Instance) -> Certificate {
    let solution = puzzle.start().ask(Solve::default(), &options(), &mut Unwatched).unwrap();
    let certificate = certificate(puzzle, Asked::Solutions);
    let claim = match solution.outcome {
        Outcome::Solved(_) => Claim::Optimal(solution.value.cost.unwrap() as u64),
        Outcome::Unsolvable => Claim::Unsolvable,
        Outcome::Stopped(..) => panic!("{name} was not solved"),
    };
    assert_eq!(certificate.claim, claim, "{name}");
    let again = again(&certificate);
    let solution = again.start().ask(Solve::default(), &options(), &mut Unwatched).unwrap();
    let found = solution.outcome.found().map(|_| solution.value);
    assert_eq!(
        found.and_then(|value| value.cost).map_or(Claim::Unsolvable, |cost| Claim::Optimal(cost as u64)),
        claim
    );
    if let Claim::Optimal(cost) = claim {
        let verdict = again.check(&again.read_line(&certificate.line));
        assert!(verdict.solves && verdict.value.cost == Some(cost as i64), "{name}: {verdict:?}");
    }
    certificate
}

/// Asserts that as many positions are certified as `explore` finds. The numbers of positions and of classes, unless there are
/// more than `most`.
pub fn reaches_what_explore_reaches(name: &str, most: u64) -> Option<(u64, u64)> {
    let session = puzzle(name, None);
    let options = Means { limits: Limits { states: most, ..Limits::default() }, ..options() };
    let explored = session.start().ask(Explore::default(), &options, &mut Unwatched).unwrap();
    if explored.outcome.stopped().is_some() {
        return None;
    }
    let certificate = certificate(session.as_ref(), Asked::Reachable);
    assert_eq!(certificate.claim, Claim::Reachable(explored.classes), "{name}");
    Some((explored.states, explored.classes))
}

/// Puzzles with more positions are left out.
const MOST: u64 = 5000;

/// How often something came up among the puzzles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub optimal: usize,
    pub unsolvable: usize,
    /// Optima with evidence, because the start's bound alone does not show them.
    pub evident: usize,
    pub reachable: usize,
    /// Puzzles with positions that are images of others.
    pub symmetric: usize,
}

impl Tally {
    fn add(&mut self, file: &str) {
        let Some((states, classes)) = reaches_what_explore_reaches(file, MOST) else { return };
        self.reachable += 1;
        self.symmetric += usize::from(classes < states);
        let session = puzzle(file, None);
        // Sliding blocks alone may have no goal.
        if session.family().name == "sliding" && !file.contains("goal = ") {
            return;
        }
        let certificate = says_what_solve_says(file, &*session);
        match certificate.claim {
            Claim::Unsolvable => self.unsolvable += 1,
            _ => self.optimal += 1,
        }
        // Evidence begins with the number of its positions.
        let positions = certificate.evidence.iter().take(8).any(|&byte| byte > 0);
        self.evident += usize::from(certificate.claim != Claim::Unsolvable && positions);
    }
}

/// Compares random puzzles, among which each must have come up so often at least: figures for all cases.
pub fn compare(all: u32, files: impl Strategy<Value = String>, least: Tally) {
    let tally = RefCell::new(Tally::default());
    // The same puzzles each time: how often something comes up is no matter of luck.
    let rng_seed = RngSeed::Fixed(1);
    let config = ProptestConfig {
        cases: cases(all),
        rng_seed,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let tested = TestRunner::new(config).run(&files, |file| {
        // Half of the drawings end with blank lines, which are no rows.
        let file = match file.len() % 2 {
            0 => file,
            _ => file.replace("= '''\n", "\0").replace("'''", "\n\n\n'''").replace('\0', "= '''\n"),
        };
        if Registry::standard().read(&file, None).is_ok() {
            tally.borrow_mut().add(&file);
        }
        Ok(())
    });
    tested.unwrap_or_else(|error| panic!("{error}"));
    let tally = tally.into_inner();
    let numbers = |t: Tally| [t.optimal, t.unsolvable, t.evident, t.reachable, t.symmetric];
    assert!(
        numbers(tally).iter().zip(numbers(least)).all(|(came, least)| *came >= least / step()),
        "{tally:?}"
    );
}

/// Drawings, half of which are their own mirror image, most of these but for one cell at most.
pub fn drawings(cells: &'static [char]) -> impl Strategy<Value = String> {
    let cell = move || prop::sample::select(cells);
    (1..=5_usize, 1..=4_usize, any::<bool>()).prop_flat_map(move |(rows, columns, mirrored)| {
        let cells = prop::collection::vec(cell(), rows * columns);
        let other = prop::option::of((0..rows, 0..columns, cell()));
        (cells, other).prop_map(move |(cells, other)| {
            let mut rows: Vec<Vec<char>> = cells.chunks(columns).map(<[char]>::to_vec).collect();
            if mirrored {
                for row in &mut rows {
                    (0..columns / 2).for_each(|at| row[columns - 1 - at] = row[at]);
                }
                if let Some((row, column, cell)) = other {
                    rows[row][column] = cell;
                }
            }
            rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
        })
    })
}
