//! Requests that are answered at once, or as soon as their search ends.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;
use tejun_api::limits::{BODY, CELLS, JOB, LIGHT, REQUEST};
use tejun_api::{API, ApiError, Clock, ErrorKind, OPENAPI, Task, endpoint};
use tower_http::compression::CompressionLayer;

use super::app::App;
use super::request::RequestBody;
use super::response::{self, ErrorResponse};
use super::{jobs, limits};

/// The routes below `/api`.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/library", get(library).layer(CompressionLayer::new()))
        .route("/openapi.json", get(openapi).layer(CompressionLayer::new()))
        .route("/status", get(status))
        .nest("/jobs", jobs::routes())
        .route("/{verb}", post(verb).fallback(only_post))
        .fallback(unknown)
        .method_not_allowed_fallback(async || wrong_method())
        .layer(DefaultBodyLimit::max(BODY))
}

async fn verb(
    State(app): State<Arc<App>>,
    Path(verb): Path<String>,
    body: Result<RequestBody, ErrorResponse>,
) -> Result<Response, ErrorResponse> {
    let endpoint = endpoint(&verb)?;
    let RequestBody(body) = body?;
    let answer = match app.short(move |app, clock| app.engine.begin(endpoint, &body, clock)).await? {
        Task::Answer(answer) => answer,
        Task::Search(search) => {
            let time = search.time();
            let run = move |clock: Clock| {
                let position = search.position(&clock.restarted(LIGHT))?;
                let clock = clock.restarted(time);
                search.run(&*position, &clock, &mut clock.clone())
            };
            app.search(time, run).await?
        }
        Task::Draw(drawing) => app.search(drawing.time(), move |mut clock| drawing.run(&mut clock)).await?,
    };
    Ok(app.respond(answer)?)
}

async fn only_post(Path(verb): Path<String>) -> ErrorResponse {
    endpoint(&verb).map_or_else(ErrorResponse::from, |_| wrong_method())
}

/// The error for an unknown path below `/api`.
pub(super) async fn unknown() -> ErrorResponse {
    ApiError::unknown("there is no such path: docs/api.md lists them").into()
}

fn wrong_method() -> ErrorResponse {
    ApiError::new(405, ErrorKind::Usage, "this path does not take that method").into()
}

async fn library(State(app): State<Arc<App>>) -> Result<Response, ErrorResponse> {
    if app.engine.known_library().is_none() {
        app.short(|app, clock| app.engine.library(clock).map(drop)).await?;
    }
    let library = app.engine.known_library().expect("it is known by now");
    Ok(response::text(StatusCode::OK, library.to_owned()))
}

async fn openapi() -> Response {
    response::text(StatusCode::OK, OPENAPI)
}

async fn status(State(app): State<Arc<App>>) -> Response {
    let most = &app.most;
    let status = json!({
        "api": API,
        "searches": app.searching(),
        "jobs": app.jobs.running(),
        "most": {
            "searches": most.searches,
            "jobs": limits::JOBS,
            "threads": most.search.threads,
            "memory": most.search.most_bytes,
            "time": REQUEST.most.min(most.search.most_time).as_secs(),
            "job_time": JOB.most.min(most.search.most_time).as_secs(),
            "body": BODY,
            "cells": CELLS,
        },
    });
    response::json(StatusCode::OK, &status)
}
