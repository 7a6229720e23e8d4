//! What a family draws at random, by difficulty.

use crate::vocabulary::sentence::Sentence;

/// A kind of puzzle that a family draws at random.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// The second word of the verb that draws it, as in `generate rushhour`.
    pub verb: &'static str,
    /// Its title for people.
    pub title: &'static Sentence,
    /// The options of the verb at each level of difficulty, the easiest first.
    pub levels: &'static [&'static [(&'static str, &'static str)]],
}
