//! The tools: verbs of the HTTP API, with the schemas of their requests from its description.

use std::sync::{Arc, LazyLock};

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;
use tejun_api::OPENAPI;

/// The verbs that are tools. What is left out is for front ends that draw boards.
const VERBS: [&str; 11] = [
    "solve",
    "why",
    "explain",
    "check",
    "explore",
    "count",
    "show",
    "list",
    "collection",
    "generate",
    "diagnose",
];

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let description: Value = serde_json::from_str(OPENAPI).expect("the description is JSON");
    VERBS.iter().map(|verb| tool(verb, &description)).collect()
});

/// All tools.
pub(super) fn all() -> Vec<Tool> {
    TOOLS.clone()
}

/// The verb that is the tool of this name.
pub(super) fn verb(name: &str) -> Option<&'static str> {
    VERBS.into_iter().find(|verb| *verb == name)
}

fn tool(verb: &'static str, description: &Value) -> Tool {
    let operation = &description["paths"][format!("/api/{verb}")]["post"];
    let about = operation["summary"].as_str().expect("every verb is described").to_owned();
    let request = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
    let schema =
        description.pointer(request.and_then(|path| path.strip_prefix('#')).expect("it is a reference"));
    let schema = schema.and_then(Value::as_object).expect("it leads to a schema").clone();
    // The same question has the same answer, but for limits of time.
    let hints = ToolAnnotations::new().read_only(true).open_world(false);
    Tool::new(verb, about, Arc::new(schema)).annotate(hints)
}
