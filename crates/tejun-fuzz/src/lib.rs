//! Properties that must hold for any input.
//!
//! Each [`Check`] takes bytes and panics if something is wrong. The fuzz targets in `fuzz/` run them on
//! whatever libFuzzer generates; `tests/bounded.rs` runs them on stable Rust, on the corpus and on a fixed
//! number of mutations of it.
//!
//! An input about one puzzle is `INSTANCE NUL REST`: the instance as the API takes it (a library name, a
//! short form, or the text of a file), and what to do with it.

mod certificate;
mod export;
mod generate;
mod hardest;
mod input;
mod play;
mod puzzlescript;
mod read;
mod request;
mod search;

/// A property that must hold for any bytes.
pub struct Check {
    /// The name of the check, of its fuzz target and of its corpus folder.
    pub name: &'static str,
    /// Runs the check on some bytes. Panics if it fails.
    pub run: fn(&[u8]),
}

/// All checks.
pub const CHECKS: [Check; 11] = [
    Check { name: "instance", run: read::instance },
    Check { name: "short_form", run: read::short_form },
    Check { name: "line", run: play::line },
    Check { name: "walk", run: play::walk },
    Check { name: "export", run: export::export },
    Check { name: "search", run: search::search },
    Check { name: "hardest", run: hardest::hardest },
    Check { name: "generate", run: generate::generate },
    Check { name: "request", run: request::request },
    Check { name: "puzzlescript", run: puzzlescript::puzzlescript },
    Check { name: "certificate", run: certificate::certificate },
];

/// Runs the check called `name` on `data`.
///
/// # Panics
/// Panics if the check fails, or if there is none of that name.
pub fn run(name: &str, data: &[u8]) {
    let check = CHECKS.iter().find(|check| check.name == name).expect("there is no check of that name");
    (check.run)(data);
}
