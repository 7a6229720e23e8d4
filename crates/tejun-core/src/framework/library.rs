//! The instance files that a crate of families embeds.

use rust_embed::RustEmbed;

use crate::framework::info::LibraryFile;

/// The instance files in a folder of those that a crate embeds, sorted by path: `NAME.toml` is the puzzle `NAME`.
pub fn embedded<Files: RustEmbed>(folder: &str) -> Vec<LibraryFile> {
    let mut paths: Vec<_> = Files::iter().collect();
    paths.sort();
    let file = |path: &str| {
        let name = path.strip_prefix(folder)?.trim_start_matches('/').strip_suffix(".toml")?.to_owned();
        let text = String::from_utf8(Files::get(path)?.data.into_owned()).expect("the library is UTF-8");
        Some(LibraryFile { name, text })
    };
    paths.iter().filter_map(|path| file(path)).collect()
}
