//! What is wrong with a file while it is being written.

/// All that is found out about the text of a file without opening it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    /// What is wrong, in the order in which it was found.
    pub diagnostics: Vec<Diagnostic>,
    /// The characters that its boards may be drawn with.
    pub characters: String,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the file is refused for it.
    pub is_error: bool,
    /// The line from 1, if it is known: of the text of the key at fault.
    pub line: Option<usize>,
    /// What is wrong and how to fix it, without a full stop at the end.
    pub message: String,
}

/// The source text in the files of a family whose puzzles are written in a language.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The key of a file that has it.
    pub key: &'static str,
    /// Diagnoses a source.
    pub diagnose: fn(&str) -> Diagnosis,
}
