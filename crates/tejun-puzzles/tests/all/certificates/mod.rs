//! Certificates: made by the searches, checked by rules of their own.

mod levels;
mod mutations;
mod packing;
mod pacman;
mod pacman_plain;
mod puzzlescript;
mod random;
mod statements;

use tejun_puzzles::question::{Explore, Prove, Solve};
use tejun_puzzles::{Asked, Instance, Means, Registry};
use tejun_search::{Limits, Outcome, Unwatched};
use tejun_verify::{Certificate, Claim, verify};

/// The puzzle of a text, a short form or a library name.
fn puzzle(name: &str, metric: Option<&str>) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let library = registry.library();
    let text = library.iter().find(|file| file.name == name).map(|file| file.text.to_string());
    let text = text.or_else(|| registry.expand_short_form(name).map(Result::unwrap));
    registry.read(text.as_deref().unwrap_or(name), metric).unwrap()
}

fn options() -> Means {
    Means { limits: Limits { bytes: 1 << 30, ..Limits::default() }, threads: 2, ..Means::default() }
}

/// The certificate of what is asked of a puzzle, which its own file confirms.
fn certificate(puzzle: &dyn Instance, asked: Asked) -> Certificate {
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
fn again(certificate: &Certificate) -> Box<dyn Instance> {
    let read = Registry::standard().read(&certificate.statement, None);
    read.unwrap_or_else(|error| panic!("{error}: {}", certificate.statement))
}

/// Asserts that the certificate of a puzzle says what `solve` says, also of the puzzle in normal form, where its line is a solution.
fn says_what_solve_says(name: &str, puzzle: &dyn Instance) -> Certificate {
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
fn reaches_what_explore_reaches(name: &str, most: u64) -> Option<(u64, u64)> {
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
