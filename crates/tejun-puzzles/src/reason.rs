//! What a front end has to say, such as why something cannot be played: a code with arguments and
//! a sentence in each language.

use std::fmt;

use crate::about::Lang;
use crate::scene::CellId;

/// A kind of reason: its code and its sentences, in which `{name}` stands for an argument.
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

/// A reason with its arguments. It displays as its English sentence.
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
        let template = match lang {
            Lang::En => self.sentence.en,
            Lang::Ja => self.sentence.ja,
            Lang::Zh => self.sentence.zh,
        };
        self.args
            .iter()
            .fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}
