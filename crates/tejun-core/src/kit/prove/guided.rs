//! Certificates of guided searches, which the checker repeats.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use tejun_search::{Progress, StopReason, Watch};
use tejun_verify::{Certificate, Claim, Limits, Stop, VerifyError, guided};

use crate::vocabulary::means::{Means, SolveError};

/// What may lead the search of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The bound, as the checker of the family reads it.
    pub bound: String,
    /// Most positions that the search is to look at. If they are more, another guide is better.
    pub positions: u64,
}

/// The guides for a claim, from the one whose check begins soonest.
pub type Guides<'a> = &'a dyn Fn(&Claim) -> Vec<Guide>;

/// The certificate that the first of some guides proves; or why there is none. They are tried as the checker does it.
///
/// # Errors
/// If the checker refuses what the search has found.
pub(super) fn guided(
    certificate: &Certificate,
    guides: Vec<Guide>,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Result<Certificate, StopReason>, SolveError> {
    let mut stopped = StopReason::States;
    for Guide { bound, positions } in guides {
        let certificate = Certificate { evidence: guided::evidence(&bound), ..certificate.clone() };
        // What is beyond the most of any check it refuses.
        let positions = positions.min(guided::MOST_POSITIONS - 1).min(means.limits.states);
        let limits = Limits { bytes: means.limits.bytes, positions, ..Limits::threads(1) };
        let checked = match watched(certificate.clone(), limits, watch) {
            Ok(checked) => checked,
            Err(reason) => return Ok(Err(reason)),
        };
        match checked.map_err(|error| (error.stop(), error)) {
            Ok(()) => return Ok(Ok(certificate)),
            Err((None, error)) => {
                return Err(SolveError::new(format!("the rules of certificates refuse this: {error}")));
            }
            Err((Some(Stop::Positions), _)) => stopped = StopReason::States,
            Err((Some(Stop::Memory | Stop::Cancelled), _)) => stopped = StopReason::Memory,
        }
    }
    Ok(Err(stopped))
}

/// Checks a certificate, while this thread answers for the watch whether to stop.
///
/// # Errors
/// Returns why it was stopped.
fn watched(
    certificate: Certificate,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Result<(), VerifyError>, StopReason> {
    let (ask, asked) = mpsc::sync_channel(0);
    let (answer, answers) = mpsc::sync_channel(1);
    let answers = Mutex::new(answers);
    let cancel = move || {
        let answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        ask.send(()).is_err() || answers.recv().unwrap_or(true)
    };
    let limits = Limits { cancel: Some(Arc::new(cancel)), ..limits };
    thread::scope(|scope| {
        // It asks until it is over, which drops the limits.
        let check = move || tejun_verify::check(certificate, &limits).map(drop);
        let checking = thread::Builder::new().spawn_scoped(scope, check);
        let mut ended = None;
        for (times, ()) in (1..).zip(&asked) {
            if ended.is_none() {
                let progress = Progress { expanded: times, ..Progress::default() };
                ended = watch.tick(&progress).break_value();
            }
            // It waits for this.
            let _ = answer.send(ended.is_some());
        }
        // Where the system starts no thread, there is no memory for one.
        let checked = checking.map(|checking| checking.join().expect("a check does not panic"));
        ended.map_or(checked.map_err(|_| StopReason::Memory), Err)
    })
}
