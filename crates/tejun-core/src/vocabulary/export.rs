//! Puzzles as input for other solvers and checkers.

use crate::vocabulary::input::InputError;

/// What other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// A planning task with variables, for classical planners: a domain and a problem.
    Pddl,
    /// The same task, grounded: each action with its facts.
    Strips,
    /// A formula in conjunctive normal form, for SAT solvers.
    Dimacs,
    /// An exact cover problem with colours (Knuth, The Art of Computer Programming 4B), for dancing links.
    Xcc,
    /// Constraints for SMT solvers.
    Smt2,
    /// Pseudo-Boolean constraints, and if there is one in a few lines, a proof that nothing satisfies them, for VeriPB.
    Veripb,
}

impl ExportFormat {
    /// Every format, in the order in which they are named to people.
    pub const ALL: [ExportFormat; 6] = [
        ExportFormat::Pddl,
        ExportFormat::Strips,
        ExportFormat::Dimacs,
        ExportFormat::Xcc,
        ExportFormat::Smt2,
        ExportFormat::Veripb,
    ];

    /// The name in options and answers.
    pub fn name(self) -> &'static str {
        match self {
            ExportFormat::Pddl => "pddl",
            ExportFormat::Strips => "strips",
            ExportFormat::Dimacs => "dimacs",
            ExportFormat::Xcc => "xcc",
            ExportFormat::Smt2 => "smt2",
            ExportFormat::Veripb => "veripb",
        }
    }

    /// The format of a name.
    pub fn named(name: &str) -> Option<ExportFormat> {
        ExportFormat::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// A name for it, without a folder, such as `domain.pddl`.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// The files of an export, or why the puzzle has no place in the format.
pub type Export = Result<Vec<ExportFile>, InputError>;
