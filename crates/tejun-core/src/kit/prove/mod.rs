//! Making certificates, for [`Searches::prove`](crate::Searches::prove).

mod by_bound;
mod by_levels;
mod collector;
mod guided;

use std::cell::Cell;
use std::ops::ControlFlow;

use tejun_search::{Progress, StopReason, Watch};
use tejun_verify::{Certificate, Claim, Statement, VerifyError};

use crate::vocabulary::certificate::Theorem;
use crate::vocabulary::means::{Found, Observer, SolveError};

pub use by_bound::{MOST_LEVELS, MOST_LEVELS_UNSOLVABLE, by_bound, by_guide};
pub use by_levels::by_levels;
pub use guided::{Guide, Guides};

/// Reads the puzzle of a theorem by the rules of certificates.
///
/// # Errors
/// If it is too large for them, or its text has what a certificate may not have.
pub fn read_rules<R>(
    read: impl FnOnce(&Statement) -> Result<R, VerifyError>,
    theorem: &Theorem,
) -> Result<R, SolveError> {
    let (statement, line, evidence) = (theorem.statement.clone(), String::new(), Vec::new());
    let empty = Certificate { claim: Claim::Unsolvable, statement, line, evidence };
    let rules = Certificate::read(&empty.write())
        .and_then(|certificate| Statement::read(&certificate.statement))
        .and_then(|statement| read(&statement));
    rules.map_err(|error| SolveError::new(format!("there is no certificate of this: {error}")))
}

/// A watch that also stops a search that has given enough.
pub struct UntilEnough<'w> {
    /// Who is asked besides.
    pub watch: &'w mut dyn Watch,
    /// Set once the search has what it was for.
    pub enough: &'w Cell<bool>,
}

impl Watch for UntilEnough<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if self.enough.get() {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            self.watch.tick(progress)
        }
    }

    fn expect(&mut self, states: u64) {
        self.watch.expect(states);
    }
}

/// A watch as an observer to whom solutions are nothing new.
pub struct Unheard<'w>(pub &'w mut dyn Watch);

impl Watch for Unheard<'_> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        self.0.tick(progress)
    }

    fn expect(&mut self, states: u64) {
        self.0.expect(states);
    }
}

impl Observer for Unheard<'_> {
    fn found(&mut self, _: &Found) {}
}
