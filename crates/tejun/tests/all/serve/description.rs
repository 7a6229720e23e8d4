//! What the server sends and takes is what its description says.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::client::Server;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
});

/// Answers longer than this take too long to check.
const LONGEST: usize = 1 << 20;

/// The operation at a path, which may have the ID of a job in it.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let mut parts: Vec<&str> = path.split('/').collect();
    if let ["", "api", "jobs", id, ..] = &mut parts[..] {
        *id = "{id}";
    }
    DESCRIPTION["paths"].get(parts.join("/"))?.get(method.to_lowercase())
}

/// Asserts that a value is what a schema with references into the description says.
fn assert_fits(schema: &Value, value: &Value, what: &str) {
    static VALIDATORS: Mutex<BTreeMap<String, Validator>> = Mutex::new(BTreeMap::new());
    let mut validators = VALIDATORS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let validator = validators.entry(schema.to_string()).or_insert_with(|| {
        let mut whole = schema.clone();
        whole["components"] = DESCRIPTION["components"].clone();
        jsonschema::draft202012::new(&whole).unwrap()
    });
    if let Some(error) = validator.iter_errors(value).next() {
        panic!("{what}: {} at {}: {error}", error.schema_path(), error.instance_path());
    }
}

/// Asserts that a request is as described.
pub fn assert_request(method: &str, path: &str, body: &Value) {
    let operation = operation(method, path).unwrap_or_else(|| panic!("{method} {path} is not described"));
    if let Some(request) = operation.get("requestBody") {
        assert_fits(
            &request["content"]["application/json"]["schema"],
            body,
            &format!("{method} {path} {body}"),
        );
    }
}

/// Asserts that a response is as described, if its path is.
pub fn assert_response(method: &str, path: &str, status: u16, body: &str) {
    let Some(operation) = operation(method, path) else { return };
    if body.len() > LONGEST {
        return;
    }
    let error = &DESCRIPTION["components"]["responses"]["Error"];
    let response = operation["responses"].get(status.to_string()).unwrap_or(error);
    let Some(schema) = response["content"].get("application/json").map(|content| &content["schema"]) else {
        return;
    };
    let what = format!("{method} {path}: {status}");
    let value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{what}: {error}: {body}"));
    assert_fits(schema, &value, &format!("{what}: {body:.500}"));
}

#[test]
fn the_server_describes_itself() {
    let server = Server::start(&[]);
    let described = server.get("/api/openapi.json");
    assert_eq!((described.status, described.header("content-type")), (200, Some("application/json")));
    assert_eq!(described.json(), *DESCRIPTION);
    for (path, operations) in DESCRIPTION["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|method| *method != "parameters") {
            let refused = server.request(&method.to_uppercase(), path, &[], "");
            assert_ne!(refused.status, 405, "{method} {path}");
        }
    }
}

#[test]
fn what_is_not_described_is_noticed() {
    let fits = |path: &str, answer: Value| {
        std::panic::catch_unwind(|| assert_response("POST", path, 200, &answer.to_string())).is_ok()
    };
    let way = json!({ "api": 1, "line": ["ar"] });
    assert!(fits("/api/map", way));
    assert!(!fits("/api/map", json!({ "api": 1, "line": "ar" })));
    assert!(!fits("/api/map", json!({ "line": ["ar"] })));
    assert!(!fits("/api/map", json!({ "api": 2, "line": ["ar"] })));
}
