//! `list`: the library and the short forms.

use std::fmt::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tejun_puzzles::{Instance, Lang, Registry, Status};

use super::Session;
use crate::library;

pub(super) fn run(session: &Session) -> Result<Status> {
    let mut instances = Vec::new();
    for entry in library::entries() {
        instances.push((entry.name, session.registry.read(&entry.text, None)?));
    }
    session.print(|| json(session.registry, &instances), || describe(session.registry, &instances))?;
    Ok(Status::Done)
}

type Named = (String, Box<dyn Instance>);

fn json(registry: &Registry, instances: &[Named]) -> Value {
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
    let short_forms: Vec<Value> = registry
        .families()
        .flat_map(|family| family.short_forms())
        .map(|short| json!({ "form": short.form, "means": short.about.en }))
        .collect();
    json!({ "instances": instances.iter().map(instance).collect::<Vec<_>>(), "short_forms": short_forms })
}

fn describe(registry: &Registry, instances: &[Named]) -> String {
    let mut answer = String::new();
    let widest = instances.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for family in registry.families() {
        let _ = writeln!(answer, "{}: {}", family.name(), family.about().en);
        for short in family.short_forms() {
            let _ = writeln!(answer, "  {}  {}", short.form, short.about.en);
        }
        for (name, instance) in
            instances.iter().filter(|(_, instance)| instance.about().puzzle == family.name())
        {
            let about = instance.about();
            let optimal = about.optimal.map_or_else(|| "-".to_owned(), |optimal| optimal.to_string());
            let zh = about.title.text(Lang::Zh).unwrap_or("");
            let en = about.title.text(Lang::En).unwrap_or("");
            let titles = if en == zh { en.to_owned() } else { format!("{en} {zh}") };
            let _ = writeln!(answer, "  {name:<widest$}  {optimal:>4}  {titles}");
        }
        answer.push('\n');
    }
    answer
}
