//! Puzzles drawn at random.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tejun_api::answers;
use tejun_puzzles::{Call, FamilyVerb, QuestionOption};

use crate::engine::{REGISTRY, json};
use crate::error::{refused, usage};
use crate::options::Settings;
use crate::run::run;

/// The answer of `generate WHAT`. `given` are the options of that verb, as texts; that of a switch is empty.
#[pyfunction]
pub(crate) fn generate(
    py: Python,
    what: &str,
    given: BTreeMap<String, String>,
    options: &Bound<PyDict>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<String> {
    let verbs = || REGISTRY.families().flat_map(|family| family.verbs());
    let drawn = |verb: &FamilyVerb| match verb.path {
        ["generate", what] => Some(*what),
        _ => None,
    };
    let Some(verb) = verbs().find(|verb| drawn(verb) == Some(what)) else {
        let known: Vec<&str> = verbs().filter_map(|verb| drawn(&verb)).collect();
        let known = known.join(", ");
        return Err(usage(py, format!("nothing draws {what:?}: there are {known}")));
    };
    let name = |(name, value): (String, String)| {
        let option = verb.options.iter().find(|option| option.name == name);
        let known = || verb.options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let unknown = || usage(py, format!("generate {what} has no option {name:?}: there are {}", known()));
        Ok((option.ok_or_else(unknown)?.name, value))
    };
    let given = given.into_iter().map(name).collect::<PyResult<_>>()?;
    let Settings { means, time, .. } = Settings::read("generate", options, &[QuestionOption::Depth])?;
    let call = Call { arguments: Vec::new(), given, means };
    let answer = run(py, time, progress, |observer| {
        verb.answer(&call, observer).map(|answer| json(&answers::details(&answer.details)))
    })?;
    answer.map_err(|error| refused(py, "usage", error))
}
