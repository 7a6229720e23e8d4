//! Scenes, gestures and sentences for front ends that draw scenes themselves.

use serde_json::{Map, Value, json};
use tejun_puzzles::{Direction, Gesture, Glyph, Lang, Mark, Reason, Role, Scene, Sentence, Title};

/// A reason in every language, with its code and the cells it is about.
pub fn reason(reason: &Reason) -> Value {
    json!({
        "code": reason.code(),
        "en": reason.text(Lang::En),
        "ja": reason.text(Lang::Ja),
        "zh": reason.text(Lang::Zh),
        "cells": reason.cells(),
    })
}

/// A sentence of a family, in every language.
pub fn sentence(sentence: &Sentence) -> Value {
    json!({ "en": sentence.en, "ja": sentence.ja, "zh": sentence.zh })
}

/// A title in every language; `name` if it has none.
pub fn title(title: &Title, name: &str) -> Value {
    let text = |lang| title.text(lang).unwrap_or(name);
    json!({ "en": text(Lang::En), "ja": text(Lang::Ja), "zh": text(Lang::Zh) })
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// What changes from one position to the next. `marks` has one character per cell: `.` something to eat, `g`
/// goal, `-` gate, `t` tray, a space for nothing.
pub fn frame(scene: &Scene) -> Map<String, Value> {
    let mark = |mark| match mark {
        Mark::Plain => ' ',
        Mark::Goal => 'g',
        Mark::Dot => '.',
        Mark::Gate => '-',
        Mark::Tray => 't',
    };
    let role = |role| match role {
        Role::Plain => "plain",
        Role::Hero => "hero",
        Role::Foe => "foe",
    };
    let glyph = |glyph| match glyph {
        Glyph::Block => "block",
        Glyph::Car => "car",
        Glyph::Disc => "disc",
        Glyph::Tank => "tank",
        Glyph::Mouth => "mouth",
        Glyph::Ghost => "ghost",
        Glyph::Text => "text",
        Glyph::Path(_) => "path",
    };
    let pieces: Vec<Value> = scene
        .pieces
        .iter()
        .map(|piece| {
            let mut fields = Map::new();
            fields.insert("name".into(), piece.name.clone().into());
            fields.insert("cells".into(), json!(piece.cells));
            fields.insert("kind".into(), piece.kind.into());
            fields.insert("role".into(), role(piece.role).into());
            fields.insert("glyph".into(), glyph(piece.glyph).into());
            if let Glyph::Path(path) = piece.glyph {
                fields.insert("path".into(), path.into());
            }
            if let Some(colour) = piece.colour {
                fields.insert("colour".into(), colour.to_string().into());
            }
            fields.insert("facing".into(), piece.facing.map(direction).into());
            fields.insert("played".into(), piece.played.into());
            Value::from(fields)
        })
        .collect();
    let mut frame = Map::new();
    frame.insert("marks".into(), scene.cells.iter().map(|cell| mark(cell.mark)).collect::<String>().into());
    frame.insert("pieces".into(), pieces.into());
    frame.insert("notes".into(), scene.caption.iter().map(reason).collect());
    if !scene.floors.is_empty() {
        let floors = scene.floors.iter().map(|(cell, colour)| json!([cell, colour.to_string()]));
        frame.insert("floors".into(), floors.collect());
    }
    if !scene.texts.is_empty() {
        frame.insert("texts".into(), json!(scene.texts));
    }
    frame
}

/// A whole scene: its frame, and the ground under it.
pub fn scene(scene: &Scene) -> Value {
    let cells: Vec<Value> =
        scene.cells.iter().map(|cell| json!([cell.row, cell.column, cell.label])).collect();
    let key = |key: &tejun_puzzles::Key| json!({ "key": key.key, "arrow": key.arrow.map(direction), "label": sentence(key.label) });
    let keys: Vec<Value> = scene.keys.iter().map(key).collect();
    let mut whole = frame(scene);
    whole.insert("rows".into(), scene.rows.into());
    whole.insert("columns".into(), scene.columns.into());
    whole.insert("walls".into(), scene.walls.into());
    // The original name of `walls`.
    whole.insert("maze".into(), scene.walls.into());
    whole.insert("keys".into(), keys.into());
    whole.insert("roads".into(), json!(scene.roads));
    if !scene.thin_walls.is_empty() {
        whole.insert("thin_walls".into(), json!(scene.thin_walls));
    }
    whole.insert("cells".into(), cells.into());
    whole.into()
}

/// A gesture: a piece and the cells it is carried to, several of them, a cell to tap, or a key.
pub fn gesture(gesture: &Gesture) -> Map<String, Value> {
    let mut fields = Map::new();
    match gesture {
        Gesture::Carry { piece, to } => {
            fields.insert("piece".into(), (*piece).into());
            fields.insert("to".into(), json!(to));
        }
        Gesture::CarryAll(pieces) => {
            let carried = pieces.iter().map(|(piece, to)| json!({ "piece": piece, "to": to }));
            fields.insert("carried".into(), carried.collect());
        }
        Gesture::Tap(cell) => {
            fields.insert("tap".into(), (*cell).into());
        }
        Gesture::Key(key) => {
            fields.insert("key".into(), key.to_string().into());
        }
    }
    fields
}
