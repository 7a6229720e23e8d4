//! Requests that are answered at once, or as soon as their search ends.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;
use tejun_api::limits::{BODY, CELLS, JOB, REQUEST};
use tejun_api::{Drawing, Refusal, Search, Task, endpoint};
use tower_http::compression::CompressionLayer;

use super::app::{App, SearchSlot};
use super::clock::clock;
use super::peer::Peer;
use super::receive::{Sent, connection, receive};
use super::refused::Refused;
use super::{job_routes, limits, reply};

/// The routes below `/api`.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/library", get(library).layer(CompressionLayer::new()))
        .route("/status", get(status))
        .nest("/jobs", job_routes::routes())
        .route("/{verb}", post(ask).fallback(only_post))
        .fallback(unknown)
        .method_not_allowed_fallback(async || wrong_method())
        .layer(DefaultBodyLimit::max(BODY))
}

async fn ask(
    State(app): State<Arc<App>>,
    Path(verb): Path<String>,
    request: Request,
) -> Result<Response, Refused> {
    let endpoint = endpoint(&verb)?;
    let Sent { peer, body } = receive(request).await?;
    let work = (peer, body.len());
    let begun = app.light(work, move |app, clock| app.engine.begin(endpoint, &body, clock));
    let answer = match begun.await? {
        Task::Answer(answer) => answer,
        Task::Search(search) => found(&app, peer, search).await?,
        Task::Draw(drawing) => drawn(&app, peer, drawing).await?,
    };
    Ok(app.send(answer)?)
}

/// Runs a search while the client waits for its answer.
async fn found(app: &Arc<App>, peer: Peer, search: Box<Search>) -> Result<String, Refusal> {
    // If the connection is lost, this is dropped with it, and the search stops.
    let stop = app.stop.child_token();
    let _waits = stop.clone().drop_guard();
    let seat = app.seat(peer, &stop).await?;
    let short = matches!(seat, SearchSlot::Lent(_)) && search.time() > limits::LENT;
    let mut clock = clock(if short { limits::LENT } else { search.time() }, stop);
    let searched = App::search(move || {
        let _seat = seat;
        let position = search.position(&clock)?;
        let answer = search.run(&*position, &mut clock)?;
        Ok((answer, clock.check().is_break()))
    });
    match searched.await? {
        (_, true) if short => Err(app.all_places_are_taken()),
        (answer, _) => Ok(answer),
    }
}

/// Draws a puzzle while the client waits for it.
async fn drawn(app: &Arc<App>, peer: Peer, drawing: Box<Drawing>) -> Result<String, Refusal> {
    // If the connection is lost, this is dropped with it, and the draw stops.
    let stop = app.stop.child_token();
    let _waits = stop.clone().drop_guard();
    let seat = app.seat(peer, &stop).await?;
    let mut clock = clock(drawing.time(), stop);
    let drawn = App::search(move || {
        let _seat = seat;
        drawing.run(&mut clock)
    });
    drawn.await
}

async fn only_post(Path(verb): Path<String>) -> Refused {
    endpoint(&verb).map_or_else(Refused::from, |_| wrong_method())
}

/// The refusal of an unknown path below `/api`.
pub(super) async fn unknown() -> Refused {
    Refusal::unknown("there is no such path: docs/api.md lists them").into()
}

fn wrong_method() -> Refused {
    Refusal::new(405, "this path does not take that method").into()
}

async fn library(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refused> {
    if app.engine.known_library().is_none() {
        let peer = connection(&request).peer;
        app.light((peer, 0), |app, clock| app.engine.library(clock).map(|_| ())).await?;
    }
    let shown = app.engine.known_library().expect("it is known by now");
    Ok(reply::text(StatusCode::OK, shown.to_owned()))
}

async fn status(State(app): State<Arc<App>>) -> Response {
    let most = &app.most;
    let status = json!({
        "searches": app.searching(),
        "jobs": app.jobs.running(),
        "most": {
            "searches": most.searches,
            "jobs": limits::JOBS,
            "threads": most.search.threads,
            "memory": most.search.most_bytes,
            "time": REQUEST.most.as_secs(),
            "job_time": JOB.most.as_secs(),
            "body": BODY,
            "cells": CELLS,
        },
    });
    reply::json(StatusCode::OK, &status)
}
