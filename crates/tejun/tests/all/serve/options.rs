//! Each option of each verb: the description lists those that the verb takes, and the others are refused.

use serde_json::{Value, json};

use super::client::Server;

const OPTIONS: [(&str, u64); 12] = [
    ("threads", 1),
    ("memory", 64 << 20),
    ("time", 10),
    ("states", 100_000),
    ("depth", 100),
    ("seed", 1),
    ("metric", 0),
    ("level", 1),
    ("width", 10),
    ("all", 0),
    ("first", 1),
    ("terminal_goals", 0),
];

fn value(option: &str, number: u64) -> Value {
    match option {
        "metric" => json!("moves"),
        "all" | "terminal_goals" => json!(true),
        _ => json!(number),
    }
}

const SMALL: &str = "puzzle = 'sliding'\nboard = 'ab.'\ngoal = '.ab'";

/// The verbs, an instance each, and their options besides those that say how to work.
const VERBS: [(&str, &str, &str); 15] = [
    ("solve", SMALL, "depth metric level width all first"),
    ("explore", SMALL, "depth metric level terminal_goals"),
    ("map", SMALL, "depth metric level"),
    ("count", "katamino:PUY", "depth metric level"),
    ("why", SMALL, "metric level"),
    ("hardest", SMALL, "depth metric level"),
    ("check", SMALL, "metric level"),
    ("show", SMALL, "metric level"),
    ("puzzle", SMALL, "metric level"),
    ("position", SMALL, "metric level"),
    ("notations", SMALL, "metric level"),
    ("replay", SMALL, "metric level"),
    ("diagnose", SMALL, ""),
    ("list", "", ""),
    ("generate", "", "depth"),
];

#[test]
fn each_option_is_taken_or_refused() {
    let server = Server::start(&[]);
    let description = server.get("/api/openapi.json").json();
    for (verb, instance, own) in VERBS {
        let operation = &description["paths"][format!("/api/{verb}")]["post"];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let schema = schema["$ref"].as_str().unwrap().trim_start_matches('#');
        let described = &description.pointer(schema).unwrap()["properties"]["options"]["properties"];
        for (option, number) in OPTIONS {
            let is_taken = ["threads", "memory", "time", "states", "seed"].contains(&option)
                || own.split(' ').any(|own| own == option);
            assert_eq!(described.get(option).is_some(), is_taken, "{verb} {option}");
            let mut request = json!({ "options": { option: value(option, number) } });
            match verb {
                "list" => {}
                "generate" => request["of"] = "tank-change".into(),
                _ => request["instance"] = instance.into(),
            }
            let answer = server.post(&format!("/api/{verb}"), &request);
            if !is_taken {
                assert_eq!(answer.error(400), format!("{verb} takes no {option:?}: leave it out"));
                // What is null is not given.
                request["options"][option] = Value::Null;
                assert_eq!(server.post(&format!("/api/{verb}"), &request).status, 200, "{verb} {option}");
            } else if answer.status != 200 {
                // In a family that has no use for it.
                let said = answer.error(422);
                assert!(said.contains("leave ") || said.contains("ask for "), "{verb} {option}: {said}");
            }
        }
    }
}

#[test]
fn families_refuse_what_they_have_no_use_for() {
    let server = Server::start(&[]);
    for (verb, instance, options, said) in [
        (
            "solve",
            "peg-cross",
            json!({ "width": 9 }),
            "peg-solitaire is not solved by a beam: leave out the width",
        ),
        (
            "solve",
            "tank-change",
            json!({ "width": 9 }),
            "tank-change is not solved by a beam: leave out the width",
        ),
        ("solve", "pacman-lv1", json!({ "all": true }), "this family gives one best line: ask for the best"),
        ("solve", "katamino:PUY", json!({ "first": 0 }), "first is 0; the least is 1"),
        ("generate", "packing", json!({ "depth": 3 }), "generate packing takes no depth: leave it out"),
    ] {
        let key = if verb == "generate" { "of" } else { "instance" };
        let request = json!({ key: instance, "options": options });
        assert_eq!(server.post(&format!("/api/{verb}"), &request).error(422), said);
    }
    // So do jobs.
    let steps = json!({ "verb": "steps", "instance": "katamino:PUY", "options": { "width": 9 } });
    assert_eq!(server.post("/api/jobs", &steps).error(400), "steps takes no \"width\": leave it out");
    let count = json!({ "verb": "count", "instance": "katamino:PUY", "options": { "first": 9 } });
    assert_eq!(server.post("/api/jobs", &count).error(400), "count takes no \"first\": leave it out");
}
