//! Sounds: checked, and then forgotten. Nothing here makes a noise.

use super::legend::{Resolved, resolve};
use super::lines::Line;
use super::source::Source;
use super::syntax::is_effect;
use crate::diagnostic::{Diagnostics, quoted};

const EVENTS: &[&str] = &[
    "startgame",
    "cancel",
    "titlescreen",
    "startlevel",
    "undo",
    "restart",
    "endlevel",
    "showmessage",
    "closemessage",
    "endgame",
];
const VERBS: &[&str] = &["move", "action", "create", "destroy", "cantmove"];
/// Verbs that a direction may follow.
const MOVING: &[&str] = &["move", "cantmove"];
const DIRECTIONS: &[&str] = &["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

pub(super) fn read(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
    if let Err(message) = check(line, source, diagnostics) {
        diagnostics.error(line.number, message);
    }
}

fn check(line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) -> Result<(), String> {
    let words: Vec<&str> = line.lower.split_whitespace().collect();
    let first = words[0];
    if is_effect(first) || EVENTS.contains(&first) {
        match &words[1..] {
            [] => {
                diagnostics.warning(line.number, format!("after {first} the number of a sound must follow"))
            }
            rest => seed(rest, first)?,
        }
        if source.sounds.iter().any(|sound| sound == first) {
            diagnostics.warning(line.number, format!("{first} has a sound already; remove one"));
        } else {
            source.sounds.push(first.to_owned());
        }
        return Ok(());
    }
    let hint = "a sound is: object move 1234, or sfx0 1234";
    if !first.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        diagnostics.warning(line.number, format!("{} is no sound; {hint}", quoted(first)));
        return Ok(());
    }
    if !source.is_declared(first) {
        return Err(format!("{} is neither an event nor an object; {hint}", quoted(first)));
    }
    let Some(verb) = words.get(1) else {
        diagnostics.warning(line.number, format!("after {} {}", quoted(first), verbs()));
        return Ok(());
    };
    if !VERBS.contains(verb) {
        return Err(format!("after {} {}", quoted(first), verbs()));
    }
    if matches!(resolve(first, source), Resolved::Objects(_)) {
        return Err(format!(
            "{} means several objects at once (and): a sound belongs to one object, or a choice",
            quoted(first)
        ));
    }
    let directions = words[2..].iter().take_while(|word| DIRECTIONS.contains(word)).count();
    if directions > 0 && !MOVING.contains(verb) {
        return Err(format!("{verb} has no direction; remove {}", quoted(words[2])));
    }
    seed(&words[2 + directions..], verb)
}

fn verbs() -> String {
    format!("one of {} must follow", VERBS.join(", "))
}

/// What ends a sound: one number.
fn seed(words: &[&str], after: &str) -> Result<(), String> {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    match words {
        [seed] if is_number(seed) => Ok(()),
        [] => Err(format!("after {after} the number of a sound must follow")),
        [seed, more, ..] if is_number(seed) => {
            Err(format!("a sound has one number; remove {}", quoted(more)))
        }
        [other, ..] => Err(format!("after {after} the number of a sound must follow, not {}", quoted(other))),
    }
}
