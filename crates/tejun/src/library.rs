//! The instance files that ship with tejun.

use rust_embed::RustEmbed;
use tejun_puzzles::{InputError, Registry};

use crate::answers::Named;

/// The files, as the build found them.
#[derive(RustEmbed)]
#[folder = "../../library"]
#[include = "*.toml"]
#[include = "*.txt"]
struct Files;

/// An instance of the library.
pub struct Entry {
    /// How the command line calls it: the file's name without its ending.
    pub name: String,
    /// The file's text.
    pub text: String,
}

/// Every instance, folder by folder and name by name.
pub fn entries() -> Vec<Entry> {
    let mut paths: Vec<_> = Files::iter().collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let file = Files::get(path).expect("a listed file is there");
            let name = path.rsplit('/').next().expect("a path has a last part");
            Entry {
                name: name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned(),
                text: String::from_utf8(file.data.into_owned()).expect("the library is UTF-8"),
            }
        })
        .collect()
}

/// Every instance of the library, made by the families of `registry`.
///
/// # Errors
/// When one is of no family of `registry`.
pub fn instances(registry: &Registry) -> Result<Vec<Named>, InputError> {
    entries().into_iter().map(|entry| Ok((entry.name, registry.read(&entry.text, None)?))).collect()
}
