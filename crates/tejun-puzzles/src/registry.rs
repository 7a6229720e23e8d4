//! A list of families.

use tejun_core::{
    Diagnosis, Family, GivenOptions, InputError, Instance, LibraryFile, NO_ACTION, Title, WITHOUT,
    input::{self, Header, Keys, quoted},
};

use crate::{detection, unknown_text};

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
        detection::read(&self.families, text)
    }

    /// What is wrong with a text that no family reads; `None` if it is an instance file, at least in part.
    pub(crate) fn unknown(&self, text: &str) -> Option<InputError> {
        unknown_text::error(&self.families, text)
    }

    /// The key of a file with the source of its puzzle, and what is to be said of that source, for families whose
    /// puzzles are [written](crate::FamilyInfo::script) in a language. `None` for other files, and for texts that are no file.
    pub fn diagnose(&self, text: &str) -> Option<(&'static str, Diagnosis)> {
        let imported = self.import(text).and_then(Result::ok);
        let (header, keys) = Keys::split(imported.as_deref().unwrap_or(text)).ok()?;
        let script = self.families().find(|family| family.info.name == header.puzzle)?.info.script?;
        Some((script.key, (script.diagnose)(keys.text(script.key)?)))
    }

    /// The text of a puzzle of which a question leaves out rules, or the action key, as the options say: a file that says
    /// so itself. Without such options it is the text as it is.
    ///
    /// # Errors
    /// If the puzzle is not [written](crate::FamilyInfo::script) in rules, or leaves out some itself.
    pub fn leave_out(&self, text: String, options: &GivenOptions) -> Result<String, InputError> {
        let given = [WITHOUT, NO_ACTION].into_iter().find(|name| options.is_given(name));
        let Some(given) = given else { return Ok(text) };
        let scripts = || self.families().filter(|family| family.info.script.is_some());
        let imported =
            scripts().flat_map(|family| family.info.notations).find_map(|notation| (notation.read)(&text));
        let file = imported.transpose()?.unwrap_or(text);
        let split = Keys::split(&file).ok();
        let split = split.filter(|(header, _)| scripts().any(|family| family.info.name == header.puzzle));
        let Some((_, mut keys)) = split else {
            // A text that is wrong gets its own error.
            let family = self.read(&file, None)?.about().puzzle;
            return Err(InputError::new(format!("{family} is not written in rules: leave out `{given}`")));
        };
        if keys.take::<Vec<u64>>(WITHOUT)?.is_some() || keys.take::<bool>(NO_ACTION)?.is_some() {
            return Err(InputError::new(format!(
                "the file says itself what is left out: leave out `{given}`"
            )));
        }
        let lines = options.numbers(WITHOUT);
        let no_action =
            if options.is_on(NO_ACTION) { format!("{NO_ACTION} = true\n") } else { String::new() };
        Ok(format!("{WITHOUT} = {lines:?}\n{no_action}{}", input::without_mark(&file)))
    }

    /// Opens the puzzle of an instance file.
    pub(crate) fn open(
        &self,
        mut header: Header,
        mut keys: Keys,
        metric: Option<&str>,
        level: Option<usize>,
    ) -> Result<Box<dyn Instance>, InputError> {
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
