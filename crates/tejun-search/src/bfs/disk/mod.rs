//! The store on disk.
//!
//! Its levels are files. As long as memory allows, a table holds the states that can recur (of the last two levels
//! and the open one, if moves are undirected), and new states are known at once. When the table no longer fits,
//! detection is delayed: generated states are sorted in runs ([`sorter`]), which the end of the level merges,
//! leaving out what earlier levels hold. Most states that are met again never get so far, because those met
//! recently are remembered ([`recent`]). All files are written and read from begin to end.

mod block;
mod check;
mod error;
mod file;
mod journal;
mod lock;
mod merge;
mod pins;
mod place;
mod plain;
mod recent;
mod recur;
mod resume;
mod sorter;
mod spill;
mod texts;
mod ways;

pub use self::error::SpillError;
pub(crate) use self::place::Place;
pub use self::spill::{Spill, SpillStatus};
pub(crate) use self::ways::{Counted, WaysFile, WaysReader, WaysSorter};

use self::block::stream_bytes;
use self::file::{Reader, StateFile, Writer};
use self::journal::{Journal, Point};
use self::pins::Pins;
use self::recent::Recent;
use self::resume::Past;
use self::sorter::Sorter;
use crate::bfs::store::{Fresh, Store, VisitAll, Work};
use crate::budget::Budget;
use crate::limits::StopReason;
use crate::packed::Packed;
use crate::pulse::Pulse;
use crate::space::Moves;
use crate::table::StateTable;

/// Bytes of the keys inserted between two checks of the room left.
const GRAIN_BYTES: usize = 64 << 10;
/// The most of these keys.
const MOST_GRAIN: usize = 1024;
/// Room of a new table, in states.
const FIRST_ROOM: usize = 4 << 10;
/// States visited at a time.
const SCAN: usize = 4 << 10;
/// The most bytes of a sorter: more files merged at a time, or longer runs, gain nothing.
const SORTER_BYTES: u64 = 32 << 20;
/// Bytes of files that are not forced to the disk at once.
const FORCE: u64 = 16 << 20;
/// Files open at a time beside those of a sorter: the frontier, the open level, its pinned states, and one that is
/// scanned.
const STREAMS: u64 = 4;

/// Number of keys inserted between two checks of the room left.
const fn grain<S>() -> usize {
    let keys = GRAIN_BYTES / size_of::<S>();
    if keys > MOST_GRAIN {
        MOST_GRAIN
    } else if keys == 0 {
        1
    } else {
        keys
    }
}

/// States in files, level by level.
pub(crate) struct Disk<'s, S> {
    place: Place<'s>,
    moves: Moves,
    journal: Journal,
    /// The points in the journal when it was opened.
    points: Vec<(Point, u64)>,
    /// Where the search goes on, between [`Store::restore`] and [`Store::open`].
    past: Past,
    levels: Vec<StateFile>,
    /// States of closed levels.
    closed: u64,
    /// Reads the last closed level, to be expanded.
    frontier: Option<Reader<S>>,
    growing: Growing<S>,
    pins: Pins<S>,
    /// If detection is delayed: sorted files of all states that can recur, the newest last, but of pinned ones.
    known: Vec<StateFile>,
    /// Number of the next file that is not a level.
    next: u64,
    /// Files that the next point does not need. They go when all partitions have recorded that point, so when this
    /// one records the point after it.
    unneeded: Vec<StateFile>,
    removable: Vec<StateFile>,
    /// Files of points that were not forced to the disk, and their bytes.
    unforced: Vec<String>,
    unforced_bytes: u64,
}

/// The open level.
enum Growing<S> {
    /// The table holds all states that can recur, those of the open level included.
    Seen { table: StateTable<S>, found: Writer<S>, fresh: Vec<S> },
    /// Which states are new is told when the level is closed.
    Delayed { recent: Recent<S>, sorter: Sorter<S> },
    /// No state can be added any more.
    Sealed,
}

impl<'s, S: Packed> Disk<'s, S> {
    /// Opens the store at `place`: empty, until it is told where to go on ([`Store::restore`]).
    ///
    /// # Errors
    /// If the disk refuses, or the journal is damaged, or not even an empty store fits.
    pub fn open(place: Place<'s>, moves: Moves, budget: &mut Budget) -> Result<Self, StopReason> {
        budget.take(STREAMS * stream_bytes::<S>())?;
        let (journal, points) = Journal::open(&place)?;
        Ok(Disk {
            place,
            moves,
            journal,
            points,
            past: Past::default(),
            levels: Vec::new(),
            closed: 0,
            frontier: None,
            growing: Growing::Sealed,
            pins: Pins::new(moves, budget)?,
            known: Vec::new(),
            next: 0,
            unneeded: Vec::new(),
            removable: Vec::new(),
            unforced: Vec::new(),
            unforced_bytes: 0,
        })
    }

    /// Opens the next level.
    fn open_level(&mut self) -> Result<(), StopReason> {
        let name = format!("found-{}", self.levels.len());
        if let Growing::Seen { found, .. } = &mut self.growing {
            *found = Writer::create(&self.place, name, false)?;
        }
        Ok(())
    }

    fn push_level(&mut self, level: StateFile) -> Result<(), StopReason> {
        self.closed += level.states;
        self.frontier = Some(Reader::open(&self.place, &level)?);
        self.levels.push(level);
        Ok(())
    }

    /// The file of the last level, sorted, with some older states perhaps; only if detection is delayed.
    fn sorted_frontier(&self) -> Option<&StateFile> {
        matches!(self.growing, Growing::Delayed { .. }).then(|| self.known.last()).flatten()
    }
}

/// Visits the states of a file, a few thousand at a time.
fn each<S: Packed>(
    place: &Place,
    file: &StateFile,
    visit: &mut dyn FnMut(&[S]) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let mut reader = Reader::open(place, file)?;
    loop {
        let states = reader.take(place, SCAN)?;
        if states.is_empty() {
            return Ok(());
        }
        visit(states)?;
    }
}

impl<S: Packed> Store<S> for Disk<'_, S> {
    fn examine(&mut self, pulse: &mut dyn Pulse) -> Result<usize, StopReason> {
        self.examine_files(pulse)
    }

    fn restore(&mut self, points: usize) -> Result<(Work, Vec<u64>), StopReason> {
        self.go_back(points)
    }

    fn open(
        &mut self,
        expanded: u64,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        fresh: Fresh<S>,
    ) -> Result<(), StopReason> {
        self.go_on(expanded, budget, pulse, fresh)
    }

    #[inline]
    fn insert(
        &mut self,
        keys: &[S],
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
        report: Fresh<S>,
    ) -> Result<(), StopReason> {
        for keys in keys.chunks(grain::<S>()) {
            if matches!(&self.growing, Growing::Seen { table, .. } if table.room() < keys.len()) {
                self.rebuild(budget, pulse, report)?;
            }
            match &mut self.growing {
                Growing::Seen { table, found, fresh } => {
                    fresh.clear();
                    table.insert_all(keys, |state| fresh.push(state));
                    self.pins.hear(fresh, report, &self.place)?;
                    found.push_all(&self.place, fresh)?;
                }
                Growing::Delayed { recent, sorter } => {
                    for keys in keys.chunks(sorter.room()) {
                        sorter.make_room(&self.place, keys.len(), pulse)?;
                        recent.sift(keys, |state| sorter.push(state));
                    }
                }
                Growing::Sealed => unreachable!("no state is added after the end"),
            }
            pulse.work(4 * keys.len())?;
        }
        Ok(())
    }

    fn close_level(
        &mut self,
        _: &mut Budget,
        pulse: &mut dyn Pulse,
        report: Fresh<S>,
    ) -> Result<(), StopReason> {
        match &mut self.growing {
            Growing::Seen { found, .. } => {
                let level = found.flush(&self.place)?.clone();
                self.pins.close_level(&self.place)?;
                self.push_level(level)?;
                self.open_level()
            }
            Growing::Delayed { .. } => {
                let level = self.merge_level(pulse, report)?;
                self.push_level(level.clone())?;
                self.know(level, pulse)?;
                if let Growing::Delayed { sorter, .. } = &mut self.growing {
                    sorter.resume(Vec::new(), self.next);
                }
                Ok(())
            }
            Growing::Sealed => unreachable!("no level is closed after the end"),
        }
    }

    fn shed(&mut self, bytes: u64, budget: &mut Budget, pulse: &mut dyn Pulse) -> Result<(), StopReason> {
        match &mut self.growing {
            Growing::Delayed { recent, .. } if budget.left() < bytes => {
                recent.shrink(bytes - budget.left(), budget, pulse)
            }
            _ => Ok(()),
        }
    }

    fn record(
        &mut self,
        work: Work,
        expanded: u64,
        closed: bool,
        pulse: &mut dyn Pulse,
    ) -> Result<(), StopReason> {
        self.place.check_locks()?;
        let (next, files) = (self.next, Vec::new());
        let mut point = Point { taken: None, forced: false, work, all: expanded, next, files };
        if closed {
            point.files.extend(self.levels.last().cloned());
        } else {
            let all = self.levels.last().map_or(0, |level| level.states);
            point.taken = Some(all - self.frontier.as_ref().map_or(0, Reader::left));
            match &mut self.growing {
                Growing::Seen { found, .. } => point.files.push(found.flush(&self.place)?.clone()),
                Growing::Delayed { sorter, .. } => {
                    sorter.flush(&self.place, pulse)?;
                    let (runs, next) = sorter.runs();
                    point.files.extend(runs.cloned());
                    self.next = self.next.max(next);
                    point.next = self.next;
                }
                Growing::Sealed => return Ok(()),
            }
        }
        // All partitions have recorded the last point, so none goes back behind it.
        self.place.remove(&mut self.removable);
        for file in &point.files {
            self.unforced_bytes += file.bytes;
            self.unforced.push(file.name.clone());
        }
        point.forced = self.unforced_bytes >= FORCE;
        if point.forced {
            self.place.force(&mut self.unforced)?;
            self.unforced_bytes = 0;
        }
        self.journal.record(&self.place, &point)?;
        self.removable.append(&mut self.unneeded);
        Ok(())
    }

    #[inline]
    fn take(&mut self, most: usize) -> Result<&[S], StopReason> {
        match &mut self.frontier {
            Some(reader) => reader.take(&self.place, most),
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
        match &self.growing {
            Growing::Seen { found, .. } => self.closed + found.states(),
            Growing::Delayed { .. } | Growing::Sealed => self.closed,
        }
    }

    fn scan(
        &self,
        level: usize,
        visit: &mut impl FnMut(&[S]) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        each(&self.place, &self.levels[level], &mut |states| visit(states))
    }

    fn common(
        &self,
        other: &Self,
        pulse: &mut dyn Pulse,
        found: &mut dyn FnMut(S),
    ) -> Result<(), StopReason> {
        let (Some(own), Some(others)) = (self.levels.last(), other.levels.last()) else { return Ok(()) };
        let mut look = |place: &Place, file: &StateFile, table: &StateTable<S>| {
            each(place, file, &mut |states: &[S]| {
                states.iter().copied().filter(|&state| table.contains(state)).for_each(&mut *found);
                pulse.work(4 * states.len())
            })
        };
        match (&self.growing, &other.growing) {
            (_, Growing::Seen { table, .. }) => look(&self.place, own, table),
            (Growing::Seen { table, .. }, _) => look(&other.place, others, table),
            _ => {
                let (own, others) =
                    (self.sorted_frontier().unwrap_or(own), other.sorted_frontier().unwrap_or(others));
                let mut rest: Reader<S> = Reader::open(&other.place, others)?;
                each(&self.place, own, &mut |states: &[S]| {
                    for &state in states {
                        while let Some(head) = rest.head()
                            && head <= state
                        {
                            if head == state {
                                found(state);
                            }
                            rest.advance(&other.place)?;
                        }
                    }
                    pulse.work(4 * states.len())
                })
            }
        }
    }

    fn count_distinct(
        &self,
        visit_all: VisitAll<S>,
        budget: &mut Budget,
        pulse: &mut dyn Pulse,
    ) -> Result<u64, StopReason> {
        let mut sorter = Sorter::new(budget.left().min(SORTER_BYTES), "class", budget)?;
        visit_all(&mut |states, pulse| sorter.push_all(&self.place, states, pulse), pulse)?;
        let mut count = 0;
        let mut runs = sorter.merge(&self.place, &[], pulse, &mut |states, _| {
            count += states.len() as u64;
            Ok(())
        })?;
        self.place.remove(&mut runs);
        sorter.free(budget);
        Ok(count)
    }

    fn seal(&mut self, budget: &mut Budget) {
        match std::mem::replace(&mut self.growing, Growing::Sealed) {
            Growing::Seen { mut table, mut fresh, .. } => {
                table.free(budget);
                budget.free(&mut fresh);
            }
            Growing::Delayed { recent, sorter } => {
                recent.free(budget);
                sorter.free(budget);
            }
            Growing::Sealed => (),
        }
        budget.free(&mut self.pins.picked);
    }
}
