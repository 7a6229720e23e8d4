//! A list of families.

use std::borrow::Cow;

use tejun_core::{
    Diagnosis, Family, InputError, Instance, LibraryFile, Title,
    input::{Keys, quoted},
};

use crate::recogniser;

/// A list of families. It is all that front ends know of a family.
///
/// [`Registry::standard`] has every family that ships; the default is empty, for programs that bring only their
/// own.
#[derive(Default)]
pub struct Registry {
    families: Vec<Family>,
    title: Title,
    about: Title,
}

impl Registry {
    /// Makes a registry of these families.
    pub fn new(families: Vec<Family>) -> Self {
        Registry { families, ..Registry::default() }
    }

    /// Gives the collection a title and a line that says what it is: its page shows both.
    #[must_use]
    pub fn titled(mut self, title: impl Into<Title>, about: impl Into<Title>) -> Self {
        (self.title, self.about) = (title.into(), about.into());
        self
    }

    /// The title of the collection; empty unless it was [given](Registry::titled).
    pub fn title(&self) -> &Title {
        &self.title
    }

    /// What the collection is, in a line; perhaps empty.
    pub fn about(&self) -> &Title {
        &self.about
    }

    /// Adds a family.
    #[must_use]
    pub fn with(mut self, family: Family) -> Self {
        self.families.push(family);
        self
    }

    /// The families, in order.
    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.families.iter()
    }

    /// The puzzles that ship with the families, sorted by family name.
    pub fn library(&self) -> Vec<LibraryFile> {
        let mut families: Vec<&Family> = self.families().collect();
        families.sort_unstable_by_key(|family| family.info.name);
        families.into_iter().flat_map(|family| family.info.library()).collect()
    }

    /// Expands a short form to the text of its instance file; `None` if `name` is not a short form.
    ///
    /// # Errors
    /// If it looks like a short form but is not a valid one.
    pub fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        self.families().find_map(|family| family.info.expand_short_form(name))
    }

    /// Converts a text in a foreign notation that one of the families reads to the text of an instance file; `None` if
    /// there is no such family.
    ///
    /// # Errors
    /// If the text is in such a notation but does not make a puzzle, or makes one in each of several notations.
    pub fn import(&self, text: &str) -> Option<Result<String, InputError>> {
        recogniser::read(&self.families, text)
    }

    /// The text of an instance file for a level of a file with several, from 1.
    ///
    /// # Errors
    /// If the text is no instance of a family whose files have levels.
    pub fn at_level(&self, text: &str, level: usize) -> Result<String, InputError> {
        let text = &*self.file(text)?;
        let (header, _) = Keys::split(text)?;
        if !self.families().any(|family| family.info.name == header.puzzle && family.info.leveled) {
            return Err(no_levels(&header.puzzle));
        }
        let mut table: toml::Table =
            toml::from_str(text).map_err(|error| InputError::new(error.to_string()))?;
        let before = table.insert("level".to_owned(), toml::Value::Integer(level as i64));
        // What the file says of its best cost holds for its own level.
        if before.and_then(|level| level.as_integer()).unwrap_or(1) != level as i64 {
            table.remove("optimal");
        }
        Ok(table.to_string())
    }

    /// The text of the instance file that a text is or makes.
    fn file<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, InputError> {
        match self.import(text) {
            Some(file) => Ok(Cow::Owned(file?)),
            None => recogniser::unknown(&self.families, text).map_or(Ok(Cow::Borrowed(text)), Err),
        }
    }

    /// The key of a file with the source of its puzzle, and what is to be said of that source, for families whose
    /// puzzles are [written](crate::FamilyInfo::script) in a language. `None` for other files, and for texts that are no file.
    pub fn diagnose(&self, text: &str) -> Option<(&'static str, Diagnosis)> {
        let imported = self.import(text).and_then(Result::ok);
        let (header, keys) = Keys::split(imported.as_deref().unwrap_or(text)).ok()?;
        let script = self.families().find(|family| family.info.name == header.puzzle)?.info.script?;
        Some((script.key, (script.diagnose)(keys.text(script.key)?)))
    }

    /// Opens the puzzle of a file at its first position. A `metric` given here overrides the file's;
    /// the file's `optimal` is dropped then unless it counts the same.
    ///
    /// # Errors
    /// If the text does not make a puzzle; the error says where and how to fix it.
    pub fn read(&self, text: &str, metric: Option<&str>) -> Result<Box<dyn Instance>, InputError> {
        self.read_level(text, metric, None)
    }

    /// As [`read`](Registry::read), at a level of a file with several, from 1.
    ///
    /// # Errors
    /// As [`read`](Registry::read), and if a level is given of a family whose files have none.
    pub fn read_level(
        &self,
        text: &str,
        metric: Option<&str>,
        level: Option<usize>,
    ) -> Result<Box<dyn Instance>, InputError> {
        let (mut header, mut keys) = Keys::split(&self.file(text)?)?;
        let Some(family) = self.families().find(|family| family.info.name == header.puzzle) else {
            let names: Vec<&str> = self.families().map(|family| family.info.name).collect();
            return Err(InputError::new(format!(
                "there is no family {:?}: puzzle is one of {}",
                header.puzzle,
                names.join(", ")
            )));
        };
        if let Some(metric) = metric {
            if family.info.metrics.len() < 2 {
                return Err(InputError::new(format!(
                    "{} counts its moves in one way only: leave out the metric",
                    family.info.name
                )));
            }
            // What the file says of its best cost holds in the file's own metric.
            if keys.text("metric").or(Some(family.info.metrics[0])) != Some(metric) {
                header.optimal = None;
            }
            keys.set("metric", metric);
        }
        if let Some(level) = level {
            if !family.info.leveled {
                return Err(no_levels(&header.puzzle));
            }
            if keys.set_level(level) {
                header.optimal = None;
            }
        }
        family.open(header, keys)
    }
}

fn no_levels(family: &str) -> InputError {
    InputError::new(format!("{} has no levels: leave out the level", quoted(family)))
}
