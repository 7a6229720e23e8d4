//! What all verbs share: the registry, the options of all verbs, and how an answer is printed.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tejun_puzzles::question::Solve;
use tejun_puzzles::{
    CollectedPuzzle, Collection, Instance, Lang, LimitsGuard, Line, Means, NO_ACTION, PlayError, Position,
    Registry, ThreadLimits, WITHOUT, Wanted,
};

use super::args::Shared;
use super::language;
use super::membership::Membership;
use super::output::{print_json, print_line};
use super::watcher::{self, Watcher};
use crate::status::StoppedError;
use crate::{data, machine, source};

/// A game may take so much, however little memory there is for a search.
const MIN_BYTES: u64 = 2 << 20;

/// State shared by all verbs.
pub(super) struct App<'r> {
    pub registry: &'r Registry,
    pub shared: Shared,
    /// This process's membership of a cluster, if it has joined one.
    pub membership: Option<Membership>,
}

impl App<'_> {
    /// The limits and threads given on the command line, or defaults for this machine.
    pub fn means(&self) -> Means {
        let mut means = Means {
            threads: match &self.membership {
                Some(membership) => membership.workers(),
                None => self.threads().map_or_else(machine::cores, machine::useful),
            },
            data: data::directory(),
            ..Means::default()
        };
        let options = &self.shared.given.options;
        means.limits.bytes = options.number("memory").unwrap_or_else(|| machine::free_memory() / 2);
        options.apply(&mut means);
        means
    }

    /// Number of threads, if it was given.
    fn threads(&self) -> Option<usize> {
        self.shared.given.options.number("threads").map(|threads| threads as usize)
    }

    /// The time limit, if it was given.
    pub fn time(&self) -> Option<Duration> {
        self.shared.given.options.time("time")
    }

    /// The metric, if it was given.
    pub fn metric(&self) -> Option<&str> {
        self.shared.given.options.text("metric")
    }

    /// The question of `solve`, with the width that was given.
    pub fn solve(&self, wanted: Wanted) -> Solve {
        let width = self.shared.given.options.number("width").map(|width| width as usize);
        Solve { wanted, width }
    }

    /// Number of partitions of a search that begins on disk: as many as there are threads wanted, because it may go on
    /// elsewhere.
    pub fn partitions(&self) -> usize {
        self.threads().unwrap_or_else(machine::cores)
    }

    /// Lets reading and playing on this thread take the time and the memory of the command line, while what is returned
    /// lives.
    pub fn limits(&self) -> LimitsGuard {
        let (usual, memory) = (ThreadLimits::default().bytes, self.shared.given.options.number("memory"));
        ThreadLimits {
            // A proof is checked by a game of its own.
            bytes: memory.map_or(usual, |bytes| (bytes / 2).clamp(MIN_BYTES, usual)),
            cancel: Some(watcher::cancel(self.time())),
        }
        .enter()
    }

    /// The position after a line.
    ///
    /// # Errors
    /// If the line is not legal, or takes longer than it may.
    pub fn after(&self, instance: &dyn Instance, line: &Line) -> Result<Box<dyn Position>> {
        let mut position = instance.start();
        match self.play(&mut *position, line)? {
            None => Ok(position),
            Some(fault) => bail!(fault),
        }
    }

    /// Plays a line, and returns what is illegal in it.
    ///
    /// # Errors
    /// If it takes longer than it may.
    pub fn play(&self, position: &mut dyn Position, line: &Line) -> Result<Option<PlayError>> {
        let _limits = self.limits();
        for (number, text) in (1..).zip(&line.0) {
            let fault = position.play(text).err();
            if (fault.is_some() || number < line.0.len()) && ThreadLimits::is_cancelled() {
                bail!(StoppedError { number });
            }
            if fault.is_some() {
                return Ok(fault);
            }
        }
        Ok(None)
    }

    pub fn instance(&self, name: &str) -> Result<Box<dyn Instance>> {
        let _limits = self.limits();
        let text = self.text(name)?;
        let level = self.level(&text).with_context(|| source::shown(name))?;
        source::read(self.registry, name, &text, self.metric(), level)
    }

    /// The text of the instance of this name, of which rules are left out as the options say.
    ///
    /// # Errors
    /// If there is none, or it has no rules to leave out.
    pub fn text(&self, name: &str) -> Result<String> {
        self.leave_out(source::text(self.registry, name)?).with_context(|| source::shown(name))
    }

    /// The text of an instance, of which rules are left out as the options say.
    ///
    /// # Errors
    /// If it has no rules to leave out.
    pub fn leave_out(&self, text: String) -> Result<String> {
        Ok(self.registry.leave_out(text, &self.shared.given.options)?)
    }

    /// The puzzle of this number, of which rules are left out as the options say.
    ///
    /// # Errors
    /// If there is none, or it has no rules to leave out.
    pub fn open_collected(&self, collection: &Collection, number: usize) -> Result<Box<dyn Instance>> {
        let options = &self.shared.given.options;
        if ![WITHOUT, NO_ACTION].iter().any(|name| options.is_given(name)) {
            return Ok(self.registry.open_collected(collection, number, self.metric())?);
        }
        let CollectedPuzzle { file, level, .. } = collection.puzzle(number)?;
        let file = self.leave_out(file.as_ref().map_err(Clone::clone)?.to_string())?;
        Ok(self.registry.read_level(&file, self.metric(), *level)?)
    }

    /// The level of a text that is asked for, by number or title.
    ///
    /// # Errors
    /// If no level has the title, or several have it.
    pub fn level(&self, text: &str) -> Result<Option<usize>> {
        let options = &self.shared.given.options;
        match options.text("level") {
            Some(title) => Ok(Some(self.registry.collection(text)?.named(title)?)),
            None => Ok(options.number("level").map(|level| usize::try_from(level).unwrap_or(usize::MAX))),
        }
    }

    /// The language of what people read.
    pub fn lang(&self) -> Lang {
        self.shared.lang.unwrap_or_else(language::of_environment)
    }

    pub fn watcher(&self) -> Watcher {
        Watcher::new(self.time(), self.shared.quiet || self.shared.json || !self.speaks())
    }

    /// Whether this process prints: of several that share a search, one speaks for all.
    pub fn speaks(&self) -> bool {
        self.membership.as_ref().is_none_or(Membership::is_first)
    }

    /// Prints an answer: one JSON object, or text.
    pub fn print<J: Serialize>(&self, json: impl FnOnce() -> J, text: impl FnOnce() -> String) -> Result<()> {
        if !self.speaks() {
            return Ok(());
        }
        // A reader who stops reading is no error: the result is the same.
        if self.shared.json { print_json(&json()).map(drop) } else { print_line(text().trim_end()).map(drop) }
    }
}
