//! The contents of the page's library, in one object.

use serde::{Serialize, Serializer};
use tejun_puzzles::{Family, Registry, Shelf};

use super::parts::Localized;
use super::scene::{SceneAnswer, glyph};
use crate::library::Named;

/// All that the page opens and makes puzzles from.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Library"))]
pub(super) struct LibraryAnswer<'a> {
    families: Vec<FamilyAnswer>,
    entries: Vec<Entry<'a>>,
    /// The title of the collection, if it has one of its own, and what it is in a line.
    title: Option<Localized<'a>>,
    about: Option<Localized<'a>>,
}

/// A puzzle that ships, at its start.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Entry<'a> {
    name: &'a str,
    puzzle: &'static str,
    titles: Localized<'a>,
    metric: &'static str,
    optimal: Option<i64>,
    /// Whether every solution costs the same.
    alike: bool,
    /// How many levels it has, if a file may have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<usize>,
    #[cfg_attr(test, schemars(with = "SceneAnswer<'static>"))]
    scene: Drawn,
}

/// A scene that is its own.
struct Drawn(tejun_puzzles::Scene);

impl Serialize for Drawn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SceneAnswer::from(&self.0).serialize(serializer)
    }
}

/// A family, with everything needed to open or make one of its puzzles.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Family"))]
pub(super) struct FamilyAnswer {
    name: &'static str,
    title: Localized<'static>,
    about: Localized<'static>,
    /// Other names to search for.
    names: &'static [&'static str],
    rules: Vec<Rule>,
    /// Where its puzzles stand, one shelf at least.
    shelves: Vec<ShelfAnswer>,
    /// What can be drawn at random.
    draws: Vec<DrawAnswer>,
    metrics: &'static [&'static str],
    template: &'static str,
    brushes: Vec<BrushAnswer>,
    /// Lines that a file may have: for a switch, or with what a brush paints.
    lines: Vec<FileLineAnswer>,
    short_forms: Vec<ShortFormAnswer>,
    /// The key of a file with the source of its puzzle, if it is written in a language.
    script: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Rule {
    about: Localized<'static>,
    #[cfg_attr(test, schemars(with = "Option<SceneAnswer<'static>>"))]
    scene: Option<Drawn>,
}

/// Puzzles that people look for by one name.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Shelf"))]
pub(super) struct ShelfAnswer {
    /// That of the family, or of the draws for it.
    name: &'static str,
    title: Localized<'static>,
    about: Localized<'static>,
    /// The `look` of every piece of its puzzles, or else their `glyph`; null if it holds what is on no other shelf of the
    /// family.
    glyph: Option<&'static str>,
    /// The more, the better known it is.
    fame: u8,
    /// The entries that come first on it.
    known: &'static [&'static str],
    /// Tiny puzzles for a first visit: names, short forms or texts of files.
    first_steps: &'static [&'static str],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Draw"))]
pub(super) struct DrawAnswer {
    name: &'static str,
    title: Localized<'static>,
    /// Levels of difficulty, from 1 up.
    levels: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Brush"))]
pub(super) struct BrushAnswer {
    characters: &'static str,
    about: Localized<'static>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "FileLine"))]
pub(super) struct FileLineAnswer {
    text: &'static str,
    about: Localized<'static>,
    brush: Option<char>,
    letters: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ShortForm"))]
pub(super) struct ShortFormAnswer {
    form: &'static str,
    about: Localized<'static>,
    letters: Option<&'static str>,
    least: usize,
}

/// The families and the entries with their start positions.
pub fn library<'a>(registry: &'a Registry, instances: &'a [Named]) -> impl Serialize + use<'a> {
    let entry = |(name, instance): &'a Named| {
        let about = instance.about();
        Entry {
            name,
            puzzle: about.puzzle,
            titles: Localized::title(&about.title, name),
            metric: about.metric,
            optimal: about.optimal,
            alike: instance.solutions_cost_alike(),
            levels: about.level.map(|(_, of)| of),
            scene: Drawn(instance.start().scene()),
        }
    };
    LibraryAnswer {
        families: registry.families().map(family).collect(),
        entries: instances.iter().map(entry).collect(),
        title: Localized::own(registry.title()),
        about: Localized::own(registry.about()),
    }
}

fn family(family: &Family) -> FamilyAnswer {
    let info = family.info;
    let rules = info.rule_examples.iter().map(|example| Rule {
        about: example.text.into(),
        scene: family.drawing(example).ok().flatten().map(Drawn),
    });
    let shelves = if info.shelves.is_empty() { &[Shelf::PLAIN] } else { info.shelves };
    let shelves = shelves.iter().map(|shelf| ShelfAnswer {
        name: if shelf.name.is_empty() { info.name } else { shelf.name },
        title: shelf.title.map_or_else(|| (&info.title()).into(), Localized::from),
        about: shelf.about.map_or_else(|| (&info.about()).into(), Localized::from),
        glyph: shelf.glyph.map(glyph).map(|(glyph, look)| look.unwrap_or(glyph)),
        fame: shelf.fame,
        known: shelf.known,
        first_steps: shelf.first_steps,
    });
    let draws = info.draws().into_iter().map(|draw| DrawAnswer {
        name: draw.verb,
        title: draw.title.into(),
        levels: draw.levels.count(),
    });
    let brushes = info
        .brushes
        .iter()
        .map(|brush| BrushAnswer { characters: brush.characters, about: brush.about.into() });
    let lines = info.lines.iter().map(|line| FileLineAnswer {
        text: line.text,
        about: line.about.into(),
        brush: line.brush,
        letters: line.letters,
    });
    let short_forms = info.short_forms.iter().map(|short| ShortFormAnswer {
        form: short.form,
        about: short.about.into(),
        letters: short.letters,
        least: short.least,
    });
    FamilyAnswer {
        name: info.name,
        title: (&info.title()).into(),
        about: (&info.about()).into(),
        names: info.names,
        rules: rules.collect(),
        shelves: shelves.collect(),
        draws: draws.collect(),
        metrics: info.metric_choices(),
        template: info.template,
        brushes: brushes.collect(),
        lines: lines.collect(),
        short_forms: short_forms.collect(),
        script: info.script.map(|script| script.key),
    }
}
