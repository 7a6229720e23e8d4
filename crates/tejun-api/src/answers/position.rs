//! `position` and `gesture`: what a front end needs for play by hand.

use serde_json::{Map, Value, json};
use tejun_puzzles::{Choice, Gesture, Lang, Line, Notation, Question, Session, Status};

use super::scene;

/// Everything about the position after `line`: how the play stands, its drawing, and every legal move with
/// its gesture. `text` is the instance file.
pub fn position(
    name: &str,
    text: &str,
    instance: &dyn Session,
    line: &Line,
    position: &dyn Session,
) -> Value {
    let about = instance.about();
    let status = position.status();
    let value = position.verdict().value;
    let choices: Vec<Value> = position.choices().into_iter().map(choice).collect();
    // Only those in which the position has a place.
    let notations: Vec<Value> =
        position.notations().into_iter().filter_map(|notation| self::notation(&notation)).collect();
    json!({
        "puzzle": about.puzzle,
        "instance": name,
        "titles": scene::title(&about.title, name),
        "source": about.source.text(Lang::En),
        "sources": about.source.text(Lang::En).map(|source| scene::title(&about.source, source)),
        "aim": instance.objective().as_ref().map(scene::reason),
        "metric": about.metric,
        "optimal": about.optimal,
        "scored": about.scored,
        "alike": instance.solutions_cost_alike(),
        "abilities": {
            "solve": position.can(Question::Solve),
            "explore": position.can(Question::Explore),
            "count": position.can(Question::Count),
            "steps": instance.can(Question::Steps),
        },
        "line": line.0,
        "written": instance.write_line(line),
        "standing": status.code(),
        "cost": value.cost,
        "score": value.score.filter(|_| status != Status::Open),
        "scene": scene::scene(&position.scene()),
        "choices": choices,
        "notations": notations,
        "text": text,
    })
}

fn notation(notation: &Notation) -> Option<Value> {
    let text = notation.text.as_ref().ok()?;
    Some(json!({ "name": notation.name, "about": scene::sentence(notation.about), "text": text }))
}

fn choice(choice: Choice) -> Value {
    let mut fields = Map::new();
    fields.insert("move".into(), choice.text.into());
    fields.extend(scene::gesture(&choice.gesture));
    fields.into()
}

/// The move that a gesture stands for in a position, or why it may not be played.
pub fn gesture(position: &dyn Session, gesture: &Gesture) -> Value {
    match position.read_gesture(gesture) {
        Ok(text) => json!({ "legal": true, "move": text }),
        Err(reason) => json!({ "legal": false, "reason": scene::reason(&reason) }),
    }
}
