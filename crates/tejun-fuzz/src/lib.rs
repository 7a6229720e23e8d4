//! What must hold for any input.
//!
//! Each [`Check`] takes bytes and panics where something is wrong. The fuzz targets in `fuzz/` call
//! them with whatever libFuzzer makes up; `tests/bounded.rs` calls them on stable Rust with the corpus
//! and a fixed number of mutations of it.
//!
//! An input about one puzzle is `INSTANCE NUL REST`: the instance as the API takes it (a name of the
//! library, a short form, or a file's text), and what is done with it.

mod input;
mod play;
mod read;
mod request;
mod scene;
mod search;

/// Something that must hold for any bytes.
pub struct Check {
    /// What it is called: its fuzz target and the folder of its corpus.
    pub name: &'static str,
    /// Panics where it does not hold.
    pub run: fn(&[u8]),
}

/// All of them.
pub const CHECKS: [Check; 6] = [
    Check { name: "instance", run: read::instance },
    Check { name: "short_form", run: read::short_form },
    Check { name: "line", run: play::line },
    Check { name: "walk", run: play::walk },
    Check { name: "search", run: search::search },
    Check { name: "request", run: request::request },
];

/// Runs the check of that name.
///
/// # Panics
/// If something is wrong, or there is no such check.
pub fn run(name: &str, data: &[u8]) {
    let check = CHECKS.iter().find(|check| check.name == name).expect("there is a check of that name");
    (check.run)(data);
}
