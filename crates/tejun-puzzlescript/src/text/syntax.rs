//! What the lines of a source say, word by word.

/// The word before an object in a cell of a rule, or before a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Word {
    /// No word at all.
    None,
    Up,
    Down,
    Left,
    Right,
    Action,
    Stationary,
    No,
    Random,
    RandomDir,
    Moving,
    Orthogonal,
    Horizontal,
    Vertical,
    /// `>`, `<`, `^`, `v`: as seen along the direction of the rule.
    Forward,
    Back,
    LeftOf,
    RightOf,
    Parallel,
    Perpendicular,
    /// `...`: any number of cells.
    Ellipsis,
}

impl Word {
    const ALL: &[(&str, Word)] = &[
        ("up", Word::Up),
        ("down", Word::Down),
        ("left", Word::Left),
        ("right", Word::Right),
        ("action", Word::Action),
        ("stationary", Word::Stationary),
        ("no", Word::No),
        ("random", Word::Random),
        ("randomdir", Word::RandomDir),
        ("moving", Word::Moving),
        ("orthogonal", Word::Orthogonal),
        ("horizontal", Word::Horizontal),
        ("vertical", Word::Vertical),
        (">", Word::Forward),
        ("<", Word::Back),
        ("^", Word::LeftOf),
        ("v", Word::RightOf),
        ("parallel", Word::Parallel),
        ("perpendicular", Word::Perpendicular),
    ];

    pub fn read(token: &str) -> Option<Word> {
        Self::ALL.iter().find(|(text, _)| *text == token).map(|(_, word)| *word)
    }

    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Word::Ellipsis => "...",
            _ => Self::ALL.iter().find(|(_, word)| *word == self).map_or("", |(text, _)| text),
        }
    }

    /// Whether it may stand before a rule.
    pub fn is_prefix_direction(self) -> bool {
        use Word::{Down, Horizontal, Left, Orthogonal, Right, Up, Vertical};
        matches!(self, Up | Down | Left | Right | Horizontal | Vertical | Orthogonal)
    }

    /// Whether its meaning depends on the direction of the rule.
    pub fn is_relative(self) -> bool {
        use Word::{Back, Forward, LeftOf, Parallel, Perpendicular, RightOf};
        matches!(self, Forward | Back | LeftOf | RightOf | Parallel | Perpendicular)
    }
}

/// A word and the name after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term<N> {
    pub word: Word,
    pub name: N,
}

/// Cells in a row, each a list of terms.
pub(crate) type Row<N> = Vec<Vec<Term<N>>>;

/// What a rule does besides changing cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    Cancel,
    Restart,
    Win,
    Again,
    Checkpoint,
    /// A text for the player: one of the [messages](crate::Game::messages).
    Message(usize),
    /// A noise, which nobody makes here.
    Sound,
}

impl Command {
    pub(super) fn read(token: &str) -> Option<Command> {
        Some(match token {
            "cancel" => Command::Cancel,
            "restart" => Command::Restart,
            "win" => Command::Win,
            "again" => Command::Again,
            "checkpoint" => Command::Checkpoint,
            "message" => Command::Message(0),
            _ if is_effect(token) => Command::Sound,
            _ => return None,
        })
    }
}

/// Whether a name is that of a sound that rules play: `sfx0` to `sfx10`.
pub(super) fn is_effect(name: &str) -> bool {
    name.strip_prefix("sfx").is_some_and(|number| (0..=10).any(|n: u8| number == n.to_string()))
}

/// A rule as written; names are declared.
#[derive(Clone, Debug)]
pub(crate) struct RuleText {
    pub line: usize,
    /// Rules with the same number are one group.
    pub group: usize,
    pub late: bool,
    pub rigid: bool,
    pub random: bool,
    pub directions: Vec<Word>,
    pub left: Vec<Row<String>>,
    /// Empty for rules that have commands alone.
    pub right: Vec<Row<String>>,
    pub commands: Vec<Command>,
}

/// How many cells must satisfy a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// Every cell with the first has the second.
    All,
    /// A cell has both.
    Some,
    /// No cell has both.
    No,
}

/// A win condition as written.
pub(crate) struct WinText {
    pub line: usize,
    pub quantifier: Quantifier,
    pub what: String,
    pub on: Option<String>,
}

/// A level or a message, as written.
pub(crate) enum LevelText {
    Message {
        text: String,
    },
    /// Rows in lower case, from the line `line` on.
    Level {
        line: usize,
        rows: Vec<String>,
    },
}

/// An object as it is declared.
pub(crate) struct ObjectText {
    pub line: usize,
    /// In lower case.
    pub name: String,
    /// As written.
    pub shown: String,
    pub colors: Vec<String>,
    /// Rows of indices of colours; `None` is transparent.
    pub sprite: Vec<Vec<Option<u8>>>,
}

/// What a name of the legend stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Synonym(String),
    Aggregate(Vec<String>),
    Property(Vec<String>),
}

/// A line of the legend, or a second name of an object.
pub(crate) struct LegendText {
    pub line: usize,
    pub name: String,
    pub meaning: Meaning,
}

/// A collision layer: lower-case names with the lines they stand on.
pub(crate) type LayerText = Vec<(usize, String)>;

/// Where a loop of rules begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopEdge {
    Start,
    End,
}
