//! Certificates: how many packings there are, or that there is none.

use tejun_search::{Outcome, Watch};
use tejun_verify::rules::packing::Packing;
use tejun_verify::{Certificate, Claim, tilings};

use super::count::count;
use super::rules::{Position, Rules};
use tejun_core::{Asked, Means, Proved, SolveError, Theorem, kit::prove::read_rules};

/// Counts the packings and writes down what came of it. There is no evidence: who checks the claim counts again, by other
/// means, in about the time that any evidence would take to read.
///
/// # Errors
/// If something else is asked, the numbers do not fit into a certificate, or the pieces have too many placements.
pub(super) fn prove(
    rules: &Rules,
    position: &Position,
    theorem: &Theorem,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Proved, SolveError> {
    if theorem.asked == Asked::Reachable {
        return Err(SolveError::new(
            "of a packing, a certificate says how many solutions there are: ask for those",
        ));
    }
    let countable = |statement: &_| {
        let packing = Packing::read(statement)?;
        tilings::is_countable(&packing)
    };
    read_rules(countable, theorem)?;
    let counted = count(rules, position, means, watch)?;
    let number = |number: u128| {
        u64::try_from(number)
            .map_err(|_| SolveError::new(format!("a certificate cannot say {number}: it ends at 2^64")))
    };
    let claim = match counted.outcome {
        Outcome::Solved(()) => {
            Claim::Solutions { different: number(counted.solutions)?, all: number(counted.solutions_raw)? }
        }
        _ => Claim::Unsolvable,
    };
    let statement = theorem.statement.clone();
    let certificate = Certificate { claim, statement, line: String::new(), evidence: Vec::new() };
    let outcome = match counted.outcome {
        Outcome::Stopped(reason, _) => Outcome::Stopped(reason, None),
        _ => Outcome::Solved(certificate),
    };
    Ok(Proved { outcome, stats: counted.stats })
}
