//! The messages of front ends, in each language: sentences, and sentences with their arguments, such as why a
//! move is not legal.

use std::fmt;

use crate::vocabulary::cell::CellId;
use crate::vocabulary::title::{Lang, Title};

/// A sentence in every language, with a code for programs. `{name}` is a placeholder for an argument, and
/// `{name|cell|cells}` the form that goes with the number `name`: the first one if that is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A sentence that exists in English only and is shown in English in every language.
    pub const fn english(code: &'static str, en: &'static str) -> Self {
        Sentence { code, en, ja: en, zh: en }
    }

    /// The sentence in `lang`, with its placeholders.
    pub fn text(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ja => self.ja,
            Lang::Zh => self.zh,
        }
    }
}

impl From<&Sentence> for Title {
    fn from(sentence: &Sentence) -> Self {
        Title::each(|lang| sentence.text(lang).to_owned())
    }
}

/// Declares sentences as statics: the name, the code, and the text in English, 日本語 and 简体中文, or in English
/// only.
///
/// ```
/// use tejun_puzzles::{Lang, sentences};
///
/// sentences! {
///     PEG = "peg", "a peg", "ペグ", "棋子";
///     LEFT = "left", "{pegs} pegs left";
/// }
///
/// assert_eq!(PEG.text(Lang::Zh), "棋子");
/// assert_eq!(LEFT.text(Lang::Zh), "{pegs} pegs left");
/// ```
#[macro_export]
macro_rules! sentences {
    ($($name:ident = $code:literal, $en:literal $(, $ja:literal, $zh:literal)?;)*) => {
        $(pub(crate) static $name: $crate::Sentence = $crate::sentences!(@ $code, $en $(, $ja, $zh)?);)*
    };
    (@ $code:literal, $en:literal) => { $crate::Sentence::english($code, $en) };
    (@ $code:literal, $en:literal, $ja:literal, $zh:literal) => {
        $crate::Sentence { code: $code, en: $en, ja: $ja, zh: $zh }
    };
}
pub(crate) use sentences;

/// A text from outside with its control characters escaped, so that it can be part of a line.
pub(crate) fn shown(text: &str) -> String {
    let shown = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// A sentence with its arguments, such as why a move is not legal. Displays in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    sentence: &'static Sentence,
    args: Vec<(&'static str, Title)>,
    cells: Vec<CellId>,
}

impl Reason {
    /// A reason without arguments yet.
    pub fn new(sentence: &'static Sentence) -> Self {
        Reason { sentence, args: Vec::new(), cells: Vec::new() }
    }

    /// Adds an argument. Its control characters are escaped.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((name, Title::from(shown(&value.to_string()))));
        self
    }

    /// Adds an argument that is another text in each language. Its control characters are escaped.
    pub fn with_title(mut self, name: &'static str, value: Title) -> Self {
        self.args.push((name, Title::each(|lang| shown(value.text(lang).unwrap_or_default()))));
        self
    }

    /// Adds the scene's cells that it is about. For a line of sight, these are the stops along it, in order.
    pub fn on(mut self, cells: impl IntoIterator<Item = CellId>) -> Self {
        self.cells = cells.into_iter().collect();
        self
    }

    /// The scene's cells that it is about.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The code, for programs.
    pub fn code(&self) -> &'static str {
        self.sentence.code
    }

    /// The sentence in `lang`, with its arguments filled in.
    pub fn text(&self, lang: Lang) -> String {
        let number = |name: &str| self.args.iter().find(|(known, _)| *known == name)?.1.text(lang);
        let chosen = choose_forms(self.sentence.text(lang), number);
        self.args.iter().fold(chosen, |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value.text(lang).unwrap_or_default())
        })
    }
}

/// A text in which `{name|one|other}` is the form that goes with the number `name`. A form may have placeholders.
fn choose_forms<'a>(text: &str, number: impl Fn(&str) -> Option<&'a str>) -> String {
    let (mut chosen, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('{') {
        let (before, after) = rest.split_at(start);
        chosen += before;
        let mut depth = 0;
        let mut bars = Vec::new();
        let end = after.char_indices().find_map(|(at, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                '|' if depth == 1 => bars.push(at),
                _ => {}
            }
            (depth == 0).then_some(at)
        });
        let Some(end) = end else { return chosen + after };
        if let [one, other] = bars[..] {
            let is_one = number(&after[1..one]) == Some("1");
            chosen += if is_one { &after[one + 1..other] } else { &after[other + 1..end] };
        } else {
            chosen += &after[..=end];
        }
        rest = &after[end + 1..];
    }
    chosen + rest
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    sentences! {
        PART = "part", "a part of {cells} {cells|cell|cells}, {other|one|{other} more} and {", "{cells}", "{cells}";
    }

    #[test]
    fn forms_go_with_their_numbers() {
        for (cells, other, text) in [
            (1, 1, "a part of 1 cell, one and {"),
            (2, 3, "a part of 2 cells, 3 more and {"),
            (0, 11, "a part of 0 cells, 11 more and {"),
        ] {
            let reason = Reason::new(&PART).with("cells", cells).with("other", other);
            assert_eq!(reason.text(Lang::En), text);
            assert_eq!(reason.text(Lang::Ja), cells.to_string());
        }
    }
}
