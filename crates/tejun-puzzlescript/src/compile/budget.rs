//! How many rules a source may stand for: a line of a few names can stand for more than memory holds.

use super::expanded::Expanded;
use crate::diagnostic::Diagnostics;
use crate::text::STOPPED;
use crate::thread_limits::ThreadLimits;

/// The most rules of a game, spelled out.
const MAX_RULES: usize = 60_000;
/// The most cells and terms of them all together.
const MAX_SIZE: usize = 2_000_000;
/// Rules between two looks at the limits of the thread.
const LOOK: usize = 1 << 9;

/// What the rules of a game take so far.
pub(super) struct Budget {
    rules: usize,
    size: usize,
    bytes: usize,
    /// Maximum of `bytes`.
    max_bytes: usize,
    looks: usize,
    is_spent: bool,
}

impl Budget {
    /// All that this thread may take.
    pub fn new() -> Self {
        let max_bytes = usize::try_from(ThreadLimits::current().bytes).unwrap_or(usize::MAX);
        Self { rules: 0, size: 0, bytes: 0, max_bytes, looks: 0, is_spent: false }
    }

    /// Notes the rules of a line of the source.
    pub fn take(&mut self, rules: &[Expanded]) {
        self.rules += rules.len();
        self.size += rules.iter().map(Expanded::size).sum::<usize>();
        self.bytes += rules.iter().map(Expanded::bytes).sum::<usize>();
    }

    /// Checks that the budget allows so many more rules like this one; `None` after an error.
    pub fn check(&mut self, count: usize, like: &Expanded, diagnostics: &mut Diagnostics) -> Option<()> {
        self.looks += 1;
        if self.looks.is_multiple_of(LOOK) && ThreadLimits::is_cancelled() {
            self.is_spent = true;
            diagnostics.error(like.line, STOPPED);
            return None;
        }
        let (size, bytes) = (count.saturating_mul(like.size()), count.saturating_mul(like.bytes()));
        let passed = [
            (count, self.rules, MAX_RULES, format_args!("{MAX_RULES} rules")),
            (size, self.size, MAX_SIZE, format_args!("{MAX_SIZE} cells and names of rules")),
            (bytes, self.bytes, self.max_bytes, format_args!("{} KiB of rules", self.max_bytes >> 10)),
        ]
        .into_iter()
        .find(|(own, before, most, _)| own.saturating_add(*before) > *most)
        .map(|(own, _, most, what)| match own > most {
            true => format!("this rule, spelled out, takes more than {what}; name fewer choices and directions in it"),
            false => {
                format!("the rules up to here, spelled out, take more than {what}; name fewer choices and directions")
            }
        });
        let Some(message) = passed else { return Some(()) };
        self.is_spent = true;
        diagnostics.error(like.line, message);
        None
    }

    /// Whether some rules went beyond it.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Bytes of the rules, roughly.
    pub fn bytes(&self) -> u64 {
        self.bytes as u64
    }
}
