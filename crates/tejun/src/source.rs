//! From the INSTANCE of the command line to the text of an instance file.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_puzzles::input::Keys;
use tejun_puzzles::{Instance, Registry};

use crate::library::{self, Entry};

/// Makes the instance that a library name, a title, a path, a short form or `-` names. `metric`,
/// where given, goes before the file's own.
///
/// # Errors
/// When there is no such instance, or its text is no good; the message is one line.
pub fn instance(registry: &Registry, name: &str, metric: Option<&str>) -> Result<Box<dyn Instance>> {
    let text = text(registry, name)?;
    registry.read(&text, metric).with_context(|| shown(name))
}

fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}

fn text(registry: &Registry, name: &str) -> Result<String> {
    if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return utf8(name, bytes);
    }
    if let Some(text) = registry.expand_short_form(name) {
        return text.with_context(|| name.to_owned());
    }
    let path = Path::new(name);
    if path.is_file() {
        let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
        return utf8(name, bytes);
    }
    let entries = library::entries();
    if let Some(entry) = entries.iter().find(|entry| entry.name == name || has_title(entry, name)) {
        return Ok(entry.text.clone());
    }
    if name.contains(['/', '\\']) || path.extension().is_some() {
        bail!("{name}: there is no such file");
    }
    let nearest = nearest(&entries, name);
    bail!("there is no instance {name:?}: did you mean {nearest}? `tejun list` lists them all");
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow::anyhow!("{}: line {line} is not UTF-8 (byte {at}): save the file as UTF-8", shown(name))
    })
}

fn has_title(entry: &Entry, title: &str) -> bool {
    Keys::split(&entry.text).is_ok_and(|(header, _)| header.title.all().any(|known| known == title))
}

/// The names most like `name`, in words.
fn nearest(entries: &[Entry], name: &str) -> String {
    let likeness = |entry: &&Entry| (1e6 * strsim::jaro_winkler(&entry.name, name)) as u64;
    let mut by_likeness: Vec<&Entry> = entries.iter().collect();
    by_likeness.sort_by_key(|entry| std::cmp::Reverse(likeness(entry)));
    let names: Vec<&str> = by_likeness.iter().take(3).map(|entry| entry.name.as_str()).collect();
    names.join(", ")
}
