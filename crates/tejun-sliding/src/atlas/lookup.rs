//! The atlas: distances kept in memory or read from a file on first use.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, OnceLock};

use tejun_search::BigCount;
use tejun_search::{Limits, Outcome, Watch};

use super::build::{NEVER, distances};
use super::file::{self, AtlasError, BLOCK, BLOCKS, Source};
use super::layout::{Layout, Pieces, Step};
use super::rank::Ranks;
use super::stats::{self, Tally};
use tejun_core::Means;

/// Built once and kept, because the page opens the atlas for every hint.
static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// The exit distance of every layout of the family.
///
/// An atlas opened from a file reads and checks each part on first use: the first answer comes soon, and
/// every answer is instant once all parts are read.
#[derive(Debug)]
pub struct Atlas {
    ranks: &'static Ranks,
    stats: BTreeMap<Pieces, Tally>,
    blocks: Vec<OnceLock<Box<[u8]>>>,
    /// The file that missing blocks are read from.
    source: Option<(PathBuf, Mutex<Source>)>,
}

impl Atlas {
    /// Builds the atlas by a breadth-first search of 14,462,140 mirror classes from all exits at once. Cost:
    /// a second or two and about 35 MB.
    ///
    /// Of the limits, only the one on bytes applies. If stopped, it returns no atlas.
    pub fn build(limits: &Limits, threads: usize, watch: &mut dyn Watch) -> Outcome<Atlas> {
        let ranks = &*RANKS;
        distances(ranks, limits, threads, watch).map(|distances| {
            let stats = stats::tally(ranks, &distances);
            let blocks = distances.chunks(BLOCK).map(|block| OnceLock::from(Box::from(block))).collect();
            Atlas { ranks, stats, blocks, source: None }
        })
    }

    /// Opens a file written by [`Atlas::write`]. Cost: about 4 ms the first time in a process, 0.1 ms after
    /// that.
    ///
    /// # Errors
    /// If the file does not exist, is not an atlas of this format, or has a damaged header.
    pub fn open(path: &Path) -> Result<Atlas, AtlasError> {
        let (source, stats) =
            Source::open(path).map_err(|fault| AtlasError { path: path.to_owned(), fault })?;
        let blocks = (0..BLOCKS).map(|_| OnceLock::new()).collect();
        Ok(Atlas { ranks: &RANKS, stats, blocks, source: Some((path.to_owned(), Mutex::new(source))) })
    }

    /// Writes the atlas to a file of 14.8 MB, following symbolic links. An existing atlas is replaced
    /// atomically.
    ///
    /// # Errors
    /// If something other than a regular file is there, the file cannot be written, or a part not read yet
    /// cannot be read.
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

    /// The exit distance of the class with this rank. Cost: a few nanoseconds if its part of the file is
    /// already read.
    fn distance_of(&self, rank: u32) -> Result<Option<u8>, AtlasError> {
        let distance = self.block(rank as usize / BLOCK)?[rank as usize % BLOCK];
        Ok((distance != NEVER).then_some(distance))
    }

    /// Returns how many moves bring the 2x2 of the layout to the bottom centre; `None` if that is impossible.
    /// Cost: about 50 ns if its part of the file is already read.
    ///
    /// # Errors
    /// If its part of the file cannot be read or is damaged.
    pub fn distance(&self, layout: Layout) -> Result<Option<u8>, AtlasError> {
        self.distance_of(self.ranks.rank(layout))
    }

    /// Number of layouts at each distance, by piece set.
    pub fn stats(&self) -> &BTreeMap<Pieces, Tally> {
        &self.stats
    }

    /// The sum over all piece sets.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.stats.values().for_each(|tally| total.merge(tally));
        total
    }

    /// The ranks of the classes.
    pub fn ranks(&self) -> &Ranks {
        self.ranks
    }

    /// Calls `visit` with the rank of every class whose distance is in the range, in ascending order; of one
    /// piece set if `pieces` is given. Reads the parts of the file it looks at. Without `pieces` that is all
    /// of it, which takes about 50 ms.
    ///
    /// # Errors
    /// If a part of the file cannot be read or is damaged.
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

    /// Returns all best moves: those to a layout one move nearer to an exit. Empty at an exit, or if there is
    /// no way out.
    ///
    /// # Errors
    /// If a part of the file cannot be read or is damaged.
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

    /// Returns a best line from the layout, as all best moves at each of its positions; the first of them is
    /// played.
    pub(crate) fn best_line(&self, mut layout: Layout) -> Result<Vec<Vec<Step>>, AtlasError> {
        let mut line = Vec::new();
        loop {
            let best = self.best_moves(layout)?;
            let Some(first) = best.first() else { return Ok(line) };
            layout = first.layout;
            line.push(best);
        }
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let blocks = self.blocks.iter().filter_map(OnceLock::get);
        self.ranks.bytes() + blocks.map(|block| block.len() as u64).sum::<u64>()
    }

    /// Counts the shortest sequences of positions from the layout to an exit. Cost: linear in the number of
    /// positions on them.
    ///
    /// # Errors
    /// If a part of the file cannot be read or is damaged.
    pub fn shortest_lines(&self, layout: Layout) -> Result<BigCount, AtlasError> {
        let Some(distance) = self.distance(layout)? else { return Ok(BigCount::ZERO) };
        let mut level = HashMap::from([(layout, BigCount::from(1_u64))]);
        for _ in 0..distance {
            let mut next: HashMap<Layout, BigCount> = HashMap::new();
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

/// The atlas file in the request's data directory.
pub(super) fn default_path(means: &Means) -> Option<PathBuf> {
    means.data.as_ref().map(|directory| directory.join("klotski.atlas"))
}
