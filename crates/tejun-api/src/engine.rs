//! What answers requests: the puzzles, and what a search may use.

use std::path::PathBuf;
use std::sync::OnceLock;

use tejun_puzzles::Registry;

use crate::clock::{Clock, Now};
use crate::error::ApiError;
use crate::library::Library;
use crate::limits::Resources;
use crate::puzzle_cache::PuzzleCache;
use crate::{answers, limited_writer};

/// Everything that is needed to answer requests.
pub struct Engine {
    pub(crate) registry: Registry,
    pub(crate) library: Library,
    pub(crate) cache: PuzzleCache,
    pub(crate) most: Resources,
    pub(crate) data: Option<PathBuf>,
    pub(crate) now: Now,
    /// The answer about the library, cached after the first request because it never changes.
    shown_library: OnceLock<String>,
}

impl Engine {
    /// Answers requests about the families of `registry`. A search may use `most`, and families keep expensive
    /// results in the directory `data` if there is one.
    pub fn new(registry: Registry, most: Resources, data: Option<PathBuf>, now: Now) -> Self {
        Engine {
            library: Library::new(&registry),
            registry,
            cache: PuzzleCache::default(),
            most,
            data,
            now,
            shown_library: OnceLock::new(),
        }
    }

    /// What one search may use.
    pub fn most(&self) -> &Resources {
        &self.most
    }

    /// The library, if it has been asked for before.
    pub fn known_library(&self) -> Option<&str> {
        self.shown_library.get().map(String::as_str)
    }

    /// The families and the library, as the text of a JSON object.
    ///
    /// # Errors
    /// If it takes longer than `clock` allows.
    pub fn library(&self, clock: &Clock) -> Result<&str, ApiError> {
        if self.shown_library.get().is_none() {
            let instances = self.library.instances(&self.registry)?;
            let shown = limited_writer::write(&answers::library(&self.registry, instances), clock)?;
            // A concurrent request has stored the same answer.
            let _ = self.shown_library.set(shown);
        }
        Ok(self.shown_library.get().expect("it was just set"))
    }
}
