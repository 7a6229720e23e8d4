//! `check`: what a line is worth.

use serde_json::Value;
use tejun_puzzles::{Session, Verdict};

use super::parts::{details, head};

/// The answer of `check` for the instance called `name`.
pub fn check(name: &str, instance: &dyn Session, verdict: &Verdict) -> Value {
    let mut answer = head(name, instance);
    answer.insert("legal".into(), verdict.fault.is_none().into());
    answer.insert("solves".into(), verdict.solves.into());
    answer.insert("cost".into(), verdict.value.cost.into());
    if let Some(fault) = &verdict.fault {
        answer.insert("at".into(), fault.at.into());
        answer.insert("reason".into(), fault.reason.to_string().into());
    }
    if instance.about().scored {
        answer.insert("score".into(), verdict.value.score.into());
    }
    answer.extend(details(&verdict.details));
    answer.into()
}
