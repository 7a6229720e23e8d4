//! `list`: the library and the short forms, or some of them; the levels of a file.

use std::fmt::Write;

use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_api::{Library, Named, answers};
use tejun_puzzles::{CollectedPuzzle, Collection, Family, Instance, Lang};
use tejun_search::{Progress, Watch};

use super::app::App;
use super::words::{self, say};
use crate::source;
use crate::status::ExitStatus;

pub(super) fn run(app: &App, word: Option<&str>) -> Result<ExitStatus> {
    let library = Library::new(app.registry);
    let all = library.instances(app.registry)?;
    let all: Vec<&Named> = all.iter().collect();
    let levels = word.filter(|word| is_file(word));
    if let Some(file) = levels {
        return list_levels(app, file);
    }
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

/// Whether a word names a file: a word for puzzles has neither folder nor ending.
fn is_file(word: &str) -> bool {
    word == "-" || word.contains(['/', '\\', '.']) && source::is_readable(Path::new(word))
}

/// Lists the levels of a file.
fn list_levels(app: &App, name: &str) -> Result<ExitStatus> {
    let text = source::text(app.registry, name)?;
    let mut watcher = app.watcher();
    let _limits = app.limits();
    let collection = app.registry.collection(&text).with_context(|| source::shown(name))?;
    let mut goes_on = || watcher.tick(&Progress::default()).is_continue();
    if app.shared.json {
        app.print(|| answers::collection(app.registry, &collection, &mut goes_on), String::new)?;
    } else {
        let described = describe_levels(app, &collection, &mut goes_on);
        app.print(|| (), || described)?;
    }
    Ok(if goes_on() { ExitStatus::Done } else { ExitStatus::Stopped })
}

/// A row for each level: number, rows and columns of its board, title, author.
fn describe_levels(app: &App, collection: &Collection, goes_on: &mut dyn FnMut() -> bool) -> String {
    let Collection { title, author, puzzles, .. } = collection;
    let (lang, digits) = (app.lang(), puzzles.len().to_string().len());
    let count = say(&words::LEVELS, lang, &[("n", &puzzles.len())]);
    let head = [title, author, &count].into_iter().filter(|text| !text.is_empty());
    let mut answer = head.map(String::as_str).collect::<Vec<_>>().join(", ") + "\n";
    for (number, puzzle) in (1..).zip(puzzles).take_while(|_| goes_on()) {
        let CollectedPuzzle { title, author, .. } = puzzle;
        let row = match app.registry.open_collected(collection, number, None) {
            Ok(instance) => {
                let scene = instance.start().scene();
                let size = format!("{}x{}", scene.rows, scene.columns);
                format!("  {number:>digits$}  {size:>7}  {title}  {author}")
            }
            Err(error) => format!("  {number:>digits$}        ✗  {title}  {error}"),
        };
        let _ = writeln!(answer, "{}", row.trim_end());
    }
    answer
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
