//! Readers of instances.

use tejun_puzzles::conformance;
use tejun_puzzles::input::Keys;

use crate::input::{REGISTRY, one_line, read};
use crate::play::sound;

/// The text of a file, or of a foreign notation, is an instance whose first position can be drawn, or it is
/// refused in one line.
pub(crate) fn instance(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let notations = REGISTRY.families().flat_map(|family| family.info.notations);
    for imported in notations.filter_map(|notation| (notation.read)(text)) {
        match imported {
            Ok(file) => drop(Keys::split(&file).expect("an import must be an instance file")),
            Err(error) => one_line(&error.to_string()),
        }
    }
    let Ok(instance) = read(text) else { return };
    let start = instance.start();
    sound(conformance::scene(&start.scene(), 0));
    let verdict = instance.check(&instance.read_line(""));
    assert!(verdict.fault.is_none(), "the empty line must be legal: {:?}", verdict.fault);
    for metric in REGISTRY.families().flat_map(|family| family.info.metric_choices()) {
        if let Err(error) = REGISTRY.read(text, Some(metric)) {
            one_line(&error.to_string());
        }
    }
}

/// A short form expands to the text of a file, which is read or refused in one line.
pub(crate) fn short_form(data: &[u8]) {
    let Ok(name) = str::from_utf8(data) else { return };
    match REGISTRY.expand_short_form(name) {
        None => {}
        Some(Err(error)) => one_line(&error.to_string()),
        Some(Ok(text)) => {
            Keys::split(&text).expect("a short form must expand to an instance file");
            if let Ok(instance) = read(&text) {
                sound(conformance::scene(&instance.start().scene(), 0));
            }
        }
    }
}
