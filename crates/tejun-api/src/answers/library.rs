//! The contents of the page's library, in one object.

use serde_json::{Value, json};
use tejun_puzzles::{Family, Registry};

use super::scene;
use crate::library::Named;

/// The families, with everything needed to open or make one of their puzzles, and the entries with their
/// start positions.
pub fn library(registry: &Registry, instances: &[Named]) -> Value {
    let families: Vec<Value> = registry.families().map(family).collect();
    let entries: Vec<Value> = instances
        .iter()
        .map(|(name, instance)| {
            let about = instance.about();
            json!({
                "name": name,
                "puzzle": about.puzzle,
                "titles": scene::title(&about.title, name),
                "metric": about.metric,
                "optimal": about.optimal,
                "alike": instance.solutions_cost_alike(),
                "scene": scene::scene(&instance.start().scene()),
            })
        })
        .collect();
    json!({ "families": families, "entries": entries })
}

fn family(family: &Family) -> Value {
    let brushes: Vec<Value> = family
        .info
        .brushes
        .iter()
        .map(|brush| json!({ "characters": brush.characters, "about": scene::sentence(brush.about) }))
        .collect();
    let lines: Vec<Value> = family.info
        .lines
        .iter()
        .map(|line| json!({ "text": line.text, "about": scene::sentence(line.about), "brush": line.brush, "letters": line.letters }))
        .collect();
    let rules: Vec<Value> = family
        .info
        .rule_examples
        .iter()
        .map(|example| {
            let scene = family.drawing(example).ok().flatten();
            json!({ "about": scene::sentence(example.text), "scene": scene.as_ref().map(scene::scene) })
        })
        .collect();
    let draws: Vec<Value> = family.info
        .draws
        .iter()
        .map(|draw| {
            json!({ "name": draw.verb, "title": scene::sentence(draw.title), "levels": draw.levels.len() })
        })
        .collect();
    let short_forms: Vec<Value> = family.info
        .short_forms
        .iter()
        .map(|short| {
            json!({ "form": short.form, "about": scene::sentence(short.about), "letters": short.letters, "least": short.least })
        })
        .collect();
    json!({
        "name": family.info.name,
        "title": scene::sentence(&family.info.title()),
        "about": scene::sentence(&family.info.about()),
        "names": family.info.names,
        "rules": rules,
        "draws": draws,
        "metrics": family.info.metric_choices(),
        "template": family.info.template,
        "brushes": brushes,
        "lines": lines,
        "short_forms": short_forms,
    })
}
