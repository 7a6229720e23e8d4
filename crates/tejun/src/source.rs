//! Resolves the INSTANCE of the command line to the text of an instance file.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_api::{ApiError, ErrorKind, Library, NameError, named};
use tejun_puzzles::input::MAX_BYTES;
use tejun_puzzles::{Instance, Registry, file_kind};

use crate::program::program;

/// Makes the instance of the text that is called `name`.
///
/// # Errors
/// If the text is invalid; the message is one line.
pub fn read(
    registry: &Registry,
    name: &str,
    text: &str,
    metric: Option<&str>,
    level: Option<usize>,
) -> Result<Box<dyn Instance>> {
    registry.read_level(text, metric, level).with_context(|| shown(name))
}

/// What messages call `name`.
pub fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}

/// The text of the instance given in any of these ways.
///
/// # Errors
/// If there is no such instance.
pub fn text(registry: &Registry, name: &str) -> Result<String> {
    if name == "-" {
        return bounded(stdin(), &shown(name), MAX_BYTES);
    }
    let path = Path::new(name);
    if is_readable(path) && registry.expand_short_form(name).is_none() {
        return content(path, MAX_BYTES);
    }
    named(registry, &Library::new(registry), name).map_err(|unknown| match unknown {
        NameError::Unknown { .. } if path.is_dir() => {
            file_error(format!("{name} is a directory: name a file in it"))
        }
        NameError::Unknown { .. } if name.contains(['/', '\\']) || path.extension().is_some() => {
            file_error(format!("{name}: there is no such file"))
        }
        NameError::Unknown { .. } => {
            let file = ["toml", "txt"]
                .map(|ending| format!("{name}.{ending}"))
                .into_iter()
                .find(|file| is_readable(Path::new(file)));
            let message = match file {
                Some(file) => format!("there is no instance {name:?}: did you mean the file {file}?"),
                None => format!("{unknown}? `{} list` lists them all", program()),
            };
            ApiError::impossible(ErrorKind::Instance, message).into()
        }
        NameError::Bad(error) => anyhow::Error::new(error).context(name.to_owned()),
    })
}

fn file_error(message: String) -> anyhow::Error {
    ApiError::impossible(ErrorKind::File, message).into()
}

/// Whether there is something at `path` to read: a file, a pipe, a device.
pub fn is_readable(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_dir())
}

/// Whether what is called `name` can be read only once, as standard input or a pipe, so that no other process can read it.
#[cfg(feature = "cluster")]
pub fn is_read_once(name: &str) -> bool {
    name == "-" || (is_readable(Path::new(name)) && !Path::new(name).is_file())
}

/// The text at `path`, which may be a pipe or a device. No more than `most` bytes are read, and one to see that there
/// are more.
///
/// # Errors
/// If it cannot be read, has more than `most` bytes or is not UTF-8; the message is one line.
pub fn content(path: &Path, most: usize) -> Result<String> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    bounded(file, &name, most)
}

fn bounded(input: impl Read, name: &str, most: usize) -> Result<String> {
    let mut bytes = Vec::new();
    let read = input.take(most as u64 + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("{name} cannot be read"))?;
    if bytes.len() > most {
        bail!(ApiError::beyond(format!("{name} has more than {most} bytes, the most that are read")));
    }
    String::from_utf8(bytes).map_err(|error| {
        if let Some(kind) = file_kind(error.as_bytes()) {
            return file_error(format!("{name}: {kind}"));
        }
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        file_error(format!("{name}: line {line} is not UTF-8 (byte {at}): save the file as UTF-8"))
    })
}
