//! The verbs of the API. Each answers like the command-line verb of the same name.

use std::cell::Cell;

use serde_json::Value;
use tejun_puzzles::{Gesture, Line, Observer, Position, Verdict};

use crate::answers;
use crate::clock::Clock;
use crate::engine::Engine;
use crate::limited_writer::write;
use crate::limits;
use crate::puzzle_cache::Unreached;
use crate::question::Prepared;
use crate::refusal::Refusal;

/// A verb of the API.
pub struct Endpoint {
    /// Its name in the path.
    pub name: &'static str,
    /// Options that it takes in addition to the common ones.
    pub(crate) options: &'static [&'static str],
    /// Keys of the request that it takes in addition to `instance`, `line` and `options`.
    pub(crate) keys: &'static [&'static str],
    /// Its handler.
    pub(crate) handler: Handler,
}

/// The handler of a verb. It returns the text of a JSON object.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// Needs no instance.
    General(fn(&Engine, &Clock) -> Result<String, Refusal>),
    /// Takes a moment.
    Light(fn(&Prepared, &Clock) -> Result<String, Refusal>),
    /// Runs a search.
    Search(Run),
    /// Draws a puzzle at random.
    Draw,
}

/// A search from a position.
pub(crate) type Run = fn(&Prepared, &dyn Position, &mut dyn Observer) -> Result<String, Refusal>;

impl Endpoint {
    const fn new(name: &'static str, handler: Handler) -> Self {
        Endpoint { name, options: &[], keys: &[], handler }
    }
}

/// All verbs.
const ENDPOINTS: &[Endpoint] = &[
    Endpoint { options: &["all", "first"], ..Endpoint::new("solve", Handler::Search(solve)) },
    Endpoint { options: &["terminal_goals"], ..Endpoint::new("explore", Handler::Search(explore)) },
    Endpoint::new("count", Handler::Search(count)),
    Endpoint::new("check", Handler::Light(check)),
    Endpoint::new("show", Handler::Light(show)),
    Endpoint::new("list", Handler::General(list)),
    Endpoint::new("position", Handler::Light(position)),
    Endpoint { keys: &["from"], ..Endpoint::new("replay", Handler::Light(replay)) },
    Endpoint::new("generate", Handler::Draw),
    Endpoint { keys: &["gesture"], ..Endpoint::new("gesture", Handler::Light(gesture)) },
];

/// Finds the verb with this name.
///
/// # Errors
/// If there is none.
pub fn endpoint(name: &str) -> Result<&'static Endpoint, Refusal> {
    ENDPOINTS.iter().find(|endpoint| endpoint.name == name).ok_or_else(|| {
        let known: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.name).collect();
        Refusal::unknown(format!("there is no verb {name:?}: there are {}", known.join(", ")))
    })
}

/// A clock for writing the result of a search, which is also needed after the search was stopped.
fn delivery(posed: &Prepared) -> Clock {
    Clock::new(posed.now, limits::LIGHT, None)
}

fn solve(posed: &Prepared, position: &dyn Position, observer: &mut dyn Observer) -> Result<String, Refusal> {
    let began = posed.stopwatch();
    let solver = position.solver().ok_or_else(|| posed.lacks("goal to solve it for"))?;
    let solution = solver.solve(&posed.ask, observer)?;
    let seconds = began.seconds();
    write(&answers::solve(&posed.name, &*posed.puzzle.instance, &solution, seconds), &delivery(posed))
}

fn explore(
    posed: &Prepared,
    position: &dyn Position,
    observer: &mut dyn Observer,
) -> Result<String, Refusal> {
    let began = posed.stopwatch();
    let explorer = position.explorer().ok_or_else(|| posed.lacks("explore"))?;
    let explored = explorer.explore(&posed.ask, observer)?;
    let seconds = began.seconds();
    write(&answers::explore(&posed.name, &*posed.puzzle.instance, &explored, seconds), &delivery(posed))
}

fn count(posed: &Prepared, position: &dyn Position, observer: &mut dyn Observer) -> Result<String, Refusal> {
    let began = posed.stopwatch();
    let counter = position.counter().ok_or_else(|| posed.lacks("count"))?;
    let counted = counter.count(&posed.ask, observer)?;
    let seconds = began.seconds();
    write(&answers::count(&posed.name, &*posed.puzzle.instance, &counted, seconds), &delivery(posed))
}

fn check(posed: &Prepared, clock: &Clock) -> Result<String, Refusal> {
    let verdict = match posed.position(clock) {
        Ok(position) => position.verdict(),
        Err(Unreached::Illegal(fault)) => Verdict { fault: Some(fault), ..Verdict::default() },
        Err(stopped) => return Err(stopped.into()),
    };
    write(&answers::check(&posed.name, &*posed.puzzle.instance, &verdict), clock)
}

fn show(posed: &Prepared, clock: &Clock) -> Result<String, Refusal> {
    let scene = posed.position(clock)?.scene();
    write(&answers::show(&posed.name, &*posed.puzzle.instance, &scene), clock)
}

fn position(posed: &Prepared, clock: &Clock) -> Result<String, Refusal> {
    let Prepared { name, puzzle, line, .. } = posed;
    let position = posed.position(clock)?;
    write(&answers::position(name, &puzzle.text, &*puzzle.instance, line, &*position), clock)
}

fn replay(posed: &Prepared, clock: &Clock) -> Result<String, Refusal> {
    let moves = &posed.line.0;
    let from = match posed.more.get("from") {
        None => 0,
        Some(from) => number(from).ok_or_else(|| Refusal::malformed("from is a number of moves"))?,
    };
    let (before, after) = moves.split_at(from.min(moves.len()));
    let position = posed.puzzle.after(&Line(before.to_vec()), clock)?;
    let fault = Cell::new(None);
    let written = write(&answers::replay(from, position, after, &fault), clock);
    fault.take().map_or(written, |fault| Err(fault.into()))
}

fn gesture(posed: &Prepared, clock: &Clock) -> Result<String, Refusal> {
    let wrong = || {
        let forms = r#"{"piece": 0, "to": [4, 5]} or {"key": "h"}"#;
        Refusal::malformed(format!("gesture is missing or has an unknown form: it is {forms}"))
    };
    let given = posed.more.get("gesture").ok_or_else(wrong)?;
    let gesture = if let Some(key) = given.get("key").and_then(Value::as_str) {
        let mut characters = key.chars();
        match (characters.next(), characters.next()) {
            (Some(key), None) => Gesture::Key(key),
            _ => return Err(wrong()),
        }
    } else {
        let to = given.get("to").and_then(Value::as_array).ok_or_else(wrong)?;
        Gesture::Carry {
            piece: given.get("piece").and_then(number).ok_or_else(wrong)?,
            to: to.iter().map(number).collect::<Option<_>>().ok_or_else(wrong)?,
        }
    };
    write(&answers::gesture(&*posed.position(clock)?, &gesture), clock)
}

fn number(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

fn list(engine: &Engine, clock: &Clock) -> Result<String, Refusal> {
    let instances = engine.library.instances(&engine.registry)?;
    write(&answers::list(&engine.registry, instances), clock)
}
