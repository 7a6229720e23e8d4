//! Names: which objects each one means.

use crate::diagnostic::{Diagnostics, quoted};
use crate::game::{Object, Selector};
use crate::object_set::ObjectSet;
use crate::text::palette::{self, Color};
use crate::text::{LegendText, Meaning, Source};
use std::collections::HashMap;

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    /// One object.
    Object(usize),
    /// All of these at once.
    Aggregate(Vec<usize>),
    /// One of these.
    Property(Property),
}

/// A choice of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// In the order in which they are written: the order of the rules that a rule with the property stands for.
    pub members: Vec<usize>,
    /// The layer, if all members share it.
    pub layer: Option<usize>,
}

/// A name that rules can use, by its number. Names that mean the same object have the same number.
pub(super) type NameId = usize;

/// The objects of a game, and its names.
pub(super) struct Names {
    pub objects: Vec<Object>,
    pub layers: Vec<ObjectSet>,
    entities: Vec<Entity>,
    spelled: Vec<String>,
    by_name: HashMap<String, NameId>,
}

impl Names {
    /// Looks up all names of the source. Objects without a layer are left out, with an error.
    pub fn new(source: &Source, diagnostics: &mut Diagnostics) -> Self {
        let mut names = Names {
            objects: Vec::new(),
            layers: Vec::new(),
            entities: Vec::new(),
            spelled: Vec::new(),
            by_name: HashMap::new(),
        };
        names.number_objects(source, diagnostics);
        for entry in &source.legend {
            names.add_legend(entry, diagnostics);
        }
        names
    }

    /// Numbers objects as the layers list them: random choices are made in this order. One listed twice stands where it was
    /// listed last.
    fn number_objects(&mut self, source: &Source, diagnostics: &mut Diagnostics) {
        let palette = source.prelude.get("color_palette").map_or(palette::USUAL, |(line, name)| {
            palette::palette(name).unwrap_or_else(|| {
                diagnostics.error(
                    line,
                    format!("{} is no palette; leave the line out for the usual one", quoted(name)),
                );
                palette::USUAL
            })
        });
        let listed: Vec<(usize, &str)> = source
            .layers
            .iter()
            .enumerate()
            .flat_map(|(layer, names)| names.iter().map(move |(_, name)| (layer, name.as_str())))
            .collect();
        let last: HashMap<&str, usize> =
            listed.iter().enumerate().map(|(index, (_, name))| (*name, index)).collect();
        let declared: HashMap<&str, _> =
            source.objects.iter().map(|object| (object.name.as_str(), object)).collect();
        self.layers = vec![ObjectSet::EMPTY; source.layers.len()];
        for (index, &(layer, name)) in listed.iter().enumerate() {
            let Some(object) = declared.get(name).filter(|_| last[name] == index) else { continue };
            let number = self.objects.len();
            self.layers[layer].insert(number);
            self.objects.push(Object {
                name: object.name.clone(),
                shown: object.shown.clone(),
                line: object.line,
                layer,
                sprite: sprite(object, palette, diagnostics),
            });
            let id = self.add(&object.name, Entity::Object(number));
            debug_assert_eq!(id, number);
        }
        for object in &source.objects {
            if object.colors.is_empty() {
                diagnostics.error(
                    object.line,
                    format!("{} has no colour: name one on the line after it", quoted(&object.name)),
                );
            }
            if !last.contains_key(object.name.as_str()) {
                diagnostics.error(
                    object.line,
                    format!("{} is in no collision layer; add it to one", quoted(&object.name)),
                );
            }
        }
    }

    fn add(&mut self, name: &str, entity: Entity) -> NameId {
        let id = self.entities.len();
        self.entities.push(entity);
        self.spelled.push(name.to_owned());
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// Entries with objects that have no layer are left out: that was an error already.
    fn add_legend(&mut self, entry: &LegendText, diagnostics: &mut Diagnostics) {
        let name = entry.name.as_str();
        let mut members = |list: &[String]| -> Option<Vec<usize>> {
            let object =
                |member: &String| self.by_name.get(member).copied().filter(|&id| id < self.objects.len());
            let missing = list.iter().find(|member| object(member).is_none());
            if let Some(member) = missing {
                diagnostics
                    .error(entry.line, format!("{} is in no collision layer; add it to one", quoted(member)));
            }
            list.iter().map(object).collect()
        };
        match &entry.meaning {
            Meaning::Synonym(other) => match self.by_name.get(other).copied() {
                Some(id) if id < self.objects.len() => {
                    self.by_name.insert(name.to_owned(), id);
                }
                // Second names of a choice are told disjoint in rules, as the language does.
                Some(id) => {
                    self.add(name, self.entities[id].clone());
                }
                None => {}
            },
            Meaning::Aggregate(list) => {
                let Some(members) = members(list) else { return };
                for (index, &a) in members.iter().enumerate() {
                    if let Some(&b) = members[..index].iter().find(|&&b| self.share_layer(a, b)) {
                        let [a, b] = [a, b].map(|object| quoted(&self.objects[object].name));
                        diagnostics.error(
                            entry.line,
                            format!("{b} and {a} are in the same layer: they are never in one cell, so “and” cannot join them"),
                        );
                    }
                }
                self.add(name, Entity::Aggregate(members));
            }
            Meaning::Property(list) => {
                if let Some(members) = members(list) {
                    let layer = self.objects[members[0]].layer;
                    let same = members.iter().all(|&member| self.objects[member].layer == layer);
                    self.add(name, Entity::Property(Property { members, layer: same.then_some(layer) }));
                }
            }
        }
    }

    fn share_layer(&self, a: usize, b: usize) -> bool {
        self.objects[a].layer == self.objects[b].layer
    }

    pub fn id(&self, name: &str) -> Option<NameId> {
        self.by_name.get(name).copied()
    }

    /// The object that was declared by this name.
    pub fn object(&self, name: &str) -> Option<usize> {
        self.id(name).filter(|&id| id < self.objects.len() && self.objects[id].name == name)
    }

    pub fn is_aggregate(&self, id: NameId) -> bool {
        matches!(self.entities[id], Entity::Aggregate(_))
    }

    pub fn entity(&self, id: NameId) -> &Entity {
        &self.entities[id]
    }

    pub fn property(&self, id: NameId) -> Option<&Property> {
        match &self.entities[id] {
            Entity::Property(property) => Some(property),
            _ => None,
        }
    }

    pub fn spelled(&self, id: NameId) -> &str {
        &self.spelled[id]
    }

    /// The layer of an object, or of a choice whose members share it.
    pub fn layer(&self, id: NameId) -> Option<usize> {
        match &self.entities[id] {
            Entity::Object(object) => Some(self.objects[*object].layer),
            Entity::Property(property) => property.layer,
            Entity::Aggregate(_) => None,
        }
    }

    /// All objects that a name speaks of.
    pub fn objects_of(&self, id: NameId) -> ObjectSet {
        self.members_of(id).iter().copied().collect()
    }

    fn members_of(&self, id: NameId) -> &[usize] {
        match &self.entities[id] {
            Entity::Object(object) => std::slice::from_ref(object),
            Entity::Aggregate(members) => members,
            Entity::Property(property) => &property.members,
        }
    }

    pub fn selector(&self, name: &str) -> Option<Selector> {
        let id = self.id(name)?;
        let objects = self.objects_of(id);
        Some(match self.entities[id] {
            Entity::Aggregate(_) => Selector::All(objects),
            _ => Selector::Any(objects),
        })
    }

    /// What a name puts into a cell: of each layer the first, if it joins several, which was an error already.
    fn objects_in_a_cell(&self, id: NameId) -> ObjectSet {
        let mut objects = ObjectSet::EMPTY;
        for &object in self.members_of(id) {
            if !objects.intersects(&self.layers[self.objects[object].layer]) {
                objects.insert(object);
            }
        }
        objects
    }

    /// Names of one character, and what they put into a cell; `None` for a choice.
    pub fn signs(&self) -> impl Iterator<Item = (char, Option<ObjectSet>)> + '_ {
        self.by_name.iter().filter_map(|(name, &id)| {
            let mut chars = name.chars();
            let sign = chars.next().filter(|_| chars.next().is_none())?;
            Some((sign, self.property(id).is_none().then(|| self.objects_in_a_cell(id))))
        })
    }
}

fn sprite(
    object: &crate::text::ObjectText,
    palette: usize,
    diagnostics: &mut Diagnostics,
) -> [[Color; 5]; 5] {
    let colors: Vec<Color> = object
        .colors
        .iter()
        .map(|name| palette::color(name, palette).unwrap_or(Color::Transparent))
        .collect();
    let mut sprite = [[Color::Transparent; 5]; 5];
    if object.sprite.is_empty() {
        return [[colors.first().copied().unwrap_or(Color::Transparent); 5]; 5];
    }
    if object.sprite.len() != 5 || object.sprite.iter().any(|row| row.len() != 5) {
        diagnostics
            .warning(object.line, format!("the sprite of {} must have 5 rows of 5", quoted(&object.name)));
    }
    for (row, indices) in sprite.iter_mut().zip(&object.sprite) {
        for (pixel, index) in row.iter_mut().zip(indices) {
            *pixel = index.map_or(Color::Transparent, |index| colors[index as usize]);
        }
    }
    sprite
}
