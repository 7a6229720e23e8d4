//! A plain search to watch. It goes on only when the page asks for more of it.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde_json::{Value, json};
use tejun_puzzles::{Instance, StepKind, Steps};
use tokio::sync::oneshot;

use crate::answers;
use crate::web::listener::Stop;

/// How often it looks whether it is to stop, while nobody asks for more.
const LOOK: Duration = Duration::from_millis(200);

/// The wish for more events.
pub(in crate::web) struct Advance {
    /// As many as this, if there are so many.
    pub count: u64,
    /// Where they go.
    pub reply: oneshot::Sender<Value>,
}

/// Takes the steps of `instance` that are asked for, until `stop` is set; tells whether the search
/// came to its end.
pub(super) fn take(instance: &dyn Instance, requests: &Receiver<Advance>, stop: &Stop) -> bool {
    let mut steps = instance.steps();
    let mut done = steps.is_none();
    while !stop.is_set() {
        let Advance { count, reply } = match requests.recv_timeout(LOOK) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let mut events = Vec::new();
        while let Some(steps) = steps.as_mut().filter(|_| !done && (events.len() as u64) < count) {
            match next(&mut **steps) {
                Some((kind, event)) => {
                    done = kind == StepKind::Exhausted;
                    events.push(event);
                }
                None => done = true,
            }
        }
        // Who asked may be gone; the search waits for the next request.
        let _ = reply.send(json!({ "events": events, "done": done }));
    }
    done
}

fn next(steps: &mut dyn Steps) -> Option<(StepKind, Value)> {
    let step = steps.advance()?;
    let event = json!({
        "kind": name(step.kind),
        "reason": answers::reason(&step.reason),
        "cells": step.cells,
        "line": steps.line().0,
    });
    Some((step.kind, event))
}

fn name(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Try => "try",
        StepKind::Placed => "placed",
        StepKind::Pruned => "pruned",
        StepKind::TakenBack => "taken-back",
        StepKind::Solution => "solution",
        StepKind::Exhausted => "exhausted",
    }
}
