//! The exit distance of every layout of the 4x5 Klotski family: one 2x2, any number of 1x2, 2x1 and
//! 1x1 pieces and at least two empty cells, on a board four wide and five tall. An exit has the 2x2
//! at the bottom centre; a move is one piece along any path.

mod build;
mod file;
mod layout;
mod rank;
mod stats;
mod verbs;

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, OnceLock};

use num_bigint::BigUint;
use serde::Serialize;
use tejun_search::{Limits, Outcome, Stats, Watch};

pub use build::{NEVER, SOLVABLE_CLASSES, distances};
pub use file::{AtlasError, FORMAT_VERSION, Fault};
pub use layout::{CELLS, HEIGHT, Layout, Pieces, Shape, Step, WIDTH};
pub use rank::{CLASSES, LAYOUTS, Ranks};
pub use stats::{Histogram, Tally};
pub(super) use verbs::{ATLAS, PIECES, open, verbs, wanted_pieces};

use file::{BLOCK, BLOCKS, Source};

use super::rules::{Metric, Position, Rules};
use crate::answer::{Details, Solution};
use crate::ask::{Ask, Wanted};

/// Made when the first atlas is, and kept: a page that gives hints opens the atlas for each.
static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// The exit distance of every layout of the family.
///
/// Opened from a file, it reads (and checks) the parts that are asked for when they are first asked
/// for: one answer soon, and any answer at once when all was read.
#[derive(Debug)]
pub struct Atlas {
    ranks: &'static Ranks,
    stats: BTreeMap<Pieces, Tally>,
    blocks: Vec<OnceLock<Box<[u8]>>>,
    /// Where blocks that are not there yet come from.
    source: Option<(PathBuf, Mutex<Source>)>,
}

impl Atlas {
    /// Builds it: a breadth-first search of 14,462,140 mirror classes from all exits at once, which
    /// takes a second or two and about 35 MB.
    ///
    /// Of the limits, only the one on bytes can stop it; stopped, it has nothing to show.
    pub fn build(limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Outcome<Atlas> {
        let ranks = &*RANKS;
        distances(ranks, limits, threads, watch).map(|distances| {
            let stats = stats::tally(ranks, &distances);
            let blocks = distances.chunks(BLOCK).map(|block| OnceLock::from(Box::from(block))).collect();
            Atlas { ranks, stats, blocks, source: None }
        })
    }

    /// Opens the file that [`Atlas::write`] made: some 4 ms the first time in a process, 0.1 ms after
    /// that.
    ///
    /// # Errors
    /// When it is not there, is no atlas of this format, or its header is damaged.
    pub fn open(path: &Path) -> Result<Atlas, AtlasError> {
        let (source, stats) =
            Source::open(path).map_err(|fault| AtlasError { path: path.to_owned(), fault })?;
        let blocks = (0..BLOCKS).map(|_| OnceLock::new()).collect();
        Ok(Atlas { ranks: &RANKS, stats, blocks, source: Some((path.to_owned(), Mutex::new(source))) })
    }

    /// Writes it to a file of 14.8 MB, through symbolic links. An atlas that was there before is
    /// replaced at once and as a whole.
    ///
    /// # Errors
    /// When something else than a regular file is there, the file cannot be written, or a part that was not read yet cannot be read.
    pub fn write(&self, path: &Path) -> Result<(), AtlasError> {
        let blocks = (0..BLOCKS).map(|block| self.block(block)).collect::<Result<Vec<&[u8]>, _>>()?;
        file::write(path, &self.stats, blocks.into_iter())
            .map_err(|fault| AtlasError { path: path.to_owned(), fault })
    }

    fn block(&self, block: usize) -> Result<&[u8], AtlasError> {
        if let Some(bytes) = self.blocks[block].get() {
            return Ok(bytes);
        }
        let (path, source) = self.source.as_ref().expect("an atlas without a file is whole");
        let source = source.lock().expect("no thread panics while it reads");
        let bytes = source.read(block).map_err(|fault| AtlasError { path: path.clone(), fault })?;
        Ok(self.blocks[block].get_or_init(|| bytes))
    }

    /// The exit distance of the class with that rank. Some nanoseconds when its part was read before.
    fn distance_of(&self, rank: u32) -> Result<Option<u8>, AtlasError> {
        let distance = self.block(rank as usize / BLOCK)?[rank as usize % BLOCK];
        Ok((distance != NEVER).then_some(distance))
    }

    /// How many moves bring the 2x2 of the layout to the bottom centre; `None` where nothing does.
    /// Some 50 ns when its part of the file was read before.
    ///
    /// # Errors
    /// When its part of the file cannot be read or is damaged.
    pub fn distance(&self, layout: Layout) -> Result<Option<u8>, AtlasError> {
        self.distance_of(self.ranks.rank(layout))
    }

    /// How many layouts there are at each distance, by piece set.
    pub fn stats(&self) -> &BTreeMap<Pieces, Tally> {
        &self.stats
    }

    /// The numbers of all piece sets together.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.stats.values().for_each(|tally| total.merge(tally));
        total
    }

    /// The ranks of the classes.
    pub fn ranks(&self) -> &Ranks {
        self.ranks
    }

    /// Calls `visit` with the rank of every class whose distance is in the range, ascending; of one
    /// piece set if one is given. Reads what it looks at: all of it, where no piece set is given,
    /// which takes some 50 ms.
    ///
    /// # Errors
    /// When a part of the file cannot be read or is damaged.
    pub fn at_distance(
        &self,
        wanted: &RangeInclusive<u8>,
        pieces: Option<Pieces>,
        mut visit: impl FnMut(u32),
    ) -> Result<(), AtlasError> {
        for entry in 0..self.ranks.frames() {
            let frame = self.ranks.frame(entry);
            let free = frame.free().count_ones();
            let bars = (frame.wide.count_ones() as u8, frame.tall.count_ones() as u8);
            if pieces.is_some_and(|pieces| bars != (pieces.wide, pieces.tall)) {
                continue;
            }
            let mut fault = Ok(());
            self.ranks.classes(entry, |rank, empty, _| {
                if fault.is_ok() && pieces.is_none_or(|pieces| u32::from(pieces.units) + empty == free) {
                    match self.distance_of(rank) {
                        Ok(Some(distance)) if wanted.contains(&distance) => visit(rank),
                        Ok(_) => {}
                        Err(error) => fault = Err(error),
                    }
                }
            });
            fault?;
        }
        Ok(())
    }

    /// Every best move: those that lead to a layout one move nearer to an exit. None from an exit,
    /// and none where there is no way out.
    ///
    /// # Errors
    /// When a part of the file cannot be read or is damaged.
    pub fn best_moves(&self, layout: Layout) -> Result<Vec<Step>, AtlasError> {
        let Some(nearer) = self.distance(layout)?.and_then(|distance| distance.checked_sub(1)) else {
            return Ok(Vec::new());
        };
        let mut steps = Vec::new();
        layout.steps(|step| steps.push(step));
        let mut best = Vec::new();
        for step in steps {
            if self.distance(step.layout)? == Some(nearer) {
                best.push(step);
            }
        }
        Ok(best)
    }

    /// A best line from the layout: every best move of each position on it, of which the first is
    /// played.
    pub(super) fn best_line(&self, mut layout: Layout) -> Result<Vec<Vec<Step>>, AtlasError> {
        let mut line = Vec::new();
        loop {
            let best = self.best_moves(layout)?;
            let Some(first) = best.first() else { return Ok(line) };
            layout = first.layout;
            line.push(best);
        }
    }

    /// The bytes that it takes now.
    fn bytes(&self) -> u64 {
        let blocks = self.blocks.iter().filter_map(OnceLock::get);
        self.ranks.bytes() + blocks.map(|block| block.len() as u64).sum::<u64>()
    }

    /// How many shortest sequences of positions lead from the layout to an exit. Takes as long as
    /// there are positions on them.
    ///
    /// # Errors
    /// When a part of the file cannot be read or is damaged.
    pub fn shortest_lines(&self, layout: Layout) -> Result<BigUint, AtlasError> {
        let Some(distance) = self.distance(layout)? else { return Ok(BigUint::ZERO) };
        let mut level = HashMap::from([(layout, BigUint::from(1_u32))]);
        for _ in 0..distance {
            let mut next: HashMap<Layout, BigUint> = HashMap::new();
            for (layout, lines) in level {
                for step in self.best_moves(layout)? {
                    *next.entry(step.layout).or_default() += &lines;
                }
            }
            level = next;
        }
        Ok(level.into_values().sum())
    }
}

/// The file in which the atlas is kept, in the directory that a request names for such things.
fn kept(ask: &Ask) -> Option<PathBuf> {
    ask.data.as_ref().map(|directory| directory.join("klotski.atlas"))
}

/// A line of [`Atlas::best_line`] as text, played from its position.
pub(super) fn write(rules: &Rules, position: &Position, line: &[Vec<Step>]) -> Vec<String> {
    let mut position = position.clone();
    line.iter().map(|best| rules.carry(&mut position, best[0].from, best[0].to)).collect()
}

/// Looks the answer up where the position is one of the family, the best line in moves is wanted,
/// and an atlas is kept; `None` where it has to be searched for.
///
/// # Errors
/// When the atlas that is kept cannot be used.
pub(super) fn solve(rules: &Rules, position: &Position, ask: &Ask) -> Result<Option<Solution>, AtlasError> {
    let layout = Layout::of(rules, position).filter(|_| rules.metric == Metric::Moves);
    let plain = ask.wanted == Wanted::Best && ask.limits.states == u64::MAX;
    let path = kept(ask).filter(|path| plain && path.exists());
    let (Some(layout), Some(path)) = (layout, path) else { return Ok(None) };
    let atlas = Atlas::open(&path)?;
    let stats = |atlas: &Atlas| Stats { peak_bytes: atlas.bytes(), ..Stats::default() };
    let solution = match atlas.distance(layout)? {
        Some(distance) if u32::from(distance) > ask.limits.depth => return Ok(None),
        Some(distance) => {
            let line = write(rules, position, &atlas.best_line(layout)?);
            Solution::optimal(line, distance.into(), stats(&atlas))
        }
        None => Solution::without_line(Outcome::Unsolvable, stats(&atlas)),
    };
    let details = Details::new(LookedUp { atlas: path.display().to_string() });
    Ok(Some(Solution { details, ..solution }))
}

/// Where an answer was looked up.
#[derive(Serialize)]
struct LookedUp {
    atlas: String,
}
