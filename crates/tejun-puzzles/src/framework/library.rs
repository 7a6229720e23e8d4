//! The instance files that ship with tejun, in one folder per family.

use rust_embed::RustEmbed;

use crate::framework::info::LibraryFile;

/// The files, embedded by the build.
#[derive(RustEmbed)]
#[folder = "library"]
#[include = "*.toml"]
struct Files;

/// The files of a family, sorted by path.
pub fn of(family: &str) -> Vec<LibraryFile> {
    let mut paths: Vec<_> = Files::iter().collect();
    paths.sort();
    let file = |path: &str| {
        let name = path.strip_prefix(family)?.strip_prefix('/')?.strip_suffix(".toml")?.to_owned();
        let text = String::from_utf8(Files::get(path)?.data.into_owned()).expect("the library is UTF-8");
        Some(LibraryFile { name, text })
    };
    paths.iter().filter_map(|path| file(path)).collect()
}
