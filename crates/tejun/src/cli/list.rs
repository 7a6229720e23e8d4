//! `list`: the library and the short forms, or some of them.

use std::fmt::Write;

use anyhow::{Result, bail};
use tejun_api::{Library, Named, answers};
use tejun_puzzles::{Family, Instance, Lang};

use super::app::App;
use crate::status::ExitStatus;

pub(super) fn run(app: &App, word: Option<&str>) -> Result<ExitStatus> {
    let library = Library::new(app.registry);
    let all = library.instances(app.registry)?;
    let all: Vec<&Named> = all.iter().collect();
    let Some(word) = word else {
        app.print(|| answers::list(app.registry, &all), || describe(app, &all, true))?;
        return Ok(ExitStatus::Done);
    };
    let sought = word.to_lowercase();
    let found: Vec<&Named> = all.into_iter().filter(|named| meets(app, named, &sought)).collect();
    if found.is_empty() {
        bail!("no puzzle is called {word}: list without a word names all of them");
    }
    app.print(|| answers::list(app.registry, &found), || describe(app, &found, false))?;
    Ok(ExitStatus::Done)
}

/// Whether a puzzle, or its family, is called so.
fn meets(app: &App, (name, instance): &Named, sought: &str) -> bool {
    let family = family_of(app, &**instance);
    let titles = instance.about().title.all().map(str::to_lowercase);
    let kinds = family.info.title.map(|title| [title.en, title.ja, title.zh].map(str::to_lowercase));
    let names = [name.to_lowercase(), family.info.name.to_owned()];
    let mut all = titles.chain(kinds.into_iter().flatten()).chain(names);
    all.any(|text| text.contains(sought))
}

fn family_of<'a>(app: &'a App, instance: &dyn Instance) -> &'a Family {
    let name = instance.about().puzzle;
    app.registry.families().find(|family| family.info.name == name).expect("every puzzle is of a family")
}

/// Lists puzzles by family: the name, the best that is known, the title; with `forms` also the short forms.
fn describe(app: &App, instances: &[&Named], forms: bool) -> String {
    let lang = app.lang();
    let mut answer = String::new();
    let widest = instances.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for family in app.registry.families() {
        let of_family = |named: &&&Named| named.1.about().puzzle == family.info.name;
        let mut own = instances.iter().filter(of_family).peekable();
        if !forms && own.peek().is_none() {
            continue;
        }
        let _ = writeln!(answer, "{}: {}", family.info.name, family.info.about().text(lang));
        for short in family.info.short_forms.iter().filter(|_| forms) {
            let _ = writeln!(answer, "  {}  {}", short.form, short.about.text(lang));
        }
        for (name, instance) in own {
            let about = instance.about();
            let optimal = about.optimal.map_or_else(|| "-".to_owned(), |optimal| optimal.to_string());
            let title = about.title.text(lang).unwrap_or("");
            let chinese =
                about.title.text(Lang::Zh).filter(|zh| lang == Lang::En && *zh != title).unwrap_or("");
            let _ = writeln!(
                answer,
                "{}",
                format!("  {name:<widest$}  {optimal:>4}  {title} {chinese}").trim_end()
            );
        }
        answer.push('\n');
    }
    answer
}
