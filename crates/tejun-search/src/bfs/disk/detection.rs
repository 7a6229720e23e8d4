//! Duplicate detection: the states that can recur, in a table or, when that does not fit, in sorted files.

use crate::bfs::disk::recent_cache::RecentCache;
use crate::bfs::disk::sorter::{Sorter, combine, least_bytes};
use crate::bfs::disk::state::{DiskStore, FIRST_ROOM, OpenLevel, SORTER_BYTES};
use crate::bfs::disk::state_file::Writer;
use crate::bfs::disk::state_file::{each, grain};
use crate::bfs::store::Listener;
use crate::collections::table::StateTable;
use crate::limits::StopReason;
use crate::runtime::cancel::CancelCheck;
use crate::runtime::workspace::Workspace;
use crate::space::Moves;
use crate::spill::journal::StateFile;
use crate::state::key::Key;

/// Whether a file is a level by itself.
fn is_level(file: &StateFile) -> bool {
    !file.name.starts_with("known")
}

impl<S: Key> DiskStore<'_, S> {
    /// The first level that states of the open one may repeat.
    fn oldest(&self) -> usize {
        match self.moves {
            Moves::Undirected => self.levels.len().saturating_sub(2),
            Moves::OneWay | Moves::Retractable => 0,
        }
    }

    /// Number of states that the table must hold, beside those of the open level.
    fn recurring(&self) -> usize {
        let levels: u64 = self.levels[self.oldest()..].iter().map(|level| level.states).sum();
        usize::try_from(levels).unwrap_or(usize::MAX).saturating_add(self.pins.states() as usize)
    }

    /// Returns a table of all states that can recur, `found` included, and some more; `None` if memory does not
    /// allow it.
    pub(super) fn table(
        &self,
        found: Option<&StateFile>,
        workspace: &mut Workspace,
    ) -> Result<Option<StateTable<S>>, StopReason> {
        let keep = self.recurring().saturating_add(found.map_or(0, |found| found.states as usize));
        if self.levels.is_empty() && found.is_none() {
            let mut room = FIRST_ROOM;
            while room > grain::<S>() && StateTable::<S>::bytes_for(room) > workspace.budget.left() / 4 {
                room /= 2;
            }
            return StateTable::with_room(room, workspace).map(Some);
        }
        // What delayed detection needs at least must be left.
        let allowed = workspace.budget.left().saturating_sub(least_bytes::<S>());
        let fits = |&room: &usize| room < usize::MAX / 64 && StateTable::<S>::bytes_for(room) <= allowed;
        let rooms =
            [3, 2].map(|times: usize| keep.saturating_mul(times)).into_iter().chain([keep + keep / 2]);
        let Some(room) = rooms.map(|room| room.max(keep.saturating_add(4 * grain::<S>()))).find(fits) else {
            return Ok(None);
        };
        let mut table = StateTable::with_room(room, workspace)?;
        for file in self.levels[self.oldest()..].iter().chain(self.pins.files()).chain(found) {
            each(&self.dir, file, &mut |states| table.insert_cancellable(states, workspace.cancel))?;
        }
        Ok(Some(table))
    }

    /// Rebuilds the table with more room or, if memory does not allow it, makes detection delayed.
    pub(super) fn rebuild(
        &mut self,
        workspace: &mut Workspace,
        listener: &mut dyn Listener<S>,
    ) -> Result<(), StopReason> {
        let OpenLevel::Table { table, found, .. } = &mut self.open_level else { return Ok(()) };
        let found = found.flush(&self.dir)?.clone();
        // The old one is freed before the new one is allocated.
        table.free(workspace.budget);
        match self.table(Some(&found), workspace)? {
            Some(count_written) => {
                if let OpenLevel::Table { table, .. } = &mut self.open_level {
                    *table = count_written;
                }
                Ok(())
            }
            None => {
                if let OpenLevel::Table { mut fresh, .. } =
                    std::mem::replace(&mut self.open_level, OpenLevel::Sealed)
                {
                    workspace.budget.free(&mut fresh);
                }
                // The end of the level tells what is new, and all of it.
                listener.forget();
                self.delay(Some(found), workspace)
            }
        }
    }

    /// The name of a new file that is not a level.
    fn name(&mut self, what: &str) -> String {
        self.next += 1;
        format!("{what}-{}", self.next - 1)
    }

    /// Makes detection delayed. The states of `found` belong to the open level.
    pub(super) fn delay(
        &mut self,
        found: Option<StateFile>,
        workspace: &mut Workspace,
    ) -> Result<(), StopReason> {
        // A part is left for what the search keeps beside.
        let allowed = workspace.budget.left() - workspace.budget.left() / 8;
        let sorter_bytes = (allowed / 2).min(SORTER_BYTES).max(least_bytes::<S>());
        let mut sorter = Sorter::new(sorter_bytes, "run", workspace.budget)?;
        let mut recent = RecentCache::new(allowed.saturating_sub(sorter_bytes), workspace)?;
        sorter.resume(Vec::new(), self.next);
        self.known.clear();
        if let Some(list) = self.pins.unlisted() {
            let name = self.pins.name();
            let sorted = self.sorted(&list, name, &mut sorter, workspace.cancel)?;
            self.pins.sorted.push(sorted);
            self.dir.remove(&mut vec![list]);
        }
        for level in self.oldest()..self.levels.len() {
            let file = self.levels[level].clone();
            let file = if file.sorted {
                file
            } else {
                let name = self.name("known");
                self.sorted(&file, name, &mut sorter, workspace.cancel)?
            };
            self.know(file, workspace.cancel)?;
        }
        if let Some(found) = found {
            each(&self.dir, &found, &mut |states| {
                recent.filter_new(states, |_| ());
                sorter.push_all(&self.dir, states, workspace.cancel)
            })?;
            self.unneeded.push(found);
        }
        self.open_level = OpenLevel::Delayed { recent, sorter };
        Ok(())
    }

    /// Writes the states of a file to another one, sorted. The sorter is empty, before and after.
    fn sorted(
        &self,
        file: &StateFile,
        name: String,
        sorter: &mut Sorter<S>,
        cancel: &mut dyn CancelCheck,
    ) -> Result<StateFile, StopReason> {
        each(&self.dir, file, &mut |states| sorter.push_all(&self.dir, states, cancel))?;
        let dir = &self.dir;
        let mut writer = Writer::create(dir, name, true)?;
        let mut runs = sorter.merge(dir, &[], cancel, &mut |states, _| writer.push_all(dir, states))?;
        // No checkpoint names them.
        self.dir.remove(&mut runs);
        writer.finish(&self.dir)
    }

    /// Merges what was generated to a level: without what can recur, and and what is to be pinned marked.
    pub(super) fn merge_level(
        &mut self,
        cancel: &mut dyn CancelCheck,
        listener: &mut dyn Listener<S>,
    ) -> Result<StateFile, StopReason> {
        self.open_few(cancel)?;
        let OpenLevel::Delayed { sorter, .. } = &mut self.open_level else {
            unreachable!("detection is delayed")
        };
        let (dir, pins) = (&self.dir, &mut self.pins);
        let known: Vec<StateFile> = self.known.iter().chain(&pins.sorted).cloned().collect();
        let mut level = Writer::create(dir, format!("level-{}", self.levels.len()), true)?;
        let mut pinned: Option<Writer<S>> = None;
        let runs = sorter.merge(dir, &known, cancel, &mut |states, _| {
            for states in states.chunks(grain::<S>()) {
                listener.on_new(states, &mut pins.newly_pinned);
                if self.moves == Moves::Undirected && !pins.newly_pinned.is_empty() {
                    let writer = match pinned.take() {
                        Some(writer) => writer,
                        None => Writer::create(dir, pins.name(), true)?,
                    };
                    pinned.insert(writer).push_all(dir, &pins.newly_pinned)?;
                }
                pins.newly_pinned.clear();
            }
            level.push_all(dir, states)
        })?;
        self.next = self.next.max(sorter.runs().1);
        self.unneeded.extend(runs);
        if let Some(writer) = pinned {
            pins.sorted.push(writer.finish(dir)?);
        }
        level.finish(dir)
    }

    /// Combines sorted files until all that can recur is open at a time within the sorter's memory.
    fn open_few(&mut self, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        let OpenLevel::Delayed { sorter, .. } = &self.open_level else { return Ok(()) };
        let most = sorter.most_known();
        while let [.., a, b] = &self.pins.sorted[..]
            && (a.states <= 2 * b.states || self.known.len() + self.pins.sorted.len() > most)
        {
            let mut files = self.pins.sorted.split_off(self.pins.sorted.len() - 2);
            let name = self.pins.name();
            self.pins.sorted.push(combine::<S>(&self.dir, &files, name, cancel)?);
            // No checkpoint names them.
            self.dir.remove(&mut files);
        }
        while self.moves != Moves::Undirected && self.known.len() > most {
            self.combine_newest(cancel)?;
        }
        Ok(())
    }

    fn combine_newest(&mut self, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        let files = self.known.split_off(self.known.len() - 2);
        let name = self.name("known");
        self.known.push(combine::<S>(&self.dir, &files, name, cancel)?);
        self.unneeded.extend(files.into_iter().filter(|file| !is_level(file)));
        Ok(())
    }

    /// Adds the sorted file of a level to those known. If moves are undirected, only two are kept. Otherwise files
    /// that are not much larger than the next are combined with it, so there are few.
    pub(super) fn know(&mut self, file: StateFile, cancel: &mut dyn CancelCheck) -> Result<(), StopReason> {
        self.known.push(file);
        if self.moves == Moves::Undirected {
            let old = self.known.len().saturating_sub(2);
            self.unneeded.extend(self.known.drain(..old).filter(|file| !is_level(file)));
            return Ok(());
        }
        while let [.., a, b] = &self.known[..]
            && a.states <= 2 * b.states
        {
            self.combine_newest(cancel)?;
        }
        Ok(())
    }
}
