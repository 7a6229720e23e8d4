//! Searches kept in a directory: what they are, how they go on, and their answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tejun_puzzles::{Session, SolveOptions};
use tejun_search::bfs::Spill;
use tejun_search::{Outcome, Stats, StopReason};

use super::args::Keep;
use super::output::{print_line, report_error};
use super::solve::Shown;
use super::{App, explore, solve};
use crate::source;
use crate::status::ExitStatus;

/// The least memory of a search that is kept on disk.
pub(super) const LEAST_MEMORY: u64 = 8 << 20;
/// What a partition needs on disk in any case, with room to spare, and for each partition to which it sends states.
const PARTITION_MEMORY: u64 = 256 << 10;
const BOX_MEMORY: u64 = 1 << 10;

/// All that decides the answer of a search, but for limits.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Query {
    pub verb: KeptVerb,
    pub metric: Option<String>,
    /// The moves after which it begins.
    pub from: String,
    pub all: bool,
    pub terminal_goals: bool,
    /// The text of the instance.
    pub instance: String,
}

impl Query {
    /// A question about an instance that is still to be given.
    pub fn new(verb: KeptVerb, from: String, all: bool, terminal_goals: bool) -> Self {
        Query { verb, metric: None, from, all, terminal_goals, instance: String::new() }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum KeptVerb {
    Solve,
    Explore,
}

/// A puzzle and what is asked of it.
pub(super) struct Asked {
    /// What the user calls the puzzle.
    pub name: String,
    pub question: Query,
    /// The directory, and whether what it holds goes on.
    directory: Option<(PathBuf, bool)>,
}

/// The answer of a search that is over, as it was printed.
#[derive(Deserialize, Serialize)]
struct Kept<J, T> {
    status: u8,
    json: J,
    text: T,
}

impl Asked {
    /// A question on the command line.
    ///
    /// # Errors
    /// If there is no such instance.
    pub fn new(app: &App, name: String, question: Query, keep: Keep) -> Result<Asked> {
        let text = source::text(app.registry, &name)?;
        let directory = keep.spill.map(|spill| (spill, false)).or(keep.resume.map(|resume| (resume, true)));
        let metric = app.shared.metric.clone();
        Ok(Asked { name, question: Query { metric, instance: text, ..question }, directory })
    }

    /// The instance.
    ///
    /// # Errors
    /// If its text is invalid.
    pub fn instance(&self, app: &App) -> Result<Box<dyn Session>> {
        source::read(app.registry, &self.name, &self.question.instance, self.question.metric.as_deref())
    }

    /// The text that tells the search apart from others.
    pub fn search(&self) -> String {
        serde_json::to_string(&self.question).expect("texts and flags can be written as JSON")
    }

    /// Opens the directory, if the search is to be kept in one, and joins the processes that share it. `spills` says
    /// whether it can be kept and shared.
    ///
    /// # Errors
    /// If it cannot, or if the directory is of no use, or if the other processes are not there.
    pub fn open(&self, app: &App, ask: &mut SolveOptions, spills: bool) -> Result<()> {
        if self.directory.is_some() && !spills {
            bail!("this search keeps no states on disk: leave out --spill and --resume");
        }
        if self.directory.is_some() && ask.limits.bytes < LEAST_MEMORY {
            bail!("--memory is too little for a search on disk: give it {}MiB at least", LEAST_MEMORY >> 20);
        }
        let search = self.search();
        let Some(seat) = &app.seat else {
            if let Some((directory, resume)) = &self.directory {
                let open = if *resume { Spill::resume } else { Spill::begin };
                ask.spill = Some(Arc::new(open(directory, &search, app.partitions())?));
            }
            return Ok(());
        };
        if !spills {
            bail!("this search is not breadth-first, so processes cannot share it: ask without `cluster`");
        }
        if let Some((directory, false)) = &self.directory {
            // The processes begin together, some of them perhaps in one directory: each looks before any begins.
            Spill::vacant(directory)?;
        }
        let told = format!("depth {}, {} states\n{search}", ask.limits.depth, ask.limits.states);
        let peers = seat.join(&told, &mut app.watcher())?;
        if let Some((directory, _)) = &self.directory {
            let share = (peers.index(), peers.count());
            ask.spill = Some(Arc::new(Spill::share(directory, &search, ask.threads * share.1, share)?));
        }
        ask.peers = Some(peers);
        Ok(())
    }

    /// What to do about a search that needed more memory, as a line; empty if it did not. `spills` says whether it can
    /// go on on disk.
    pub fn advice<T>(&self, ask: &SolveOptions, outcome: &Outcome<T>, stats: &Stats, spills: bool) -> String {
        if outcome.stopped() != Some(StopReason::Memory) || !spills {
            return String::new();
        }
        let (stored, bytes) = (stats.stored, indicatif::BinaryBytes(stats.peak_bytes));
        let (Some(spill), Some((directory, _))) = (&ask.spill, &self.directory) else {
            return format!(
                "\n{stored} positions took {bytes}, and there is no room for more: raise --memory, or go on on disk with --spill DIR\n"
            );
        };
        let parts = spill.parts() as u64;
        let more =
            (2 * ask.limits.bytes).max(parts * (PARTITION_MEMORY + parts * BOX_MEMORY)).div_ceil(1 << 20);
        format!(
            "\n{stored} positions are on disk, but what must be in memory beside them does not fit: go on with `resume {} --memory {more}MiB`\n",
            directory.display()
        )
    }

    /// Prints the answer of a search that was over before, if it is there.
    ///
    /// # Errors
    /// If it is damaged, or cannot be printed.
    pub fn answered(&self, app: &App) -> Result<Option<(ExitStatus, Value)>> {
        let Some((directory, true)) = &self.directory else { return Ok(None) };
        let Some(text) = Spill::answer(directory, &self.search())? else { return Ok(None) };
        let kept: Option<Kept<Value, String>> = serde_json::from_str(&text).ok();
        let known = [ExitStatus::Done, ExitStatus::Unsolvable];
        let status = |kept: &Kept<Value, String>| known.into_iter().find(|known| *known as u8 == kept.status);
        let Some((kept, status)) = kept.and_then(|kept| status(&kept).map(|status| (kept, status))) else {
            bail!("{}: its answer is damaged: begin anew in an empty directory", directory.display());
        };
        if app.speaks() {
            let _ = print_line(if app.shared.json { kept.json.to_string() } else { kept.text }.trim_end())?;
        }
        Ok(Some((status, kept.json)))
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
        if let Some(seat) = &app.seat {
            seat.leave();
        }
        let (Some(spill), Some((directory, _))) = (spill, &self.directory) else {
            return app.print(json, text);
        };
        if outcome.stopped() == Some(StopReason::Disk)
            && spill.is_damaged()
            && let Some(why) = spill.failure()
        {
            bail!(why);
        }
        let (mut json, text) = (serde_json::to_value(json())?, text());
        if let Some(stats) = json.get_mut("stats").and_then(Value::as_object_mut) {
            stats.insert("peak_disk_bytes".to_owned(), spill.peak_bytes().into());
        }
        if outcome.stopped().is_none() {
            let kept = Kept { status: ExitStatus::from(outcome) as u8, json: &json, text: &text };
            spill.finish(&serde_json::to_string(&kept)?)?;
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

/// `resume`: goes on with a search, or tells how far it is.
pub(super) fn run(app: &App, directory: &Path, status: bool) -> Result<ExitStatus> {
    let kept = Spill::status(directory)?;
    let question: Query = serde_json::from_str(&kept.search)
        .with_context(|| format!("{}: this holds a search of another program", directory.display()))?;
    let name = directory.display().to_string();
    let asked = Asked { name, question, directory: Some((directory.to_owned(), true)) };
    if !status {
        return match asked.question.verb {
            KeptVerb::Solve => solve::run(app, &asked, &Shown::default()),
            KeptVerb::Explore => explore::run(app, &asked, None),
        };
    }
    let instance = asked.instance(app)?;
    let over = kept.finished;
    app.print(
        || {
            serde_json::json!({
                "directory": asked.name,
                "verb": asked.question.verb,
                "puzzle": instance.about().puzzle,
                "finished": over,
                "partitions": kept.parts,
                "levels": kept.levels,
                "bytes": kept.bytes,
            })
        },
        || {
            if over {
                return "The search is over: its answer is kept.".to_owned();
            }
            let mut lines = vec![format!("{} bytes on disk", kept.bytes)];
            for (levels, from) in kept.levels.iter().zip(["the start", "the goals"]) {
                let states: u64 = levels.iter().sum();
                let depth = levels.len().saturating_sub(1);
                lines.push(format!("from {from}: depth {depth}, {states} positions"));
            }
            lines.join("\n")
        },
    )?;
    Ok(ExitStatus::Done)
}
