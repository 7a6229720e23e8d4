//! The sliding tiles: a tile beside the gap slides into it.

use crate::error::VerifyError;
use crate::ranking::{Class, Ranking};
use crate::rules::Rules;
use crate::rules::grid::{Grid, WAYS};
use crate::statement::Statement;

/// What is drawn: the gap, and the tiles in their order.
const DRAWN: &str = ".123456789abcdefghijklmno";

/// A puzzle of sliding tiles. A position holds for each cell the class of its tile: its place in the order of the
/// tiles, from 1 on; 0 for the gap.
pub struct SlidingTiles {
    pub(crate) grid: Grid,
    /// `None` if nothing is to be numbered.
    ranking: Option<Ranking>,
    /// The numbers of the tiles, by class; first the gap.
    pub(crate) names: Vec<u8>,
    start: Vec<u8>,
    /// The cell of each tile in the end.
    pub(crate) homes: Vec<usize>,
    goal: Vec<u8>,
}

impl SlidingTiles {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// If it is none, or too large to be numbered.
    pub fn read(statement: &Statement) -> Result<SlidingTiles, VerifyError> {
        let rules = SlidingTiles::without_numbers(statement)?;
        let cells = rules.grid.len();
        let anywhere: Vec<Option<Vec<usize>>> = (0..cells).map(|cell| Some(vec![cell])).collect();
        let classes = vec![Class { count: 1, covers: anywhere }; cells - 1];
        Ok(SlidingTiles { ranking: Some(Ranking::new(cells, &classes)?), ..rules })
    }

    /// Reads a puzzle whose positions get no numbers.
    ///
    /// # Errors
    /// If it is none.
    pub fn without_numbers(statement: &Statement) -> Result<SlidingTiles, VerifyError> {
        let mut keys = statement.keys();
        let board = keys.rows("board", DRAWN)?;
        let goal = keys.goal(DRAWN, &board, |_, _| true)?;
        keys.end()?;
        let grid = Grid::new(&board, None);
        let tiles = |drawn: &[Vec<char>]| -> Vec<u8> {
            drawn.iter().flatten().filter_map(|sign| DRAWN.find(*sign)).map(|tile| tile as u8).collect()
        };
        let (start, goal) = (tiles(&board), tiles(&goal));
        let mut numbers = start.clone();
        numbers.sort_unstable();
        let mut same = goal.clone();
        same.sort_unstable();
        let differ = numbers.windows(2).all(|pair| pair[0] != pair[1]);
        if numbers != same || !differ || numbers.first() != Some(&0) {
            return Err(VerifyError::new("board and goal have not the same tiles and one gap"));
        }
        let class = |tile: u8| numbers.binary_search(&tile).unwrap_or(0) as u8;
        let renamed = |tiles: Vec<u8>| tiles.into_iter().map(class).collect::<Vec<u8>>();
        let (start, goal) = (renamed(start), renamed(goal));
        let mut homes = vec![0; goal.len()];
        goal.iter().enumerate().for_each(|(cell, &tile)| homes[usize::from(tile)] = cell);
        Ok(SlidingTiles { grid, ranking: None, names: numbers, start, homes, goal })
    }
}

impl Rules for SlidingTiles {
    type Position = Vec<u8>;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn is_goal(&self, tiles: &Vec<u8>) -> bool {
        *tiles == self.goal
    }

    fn expand(&self, tiles: &Vec<u8>, mut visit: impl FnMut(&Vec<u8>, u32)) {
        let gap = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        let mut next = tiles.clone();
        for from in WAYS.iter().filter_map(|&way| self.grid.beside(gap, way)) {
            next.swap(gap, from);
            visit(&next, 1);
            next.swap(gap, from);
        }
    }

    /// Each tile needs at least the steps to its cell.
    fn bound(&self, tiles: &Vec<u8>) -> u32 {
        let steps = |(cell, &tile): (usize, &u8)| {
            let ((row, column), (down, across)) =
                (self.grid.places[cell], self.grid.places[self.homes[usize::from(tile)]]);
            (row.abs_diff(down) + column.abs_diff(across)) as u32
        };
        tiles.iter().enumerate().filter(|(_, tile)| **tile != 0).map(steps).sum()
    }

    /// A move is the number of the tile.
    fn play(&self, tiles: &mut Vec<u8>, by: &str) -> Result<u32, String> {
        let class = by.parse::<u8>().ok().filter(|number| number.to_string() == by);
        let class = class.and_then(|number| self.names.binary_search(&number).ok());
        let class = class.filter(|&class| class != 0).ok_or("there is no such tile")?;
        let gap = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        let from = tiles.iter().position(|&tile| usize::from(tile) == class).unwrap_or(gap);
        if !WAYS.iter().any(|&way| self.grid.beside(gap, way) == Some(from)) {
            return Err("it is not beside the gap".to_owned());
        }
        tiles.swap(gap, from);
        Ok(1)
    }

    fn count(&self) -> u64 {
        self.ranking.as_ref().map_or(0, Ranking::count)
    }

    fn rank(&self, tiles: &Vec<u8>) -> Option<u64> {
        self.ranking.as_ref()?.rank(tiles)
    }

    fn unrank(&self, rank: u64, tiles: &mut Vec<u8>) {
        if let Some(ranking) = &self.ranking {
            ranking.unrank(rank, tiles);
        }
    }
}
