//! The requests that get their answer at once, or as soon as it is found.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::app::App;
use super::jobs;
use super::limits;
use super::listener::{Listener, StopOnDrop};
use super::question::{self, Question};
use super::refusal::Refusal;
use super::verbs::{self, Answer};
use crate::{answers, library};

/// The routes below `/api`.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/library", get(the_library))
        .route("/status", get(status))
        .nest("/jobs", jobs::routes())
        .route("/{verb}", post(ask).fallback(only_post))
        .fallback(unknown)
        .method_not_allowed_fallback(async || wrong_method())
        .layer(DefaultBodyLimit::max(limits::BODY))
}

/// A response of one JSON value.
pub(super) fn json(status: StatusCode, value: &Value) -> Response {
    text(status, value.to_string())
}

/// A response of the text of one JSON value.
pub(super) fn text(status: StatusCode, text: String) -> Response {
    let mut response = (status, Body::from(text)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The whole body of a request.
///
/// # Errors
/// When it is too large, or comes too slowly.
pub(super) async fn body(request: Request) -> Result<Bytes, Refusal> {
    match timeout(limits::SLOWEST, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let most = limits::BODY;
            Err(Refusal::new(rejection.status(), format!("the body is larger than {most} bytes")))
        }
        Ok(Err(rejection)) => Err(Refusal::new(rejection.status(), rejection.body_text())),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time")),
    }
}

async fn ask(
    State(app): State<Arc<App>>,
    Path(verb): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let verb = verbs::verb(&verb)?;
    let question = Question::new(question::object(&body(request).await?)?, verb)?;
    if matches!(verb.answer, Answer::General(_)) && question.has_instance() {
        let name = verb.name;
        return Err(Refusal::malformed(format!("{name} is about no instance: leave out instance and line")));
    }
    let pose_on = app.clone();
    let pose = move || question.pose(&pose_on.registry, &pose_on.limits, limits::REQUEST);
    let shared = app.clone();
    let answer = match verb.answer {
        Answer::General(answer) => app.light(move || answer(&shared.registry)).await,
        Answer::Light(answer) => app.light(move || answer(&pose()?)).await,
        Answer::Search(answer) => {
            let permit = app.search()?;
            // When the connection is lost, this is dropped with it, and the search stops.
            let waiting = StopOnDrop(app.stop.child());
            let stop = waiting.0.clone();
            let working = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                let posed = pose()?;
                answer(&posed, &mut Listener::new(posed.time, stop, None))
            });
            working.await.unwrap_or_else(|_| Err(Refusal::broken()))
        }
    };
    Ok(text(StatusCode::OK, written(&answer?)?))
}

/// The text of an answer.
///
/// # Errors
/// When it is too long.
pub(super) fn written(answer: &Value) -> Result<String, Refusal> {
    let (text, most) = (answer.to_string(), limits::ANSWER);
    if text.len() > most {
        return Err(Refusal::impossible(format!("the answer is longer than {most} bytes: ask for less")));
    }
    Ok(text)
}

async fn only_post(Path(verb): Path<String>) -> Refusal {
    verbs::verb(&verb).map_or_else(|unknown| unknown, |_| wrong_method())
}

/// The refusal of a path below `/api` that is not there.
pub(super) async fn unknown() -> Refusal {
    Refusal::unknown("there is no such path: docs/api.md lists them")
}

fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path does not take that method")
}

async fn the_library(State(app): State<Arc<App>>) -> Result<Response, Refusal> {
    if app.library.get().is_none() {
        let shared = app.clone();
        let library =
            app.light(move || Ok(answers::library(&shared.registry, &library::instances(&shared.registry)?)));
        // Who else asked for it meanwhile has found the same.
        let _ = app.library.set(library.await?);
    }
    Ok(json(StatusCode::OK, app.library.get().expect("it was just set")))
}

async fn status(State(app): State<Arc<App>>) -> Response {
    let limits = &app.limits;
    let status = json!({
        "searches": app.searching(),
        "jobs": app.jobs.running(),
        "most": {
            "searches": limits.searches,
            "jobs": limits::JOBS,
            "threads": limits.threads,
            "memory": limits.bytes,
            "time": limits::REQUEST.most.as_secs(),
            "job_time": limits::JOB.most.as_secs(),
            "body": limits::BODY,
            "cells": limits::CELLS,
        },
    });
    json(StatusCode::OK, &status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_may_be_so_long() {
        // With the two quotation marks.
        let answer = |length: usize| written(&"x".repeat(length - 2).into());
        assert_eq!(answer(limits::ANSWER).unwrap().len(), limits::ANSWER);
        assert!(answer(limits::ANSWER + 1).unwrap_err().json()["error"]["message"].is_string());
    }
}
