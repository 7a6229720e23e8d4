//! Notations of other programs: those that a family reads, and positions and lines written in them.

use crate::vocabulary::input::InputError;
use crate::vocabulary::sentence::Sentence;

/// A position in a notation of other programs, which [`NotationInfo::read`] reads back, or a line in one, which
/// [`Instance::read_line`](crate::Instance::read_line) reads back.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The name of the notation.
    pub name: &'static str,
    /// Its name for people.
    pub about: &'static Sentence,
    /// The position or line, or why it has no place in the notation.
    pub text: Result<String, InputError>,
}

/// A notation of other programs that a family reads.
#[derive(Clone, Copy, Debug)]
pub struct NotationInfo {
    /// The name of the notation.
    pub name: &'static str,
    /// Its name for people.
    pub about: &'static Sentence,
    /// A puzzle in it.
    pub example: &'static str,
    /// Converts a text to the text of an instance file. `None` if it is in another notation; an error if it is in this
    /// one and makes no puzzle.
    pub read: fn(&str) -> Option<Result<String, InputError>>,
    /// Whether a text says itself that it is in this notation, as by headings: no other notation is tried then.
    pub marked: bool,
}

impl NotationInfo {
    /// A notation that is known by its looks.
    pub const fn new(
        name: &'static str,
        about: &'static Sentence,
        example: &'static str,
        read: fn(&str) -> Option<Result<String, InputError>>,
    ) -> Self {
        NotationInfo { name, about, example, read, marked: false }
    }

    /// A position in this notation, or why it has no place in it.
    pub fn written(&self, text: Result<String, InputError>) -> Notation {
        Notation { name: self.name, about: self.about, text }
    }
}
