//! Searches saved in a directory: their identity, where they resume, and their answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tejun_api::{ApiError, ErrorKind};
use tejun_puzzles::{Instance, Means, Question};
use tejun_search::Spill;
use tejun_search::{Outcome, Stats, StopReason};

use super::app::App;
use super::args::Keep;
use super::output::report_error;
use crate::source;
use crate::status::ExitStatus;

/// The least memory of a search on disk.
pub(super) const MIN_MEMORY: u64 = 8 << 20;
/// What a partition on disk needs in any case, with room to spare; and for each partition that it sends states to.
const PARTITION_MEMORY: u64 = 256 << 10;
const OUTBOX_MEMORY: u64 = 1 << 10;

/// Everything that determines the answer of a search, except limits.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Query {
    pub question: Question,
    pub metric: Option<String>,
    /// The level of the instance, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// The moves after which it begins.
    pub from: String,
    /// The file of the certificate, of a proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The text of the instance.
    pub instance: String,
}

impl Query {
    /// A query about an instance that is yet to be read.
    pub fn new(question: impl Into<Question>, from: String) -> Self {
        Query {
            question: question.into(),
            metric: None,
            level: None,
            from,
            certificate: None,
            instance: String::new(),
        }
    }
}

/// A query and the directory in which its search is saved, if it is.
pub(super) struct SavedQuery {
    /// What the user calls the puzzle.
    pub name: String,
    pub query: Query,
    /// The directory, and whether to resume what it holds.
    directory: Option<(PathBuf, bool)>,
}

/// The answer of a search that is over, as it was printed.
#[derive(Deserialize, Serialize)]
struct SavedAnswer<J, T> {
    status: u8,
    json: J,
    text: T,
}

impl SavedQuery {
    /// A query on the command line.
    ///
    /// # Errors
    /// If there is no such instance.
    pub fn new(app: &App, name: String, query: Query, keep: Keep) -> Result<SavedQuery> {
        let text = app.text(&name)?;
        let level = app.level(&text).with_context(|| source::shown(&name))?;
        let directory = keep.spill.map(|spill| (spill, false)).or(keep.resume.map(|resume| (resume, true)));
        let metric = app.metric().map(str::to_owned);
        Ok(SavedQuery { name, query: Query { metric, level, instance: text, ..query }, directory })
    }

    /// The query whose search is saved in `directory`, to be resumed.
    pub fn resumed(name: String, query: Query, directory: &Path) -> SavedQuery {
        SavedQuery { name, query, directory: Some((directory.to_owned(), true)) }
    }

    /// The instance.
    ///
    /// # Errors
    /// If its text is invalid.
    pub fn instance(&self, app: &App) -> Result<Box<dyn Instance>> {
        let _limits = app.limits();
        let Query { instance, metric, level, .. } = &self.query;
        source::read(app.registry, &self.name, instance, metric.as_deref(), *level)
    }

    /// The text that tells the search apart from others.
    pub fn search(&self) -> String {
        serde_json::to_string(&self.query).expect("texts and flags can be written as JSON")
    }

    /// The means of the search: opens the directory, if there is one, and joins the processes that share the search.
    /// `spills` says whether it can be saved and shared.
    ///
    /// # Errors
    /// If it cannot, or if the directory is of no use, or if the other processes are not there.
    pub fn means(&self, app: &App, spills: bool) -> Result<Means> {
        let mut means = app.means();
        if self.directory.is_some() && !spills {
            bail!(ApiError::unsupported(
                "this search keeps no states on disk: leave out --spill and --resume"
            ));
        }
        if self.directory.is_some() && means.limits.bytes < MIN_MEMORY {
            bail!("--memory is too little for a search on disk: give it {}MiB at least", MIN_MEMORY >> 20);
        }
        let search = self.search();
        let Some(membership) = &app.membership else {
            if let Some((directory, resume)) = &self.directory {
                let open = if *resume { Spill::resume } else { Spill::begin };
                means.spill = Some(Arc::new(open(directory, &search, app.partitions())?));
            }
            return Ok(means);
        };
        if !spills {
            bail!(ApiError::unsupported(
                "this search is not breadth-first, so processes cannot share it: ask without `cluster`"
            ));
        }
        if let Some((directory, false)) = &self.directory {
            // The processes begin together, some of them perhaps in one directory: each looks before any begins.
            Spill::vacant(directory)?;
        }
        let terms = format!("depth {}, {} states\n{search}", means.limits.depth, means.limits.states);
        let peers = membership.join(&terms, &mut app.watcher())?;
        if let Some((directory, _)) = &self.directory {
            let share = (peers.index(), peers.count());
            means.spill = Some(Arc::new(Spill::share(directory, &search, means.threads * share.1, share)?));
        }
        means.peers = Some(peers);
        Ok(means)
    }

    /// What to do about a search that ran out of memory, as a line; empty if it did not. `spills` says whether it can
    /// spill to disk.
    pub fn advice<T>(&self, means: &Means, outcome: &Outcome<T>, stats: &Stats, spills: bool) -> String {
        if outcome.stopped() != Some(StopReason::Memory) || !spills {
            return String::new();
        }
        let (stored, bytes) = (stats.stored, indicatif::BinaryBytes(stats.peak_bytes));
        let (Some(spill), Some((directory, _))) = (&means.spill, &self.directory) else {
            return format!(
                "\n{stored} positions took {bytes}, and there is no room for more: raise --memory, or go on on disk with --spill DIR\n"
            );
        };
        let parts = spill.parts() as u64;
        let more = (2 * means.limits.bytes)
            .max(parts * (PARTITION_MEMORY + parts * OUTBOX_MEMORY))
            .div_ceil(1 << 20);
        format!(
            "\n{stored} positions are on disk, but what must be in memory beside them does not fit: go on with `resume {} --memory {more}MiB`\n",
            directory.display()
        )
    }

    /// Whether the directory has the answer.
    pub fn is_over(&self) -> bool {
        let directory = self.directory.as_ref();
        directory.is_some_and(|(path, _)| Spill::status(path).is_ok_and(|progress| progress.finished))
    }

    /// The answer of a search that was over before, if it is there.
    ///
    /// # Errors
    /// If it is damaged.
    fn answer(&self) -> Result<Option<(ExitStatus, SavedAnswer<Value, String>)>> {
        let Some((directory, true)) = &self.directory else { return Ok(None) };
        let Some(text) = Spill::answer(directory, &self.search())? else { return Ok(None) };
        let answer: Option<SavedAnswer<Value, String>> = serde_json::from_str(&text).ok();
        let known = [ExitStatus::Done, ExitStatus::Unsolvable];
        let status = |answer: &SavedAnswer<Value, String>| {
            known.into_iter().find(|known| *known as u8 == answer.status)
        };
        let known = answer.and_then(|answer| status(&answer).map(|status| (status, answer)));
        if known.is_none() {
            let name = directory.display();
            let message = format!("{name}: its answer is damaged: begin anew in an empty directory");
            bail!(ApiError::impossible(ErrorKind::File, message));
        }
        Ok(known)
    }

    /// The file that a search which was over before has written its certificate to, if that is known.
    ///
    /// # Errors
    /// If the answer is damaged.
    pub fn certificate(&self) -> Result<Option<PathBuf>> {
        let answer = self.answer()?;
        Ok(answer.and_then(|(_, answer)| answer.json["file"].as_str().map(PathBuf::from)))
    }

    /// Prints the answer of a search that was over before, if it is there.
    ///
    /// # Errors
    /// If it is damaged, or cannot be printed.
    pub fn answered(&self, app: &App) -> Result<Option<(ExitStatus, Value)>> {
        let Some((status, answer)) = self.answer()? else { return Ok(None) };
        app.print(|| &answer.json, || answer.text)?;
        Ok(Some((status, answer.json)))
    }

    /// The same, and the numbers by distance in the answer.
    ///
    /// # Errors
    /// Those of [`SavedQuery::answered`].
    pub fn answered_levels(&self, app: &App) -> Result<Option<(ExitStatus, Vec<u64>)>> {
        let Some((status, answer)) = self.answered(app)? else { return Ok(None) };
        let levels = answer["levels"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        Ok(Some((status, levels)))
    }

    /// Prints the answer of a search. If it is over, its directory keeps nothing else.
    ///
    /// # Errors
    /// If it cannot be printed or kept.
    pub fn print<T, J: Serialize>(
        &self,
        app: &App,
        spill: Option<&Spill>,
        outcome: &Outcome<T>,
        json: impl FnOnce() -> J,
        text: impl FnOnce() -> String,
    ) -> Result<()> {
        if let Some(membership) = &app.membership {
            membership.leave();
        }
        let (Some(spill), Some((directory, _))) = (spill, &self.directory) else {
            return app.print(json, text);
        };
        if outcome.stopped() == Some(StopReason::Disk)
            && spill.is_damaged()
            && let Some(why) = spill.failure()
        {
            bail!(ApiError::impossible(ErrorKind::File, why));
        }
        let (mut json, text) = (serde_json::to_value(json())?, text());
        if let Some(stats) = json.get_mut("stats").and_then(Value::as_object_mut) {
            stats.insert("peak_disk_bytes".to_owned(), spill.peak_bytes().into());
        }
        if outcome.stopped().is_none() {
            let answer = SavedAnswer { status: ExitStatus::from(outcome) as u8, json: &json, text: &text };
            spill.finish(&serde_json::to_string(&answer)?)?;
        }
        app.print(|| json, || text)?;
        if outcome.stopped() == Some(StopReason::Disk) {
            let why = spill.failure().unwrap_or_else(|| "the disk refused".to_owned());
            let on = format!("what was done is kept: go on with `resume {}`", directory.display());
            report_error(&format!("{why}; {on}"));
        }
        Ok(())
    }
}
