//! The store on disk, as the sweep sees it.

use crate::bfs::disk::sorter::Sorter;
use crate::bfs::disk::state::{DiskStore, OpenLevel, SORTER_BYTES, SYNC_BYTES};
use crate::bfs::disk::state_file::{Reader, each, grain};
use crate::bfs::store::{Frontier, Listener, Store, VisitAll};
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::spill::journal::{Checkpoint, Counters};
use crate::state::key::Key;

impl<S: Key> Store<S> for DiskStore<'_, S> {
    fn load_checkpoints(&mut self, cancel: &mut dyn CancelCheck) -> Result<usize, StopReason> {
        self.check_files(cancel)
    }

    fn restore(&mut self, checkpoints: usize) -> Result<(Counters, Vec<u64>), StopReason> {
        self.go_back(checkpoints)
    }

    fn open(
        &mut self,
        expanded: u64,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        self.go_on(expanded, workspace, listener)
    }

    #[inline]
    fn insert(
        &mut self,
        keys: &[S],
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        for keys in keys.chunks(grain::<S>()) {
            if matches!(&self.open_level, OpenLevel::Table { table, .. } if table.room() < keys.len()) {
                self.rebuild(workspace, listener)?;
            }
            match &mut self.open_level {
                OpenLevel::Table { table, found, fresh } => {
                    fresh.clear();
                    table.insert_all(keys, |state| fresh.push(state));
                    self.pins.on_new(fresh, listener, &self.dir)?;
                    found.push_all(&self.dir, fresh)?;
                }
                OpenLevel::Delayed { recent, sorter } => {
                    for keys in keys.chunks(sorter.room()) {
                        sorter.make_room(&self.dir, keys.len(), workspace.cancel)?;
                        recent.filter_new(keys, |state| sorter.push(state));
                    }
                }
                OpenLevel::Sealed => unreachable!("no state is added after the end"),
            }
            workspace.cancel.work(4 * keys.len())?;
        }
        Ok(())
    }

    fn close_level(
        &mut self,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        match &mut self.open_level {
            OpenLevel::Table { found, .. } => {
                let level = found.flush(&self.dir)?.clone();
                self.pins.close_level(&self.dir)?;
                self.push_level(level)?;
                self.begin_level()
            }
            OpenLevel::Delayed { .. } => {
                let level = self.merge_level(workspace.cancel, listener)?;
                self.push_level(level.clone())?;
                self.know(level, workspace.cancel)?;
                if let OpenLevel::Delayed { sorter, .. } = &mut self.open_level {
                    sorter.resume(Vec::new(), self.next);
                }
                Ok(())
            }
            OpenLevel::Sealed => unreachable!("no level is closed after the end"),
        }
    }

    fn shed(&mut self, bytes: u64, workspace: &mut Workspace) -> Result<(), StopReason> {
        match &mut self.open_level {
            OpenLevel::Delayed { recent, .. } if workspace.budget.left() < bytes => {
                recent.shrink(bytes - workspace.budget.left(), workspace)
            }
            _ => Ok(()),
        }
    }

    fn checkpoint(
        &mut self,
        work: Counters,
        expanded: u64,
        closed: bool,
        cancel: &mut dyn CancelCheck,
    ) -> Result<(), StopReason> {
        self.dir.check_locks()?;
        let (next, files) = (self.next, Vec::new());
        let mut checkpoint = Checkpoint { taken: None, synced: false, work, all: expanded, next, files };
        if closed {
            checkpoint.files.extend(self.levels.last().cloned());
        } else {
            let all = self.levels.last().map_or(0, |level| level.states);
            checkpoint.taken = Some(all - self.frontier.as_ref().map_or(0, Reader::left));
            match &mut self.open_level {
                OpenLevel::Table { found, .. } => checkpoint.files.push(found.flush(&self.dir)?.clone()),
                OpenLevel::Delayed { sorter, .. } => {
                    sorter.flush(&self.dir, cancel)?;
                    let (runs, next) = sorter.runs();
                    checkpoint.files.extend(runs.cloned());
                    self.next = self.next.max(next);
                    checkpoint.next = self.next;
                }
                OpenLevel::Sealed => return Ok(()),
            }
        }
        // All partitions have recorded the last checkpoint, so none goes back behind it.
        self.dir.remove(&mut self.removable);
        for file in &checkpoint.files {
            self.unsynced_bytes += file.bytes;
            self.unsynced.push(file.name.clone());
        }
        checkpoint.synced = self.unsynced_bytes >= SYNC_BYTES;
        if checkpoint.synced {
            self.dir.sync(&mut self.unsynced)?;
            self.unsynced_bytes = 0;
        }
        self.journal.append(&checkpoint).map_err(|error| self.dir.journal_failed(&error))?;
        self.removable.append(&mut self.unneeded);
        Ok(())
    }

    #[inline]
    fn take(&mut self, most: usize) -> Result<&[S], StopReason> {
        match &mut self.frontier {
            Some(reader) => reader.take(&self.dir, most),
            None => Ok(&[]),
        }
    }

    fn is_taken(&self) -> bool {
        self.frontier.as_ref().is_none_or(|reader| reader.left() == 0)
    }

    fn levels(&self) -> usize {
        self.levels.len()
    }

    fn level_len(&self, level: usize) -> u64 {
        self.levels[level].states
    }

    fn len(&self) -> u64 {
        match &self.open_level {
            OpenLevel::Table { found, .. } => self.closed + found.states(),
            OpenLevel::Delayed { .. } | OpenLevel::Sealed => self.closed,
        }
    }

    fn scan(
        &self,
        level: usize,
        visit: &mut dyn FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        each(&self.dir, &self.levels[level], visit)
    }

    fn frontier(&self) -> Result<Frontier<'_, S>, StopReason> {
        if let OpenLevel::Table { table, .. } = &self.open_level {
            return Ok(Frontier::Table(table));
        }
        let file = self.sorted_frontier().or(self.levels.last()).expect("a level was closed");
        let mut reader: Reader<S> = Reader::open(&self.dir, file)?;
        Ok(Frontier::Ascending(Box::new(std::iter::from_fn(move || {
            let head = reader.head()?;
            Some(reader.advance(&self.dir).map(|()| head))
        }))))
    }

    fn count_distinct(&self, visit_all: VisitAll<S>, workspace: &mut Workspace) -> Result<u64, StopReason> {
        let mut sorter = Sorter::new(workspace.budget.left().min(SORTER_BYTES), "class", workspace.budget)?;
        visit_all(&mut |states, cancel| sorter.push_all(&self.dir, states, cancel), workspace.cancel)?;
        let mut count = 0;
        let mut runs = sorter.merge(&self.dir, &[], workspace.cancel, &mut |states, _| {
            count += states.len() as u64;
            Ok(())
        })?;
        self.dir.remove(&mut runs);
        sorter.free(workspace.budget);
        Ok(count)
    }

    fn seal(&mut self, budget: &mut Budget) {
        match std::mem::replace(&mut self.open_level, OpenLevel::Sealed) {
            OpenLevel::Table { mut table, mut fresh, .. } => {
                table.free(budget);
                budget.free(&mut fresh);
            }
            OpenLevel::Delayed { recent, sorter } => {
                recent.free(budget);
                sorter.free(budget);
            }
            OpenLevel::Sealed => (),
        }
        budget.free(&mut self.pins.newly_pinned);
    }
}
