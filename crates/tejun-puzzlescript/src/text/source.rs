//! A source, as far as it is read: declarations by name, rules, levels.

use super::prelude::Prelude;
use super::syntax::{LayerText, LegendText, LevelText, LoopEdge, Meaning, ObjectText, RuleText, WinText};
use crate::diagnostic::{Diagnostics, quoted};
use std::collections::HashMap;

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
    pub sounds: Vec<String>,
    /// Of each object that a layer lists, the last such layer.
    pub layer_of: HashMap<String, usize>,
    /// How many members all names of the legend have.
    pub members: usize,
    object_names: HashMap<String, usize>,
    legend_names: HashMap<String, usize>,
}

impl Source {
    pub fn object(&self, name: &str) -> Option<&ObjectText> {
        self.object_names.get(name).map(|&index| &self.objects[index])
    }

    pub fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.legend_names.get(name).map(|&index| &self.legend[index].meaning)
    }

    pub fn is_declared(&self, name: &str) -> bool {
        self.object_names.contains_key(name) || self.legend_names.contains_key(name)
    }

    pub fn declare_object(&mut self, object: ObjectText) {
        self.object_names.insert(object.name.clone(), self.objects.len());
        self.objects.push(object);
    }

    pub fn declare(&mut self, entry: LegendText) {
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

pub(super) fn warn_of_keyword(name: &str, line: usize, diagnostics: &mut Diagnostics) {
    if KEYWORDS.contains(&name) {
        diagnostics.warning(
            line,
            format!("{} is a word of the language; give the object another name", quoted(name)),
        );
    }
}
