//! The sentences that reasons of all families have in common.

use super::words;
use crate::vocabulary::sentence::Reason;
use crate::vocabulary::title::Title;

/// That nothing solves the puzzle from a position on.
pub fn lost() -> Reason {
    Reason::new(&words::LOST)
}

/// That a move loses, and what shows it: its cells are those that the reason is about.
pub fn loses(by: &str, why: Option<&Reason>) -> Reason {
    match why {
        None => Reason::new(&words::LOSES).with("move", by),
        Some(why) => Reason::new(&words::LOSES_WHY)
            .with("move", by)
            .with_title("why", Title::each(|lang| why.text(lang)))
            .on(why.cells().to_vec()),
    }
}
