//! Going on from what a partition has on disk.

use crate::bfs::disk::check::check;
use crate::bfs::disk::file::{Reader, StateFile, Writer};
use crate::bfs::disk::journal::{self, Point};
use crate::bfs::disk::{Disk, Growing, each, grain};
use crate::bfs::store::{Fresh, Work};
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::space::Moves;

/// The moment from which a partition goes on.
#[derive(Default)]
pub(super) struct Past {
    /// States that all partitions had expanded.
    all: u64,
    /// States of the last closed level that were expanded.
    taken: u64,
    /// What was found of the open level.
    files: Vec<StateFile>,
}

impl<S: Packed> Disk<'_, S> {
    /// Checks the files, and returns the number of points from which the search can go on.
    pub(super) fn examine_files(&mut self, pulse: &mut dyn Pulse) -> Result<usize, StopReason> {
        check::<S>(&self.place, &mut self.points, pulse)?;
        Ok(self.points.len())
    }

    /// Goes back to a point.
    pub(super) fn go_back(&mut self, points: usize) -> Result<(Work, Vec<u64>), StopReason> {
        let mut kept = std::mem::take(&mut self.points);
        kept.truncate(points);
        self.journal.cut(&self.place, kept.last().map_or(0, |point| point.1))?;
        let (mut done, mut goals) = (Work::default(), Vec::new());
        for (Point { taken, work, all, next, files, .. }, _) in kept {
            self.unforced.extend(files.iter().map(|file| file.name.clone()));
            (done, self.next) = (work, self.next.max(next));
            self.past = Past { all, ..Past::default() };
            match taken {
                None => {
                    self.levels.extend(files);
                    goals.push(work.goals);
                }
                Some(taken) => self.past = Past { all, taken, files },
            }
        }
        let named = |name: &str| self.levels.iter().chain(&self.past.files).any(|file| file.name == name);
        self.place.tidy(|name| name == journal::NAME || named(name))?;
        self.closed = self.levels.iter().map(|level| level.states).sum();
        Ok((done, goals))
    }

    /// Makes ready to go on from the point, at which all partitions had expanded so many states.
    pub(super) fn go_on(
        &mut self,
        expanded: u64,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason> {
        let Past { all, taken, files } = std::mem::take(&mut self.past);
        if all != expanded {
            return Err(self.place.mixed());
        }
        if let Some(level) = self.levels.last() {
            let reader = self.frontier.insert(Reader::open(&self.place, level)?);
            while level.states - reader.left() < taken {
                let more = taken - (level.states - reader.left());
                reader.take(&self.place, usize::try_from(more).unwrap_or(usize::MAX))?;
                pulse.work(grain::<S>())?;
            }
        }
        self.find_pins(pulse, fresh)?;
        let (mut runs, mut found): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.sorted);
        let found = found.pop();
        let table = if runs.is_empty() { self.table(found.as_ref(), budget, pulse)? } else { None };
        let Some(table) = table else {
            self.delay(found, budget, pulse)?;
            if let Growing::Delayed { sorter, .. } = &mut self.growing {
                // What was just sorted may be among them.
                runs.extend(sorter.runs().0.cloned());
                let next = sorter.runs().1;
                sorter.resume(runs, next);
            }
            return Ok(());
        };
        let writer = match found {
            Some(found) => {
                let Disk { place, pins, .. } = self;
                each(place, &found, &mut |states| {
                    pulse.work(4 * states.len())?;
                    pins.hear(states, fresh, place)
                })?;
                Writer::reopen(&self.place, found)?
            }
            None => Writer::create(&self.place, format!("found-{}", self.levels.len()), false)?,
        };
        self.growing = Growing::Seen { table, found: writer, fresh: budget.list(grain::<S>())? };
        Ok(())
    }

    /// Finds the pinned states of closed levels again.
    fn find_pins(&mut self, pulse: &mut dyn Pulse, fresh: Fresh<S>) -> Result<(), StopReason> {
        if self.moves != Moves::Undirected || !fresh.pins() {
            return Ok(());
        }
        let Disk { place, pins, levels, .. } = self;
        for level in levels {
            each(place, level, &mut |states| {
                pulse.work(4 * states.len())?;
                pins.hear(states, fresh, place)
            })?;
        }
        fresh.forget();
        pins.close_level(place)
    }
}
