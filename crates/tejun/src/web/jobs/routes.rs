//! The requests about jobs.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::{sleep, timeout};

use super::herald::Herald;
use super::job::Job;
use super::steps::{self, Advance};
use super::stream;
use crate::web::api::{self, json, text};
use crate::web::app::App;
use crate::web::limits;
use crate::web::listener::Listener;
use crate::web::question::{self, Posed, Question};
use crate::web::refusal::Refusal;
use crate::web::verbs::{self, Answer, Verb};

/// How long a `DELETE` waits for the answer of the job that it stops.
const STOPPING: Duration = Duration::from_secs(2);

/// The search to watch takes no options of its own and no keys.
const STEPS: Verb = Verb { name: "steps", options: &[], keys: &[], answer: Answer::Light(no_request) };

fn no_request(_: &Posed) -> Result<Value, Refusal> {
    Err(Refusal::impossible("steps is a job"))
}

/// The routes below `/api/jobs`.
pub(in crate::web) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", post(create))
        .route("/{id}", get(state).delete(stop))
        .route("/{id}/events", get(events))
        .route("/{id}/advance", post(advance))
}

async fn create(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let mut object = question::object(&api::body(request).await?)?;
    let verb = match object.remove("verb") {
        Some(Value::String(name)) if name == STEPS.name => &STEPS,
        Some(Value::String(name)) => verbs::verb(&name)?,
        _ => return Err(Refusal::malformed("verb is missing: solve, explore, count or steps")),
    };
    let question = Question::new(object, verb)?;
    let work = match verb.answer {
        Answer::Search(search) => Some((search, app.search()?)),
        _ if verb.name == STEPS.name => None,
        _ => {
            let name = verb.name;
            return Err(Refusal::impossible(format!("{name} is no long search: ask POST /api/{name}")));
        }
    };
    let posed = app
        .light({
            let app = app.clone();
            move || {
                let posed = question.pose(&app.registry, &app.limits, limits::JOB)?;
                // An illegal line is told here rather than by an event.
                posed.instance.scene(&posed.line)?;
                Ok(posed)
            }
        })
        .await?;
    let job = match work {
        Some((search, permit)) => search_job(&app, verb, posed, search, permit)?,
        None => steps_job(&app, posed)?,
    };
    tokio::spawn(keep(app.clone(), job.clone()));
    Ok(json(StatusCode::ACCEPTED, &json!({ "job": job.id })))
}

type Search = fn(&Posed, &mut Listener) -> Result<Value, Refusal>;

fn search_job(
    app: &App,
    verb: &'static Verb,
    posed: Posed,
    search: Search,
    permit: OwnedSemaphorePermit,
) -> Result<Arc<Job>, Refusal> {
    let job = Arc::new(Job::new(new_id(), verb.name, app.stop.child(), None));
    app.jobs.add(job.clone())?;
    let herald = Herald::new(job.clone());
    work(&job, {
        let stop = job.stop.clone();
        move || {
            let answer = search(&posed, &mut Listener::new(posed.time, stop, Some(herald)));
            drop(permit);
            api::written(&answer?)
        }
    });
    Ok(job)
}

fn steps_job(app: &App, posed: Posed) -> Result<Arc<Job>, Refusal> {
    if !posed.line.0.is_empty() {
        return Err(Refusal::impossible("the steps begin at the first position: leave out line"));
    }
    if posed.instance.steps().is_none() {
        return Err(verbs::has_not(&posed, STEPS.name));
    }
    let (sender, receiver) = mpsc::channel();
    let job = Arc::new(Job::new(new_id(), STEPS.name, app.stop.child(), Some(sender)));
    app.jobs.add(job.clone())?;
    work(&job, {
        let stop = job.stop.clone();
        move || Ok(json!({ "done": steps::take(&*posed.instance, &receiver, &stop) }).to_string())
    });
    Ok(job)
}

/// Does the work of a job on a thread of its own.
fn work(job: &Arc<Job>, work: impl FnOnce() -> Result<String, Refusal> + Send + 'static) {
    let (job, working) = (job.clone(), tokio::task::spawn_blocking(work));
    tokio::spawn(async move { job.end(working.await.unwrap_or_else(|_| Err(Refusal::broken()))) });
}

/// Stops a job that nobody listens to, and forgets it a while after its end.
async fn keep(app: Arc<App>, job: Arc<Job>) {
    if timeout(limits::UNHEARD, job.ended()).await.is_err() && !job.was_heard() {
        job.stop.set();
    }
    job.ended().await;
    sleep(limits::REMEMBERED).await;
    app.jobs.forget(&job.id);
}

fn new_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn state(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    Ok(text(StatusCode::OK, app.jobs.get(&id)?.state()))
}

async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let job = app.jobs.get(&id)?;
    job.stop.set();
    // One that is slow to stop answers later.
    let _ = timeout(STOPPING, job.ended()).await;
    Ok(text(StatusCode::OK, job.state()))
}

async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let job = app.jobs.get(&id)?;
    // A page that lost its stream says what it has heard.
    let heard = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    Ok(stream::events(job, heard.map_or(0, |number| number.saturating_add(1))))
}

async fn advance(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let job = app.jobs.get(&id)?;
    let object = question::object(&api::body(request).await?)?;
    let Some(count) = object.get("count").and_then(Value::as_u64).filter(|_| object.len() == 1) else {
        return Err(Refusal::malformed("the body is {\"count\": N}: the number of events"));
    };
    if !(1..=limits::STEPS).contains(&count) {
        return Err(Refusal::impossible(format!("count is {count}; it may be 1 to {}", limits::STEPS)));
    }
    let Some(steps) = &job.steps else {
        return Err(Refusal::impossible(format!("the job is no steps: it does {}", job.verb)));
    };
    let (reply, answer) = oneshot::channel();
    let over = |_| Refusal::impossible("the job has ended");
    steps.send(Advance { count, reply }).map_err(|_| over(()))?;
    Ok(json(StatusCode::OK, &answer.await.map_err(|_| over(()))?))
}

#[cfg(test)]
mod tests {
    use tejun_puzzles::Registry;

    use super::super::job::Next;
    use super::*;
    use crate::web::limits::Limits;

    /// Runs `test` on a clock that is moved on when all wait.
    fn on_a_fast_clock(test: impl Future<Output = ()>) {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().start_paused(true).build().unwrap().block_on(test);
    }

    fn kept_job(app: &Arc<App>) -> Arc<Job> {
        let job = Arc::new(Job::new(new_id(), "solve", app.stop.child(), None));
        app.jobs.add(job.clone()).unwrap();
        tokio::spawn(keep(app.clone(), job.clone()));
        job
    }

    #[test]
    fn a_job_that_nobody_listens_to_is_stopped() {
        on_a_fast_clock(async {
            let app = Arc::new(App::new(Registry::standard(), Limits::new(None)));
            let (unheard, heard) = (kept_job(&app), kept_job(&app));
            let _stream = stream::events(heard.clone(), 0);
            sleep(limits::UNHEARD - Duration::from_millis(10)).await;
            assert!(!unheard.stop.is_set());
            sleep(Duration::from_millis(20)).await;
            assert!(unheard.stop.is_set() && !heard.stop.is_set());
        });
    }

    #[test]
    fn a_job_that_has_ended_is_forgotten_after_a_while() {
        on_a_fast_clock(async {
            let app = Arc::new(App::new(Registry::standard(), Limits::new(None)));
            let job = kept_job(&app);
            sleep(limits::UNHEARD).await;
            job.end(Ok("null".to_owned()));
            sleep(limits::REMEMBERED - Duration::from_millis(10)).await;
            assert!(app.jobs.get(&job.id).is_ok());
            sleep(Duration::from_millis(20)).await;
            assert!(app.jobs.get(&job.id).is_err());
        });
    }

    #[test]
    fn there_is_room_for_so_many_jobs_and_ended_ones_make_room() {
        let app = App::new(Registry::standard(), Limits::new(None));
        let add = || {
            let job = Arc::new(Job::new(new_id(), "solve", app.stop.child(), None));
            app.jobs.add(job.clone()).map(|()| job)
        };
        let jobs: Vec<_> = (0..limits::JOBS).map(|_| add().unwrap()).collect();
        assert!(add().is_err());
        jobs[7].end(Ok("null".to_owned()));
        assert!(add().is_ok() && add().is_err());
        assert!(app.jobs.get(&jobs[7].id).is_err() && app.jobs.get(&jobs[8].id).is_ok());
    }

    #[test]
    fn a_late_stream_gets_what_is_kept() {
        let job = Job::new(new_id(), "solve", Default::default(), None);
        for number in 0..10_000 {
            job.tell("progress", &json!(number));
        }
        let Next::Event(first) = job.event(0) else { panic!("there are events") };
        assert_eq!((first.number, &*first.data), (10_000 - 4096, "5904"));
        let Next::Event(last) = job.event(9_999) else { panic!("there are events") };
        assert_eq!((last.number, &*last.data), (9_999, "9999"));
        assert!(matches!(job.event(10_000), Next::Wait));
        job.end(Ok("null".to_owned()));
        assert!(matches!(job.event(10_000), Next::Event(_)) && matches!(job.event(10_001), Next::End));
    }
}
