//! A family of puzzles: its name, how its instances are read, and which ones ship with it.

use crate::draw::Draw;
use crate::input::{Header, InputError, Keys};
use crate::instance::Instance;
use crate::rule_example::RuleExample;
use crate::sentence::Sentence;
use crate::verb::FamilyVerb;

/// A family of puzzles.
pub trait Family: Send + Sync {
    /// The name that instance files give as `puzzle = "..."`.
    fn name(&self) -> &'static str;

    /// Its title for people.
    fn title(&self) -> &'static Sentence;

    /// A one-line description.
    fn about(&self) -> &'static Sentence;

    /// Other names that people know its puzzles by, also in Latin letters: words to search for.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Its rules, as it explains them to people.
    fn rule_examples(&self) -> &'static [RuleExample] {
        &[]
    }

    /// What it draws at random.
    fn draws(&self) -> &'static [Draw] {
        &[]
    }

    /// The values that `metric` may take, the default first; empty if there is no choice.
    fn metrics(&self) -> &'static [&'static str] {
        &[]
    }

    /// The family's short forms.
    fn short_forms(&self) -> &'static [ShortForm] {
        &[]
    }

    /// Expands a short form to the text of an instance file; `None` if `name` is no short form of this
    /// family.
    fn expand_short_form(&self, _name: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// Converts a text in a foreign notation that this family reads to the text of an instance file; `None`
    /// if the text is in no such notation.
    fn import(&self, _text: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// The text of a small instance file, as a starting point for a new puzzle.
    fn template(&self) -> &'static str;

    /// What the editor can paint on the boards of an instance file.
    fn brushes(&self) -> &'static [Brush];

    /// Lines that the editor offers for a file, besides boards.
    fn lines(&self) -> &'static [FileLine] {
        &[]
    }

    /// Makes an instance from the keys of a file.
    ///
    /// # Errors
    /// If the keys do not make a puzzle; the error says where and how to fix it.
    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError>;

    /// The puzzles that ship with the family.
    fn library(&self) -> Vec<LibraryFile> {
        Vec::new()
    }

    /// The verbs that only this family has.
    fn verbs(&self) -> Vec<FamilyVerb> {
        Vec::new()
    }
}

/// A short form: a name that stands for a whole instance file.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// How it is written, with placeholders in capitals, as in `klotski:LAYOUT`.
    pub form: &'static str,
    /// What it means.
    pub about: &'static Sentence,
    /// The letters to choose from, if the placeholder is a set of letters.
    pub letters: Option<&'static str>,
    /// How many of these letters it takes at least.
    pub least: usize,
}

/// Something the editor can paint on a board of an instance file.
#[derive(Clone, Copy, Debug)]
pub struct Brush {
    /// The characters that stand for it, one for each thing of this kind.
    pub characters: &'static str,
    /// A description of it.
    pub about: &'static Sentence,
}

/// A line that an instance file may have: a key and a value.
#[derive(Clone, Copy, Debug)]
pub struct FileLine {
    /// The line, as in `axis = "long"`.
    pub text: &'static str,
    /// What it says.
    pub about: &'static Sentence,
    /// The character on boards that needs it. The editor adds the line when this is painted.
    pub brush: Option<char>,
    /// The letters of which the value is made, if the editor offers them to choose from.
    pub letters: Option<&'static str>,
}

/// An instance file that ships with a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryFile {
    /// Its name, unique among all families.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

impl LibraryFile {
    /// The file of this name with this text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        LibraryFile { name: name.into(), text: text.into() }
    }
}

impl Brush {
    /// The brush that paints these characters.
    pub const fn new(characters: &'static str, about: &'static Sentence) -> Self {
        Brush { characters, about }
    }
}
