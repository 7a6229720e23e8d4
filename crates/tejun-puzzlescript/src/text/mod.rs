//! The text of a game, read section by section: names are not looked up yet, rules not expanded.

mod layers;
mod legend;
mod levels;
mod lines;
mod objects;
pub(crate) mod palette;
mod prelude;
pub(crate) mod rules;
mod sounds;
mod wins;

pub(crate) use levels::LevelText;
pub(crate) use prelude::Prelude;
pub use rules::Command;
pub(crate) use rules::{Row, RuleText, Term, Word};
pub use wins::Quantifier;
pub(crate) use wins::WinText;

use crate::diagnostic::{Diagnostics, quoted};
use lines::{Line, Lines};
use std::collections::{HashMap, HashSet};

/// The sections, in the order in which they must come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Prelude,
    Objects,
    Legend,
    Sounds,
    CollisionLayers,
    Rules,
    WinConditions,
    Levels,
}

impl Section {
    const ALL: [(Section, &'static str); 7] = [
        (Section::Objects, "objects"),
        (Section::Legend, "legend"),
        (Section::Sounds, "sounds"),
        (Section::CollisionLayers, "collisionlayers"),
        (Section::Rules, "rules"),
        (Section::WinConditions, "winconditions"),
        (Section::Levels, "levels"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(section, _)| *section == self).map_or("prelude", |(_, name)| name)
    }
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

/// A game's text, read.
#[derive(Default)]
pub(crate) struct Source {
    pub prelude: Prelude,
    pub objects: Vec<ObjectText>,
    pub legend: Vec<LegendText>,
    pub layers: Vec<LayerText>,
    pub rules: Vec<RuleText>,
    pub loops: Vec<(usize, LoopEdge)>,
    pub wins: Vec<WinText>,
    pub levels: Vec<LevelText>,
    /// Texts of rules.
    pub messages: Vec<String>,
    /// Events that have a sound.
    sounds: Vec<String>,
    object_names: HashMap<String, usize>,
    legend_names: HashMap<String, usize>,
}

/// Where a loop of rules begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopEdge {
    Start,
    End,
}

impl Source {
    fn object(&self, name: &str) -> Option<&ObjectText> {
        self.object_names.get(name).map(|&index| &self.objects[index])
    }

    fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.legend_names.get(name).map(|&index| &self.legend[index].meaning)
    }

    fn is_declared(&self, name: &str) -> bool {
        self.object_names.contains_key(name) || self.legend_names.contains_key(name)
    }

    fn declare_object(&mut self, object: ObjectText) {
        self.object_names.insert(object.name.clone(), self.objects.len());
        self.objects.push(object);
    }

    fn declare(&mut self, entry: LegendText) {
        self.legend_names.insert(entry.name.clone(), self.legend.len());
        self.legend.push(entry);
    }
}

/// Words that mean something in a rule; an object that has one for a name is asking for trouble.
const KEYWORDS: &[&str] = &[
    "checkpoint",
    "objects",
    "collisionlayers",
    "legend",
    "sounds",
    "rules",
    "...",
    "winconditions",
    "levels",
    "|",
    "[",
    "]",
    "up",
    "down",
    "left",
    "right",
    "late",
    "rigid",
    "^",
    "v",
    ">",
    "<",
    "no",
    "randomdir",
    "random",
    "horizontal",
    "vertical",
    "any",
    "all",
    "some",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "action",
    "message",
    "startloop",
    "endloop",
    "cancel",
    "restart",
    "win",
    "again",
    "undo",
    "create",
    "destroy",
    "move",
    "cantmove",
    "startgame",
    "startlevel",
    "endlevel",
    "endgame",
    "showmessage",
    "closemessage",
    "titlescreen",
    "sfx0",
    "sfx1",
    "sfx2",
    "sfx3",
    "sfx4",
    "sfx5",
    "sfx6",
    "sfx7",
    "sfx8",
    "sfx9",
    "sfx10",
    "->",
    "on",
    "and",
    "or",
    "orthogonal",
];

fn warn_of_keyword(name: &str, line: usize, diagnostics: &mut Diagnostics) {
    if KEYWORDS.contains(&name) {
        diagnostics.warning(
            line,
            format!("{} is a word of the language; give the object another name", quoted(name)),
        );
    }
}

/// Reads the text of a game. Lines with errors are left out of what comes back.
pub(crate) fn read(text: &str, diagnostics: &mut Diagnostics) -> Source {
    let mut source = Source::default();
    let mut reader = Reader { section: Section::Prelude, seen: HashSet::new(), objects: None, levels: None };
    let mut lines = Lines::new(text);
    loop {
        let messages = matches!(reader.section, Section::Rules | Section::Levels);
        let Some(line) = lines.next(messages, diagnostics) else { break };
        reader.line(line, &mut source, diagnostics);
    }
    if let Some(object) = reader.objects.take() {
        object.finish(&mut source);
    }
    if let Some(levels) = reader.levels.take() {
        source.levels = levels.finish();
    }
    source
}

/// The state of reading.
struct Reader {
    section: Section,
    seen: HashSet<&'static str>,
    objects: Option<objects::ObjectReader>,
    levels: Option<levels::LevelReader>,
}

impl Reader {
    fn line(&mut self, line: Line, source: &mut Source, diagnostics: &mut Diagnostics) {
        if !line.text.is_empty() {
            if is_rule_of_equals(&line) {
                return;
            }
            if let Some(section) = self.heading(&line) {
                let after = line.lower[section.name().len()..].trim_start();
                if after.chars().any(|c| c != '=') {
                    diagnostics.error(
                        line.number,
                        format!("{} stands after the name of a section, alone on its line", quoted(after)),
                    );
                }
                self.enter(section, line.number, source, diagnostics);
                return;
            }
        } else if !line.blank {
            return;
        }
        match self.section {
            Section::Prelude if line.blank => {}
            Section::Prelude => source.prelude.read(&line, diagnostics),
            Section::Objects => {
                self.objects.get_or_insert_default().read(&line, source, diagnostics);
            }
            Section::Levels => {
                self.levels.get_or_insert_default().read(&line, diagnostics);
            }
            _ if line.blank => {}
            Section::Legend => legend::read(&line, source, diagnostics),
            Section::Sounds => sounds::read(&line, source, diagnostics),
            Section::CollisionLayers => layers::read(&line, source, diagnostics),
            Section::Rules => rules::read(&line, source, diagnostics),
            Section::WinConditions => wins::read(&line, source, diagnostics),
        }
    }

    /// The section that a line opens. Levels are the last, and anything may stand in them.
    fn heading(&self, line: &Line) -> Option<Section> {
        if self.section == Section::Levels {
            return None;
        }
        let end = line.lower.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.lower.len());
        Section::ALL.iter().find(|(_, name)| *name == &line.lower[..end]).map(|(section, _)| *section)
    }

    fn enter(&mut self, section: Section, line: usize, source: &mut Source, diagnostics: &mut Diagnostics) {
        if let Some(object) = self.objects.take() {
            object.finish(source);
        }
        let name = section.name();
        if !self.seen.insert(name) {
            diagnostics
                .error(line, format!("there is a section {} already; merge the two", name.to_uppercase()));
        }
        let before = Section::ALL.iter().take_while(|(other, _)| *other != section).last();
        let expected = before.map_or(Section::Prelude, |(before, _)| *before);
        if self.section != expected && self.seen.len() > 1
            || (self.section == Section::Prelude && expected != Section::Prelude)
        {
            diagnostics.error(
                line,
                format!(
                    "section {} must follow {}: put the sections in order, and leave out none",
                    name.to_uppercase(),
                    expected.name().to_uppercase()
                ),
            );
        }
        self.section = section;
    }
}

/// A line of nothing but `=`: decoration.
fn is_rule_of_equals(line: &Line) -> bool {
    line.text.chars().all(|c| c == '=')
}
