//! The description of the HTTP API.

use serde_json::{Map, Value, json};

use super::requests;
use crate::endpoints::ENDPOINTS;
use crate::versioned::API;

/// What each verb does.
fn about(verb: &str) -> &'static str {
    match verb {
        "solve" => {
            "Finds the best line from a position, proved where possible; or proves that there is none."
        }
        "explore" => "Explores every position that can be reached.",
        "map" => "Lists every position that can be reached, with a place to draw it at.",
        "count" => "Counts the solutions of a packing.",
        "why" => {
            "Tells what is true of every solution from a position on, and what a move is good for; each fact is proved by a finished search."
        }
        "explain" => {
            "Finds a best line and divides it into chapters, each of which does something that every solution must do."
        }
        "hardest" => "Finds the starts that are farthest from the goal.",
        "check" => "Judges a line by the rules alone.",
        "show" => "Draws a position as text.",
        "list" => "Lists the library and the short forms.",
        "collection" => "Lists the levels of a text with several puzzles.",
        "diagnose" => "Lists what is wrong with the text of an instance.",
        "puzzle" => "Tells what stays the same in all positions of a puzzle.",
        "position" => "Tells how the play stands, what to draw, and every legal move with its gesture.",
        "notations" => "Writes a position in notations of other programs.",
        "replay" => "Draws the positions along a line.",
        "generate" => "Draws a puzzle at random.",
        "gesture" => "Tells which move a gesture is, or why it is none.",
        other => panic!("describe the verb {other}"),
    }
}

/// The name of the schema for the answer of a verb.
fn answer(verb: &str) -> String {
    match verb {
        "gesture" => "GestureVerdict".to_owned(),
        verb => requests::name(verb).replace("Request", "Answer"),
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn content(schema: Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

/// The responses of an operation that succeeds with this status.
fn responses(status: &str, about: &str, content: Value) -> Value {
    json!({
        status: { "description": about, "content": content },
        "default": { "$ref": "#/components/responses/Error" },
    })
}

fn posted(about: &str, request: &str, status: &str, answer: Value) -> Value {
    json!({
        "summary": about,
        "requestBody": { "required": true, "content": content(reference(request)) },
        "responses": responses(status, "The answer.", content(answer)),
    })
}

fn got(about: &str, answer: &str) -> Value {
    json!({ "summary": about, "responses": responses("200", "The answer.", content(reference(answer))) })
}

/// The whole description, with the schemas of the answers.
pub(super) fn description(answers: &Map<String, Value>) -> Value {
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let verb = endpoint.name;
        let schema = match verb {
            // With `to`, a line to a position.
            "map" => json!({ "anyOf": [reference("MapAnswer"), reference("WayAnswer")] }),
            verb => reference(&answer(verb)),
        };
        let operation = posted(about(verb), &requests::name(verb), "200", schema);
        paths.insert(format!("/api/{verb}"), json!({ "post": operation }));
    }
    let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
    let state = got("Tells the state of a job.", "JobState");
    let mut stop = state.clone();
    stop["summary"] = "Stops a job; the answer is the best found so far.".into();
    let events = json!({
        "summary": "The events of a job: progress, found, answer, error.",
        "responses": responses("200", "Server-sent events, each with one JSON object.", json!({ "text/event-stream": {} })),
    });
    let advance =
        posted("Advances a search in single steps.", "AdvanceRequest", "200", reference("StepsAnswer"));
    let described = json!({ "summary": "This description.", "responses": responses("200", "OpenAPI 3.1.", content(json!({ "type": "object" }))) });
    paths.extend([
        (
            "/api/jobs".to_owned(),
            json!({ "post": posted("Starts a long search.", "JobsRequest", "202", reference("JobAnswer")) }),
        ),
        ("/api/jobs/{id}".to_owned(), json!({ "parameters": [id], "get": state, "delete": stop })),
        ("/api/jobs/{id}/events".to_owned(), json!({ "parameters": [id], "get": events })),
        ("/api/jobs/{id}/advance".to_owned(), json!({ "parameters": [id], "post": advance })),
        (
            "/api/library".to_owned(),
            json!({ "get": got("The families and the puzzles that ship.", "Library") }),
        ),
        ("/api/status".to_owned(), json!({ "get": got("What is running, and the limits.", "StatusAnswer") })),
        ("/api/openapi.json".to_owned(), json!({ "get": described })),
    ]);
    let mut schemas = answers.clone();
    schemas.extend(of_the_server());
    schemas.extend(requests::schemas());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "tejun",
            "version": API.to_string(),
            "description": "Finds, proves, explains and replays solutions of puzzles. docs/api.md tells more.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": { "Error": { "description": "A refusal.", "content": content(reference("Error")) } },
        },
    })
}

/// The schemas of what families and servers put together themselves.
fn of_the_server() -> Map<String, Value> {
    let api = json!({ "type": "integer", "const": API });
    let error = json!({
        "type": "object",
        "properties": {
            "message": { "type": "string", "description": "One English sentence." },
            "key": { "type": "string", "description": "The key of the file." },
            "row": { "type": "integer", "description": "The row of its board, from 1." },
            "column": { "type": "integer", "description": "The column of its board, from 1." },
            "at": { "type": "integer", "description": "The index of the illegal move, from 0." },
            "code": { "type": "string", "description": "The code of the reason." },
            "reason": reference("Reason"),
        },
        "required": ["message"],
    });
    let refusal = json!({
        "type": "object",
        "properties": { "api": api, "error": error, "kind": reference("ErrorKind") },
        "required": ["api", "error", "kind"],
    });
    let drawn = json!({
        "type": "object",
        "description": "What the verb generate of the command line answers.",
        "properties": {
            "api": api,
            "of": { "type": "string" },
            "level": { "type": "integer" },
            "seed": { "type": "integer" },
            "outcome": { "type": "string" },
            "puzzles": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": { "instance": { "type": "string" }, "file": { "type": "string" } },
                },
            },
            "found": { "type": "integer" },
            "wanted": { "type": "integer" },
        },
        "required": ["api", "of", "level", "seed", "puzzles"],
    });
    let state = json!({
        "type": "object",
        "properties": {
            "api": api,
            "job": { "type": "string" },
            "verb": { "type": "string" },
            "state": { "enum": ["running", "done", "failed"] },
            "answer": { "type": "object", "description": "The answer of the verb, of a job that is done." },
            "error": error,
            "kind": reference("ErrorKind"),
        },
        "required": ["api", "job", "verb", "state"],
    });
    let job = json!({
        "type": "object",
        "properties": { "api": api, "job": { "type": "string", "description": "The ID of the job." } },
        "required": ["api", "job"],
    });
    let status = json!({
        "type": "object",
        "properties": {
            "api": api,
            "searches": { "type": "integer" },
            "jobs": { "type": "integer" },
            "most": { "type": "object", "additionalProperties": { "type": "integer" } },
        },
        "required": ["api", "searches", "jobs", "most"],
    });
    let all = [
        ("Error", refusal),
        ("GenerateAnswer", drawn),
        ("JobState", state),
        ("JobAnswer", job),
        ("StatusAnswer", status),
    ];
    all.map(|(name, schema)| (name.to_owned(), schema)).into_iter().collect()
}
