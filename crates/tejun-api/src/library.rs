//! The puzzles that ship with a registry's families, each read on first use.

use std::sync::OnceLock;

use tejun_puzzles::input::Keys;
use tejun_puzzles::{InputError, Instance, LibraryFile, Registry, ThreadLimits};

/// An instance and its name in the library.
pub type Named = (String, Box<dyn Instance>);

/// The library of a registry.
pub struct Library {
    files: Vec<LibraryFile>,
    /// The titles of each file.
    titles: OnceLock<Vec<Vec<String>>>,
    instances: OnceLock<Result<Vec<Named>, InputError>>,
}

impl Library {
    /// The files of all families of `registry`, sorted by family name.
    pub fn new(registry: &Registry) -> Self {
        Library { files: registry.library(), titles: OnceLock::new(), instances: OnceLock::new() }
    }

    /// The text of the instance with that name or title. Only a look-up by title reads more than one file.
    pub fn text(&self, name: &str) -> Option<&str> {
        let named = self.files.iter().find(|file| file.name == name);
        let file = named.or_else(|| {
            let titles = self.titles.get_or_init(|| self.files.iter().map(titles).collect());
            let titled = titles.iter().position(|titles| titles.iter().any(|title| title == name));
            titled.map(|at| &self.files[at])
        })?;
        Some(&file.text)
    }

    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// All instances, made by the families of `registry`.
    ///
    /// # Errors
    /// If a file belongs to no family of `registry`.
    pub fn instances(&self, registry: &Registry) -> Result<&[Named], InputError> {
        let read = |file: &LibraryFile| Ok((file.name.clone(), registry.read(&file.text, None)?));
        let instances = self.instances.get_or_init(|| {
            // They are read once for everybody: what stops a single request must not end it.
            let _limits = ThreadLimits::default().enter();
            self.files.iter().map(read).collect()
        });
        instances.as_deref().map_err(Clone::clone)
    }
}

fn titles(file: &LibraryFile) -> Vec<String> {
    let header = Keys::split(&file.text).map(|(header, _)| header);
    header.map_or_else(|_| Vec::new(), |header| header.title.all().map(str::to_owned).collect())
}
