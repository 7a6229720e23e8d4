//! Generators, within limits.

use tejun_puzzles::{Call, Means};
use tejun_search::Limits;

use crate::input::{REGISTRY, Stop, one_line, read};

/// Low, so that a puzzle is drawn soon.
const LIMITS: Limits = Limits { states: 2000, bytes: 4 << 20, depth: u32::MAX };

/// Options that name files, which no check reads.
const FILES: [&str; 1] = ["atlas"];

/// A generator draws puzzles that are read, or refuses in one line, and stops when it is cancelled. The
/// first byte says when; then follow the generator, and in a line each its options, as in `size 3x4`.
pub(crate) fn generate(data: &[u8]) {
    let Some((&when, rest)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(rest) else { return };
    let mut lines = text.lines();
    let Some(name) = lines.next() else { return };
    let verbs = REGISTRY.families().flat_map(|family| family.verbs());
    let Some(verb) = verbs.into_iter().find(|verb| verb.path == ["generate", name]) else { return };
    let given = lines.filter_map(|line| {
        let (name, value) = line.split_once(' ')?;
        let option = verb.options.iter().find(|option| option.name == name && !FILES.contains(&name))?;
        Some((option.name, value.to_owned()))
    });
    let means =
        Means { limits: LIMITS, threads: 1 + usize::from(when & 1), seed: when.into(), ..Means::default() };
    let call = Call { arguments: Vec::new(), given: given.collect(), means };
    let answer = match (verb.run)(&call, &mut Stop(1 + u32::from(when))) {
        Ok(answer) => answer,
        Err(error) => return one_line(&error.to_string()),
    };
    let details = answer.details.get().map(|details| serde_json::to_value(details).expect("it is JSON"));
    let puzzles = details.as_ref().and_then(|details| details["puzzles"].as_array());
    for instance in puzzles.into_iter().flatten().filter_map(|puzzle| puzzle["instance"].as_str()) {
        let text = REGISTRY.expand_short_form(instance).unwrap_or_else(|| Ok(instance.to_owned()));
        let text = text.unwrap_or_else(|error| panic!("{error}: {instance}"));
        read(&text).unwrap_or_else(|error| panic!("{error}: {instance}"));
    }
}
