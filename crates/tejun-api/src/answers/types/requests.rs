//! Schemas of the bodies of requests, from the table of the verbs.

use serde_json::{Map, Value, json};
use tejun_puzzles::{OptionInfo, OptionKind};

use crate::endpoints::{ENDPOINTS, Endpoint, Handler};
use crate::limits::{BODY, SKIPPED, STEPS};
use crate::options::MOST_NUMBERS;
use crate::requests;

/// The name of the schema for the body of a verb, as in `SolveRequest`.
pub(super) fn name(verb: &str) -> String {
    let (first, rest) = verb.split_at(1);
    format!("{}{rest}Request", first.to_uppercase())
}

/// The schemas of all bodies, by name.
pub(super) fn schemas() -> Map<String, Value> {
    let verbs = ENDPOINTS.iter().map(|endpoint| (name(endpoint.name), verb(endpoint)));
    let advance = json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 1, "maximum": SKIPPED, "description": format!("The number of events, at most {STEPS} unless they go until a kind.") },
            "until": { "enum": ["pruned", "solution", "exhausted", null], "description": "The kind of event with which they end; only the last is answered." },
        },
        "required": ["count"],
        "additionalProperties": false,
    });
    verbs.chain([("JobsRequest".to_owned(), job()), ("AdvanceRequest".to_owned(), advance)]).collect()
}

/// The body of a verb.
fn verb(endpoint: &Endpoint) -> Value {
    match endpoint.handler {
        Handler::General(_) => body(&[], &[("options", options(endpoint.takes.options()))]),
        Handler::Draw => {
            let of = json!({ "type": "string", "examples": ["packing", "sokoban"], "description": "What to draw: the name of a draw of the library." });
            let level = json!({ "type": ["integer", "null"], "minimum": 1, "description": "The difficulty, from 1, the default." });
            body(&["of"], &[("of", of), ("level", level), ("options", options(endpoint.takes.options()))])
        }
        _ => {
            let own = endpoint.keys.iter().map(|key| (*key, own_key(key)));
            let all: Vec<_> = question(endpoint.takes.options()).into_iter().chain(own).collect();
            let required: Vec<&str> = ["instance"]
                .into_iter()
                .chain(endpoint.keys.iter().copied().filter(|key| *key == "gesture"))
                .collect();
            body(&required, &all)
        }
    }
}

/// The body of a request for a job: any search, and the steps of one.
fn job() -> Value {
    let searches = ENDPOINTS.iter().filter(|endpoint| matches!(endpoint.handler, Handler::Search(..)));
    let names: Vec<&str> = searches.clone().map(|endpoint| endpoint.name).chain([requests::STEPS]).collect();
    let mut options: Vec<&'static OptionInfo> = Vec::new();
    for option in searches.flat_map(|endpoint| endpoint.takes.options()) {
        if options.iter().all(|other| other.name != option.name) {
            options.push(option);
        }
    }
    let verb = json!({ "enum": names, "description": "The verb of the search, or steps." });
    let all: Vec<_> = [("verb", verb)]
        .into_iter()
        .chain(question(options.into_iter()))
        .chain(["to", "pieces", "move", "pruning"].map(|key| (key, own_key(key))))
        .collect();
    body(&["verb", "instance"], &all)
}

/// The keys of every question about an instance.
fn question(taken: impl Iterator<Item = &'static OptionInfo>) -> [(&'static str, Value); 3] {
    let instance = json!({
        "type": "string",
        "maxLength": BODY,
        "examples": ["heng-dao-li-ma", "tank-change", "katamino:PUY", "pacman-lv1", "puzzle = 'sliding'\nboard = 'ab.'\ngoal = '.ab'"],
        "description": "A library name such as heng-dao-li-ma, a short form such as klotski:vBBvvBBvvhhvv11v1..1, or the text of an instance file.",
    });
    let line = json!({
        "type": ["array", "string", "null"],
        "items": { "type": "string" },
        "description": "The moves played so far, as an array or as one text; check judges them, all other verbs begin after them.",
    });
    [("instance", instance), ("line", line), ("options", options(taken))]
}

/// A key of one verb.
fn own_key(key: &str) -> Value {
    let cells = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } });
    match key {
        "to" => {
            json!({ "type": "integer", "minimum": 0, "description": "The number of a position of the map: the answer is a line to it." })
        }
        "pieces" => {
            json!({ "type": ["string", "null"], "description": "Other pieces for the board, as --pieces of the command line." })
        }
        "move" => {
            json!({ "type": ["string", "null"], "description": "A move from there: what it is good for, or why it loses." })
        }
        "pruning" => {
            json!({ "type": ["boolean", "null"], "description": "Of steps: whether it cuts what it sees to have no solution, and what it came to on another line; the default is true." })
        }
        "from" => {
            json!({ "type": "integer", "minimum": 0, "description": "The number of moves before the first frame." })
        }
        "gesture" => {
            let carried = json!({
                "type": "object",
                "properties": { "piece": { "type": "integer", "minimum": 0 }, "to": cells },
                "required": ["piece", "to"],
            });
            json!({
                "description": "A piece, by its index in the scene, and the cells it is carried to; several of these; a cell to tap; or a key.",
                "anyOf": [
                    carried,
                    { "type": "object", "properties": { "carried": { "type": "array", "items": carried } }, "required": ["carried"] },
                    { "type": "object", "properties": { "tap": { "type": "integer", "minimum": 0 } }, "required": ["tap"] },
                    { "type": "object", "properties": { "key": { "type": "string", "minLength": 1, "maxLength": 1 } }, "required": ["key"] },
                ],
            })
        }
        other => panic!("describe the key {other}"),
    }
}

/// These options.
fn options(taken: impl Iterator<Item = &'static OptionInfo>) -> Value {
    let properties: Map<String, Value> =
        taken.map(|option| (option.name.to_owned(), schema(option))).collect();
    json!({
        "type": ["object", "null"],
        "properties": properties,
        "additionalProperties": false,
        "description": "The options of the command line, under the same names.",
    })
}

fn schema(option: &OptionInfo) -> Value {
    let about = format!("{}.", option.about);
    match option.kind {
        OptionKind::Whole(min, max) => {
            json!({ "type": ["integer", "null"], "minimum": min, "maximum": max, "description": about })
        }
        OptionKind::Bytes => {
            json!({ "type": ["integer", "string", "null"], "minimum": 0, "description": about })
        }
        OptionKind::Seconds => json!({ "type": ["number", "null"], "minimum": 0, "description": about }),
        OptionKind::Several(_, min, max) => json!({
            "type": ["array", "null"],
            "items": { "type": "integer", "minimum": min, "maximum": max },
            "maxItems": MOST_NUMBERS,
            "description": about,
        }),
        OptionKind::Text(_) => json!({ "type": ["string", "null"], "description": about }),
        OptionKind::Switch => json!({ "type": ["boolean", "null"], "description": about }),
    }
}

fn body(required: &[&str], properties: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        properties.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}
