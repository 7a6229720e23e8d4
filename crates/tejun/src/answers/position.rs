//! `position`, `replay` and `gesture`: what a front end needs to let a hand play.

use serde_json::{Map, Value, json};
use tejun_puzzles::{Gesture, Instance, Line, PlayError, Standing};

use super::scene;

/// Everything about the position after `line`: where the play stands, its drawing, and every legal
/// move with its gesture; `text` is the instance file.
///
/// # Errors
/// When `line` is not legal.
pub(crate) fn position(
    name: &str,
    text: &str,
    instance: &dyn Instance,
    line: &Line,
) -> Result<Value, PlayError> {
    let about = instance.about();
    let standing = instance.standing(line)?;
    let verdict = instance.check(line);
    let choices: Vec<Value> = instance
        .choices(line)?
        .into_iter()
        .map(|choice| {
            let mut fields = Map::new();
            fields.insert("move".into(), choice.text.into());
            fields.extend(scene::gesture(&choice.gesture));
            fields.into()
        })
        .collect();
    let ended = standing != Standing::Open;
    Ok(json!({
        "puzzle": about.puzzle,
        "instance": name,
        "titles": scene::title(&about.title, name),
        "source": about.source,
        "metric": about.metric,
        "optimal": about.optimal,
        "alike": instance.solutions_cost_alike(),
        "abilities": {
            "explore": instance.explorer().is_some(),
            "count": instance.counter().is_some(),
            "steps": instance.steps().is_some(),
        },
        "line": line.0,
        "standing": standing.code(),
        "cost": verdict.cost,
        "score": verdict.extra.get("score").filter(|_| ended),
        "scene": scene::scene(&instance.scene(line)?),
        "choices": choices,
        "text": text,
    }))
}

/// The frames of every position from `line` after `from` moves to its end.
///
/// # Errors
/// When `line` is not legal.
pub(crate) fn replay(instance: &dyn Instance, line: &Line, from: usize) -> Result<Value, PlayError> {
    let frame = |played: usize| {
        let line = Line(line.0[..played].to_vec());
        Ok(scene::frame(&instance.scene(&line)?).into())
    };
    let frames = (from.min(line.0.len())..=line.0.len()).map(frame).collect::<Result<Vec<Value>, _>>()?;
    Ok(json!({ "from": from, "frames": frames }))
}

/// The move that a gesture means after `line`, or why it may not be played.
///
/// # Errors
/// When `line` itself is not legal.
pub(crate) fn gesture(instance: &dyn Instance, line: &Line, gesture: &Gesture) -> Result<Value, PlayError> {
    match instance.read_gesture(line, gesture) {
        Ok(text) => Ok(json!({ "legal": true, "move": text })),
        Err(error) if error.at < line.0.len() => Err(error),
        Err(error) => Ok(json!({ "legal": false, "reason": scene::reason(&error.reason) })),
    }
}
