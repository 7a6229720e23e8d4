//! Resolves the INSTANCE of the command line to the text of an instance file.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use tejun_api::{Library, Unnamed, named};
use tejun_puzzles::{Instance, Registry};

use crate::program::program;

/// Makes the instance given by a library name, a title, a path, a short form or `-`. A `metric` given here
/// overrides the file's.
///
/// # Errors
/// If there is no such instance, or its text is invalid; the message is one line.
pub fn instance(registry: &Registry, name: &str, metric: Option<&str>) -> Result<Box<dyn Instance>> {
    read(registry, name, &text(registry, name)?, metric)
}

/// Makes the instance of the text that is called `name`.
///
/// # Errors
/// If the text is invalid; the message is one line.
pub fn read(registry: &Registry, name: &str, text: &str, metric: Option<&str>) -> Result<Box<dyn Instance>> {
    registry.read(text, metric).with_context(|| shown(name))
}

fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}

/// The text of the instance given in any of these ways.
///
/// # Errors
/// If there is no such instance.
pub fn text(registry: &Registry, name: &str) -> Result<String> {
    if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return utf8(name, bytes);
    }
    let path = Path::new(name);
    if path.is_file() && registry.expand_short_form(name).is_none() {
        let bytes = std::fs::read(path).with_context(|| format!("{name} cannot be read"))?;
        return utf8(name, bytes);
    }
    named(registry, &Library::new(registry), name).map_err(|unknown| match unknown {
        Unnamed::Unknown { .. } if name.contains(['/', '\\']) || path.extension().is_some() => {
            anyhow::anyhow!("{name}: there is no such file")
        }
        Unnamed::Unknown { .. } => anyhow::anyhow!("{unknown}? `{} list` lists them all", program()),
        Unnamed::Bad(error) => anyhow::Error::new(error).context(name.to_owned()),
    })
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow::anyhow!("{}: line {line} is not UTF-8 (byte {at}): save the file as UTF-8", shown(name))
    })
}
