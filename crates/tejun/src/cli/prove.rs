//! `prove` and `verify`: certificates, made and checked.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tejun_api::{ApiError, ErrorKind, answers};
use tejun_puzzles::{Asked, Lang, Question};
use tejun_search::{Outcome, Spill};
use tejun_verify::certificate::read_file;
use tejun_verify::{Certificate, Claim};

use super::app::App;
use super::args::Keep;
use super::checkpoint::{Query, SavedQuery};
use super::output::{writable, write_bytes};
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
    if instance.statement().is_none() {
        bail!(ApiError::unsupported(format!("{name} has no text that a certificate could state")));
    }
    let asked = if saved.query.reachable { Asked::Reachable } else { Asked::Solutions };
    if asked == Asked::Solutions && !instance.can(Question::Solve) && !instance.can(Question::Count) {
        bail!(ApiError::unsupported(format!("{name} has nothing to be solved: ask for --reachable")));
    }
    let mut options = app.solve_options();
    let spills = instance.can_spill(Question::Prove, &options);
    saved.open(app, &mut options, spills)?;
    let mut watcher = app.watcher();
    let proved = instance.prove(asked, &options, &mut watcher)?;
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
    let advice = saved.advice(&options, &proved.outcome, &proved.stats, spills);
    saved.print(
        app,
        options.spill.as_deref(),
        &proved.outcome,
        || answers::prove(name, &*instance, &proved, (&full, size), seconds),
        || match &proved.outcome {
            Outcome::Solved(certificate) => {
                let seconds = format!("{seconds:.3}");
                let written: [(&str, &dyn Display); 3] =
                    [("file", &file.display()), ("bytes", &size), ("seconds", &seconds)];
                format!("{}\n{}", claim(&certificate.claim, lang), say(&words::CERTIFIED, lang, &written))
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
    let bytes = read_file(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let begin = std::time::Instant::now();
    let refused = |error| ApiError::impossible(ErrorKind::Instance, format!("{}: {error}", file.display()));
    if let Some(name) = name {
        let certificate = Certificate::read(&bytes).map_err(refused)?;
        let instance = app.instance(name)?;
        if instance.statement() != Some(&certificate.statement) {
            bail!(ApiError::impossible(
                ErrorKind::Instance,
                format!(
                    "{}: it is about another puzzle than {name}, or states the same one otherwise",
                    file.display()
                )
            ));
        }
    }
    let verified = tejun_verify::verify(&bytes, app.solve_options().threads).map_err(refused)?;
    let seconds = begin.elapsed().as_secs_f64();
    app.print(
        || answers::verify(name, &verified, seconds),
        || {
            let lang = app.lang();
            let seconds = format!("{seconds:.3}");
            let checked: [(&str, &dyn Display); 2] = [("checked", &verified.checked), ("seconds", &seconds)];
            let drawn = if name.is_none() { &*verified.certificate.statement } else { "" };
            let claim = claim(&verified.certificate.claim, lang);
            format!("{drawn}{claim}\n{}", say(&words::VERIFIED, lang, &checked))
        },
    )?;
    Ok(ExitStatus::Done)
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
