//! How the puzzles of a family stand together where people choose one.

use crate::vocabulary::scene::Glyph;
use crate::vocabulary::sentence::Sentence;

/// A shelf of the library: puzzles of a family that people look for by one name.
#[derive(Clone, Copy, Debug)]
pub struct Shelf {
    /// Its name for programs, that of the [draw](crate::Draw) if the family draws puzzles for it; empty means that of the family.
    pub name: &'static str,
    /// Its title for people; `None` means that of the family.
    pub title: Option<&'static Sentence>,
    /// A one-line description; `None` means that of the family.
    pub about: Option<&'static Sentence>,
    /// What every piece of its puzzles looks like; `None` if it holds whatever is on no other shelf of the family.
    pub glyph: Option<Glyph>,
    /// How well known it is: shelves with more fame come first, and those with the same in the order of their families.
    pub fame: u8,
    /// The puzzles of the library that come first on it. The others go from easy to hard.
    pub known: &'static [&'static str],
    /// Tiny puzzles for a first visit, of one to a few moves, the easiest first: names in the library, short forms, or
    /// texts of instance files.
    pub first_steps: &'static [&'static str],
}

impl Shelf {
    /// A shelf for all puzzles of a family, without first steps; the fields may be overridden with `..`.
    pub const PLAIN: Self =
        Shelf { name: "", title: None, about: None, glyph: None, fame: 0, known: &[], first_steps: &[] };
}
