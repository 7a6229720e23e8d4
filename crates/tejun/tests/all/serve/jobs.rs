//! Long searches as jobs: their events, how they end, and that they do not outlive their page.

use serde_json::{Value, json};

use super::FIFTEEN;
use super::client::{Server, wait_until};

#[test]
fn a_job_sends_its_progress_and_then_the_answer() {
    let server = Server::start(&[]);
    let klotski = json!({ "verb": "explore", "instance": "heng-dao-li-ma" });
    let job = server.job(&klotski);
    let events: Vec<(String, Value)> = server.events(&job).collect();
    let (last, progress) = events.split_last().unwrap();
    assert_eq!(last.0, "answer");
    let answer = &last.1;
    assert_eq!(answer["states"], 25955);
    let levels = answer["levels"].as_array().unwrap();
    let mut reported = vec![false; levels.len()];
    for (name, data) in progress {
        assert_eq!(name, "progress");
        for key in ["frontier", "expanded", "stored", "bytes", "seconds"] {
            assert!(data[key].is_number(), "{key} in {data}");
        }
        let depth = data["depth"].as_u64().unwrap() as usize;
        reported[depth] = true;
    }
    // Each depth is reported at least once, so that the whole history of the frontier can be drawn.
    assert!(reported.iter().all(|&reported| reported), "{reported:?}");
    // A late or repeated listener gets the same events.
    let again: Vec<(String, Value)> = server.events(&job).collect();
    assert_eq!(again, events);
    let state = server.get(&job).json();
    assert_eq!(
        (&state["state"], &state["verb"], &state["answer"]),
        (&"done".into(), &"explore".into(), answer)
    );
}

#[test]
fn what_is_found_on_the_way_is_sent() {
    let server = Server::start(&[]);
    let job = server.job(&json!({ "verb": "solve", "instance": "pacman-lv1", "options": { "threads": 1 } }));
    let (mut values, mut answer) = (Vec::new(), Value::Null);
    for (name, data) in server.events(&job) {
        match name.as_str() {
            "found" => values.push(data["value"].as_i64().unwrap()),
            "answer" => answer = data,
            _ => {}
        }
    }
    assert!(values.is_sorted() && values.last() == answer["score"].as_i64().as_ref(), "{values:?} {answer}");
    let job =
        server.job(&json!({ "verb": "solve", "instance": "pentominoes:5x12", "options": { "all": true } }));
    let events: Vec<(String, Value)> = server.events(&job).collect();
    let found: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "found").map(|(_, data)| data).collect();
    let solutions = events.last().unwrap().1["solutions"].as_array().unwrap().len();
    assert!(solutions == 1010 && (1..solutions).contains(&found.len()), "{} sent", found.len());
    assert_eq!((found[0]["line"].as_array().unwrap().len(), &found[0]["value"]), (12, &Value::Null));
}

#[test]
fn a_job_is_stopped_by_its_deletion() {
    let server = Server::start(&[]);
    let job = server.job(&json!({ "verb": "solve", "instance": FIFTEEN }));
    let mut events = server.events(&job);
    events.wait_for("progress");
    let state = server.request("DELETE", &job, &[], "");
    assert_eq!(state.status, 200);
    let answer = events.wait_for("answer");
    assert_eq!((&answer["outcome"], &answer["reason"]), (&"stopped".into(), &"interrupted".into()));
    assert!(events.next().is_none());
    assert_eq!(server.get(&job).json()["answer"], answer);
    server.wait_for(0, 0);
}

#[test]
fn a_job_dies_with_the_last_of_its_streams() {
    let server = Server::start(&[]);
    let job = server.job(&json!({ "verb": "explore", "instance": FIFTEEN }));
    let (mut first, mut second) = (server.events(&job), server.events(&job));
    first.wait_for("progress");
    second.wait_for("progress");
    drop(first);
    // The other one still receives events.
    for _ in 0..3 {
        second.wait_for("progress");
    }
    assert_eq!(server.get(&job).json()["state"], "running");
    drop(second);
    wait_until("the job has ended", || server.get(&job).json()["state"] == "done");
    assert_eq!(server.get(&job).json()["answer"]["reason"], "interrupted");
    server.wait_for(0, 0);
}

#[test]
fn a_search_dies_with_the_connection_that_waits_for_it() {
    let server = Server::start(&[]);
    let body = json!({ "instance": FIFTEEN }).to_string();
    let waiting = server.send(&format!("POST /api/solve HTTP/1.1\r\nHost: {}", server.host), &body);
    server.wait_for(1, 0);
    drop(waiting);
    server.wait_for(0, 0);
}

#[test]
fn the_steps_of_a_search_are_pulled() {
    let server = Server::start(&[]);
    let job = server.job(&json!({ "verb": "steps", "instance": "katamino:PUY" }));
    let stream = server.events(&job);
    let advance = |count: u64| server.post(&format!("{job}/advance"), &json!({ "count": count }));
    let one = advance(1).json();
    assert_eq!((one["events"].as_array().unwrap().len(), &one["done"]), (1, &false.into()));
    assert_eq!(one["events"][0]["kind"], "try");
    let mut kinds = vec!["try".to_owned()];
    loop {
        let more = advance(1000).json();
        for event in more["events"].as_array().unwrap() {
            for lang in ["code", "en", "ja", "zh"] {
                assert!(event["reason"][lang].is_string(), "{lang} in {event}");
            }
            assert!(event["cells"].is_array());
            let kind = event["kind"].as_str().unwrap();
            if kind == "solution" {
                let check = json!({ "instance": "katamino:PUY", "line": event["line"] });
                assert_eq!(server.post("/api/check", &check).json()["solves"], true);
            }
            kinds.push(kind.to_owned());
        }
        if more["done"] == true {
            break;
        }
    }
    assert_eq!(kinds.pop().unwrap(), "exhausted");
    for kind in ["placed", "pruned", "taken-back", "solution"] {
        assert!(kinds.iter().any(|known| known == kind), "{kind}");
    }
    let over = advance(5).json();
    assert_eq!((&over["events"], &over["done"]), (&json!([]), &true.into()));
    let count = |kind: &str| kinds.iter().filter(|known| *known == kind).count();
    assert_eq!(over["tally"]["events"], kinds.len() + 1);
    assert_eq!(over["tally"]["solutions"], count("solution"));
    assert!(advance(0).error(422).contains("1 to 1000") && advance(1001).error(422).contains("1 to 1000"));
    server.wait_for(0, 1);
    drop(stream);
    server.wait_for(0, 0);
    assert!(advance(1).error(422).contains("ended"));
}

/// The last event of a kind, and what was counted on the way there.
#[test]
fn steps_go_on_to_a_cut_to_a_solution_and_to_the_end() {
    let server = Server::start(&[]);
    let tallies = [true, false].map(|pruning| {
        let job = server.job(&json!({ "verb": "steps", "instance": "katamino:PUY", "pruning": pruning }));
        let stream = server.events(&job);
        let advance = |body: Value| server.post(&format!("{job}/advance"), &body);
        let until = |kind: &str| advance(json!({ "count": 100_000, "until": kind })).json();
        let mut before = 0;
        if pruning {
            let cut = until("pruned");
            before = cut["tally"]["solutions"].as_u64().unwrap();
            assert_eq!((cut["events"].as_array().unwrap().len(), &cut["tally"]["cut"]), (1, &1.into()));
            assert_eq!(cut["events"][0]["reason"]["code"], "pruned");
        }
        let solved = until("solution");
        assert_eq!((&solved["tally"]["solutions"], &solved["done"]), (&(before + 1).into(), &false.into()));
        let end = until("exhausted");
        assert_eq!((&end["events"][0]["kind"], &end["done"]), (&"exhausted".into(), &true.into()));
        assert!(advance(json!({ "count": 1, "until": "try" })).error(400).contains("until"));
        drop(stream);
        end["tally"].clone()
    });
    let [pruned, unpruned] = tallies;
    assert_eq!((&unpruned["cut"], &unpruned["solutions"]), (&0.into(), &pruned["solutions"]));
    assert!(pruned["events"].as_u64() < unpruned["events"].as_u64(), "{pruned} {unpruned}");
    let wrong = json!({ "verb": "steps", "instance": "katamino:PUY", "pruning": 1 });
    assert!(server.post("/api/jobs", &wrong).error(400).contains("pruning"));
}

#[test]
fn what_is_no_job_is_refused() {
    let server = Server::start(&[]);
    let post = |body: Value| server.post("/api/jobs", &body);
    assert!(post(json!({ "instance": "pacman-lv1" })).error(400).contains("verb"));
    post(json!({ "verb": "sovle", "instance": "pacman-lv1" })).error(404);
    assert!(
        post(json!({ "verb": "check", "instance": "pacman-lv1" })).error(422).contains("POST /api/check")
    );
    assert_eq!(post(json!({ "verb": "steps", "instance": "pacman-lv1" })).error(422), "pacman has no steps");
    assert!(
        post(json!({ "verb": "steps", "instance": "katamino:PUY", "line": "x" })).error(422).contains('x')
    );
    let illegal = post(json!({ "verb": "solve", "instance": "heng-dao-li-ma", "line": ["zu"] }));
    assert_eq!(illegal.json()["error"]["at"], 0, "{}", illegal.error(422));
    let unknown = "/api/jobs/0123456789abcdef0123456789abcdef";
    server.get(unknown).error(404);
    server.get(&format!("{unknown}/events")).error(404);
    server.request("DELETE", unknown, &[], "").error(404);
    // Only the search finds out that the family does not support this.
    let job = server.job(&json!({ "verb": "count", "instance": "heng-dao-li-ma" }));
    let events: Vec<(String, Value)> = server.events(&job).collect();
    assert_eq!(
        events,
        [(
            "error".to_owned(),
            json!({ "api": 1, "error": { "message": "sliding has no count" }, "kind": "unsupported" })
        )]
    );
    let failed = server.get(&job).json();
    assert_eq!(
        (&failed["state"], &failed["kind"], &failed["error"]["message"]),
        (&"failed".into(), &"unsupported".into(), &"sliding has no count".into())
    );
    assert_eq!(server.get(&job).json()["state"], "failed");
}
