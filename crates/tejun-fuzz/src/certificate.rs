//! Certificates.

use tejun_puzzles::Means;
use tejun_puzzles::question::{Count, Explore, Solve};
use tejun_search::{Limits, Outcome, Unwatched};
use tejun_verify::{Certificate, Claim, Limits as CheckLimits, Statement, check};

use crate::input::{REGISTRY, one_line};

/// The most bytes of an instance: what takes long to be checked is larger, as a rule. A packing draws each of its pieces.
const STATEMENT: usize = 1024;
/// The most cells of a packing, whose solutions are counted.
const CELLS: usize = 50;
/// The most positions of a search that a check repeats.
const POSITIONS: u64 = 1 << 18;
/// The limits of a search that looks whether what is accepted is true.
const LIMITS: Limits = Limits { states: 20_000, bytes: 64 << 20, depth: u32::MAX };

/// Whatever a certificate says, it is refused in one line, or what it claims is true, as a search finds.
pub(crate) fn certificate(data: &[u8]) {
    if let Some(file) = file(data) {
        checked(&file);
    }
}

/// The file that an input stands for, which is `INSTANCE NUL CLAIM NUL LINE NUL EVIDENCE`: digests and lengths are made
/// here, or nothing else would ever be looked at. An input that begins as a file does, or has fewer than two NULs, is the file itself.
/// `None` if the claim is no claim, or the instance is too long.
fn file(data: &[u8]) -> Option<Vec<u8>> {
    let mut parts = data.splitn(4, |&byte| byte == 0);
    let mut text = || parts.next().and_then(|part| str::from_utf8(part).ok());
    let (Some(statement), Some(claim), Some(line)) = (text(), text(), text()) else {
        return Some(data.to_vec());
    };
    if data.starts_with(b"tejun certificate") {
        return Some(data.to_vec());
    }
    let claim = claim.parse::<Claim>().inspect_err(|error| one_line(&error.to_string())).ok()?;
    if statement.len() > STATEMENT {
        return None;
    }
    let evidence = parts.next().unwrap_or_default().to_vec();
    let (statement, line) = (statement.to_owned(), line.to_owned());
    Some(Certificate { claim, statement, line, evidence }.write())
}

fn checked(file: &[u8]) {
    let read = Certificate::read(file).and_then(|read| Statement::read(&read.statement));
    // The board comes before the pieces.
    let cells = |text: &str| text.split("[[piece]]").next().map_or(0, |board| board.matches('o').count());
    match read {
        Err(error) => return one_line(&error.to_string()),
        Ok(statement)
            if statement.puzzle == "packing" && cells(&String::from_utf8_lossy(file)) > CELLS + 10 =>
        {
            return;
        }
        Ok(_) => {}
    }
    let limits = CheckLimits { positions: POSITIONS, ..CheckLimits::threads(2) };
    let verified = match Certificate::read(file).and_then(|read| check(read, &limits)) {
        Ok(verified) => verified,
        Err(error) => return one_line(&error.to_string()),
    };
    one_line(&verified.checked);
    let Certificate { claim, statement, line, .. } = &verified.certificate;
    assert!(verified.certificate.write() == file, "a file has another spelling");
    let instance = REGISTRY.read(statement, None).unwrap_or_else(|error| panic!("{error}: {statement}"));
    if let Claim::Optimal(_) = claim {
        let verdict = instance.check(&instance.read_line(line));
        assert!(verdict.solves, "the line does not solve it: {line}");
    }
    let options = Means { limits: LIMITS, ..Means::default() };
    if let Claim::Reachable(positions) = claim {
        let Ok(explored) = instance.start().ask(Explore::default(), &options, &mut Unwatched) else { return };
        assert!(
            explored.outcome.stopped().is_some() || explored.classes == *positions,
            "{} can be reached",
            explored.classes
        );
        return;
    }
    if let Claim::Solutions { different, all } = claim {
        let Ok(counted) = instance.start().ask(Count, &options, &mut Unwatched) else { return };
        assert!(
            counted.outcome.stopped().is_some()
                || (counted.solutions, counted.solutions_raw) == ((*different).into(), (*all).into()),
            "there are {} solutions, {} with images",
            counted.solutions,
            counted.solutions_raw
        );
        return;
    }
    let Ok(solution) = instance.start().ask(Solve::default(), &options, &mut Unwatched) else { return };
    let proved = solution.proof == tejun_search::Proof::Optimal;
    match (claim, &solution.outcome) {
        (Claim::Optimal(cost), Outcome::Solved(_)) if proved => {
            assert_eq!(solution.value.cost, Some(*cost as i64), "another line is the best");
        }
        (Claim::Optimal(_) | Claim::Score(_), Outcome::Unsolvable) => {
            panic!("a search proves that no line solves it")
        }
        (Claim::Unsolvable, Outcome::Solved(line)) => panic!("{line:?} solves it"),
        (Claim::Score(score), Outcome::Solved(_)) if proved => {
            assert_eq!(solution.value.score, Some(*score), "another line is the best");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tejun_verify::verify;

    /// Mutations of what is refused are refused, as a rule.
    #[test]
    fn what_they_begin_with_is_accepted() {
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/certificate");
        for entry in std::fs::read_dir(corpus).unwrap() {
            let path = entry.unwrap().path();
            let file = file(&std::fs::read(&path).unwrap()).unwrap();
            verify(&file, 2).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}
