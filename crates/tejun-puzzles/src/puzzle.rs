//! What front ends talk to: a [`Puzzle`] is a family, an [`Instance`] one puzzle of it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use num_bigint::BigUint;
use serde_json::{Map, Value};
use tejun_search::{Limits, Outcome, Proof, Stats, Watch};

use crate::about::About;
use crate::counting::Count;
use crate::input::{Header, InputError, Keys};
use crate::reason::{Reason, Sentence};
use crate::scene::{Gesture, Scene};
use crate::steps::Steps;
use crate::verb::Verb;

/// A family of puzzles.
pub trait Puzzle: Send + Sync {
    /// The name that `puzzle = "..."` in an instance file gives.
    fn name(&self) -> &'static str;

    /// What people call it.
    fn title(&self) -> &'static Sentence;

    /// One line on what it is.
    fn about(&self) -> &'static Sentence;

    /// What `metric` may be, the default first; empty where there is nothing to choose.
    fn metrics(&self) -> &'static [&'static str] {
        &[]
    }

    /// The short forms that stand for whole files.
    fn short_forms(&self) -> &'static [ShortForm] {
        &[]
    }

    /// The text of the instance file that a short form stands for; `None` if it is not one of this
    /// family's.
    fn expand_short_form(&self, _name: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// The text of the instance file that stands for a text in a foreign notation of this family;
    /// `None` if it is not in one.
    fn import(&self, _text: &str) -> Option<Result<String, InputError>> {
        None
    }

    /// The text of a small instance file to begin a puzzle of one's own with.
    fn template(&self) -> &'static str;

    /// What a hand can paint on the boards of an instance file.
    fn brushes(&self) -> &'static [Brush];

    /// Makes an instance of a file's keys.
    ///
    /// # Errors
    /// When the keys do not make a puzzle; the error says where and what to do.
    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError>;

    /// Verbs of the command line that only this family has.
    fn verbs(&self) -> Vec<Verb> {
        Vec::new()
    }
}

/// One puzzle. A position of it is a [`Line`]: the moves played so far.
pub trait Instance: Send + Sync {
    /// What it says of itself.
    fn about(&self) -> &About;

    /// The line that a text means: by default moves with white space between them.
    fn read_line(&self, text: &str) -> Line {
        Line(text.split_whitespace().map(str::to_owned).collect())
    }

    /// Every legal move after `line`, always in the same order.
    ///
    /// # Errors
    /// When `line` is not legal.
    fn choices(&self, line: &Line) -> Result<Vec<Choice>, PlayError>;

    /// The drawing of the position after `line`.
    ///
    /// # Errors
    /// When `line` is not legal.
    fn scene(&self, line: &Line) -> Result<Scene, PlayError>;

    /// The legal move that a gesture means in the position after `line`.
    ///
    /// # Errors
    /// When `line` is not legal, or, at the index after its last move, why the gesture is not.
    fn read_gesture(&self, line: &Line, gesture: &Gesture) -> Result<String, PlayError>;

    /// Where the play stands after `line`.
    ///
    /// # Errors
    /// When `line` is not legal.
    fn standing(&self, line: &Line) -> Result<Standing, PlayError> {
        let verdict = self.check(line);
        match verdict.fault {
            Some(fault) => Err(fault),
            None if verdict.solves => Ok(Standing::Solved),
            None => Ok(Standing::Open),
        }
    }

    /// Replays `line` with the rules alone and says what it is worth.
    fn check(&self, line: &Line) -> Verdict;

    /// Finds the best way on from the position after `line`.
    ///
    /// # Errors
    /// When `line` is not legal or the family cannot do what is asked.
    fn solve(&self, line: &Line, ask: &Request, audience: &mut dyn Audience) -> Result<Report, AskError>;

    /// Whether every solution costs the same, so that none is better than another.
    fn solutions_cost_alike(&self) -> bool {
        false
    }

    /// The whole reachable space, where the family can walk through it.
    fn explorer(&self) -> Option<&dyn Explore> {
        None
    }

    /// The number of solutions, where the family can count them.
    fn counter(&self) -> Option<&dyn Count> {
        None
    }

    /// A plain search to watch, from the first position, where the family has one.
    fn steps(&self) -> Option<Box<dyn Steps + '_>> {
        None
    }
}

/// An instance whose reachable positions can all be listed.
pub trait Explore {
    /// Walks through every position that can be reached after `line`. With `terminal_goals`,
    /// nothing is played on from a solved position.
    ///
    /// # Errors
    /// When `line` is not legal.
    fn explore(
        &self,
        line: &Line,
        terminal_goals: bool,
        ask: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, AskError>;
}

/// The moves played so far, each as text without white space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<String>);

impl Line {
    /// Plays the moves in order.
    ///
    /// # Errors
    /// The first move that `play` refuses, with its reason.
    pub fn replay(&self, mut play: impl FnMut(&str) -> Result<(), Reason>) -> Result<(), PlayError> {
        for (at, text) in self.0.iter().enumerate() {
            play(text).map_err(|reason| PlayError { at, text: text.clone(), reason })?;
        }
        Ok(())
    }

    /// The move `text` after this line, if `play` takes it.
    ///
    /// # Errors
    /// Why it does not.
    pub(crate) fn then(
        &self,
        text: String,
        play: impl FnOnce(&str) -> Result<(), Reason>,
    ) -> Result<String, PlayError> {
        match play(&text) {
            Ok(()) => Ok(text),
            Err(reason) => Err(PlayError { at: self.0.len(), text, reason }),
        }
    }
}

impl FromStr for Line {
    type Err = std::convert::Infallible;

    /// Moves with white space between them. Any text is a line; whether it is legal, the rules say.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Line(text.split_whitespace().map(str::to_owned).collect()))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// Where a play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The puzzle is solved.
    Solved,
    /// It ended with less than a solution, but with something to show for it.
    Over,
    /// It is lost.
    Lost,
}

impl Standing {
    /// One word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Solved => "solved",
            Standing::Over => "over",
            Standing::Lost => "lost",
        }
    }
}

/// A short form, which stands for a whole instance file.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// How it is written, what may be chosen in capitals, as in `klotski:LAYOUT`.
    pub form: &'static str,
    /// What it means.
    pub about: &'static Sentence,
    /// Where what may be chosen is a set of letters: these.
    pub letters: Option<&'static str>,
}

/// What a hand can paint on a board of an instance file.
#[derive(Clone, Copy, Debug)]
pub struct Brush {
    /// The characters that mean it, one for each thing of the kind.
    pub characters: &'static str,
    /// What it is.
    pub about: &'static Sentence,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as a line writes it.
    pub text: String,
    /// How a hand plays it.
    pub gesture: Gesture,
}

/// A move of a line that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// Its index in the line, from 0.
    pub at: usize,
    /// The move.
    pub text: String,
    /// Why it is not legal.
    pub reason: Reason,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "move {} ({}): {}", self.at + 1, self.text, self.reason)
    }
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The line that the question starts from is not legal.
    #[error("{0}")]
    Line(PlayError),
    /// The family cannot do that.
    #[error("{0}")]
    Unsupported(String),
}

impl From<PlayError> for AskError {
    fn from(error: PlayError) -> Self {
        AskError::Line(error)
    }
}

/// What a line is worth.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The first move that is not legal.
    pub fault: Option<PlayError>,
    /// Whether the line ends in a solved position.
    pub solves: bool,
    /// What it costs, in the instance's metric.
    pub cost: Option<i64>,
    /// What the family adds for programs.
    pub extra: Map<String, Value>,
}

impl Verdict {
    /// The verdict on a line each move of which costs 1, from its replay: whether it solves.
    pub fn of_replay(line: &Line, replay: Result<bool, PlayError>) -> Self {
        let extra = Map::new();
        match replay {
            Ok(solves) => Verdict { fault: None, solves, cost: Some(line.0.len() as i64), extra },
            Err(fault) => Verdict { fault: Some(fault), solves: false, cost: None, extra },
        }
    }
}

/// How many solutions are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// One that is as good as any.
    #[default]
    Best,
    /// The first so many.
    First(u64),
    /// All that there are; in the breadth-first families every exit.
    All,
}

/// How a question is to be worked on.
#[derive(Clone, Debug)]
pub struct Request {
    /// What the search may use.
    pub limits: Limits,
    /// Threads, at least 1.
    pub threads: usize,
    /// How many solutions.
    pub wanted: Wanted,
    /// Seed of what is drawn at random.
    pub seed: u64,
    /// Width of a beam, where the family has one.
    pub width: Option<usize>,
    /// The directory in which families keep what took long to find out, so as to look it up another
    /// time; `None` to keep and to use nothing.
    pub data: Option<PathBuf>,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            limits: Limits::default(),
            threads: 1,
            wanted: Wanted::Best,
            seed: 0,
            width: None,
            data: None,
        }
    }
}

/// Who listens to a search: it may stop it, and hears what is found as soon as it is known.
pub trait Audience: Watch {
    /// A solution, or a better one than before.
    fn found(&mut self, found: &Found);
}

impl Audience for tejun_search::Unwatched {
    fn found(&mut self, _: &Found) {}
}

/// A solution found on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The moves to it, from where the question started.
    pub line: &'a [&'a str],
    /// What it is worth, where solutions differ in that.
    pub value: Option<i64>,
}

/// The answer of [`Instance::solve`].
#[derive(Clone, Debug)]
pub struct Report {
    /// Solved with this line, proved unsolvable, or stopped.
    pub outcome: Outcome<Vec<String>>,
    /// What is known of the cost.
    pub proof: Proof,
    /// What the line costs.
    pub cost: Option<i64>,
    /// No line costs less than this.
    pub bound: Option<i64>,
    /// Every exit, by cost, where they were asked for.
    pub exits: Option<Vec<Exit>>,
    /// Why there is no solution, where that needed no search.
    pub reason: Option<Reason>,
    /// What the search did.
    pub stats: Stats,
    /// What the family adds for programs.
    pub extra: Map<String, Value>,
}

/// A goal state that is not gone beyond, and a shortest line to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Moves.
    pub cost: i64,
    /// The line.
    pub line: Vec<String>,
}

/// The answer of [`Explore::explore`].
#[derive(Clone, Debug)]
pub struct Exploration {
    /// `Solved(())` when the space is whole, else why it is not.
    pub outcome: Outcome<()>,
    /// Positions that can be reached.
    pub states: u64,
    /// Classes of them under the symmetries of board and goal.
    pub classes: u64,
    /// Positions by their distance from the start.
    pub levels: Vec<u64>,
    /// Positions without a move.
    pub dead_ends: u64,
    /// Positions that are solved.
    pub goals: u64,
    /// With terminal goals: the distance of each goal, ascending.
    pub goal_depths: Option<Vec<u32>>,
    /// How many shortest sequences of positions lead to a goal.
    pub shortest_lines: BigUint,
    /// A shortest line to a position that is as far away as any.
    pub farthest: Vec<String>,
    /// What the search did.
    pub stats: Stats,
}
