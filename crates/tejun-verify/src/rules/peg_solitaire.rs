//! Peg solitaire: a peg jumps over a neighbour, which is taken away.

use crate::error::VerifyError;
use crate::rules::Rules;
use crate::rules::grid::{Grid, WAYS};
use crate::statement::{Statement, rows};

/// A game of peg solitaire. A position is the set of holes with a peg.
pub struct PegSolitaire {
    grid: Grid,
    /// From where, over what, to where.
    jumps: Vec<[usize; 3]>,
    symmetries: Vec<Vec<usize>>,
    start: u64,
    /// The pegs of the end; `None` for a single peg anywhere.
    goal: Option<u64>,
}

impl PegSolitaire {
    /// Reads a game.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(statement: &Statement) -> Result<PegSolitaire, VerifyError> {
        statement.only(&["board", "goal"])?;
        let drawn = rows(statement.text("board")?, true)?;
        let grid = Grid::new(&drawn, |row, column| matches!(drawn[row][column], 'o' | '.'));
        if grid.len() == 0 || grid.len() > 63 {
            return Err(VerifyError::new("the board does not have 1 to 63 holes"));
        }
        let pegs = |drawn: &[Vec<char>]| -> Result<u64, VerifyError> {
            if drawn.iter().flatten().filter(|sign| matches!(sign, 'o' | '.')).count() != grid.len() {
                return Err(VerifyError::new("the boards of start and goal differ"));
            }
            let mut pegs = 0;
            for (row, signs) in drawn.iter().enumerate() {
                for (column, &sign) in signs.iter().enumerate() {
                    match (grid.cell(row, column), sign) {
                        (Some(hole), 'o') => pegs |= 1 << hole,
                        (Some(_), '.') | (None, '#' | ' ') => (),
                        _ => return Err(VerifyError::new("the boards of start and goal differ")),
                    }
                }
            }
            Ok(pegs)
        };
        let start = pegs(&drawn)?;
        let goal = statement.optional_text("goal")?.map(|text| pegs(&rows(text, true)?)).transpose()?;
        let jump = |from: usize, way: (isize, isize)| {
            let over = grid.beside(from, way)?;
            Some([from, over, grid.beside(over, way)?])
        };
        let jumps = (0..grid.len()).flat_map(|from| WAYS.map(|way| jump(from, way))).flatten().collect();
        let image = |images: &[usize], pegs: u64| {
            (0..images.len())
                .filter(|hole| pegs >> hole & 1 == 1)
                .fold(0, |all: u64, hole| all | 1 << images[hole])
        };
        let symmetries = grid.trimmed().symmetries();
        let symmetries =
            symmetries.into_iter().filter(|images| goal.is_none_or(|goal| image(images, goal) == goal));
        Ok(PegSolitaire { jumps, symmetries: symmetries.collect(), start, goal, grid })
    }
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
        let image = |images: &Vec<usize>| {
            (0..images.len())
                .filter(|hole| pegs >> hole & 1 == 1)
                .fold(0, |all: u64, hole| all | 1 << images[hole])
        };
        Some(self.symmetries.iter().map(image).fold(*pegs, u64::min))
    }

    fn unrank(&self, rank: u64, pegs: &mut u64) {
        *pegs = rank;
    }
}
