//! Which tiles make a pattern, and how large patterns are.

use std::sync::{Arc, OnceLock};

use tejun_core::kit::PatternDbCache;
use tejun_search::pattern::PatternDatabase;
use tejun_search::{StopReason, Watch};

use super::super::strips::in_strips;
use super::arrangements::{Arrangements, MOST};
use super::build::{build, bytes_to_build};
use super::frame::Frame;
use super::grid::Grid;

/// The most distances of a pattern, in one partition after the other.
const ROOMS: [usize; 3] = [1 << 20, 1 << 23, 1 << 30];

/// Patterns of eight tiles on 4x4 and of six on 5x5, with the gap's home in the corner (R. E. Korf and A. Felner, *Disjoint
/// pattern database heuristics*, 2002). Those of one form share a database.
const DRAWN: [(usize, &str); 2] = [(8, ".aaa aaaa bbbb bbbb"), (6, ".aabb aaabb ccabb ccddd ccddd")];

/// Some tiles, by their homes; others slide for nothing. The cells may be those of an image of the board.
pub(super) struct Pattern {
    homes: Vec<u8>,
    /// The lowest cell of the region of cells without these tiles that has the gap's home.
    gap: u8,
    name: String,
    arrangements: Arc<Arrangements>,
    bytes_to_build: OnceLock<u64>,
}

impl Pattern {
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    /// The lowest cell of the region of the gap's home.
    #[cfg(test)]
    pub fn gap(&self) -> u8 {
        self.gap
    }

    pub fn arrangements(&self) -> &Arc<Arrangements> {
        &self.arrangements
    }

    /// Bytes that building takes besides the database.
    pub fn bytes_to_build(&self, grid: &Grid) -> u64 {
        *self.bytes_to_build.get_or_init(|| bytes_to_build(grid, &self.arrangements))
    }

    fn size(&self) -> usize {
        self.arrangements.count()
    }
}

/// All tiles, in patterns.
pub(super) struct Partition {
    grid: Grid,
    /// The patterns without images of each other, the largest first.
    pub patterns: Vec<Pattern>,
    /// For each group of tiles, its pattern and the image of each cell that takes it there.
    pub groups: Vec<(usize, Vec<u8>)>,
}

impl Partition {
    /// Number of distances.
    pub fn entries(&self) -> u64 {
        self.patterns.iter().map(|pattern| pattern.size() as u64).sum()
    }

    /// Whether so many bytes hold it, also while it is built if it is not kept.
    pub fn fits(&self, kept: bool, bytes: u64) -> bool {
        let mut together = 0;
        self.patterns.iter().all(|pattern| {
            together += pattern.size() as u64;
            together + if kept { 0 } else { pattern.bytes_to_build(&self.grid) } <= bytes
        })
    }

    /// Whether nothing is to be built.
    pub fn is_at_hand(&self, cache: &PatternDbCache) -> bool {
        self.patterns.iter().all(|pattern| cache.is_at_hand(&pattern.name, pattern.size()))
    }

    /// The databases of the patterns.
    pub fn load(&self, cache: &mut PatternDbCache) -> Result<Vec<Arc<PatternDatabase>>, StopReason> {
        let load = |pattern: &Pattern| {
            let built = |limits, watch: &mut dyn Watch| {
                let bytes = pattern.bytes_to_build(&self.grid);
                build(&self.grid, &pattern.arrangements, (&pattern.homes, pattern.gap), bytes, limits, watch)
            };
            cache.kept(&pattern.name, pattern.size(), built)
        };
        self.patterns.iter().map(load).collect()
    }
}

/// The partitions of a puzzle's tiles, as the patterns have them (see [`Frame::symmetries`]), each with larger
/// patterns than the one before.
pub(super) fn of(frame: &Frame) -> Vec<Partition> {
    let cells = frame.board.len();
    let Some(tiles) = cells.checked_sub(1).filter(|&tiles| tiles > 0) else { return Vec::new() };
    let size = |most: usize| (cells + 1 - most..=cells).product::<usize>();
    let mut sizes: Vec<usize> = ROOMS
        .iter()
        .filter_map(|&room| (1..=tiles.min(MOST)).rev().find(|&most| size(most) <= room))
        .collect();
    sizes.dedup();
    sizes.into_iter().map(|most| partition(frame, most)).collect()
}

/// The homes of groups of at most so many tiles.
fn groups(frame: &Frame, most: usize) -> Vec<Vec<u8>> {
    let (rows, columns) = frame.board.size();
    let corner = frame.symmetries[0][frame.gap];
    for (tiles, drawn) in DRAWN {
        let rows_drawn: Vec<&str> = drawn.split(' ').collect();
        if tiles == most && corner == 0 && rows_drawn.len() == rows && rows_drawn[0].len() == columns {
            let signs: Vec<char> = rows_drawn.concat().chars().collect();
            let group =
                |sign| (0..signs.len() as u8).filter(|&home| signs[usize::from(home)] == sign).collect();
            let groups = ('a'..='h').map(group).filter(|group: &Vec<u8>| !group.is_empty());
            return groups.collect();
        }
    }
    let tiles = in_strips(frame.board, corner);
    tiles.chunks(most).map(|group| group.iter().map(|&home| home as u8).collect()).collect()
}

/// All tiles in patterns of at most so many.
pub(super) fn partition(frame: &Frame, most: usize) -> Partition {
    let (rows, columns) = frame.board.size();
    let grid = Grid::new(frame.beside);
    let corner = frame.symmetries[0][frame.gap];
    let mut images: Vec<Vec<u8>> = vec![frame.board.cells().map(|cell| cell as u8).collect()];
    let symmetries = frame.board.symmetries(|_| ());
    images.extend(symmetries.iter().map(|image| image.iter().map(|&cell| cell as u8).collect()));
    let mut partition = Partition { grid, patterns: Vec::new(), groups: Vec::new() };
    let everywhere = (1 << frame.board.len()) - 1;
    let mut groups = groups(frame, most);
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    for group in groups {
        let set = group.iter().fold(0_u32, |set, home| set | 1 << home);
        let region = partition.grid.region(1 << corner, everywhere & !set);
        let image = |image: &Vec<u8>| {
            let mut homes: Vec<u8> = group.iter().map(|&home| image[usize::from(home)]).collect();
            homes.sort_unstable();
            let cells = (0..image.len()).filter(|cell| region >> cell & 1 == 1);
            (homes, cells.map(|cell| image[cell]).min().unwrap_or(0), image.clone())
        };
        let (homes, gap, image) = images.iter().map(image).min().expect("the board itself is one");
        let known =
            partition.patterns.iter().position(|pattern| pattern.homes == homes && pattern.gap == gap);
        let number = known.unwrap_or_else(|| {
            let drawn: Vec<String> = homes.iter().map(ToString::to_string).collect();
            let name = format!("tiles-{rows}x{columns}-sets-{}-gap-{gap}", drawn.join("-"));
            let same = partition.patterns.iter().find(|pattern| pattern.homes.len() == homes.len());
            let arrangements = same.map(|pattern| pattern.arrangements.clone());
            let new = || Arc::new(Arrangements::new(frame.board.len(), homes.len()));
            let arrangements = arrangements.unwrap_or_else(new);
            let bytes_to_build = OnceLock::new();
            partition.patterns.push(Pattern { homes, gap, name, arrangements, bytes_to_build });
            partition.patterns.len() - 1
        });
        partition.groups.push((number, image));
    }
    partition
}
