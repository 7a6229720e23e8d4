//! What several answers have in common.

use serde_json::{Map, Number, Value, json};
use tejun_puzzles::{Details, Session};
use tejun_search::{Proof, Stats};

/// The keys at the start of every answer about an instance.
pub(super) fn head(name: &str, instance: &dyn Session) -> Map<String, Value> {
    let about = instance.about();
    let mut head = Map::new();
    head.insert("puzzle".into(), about.puzzle.into());
    head.insert("instance".into(), name.into());
    head.insert("metric".into(), about.metric.into());
    head
}

/// The details that a family adds to an answer: the keys of a map; anything else as `details`.
pub fn details(details: &Details) -> Map<String, Value> {
    let value = match details.get().map(serde_json::to_value) {
        None => return Map::new(),
        Some(Ok(Value::Object(details))) => return details,
        Some(Ok(value)) => value,
        Some(Err(error)) => json!({ "error": error.to_string() }),
    };
    Map::from_iter([("details".to_owned(), value)])
}

/// A number, or its digits as a string if it is too large for programs to read exactly.
pub(super) fn number(n: u128) -> Value {
    u64::try_from(n).map_or_else(|_| n.to_string().into(), |n| Number::from(n).into())
}

pub(super) fn stats(stats: &Stats, seconds: f64) -> Value {
    json!({
        "expanded": stats.expanded,
        "stored": stats.stored,
        "seconds": seconds,
        "peak_bytes": stats.peak_bytes,
    })
}

pub(super) fn proof(proof: Proof) -> &'static str {
    match proof {
        Proof::Optimal => "optimal",
        Proof::Unproved => "none",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn details_of_any_shape_become_keys() {
        let keys = |value: Details| Value::Object(details(&value));
        assert_eq!(keys(Details::new(HashMap::from([("eaten", 3)]))), json!({ "eaten": 3 }));
        assert_eq!(keys(Details::new(3)), json!({ "details": 3 }));
        let no_json = keys(Details::new(HashMap::from([((1, 2), 3)])));
        assert!(no_json["details"]["error"].is_string(), "{no_json}");
    }
}
