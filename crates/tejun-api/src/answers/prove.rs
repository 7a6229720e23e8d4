//! `prove` and `verify`: certificates, on the command line alone.

use std::path::Path;

use serde::Serialize;
use tejun_puzzles::{Proved, Session};
use tejun_search::Outcome;
use tejun_verify::Verified;

use super::parts::{Head, StatsAnswer};

#[derive(Serialize)]
struct ProveAnswer<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    claim: Option<String>,
    /// The digest that names the instance.
    digest: Option<String>,
    /// Where the certificate is.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Length of the certificate.
    bytes: usize,
    stats: StatsAnswer,
}

/// The answer of `prove` for the instance called `name`, with a certificate of so many bytes in a file.
pub fn prove<'a>(
    name: &'a str,
    instance: &dyn Session,
    proved: &Proved,
    (file, bytes): (&Path, usize),
    seconds: f64,
) -> impl Serialize + use<'a> {
    let (outcome, reason, certificate) = match &proved.outcome {
        Outcome::Solved(certificate) => ("proved", None, Some(certificate)),
        Outcome::Unsolvable => ("stopped", None, None),
        Outcome::Stopped(reason, _) => ("stopped", Some(reason.code()), None),
    };
    ProveAnswer {
        head: Head::new(name, instance),
        outcome,
        reason,
        claim: certificate.map(|certificate| certificate.claim.to_string()),
        digest: certificate.map(tejun_verify::Certificate::instance),
        file: certificate.map(|_| file.to_string_lossy().into_owned()),
        bytes,
        stats: StatsAnswer::new(&proved.stats, seconds),
    }
}

#[derive(Serialize)]
struct VerifyAnswer<'a> {
    instance: Option<&'a str>,
    claim: String,
    digest: String,
    statement: &'a str,
    line: &'a str,
    checked: &'a str,
    stats: Spent,
}

#[derive(Serialize)]
struct Spent {
    seconds: f64,
}

/// The answer of `verify`; the instance is called `name`, if one was given.
pub fn verify<'a>(name: Option<&'a str>, verified: &'a Verified, seconds: f64) -> impl Serialize + use<'a> {
    let certificate = &verified.certificate;
    VerifyAnswer {
        instance: name,
        claim: certificate.claim.to_string(),
        digest: certificate.instance(),
        statement: &certificate.statement,
        line: &certificate.line,
        checked: &verified.checked,
        stats: Spent { seconds },
    }
}
