//! `list`: the library and the short forms.

use serde::Serialize;
use tejun_puzzles::Registry;

use crate::library::Named;

/// The library and the short forms.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ListAnswer<'a> {
    instances: Vec<ListedInstance<'a>>,
    short_forms: Vec<ListedShortForm>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ListedInstance<'a> {
    name: &'a str,
    puzzle: &'static str,
    titles: Vec<&'a str>,
    metric: &'static str,
    optimal: Option<i64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ListedShortForm {
    form: &'static str,
    means: &'static str,
}

/// The answer of `list`.
pub fn list<'a>(registry: &Registry, instances: &[&'a Named]) -> impl Serialize + use<'a> {
    let instance = |(name, instance): &'a Named| {
        let about = instance.about();
        let (puzzle, metric, optimal) = (about.puzzle, about.metric, about.optimal);
        ListedInstance { name, puzzle, titles: about.title.all().collect(), metric, optimal }
    };
    let short_forms = registry.families().flat_map(|family| family.info.short_forms);
    ListAnswer {
        instances: instances.iter().copied().map(instance).collect(),
        short_forms: short_forms
            .map(|short| ListedShortForm { form: short.form, means: short.about.en })
            .collect(),
    }
}
