//! `resume`: a search saved in a directory.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tejun_puzzles::{Question, QuestionKind};
use tejun_search::Spill;

use super::app::App;
use super::checkpoint::{Query, SavedQuery};
use super::solve::Shown;
use super::{explore, hardest, prove, solve};
use crate::status::ExitStatus;

/// Resumes a search, or prints its progress.
pub(super) fn run(app: &App, directory: &Path, status: bool) -> Result<ExitStatus> {
    let progress = Spill::status(directory)?;
    let query: Query = serde_json::from_str(&progress.search)
        .map_err(|_| anyhow!("{}: this holds a search of another program", directory.display()))?;
    let name = directory.display().to_string();
    let saved = SavedQuery::resumed(name, query, directory);
    if !status {
        return match saved.query.question {
            Question::Solve(_) => solve::run(app, &saved, &Shown::default()),
            Question::Explore(_) => explore::run(app, &saved, None, None),
            Question::Hardest(_) => hardest::run(app, &saved, None),
            Question::Prove(_) => {
                let begun = saved.query.certificate.as_ref().map(PathBuf::from);
                let output = saved.certificate()?.or(begun);
                let output = output.context("the saved search names no file for the certificate")?;
                prove::prove(app, &saved, &output)
            }
            _ => bail!("{}: this holds a search of another program", directory.display()),
        };
    }
    let instance = saved.instance(app)?;
    let over = progress.finished;
    app.print(
        || {
            serde_json::json!({
                "directory": saved.name,
                "verb": saved.query.question.kind().name(),
                "puzzle": instance.about().puzzle,
                "finished": over,
                "partitions": progress.parts,
                "levels": progress.levels,
                "bytes": progress.bytes,
            })
        },
        || {
            if over {
                return "The search is over: its answer is kept.".to_owned();
            }
            let mut lines = vec![format!("{} bytes on disk", progress.bytes)];
            let from_goals = usize::from(saved.query.question.kind() == QuestionKind::Hardest);
            let ends = ["the start", "the goals"];
            for (levels, from) in progress.levels.iter().zip(&ends[from_goals..]) {
                let states: u64 = levels.iter().sum();
                let depth = levels.len().saturating_sub(1);
                lines.push(format!("from {from}: depth {depth}, {states} positions"));
            }
            lines.join("\n")
        },
    )?;
    Ok(ExitStatus::Done)
}
