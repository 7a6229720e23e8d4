//! What several answers have in common.

use serde_json::{Map, Value, json};
use tejun_puzzles::{Details, Instance};
use tejun_search::{Proof, Stats};

/// The keys at the start of every answer about an instance.
pub(super) fn head(name: &str, instance: &dyn Instance) -> Map<String, Value> {
    let about = instance.about();
    let mut head = Map::new();
    head.insert("puzzle".into(), about.puzzle.into());
    head.insert("instance".into(), name.into());
    head.insert("metric".into(), about.metric.into());
    head
}

/// The details that a family adds to an answer.
pub(crate) fn details(details: &Details) -> Map<String, Value> {
    match details.get().map(serde_json::to_value) {
        None => Map::new(),
        Some(Ok(Value::Object(details))) => details,
        Some(other) => unreachable!("the details of a family are a map, not {other:?}"),
    }
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
        Proof::None => "none",
    }
}
