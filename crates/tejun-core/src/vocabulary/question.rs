//! What can be asked of a puzzle, and what is answered.
//!
//! A question is a value: it can be compared, saved and sent. A [position](crate::Position) answers what is asked from
//! there on, an [instance](crate::Instance) what is asked of the puzzle; each with the [`Means`](crate::Means) given.

use serde::{Deserialize, Serialize};

use super::answer::{Counted, Exploration, Solution, Surveyed};
#[cfg(not(target_family = "wasm"))]
use super::certificate::{Asked, Proved};
#[cfg(not(target_family = "wasm"))]
use super::export::{Export, ExportFormat};
use super::facts::Reasons;
use super::line::Line;
use super::means::{Means, SolveError};
use super::options::{GivenOptions, NOT_THE_FIRST, ONE_LINE, QuestionOption, takes_no};
use super::state_graph::StateGraph;
use super::steps::Steps;

/// Which solutions are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// One best solution.
    #[default]
    Best,
    /// This many of the first solutions found, at least 1.
    First(u64),
    /// All solutions; in breadth-first families, a line to every exit.
    All,
}

/// The best way on from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solve {
    /// Which solutions.
    pub wanted: Wanted,
    /// Some line instead of the best one, found by a beam of this width, in families that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
}

/// Every position that can be reached from one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explore {
    /// Whether solved positions end the play.
    pub terminal_goals: bool,
}

/// The positions that can be reached from one, and the moves between them, to draw them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// A line from there: which positions does it pass?
    pub path: Option<Line>,
    /// The number of a position to find a line to.
    pub target: Option<u32>,
}

/// The number of solutions from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count;

/// Why: what is true of every solution from a position on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// A move from there: what is it good for, or why does it lose?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// How far every start that the puzzle could have is from the goal, and which are farthest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hardest {
    /// Other pieces for the board, in the family's notation; `None` means those of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Another goal, over all sets of pieces, in the family's notation; `None` means that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether `pieces` may stand for all sets of pieces, over which a search may take days.
    pub sets: bool,
}

/// A simple search to watch, from the first position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepThrough {
    /// Whether it also tries what is seen to have no solution, and positions again that it came to on another line.
    pub unpruned: bool,
}

/// The search as it is, with its pruning: a question without choices is written like its type.
#[expect(non_upper_case_globals, reason = "the value of that name, as of a struct without fields")]
pub const StepThrough: StepThrough = StepThrough { unpruned: false };

/// A certificate about the first position.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prove {
    /// What it is to prove.
    pub asked: Asked,
}

/// The puzzle from a position on as input for other programs. The answer is `None` if the family does not write the format.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportTo {
    /// What those programs read.
    pub format: ExportFormat,
    /// Maximum number of moves of the line that a formula asks for.
    pub depth: Option<u32>,
}

/// A question with its own type of answer.
pub trait Ask: Into<Question> {
    /// What is answered.
    type Answer;

    /// The answer, if it is one to this question.
    fn answer(answer: Answer) -> Option<Self::Answer>;
}

/// A question that a [position](crate::Position) answers: what goes on from there.
pub trait OfPosition: Ask {}

/// A question that an [instance](crate::Instance) answers: what is about the puzzle as a whole.
pub trait OfInstance: Ask {}

/// Makes the enum of all questions, that of their answers in the same order, and that of their names.
macro_rules! questions {
    ($($(#[$cfg:meta])? $of:ident $name:ident($question:ty) = $word:literal, $options:expr => $answer:ty;)*) => {
        /// Any question.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Question {
            $($(#[$cfg])? #[doc = concat!("See [`", stringify!($question), "`](struct@", stringify!($question), ").")] $name($question),)*
        }

        /// The answer to a question, in the same order.
        pub enum Answer {
            $($(#[$cfg])? #[doc = concat!("To [`", stringify!($question), "`](struct@", stringify!($question), ").")] $name($answer),)*
        }

        /// Which question, whatever its details.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum QuestionKind {
            $($(#[$cfg])? #[doc = concat!("See [`", stringify!($question), "`](struct@", stringify!($question), ").")] $name,)*
        }

        impl Question {
            /// Which question it is.
            pub const fn kind(&self) -> QuestionKind {
                match self { $($(#[$cfg])? Question::$name(_) => QuestionKind::$name,)* }
            }
        }

        impl QuestionKind {
            /// Its name among the verbs.
            pub const fn name(self) -> &'static str {
                match self { $($(#[$cfg])? QuestionKind::$name => $word,)* }
            }

            /// The options that it takes: of `solve`, [`Width`](QuestionOption::Width), [`All`](QuestionOption::All)
            /// and [`First`](QuestionOption::First) only in families that [have them](crate::Searches::solve_options).
            pub const fn options(self) -> &'static [QuestionOption] {
                use QuestionOption::*;
                match self { $($(#[$cfg])? QuestionKind::$name => $options,)* }
            }
        }

        $(
            $(#[$cfg])?
            impl From<$question> for Question {
                fn from(question: $question) -> Question { Question::$name(question) }
            }

            $(#[$cfg])?
            impl Ask for $question {
                type Answer = $answer;

                fn answer(answer: Answer) -> Option<$answer> {
                    match answer { Answer::$name(answer) => Some(answer), _ => None }
                }
            }

            $(#[$cfg])?
            impl $of for $question {}
        )*
    };
}

questions! {
    OfPosition Solve(Solve) = "solve", &[Depth, Width, All, First] => Solution;
    OfPosition Explore(Explore) = "explore", &[Depth, TerminalGoals] => Exploration;
    OfPosition Map(Map) = "map", &[Depth] => StateGraph;
    OfPosition Count(Count) = "count", &[Depth] => Counted;
    OfPosition Why(Why) = "why", &[] => Reasons;
    OfInstance Hardest(Hardest) = "hardest", &[Depth] => Surveyed;
    OfInstance Steps(StepThrough) = "steps", &[] => Box<dyn Steps>;
    #[cfg(not(target_family = "wasm"))]
    OfInstance Prove(Prove) = "prove", &[Depth] => Proved;
    #[cfg(not(target_family = "wasm"))]
    OfPosition Export(ExportTo) = "export", &[Depth] => Option<Export>;
}

impl Solve {
    /// What the options ask for.
    ///
    /// # Errors
    /// If they exclude each other, in a line that says so.
    pub fn of(given: &GivenOptions) -> Result<Solve, String> {
        let wanted = match (given.is_on("all"), given.number("first")) {
            (true, Some(_)) => return Err("all and first exclude each other: leave out one".to_owned()),
            (true, None) => Wanted::All,
            (false, Some(number)) => Wanted::First(number),
            (false, None) => Wanted::Best,
        };
        Ok(Solve { wanted, width: given.number("width").map(|width| width as usize) })
    }
}

impl Question {
    /// The options that it has, and the limit on the depth if there is one.
    pub fn options_given(&self, means: &Means) -> Vec<QuestionOption> {
        let (solve, explore) = match self {
            Question::Solve(solve) => (*solve, false),
            Question::Explore(explore) => (Solve::default(), explore.terminal_goals),
            _ => (Solve::default(), false),
        };
        let is_given = |option: &QuestionOption| match option {
            QuestionOption::Depth => means.limits.depth != u32::MAX,
            QuestionOption::Width => solve.width.is_some(),
            QuestionOption::All => solve.wanted == Wanted::All,
            QuestionOption::First => matches!(solve.wanted, Wanted::First(_)),
            QuestionOption::TerminalGoals => explore,
        };
        QuestionOption::ALL.into_iter().filter(is_given).collect()
    }

    /// Refuses options that it has no use for in a family with these.
    ///
    /// # Errors
    /// Says which is to be left out.
    pub(crate) fn check(
        &self,
        means: &Means,
        family: &str,
        known: &[QuestionOption],
    ) -> Result<(), SolveError> {
        if let Some(option) = self.options_given(means).into_iter().find(|option| !known.contains(option)) {
            return Err(SolveError::new(refusal(family, self.kind(), option, known)));
        }
        if let Question::Solve(Solve { wanted, width: Some(_) }) = self
            && *wanted != Wanted::Best
        {
            return Err(SolveError::new("a beam finds one line: ask for the best, or leave out the width"));
        }
        Ok(())
    }
}

/// The refusal of an option in a line. Of `solve`, a family takes those of `known`.
fn refusal(family: &str, question: QuestionKind, option: QuestionOption, known: &[QuestionOption]) -> String {
    match (question, option) {
        (QuestionKind::Solve, QuestionOption::First) if known.contains(&QuestionOption::All) => {
            NOT_THE_FIRST.to_owned()
        }
        (QuestionKind::Solve, QuestionOption::All | QuestionOption::First) => ONE_LINE.to_owned(),
        (QuestionKind::Solve, QuestionOption::Width) => {
            format!("{family} is not solved by a beam: leave out the width")
        }
        _ => takes_no(question.name(), option.name()),
    }
}
