//! `list`: the library and the short forms.

use std::fmt::Write;

use anyhow::Result;
use tejun_api::{Library, Named, answers};
use tejun_puzzles::{Lang, Registry};

use super::app::App;
use crate::status::ExitStatus;

pub(super) fn run(app: &App) -> Result<ExitStatus> {
    let library = Library::new(app.registry);
    let instances = library.instances(app.registry)?;
    app.print(|| answers::list(app.registry, instances), || describe(app.registry, instances))?;
    Ok(ExitStatus::Done)
}

fn describe(registry: &Registry, instances: &[Named]) -> String {
    let mut answer = String::new();
    let widest = instances.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for family in registry.families() {
        let _ = writeln!(answer, "{}: {}", family.info.name, family.info.about().en);
        for short in family.info.short_forms {
            let _ = writeln!(answer, "  {}  {}", short.form, short.about.en);
        }
        for (name, instance) in
            instances.iter().filter(|(_, instance)| instance.about().puzzle == family.info.name)
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
