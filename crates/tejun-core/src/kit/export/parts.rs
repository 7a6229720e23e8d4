//! How large an export may be.

use crate::vocabulary::input::InputError;

/// Maximum number of parts of an export: literals of clauses, or what takes as much room. The text has some 50 MB then.
const MOST_PARTS: usize = 1 << 22;

/// The number of parts of an export so far.
#[derive(Default)]
pub struct Parts(usize);

impl Parts {
    /// Counts more of them; `what` is their format.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add(&mut self, parts: usize, what: &str) -> Result<(), InputError> {
        self.0 = self.0.saturating_add(parts);
        if self.0 <= MOST_PARTS {
            return Ok(());
        }
        Err(InputError::new(format!(
            "the puzzle is too large for {what}: it would have more than {MOST_PARTS} parts"
        )))
    }
}
