//! `list`: the library and the short forms.

use serde_json::{Value, json};
use tejun_puzzles::Registry;

use crate::library::Named;

/// The answer of `list`.
pub fn list(registry: &Registry, instances: &[Named]) -> Value {
    let instance = |(name, instance): &Named| {
        let about = instance.about();
        let titles: Vec<&str> = about.title.all().collect();
        json!({
            "name": name,
            "puzzle": about.puzzle,
            "titles": titles,
            "metric": about.metric,
            "optimal": about.optimal,
        })
    };
    let instances: Vec<Value> = instances.iter().map(instance).collect();
    json!({ "instances": instances, "short_forms": short_forms(registry) })
}

/// The short forms of all families, each with its meaning.
pub(super) fn short_forms(registry: &Registry) -> Vec<Value> {
    registry
        .families()
        .flat_map(|family| family.info.short_forms)
        .map(|short| json!({ "form": short.form, "means": short.about.en }))
        .collect()
}
