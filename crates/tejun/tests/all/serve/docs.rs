//! The examples in docs/api.md are correct.

use serde_json::Value;

use super::client::Server;
use super::description::assert_request;

/// A request in the document, and the answer shown for it.
struct Example<'a> {
    method: &'a str,
    path: &'a str,
    body: &'a str,
    status: u16,
    answer: Value,
}

fn examples(text: &str) -> Vec<Example<'_>> {
    let mut examples = Vec::new();
    for part in text.split("```http\n").skip(1) {
        let (request, rest) = part.split_once("```").unwrap();
        let (head, body) = request.split_once('\n').unwrap();
        let (method, path) = head.split_once(' ').unwrap();
        let answer = rest.strip_prefix("\n```json").unwrap_or_else(|| panic!("{head} has no answer"));
        let (status, answer) = answer.split_once('\n').unwrap();
        let status = status.trim().parse().unwrap_or(200);
        let answer = serde_json::from_str(answer.split_once("```").unwrap().0).unwrap();
        examples.push(Example { method, path, body, status, answer });
    }
    examples
}

/// Asserts that an answer is as shown, except for what differs between machines.
fn assert_agree(shown: &Value, real: &Value, at: &str) {
    match (shown, real) {
        (Value::String(text), _) if text == "..." || text == "ID" => {}
        (Value::Object(shown), Value::Object(real)) => {
            let keys = |map: &serde_json::Map<String, Value>| {
                let mut keys: Vec<String> = map.keys().cloned().collect();
                keys.sort();
                keys
            };
            assert_eq!(keys(shown), keys(real), "{at}");
            for (key, shown) in shown {
                if !matches!(key.as_str(), "seconds" | "peak_bytes" | "expanded" | "stored") {
                    assert_agree(shown, &real[key], &format!("{at}.{key}"));
                }
            }
        }
        _ => assert_eq!(shown, real, "{at}"),
    }
}

#[test]
fn the_examples_of_the_document_are_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
    let text = std::fs::read_to_string(path).unwrap();
    let server = Server::start(&[]);
    let mut job = String::new();
    let examples = examples(&text);
    assert!(examples.len() > 8);
    for Example { method, path, body, status, answer } in examples {
        assert_request(method, path, &serde_json::from_str(body).unwrap_or_default());
        let response = server.request(method, &path.replace("ID", &job), &[], body);
        assert_eq!(response.status, status, "{path} {body}: {}", response.body);
        assert_agree(&answer, &response.json(), &format!("{method} {path} {body}"));
        if let Some(id) = response.json()["job"].as_str() {
            job = id.to_owned();
        }
    }
}
