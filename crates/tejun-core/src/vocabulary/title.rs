//! Languages, and titles in them.

use serde::Deserialize;

/// The languages that tejun supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 日本語.
    Ja,
    /// 简体中文.
    Zh,
}

/// A title in up to three languages. In a file it is a string, or a table with the keys `en`, `ja`, `zh`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "TitleForm")]
pub struct Title {
    texts: [Option<String>; 3],
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TitleForm {
    One(String),
    Each(TitleTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TitleTable {
    en: Option<String>,
    ja: Option<String>,
    zh: Option<String>,
}

impl From<TitleForm> for Title {
    fn from(form: TitleForm) -> Self {
        match form {
            TitleForm::One(text) => Title { texts: [Some(text), None, None] },
            TitleForm::Each(TitleTable { en, ja, zh }) => Title { texts: [en, ja, zh] },
        }
    }
}

impl From<String> for Title {
    /// A title in English only.
    fn from(text: String) -> Self {
        Title { texts: [Some(text), None, None] }
    }
}

impl Title {
    /// A title from its text in each language.
    pub fn each(text: impl Fn(Lang) -> String) -> Self {
        Title { texts: [Lang::En, Lang::Ja, Lang::Zh].map(|lang| Some(text(lang))) }
    }

    /// The title in `lang`, or else in the first language that has one.
    pub fn text(&self, lang: Lang) -> Option<&str> {
        let own = self.texts[lang as usize].as_deref();
        own.or_else(|| self.texts.iter().flatten().next().map(String::as_str))
    }

    /// The titles in all languages that have one.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().flatten().map(String::as_str)
    }
}
