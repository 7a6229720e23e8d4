//! The states of a partition that are recognised however old they are, in files.
//!
//! While a table tells what is new, they are listed as they come, and the table holds them; when detection is delayed,
//! they are sorted, and a level is merged with them. No checkpoint of the journal names their files: they are found again in
//! the levels.

use crate::bfs::disk::partition_dir::PartitionDir;
use crate::bfs::disk::state_file::Writer;
use crate::bfs::disk::state_file::grain;
use crate::bfs::store::Listener;
use crate::limits::StopReason;
use crate::runtime::budget::Budget;
use crate::space::Moves;
use crate::spill::journal::StateFile;
use crate::state::key::Key;

/// If moves are not undirected, all states are recognised, so none is pinned.
pub(super) struct Pins<S> {
    moves: Moves,
    /// Of the states reported last, those to be pinned.
    pub newly_pinned: Vec<S>,
    /// Those found by a table, in no order; those of the open level come last.
    list: Option<Writer<S>>,
    /// What the list holds of closed levels.
    closed: Option<StateFile>,
    /// Those of closed levels, sorted, the newest last; only if detection is delayed.
    pub sorted: Vec<StateFile>,
    /// Number of the next file.
    next: u64,
}

impl<S: Key> Pins<S> {
    /// Returns none.
    ///
    /// # Errors
    /// If the budget does not allow the list of new pins.
    pub fn new(moves: Moves, budget: &mut Budget) -> Result<Self, StopReason> {
        Ok(Pins {
            moves,
            newly_pinned: budget.list(grain::<S>())?,
            list: None,
            closed: None,
            sorted: Vec::new(),
            next: 0,
        })
    }

    /// Number of those of closed levels.
    pub fn states(&self) -> u64 {
        self.files().map(|file| file.states).sum()
    }

    /// The files of those of closed levels.
    pub fn files(&self) -> impl Iterator<Item = &StateFile> {
        self.closed.iter().chain(&self.sorted)
    }

    /// The name of a new file.
    pub fn name(&mut self) -> String {
        self.next += 1;
        format!("pins-{}", self.next - 1)
    }

    /// Reports new states that a table has found, and lists those to be pinned.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn on_new(
        &mut self,
        states: &[S],
        listener: &mut dyn Listener<S>,
        dir: &PartitionDir,
    ) -> Result<(), StopReason> {
        listener.on_new(states, &mut self.newly_pinned);
        if self.newly_pinned.is_empty() { Ok(()) } else { self.list(dir) }
    }

    fn list(&mut self, dir: &PartitionDir) -> Result<(), StopReason> {
        if self.moves == Moves::Undirected {
            if self.list.is_none() {
                let name = self.name();
                self.list = Some(Writer::create(dir, name, false)?);
            }
            let list = self.list.as_mut().expect("it was created");
            list.push_all(dir, &self.newly_pinned)?;
        }
        self.newly_pinned.clear();
        Ok(())
    }

    /// Closes the open level: those listed belong to closed ones.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn close_level(&mut self, dir: &PartitionDir) -> Result<(), StopReason> {
        if let Some(list) = &mut self.list {
            self.closed = Some(list.flush(dir)?.clone());
        }
        Ok(())
    }

    /// Gives up the list. Those of the open level are forgotten; the file of the others is returned.
    pub fn unlisted(&mut self) -> Option<StateFile> {
        self.list = None;
        self.closed.take()
    }
}
