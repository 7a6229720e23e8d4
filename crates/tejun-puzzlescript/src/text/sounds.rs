//! Sounds: checked, and then forgotten. Nothing here makes a noise.

use super::lines::Line;
use super::source::Source;
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
    let words: Vec<&str> = line.lower.split_whitespace().collect();
    let first = words[0];
    let effect = first.strip_prefix("sfx").is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n <= 10));
    if effect || EVENTS.contains(&first) {
        if source.sounds.iter().any(|sound| sound == first) {
            diagnostics.warning(line.number, format!("{first} has a sound already; remove one"));
        }
        source.sounds.push(first.to_owned());
        seeds(&words[1..], first, line.number, diagnostics);
        return;
    }
    if !source.is_declared(first) {
        diagnostics.warning(
            line.number,
            format!(
                "{} is neither an event nor an object; a sound is: object move 1234, or sfx0 1234",
                quoted(first)
            ),
        );
        return;
    }
    let Some(verb) = words.get(1).filter(|verb| VERBS.contains(verb)) else {
        diagnostics
            .error(line.number, format!("after {} one of {} must follow", quoted(first), VERBS.join(", ")));
        return;
    };
    let directions = words[2..].iter().take_while(|word| DIRECTIONS.contains(word)).count();
    if directions > 0 && !MOVING.contains(verb) {
        diagnostics.error(line.number, format!("{verb} has no direction; remove {}", quoted(words[2])));
        return;
    }
    seeds(&words[2 + directions..], verb, line.number, diagnostics);
}

/// What ends a sound: one number.
fn seeds(words: &[&str], after: &str, line: usize, diagnostics: &mut Diagnostics) {
    match words {
        [seed] if seed.bytes().all(|b| b.is_ascii_digit()) => {}
        [] => diagnostics.warning(line, format!("after {after} the number of a sound must follow")),
        [other, ..] if !other.bytes().all(|b| b.is_ascii_digit()) => {
            diagnostics.error(
                line,
                format!("after {after} the number of a sound must follow, not {}", quoted(other)),
            );
        }
        _ => diagnostics.warning(line, "a sound has one number; what follows it is not read"),
    }
}
