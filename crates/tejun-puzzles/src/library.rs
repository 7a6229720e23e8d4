//! The instance files that ship, a folder for each family.

use rust_embed::RustEmbed;

use crate::family::LibraryFile;

/// The files, as the build found them.
#[derive(RustEmbed)]
#[folder = "library"]
#[include = "*.toml"]
struct Files;

/// The files of a family, in order of their paths.
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
