//! Requests about jobs.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;
use tejun_api::{
    API, ApiError, ErrorKind, Job as Task, ProgressReporter, STEPS, Search, Walk, versioned, wanted,
};
use tejun_puzzles::Position;
use tokio::time::{sleep, timeout};

use super::{Job, stream};
use crate::web::app::{App, clock, on_search_thread};
use crate::web::limits;
use crate::web::request::RequestBody;
use crate::web::response::{ErrorResponse, json};

/// How long a `DELETE` waits for the answer of the job that it stops.
const STOPPING: Duration = Duration::from_secs(2);

/// The routes below `/api/jobs`.
pub(in crate::web) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", post(create))
        .route("/{id}", get(state).delete(stop))
        .route("/{id}/events", get(events))
        .route("/{id}/advance", post(advance))
}

async fn create(
    State(app): State<Arc<App>>,
    RequestBody(body): RequestBody,
) -> Result<Response, ErrorResponse> {
    let job = match app.short(move |app, clock| app.engine.begin_job(&body, clock)).await? {
        Task::Search(search, position) => start_search(&app, search, position).await?,
        Task::Steps(walk) => start_steps(&app, walk)?,
    };
    tokio::spawn(expire(app, job.clone()));
    Ok(json(StatusCode::ACCEPTED, &versioned(json!({ "job": job.id }))))
}

async fn start_search(
    app: &Arc<App>,
    search: Box<Search>,
    position: Box<dyn Position>,
) -> Result<Arc<Job>, ApiError> {
    let permit = app.search_permit().await?;
    let job = app.jobs.add(Job::new(search.verb, app.stop.child_token(), None))?;
    let emitter = job.clone();
    let clock = clock(search.time(), job.stop.clone());
    let mut reporter = ProgressReporter::new(clock.clone(), move |name, data| emitter.emit(name, &data));
    let searching = job.clone();
    tokio::spawn(async move {
        searching.end(on_search_thread(permit, move || search.run(&*position, &clock, &mut reporter)).await);
    });
    Ok(job)
}

fn start_steps(app: &App, walk: Walk) -> Result<Arc<Job>, ApiError> {
    let job = app.jobs.add(Job::new(STEPS, app.stop.child_token(), Some(walk)))?;
    let stepping = job.clone();
    tokio::spawn(async move {
        stepping.stop.cancelled().await;
        let Some(walk) = &stepping.walk else { return };
        // What it has seen is many bytes, and nobody can ask for more of it.
        let is_done = walk.lock().await.take().is_some_and(|walk| walk.is_done());
        stepping.end(Ok(json!({ "api": API, "done": is_done }).to_string()));
    });
    Ok(job)
}

/// Stops a job that has no stream in time, and forgets it some time after its end.
async fn expire(app: Arc<App>, job: Arc<Job>) {
    if timeout(limits::SUBSCRIBE_TIMEOUT, job.ended()).await.is_err() && !job.was_subscribed() {
        job.stop.cancel();
    }
    job.ended().await;
    sleep(limits::REMEMBERED).await;
    app.jobs.forget(&job.id);
}

async fn state(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ErrorResponse> {
    Ok(app.respond(app.jobs.get(&id)?.state())?)
}

async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ErrorResponse> {
    let job = app.jobs.get(&id)?;
    job.stop.cancel();
    // A job that is slow to stop answers later.
    let _ = timeout(STOPPING, job.ended()).await;
    Ok(app.respond(job.state())?)
}

async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let job = app.jobs.get(&id)?;
    // A page that lost its stream says which event it received last.
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    let stream = stream::events(job, last.map_or(0, |number| number.saturating_add(1)));
    let most = limits::STREAMS;
    Ok(stream.ok_or_else(|| ApiError::busy(format!("the job has {most} listeners, which is the most")))?)
}

async fn advance(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    body: Result<RequestBody, ErrorResponse>,
) -> Result<Response, ErrorResponse> {
    let job = app.jobs.get(&id)?;
    let RequestBody(body) = body?;
    let wanted = wanted(&body)?;
    let Some(walk) = &job.walk else {
        let verb = job.verb;
        return Err(ApiError::impossible(
            ErrorKind::Usage,
            format!("the job has no steps: its verb is {verb}"),
        )
        .into());
    };
    let mut walk = walk.clone().lock_owned().await;
    if walk.is_none() || job.stop.is_cancelled() {
        return Err(ApiError::impossible(ErrorKind::Usage, "the job has ended").into());
    }
    let taken = app.short(move |_, clock| walk.as_mut().expect("it was there").take(&wanted, clock));
    Ok(app.respond(taken.await?)?)
}

#[cfg(test)]
mod tests {
    use tejun_puzzles::Registry;

    use super::*;
    use crate::web::limits::Allowance;

    const MOMENT: Duration = Duration::from_millis(10);

    fn job(app: &Arc<App>) -> Arc<Job> {
        let job = app.jobs.add(Job::new("solve", app.stop.child_token(), None)).unwrap();
        tokio::spawn(expire(app.clone(), job.clone()));
        job
    }

    #[tokio::test(start_paused = true)]
    async fn a_job_without_a_stream_is_stopped_and_then_forgotten() {
        let app = Arc::new(App::new(Registry::standard(), Allowance::new(None)));
        let (alone, followed) = (job(&app), job(&app));
        let _stream = stream::events(followed.clone(), 0).unwrap();
        sleep(limits::SUBSCRIBE_TIMEOUT - MOMENT).await;
        assert!(!alone.stop.is_cancelled());
        sleep(2 * MOMENT).await;
        assert!(alone.stop.is_cancelled() && !followed.stop.is_cancelled());
        alone.end(Ok("null".to_owned()));
        sleep(limits::REMEMBERED - MOMENT).await;
        assert!(app.jobs.get(&alone.id).is_ok());
        sleep(2 * MOMENT).await;
        assert!(app.jobs.get(&alone.id).is_err() && app.jobs.get(&followed.id).is_ok());
    }
}
