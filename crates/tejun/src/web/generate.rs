//! Puzzles drawn at random: `POST /api/generate`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use serde_json::{Map, Value};
use tejun_puzzles::{Call, FamilyVerb};
use tokio_util::sync::CancellationToken;

use super::app::App;
use super::clock::Clock;
use super::limited_writer;
use super::limits::{self, Times};
use super::options::Options;
use super::receive::{Sent, object, receive};
use super::refusal::Refusal;
use crate::answers;

/// The keys of a request.
const KEYS: [&str; 3] = ["of", "level", "options"];
/// The time that a draw may take.
const TIMES: Times = Times { usual: limits::DRAW, most: limits::DRAW };

/// What is to be drawn.
struct Drawing {
    verb: FamilyVerb,
    call: Call,
    level: u64,
    time: std::time::Duration,
}

/// Draws a puzzle of a kind at a level of difficulty. The same seed draws the same puzzle.
pub(super) async fn generate(State(app): State<Arc<App>>, request: Request) -> Result<Response, Refusal> {
    let Sent { peer, body } = receive(request).await?;
    let work = (peer, body.len());
    let Drawing { verb, call, level, time } =
        app.light(work, move |app, _| drawing(app, object(&body)?)).await?;
    // If the connection is lost, this is dropped with it, and the draw stops.
    let stop = app.stop.child_token();
    let _waits = stop.clone().drop_guard();
    let seat = app.seat(peer, &stop).await?;
    let answer = App::search(move || {
        let _seat = seat;
        let drawn = (verb.run)(&call, &mut Clock::new(time, stop))?;
        let mut answer = Map::new();
        answer.insert("of".into(), verb.path[1].into());
        answer.insert("level".into(), level.into());
        answer.insert("seed".into(), call.ask.seed.into());
        answer.extend(answers::details(&drawn.details));
        // Also what a stopped draw has made is delivered.
        limited_writer::write(&answer, &Clock::new(limits::LIGHT, CancellationToken::new()))
    });
    app.send(answer.await?)
}

/// Reads what is to be drawn. Only what a family offers is: the other options of its verbs are for people who
/// run the program themselves.
fn drawing(app: &App, mut given: Map<String, Value>) -> Result<Drawing, Refusal> {
    let mut take = |key: &str| given.remove(key).unwrap_or_default();
    let [of, level, options] = KEYS.map(&mut take);
    if let Some(key) = given.keys().next() {
        let known = KEYS.join(", ");
        return Err(Refusal::malformed(format!("there is no key {key:?}: there are {known}")));
    }
    let options = match options {
        Value::Null => Map::new(),
        Value::Object(options) => options,
        _ => return Err(Refusal::malformed("options is an object, as in {\"seed\": 7}")),
    };
    let known =
        || app.registry.families().flat_map(|family| family.draws().iter().map(move |draw| (family, draw)));
    let name = of.as_str().ok_or_else(|| Refusal::malformed("of is missing: the name of what to draw"))?;
    let (family, draw) = known().find(|(_, draw)| draw.verb == name).ok_or_else(|| {
        let known: Vec<&str> = known().map(|(_, draw)| draw.verb).collect();
        Refusal::impossible(format!("nothing draws {name:?}: there are {}", known.join(", ")))
    })?;
    let wrong = || Refusal::impossible(format!("level is a number from 1 to {}", draw.levels.len()));
    let level = if level.is_null() { 1 } else { level.as_u64().ok_or_else(wrong)? };
    let preset = usize::try_from(level).ok().and_then(|level| draw.levels.get(level.checked_sub(1)?));
    let (ask, time) = Options::new(options, &[])?.ask(&app.most, TIMES)?;
    let path = ["generate", draw.verb];
    let verb = family.verbs().into_iter().find(|verb| verb.path == path).ok_or_else(Refusal::broken)?;
    let options = preset.ok_or_else(wrong)?.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    Ok(Drawing { verb, call: Call { arguments: Vec::new(), options, ask }, level, time })
}
