//! Positions and lines written in foreign notations.

use crate::vocabulary::input::InputError;
use crate::vocabulary::sentence::Sentence;

/// A position in a notation of other programs, which `Registry::read` reads back, or a line in
/// one, which [`Instance::read_line`](crate::Instance::read_line) reads back.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The name of the notation.
    pub name: &'static str,
    /// Its name for people.
    pub about: &'static Sentence,
    /// The position or line, or why it has no place in the notation.
    pub text: Result<String, InputError>,
}
