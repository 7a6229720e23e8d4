//! `prove` and `verify`: certificates, on the command line alone.

use std::path::Path;

use serde::Serialize;
use tejun_puzzles::{Instance, Proved};
use tejun_search::{Outcome, StopReason};
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
    /// Whether a check repeats a search; none if there is no certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    guided: Option<bool>,
    stats: StatsAnswer,
}

/// The answer of `prove` for the instance called `name`, with a certificate of so many bytes in a file.
pub fn prove<'a>(
    name: &'a str,
    instance: &dyn Instance,
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
        guided: certificate.map(|certificate| certificate.guide().is_some()),
        stats: StatsAnswer::new(&proved.stats, seconds),
    }
}

#[derive(Serialize)]
struct VerifyAnswer<'a> {
    instance: Option<&'a str>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(flatten)]
    verified: Option<VerifiedAnswer<'a>>,
    stats: Spent,
}

#[derive(Serialize)]
struct VerifiedAnswer<'a> {
    claim: String,
    digest: String,
    statement: &'a str,
    line: &'a str,
    /// Whether the check has repeated a search.
    guided: bool,
    checked: &'a str,
}

#[derive(Serialize)]
struct Spent {
    seconds: f64,
}

/// The answer of `verify`, or why it was stopped; the instance is called `name`, if one was given.
pub fn verify<'a>(
    name: Option<&'a str>,
    verified: Result<&'a Verified, StopReason>,
    seconds: f64,
) -> impl Serialize + use<'a> {
    let answer = |verified: &'a Verified| {
        let Verified { certificate, checked } = verified;
        let (claim, digest) = (certificate.claim.to_string(), certificate.instance());
        let guided = certificate.guide().is_some();
        let (statement, line) = (&certificate.statement, &certificate.line);
        VerifiedAnswer { claim, digest, statement, line, guided, checked }
    };
    VerifyAnswer {
        instance: name,
        outcome: if verified.is_ok() { "verified" } else { "stopped" },
        reason: verified.err().map(StopReason::code),
        verified: verified.ok().map(answer),
        stats: Spent { seconds },
    }
}
