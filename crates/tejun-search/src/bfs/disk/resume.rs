//! Resuming from what a partition has on disk.

use crate::bfs::disk::check::check;
use crate::bfs::disk::state::{DiskStore, OpenLevel, ResumePoint};
use crate::bfs::disk::state_file::{Reader, Writer};
use crate::bfs::disk::state_file::{each, grain};
use crate::bfs::store::Listener;
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use crate::spill::journal::Counters;
use crate::spill::journal::{self, Checkpoint};
use crate::state::key::Key;

impl<S: Key> DiskStore<'_, S> {
    /// Checks the files, and returns the number of checkpoints from which the search can go on.
    pub(super) fn check_files(&mut self, cancel: &mut dyn CancelCheck) -> Result<usize, StopReason> {
        check::<S>(&self.dir, &mut self.checkpoints, cancel)?;
        Ok(self.checkpoints.len())
    }

    /// Goes back to a checkpoint.
    pub(super) fn go_back(&mut self, checkpoints: usize) -> Result<(Counters, Vec<u64>), StopReason> {
        let mut kept = std::mem::take(&mut self.checkpoints);
        kept.truncate(checkpoints);
        let end = kept.last().map_or(0, |checkpoint| checkpoint.1);
        self.journal.cut(end).map_err(|error| self.dir.journal_failed(&error))?;
        let (mut done, mut goals) = (Counters::default(), Vec::new());
        for (Checkpoint { taken, work, all, next, files, .. }, _) in kept {
            self.unsynced.extend(files.iter().map(|file| file.name.clone()));
            (done, self.next) = (work, self.next.max(next));
            self.resume_point = ResumePoint { all, ..ResumePoint::default() };
            match taken {
                None => {
                    self.levels.extend(files);
                    goals.push(work.goals);
                }
                Some(taken) => self.resume_point = ResumePoint { all, taken, files },
            }
        }
        let named =
            |name: &str| self.levels.iter().chain(&self.resume_point.files).any(|file| file.name == name);
        self.dir.tidy(|name| name == journal::NAME || named(name))?;
        self.closed = self.levels.iter().map(|level| level.states).sum();
        Ok((done, goals))
    }

    /// Makes ready to go on from the checkpoint, at which all partitions had expanded so many states.
    pub(super) fn go_on(
        &mut self,
        expanded: u64,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        let ResumePoint { all, taken, files } = std::mem::take(&mut self.resume_point);
        if all != expanded {
            return Err(self.dir.mismatched());
        }
        if let Some(level) = self.levels.last() {
            let reader = self.frontier.insert(Reader::open(&self.dir, level)?);
            while level.states - reader.left() < taken {
                let more = taken - (level.states - reader.left());
                reader.take(&self.dir, usize::try_from(more).unwrap_or(usize::MAX))?;
                workspace.cancel.work(grain::<S>())?;
            }
        }
        self.find_pins(workspace.cancel, listener)?;
        let (mut runs, mut found): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.sorted);
        let found = found.pop();
        let table = if runs.is_empty() { self.table(found.as_ref(), workspace)? } else { None };
        let Some(table) = table else {
            self.delay(found, workspace)?;
            if let OpenLevel::Delayed { sorter, .. } = &mut self.open_level {
                // What was just sorted may be among them.
                runs.extend(sorter.runs().0.cloned());
                let next = sorter.runs().1;
                sorter.resume(runs, next);
            }
            return Ok(());
        };
        let writer = match found {
            Some(found) => {
                let DiskStore { dir, pins, .. } = self;
                each(dir, &found, &mut |states| {
                    workspace.cancel.work(4 * states.len())?;
                    pins.on_new(states, listener, dir)
                })?;
                Writer::reopen(&self.dir, found)?
            }
            None => Writer::create(&self.dir, format!("found-{}", self.levels.len()), false)?,
        };
        self.open_level =
            OpenLevel::Table { table, found: writer, fresh: workspace.budget.list(grain::<S>())? };
        Ok(())
    }

    /// Finds the pinned states of closed levels again.
    fn find_pins(
        &mut self,
        cancel: &mut dyn CancelCheck,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        if self.moves != Moves::Undirected || !listener.pins() {
            return Ok(());
        }
        let DiskStore { dir, pins, levels, .. } = self;
        for level in levels {
            each(dir, level, &mut |states| {
                cancel.work(4 * states.len())?;
                pins.on_new(states, listener, dir)
            })?;
        }
        listener.forget();
        pins.close_level(dir)
    }
}
