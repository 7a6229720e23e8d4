//! `show`: a drawing of a position.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use tejun_puzzles::{Line, Status};

use super::{Session, head, text};
use crate::draw;

pub(super) fn run(session: &Session, name: &str, from: &str, svg: Option<&Path>) -> Result<Status> {
    let instance = session.instance(name)?;
    let from: Line = from.parse()?;
    let scene = instance.scene(&from).map_err(|error| anyhow!("{error}"))?;
    let drawing = draw::text(&scene);
    if let Some(file) = svg {
        std::fs::write(file, draw::svg(&scene))
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    let about = instance.about();
    session.print(
        || {
            let mut answer = head(name, &*instance);
            answer.insert("titles".into(), about.title.all().collect::<Vec<_>>().into());
            answer.insert("source".into(), about.source.clone().into());
            answer.insert("optimal".into(), about.optimal.into());
            answer.insert("drawing".into(), drawing.clone().into());
            answer.into()
        },
        || format!("{}\n{drawing}", text::title(name, about)),
    )?;
    Ok(Status::Done)
}
