//! `cluster run`: starts the processes of a search on this machine, and starts them again when one is lost.

use std::io::Write as _;
use std::path::Path;
use std::process::{self, Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use tejun_api::ApiError;
use tejun_cluster::Hosts;
use tejun_puzzles::OptionValue;
use tejun_search::Spill;

use super::app::App;
use super::args::{Share, Shared};
use super::checkpoint::{MIN_MEMORY, Query, SavedQuery};
use super::failure::{fail, failure, is_for_programs, print_failure};
use super::given::long;
use super::language;
use super::membership::{LOST, PATIENCE};
use super::output::report_error;
use super::watcher::{Watcher, is_interrupted};
use crate::status::ExitStatus;

/// How often the processes are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How often processes are started again without a new point between.
const TRIES: u32 = 3;
/// How long others may run on when a process has lost one: they lose it, too, or are what it has lost.
const AFTER_LOSS: Duration = Duration::from_secs(3);
/// How long any may run on when all are to stop: longer than they wait for one another.
const AFTER_STOP: Duration = PATIENCE.saturating_add(Duration::from_secs(5));

pub(super) fn run(
    app: &App,
    processes: usize,
    share: Share,
    name: String,
    query: Query,
) -> Result<ExitStatus> {
    let Share { workers, keep, search } = share;
    let directory = keep.spill.clone().or(keep.resume.clone());
    let begins = keep.spill.is_some();
    let saved = SavedQuery::new(app, name, query, keep)?;
    if let Some((status, _)) = saved.answered(app)? {
        return Ok(status);
    }
    if !is_shareable(app, &saved)? {
        bail!(ApiError::unsupported(
            "processes cannot share this search, which is not breadth-first: ask without `cluster`"
        ));
    }
    let parts = processes * usize::from(workers);
    let memory = app.means().limits.bytes / processes as u64;
    if let Some(directory) = &directory {
        if memory < MIN_MEMORY {
            let least = processes as u64 * (MIN_MEMORY >> 20);
            bail!("--memory is too little for {processes} processes on disk: give it {least}MiB at least");
        }
        if begins {
            Spill::vacant(directory)?;
        }
        // Begins the search if it is new. What is wrong with the directory is said once, not by every process.
        drop(Spill::share(directory, &saved.search(), parts, (0, processes))?);
    }
    // At Ctrl-C this process tells the others, and waits for their answer.
    let watcher = Watcher::new(app.time(), true);
    let is_over = || is_interrupted() || watcher.end().is_some_and(|end| Instant::now() >= end);
    let (mut kept, mut futile) = ((0, 0), 0);
    loop {
        let shared = &app.shared;
        let left = watcher.end().map(|end| end.saturating_duration_since(Instant::now()));
        let options = options(shared, memory, left);
        let words = Words { workers, options, directory: directory.as_deref(), search: &search };
        let lost = match once(processes, &words, &is_over)? {
            End::All(ExitStatus::BadInput) => {
                if is_for_programs() {
                    print_failure(&failure(&anyhow!("a process is refused: standard error says why")));
                }
                return Ok(ExitStatus::BadInput);
            }
            End::All(status) => return Ok(status),
            End::Lost(lost) => lost,
        };
        if is_over() {
            let kept = if directory.is_some() { "go on with --resume" } else { "nothing is kept" };
            let message = format!("stopped before there was an answer ({lost}): {kept}");
            fail(&ApiError::busy(message).into());
            return Ok(ExitStatus::Stopped);
        }
        let Some(directory) = &directory else {
            bail!(ApiError::busy(format!(
                "{lost}, and nothing is kept: give --spill DIR to go on after such a loss"
            )));
        };
        let now = Spill::status(directory)
            .map_or((0, 0), |status| (status.levels.iter().flatten().sum::<u64>(), status.expanded));
        futile = if now > kept { 0 } else { futile + 1 };
        kept = now;
        if futile == TRIES {
            bail!(ApiError::busy(format!(
                "{lost}, again and again at the same point: go on with --resume when you know why"
            )));
        }
        report_error(&format!("{lost}: all go on from the last point"));
    }
}

/// Whether processes can share a search.
fn is_shareable(app: &App, saved: &SavedQuery) -> Result<bool> {
    let instance = saved.instance(app)?;
    let from = instance.read_line(&saved.query.from);
    let position = app.after(&*instance, &from)?;
    instance.check_options(&saved.query.question, &app.means())?;
    Ok(position.can_spill(&saved.query.question))
}

/// What the command lines of all processes have in common.
struct Words<'a> {
    workers: u16,
    options: Vec<String>,
    directory: Option<&'a Path>,
    search: &'a [String],
}

/// How the processes ended.
enum End {
    All(ExitStatus),
    Lost(String),
}

/// Options of all verbs, as they are written, with so much memory and time.
fn options(shared: &Shared, memory: u64, time: Option<Duration>) -> Vec<String> {
    let Shared { json, given, lang, quiet } = shared;
    let mut words: Vec<String> = Vec::new();
    words.extend(json.then(|| "--json".to_owned()));
    words.extend(quiet.then(|| "--quiet".to_owned()));
    words.extend(lang.map(|lang| format!("--lang={}", language::code(lang))));
    words.push(format!("--memory={memory}"));
    words.extend(time.map(|time| format!("--time={}", time.as_secs_f64().max(0.001))));
    words.push(format!("--seed={}", given.seed));
    let others =
        given.options.iter().filter(|(name, _)| !["memory", "time", "seed", "threads"].contains(name));
    for (name, value) in others {
        let name = long(name);
        match value {
            OptionValue::Number(number) => words.push(format!("--{name}={number}")),
            OptionValue::Numbers(numbers) => {
                words.extend(numbers.iter().map(|number| format!("--{name}={number}")));
            }
            OptionValue::Text(text) => words.push(format!("--{name}={text}")),
            OptionValue::Switch(true) => words.push(format!("--{name}")),
            OptionValue::Time(_) | OptionValue::Switch(false) => {}
        }
    }
    words
}

/// The processes, which end with this.
struct Children(Vec<Child>);

impl Children {
    /// Tells all of them to stop.
    fn stop(&mut self) {
        for pipe in self.0.iter_mut().filter_map(|child| child.stdin.as_mut()) {
            // Those that have ended already need not be announced.
            let _ = pipe.write_all(b"\n");
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // Those that have ended already cannot be ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs the processes until all have ended or one is lost. Once `is_over`, none of them may run for long.
fn once(processes: usize, words: &Words, is_over: &dyn Fn() -> bool) -> Result<End> {
    let hosts = Hosts::loopback(processes)?;
    let mut file = tempfile::NamedTempFile::new().context("the list of processes cannot be written")?;
    writeln!(file, "{}", hosts.addresses().join("\n")).context("the list of processes cannot be written")?;
    let own = std::env::current_exe().context("this program cannot be started again")?;
    let mut children = Children(Vec::new());
    for process in 0..processes {
        let mut command = Command::new(&own);
        command.args(["cluster", "worker", "--tied", "--hosts"]).arg(file.path());
        command.args(["--process", &process.to_string(), "--workers", &words.workers.to_string()]);
        if let Some(directory) = words.directory {
            command.arg("--resume").arg(directory);
        }
        command.args(&words.options).arg("--").args(words.search);
        // A line in it tells the process to stop, and its end that this one is gone.
        command.stdin(Stdio::piped());
        children.0.push(command.spawn().context("a process cannot be started")?);
    }
    let mut ends: Vec<Option<process::ExitStatus>> = vec![None; processes];
    let (mut announced, mut lonely, mut late) = (false, Duration::ZERO, Duration::ZERO);
    loop {
        for (child, end) in children.0.iter_mut().zip(&mut ends).filter(|(_, end)| end.is_none()) {
            *end = child.try_wait().context("a process cannot be waited for")?;
        }
        if let Some(end) = judge(&ends) {
            return Ok(end);
        }
        if is_interrupted() && !announced {
            children.stop();
            announced = true;
        }
        // Looks are counted: while this process is suspended itself, others do not run on.
        lonely +=
            if ends.iter().flatten().any(|end| end.code() == Some(LOST)) { LOOK } else { Duration::ZERO };
        late += if is_over() { LOOK } else { Duration::ZERO };
        if lonely > AFTER_LOSS || late > AFTER_STOP {
            let hung = ends.iter().position(Option::is_none).unwrap_or_default();
            return Ok(answered(&ends).unwrap_or_else(|| End::Lost(format!("process {hung} is silent"))));
        }
        std::thread::sleep(LOOK);
    }
}

/// What the end of a process says.
fn status(end: process::ExitStatus) -> Option<ExitStatus> {
    let known = [ExitStatus::Done, ExitStatus::Unsolvable, ExitStatus::BadInput, ExitStatus::Stopped];
    known.into_iter().find(|status| end.code() == Some(*status as i32))
}

/// How it ended if the answer is out: the first process has printed it, whatever becomes of the others.
fn answered(ends: &[Option<process::ExitStatus>]) -> Option<End> {
    ends[0].and_then(status).map(End::All)
}

/// How it ended, as soon as that is known.
fn judge(ends: &[Option<process::ExitStatus>]) -> Option<End> {
    if ends.iter().flatten().any(|end| status(*end) == Some(ExitStatus::BadInput)) {
        return Some(End::All(ExitStatus::BadInput));
    }
    // A process that has lost another is not the one that is lost.
    let odd = |end: &process::ExitStatus| status(*end).is_none() && end.code() != Some(LOST);
    let lost = ends.iter().enumerate().find_map(|(process, end)| Some((process, end.filter(odd)?)));
    if let Some((process, end)) = lost {
        return answered(ends).or_else(|| Some(End::Lost(format!("process {process} ended ({end})"))));
    }
    let all: Vec<process::ExitStatus> = ends.iter().copied().collect::<Option<_>>()?;
    let lost = || all.iter().position(|end| status(*end).is_none()).unwrap_or_default();
    answered(ends).or_else(|| Some(End::Lost(format!("process {} is without the others", lost()))))
}
