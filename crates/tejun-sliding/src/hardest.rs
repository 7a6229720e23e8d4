//! The starts of a puzzle that are farthest from its goal, by one search from all goals.

use std::ops::ControlFlow;

#[cfg(not(target_family = "wasm"))]
use tejun_search::ranked::OnDisk;
use tejun_search::ranked::{Level, Levels, Ranked, Reached};
use tejun_search::{Limits, Outcome, Stats, StopReason, Watch};

use super::piece_set::PieceSets;
use super::placements::{NumberingError, Placements};
#[cfg(not(target_family = "wasm"))]
use super::polyominoes;
use super::rules::{Position, Rules};
use super::write;
use tejun_core::{Means, SolveError, Start, Surveyed, bits::Cells, question::Hardest};

/// Maximum number of cells of a board whose placements are numbered. A page is spared the code for those with more than
/// 64, whose placements it could hardly hold.
const MAX_CELLS: usize = if cfg!(target_family = "wasm") { 64 } else { 128 };
/// Maximum number of starts that an answer lists.
const LISTED: usize = 100;

/// Finds how far every start of these rules is from the goal.
pub(super) fn find(
    rules: &Rules,
    hardest: &Hardest,
    means: &Means,
    watch: &mut dyn Watch,
) -> Result<Surveyed, SolveError> {
    let pieces = hardest.pieces.as_deref();
    #[cfg(target_family = "wasm")]
    if hardest.goal.is_some() {
        return Err(SolveError::new(
            "another goal is for all sets of pieces, which a page does not search: leave it out",
        ));
    }
    #[cfg(not(target_family = "wasm"))]
    if hardest.goal.is_some()
        || hardest.sets && pieces.is_some_and(|pieces| pieces.trim_start().starts_with(polyominoes::WORD))
    {
        return polyominoes::survey(rules, hardest, means, watch);
    }
    if rules.targets.is_empty() {
        return Err(SolveError::new("this puzzle has no goal to be far from: add a goal to the file"));
    }
    let cells = rules.floor.inside.len();
    if cells > MAX_CELLS {
        return Err(SolveError::new(format!(
            "this board has {cells} cells, and placements are numbered on at most {MAX_CELLS}: cut it down"
        )));
    }
    let refused = |error: crate::InputError| SolveError::new(error.to_string());
    let mut total = Total::default();
    match pieces {
        None => _ = total.add(rules, means, watch),
        Some(text) => {
            let sets = PieceSets::read(text, rules).map_err(refused)?;
            for puzzle in sets.puzzles(rules).map_err(refused)? {
                if total.add(&puzzle, means, watch).is_break() {
                    break;
                }
            }
        }
    }
    Ok(total.answer())
}

/// The sum over the piece sets asked for.
struct Total {
    stopped: Option<StopReason>,
    starts: Option<u128>,
    classes: u64,
    levels: Vec<u64>,
    class_levels: Vec<u64>,
    hardest: Vec<Start>,
    bytes: Option<u128>,
    stats: Stats,
    /// How many puzzles were searched.
    searches: u64,
}

impl Default for Total {
    fn default() -> Self {
        Total {
            stopped: None,
            starts: Some(0),
            classes: 0,
            levels: Vec::new(),
            class_levels: Vec::new(),
            hardest: Vec::new(),
            bytes: Some(0),
            stats: Stats::default(),
            searches: 0,
        }
    }
}

impl Total {
    /// Searches one puzzle more. Breaks if that is stopped.
    fn add(&mut self, rules: &Rules, means: &Means, watch: &mut dyn Watch) -> ControlFlow<()> {
        #[cfg(not(target_family = "wasm"))]
        if rules.floor.inside.len() > 64 {
            return self.add_in::<u128>(rules, means, watch);
        }
        self.add_in::<u64>(rules, means, watch)
    }

    fn add_in<B: Cells>(&mut self, rules: &Rules, means: &Means, watch: &mut dyn Watch) -> ControlFlow<()> {
        let limits = Limits { states: means.limits.states.saturating_sub(self.stats.stored), ..means.limits };
        let search = self.searches;
        self.searches += 1;
        let searched = match DistanceMap::<B>::new(rules, search, &limits, means, watch) {
            Ok(searched) => searched,
            Err(fault) => {
                let (placements, bytes) = match fault {
                    NumberingError::TooMany { placements, bytes } => (Some(placements), Some(bytes)),
                    NumberingError::Uncounted | NumberingError::Stopped(_) => (None, None),
                };
                self.starts = self.starts.zip(placements).and_then(|(sum, more)| sum.checked_add(more));
                self.bytes = bytes;
                self.stopped = match fault {
                    NumberingError::Stopped(reason) => Some(reason),
                    _ => Some(StopReason::Memory),
                };
                return ControlFlow::Break(());
            }
        };
        let placements = &searched.placements;
        self.starts = self.starts.and_then(|sum| sum.checked_add(placements.number().into()));
        self.bytes = self.bytes.map(|bytes| bytes.max(searched.bytes.into()));
        self.stats.peak_bytes = self.stats.peak_bytes.max(searched.bytes);
        let symmetries = placements.symmetries();
        let levels = &searched.found.levels;
        let number: u64 = levels.iter().map(|level| level.number).sum();
        self.stats.expanded += number;
        self.stats.stored += number;
        if self.levels.len() < levels.len() {
            self.levels.resize(levels.len(), 0);
            self.class_levels.resize(levels.len(), 0);
            self.hardest.clear();
        }
        for (depth, Level { number, weight }) in levels.iter().enumerate() {
            self.levels[depth] += number;
            self.class_levels[depth] += weight / symmetries;
            self.classes += weight / symmetries;
        }
        if !levels.is_empty() && levels.len() == self.levels.len() {
            let room = LISTED - self.hardest.len();
            self.hardest.extend(searched.farthest().take(room).map(|ref position| Start {
                board: write::board(rules, position),
                instance: write::instance(rules, position),
            }));
        }
        self.stopped = searched.found.stopped;
        self.classes += searched.found.unreached.map_or(0, |rest| rest.weight / symmetries);
        if self.stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn answer(self) -> Surveyed {
        let complete = self.stopped.is_none();
        Surveyed {
            outcome: match self.stopped {
                Some(reason) => Outcome::Stopped(reason, None),
                None if self.levels.is_empty() => Outcome::Unsolvable,
                None => Outcome::Solved(()),
            },
            starts: self.starts,
            classes: complete.then_some(self.classes),
            levels: self.levels,
            class_levels: self.class_levels,
            hardest: self.hardest,
            by_pieces: None,
            bytes: self.bytes,
            stats: self.stats,
        }
    }
}

/// The placements of a puzzle, and how many are at each distance from its goal.
struct DistanceMap<'r, B> {
    rules: &'r Rules,
    placements: Placements<B>,
    found: Levels,
    /// Bytes that it took.
    bytes: u64,
}

impl<'r, B: Cells> DistanceMap<'r, B> {
    /// Searches from all goals: in memory, which takes two bits a placement and what their numbering takes, or in the
    /// directory of `means`, where it is the search of this number.
    ///
    /// # Errors
    /// If there are too many placements, or the search is stopped before it begins.
    fn new(
        rules: &'r Rules,
        number: u64,
        limits: &Limits,
        means: &Means,
        watch: &mut dyn Watch,
    ) -> Result<Self, NumberingError> {
        let placements =
            Placements::<B>::new(rules, true, limits, |number| least_bytes(means, number), watch)?;
        // The first of each class is listed; so among this many there are enough of them.
        let listed = LISTED * placements.symmetries() as usize;
        #[cfg(not(target_family = "wasm"))]
        if let Some(spill) = &means.spill {
            let (threads, held) = (means.threads, placements.held());
            let on = OnDisk { spill, number, listed, limits, threads, held };
            let goals =
                |watch: &mut dyn Watch, visit: &mut dyn FnMut(u64)| placements.goals(limits, watch, visit);
            let found = on.search(&placements, goals, watch);
            let bytes = placements.bytes(on.memory(placements.number()));
            return Ok(DistanceMap { rules, placements, found, bytes });
        }
        #[cfg(target_family = "wasm")]
        let _ = number;
        let (_, found) = reach(&placements, listed, limits, means.threads, watch)?;
        let bytes = placements.bytes(least_bytes(means, placements.number().into()) as u64);
        Ok(DistanceMap { rules, placements, found, bytes })
    }

    /// The first of the starts that are farthest, one of each class under the symmetries; at least as many as are to
    /// be listed, if there are.
    fn farthest(&self) -> impl Iterator<Item = Position> {
        let mut cursor = self.placements.cursor();
        self.found.farthest.iter().filter_map(move |&rank| {
            let first = self.placements.represents_its_class(&mut cursor, rank);
            first.then(|| self.placements.position(self.rules, &mut cursor, rank))
        })
    }
}

/// Bytes that the search of so many placements takes at least, besides their numbering.
fn least_bytes(means: &Means, placements: u128) -> u128 {
    #[cfg(not(target_family = "wasm"))]
    if means.spill.is_some() {
        return OnDisk::bytes(placements, means.threads);
    }
    #[cfg(target_family = "wasm")]
    let _ = means;
    Reached::bytes(placements)
}

/// Searches from all goals of a puzzle, in memory.
///
/// # Errors
/// If the system refuses the memory.
pub(super) fn reach<B: Cells>(
    placements: &Placements<B>,
    listed: usize,
    limits: &Limits,
    threads: usize,
    watch: &mut dyn Watch,
) -> Result<(Reached, Levels), NumberingError> {
    let number = placements.number();
    let bytes = placements.bytes(Reached::bytes(number.into()) as u64);
    let reached = Reached::new(number)
        .ok_or(NumberingError::TooMany { placements: number.into(), bytes: bytes.into() })?;
    let found = match placements.goals(limits, watch, |rank| reached.start(rank)) {
        Err(reason) => Levels { stopped: Some(reason), ..Levels::default() },
        Ok(()) => reached.search(placements, listed, limits, threads, bytes, watch),
    };
    Ok((reached, found))
}
