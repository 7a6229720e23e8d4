//! What the page of the library shows, in one object.

use serde_json::{Map, Value, json};
use tejun_puzzles::{Lang, Registry, Title};

use super::list::{Named, short_forms};

/// Families, entries and short forms.
pub(crate) fn library(registry: &Registry, instances: &[Named]) -> Value {
    let families: Vec<Value> = registry
        .families()
        .map(|family| json!({ "name": family.name(), "about": family.about(), "metrics": family.metrics() }))
        .collect();
    let entries: Vec<Value> = instances
        .iter()
        .map(|(name, instance)| {
            let about = instance.about();
            json!({
                "name": name,
                "puzzle": about.puzzle,
                "titles": titles(&about.title),
                "metric": about.metric,
                "optimal": about.optimal,
            })
        })
        .collect();
    json!({ "families": families, "entries": entries, "short_forms": short_forms(registry) })
}

/// The title to show in each language; no keys where there is none.
fn titles(title: &Title) -> Map<String, Value> {
    [("en", Lang::En), ("ja", Lang::Ja), ("zh", Lang::Zh)]
        .into_iter()
        .filter_map(|(code, lang)| Some((code.to_owned(), title.text(lang)?.into())))
        .collect()
}
