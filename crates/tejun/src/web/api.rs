//! Requests that are answered at once, or as soon as their search ends.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;

use super::app::{App, SearchSlot};
use super::clock::Clock;
use super::endpoints::{self, Endpoint, Handler, Search};
use super::generate;
use super::peer::Peer;
use super::question::{Prepared, Question};
use super::receive::{Sent, connection, object, receive};
use super::refusal::Refusal;
use super::{job_routes, limited_writer, limits, reply};
use crate::answers;

/// The routes below `/api`.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/library", get(library))
        .route("/generate", post(generate::generate))
        .route("/status", get(status))
        .nest("/jobs", job_routes::routes())
        .route("/{verb}", post(ask).fallback(only_post))
        .fallback(unknown)
        .method_not_allowed_fallback(async || wrong_method())
        .layer(DefaultBodyLimit::max(limits::BODY))
}

async fn ask(
    State(app): State<Arc<App>>,
    Path(verb): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let endpoint = endpoints::endpoint(&verb)?;
    let Sent { peer, body } = receive(request).await?;
    let work = (peer, body.len());
    let answer = match endpoint.handler {
        Handler::General(answer) => {
            app.light(work, move |app, clock| {
                if question(endpoint, &body)?.has_instance() {
                    let name = endpoint.name;
                    return Err(Refusal::malformed(format!(
                        "{name} takes no instance: leave out instance and line"
                    )));
                }
                answer(app, clock)
            })
            .await?
        }
        Handler::Light(answer) => {
            app.light(work, move |app, clock| {
                answer(&question(endpoint, &body)?.pose(app, limits::REQUEST)?, clock)
            })
            .await?
        }
        Handler::Search(search) => {
            let pose = move |app: &App, _: &Clock| question(endpoint, &body)?.pose(app, limits::REQUEST);
            let posed = app.light(work, pose).await?;
            found(&app, peer, posed, search).await?
        }
    };
    app.send(answer)
}

fn question(endpoint: &Endpoint, body: &[u8]) -> Result<Question, Refusal> {
    Question::new(object(body)?, endpoint.keys, endpoint.options)
}

/// Runs a search while the client waits for its answer.
async fn found(app: &Arc<App>, peer: Peer, posed: Prepared, search: Search) -> Result<String, Refusal> {
    // If the connection is lost, this is dropped with it, and the search stops.
    let stop = app.stop.child_token();
    let _waits = stop.clone().drop_guard();
    let seat = app.seat(peer, &stop).await?;
    let short = matches!(seat, SearchSlot::Lent(_)) && posed.time > limits::LENT;
    let mut clock = Clock::new(if short { limits::LENT } else { posed.time }, stop);
    let searched = App::search(move || {
        let _seat = seat;
        let position = posed.position(&clock)?;
        let answer = search(&posed, &*position, &mut clock)?;
        Ok((answer, clock.check().is_break()))
    });
    match searched.await? {
        (_, true) if short => Err(app.all_places_are_taken()),
        (answer, _) => Ok(answer),
    }
}

async fn only_post(Path(verb): Path<String>) -> Refusal {
    endpoints::endpoint(&verb).map_or_else(|unknown| unknown, |_| wrong_method())
}

/// The refusal of an unknown path below `/api`.
pub(super) async fn unknown() -> Refusal {
    Refusal::unknown("there is no such path: docs/api.md lists them")
}

fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this path does not take that method")
}

async fn library(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    if app.shown_library.get().is_none() {
        let shown = app.light((connection(&request).peer, 0), |app, clock| {
            limited_writer::write(
                &answers::library(&app.registry, app.library.instances(&app.registry)?),
                clock,
            )
        });
        // A concurrent request has stored the same answer.
        let _ = app.shown_library.set(shown.await?.into());
    }
    Ok(reply::text(StatusCode::OK, app.shown_library.get().expect("it was just set").clone()))
}

async fn status(State(app): State<Arc<App>>) -> Response {
    let most = &app.most;
    let status = json!({
        "searches": app.searching(),
        "jobs": app.jobs.running(),
        "most": {
            "searches": most.searches,
            "jobs": limits::JOBS,
            "threads": most.threads,
            "memory": most.bytes,
            "time": limits::REQUEST.most.as_secs(),
            "job_time": limits::JOB.most.as_secs(),
            "body": limits::BODY,
            "cells": limits::CELLS,
        },
    });
    reply::json(StatusCode::OK, &status)
}
