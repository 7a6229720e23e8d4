//! `show`: a drawing of a position.

use serde::Serialize;
use tejun_puzzles::{ExportFile, ExportFormat, Instance, Lang, Scene};

use super::parts::Head;
use crate::draw;

/// A position, drawn as text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ShowAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    titles: Vec<&'a str>,
    source: Option<&'a str>,
    optimal: Option<i64>,
    drawing: String,
}

#[derive(Serialize)]
struct ShowAsAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    notation: &'a str,
    text: &'a str,
}

/// The answer of `show --as`: a position of the instance called `name`, as `text` in a notation.
pub fn notation<'a>(
    name: &'a str,
    instance: &dyn Instance,
    notation: &'a str,
    text: &'a str,
) -> impl Serialize + use<'a> {
    ShowAsAnswer { head: Head::new(name, instance), notation, text }
}

/// The answer of `show` for the instance called `name`. `scene` is one of its positions.
pub fn show<'a>(name: &'a str, instance: &'a dyn Instance, scene: &Scene) -> impl Serialize + use<'a> {
    let about = instance.about();
    ShowAnswer {
        head: Head::new(name, instance),
        titles: about.title.all().collect(),
        source: about.source.text(Lang::En),
        optimal: about.optimal,
        drawing: draw::text(scene),
    }
}

/// a puzzle as input for other programs, on the command line alone.
#[derive(Serialize)]
struct ExportAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    format: &'static str,
    files: Vec<ExportedFile<'a>>,
}

#[derive(Serialize)]
struct ExportedFile<'a> {
    name: &'static str,
    text: &'a str,
}

/// The answer of `export`: the files of the instance called `name` in a format.
pub fn export<'a>(
    name: &'a str,
    instance: &dyn Instance,
    format: ExportFormat,
    files: &'a [ExportFile],
) -> impl Serialize + use<'a> {
    let files = files.iter().map(|file| ExportedFile { name: file.name, text: &file.text }).collect();
    ExportAnswer { head: Head::new(name, instance), format: format.name(), files }
}
