//! Answers one request after the other, and keeps the searches to watch between them.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::json;
use tejun_api::limits::{BODY, LIGHT, Resources};
use tejun_api::{Clock, Engine, Job, Now, ProgressReporter, Refusal, Stop, Task, Walk, endpoint, wanted};
use tejun_puzzles::Registry;

/// Memory of a search unless the request says otherwise: what a phone can spare.
const USUAL_BYTES: u64 = 256 << 20;
/// The module can address 4 GiB, in which memory that was given back has gaps.
const MOST_BYTES: u64 = 2 << 30;

/// Takes requests and gives messages about them: the status and the answer, or the events of a job.
pub struct Desk {
    engine: Engine,
    now: Now,
    walks: Mutex<BTreeMap<String, Walk>>,
}

impl Desk {
    /// Answers requests about the families of `registry`.
    pub fn new(registry: Registry, now: Now) -> Self {
        let most = Resources { threads: 1, usual_bytes: USUAL_BYTES, most_bytes: MOST_BYTES };
        Desk { engine: Engine::new(registry, most, None, now), now, walks: Mutex::default() }
    }

    /// Answers a request. Its `head` has the method and the path below `/api`, except that a new job brings its
    /// id along, as in `POST jobs/7`. Tells the status and the answer. A job that is a search then goes on, and
    /// its events follow. Deleting a search to watch tells its last answer.
    pub fn answer(&self, head: &str, body: &[u8], stop: Stop, tell: &mut dyn FnMut(&str, &str)) {
        if let Err(refusal) = self.try_answer(head, body, stop, tell) {
            tell(&refusal.status().to_string(), &refusal.json().to_string());
        }
    }

    fn try_answer(
        &self,
        head: &str,
        body: &[u8],
        stop: Stop,
        tell: &mut dyn FnMut(&str, &str),
    ) -> Result<(), Refusal> {
        if body.len() > BODY {
            return Err(Refusal::too_large());
        }
        let light = Clock::new(self.now, LIGHT, Some(stop.clone()));
        let (method, path) = head.split_once(' ').unwrap_or((head, ""));
        let words: Vec<&str> = path.split('/').collect();
        match (method, &words[..]) {
            ("GET", ["library"]) => tell("200", self.engine.library(&light)?),
            ("POST", ["jobs", id]) => self.job(id, body, stop, &light, tell)?,
            ("POST", ["jobs", id, "advance"]) => {
                let count = wanted(body)?;
                let mut walks = self.walks.lock().expect("a panic ends the module");
                let walk = walks.get_mut(*id).ok_or_else(no_such_job)?;
                tell("200", &walk.take(count, &light)?);
            }
            ("DELETE", ["jobs", id]) => {
                let mut walks = self.walks.lock().expect("a panic ends the module");
                let walk = walks.remove(*id).ok_or_else(no_such_job)?;
                tell("200", &json!({ "done": walk.is_done() }).to_string());
            }
            ("POST", [verb]) => match self.engine.begin(endpoint(verb)?, body, &light)? {
                Task::Answer(answer) => tell("200", &answer),
                Task::Search(search) => {
                    let mut clock = Clock::new(self.now, search.time(), Some(stop));
                    let position = search.position(&clock)?;
                    tell("200", &search.run(&*position, &mut clock)?);
                }
                Task::Draw(drawing) => {
                    let mut clock = Clock::new(self.now, drawing.time(), Some(stop));
                    tell("200", &drawing.run(&mut clock)?);
                }
            },
            _ => return Err(Refusal::unknown("there is no such path: docs/api.md lists them")),
        }
        Ok(())
    }

    fn job(
        &self,
        id: &str,
        body: &[u8],
        stop: Stop,
        light: &Clock,
        tell: &mut dyn FnMut(&str, &str),
    ) -> Result<(), Refusal> {
        let job = self.engine.begin_job(body, light)?;
        tell("202", &json!({ "job": id }).to_string());
        match job {
            Job::Steps(walk) => {
                self.walks.lock().expect("a panic ends the module").insert(id.to_owned(), walk);
            }
            Job::Search(search, position) => {
                let clock = Clock::new(self.now, search.time(), Some(stop));
                let news = |name: &'static str, data: serde_json::Value| tell(name, &data.to_string());
                let answer = search.run(&*position, &mut ProgressReporter::new(clock, news));
                match answer {
                    Ok(answer) => tell("answer", &answer),
                    Err(refusal) => tell("error", &refusal.json().to_string()),
                }
            }
        }
        Ok(())
    }
}

fn no_such_job() -> Refusal {
    Refusal::unknown("there is no such job: it may have been forgotten")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    fn asked(desk: &Desk, head: &str, body: &str) -> Vec<(String, serde_json::Value)> {
        let mut told = Vec::new();
        let mut tell = |name: &str, data: &str| {
            told.push((name.to_owned(), serde_json::from_str(data).unwrap()));
        };
        desk.answer(head, body.as_bytes(), Arc::new(|| false), &mut tell);
        told
    }

    #[test]
    fn requests_are_answered_and_jobs_have_events() {
        let desk = Desk::new(Registry::standard(), || Duration::ZERO);
        let (status, library) = asked(&desk, "GET library", "").remove(0);
        assert!(status == "200" && library["entries"].as_array().is_some_and(|all| all.len() > 100));
        let puy = r#"{"instance": "katamino:PUY"}"#;
        let (status, solved) = asked(&desk, "POST solve", puy).remove(0);
        assert_eq!((&*status, &solved["cost"]), ("200", &json!(3)));
        let told = asked(&desk, "POST jobs/7", r#"{"verb": "explore", "instance": "tank-change"}"#);
        assert_eq!(told[0], ("202".to_owned(), json!({ "job": "7" })));
        assert!(told.iter().any(|(name, _)| name == "progress"));
        assert!(told.last().is_some_and(|(name, data)| name == "answer" && data["outcome"] == "solved"));
    }

    #[test]
    fn a_search_to_watch_is_kept_until_it_is_deleted() {
        let desk = Desk::new(Registry::standard(), || Duration::ZERO);
        asked(&desk, "POST jobs/a", r#"{"verb": "steps", "instance": "katamino:PUY"}"#);
        let (_, first) = asked(&desk, "POST jobs/a/advance", r#"{"count": 2}"#).remove(0);
        let (_, next) = asked(&desk, "POST jobs/a/advance", r#"{"count": 1}"#).remove(0);
        assert_eq!(first["events"].as_array().unwrap().len(), 2);
        assert_ne!(first["events"][1], next["events"][0]);
        asked(&desk, "DELETE jobs/a", "");
        assert_eq!(asked(&desk, "POST jobs/a/advance", r#"{"count": 1}"#)[0].0, "404");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let desk = Desk::new(Registry::standard(), || Duration::ZERO);
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
            let told = asked(&desk, head, body);
            assert_eq!(told[0].0, status, "{head}");
            assert!(told.len() == 1 && told[0].1["error"]["message"].is_string(), "{head}");
        }
    }
}
