//! The verbs of the API, each the answer of the command line's verb of the same name.

use serde_json::Value;
use tejun_puzzles::Registry;

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

fn list(registry: &Registry) -> Result<Value, Refusal> {
    Ok(answers::list(registry, &library::instances(registry)?))
}

/// The refusal of a verb that the family has not.
pub(super) fn has_not(posed: &Posed, verb: &str) -> Refusal {
    Refusal::impossible(format!("{} has no {verb}", posed.instance.about().puzzle))
}
