//! The rules of a family as it explains them to people: sentences, each with a small drawing.

use crate::vocabulary::sentence::Sentence;

/// A rule: a sentence, and a small puzzle of the family that shows it.
#[derive(Clone, Copy, Debug)]
pub struct RuleExample {
    /// The rule.
    pub text: &'static Sentence,
    /// The text of an instance file; empty if the sentence needs no drawing.
    pub example: &'static str,
    /// The line that leads to the position to draw.
    pub line: &'static str,
}

impl RuleExample {
    /// The rule `text`, without a drawing.
    pub const fn new(text: &'static Sentence) -> Self {
        RuleExample { text, example: "", line: "" }
    }

    /// The same rule, shown on the first position of an instance file.
    #[must_use]
    pub const fn shown(self, example: &'static str) -> Self {
        RuleExample { example, ..self }
    }

    /// The same rule, shown on the position after this line.
    #[must_use]
    pub const fn after(self, line: &'static str) -> Self {
        RuleExample { line, ..self }
    }
}
