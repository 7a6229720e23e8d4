//! The verbs of the API, each the answer of the command line's verb of the same name.

use serde_json::Value;
use tejun_puzzles::{Gesture, Registry};

use super::listener::Listener;
use super::question::Posed;
use super::refusal::Refusal;
use crate::{answers, library};

/// A verb of the API.
pub(super) struct Verb {
    /// Its name in the path.
    pub name: &'static str,
    /// Options that it takes beside those that all verbs share.
    pub options: &'static [&'static str],
    /// Keys of the request that it takes beside `instance`, `line` and `options`.
    pub keys: &'static [&'static str],
    /// How it is answered.
    pub answer: Answer,
}

/// How a verb is answered.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// Without an instance.
    General(fn(&Registry) -> Result<Value, Refusal>),
    /// In a moment.
    Light(fn(&Posed) -> Result<Value, Refusal>),
    /// By a search.
    Search(fn(&Posed, &mut Listener) -> Result<Value, Refusal>),
}

impl Verb {
    const fn new(name: &'static str, answer: Answer) -> Self {
        Verb { name, options: &[], keys: &[], answer }
    }
}

/// Every verb.
pub(super) const VERBS: &[Verb] = &[
    Verb { options: &["all", "first"], ..Verb::new("solve", Answer::Search(solve)) },
    Verb { options: &["terminal_goals"], ..Verb::new("explore", Answer::Search(explore)) },
    Verb::new("count", Answer::Search(count)),
    Verb::new("check", Answer::Light(check)),
    Verb::new("show", Answer::Light(show)),
    Verb::new("list", Answer::General(list)),
    Verb::new("position", Answer::Light(position)),
    Verb { keys: &["from"], ..Verb::new("replay", Answer::Light(replay)) },
    Verb { keys: &["gesture"], ..Verb::new("gesture", Answer::Light(gesture)) },
];

/// The verb of that name.
///
/// # Errors
/// When there is none.
pub(super) fn verb(name: &str) -> Result<&'static Verb, Refusal> {
    VERBS.iter().find(|verb| verb.name == name).ok_or_else(|| {
        let known: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
        Refusal::unknown(format!("there is no verb {name:?}: there are {}", known.join(", ")))
    })
}

fn solve(posed: &Posed, listener: &mut Listener) -> Result<Value, Refusal> {
    let report = posed.instance.solve(&posed.line, &posed.request, listener)?;
    Ok(answers::solve(&posed.name, &*posed.instance, report, listener.seconds()))
}

fn explore(posed: &Posed, listener: &mut Listener) -> Result<Value, Refusal> {
    let explorer = posed.instance.explorer().ok_or_else(|| has_not(posed, "explore"))?;
    let explored = explorer.explore(&posed.line, posed.terminal_goals, &posed.request, listener)?;
    Ok(answers::explore(&posed.name, &*posed.instance, &explored, listener.seconds()))
}

fn count(posed: &Posed, listener: &mut Listener) -> Result<Value, Refusal> {
    let counter = posed.instance.counter().ok_or_else(|| has_not(posed, "count"))?;
    let counted = counter.count(&posed.line, &posed.request, listener)?;
    Ok(answers::count(&posed.name, &*posed.instance, &counted, listener.seconds()))
}

fn check(posed: &Posed) -> Result<Value, Refusal> {
    let verdict = posed.instance.check(&posed.line);
    Ok(answers::check(&posed.name, &*posed.instance, &verdict))
}

fn show(posed: &Posed) -> Result<Value, Refusal> {
    let scene = posed.instance.scene(&posed.line)?;
    Ok(answers::show(&posed.name, &*posed.instance, &scene))
}

fn position(posed: &Posed) -> Result<Value, Refusal> {
    Ok(answers::position(&posed.name, &posed.text, &*posed.instance, &posed.line)?)
}

fn replay(posed: &Posed) -> Result<Value, Refusal> {
    let from = match posed.more.get("from") {
        None => 0,
        Some(from) => from
            .as_u64()
            .and_then(|from| usize::try_from(from).ok())
            .ok_or_else(|| Refusal::malformed("from is a number of moves"))?,
    };
    Ok(answers::replay(&*posed.instance, &posed.line, from)?)
}

fn gesture(posed: &Posed) -> Result<Value, Refusal> {
    let wrong = || {
        let forms = r#"{"piece": 0, "to": [4, 5]} or {"key": "h"}"#;
        Refusal::malformed(format!("gesture is missing or of no known form: it is {forms}"))
    };
    let given = posed.more.get("gesture").ok_or_else(wrong)?;
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let read = if let Some(key) = given.get("key").and_then(Value::as_str) {
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
    Ok(answers::gesture(&*posed.instance, &posed.line, &read)?)
}

fn list(registry: &Registry) -> Result<Value, Refusal> {
    Ok(answers::list(registry, &library::instances(registry)?))
}

/// The refusal of a verb that the family has not.
pub(super) fn has_not(posed: &Posed, verb: &str) -> Refusal {
    Refusal::impossible(format!("{} has no {verb}", posed.instance.about().puzzle))
}
