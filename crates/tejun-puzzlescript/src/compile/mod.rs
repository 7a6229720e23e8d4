//! From the text of a game to its rules, spelled out, and its levels.

mod budget;
mod expand;
mod expanded;
mod groups;
mod levels;
mod lints;
mod names;
mod pattern;

use crate::diagnostic::{Diagnostics, quoted};
use crate::game::{Game, Selector, Settings, WinCondition};
use crate::text::palette::{self, Color};
use crate::text::{self, Prelude, Source};
use budget::Budget;
use levels::Background;
use names::{Entity, Names};

/// A source, compiled as far as it goes.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The game; `None` if so much is missing that there is nothing to play. With errors among the diagnostics it is
    /// what remains without the lines at fault: good to look at, not to be trusted.
    pub game: Option<Game>,
    /// What is wrong.
    pub diagnostics: Diagnostics,
}

/// Compiles the text of a game.
///
/// # Errors
///
/// The first error of the source, with its line.
pub fn compile(text: &str) -> Result<Game, crate::Diagnostic> {
    sound(compile_with_diagnostics(text))
}

/// The game of a source without errors.
fn sound(Compilation { game, diagnostics }: Compilation) -> Result<Game, crate::Diagnostic> {
    match (diagnostics.first_error(), game) {
        (Some(error), _) => Err(error.clone()),
        (None, Some(game)) => Ok(game),
        (None, None) => unreachable!("a game is missing after errors alone"),
    }
}

/// Compiles the text of a game without the rules on these lines: as if they never matched. Rules that `+` joins to them
/// remain a group.
///
/// # Errors
///
/// The first error of the source, or a line on which there is no rule.
pub fn compile_without(text: &str, lines: &[usize]) -> Result<Game, crate::Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    let game = build(text, lines, &mut diagnostics);
    sound(Compilation { game, diagnostics })
}

/// Compiles the text of a game, errors or not.
///
/// Time and memory are bounded: a source is read once, and the rules that it stands for are limited in number and, as
/// [`ThreadLimits`](crate::ThreadLimits) say, in bytes.
pub fn compile_with_diagnostics(text: &str) -> Compilation {
    let mut diagnostics = Diagnostics::default();
    let game = build(text, &[], &mut diagnostics);
    Compilation { game, diagnostics }
}

/// The longest source, in bytes: ten times the longest that is known.
const MAX_BYTES: usize = 2 << 20;

fn build(text: &str, without: &[usize], diagnostics: &mut Diagnostics) -> Option<Game> {
    if text.len() > MAX_BYTES {
        diagnostics.error_about_all(format!(
            "a game has {} KiB at most; this one has {}",
            MAX_BYTES >> 10,
            text.len() >> 10
        ));
        return None;
    }
    let mut source = text::read(text, diagnostics);
    without.iter().for_each(|&line| leave_out(&mut source, line, diagnostics));
    if source.objects.is_empty() {
        diagnostics
            .error_about_all("the game has no objects: add a section OBJECTS with a background and a player");
        return None;
    }
    if source.layers.is_empty() {
        diagnostics.error_about_all("the game has no collision layers: add a section COLLISIONLAYERS");
        return None;
    }
    let names = Names::new(&source, diagnostics);
    if names.objects.is_empty() {
        return None;
    }
    let background = background(&source, &names, diagnostics);
    let player = names.selector("player").unwrap_or_else(|| {
        diagnostics.error_about_all("no object is the player: call one Player, or say in the legend which");
        Selector::Any(crate::ObjectSet::EMPTY)
    });
    let mut budget = Budget::new();
    let (rules, late_rules) = groups::compile(&source, &names, &mut budget, diagnostics);
    let wins = wins(&source, &names);
    // Without a background there is nothing to play, but rules can be looked at.
    let background = background?;
    let stages = levels::compile(&source, &names, background, diagnostics);
    let mut signs: Vec<_> = names.signs().filter_map(|(sign, objects)| Some((sign, objects?))).collect();
    signs.sort_unstable_by_key(|(sign, _)| *sign);
    let settings = settings(&source.prelude, diagnostics);
    let mut game = Game {
        settings,
        objects: names.objects,
        layers: names.layers,
        player,
        background: background.object,
        rules,
        late_rules,
        wins,
        stages,
        signs,
        messages: source.messages,
        crowded: false,
        bytes: budget.bytes(),
    };
    game.crowded = is_crowded(&game);
    Some(game)
}

/// Leaves out the rule on a line. The rest of its group remains what it was.
fn leave_out(source: &mut Source, line: usize, diagnostics: &mut Diagnostics) {
    let rules = &mut source.rules;
    let Some(at) = rules.iter().position(|rule| rule.line == line) else {
        let nearest = rules.iter().map(|rule| rule.line).min_by_key(|other| other.abs_diff(line));
        let nearest = nearest.map_or(String::new(), |nearest| format!("; the nearest is on line {nearest}"));
        return diagnostics.error(line, format!("there is no rule here that could be left out{nearest}"));
    };
    let rule = rules.remove(at);
    if let Some(next) = rules.get_mut(at).filter(|next| next.group == rule.group) {
        next.random |= rule.random;
    }
}

fn is_crowded(game: &Game) -> bool {
    let cells = game.all_rules().flat_map(|rule| &rule.rows).flat_map(|row| &row.cells);
    cells.filter_map(|cell| cell.replacement.as_ref()).any(|replacement| {
        let layer = |object: usize| game.objects[object].layer;
        let random = &replacement.random_object;
        random.iter().any(|object| {
            replacement.set.iter().any(|other| other != object && layer(other) == layer(object))
        })
    })
}

fn background(source: &Source, names: &Names, diagnostics: &mut Diagnostics) -> Option<Background> {
    let object = names.id("background").and_then(|id| match names.entity(id) {
        Entity::Object(object) => Some(*object),
        Entity::Property(property) => {
            if property.layer.is_none() {
                let line = source
                    .legend
                    .iter()
                    .find(|entry| entry.name == "background")
                    .map_or(0, |entry| entry.line);
                diagnostics.error(line, "all backgrounds must be in the same collision layer");
            }
            property.members.first().copied()
        }
        Entity::Aggregate(_) => None,
    });
    if object.is_none() {
        diagnostics
            .error_about_all("no object is the background: call one Background, or say in the legend which");
    }
    object.map(|object| Background { object, layer: names.objects[object].layer })
}

fn wins(source: &Source, names: &Names) -> Vec<WinCondition> {
    source
        .wins
        .iter()
        .filter_map(|win| {
            let on = win.on.as_deref().map_or(Some(Selector::Every), |on| names.selector(on))?;
            Some(WinCondition {
                quantifier: win.quantifier,
                what: names.selector(&win.what)?,
                on,
                line: win.line,
            })
        })
        .collect()
}

fn settings(prelude: &Prelude, diagnostics: &mut Diagnostics) -> Settings {
    let palette =
        prelude.get("color_palette").and_then(|(_, name)| palette::palette(name)).unwrap_or(palette::USUAL);
    let mut color = |key: &str| match prelude.get(key) {
        Some((line, name)) => match palette::color(name, palette) {
            Some(Color::Rgb(rgb)) => Some(rgb),
            Some(Color::Transparent) => None,
            None => {
                diagnostics.error(line, format!("{} is no colour for {key}", quoted(name)));
                None
            }
        },
        None => None,
    };
    let (background_color, text_color) = (color("background_color"), color("text_color"));
    let text = |key: &str| prelude.get(key).map(|(_, value)| value.to_owned());
    Settings {
        title: text("title"),
        author: text("author"),
        homepage: text("homepage"),
        background_color,
        text_color,
        flickscreen: prelude.window("flickscreen"),
        zoomscreen: prelude.window("zoomscreen"),
        realtime_interval: prelude.seconds("realtime_interval"),
        again_interval: prelude.seconds("again_interval"),
        run_rules_on_level_start: prelude.has("run_rules_on_level_start"),
        require_player_movement: prelude.has("require_player_movement"),
        noaction: prelude.has("noaction"),
        noundo: prelude.has("noundo"),
        norestart: prelude.has("norestart"),
    }
}
