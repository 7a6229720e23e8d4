//! The fixed facts of a family.

use std::ops::RangeInclusive;

use super::generate::Random;
use super::words;
use crate::vocabulary::collection::Collection;
use crate::vocabulary::diagnosis::Script;
use crate::vocabulary::draw::{Draw, Levels};
use crate::vocabulary::input::InputError;
use crate::vocabulary::line::LineFormat;
use crate::vocabulary::notation::NotationInfo;
use crate::vocabulary::rule_example::RuleExample;
use crate::vocabulary::sentence::Sentence;
use crate::vocabulary::shelf::Shelf;
use crate::vocabulary::verb::FamilyVerb;

/// The fixed facts of a family: all that does not depend on one of its puzzles.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// The name that instance files give as `puzzle = "..."`.
    pub name: &'static str,
    /// The text of a small instance file, as a starting point for a new puzzle.
    pub template: &'static str,
    /// Its title for people; `None` means its name.
    pub title: Option<&'static Sentence>,
    /// A one-line description; `None` means its title.
    pub about: Option<&'static Sentence>,
    /// Other names that people know its puzzles by, also in Latin letters: words to search for.
    pub names: &'static [&'static str],
    /// Its rules, as it explains them to people.
    pub rule_examples: &'static [RuleExample],
    /// The puzzles that its own verbs draw at random, by difficulty.
    pub draws: &'static [Draw],
    /// What a cost may count, the default first; several if a file may choose by its key `metric`.
    pub metrics: &'static [&'static str],
    /// What the moves of a line are called where they do not all cost 1, so that the metric does not count them: what
    /// `explore` counts then.
    pub move_name: &'static str,
    /// What the editor can paint on the boards of an instance file, the emptiest last.
    pub brushes: &'static [Brush],
    /// Lines that the editor offers for a file, besides boards.
    pub lines: &'static [FileLine],
    /// The language that its puzzles are written in, if a file is more than keys and boards.
    pub script: Option<Script>,
    /// The family's short forms.
    pub short_forms: &'static [ShortForm],
    /// The notations of other programs that it reads. Of two that take a text, a mistake in it is told in the words of
    /// the first.
    pub notations: &'static [NotationInfo],
    /// Takes the puzzles of a text that may have several, in a notation of other programs or, if the family's files have
    /// levels, in its own; `None` if it is no such text.
    pub collection: fn(&str) -> Option<Result<Collection, InputError>>,
    /// How its puzzles stand together where people choose one, and which come first there; by default all on one shelf.
    pub shelves: &'static [Shelf],
    /// The puzzles that ship with the family; by default the template.
    pub library: Option<fn() -> Vec<LibraryFile>>,
    /// Names of its library, and beginnings of short forms up to their colon, that a WebAssembly module lacks, for its
    /// size: a page without a server does not offer them.
    pub not_in_modules: &'static [&'static str],
    /// Draws puzzles at random. The family then has the verb `generate NAME`, which looks for puzzles whose best solution
    /// has a wanted cost.
    pub random: Option<RandomPuzzles>,
    /// The verbs that only this family has.
    pub verbs: fn() -> Vec<FamilyVerb>,
    /// Why a gesture that plays no move does not, where the puzzle does not know better.
    pub why_not: &'static Sentence,
    /// Whether a file has several levels: its key `level` tells which one is meant, from 1.
    pub leveled: bool,
    /// Whether lines are scored. A higher score is better.
    pub scored: bool,
    /// Whether a position without a move that is not solved is lost; if not, the play is over there.
    pub dead_ends_lose: bool,
    /// Whether a move always leads back from where a move leads to. Then no position of a puzzle is lost that has a
    /// solution, and front ends need not look out for that.
    pub reversible: bool,
    /// How the moves of a line are separated.
    pub line_format: LineFormat,
}

impl FamilyInfo {
    /// A family of this name, with a small instance file; the other fields may be overridden with `..`.
    pub const fn new(name: &'static str, template: &'static str) -> Self {
        FamilyInfo {
            name,
            template,
            title: None,
            about: None,
            names: &[],
            rule_examples: &[],
            draws: &[],
            metrics: &["moves"],
            move_name: "moves",
            brushes: &[],
            lines: &[],
            script: None,
            short_forms: &[],
            notations: &[],
            collection: |_| None,
            shelves: &[Shelf::PLAIN],
            library: None,
            not_in_modules: &[],
            random: None,
            verbs: Vec::new,
            why_not: &words::NOT_PLAYED,
            leveled: false,
            scored: false,
            dead_ends_lose: true,
            reversible: false,
            line_format: LineFormat::Words,
        }
    }

    /// Its title for people.
    pub fn title(&self) -> Sentence {
        self.title.map_or(Sentence::english("title", self.name), |title| *title)
    }

    /// A one-line description.
    pub fn about(&self) -> Sentence {
        self.about.map_or_else(|| self.title(), |about| *about)
    }

    /// The values that `metric` may take, the default first; empty if there is no choice.
    pub fn metric_choices(&self) -> &'static [&'static str] {
        if self.metrics.len() > 1 { self.metrics } else { &[] }
    }

    /// All that it draws at random, by difficulty.
    pub fn draws(&self) -> Vec<Draw> {
        let random = self.random.filter(|random| !random.levels.is_empty());
        let random = random.map(|random| Draw {
            verb: self.name,
            title: self.title.unwrap_or(&words::RANDOM),
            levels: Levels::Moves(random.levels),
        });
        self.draws.iter().copied().chain(random).collect()
    }

    /// The puzzles that ship with the family.
    pub fn library(&self) -> Vec<LibraryFile> {
        self.library.map_or_else(|| vec![LibraryFile::new(self.name, self.template)], |library| library())
    }

    /// Expands a short form to the text of an instance file; `None` if `name` is no short form of this family.
    pub fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        self.short_forms.iter().find_map(|short_form| (short_form.expand)(name))
    }
}

/// Puzzles drawn at random.
#[derive(Clone, Copy, Debug)]
pub struct RandomPuzzles {
    /// Draws the text of an instance file. One that has no solution does no harm.
    pub draw: fn(&mut Random) -> String,
    /// Levels of difficulty for the page, the easiest first, by the cost of a best solution. Each should be common
    /// among what is drawn.
    pub levels: &'static [RangeInclusive<u32>],
}

/// A short form: a name that stands for a whole instance file.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// How it is written, with placeholders in capitals, as in `klotski:LAYOUT`.
    pub form: &'static str,
    /// What it means.
    pub about: &'static Sentence,
    /// Expands a name to the text of an instance file; `None` if it is not this form.
    pub expand: fn(&str) -> Option<Result<String, InputError>>,
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
