//! A compiled game: objects, layers, rules and levels, with all names looked up and all rules spelled out.

use crate::input::Input;
use crate::movement;
use crate::object_set::ObjectSet;
pub use crate::text::Quantifier;
pub use crate::text::palette::Color;

/// A game that has been compiled.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its settings.
    pub settings: Settings,
    /// Its objects, in the order of their layers.
    pub objects: Vec<Object>,
    /// Of each collision layer, its objects.
    pub layers: Vec<ObjectSet>,
    /// The cells that an input moves.
    pub player: Selector,
    /// The object that fills cells without a background.
    pub background: usize,
    /// The rules that come before the moving.
    pub rules: RuleList,
    /// The rules that come after it.
    pub late_rules: RuleList,
    /// All of these win the game; none, if it has no goal but the command `win`.
    pub wins: Vec<WinCondition>,
    /// Levels and messages in order.
    pub stages: Vec<Stage>,
    /// The signs of the legend that levels may be drawn with, and what each puts into a cell.
    pub signs: Vec<(char, ObjectSet)>,
    /// The texts that rules show.
    pub messages: Vec<String>,
    pub(crate) crowded: bool,
    pub(crate) bytes: u64,
}

/// Settings of the prelude.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Settings {
    pub title: Option<String>,
    pub author: Option<String>,
    pub homepage: Option<String>,
    pub background_color: Option<u32>,
    pub text_color: Option<u32>,
    /// A window of columns and rows that turns pages.
    pub flickscreen: Option<(usize, usize)>,
    /// A window of columns and rows that follows the player.
    pub zoomscreen: Option<(usize, usize)>,
    /// Seconds between ticks.
    pub realtime_interval: Option<f64>,
    /// Seconds between the turns of an `again`.
    pub again_interval: Option<f64>,
    pub run_rules_on_level_start: bool,
    pub require_player_movement: bool,
    pub noaction: bool,
    pub noundo: bool,
    pub norestart: bool,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name in lower case.
    pub name: String,
    /// Its name as written.
    pub shown: String,
    /// The line that declares it, from 1.
    pub line: usize,
    /// Its collision layer.
    pub layer: usize,
    /// Five rows of five.
    pub sprite: [[Color; 5]; 5],
}

/// Which cells are meant by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Cells with one of these.
    Any(ObjectSet),
    /// Cells with all of these.
    All(ObjectSet),
    /// Every cell that is not empty.
    Every,
}

impl Selector {
    /// Whether a cell with these objects is meant.
    pub fn selects(&self, cell: &ObjectSet) -> bool {
        match self {
            Selector::Any(objects) => objects.intersects(cell),
            Selector::All(objects) => cell.contains_all(objects),
            Selector::Every => !cell.is_empty(),
        }
    }

    /// The objects that it looks at; `None` for all of them.
    pub fn objects(&self) -> Option<&ObjectSet> {
        match self {
            Selector::Any(objects) | Selector::All(objects) => Some(objects),
            Selector::Every => None,
        }
    }
}

/// A win condition.
#[derive(Clone, Copy, Debug)]
pub struct WinCondition {
    /// How many cells must satisfy it.
    pub quantifier: Quantifier,
    /// The first name.
    pub what: Selector,
    /// The name after `on`.
    pub on: Selector,
    /// Its line, from 1.
    pub line: usize,
}

/// A level or a message.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A text for the player.
    Message(String),
    /// A level.
    Level(Level),
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Cells, column by column.
    pub cells: Vec<ObjectSet>,
    /// The line of its first row, from 1.
    pub line: usize,
}

/// Groups of rules in order.
#[derive(Clone, Debug, Default)]
pub struct RuleList {
    /// The groups.
    pub groups: Vec<Group>,
    /// After which group (or after the last: their number) the rules go on from which, if something changed.
    pub loops: Vec<(usize, usize)>,
}

impl RuleList {
    /// Where the rules go on after group `index`, if something changed.
    pub fn loop_after(&self, index: usize) -> Option<usize> {
        self.loops.iter().find(|(end, _)| *end == index).map(|(_, start)| *start)
    }
}

/// Rules that are applied again and again until none changes anything.
#[derive(Clone, Debug)]
pub struct Group {
    /// One match of one rule, chosen at random, instead of all.
    pub random: bool,
    /// From 1, if the movements that its rules make are rigid.
    pub rigid: Option<u8>,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// The directions of rules and movements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Whether it goes along a row of the board.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Direction::Left | Direction::Right)
    }

    /// The bit of a movement in this direction.
    pub fn movement(self) -> u8 {
        match self {
            Direction::Up => movement::UP,
            Direction::Down => movement::DOWN,
            Direction::Left => movement::LEFT,
            Direction::Right => movement::RIGHT,
        }
    }
}

/// A rule in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its line, from 1.
    pub line: usize,
    /// Where its rows point. `None` for rules of single cells that do not look at directions: these are matched
    /// column by column.
    pub direction: Option<Direction>,
    /// Whether what it moves is rigid.
    pub rigid: bool,
    /// The rows that must be found.
    pub rows: Vec<PatternRow>,
    /// Whether it has a right side.
    pub replaces: bool,
    /// What happens besides.
    pub commands: Vec<Command>,
}

pub use crate::text::Command;

/// A row of cells of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternRow {
    /// Its cells, without the ellipses.
    pub cells: Vec<Pattern>,
    /// Before which cells any number of cells may lie: none, one or two, ascending.
    pub gaps: Vec<usize>,
}

/// What a cell must have, and what becomes of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Objects that must all be there.
    pub present: ObjectSet,
    /// Objects that must not be there.
    pub absent: ObjectSet,
    /// Of each of these sets, one must be there.
    pub one_of: Vec<ObjectSet>,
    /// Movements that must be there: layers and bits.
    pub moving: Vec<(usize, u8)>,
    /// Layers without a movement.
    pub stationary: Vec<usize>,
    /// What becomes of the cell, if that can be a change.
    pub replacement: Option<Replacement>,
}

/// What becomes of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// Objects that go.
    pub clear: ObjectSet,
    /// Objects that come.
    pub set: ObjectSet,
    /// Movements that go, beyond those of whole layers: layers and bits.
    pub clear_movements: Vec<(usize, u8)>,
    /// Movements that come: layers and bits.
    pub set_movements: Vec<(usize, u8)>,
    /// Layers whose movements go. Rigid rules bind these layers.
    pub layers: Vec<usize>,
    /// One of these comes, chosen at random.
    pub random_object: ObjectSet,
    /// Layers that get a random direction.
    pub random_directions: Vec<usize>,
}

impl Replacement {
    /// Whether it changes nothing, ever.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Game {
    /// The `n`-th level that is no message, from 1.
    pub fn level(&self, n: usize) -> Option<&Level> {
        self.levels().nth(n.checked_sub(1)?)
    }

    /// The levels that are no messages.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Message(_) => None,
        })
    }

    /// What can be done: all keys that the game takes, and in real time the tick.
    pub fn inputs(&self) -> Vec<Input> {
        let mut inputs = Input::KEYS.to_vec();
        if self.settings.noaction {
            inputs.retain(|&input| input != Input::Action);
        }
        if self.settings.realtime_interval.is_some() {
            inputs.push(Input::Tick);
        }
        inputs
    }

    /// Whether it says how it is won: by conditions, or by a rule with `win`.
    pub fn has_goal(&self) -> bool {
        !self.wins.is_empty() || self.all_rules().any(|rule| rule.commands.contains(&Command::Win))
    }

    /// All rules, early and late.
    pub fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.groups.iter().chain(&self.late_rules.groups).flat_map(|group| &group.rules)
    }

    /// Bytes that the game takes, roughly.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.levels().map(|level| size_of_val(&level.cells[..]) as u64).sum::<u64>()
    }

    /// Whether a cell can come to have two objects of one layer: `random` may bring one where a rule wants another.
    pub fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// Whether a rule is random.
    pub fn is_random(&self) -> bool {
        self.rules
            .groups
            .iter()
            .chain(&self.late_rules.groups)
            .any(|group| group.random || group.rules.iter().any(Rule::is_random))
    }
}

impl Rule {
    /// Whether it is random.
    pub fn is_random(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.replacement.as_ref()).any(
            |replacement| !replacement.random_object.is_empty() || !replacement.random_directions.is_empty(),
        )
    }
}
