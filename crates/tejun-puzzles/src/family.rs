//! A family of puzzles: what it is called, how its instances are read, what ships with it.

use crate::input::{Header, InputError, Keys};
use crate::instance::Instance;
use crate::sentence::Sentence;
use crate::verb::FamilyVerb;

/// A family of puzzles.
pub trait Puzzle: Send + Sync {
    /// The name that `puzzle = "..."` in an instance file gives.
    fn name(&self) -> &'static str;

    /// What people call it.
    fn title(&self) -> &'static Sentence;

    /// One line on what it is.
    fn about(&self) -> &'static Sentence;

    /// What `metric` may be, the default first; empty where there is nothing to choose.
    fn metrics(&self) -> &'static [&'static str] {
        &[]
    }

    /// The short forms that stand for whole files.
    fn short_forms(&self) -> &'static [ShortForm] {
        &[]
    }

    /// The text of the instance file that a short form stands for; `None` if it is not one of this
    /// family's.
    fn expand_short_form(&self, _name: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// The text of the instance file that stands for a text in a foreign notation of this family;
    /// `None` if it is not in one.
    fn import(&self, _text: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// The text of a small instance file to begin a puzzle of one's own with.
    fn template(&self) -> &'static str;

    /// What a hand can paint on the boards of an instance file.
    fn brushes(&self) -> &'static [Brush];

    /// Makes an instance of a file's keys.
    ///
    /// # Errors
    /// When the keys do not make a puzzle; the error says where and what to do.
    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError>;

    /// The puzzles that ship with it.
    fn library(&self) -> Vec<LibraryFile> {
        Vec::new()
    }

    /// Verbs that only this family has.
    fn verbs(&self) -> Vec<FamilyVerb> {
        Vec::new()
    }
}

/// A short form, which stands for a whole instance file.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// How it is written, what may be chosen in capitals, as in `klotski:LAYOUT`.
    pub form: &'static str,
    /// What it means.
    pub about: &'static Sentence,
    /// Where what may be chosen is a set of letters: these.
    pub letters: Option<&'static str>,
}

/// What a hand can paint on a board of an instance file.
#[derive(Clone, Copy, Debug)]
pub struct Brush {
    /// The characters that mean it, one for each thing of the kind.
    pub characters: &'static str,
    /// What it is.
    pub about: &'static Sentence,
}

/// An instance file that ships with a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFile {
    /// How people call it, unlike any other of any family.
    pub name: String,
    /// The file's text.
    pub text: String,
}
