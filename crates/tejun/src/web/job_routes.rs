//! Requests about jobs.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;
use tejun_api::{Job as Task, ProgressReporter, Refusal, STEPS, Search, Walk, wanted};
use tejun_puzzles::Session;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::app::App;
use super::clock::clock;
use super::jobs::{self, Job};
use super::limits;
use super::peer::Peer;
use super::receive::{Sent, receive};
use super::refused::Refused;
use super::reply::json;

/// How long a `DELETE` waits for the answer of the job that it stops.
const STOPPING: Duration = Duration::from_secs(2);

/// The routes below `/api/jobs`.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", post(create))
        .route("/{id}", get(state).delete(stop))
        .route("/{id}/events", get(events))
        .route("/{id}/advance", post(advance))
}

async fn create(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refused> {
    let Sent { peer, body } = receive(request).await?;
    let work = (peer, body.len());
    let job = match app.light(work, move |app, clock| app.engine.begin_job(&body, clock)).await? {
        Task::Search(search, position) => search_job(&app, peer, search, position)?,
        Task::Steps(walk) => {
            let job = new_job(&app, peer, STEPS, app.stop.child_token(), Some(walk))?;
            tokio::spawn(end_when_idle(job.clone()));
            job
        }
    };
    tokio::spawn(keep(app, job.clone()));
    Ok(json(StatusCode::ACCEPTED, &json!({ "job": job.id })))
}

fn new_job(
    app: &App,
    peer: Peer,
    verb: &'static str,
    stop: CancellationToken,
    walk: Option<Walk>,
) -> Result<Arc<Job>, Refusal> {
    let job = Arc::new(Job::new(new_id(), verb, peer, stop, walk));
    app.jobs.add(job.clone())?;
    Ok(job)
}

fn search_job(
    app: &Arc<App>,
    peer: Peer,
    search: Box<Search>,
    position: Box<dyn Session>,
) -> Result<Arc<Job>, Refusal> {
    let stop = app.stop.child_token();
    let place = app.place(peer, &stop)?;
    let job = new_job(app, peer, search.verb, stop.clone(), None)?;
    let told = job.clone();
    let mut reporter =
        ProgressReporter::new(clock(search.time(), stop), move |name, data| told.tell(name, &data));
    let searched = App::search(move || {
        let _place = place;
        search.run(&*position, &mut reporter)
    });
    let (app, searching) = (app.clone(), job.clone());
    tokio::spawn(async move {
        searching.end(searched.await);
        app.jobs.forget_long_answers();
    });
    Ok(job)
}

/// Stops a job that nobody listens to, and forgets it some time after its end.
async fn keep(app: Arc<App>, job: Arc<Job>) {
    if timeout(limits::LISTEN_TIMEOUT, job.ended()).await.is_err() && !job.had_listener() {
        job.stop.cancel();
    }
    job.ended().await;
    sleep(limits::REMEMBERED).await;
    app.jobs.forget(&job.id);
}

/// Ends a search to watch when it is told to stop, or when no step has been requested for a long time.
async fn end_when_idle(job: Arc<Job>) {
    let Some(walk) = &job.walk else { return };
    let mut asked = None;
    // Wait again if a step was requested in the meantime.
    while asked != job.asked() {
        asked = job.asked();
        let end = asked.map_or_else(Instant::now, |asked| asked + limits::STEP_TIMEOUT);
        if timeout_at(end, job.stop.cancelled()).await.is_ok() {
            break;
        }
    }
    job.stop.cancel();
    let is_done = walk.lock().await.is_done();
    job.end(Ok(json!({ "done": is_done }).to_string()));
}

fn new_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn state(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refused> {
    Ok(app.send(app.jobs.get(&id)?.state())?)
}

async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refused> {
    let job = app.jobs.get(&id)?;
    job.stop.cancel();
    // A job that is slow to stop answers later.
    let _ = timeout(STOPPING, job.ended()).await;
    Ok(app.send(job.state())?)
}

async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let job = app.jobs.get(&id)?;
    // A page that lost its stream says which event it received last.
    let heard = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    let stream = jobs::events(job, heard.map_or(0, |number| number.saturating_add(1)));
    let most = limits::STREAMS;
    Ok(stream.ok_or_else(|| Refusal::busy(format!("the job has {most} listeners, which is the most")))?)
}

async fn advance(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refused> {
    let job = app.jobs.get(&id)?;
    let Sent { peer, body } = receive(request).await?;
    let count = wanted(&body)?;
    let Some(walk) = &job.walk else {
        let verb = job.verb;
        return Err(Refusal::impossible(format!("the job has no steps: its verb is {verb}")).into());
    };
    if job.stop.is_cancelled() {
        return Err(Refusal::impossible("the job has ended").into());
    }
    job.ask();
    let mut walk = walk.clone().lock_owned().await;
    Ok(app.send(app.light((peer, 0), move |_, clock| walk.take(count, clock)).await?)?)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tejun_puzzles::Registry;

    use super::*;
    use crate::web::limits::Allowance;

    /// Runs `test` on a clock that jumps ahead whenever all tasks wait.
    fn on_a_fast_clock(test: impl Future<Output = ()>) {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().start_paused(true).build().unwrap().block_on(test);
    }

    fn app() -> Arc<App> {
        Arc::new(App::new(Registry::standard(), Allowance::new(None)))
    }

    fn kept_job(app: &Arc<App>) -> Arc<Job> {
        let peer = Peer::from(SocketAddr::from(([127, 0, 0, 1], 1)));
        let job = new_job(app, peer, "solve", app.stop.child_token(), None).unwrap();
        tokio::spawn(keep(app.clone(), job.clone()));
        job
    }

    #[test]
    fn a_search_to_watch_that_nobody_goes_on_with_ends() {
        on_a_fast_clock(async {
            let app = app();
            let body = br#"{"verb": "steps", "instance": "katamino:PUY"}"#;
            let clock = clock(Duration::MAX, CancellationToken::new());
            let Ok(Task::Steps(walk)) = app.engine.begin_job(body, &clock) else { panic!("it has steps") };
            let peer = Peer::from(SocketAddr::from(([127, 0, 0, 1], 1)));
            let job = new_job(&app, peer, STEPS, app.stop.child_token(), Some(walk)).unwrap();
            tokio::spawn(end_when_idle(job.clone()));
            sleep(limits::STEP_TIMEOUT - Duration::from_millis(10)).await;
            job.ask();
            sleep(limits::STEP_TIMEOUT - Duration::from_millis(10)).await;
            assert!(!job.has_ended());
            sleep(Duration::from_millis(20)).await;
            assert!(job.has_ended() && job.stop.is_cancelled());
        });
    }

    #[test]
    fn a_job_that_nobody_listens_to_is_stopped() {
        on_a_fast_clock(async {
            let app = app();
            let (unheard, heard) = (kept_job(&app), kept_job(&app));
            let _stream = jobs::events(heard.clone(), 0).unwrap();
            sleep(limits::LISTEN_TIMEOUT - Duration::from_millis(10)).await;
            assert!(!unheard.stop.is_cancelled());
            sleep(Duration::from_millis(20)).await;
            assert!(unheard.stop.is_cancelled() && !heard.stop.is_cancelled());
        });
    }

    #[test]
    fn a_job_that_has_ended_is_forgotten_after_a_while() {
        on_a_fast_clock(async {
            let app = app();
            let job = kept_job(&app);
            sleep(limits::LISTEN_TIMEOUT).await;
            job.end(Ok("null".to_owned()));
            sleep(limits::REMEMBERED - Duration::from_millis(10)).await;
            assert!(app.jobs.get(&job.id).is_ok());
            sleep(Duration::from_millis(20)).await;
            assert!(app.jobs.get(&job.id).is_err());
        });
    }
}
