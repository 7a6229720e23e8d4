//! `show`: a drawing of a position.

use serde_json::Value;
use tejun_puzzles::{Lang, Scene, Session};

use super::parts::head;
use crate::draw;

/// The answer of `show --as`: a position of the instance called `name`, as `text` in a notation.
pub fn notation(name: &str, instance: &dyn Session, notation: &str, text: &str) -> Value {
    let mut answer = head(name, instance);
    answer.insert("notation".into(), notation.into());
    answer.insert("text".into(), text.into());
    answer.into()
}

/// The answer of `show` for the instance called `name`. `scene` is one of its positions.
pub fn show(name: &str, instance: &dyn Session, scene: &Scene) -> Value {
    let about = instance.about();
    let mut answer = head(name, instance);
    answer.insert("titles".into(), about.title.all().collect::<Vec<_>>().into());
    answer.insert("source".into(), about.source.text(Lang::En).into());
    answer.insert("optimal".into(), about.optimal.into());
    answer.insert("drawing".into(), draw::text(scene).into());
    answer.into()
}
