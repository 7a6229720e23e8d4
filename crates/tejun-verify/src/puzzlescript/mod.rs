//! Games written in PuzzleScript, a level at a time: by the compiler and the plain engine of `tejun-puzzlescript`. Searches
//! play on packed states with its fast engine; here each input is played cell by cell.
//!
//! Positions have no numbers of their own. The evidence lists them, and the number of one is its place in the list; then
//! come the levels of these numbers, as for other puzzles.

mod level;
mod list;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

pub use level::{Level, Position, position};
use list::List;
pub use list::evidence;

use tejun_puzzlescript::{Input, ThreadLimits};

use crate::limits::Limits;
use crate::rules::Rules;
use crate::statement::Statement;
use crate::{Certificate, Claim, VerifyError, levels};

/// Most steps of work of all inputs together: a step is a cell looked at, or a match tried. So many are free, and so many come
/// with each position, so that a small file is checked in minutes.
const FREE_WORK: u64 = 1 << 32;
const WORK_PER_POSITION: u64 = 1 << 20;
const MOST_WORK: u64 = 1 << 40;

/// What reading a game and playing it may take: both ask the limits of their thread, and what they return after a stop is of no
/// use.
fn play_limits(limits: &Limits) -> ThreadLimits {
    ThreadLimits { cancel: limits.cancel.clone(), ..ThreadLimits::default() }
}

/// Reads a level within the limits of the thread.
///
/// # Errors
/// If there is none, or nothing can be proved of it. If the limits end that.
pub(crate) fn read(statement: &Statement) -> Result<Level, VerifyError> {
    let limits = Limits::current();
    let _entered = play_limits(&limits).enter();
    let level = Level::read(statement);
    limits.check()?;
    level
}

/// Checks a certificate, and says what was looked at.
///
/// # Errors
/// If it does not prove what it claims. If the limits end the check.
pub(crate) fn check(level: Level, certificate: &Certificate, limits: &Limits) -> Result<String, VerifyError> {
    let play_limits = play_limits(limits);
    let entered = play_limits.clone().enter();
    let (list, levels) = match certificate.claim {
        // Nothing is nearer than the start: no position is listed.
        Claim::Optimal(0) => (List::empty(level.start()), &certificate.evidence[..]),
        _ => List::read(&certificate.evidence, &level, limits)?,
    };
    let limits = limits.less(list.bytes())?;
    let work = MOST_WORK.min(FREE_WORK + list.len().saturating_mul(WORK_PER_POSITION));
    let rules = Listed { level, list, play_limits, work: AtomicU64::new(work), fault: OnceLock::new() };
    let checked = levels::check(&rules, certificate, levels, &limits);
    drop(entered);
    limits.check()?;
    match (rules.fault.into_inner(), checked) {
        (Some(fault), _) => Err(VerifyError::new(fault)),
        (None, Err(error)) => Err(error),
        (None, Ok(levels::Checked { positions, moves })) => {
            Ok(format!("{positions} positions, {moves} moves"))
        }
    }
}

/// The positions of a level that are listed.
struct Listed {
    level: Level,
    list: List,
    /// Those of each thread that plays.
    play_limits: ThreadLimits,
    /// The steps that are left.
    work: AtomicU64,
    /// Why an input has no outcome, if that was met.
    fault: OnceLock<String>,
}

impl Listed {
    /// The position after an input. Its work is counted.
    fn after(&self, position: &Position, input: Input) -> Result<Position, String> {
        let (after, spent) = self.level.after(position, input)?;
        let left = |left: u64| left.checked_sub(spent);
        let counted = self.work.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        counted.map(|_| after).map_err(|_| "the turns of the game take too long to be checked".into())
    }
}

impl Rules for Listed {
    type Position = Position;

    fn start(&self) -> Position {
        self.level.start().clone()
    }

    fn has_goal(&self) -> bool {
        self.level.has_goal()
    }

    fn is_goal(&self, position: &Position) -> bool {
        level::is_won(position)
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut(&Position, u32)) {
        let _entered = self.play_limits.clone().enter();
        // What is left out after a stop is taken for no proof.
        if ThreadLimits::is_cancelled() {
            return;
        }
        for &input in self.level.inputs() {
            // Where nothing more will be proved, no more is played.
            if level::is_won(position) || self.fault.get().is_some() {
                return;
            }
            match self.after(position, input) {
                Ok(after) if after != *position => visit(&after, 1),
                Ok(_) => (),
                Err(fault) => drop(self.fault.set(fault)),
            }
        }
    }

    fn play(&self, position: &mut Position, by: &str) -> Result<u32, String> {
        if level::is_won(position) {
            return Err("the level is won before it".to_owned());
        }
        let input = self.level.input(by).ok_or("it is no input of this game")?;
        let after = self.after(position, input)?;
        if after == *position {
            return Err("it changes nothing".to_owned());
        }
        *position = after;
        Ok(1)
    }

    fn count(&self) -> u64 {
        self.list.len()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.list.find(position)
    }

    fn unrank(&self, rank: u64, position: &mut Position) {
        self.list.get(rank, position);
    }
}
