//! Output: lines for people and programs, error messages, files.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::Permissions;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use tejun_api::versioned;

use crate::program::program;
use crate::status::ExitStatus;

/// Prints a line to standard output. Returns `Break` if nobody reads it any more: that is not an error, but
/// the caller may stop.
///
/// # Errors
/// If writing fails for another reason, such as a full disk.
pub(super) fn print_line(text: &str) -> Result<ControlFlow<()>> {
    match writeln!(io::stdout().lock(), "{}", escape_control(text)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        written => Ok(ControlFlow::Continue(written.context("the answer cannot be written")?)),
    }
}

/// Prints an answer as a line of JSON, with the version in front, like [`print_line`], without having its whole text in
/// memory.
///
/// # Errors
/// If writing fails for another reason than a reader who stopped reading.
pub(super) fn print_json(answer: &impl Serialize) -> Result<ControlFlow<()>> {
    let mut output = BufWriter::with_capacity(BUFFER, EscapingWriter(io::stdout().lock()));
    let written = serde_json::to_writer(&mut output, &versioned(answer)).map_err(io::Error::from);
    match written.and_then(|()| output.write_all(b"\n")).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        written => Ok(ControlFlow::Continue(written.context("the answer cannot be written")?)),
    }
}

/// Bytes of JSON written at a time.
const BUFFER: usize = 1 << 16;

/// Removes from JSON what [`escape_control`] removes. A serializer writes whole characters, and a buffer keeps what is
/// written at once together.
struct EscapingWriter<W>(W);

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text =
            std::str::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        self.0.write_all(escape_control(text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints a one-line error message to standard error.
pub(super) fn report_error(message: &str) -> ExitStatus {
    let line = message.trim_end().replace('\n', " ");
    let line = format!("{}: {}\n", program(), escape_control(&line));
    // In one go, because processes that share a search share this, too. If even this cannot be written, the exit
    // status remains.
    let _ = io::stderr().write_all(line.as_bytes());
    ExitStatus::BadInput
}

/// Removes characters from `text` that control or reorder terminal output, because titles and piece names
/// come from files. They are replaced by their escapes in JSON strings, so that JSON keeps its meaning.
pub(super) fn escape_control(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    let reorders = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let harmful = |c: char| obeyed(c) || reorders(c);
    if !text.contains(harmful) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if harmful(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe.into()
}

/// Writes a file atomically: the old content stays until the new one is completely on disk.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_file(path: &Path, content: &str) -> Result<()> {
    write_bytes(path, content.as_bytes())
}

/// The same for what is no text.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_bytes(path: &Path, content: &[u8]) -> Result<()> {
    written(path, content).with_context(|| format!("{} cannot be written", path.display()))
}

/// Refuses what [`write_bytes`] could not write, before much work is done for it.
///
/// # Errors
/// If the file is a directory, or its directory takes no file.
pub(super) fn writable(path: &Path) -> Result<()> {
    let test = || match std::fs::metadata(path) {
        Ok(known) if known.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(known) if !known.is_file() => Ok(()),
        // For a symbolic link, the file that it points to is replaced.
        Ok(_) => tempfile::tempfile_in(directory(&std::fs::canonicalize(path)?)).map(drop),
        Err(_) => tempfile::tempfile_in(directory(path)).map(drop),
    };
    test().with_context(|| format!("{} cannot be written", path.display()))
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn written(path: &Path, content: &[u8]) -> io::Result<()> {
    let kept: Option<Permissions> = match std::fs::metadata(path) {
        Ok(known) if known.is_file() => Some(known.permissions()),
        Err(_) if !path.is_symlink() => None,
        // Devices, pipes and dangling links are written to, not replaced.
        _ => return std::fs::write(path, content),
    };
    // For a symbolic link, replace the file that it points to.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".tejun").tempfile_in(directory(&path))?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    if let Some(kept) = kept {
        file.as_file().set_permissions(kept)?;
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert!(matches!(escape_control("華容道\n\tab"), Cow::Borrowed("華容道\n\tab")));
        assert_eq!(escape_control("a\x1b[2Jb\u{9b}c\u{7f}\r"), "a\\u001b[2Jb\\u009bc\\u007f\\u000d");
        assert_eq!(escape_control("\u{202e}ab"), "\\u202eab");
        let title = "a\u{9b}\u{7f}b";
        let json = serde_json::to_string(title).unwrap();
        assert_eq!(serde_json::from_str::<String>(&escape_control(&json)).unwrap(), title);
        let mut written = Vec::new();
        serde_json::to_writer(EscapingWriter(&mut written), &["華", title, "\u{202e}"]).unwrap();
        assert_eq!(written, r#"["華","a\u009b\u007fb","\u202e"]"#.as_bytes());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        std::fs::write(at("file"), "old").unwrap();
        std::fs::set_permissions(at("file"), Permissions::from_mode(0o640)).unwrap();
        symlink("file", at("link")).unwrap();
        symlink("nothing/new", at("broken")).unwrap();
        symlink("target", at("early")).unwrap();
        write_file(&at("link"), "new").unwrap();
        assert_eq!(std::fs::read_to_string(at("file")).unwrap(), "new");
        assert_eq!(std::fs::metadata(at("file")).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(std::fs::symlink_metadata(at("link")).unwrap().is_symlink());
        write_file(&at("early"), "new").unwrap();
        assert_eq!(std::fs::read_to_string(at("target")).unwrap(), "new");
        write_file(Path::new("/dev/null"), "gone").unwrap();
        assert!(std::fs::metadata("/dev/null").is_ok_and(|null| !null.is_file()));
        for nowhere in [at("nothing/new"), at("broken"), directory.path().to_owned()] {
            assert!(write_file(&nowhere, "lost").is_err(), "{nowhere:?}");
        }
        let mut left: Vec<_> =
            std::fs::read_dir(directory.path()).unwrap().map(|at| at.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["broken", "early", "file", "link", "target"]);
    }
}
