//! What can be asked about a position, and with which options: the one table that says so.

use crate::vocabulary::options::{SolveOptions, Wanted};

/// What a front end can ask about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The best way on.
    Solve,
    /// Everything that can be reached.
    Explore,
    /// The number of solutions.
    Count,
    /// How far every possible start is from the goal.
    Survey,
    /// A search to watch.
    Steps,
    /// A certificate.
    #[cfg(not(target_family = "wasm"))]
    Prove,
}

/// An option that changes what is asked. It is used, or refused. The others of [`SolveOptions`] (threads, seed, the limits
/// on memory and states) say how to work: every question takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionOption {
    /// No deeper than so many moves.
    Depth,
    /// Some line, found by a beam of this width.
    Width,
    /// All solutions, or a line to every exit.
    All,
    /// So many of the first solutions.
    First,
    /// Solved positions end the play.
    TerminalGoals,
}

impl Question {
    /// Its name among the verbs.
    pub const fn name(self) -> &'static str {
        match self {
            Question::Solve => "solve",
            Question::Explore => "explore",
            Question::Count => "count",
            Question::Survey => "hardest",
            Question::Steps => "steps",
            #[cfg(not(target_family = "wasm"))]
            Question::Prove => "prove",
        }
    }

    /// The options that it takes: of `solve`, [`Width`](QuestionOption::Width), [`All`](QuestionOption::All) and
    /// [`First`](QuestionOption::First) only in families that [have them](crate::Searches::solve_options).
    pub const fn options(self) -> &'static [QuestionOption] {
        use QuestionOption::{All, Depth, First, TerminalGoals, Width};
        match self {
            Question::Solve => &[Depth, Width, All, First],
            Question::Explore => &[Depth, TerminalGoals],
            Question::Count | Question::Survey => &[Depth],
            Question::Steps => &[],
            #[cfg(not(target_family = "wasm"))]
            Question::Prove => &[Depth],
        }
    }
}

impl QuestionOption {
    /// All of them.
    pub const ALL: [QuestionOption; 5] = [
        QuestionOption::Depth,
        QuestionOption::Width,
        QuestionOption::All,
        QuestionOption::First,
        QuestionOption::TerminalGoals,
    ];

    /// Its name in requests. On the command line it has a hyphen for the underscore.
    pub const fn name(self) -> &'static str {
        match self {
            QuestionOption::Depth => "depth",
            QuestionOption::Width => "width",
            QuestionOption::All => "all",
            QuestionOption::First => "first",
            QuestionOption::TerminalGoals => "terminal_goals",
        }
    }

    /// Whether a question has it.
    pub fn is_given(self, options: &SolveOptions) -> bool {
        match self {
            QuestionOption::Depth => options.limits.depth != u32::MAX,
            QuestionOption::Width => options.width.is_some(),
            QuestionOption::All => options.wanted == Wanted::All,
            QuestionOption::First => matches!(options.wanted, Wanted::First(_)),
            QuestionOption::TerminalGoals => options.terminal_goals,
        }
    }
}

/// The refusal of several solutions where there is one line.
pub(crate) const ONE_LINE: &str = "this family gives one best line: ask for the best";
/// The refusal of the first few where there is a line to every exit.
pub(crate) const NOT_THE_FIRST: &str = "this family gives one shortest line, or one to every exit, not the first few: ask for the best or for all";

/// The refusal of an option in a line. Of `solve`, a family takes those of `known`.
pub(crate) fn refusal(
    family: &str,
    question: Question,
    option: QuestionOption,
    known: &[QuestionOption],
) -> String {
    match (question, option) {
        (Question::Solve, QuestionOption::First) if known.contains(&QuestionOption::All) => {
            NOT_THE_FIRST.to_owned()
        }
        (Question::Solve, QuestionOption::All | QuestionOption::First) => ONE_LINE.to_owned(),
        (Question::Solve, QuestionOption::Width) => {
            format!("{family} is not solved by a beam: leave out the width")
        }
        _ => takes_no(question.name(), option.name()),
    }
}

/// The refusal of an option of other verbs, by its name.
pub fn takes_no(verb: &str, option: &str) -> String {
    format!("{verb} takes no {option}: leave it out")
}
