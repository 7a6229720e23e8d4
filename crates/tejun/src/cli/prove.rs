//! `prove` and `verify`: certificates, made and checked.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_api::{ApiError, ErrorKind, answers};
use tejun_puzzles::{Asked, Lang, Question, QuestionKind};
use tejun_search::{Outcome, Spill, StopReason};
use tejun_verify::certificate::open_file;
use tejun_verify::{Certificate, Claim, Limits, Stop, VerifyError};

use super::app::App;
use super::args::Keep;
use super::checkpoint::{Query, SavedQuery};
use super::output::{writable, write_bytes};
use super::watcher::{cancel, is_interrupted};
use super::words::{self, say};
use crate::status::ExitStatus;

/// The name of the file of a certificate by which a search finds it that is resumed from another folder, or the one that it was
/// begun with; `None` if nothing is saved.
///
/// # Errors
/// If it cannot be kept.
pub(super) fn full_name(file: &Path, keep: &Keep) -> Result<Option<String>> {
    if keep.spill.is_none() && keep.resume.is_none() {
        return Ok(None);
    }
    if let Some(directory) = &keep.resume
        && let Ok(progress) = Spill::status(directory)
        && let Ok(Query { certificate: Some(name), .. }) = serde_json::from_str(&progress.search)
    {
        return Ok(Some(name));
    }
    let full = std::path::absolute(file).with_context(|| format!("--output {}", file.display()))?;
    match full.into_os_string().into_string() {
        Ok(name) => Ok(Some(name)),
        Err(_) => bail!("--output {}: a search is saved with a name in UTF-8 alone", file.display()),
    }
}

/// Makes a certificate of an instance and writes it to a file.
///
/// # Errors
/// If the family makes none, or the file cannot be written.
pub(super) fn prove(app: &App, saved: &SavedQuery, file: &Path) -> Result<ExitStatus> {
    if saved.is_over() {
        let begun = || saved.query.certificate.as_deref().map_or(file, Path::new).to_owned();
        let written = std::path::absolute(saved.certificate()?.unwrap_or_else(begun))?;
        if !written.exists() || std::path::absolute(file)? != written {
            bail!(
                "the search is over, and its certificate was written to {}: copy that, or make it again in an empty directory",
                written.display()
            );
        }
    }
    if let Some((status, _)) = saved.answered(app)? {
        return Ok(status);
    }
    writable(file)?;
    let (name, instance) = (&saved.name, saved.instance(app)?);
    let Question::Prove(prove) = saved.query.question else { unreachable!("it is asked here") };
    if prove.asked == Asked::Solutions
        && !instance.can(QuestionKind::Solve)
        && !instance.can(QuestionKind::Count)
    {
        bail!(ApiError::unsupported(format!("{name} has nothing to be solved: ask for --reachable")));
    }
    let spills = instance.can_spill(&saved.query.question);
    let means = saved.means(app, spills)?;
    let mut watcher = app.watcher();
    let _limits = app.limits();
    let proved = instance.ask(prove, &means, &mut watcher)?;
    let seconds = watcher.seconds();
    drop(watcher);
    let certificate = match &proved.outcome {
        Outcome::Solved(certificate) => Some(certificate),
        _ => None,
    };
    let bytes = certificate.map(Certificate::write);
    if let Some(bytes) = &bytes {
        write_bytes(file, bytes)?;
    }
    let (full, size) = (std::path::absolute(file)?, bytes.as_ref().map_or(0, Vec::len));
    let lang = app.lang();
    let advice = saved.advice(&means, &proved.outcome, &proved.stats, spills);
    saved.print(
        app,
        means.spill.as_deref(),
        &proved.outcome,
        || answers::prove(name, &*instance, &proved, (&full, size), seconds),
        || match &proved.outcome {
            Outcome::Solved(certificate) => {
                let seconds = format!("{seconds:.3}");
                let written: [(&str, &dyn Display); 3] =
                    [("file", &file.display()), ("bytes", &size), ("seconds", &seconds)];
                let guided = certificate.guide().map(|_| format!("\n{}", say(&words::GUIDED, lang, &[])));
                let written = say(&words::CERTIFIED, lang, &written);
                format!("{}\n{written}{}", claim(&certificate.claim, lang), guided.unwrap_or_default())
            }
            Outcome::Stopped(reason, _) => {
                let why = say(&words::UNCERTIFIED, lang, &[("reason", &words::why_stopped(*reason, lang))]);
                format!("{why}{advice}")
            }
            Outcome::Unsolvable => unreachable!("that there is no solution is certified, too"),
        },
    )?;
    Ok(match proved.outcome {
        Outcome::Stopped(..) => ExitStatus::Stopped,
        _ => ExitStatus::Done,
    })
}

/// Checks a certificate; with an instance, also that it is about that.
///
/// # Errors
/// If it does not prove what it claims, or is about another instance.
pub(super) fn verify(app: &App, file: &Path, name: Option<&str>) -> Result<ExitStatus> {
    let (mut source, length) =
        open_file(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let refused = |why: &str| ApiError::impossible(ErrorKind::Instance, format!("{}: {why}", file.display()));
    let watcher = app.watcher();
    let limits = limits(app);
    let certificate = Certificate::read_from(&mut source, length, &limits);
    if let (Ok(certificate), Some(name)) = (&certificate, name)
        && app.instance(name)?.statement().as_ref() != Some(&certificate.statement)
    {
        bail!(refused(&format!("it is about another puzzle than {name}, or states the same one otherwise")));
    }
    let checked = certificate.and_then(|certificate| tejun_verify::check(certificate, &limits));
    let seconds = watcher.seconds();
    drop(watcher);
    let verified = match checked {
        Ok(verified) => Ok(verified),
        Err(error) => Err(why_ended(&error).ok_or_else(|| refused(&error.to_string()))?),
    };
    let lang = app.lang();
    app.print(
        || answers::verify(name, verified.as_ref().map_err(|reason| *reason), seconds),
        || match &verified {
            Ok(verified) => {
                let seconds = format!("{seconds:.3}");
                let checked: [(&str, &dyn Display); 2] =
                    [("checked", &verified.checked), ("seconds", &seconds)];
                let drawn = if name.is_none() { &*verified.certificate.statement } else { "" };
                let claim = claim(&verified.certificate.claim, lang);
                format!("{drawn}{claim}\n{}", say(&words::VERIFIED, lang, &checked))
            }
            Err(reason) => say(&words::UNVERIFIED, lang, &[("reason", &words::why_stopped(*reason, lang))]),
        },
    )?;
    Ok(if verified.is_ok() { ExitStatus::Done } else { ExitStatus::Stopped })
}

/// What a check may take.
fn limits(app: &App) -> Limits {
    let means = app.means();
    Limits {
        threads: means.threads,
        bytes: means.limits.bytes,
        positions: means.limits.states,
        cancel: Some(cancel(app.time())),
    }
}

/// The limit that ended a check.
fn why_ended(error: &VerifyError) -> Option<StopReason> {
    error.stop().map(|stop| match stop {
        Stop::Memory => StopReason::Memory,
        Stop::Positions => StopReason::States,
        Stop::Cancelled if is_interrupted() => StopReason::Interrupted,
        Stop::Cancelled => StopReason::Time,
    })
}

/// A claim in words.
fn claim(claim: &Claim, lang: Lang) -> String {
    let (sentence, number, other) = match claim {
        Claim::Optimal(cost) => (&words::CLAIM_OPTIMAL, cost.to_string(), String::new()),
        Claim::Unsolvable => (&words::CLAIM_UNSOLVABLE, String::new(), String::new()),
        Claim::Reachable(positions) => (&words::CLAIM_REACHABLE, positions.to_string(), String::new()),
        Claim::Solutions { different, all } => {
            (&words::CLAIM_SOLUTIONS, different.to_string(), all.to_string())
        }
        Claim::Score(score) => (&words::CLAIM_SCORE, score.to_string(), String::new()),
    };
    say(sentence, lang, &[("n", &number), ("all", &other)])
}
