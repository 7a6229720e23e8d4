//! Peg solitaire: a peg jumps over a neighbour, which is taken away.

use crate::error::VerifyError;
use crate::rules::Rules;
use crate::rules::grid::{Grid, WAYS};
use crate::statement::Statement;

/// A game of peg solitaire. A position is the set of holes with a peg.
pub struct PegSolitaire {
    pub(crate) grid: Grid,
    /// From where, over what, to where.
    pub(crate) jumps: Vec<[usize; 3]>,
    symmetries: Vec<Vec<usize>>,
    pub(crate) start: u64,
    /// The pegs of the end; `None` for a single peg anywhere.
    pub(crate) goal: Option<u64>,
}

impl PegSolitaire {
    /// Reads a game.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(statement: &Statement) -> Result<PegSolitaire, VerifyError> {
        let mut keys = statement.keys();
        let board = keys.rows("board", "o.#")?;
        let same = |sign, other| (sign == '#') == (other == '#');
        let goal = keys.has("goal").then(|| keys.goal("o.#", &board, same)).transpose()?;
        let is_triangular = match keys.has("jumps") {
            true => Some(keys.choice("jumps", &[("both", false), ("triangular", true)])?),
            false => None,
        };
        keys.end()?;
        let grid = Grid::new(&board, Some('#'));
        if grid.len() == 0 || grid.len() > 63 {
            return Err(VerifyError::new("the board does not have 1 to 63 holes"));
        }
        if grid.len() == 1 && goal.is_none() {
            return Err(VerifyError::new("in normal form, a single hole has a goal"));
        }
        let pegs = |drawn: &[Vec<char>]| {
            let holes = drawn.iter().flatten().filter(|sign| **sign != '#').zip(0..);
            holes.fold(0, |pegs: u64, (sign, hole)| pegs | u64::from(*sign == 'o') << hole)
        };
        let (start, goal) = (pegs(&board), goal.map(|goal| pegs(&goal)));
        let jump = |from: usize, way: (isize, isize)| {
            let over = grid.beside(from, way)?;
            Some([from, over, grid.beside(over, way)?])
        };
        // A board of triangles is drawn as squares of which one diagonal counts.
        let diagonals = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
        let ways = match is_triangular {
            None => WAYS.to_vec(),
            Some(true) => [&WAYS[..], &diagonals[..2]].concat(),
            Some(false) => [WAYS, diagonals].concat(),
        };
        let jumps = (0..grid.len()).flat_map(|from| ways.iter().filter_map(move |&way| jump(from, way)));
        let jumps = jumps.collect();
        let symmetries = match is_triangular {
            Some(true) => grid.symmetries_of_triangles(),
            _ => grid.trimmed().symmetries(),
        };
        let symmetries =
            symmetries.into_iter().filter(|images| goal.is_none_or(|goal| image(images, goal) == goal));
        Ok(PegSolitaire { jumps, symmetries: symmetries.collect(), start, goal, grid })
    }
}

/// Where a symmetry takes pegs.
fn image(images: &[usize], pegs: u64) -> u64 {
    images.iter().enumerate().fold(0, |all, (hole, image)| all | (pegs >> hole & 1) << image)
}

impl Rules for PegSolitaire {
    type Position = u64;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, pegs: &u64) -> bool {
        self.goal.map_or(pegs.count_ones() == 1, |goal| *pegs == goal)
    }

    fn expand(&self, pegs: &u64, mut visit: impl FnMut(&u64, u32)) {
        for [from, over, to] in &self.jumps {
            let changed = 1 << from | 1 << over | 1 << to;
            if pegs & changed == 1 << from | 1 << over {
                visit(&(pegs ^ changed), 1);
            }
        }
    }

    /// Each jump takes one peg.
    fn bound(&self, pegs: &u64) -> u32 {
        let left = self.goal.map_or(1, u64::count_ones);
        pegs.count_ones().checked_sub(left).unwrap_or(u32::MAX)
    }

    fn play(&self, pegs: &mut u64, by: &str) -> Result<u32, String> {
        let (from, to) = by.split_once('-').ok_or("it has no hyphen")?;
        let (from, to) = self.grid.named(from).zip(self.grid.named(to)).ok_or("there is no such hole")?;
        let jump = self.jumps.iter().find(|jump| (jump[0], jump[2]) == (from, to)).ok_or("it is no jump")?;
        let changed = 1 << jump[0] | 1 << jump[1] | 1 << jump[2];
        if *pegs & changed != 1 << jump[0] | 1 << jump[1] {
            return Err("there is no peg to jump, or none to jump over, or no room".to_owned());
        }
        *pegs ^= changed;
        Ok(1)
    }

    fn count(&self) -> u64 {
        1 << self.grid.len()
    }

    fn rank(&self, pegs: &u64) -> Option<u64> {
        Some(self.symmetries.iter().map(|images| image(images, *pegs)).fold(*pegs, u64::min))
    }

    fn unrank(&self, rank: u64, pegs: &mut u64) {
        *pegs = rank;
    }
}
