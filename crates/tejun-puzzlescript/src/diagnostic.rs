//! What the compiler has to say about a source.

use std::fmt;

/// Whether a source can be used in spite of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The source is refused.
    Error,
    /// The source is accepted, but something in it is probably not what its author meant.
    Warning,
}

/// One error or warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the source is refused for it.
    pub severity: Severity,
    /// The line of the source, from 1; `None` if it is about the whole.
    pub line: Option<usize>,
    /// What is wrong and what to do about it: one line.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if self.severity == Severity::Warning {
            f.write_str("warning: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Diagnostics of one source, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

/// No reader looks at more; the text of all of them stays bounded.
const LIMIT: usize = 200;

impl Diagnostics {
    /// All of them.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Whether the source is refused.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The first error, if there is one.
    pub fn first_error(&self) -> Option<&Diagnostic> {
        self.list.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
    }

    pub(crate) fn error(&mut self, line: usize, message: impl Into<String>) {
        self.errors += 1;
        self.push(Severity::Error, Some(line), message.into());
    }

    pub(crate) fn error_about_all(&mut self, message: impl Into<String>) {
        self.errors += 1;
        self.push(Severity::Error, None, message.into());
    }

    pub(crate) fn warning(&mut self, line: usize, message: impl Into<String>) {
        self.push(Severity::Warning, Some(line), message.into());
    }

    fn push(&mut self, severity: Severity, line: Option<usize>, message: String) {
        let diagnostic = Diagnostic { severity, line, message };
        // The first error must be among them, however many warnings came before it.
        let room = self.list.len() < LIMIT || (severity == Severity::Error && self.errors == 1);
        if room && !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }
}

/// A word of the source as it is quoted in a message: on one line, and not longer than a line.
pub(crate) fn quoted(word: &str) -> String {
    let mut short: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().count() > 40 {
        short.push('…');
    }
    format!("“{short}”")
}
