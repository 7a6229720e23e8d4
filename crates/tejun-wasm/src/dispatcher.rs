//! Answers one request after the other, and holds the searches to watch between them.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;
use tejun_api::limits::{BODY, LIGHT, Resources};
use tejun_api::{
    API, ApiError, Clock, Engine, Job, Now, ProgressReporter, Stop, Task, Walk, endpoint, searching_verbs,
    wanted,
};
use tejun_puzzles::Registry;

/// Memory of a search unless the request says otherwise: what a phone can spare.
const USUAL_BYTES: u64 = 256 << 20;
/// The module can address 4 GiB, in which memory that was given back has gaps.
const MOST_BYTES: u64 = 2 << 30;

/// Takes requests and gives messages about them: the status and the answer, or the events of a job.
pub struct Dispatcher {
    engine: Engine,
    now: Now,
    walks: Mutex<BTreeMap<String, Walk>>,
}

impl Dispatcher {
    /// Answers requests about the families of `registry`.
    pub fn new(registry: Registry, now: Now) -> Self {
        let most = Resources {
            threads: 1,
            usual_bytes: USUAL_BYTES,
            most_bytes: MOST_BYTES,
            most_time: Duration::MAX,
        };
        Dispatcher { engine: Engine::new(registry, most, None, now), now, walks: Mutex::default() }
    }

    /// Answers a request. Its `head` has the method and the path below `/api`, except that a new job brings its
    /// id along, as in `POST jobs/7`, and that `GET searches` lists the verbs that search. Sends the status and the
    /// answer. A job that is a search then runs, and its events follow. Deleting a search to watch sends its last
    /// answer.
    pub fn answer(&self, head: &str, body: &[u8], stop: Stop, send: &mut dyn FnMut(&str, &str)) {
        if let Err(error) = self.try_answer(head, body, stop, send) {
            send(&error.status().to_string(), &error.json().to_string());
        }
    }

    fn try_answer(
        &self,
        head: &str,
        body: &[u8],
        stop: Stop,
        send: &mut dyn FnMut(&str, &str),
    ) -> Result<(), ApiError> {
        if body.len() > BODY {
            return Err(ApiError::too_large());
        }
        let light = Clock::new(self.now, LIGHT, Some(stop.clone()));
        let (method, path) = head.split_once(' ').unwrap_or((head, ""));
        let words: Vec<&str> = path.split('/').collect();
        match (method, &words[..]) {
            ("GET", ["library"]) => send("200", self.engine.library(&light)?),
            ("GET", ["searches"]) => send("200", &json!(searching_verbs().collect::<Vec<_>>()).to_string()),
            ("POST", ["jobs", id]) => self.job(id, body, stop, &light, send)?,
            ("POST", ["jobs", id, "advance"]) => {
                let wanted = wanted(body)?;
                let mut walks = self.walks.lock().expect("a panic ends the module");
                let walk = walks.get_mut(*id).ok_or_else(no_such_job)?;
                send("200", &walk.take(&wanted, &light)?);
            }
            ("DELETE", ["jobs", id]) => {
                let mut walks = self.walks.lock().expect("a panic ends the module");
                let walk = walks.remove(*id).ok_or_else(no_such_job)?;
                send("200", &json!({ "api": API, "done": walk.is_done() }).to_string());
            }
            ("POST", [verb]) => match self.engine.begin(endpoint(verb)?, body, &light)? {
                Task::Answer(answer) => send("200", &answer),
                Task::Search(search) => {
                    let position = search.position(&light)?;
                    let clock = light.restarted(search.time());
                    send("200", &search.run(&*position, &clock, &mut clock.clone())?);
                }
                Task::Draw(drawing) => {
                    let mut clock = Clock::new(self.now, drawing.time(), Some(stop));
                    send("200", &drawing.run(&mut clock)?);
                }
            },
            _ => return Err(ApiError::unknown("there is no such path: docs/api.md lists them")),
        }
        Ok(())
    }

    fn job(
        &self,
        id: &str,
        body: &[u8],
        stop: Stop,
        light: &Clock,
        send: &mut dyn FnMut(&str, &str),
    ) -> Result<(), ApiError> {
        let job = self.engine.begin_job(body, light)?;
        send("202", &json!({ "api": API, "job": id }).to_string());
        match job {
            Job::Steps(walk) => {
                self.walks.lock().expect("a panic ends the module").insert(id.to_owned(), walk);
            }
            Job::Search(search, position) => {
                let clock = Clock::new(self.now, search.time(), Some(stop));
                let news = |name: &'static str, data: serde_json::Value| send(name, &data.to_string());
                let mut reporter = ProgressReporter::new(clock.clone(), news);
                let answer = search.run(&*position, &clock, &mut reporter);
                match answer {
                    Ok(answer) => send("answer", &answer),
                    Err(error) => send("error", &error.json().to_string()),
                }
            }
        }
        Ok(())
    }
}

fn no_such_job() -> ApiError {
    ApiError::unknown("there is no such job: it may have been forgotten")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn asked(dispatcher: &Dispatcher, head: &str, body: &str) -> Vec<(String, serde_json::Value)> {
        let mut sent = Vec::new();
        let mut send = |name: &str, data: &str| {
            sent.push((name.to_owned(), serde_json::from_str(data).unwrap()));
        };
        dispatcher.answer(head, body.as_bytes(), Arc::new(|| false), &mut send);
        sent
    }

    #[test]
    fn requests_are_answered_and_jobs_have_events() {
        let dispatcher = Dispatcher::new(Registry::standard(), || Duration::ZERO);
        let (status, library) = asked(&dispatcher, "GET library", "").remove(0);
        assert!(status == "200" && library["entries"].as_array().is_some_and(|all| all.len() > 100));
        let (_, verbs) = asked(&dispatcher, "GET searches", "").remove(0);
        assert_eq!(
            verbs,
            json!(["solve", "explore", "map", "count", "why", "explain", "hardest", "generate"])
        );
        let puy = r#"{"instance": "katamino:PUY"}"#;
        let (status, solved) = asked(&dispatcher, "POST solve", puy).remove(0);
        assert_eq!((&*status, &solved["cost"]), ("200", &json!(3)));
        let sent = asked(&dispatcher, "POST jobs/7", r#"{"verb": "explore", "instance": "tank-change"}"#);
        assert_eq!(sent[0], ("202".to_owned(), json!({ "api": 1, "job": "7" })));
        assert!(sent.iter().any(|(name, _)| name == "progress"));
        assert!(sent.last().is_some_and(|(name, data)| name == "answer" && data["outcome"] == "solved"));
    }

    #[test]
    fn a_search_to_watch_lasts_until_it_is_deleted() {
        let dispatcher = Dispatcher::new(Registry::standard(), || Duration::ZERO);
        asked(&dispatcher, "POST jobs/a", r#"{"verb": "steps", "instance": "katamino:PUY"}"#);
        let (_, first) = asked(&dispatcher, "POST jobs/a/advance", r#"{"count": 2}"#).remove(0);
        let (_, next) = asked(&dispatcher, "POST jobs/a/advance", r#"{"count": 1}"#).remove(0);
        assert_eq!(first["events"].as_array().unwrap().len(), 2);
        assert_ne!(first["events"][1], next["events"][0]);
        asked(&dispatcher, "DELETE jobs/a", "");
        assert_eq!(asked(&dispatcher, "POST jobs/a/advance", r#"{"count": 1}"#)[0].0, "404");
    }

    /// A search that has no time says so, though the replay of its line takes longer than that.
    #[test]
    fn the_time_of_a_search_begins_after_its_line() {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        let now = || Duration::from_millis(10 * LOOKS.fetch_add(1, Ordering::Relaxed));
        let dispatcher = Dispatcher::new(Registry::standard(), now);
        let body = r#"{"instance": "heng-dao-li-ma", "line": "ir", "options": {"time": 0.005}}"#;
        let (status, answer) = asked(&dispatcher, "POST solve", body).remove(0);
        assert_eq!((&*status, &answer["reason"]), ("200", &json!("time")), "{answer}");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let dispatcher = Dispatcher::new(Registry::standard(), || Duration::ZERO);
        let big = " ".repeat(BODY + 1);
        for (head, body, status) in [
            ("POST solve", "{", "400"),
            ("POST solve", big.as_str(), "413"),
            ("POST solve", r#"{"instance": "chess"}"#, "422"),
            ("POST dance", "{}", "404"),
            ("GET solve", "", "404"),
            ("", "", "404"),
            ("POST jobs/1", r#"{"verb": "show", "instance": "tank-change"}"#, "422"),
        ] {
            let sent = asked(&dispatcher, head, body);
            assert_eq!(sent[0].0, status, "{head}");
            assert!(
                sent.len() == 1 && sent[0].1["error"]["message"].is_string() && sent[0].1["kind"].is_string(),
                "{head}"
            );
        }
    }
}
