//! Tank Change: two armies on roads take turns, and no tank may end where an enemy sees it.

use crate::error::VerifyError;
use crate::ranking::{Class, Ranking};
use crate::rules::Rules;
use crate::rules::grid::Grid;
use crate::statement::Statement;

/// Most squares of a board.
const MOST_SQUARES: usize = 126;

/// A Tank Change puzzle. A position holds 0 for a free square, 1 for A and 2 for B.
pub struct TankChange {
    grid: Grid,
    /// From each square the squares along each road, nearest first.
    roads: Vec<Vec<Vec<usize>>>,
    symmetries: Vec<Vec<usize>>,
    ranking: Ranking,
    start: Position,
    goal: Vec<u8>,
}

/// The tanks, and who is next.
#[derive(Clone)]
pub struct Position {
    /// 0, 1 for A, or 2 for B, for each square.
    pub tanks: Vec<u8>,
    /// 1 or 2.
    pub turn: u8,
}

impl TankChange {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// If it is none, or too large to be numbered.
    pub fn read(statement: &Statement) -> Result<TankChange, VerifyError> {
        let mut keys = statement.keys();
        let board = keys.rows("board", "oAB.")?;
        let turn = keys.choice("first", &[("A", 1), ("B", 2)])?;
        let goal = keys.goal("oAB.", &board, |sign, other| (sign == '.') == (other == '.'))?;
        let roads = [("diagonal", [true, false]), ("orthogonal", [false, true]), ("both", [true, true])];
        let along = keys.choice("roads", &roads)?;
        keys.end()?;
        let grid = Grid::new(&board, Some('.'));
        if grid.len() > MOST_SQUARES {
            return Err(VerifyError::new("the board is too large for this program"));
        }
        let tanks = |drawn: &[Vec<char>]| -> Vec<u8> {
            drawn.iter().flatten().filter_map(|sign| "oAB".find(*sign)).map(|tank| tank as u8).collect()
        };
        let (start, goal) = (tanks(&board), tanks(&goal));
        if !(start.contains(&1) && start.contains(&2)) {
            return Err(VerifyError::new("a side has no tank"));
        }
        let ways = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (down, across)));
        let ways: Vec<(isize, isize)> = ways
            .filter(|&(down, across)| {
                (down, across) != (0, 0) && along[usize::from(down == 0 || across == 0)]
            })
            .collect();
        let road = |from: usize, way: &(isize, isize)| {
            std::iter::successors(grid.beside(from, *way), |&at| grid.beside(at, *way)).collect()
        };
        let roads = (0..grid.len()).map(|from| ways.iter().map(|way| road(from, way)).collect()).collect();
        let class = |side: u8| Class {
            count: start.iter().filter(|tank| **tank == side).count() as u8,
            covers: (0..grid.len()).map(|square| Some(vec![square])).collect(),
        };
        let ranking = Ranking::new(grid.len(), &[class(1), class(2)])?;
        if ranking.count() > u64::MAX / 2 || ranking.rank(&goal).is_none() {
            return Err(VerifyError::new("the goal has other tanks, or there are too many positions"));
        }
        let keeps = |images: &Vec<usize>| (0..grid.len()).all(|square| goal[square] == goal[images[square]]);
        let symmetries = grid.symmetries().into_iter().filter(keeps).collect();
        let start = Position { tanks: start, turn };
        let puzzle = TankChange { roads, symmetries, ranking, start, goal, grid };
        // Moves look at the tank that is moved. So no two may see each other before.
        for (tanks, name) in [(&puzzle.start.tanks, "board"), (&puzzle.goal, "goal")] {
            let seen = (0..tanks.len()).find(|&square| tanks[square] != 0 && puzzle.is_seen(tanks, square));
            if let Some(square) = seen {
                let what = format!("on the {name}, an enemy sees the tank here");
                return Err(VerifyError::at(puzzle.grid.places[square], what));
            }
        }
        Ok(puzzle)
    }

    fn is_seen(&self, tanks: &[u8], square: usize) -> bool {
        self.roads[square].iter().any(|road| {
            let first = road.iter().map(|&other| tanks[other]).find(|&tank| tank != 0);
            first == Some(3 - tanks[square])
        })
    }
}

impl Rules for TankChange {
    type Position = Position;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_goal(&self, position: &Position) -> bool {
        position.tanks == self.goal
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut(&Position, u32)) {
        let mut next = Position { tanks: position.tanks.clone(), turn: 3 - position.turn };
        for from in (0..position.tanks.len()).filter(|&from| position.tanks[from] == position.turn) {
            next.tanks[from] = 0;
            for road in &self.roads[from] {
                for &to in road.iter().take_while(|&&to| position.tanks[to] == 0) {
                    next.tanks[to] = position.turn;
                    if !self.is_seen(&next.tanks, to) {
                        visit(&next, 1);
                    }
                    next.tanks[to] = 0;
                }
            }
            next.tanks[from] = position.turn;
        }
    }

    fn play(&self, position: &mut Position, by: &str) -> Result<u32, String> {
        let (from, to) = by.split_once('-').ok_or("it has no hyphen")?;
        let square = |text: &str| {
            let number = text.parse::<usize>().ok().filter(|number| number.to_string() == text);
            number.and_then(|number| number.checked_sub(1)).filter(|&square| square < self.grid.len())
        };
        let (from, to) = square(from).zip(square(to)).ok_or("there is no such square")?;
        let mut wanted = position.tanks.clone();
        wanted[to] = std::mem::take(&mut wanted[from]);
        let mut found = false;
        self.expand(position, |next, _| found |= next.tanks == wanted);
        if !found || from == to {
            return Err("the rules forbid it".to_owned());
        }
        (position.tanks, position.turn) = (wanted, 3 - position.turn);
        Ok(1)
    }

    fn count(&self) -> u64 {
        2 * self.ranking.count()
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let mut least = self.ranking.rank(&position.tanks)?;
        let mut image = vec![0; position.tanks.len()];
        for images in &self.symmetries {
            position.tanks.iter().zip(images).for_each(|(&tank, &to)| image[to] = tank);
            least = least.min(self.ranking.rank(&image)?);
        }
        Some(2 * least + u64::from(position.turn - 1))
    }

    fn unrank(&self, rank: u64, position: &mut Position) {
        self.ranking.unrank(rank / 2, &mut position.tanks);
        position.turn = (rank % 2) as u8 + 1;
    }
}
