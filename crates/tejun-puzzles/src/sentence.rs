//! What a front end has to say, in each language: a sentence, and one with its arguments, such as why a
//! move cannot be played.

use std::fmt;

use crate::cell::CellId;
use crate::title::Lang;

/// A sentence in every language, with a code for programs; `{name}` stands for an argument.
#[derive(Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The code, for programs.
    pub code: &'static str,
    /// English.
    pub en: &'static str,
    /// 日本語.
    pub ja: &'static str,
    /// 简体中文.
    pub zh: &'static str,
}

impl Sentence {
    /// A sentence that is there in English alone; the other languages show the English.
    pub const fn english(code: &'static str, en: &'static str) -> Self {
        Sentence { code, en, ja: en, zh: en }
    }

    /// The sentence in `lang`, its arguments still open.
    pub fn text(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ja => self.ja,
            Lang::Zh => self.zh,
        }
    }
}

/// Sentences as statics of a family: name, code, English, 日本語, 简体中文.
macro_rules! sentences {
    ($($name:ident = $code:literal, $en:literal, $ja:literal, $zh:literal;)*) => {
        $(pub(super) static $name: $crate::Sentence =
            $crate::Sentence { code: $code, en: $en, ja: $ja, zh: $zh };)*
    };
}
pub(crate) use sentences;

/// A sentence with its arguments: why something cannot be played, or what is said of a position. It
/// displays in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    sentence: &'static Sentence,
    args: Vec<(&'static str, String)>,
    cells: Vec<CellId>,
}

impl Reason {
    /// A reason of this kind, without arguments yet.
    pub fn new(sentence: &'static Sentence) -> Self {
        Reason { sentence, args: Vec::new(), cells: Vec::new() }
    }

    /// The same reason with one argument more.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((name, value.to_string()));
        self
    }

    /// The same reason, about these cells of the scene. Where it is a line of sight they are the
    /// stops along it, in order.
    pub fn on(mut self, cells: impl IntoIterator<Item = CellId>) -> Self {
        self.cells = cells.into_iter().collect();
        self
    }

    /// The cells of the scene that it is about.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The code, for programs.
    pub fn code(&self) -> &'static str {
        self.sentence.code
    }

    /// The sentence in `lang`, arguments in place.
    pub fn text(&self, lang: Lang) -> String {
        self.args.iter().fold(self.sentence.text(lang).to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}
