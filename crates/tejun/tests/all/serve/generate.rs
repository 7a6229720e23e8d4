//! Puzzles drawn at random.

use serde_json::{Value, json};

use super::client::Server;

/// The text of a puzzle that was drawn.
fn drawn(answer: &Value) -> &str {
    let puzzle = &answer["puzzles"][0];
    puzzle["instance"].as_str().or(puzzle["file"].as_str()).unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn every_family_draws_what_it_offers_and_the_same_seed_the_same() {
    let server = Server::start(&[]);
    let library = server.get("/api/library").json();
    let kinds: Vec<Value> = library["families"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|family| family["draws"].as_array().unwrap().clone())
        .collect();
    assert!(kinds.len() >= 5);
    for kind in kinds {
        assert_eq!(kind["levels"], 5);
        let body = |level: u64| json!({ "of": kind["name"], "level": level, "options": { "seed": 7 } });
        drawn(&server.post("/api/generate", &body(2)).json());
        let [one, other] = [0, 1].map(|_| server.post("/api/generate", &body(1)).json());
        assert_eq!(drawn(&one), drawn(&other));
        let position = server.post("/api/position", &json!({ "instance": drawn(&one) }));
        assert_eq!(position.status, 200, "{}", position.body);
        assert_eq!(position.json()["standing"], "open");
        let puzzle = server.post("/api/puzzle", &json!({ "instance": drawn(&one) }));
        assert!(puzzle.json()["aim"]["en"].is_string());
    }
}

#[test]
fn what_no_family_offers_is_refused() {
    let server = Server::start(&[]);
    for (status, body) in [
        (400, json!({})),
        (400, json!({ "of": 3 })),
        (400, json!({ "of": "packing", "atlas": "/etc/passwd" })),
        (400, json!({ "of": "packing", "options": { "board": "5x6" } })),
        (422, json!({ "of": "klotski" })),
        (422, json!({ "of": "packing", "level": 0 })),
        (422, json!({ "of": "packing", "level": 6 })),
        (422, json!({ "of": "packing", "level": "2" })),
        (422, json!({ "of": "packing", "options": { "time": 9999 } })),
    ] {
        let response = server.post("/api/generate", &body);
        assert_eq!(response.status, status, "{body}: {}", response.body);
    }
    assert_eq!(server.get("/api/generate").status, 405);
}
