//! Sokoban: a man pushes boxes, one at a time, until each is on a goal.

use crate::assignment::{FAR, min_cost};
use crate::error::VerifyError;
use crate::ranking::{Class, Ranking};
use crate::rules::Rules;
use crate::rules::grid::{Grid, Place, WAYS, detached};
use crate::statement::Statement;

/// A level of Sokoban.
pub struct Sokoban {
    grid: Grid,
    /// Whether every step counts, not only pushes.
    pub(crate) steps: bool,
    /// For each cell the neighbours up, down, left and right.
    pub(crate) beside: Vec<[Option<usize>; 4]>,
    /// The same as bits.
    near: Vec<u128>,
    pub(crate) goals: Vec<bool>,
    /// For each goal and cell the fewest pushes that bring a box from there to it, if nothing is in the way.
    pub(crate) far: Vec<Vec<Option<u32>>>,
    /// `None` if nothing is to be numbered.
    ranking: Option<Ranking>,
    pub(crate) start: Position,
}

/// The boxes and the man: for each cell 1 for a box, 2 for the man.
#[derive(Clone)]
pub struct Position {
    /// What each cell holds.
    pub on: Vec<u8>,
}

/// Most cells of a room whose positions are numbered.
const MOST_CELLS: usize = 120;

/// Most boxes whose goals are matched.
const MATCHED: usize = 8;

const BOX: u8 = 1;
const MAN: u8 = 2;

impl Position {
    pub(crate) fn man(&self) -> usize {
        self.on.iter().position(|&thing| thing == MAN).unwrap_or(0)
    }
}

impl Sokoban {
    /// Reads a level.
    ///
    /// # Errors
    /// If it is none, or too large to be numbered.
    pub fn read(statement: &Statement) -> Result<Sokoban, VerifyError> {
        let rules = Sokoban::of_size(statement, MOST_CELLS)?;
        let anywhere: Vec<Option<Vec<usize>>> = (0..rules.grid.len()).map(|cell| Some(vec![cell])).collect();
        let class = |count| Class { count, covers: anywhere.clone() };
        let boxes = rules.start.on.iter().filter(|&&thing| thing == BOX).count();
        let ranking = Ranking::new(rules.grid.len(), &[class(boxes as u8), class(1)])?;
        Ok(Sokoban { ranking: Some(ranking), ..rules })
    }

    /// Reads a level whose positions get no numbers.
    ///
    /// # Errors
    /// If it is none, or has more cells than words have bits.
    pub fn without_numbers(statement: &Statement) -> Result<Sokoban, VerifyError> {
        Sokoban::of_size(statement, u128::BITS as usize)
    }

    fn of_size(statement: &Statement, most: usize) -> Result<Sokoban, VerifyError> {
        let mut keys = statement.keys();
        let board = keys.rows("board", "# .$*@+")?;
        let steps = keys.choice("metric", &[("pushes", false), ("moves", true)])?;
        keys.end()?;
        let grid = Grid::new(&board, Some('#'));
        if grid.len() > most {
            return Err(VerifyError::new(format!(
                "the level is too large for this program: it has {} cells, the most is {most}",
                grid.len()
            )));
        }
        let cells = &grid.places;
        let (bottom, right) = (board.len() - 1, board[0].len() - 1);
        let is_at_edge =
            |&&(row, column): &&Place| [0, bottom].contains(&row) || [0, right].contains(&column);
        if let Some(place) = cells.iter().find(is_at_edge) {
            return Err(VerifyError::at(*place, "the floor is open at the edge of the level"));
        }
        if let Some(place) = cells.first().and_then(|_| detached(cells)) {
            return Err(VerifyError::at(place, "this is floor beyond the walls, in normal form a wall"));
        }
        let on = |signs: &str| -> Vec<bool> {
            cells.iter().map(|&(row, column)| signs.contains(board[row][column])).collect()
        };
        let (boxes, man, goals) = (on("$*"), on("@+"), on(".*+"));
        let count = |cells: &[bool]| cells.iter().filter(|is| **is).count();
        if count(&man) != 1 {
            return Err(VerifyError::new("there is not one man"));
        }
        let beside: Vec<_> = (0..grid.len()).map(|cell| WAYS.map(|way| grid.beside(cell, way))).collect();
        let far = (0..grid.len()).filter(|&cell| goals[cell]).map(|goal| far(&beside, goal)).collect();
        let bits = |cells: &[Option<usize>; 4]| cells.iter().flatten().fold(0, |bits, cell| bits | 1 << cell);
        let near = beside.iter().map(bits).collect();
        let thing = |(&is_box, &is_man): (&bool, &bool)| u8::from(is_box) * BOX + u8::from(is_man) * MAN;
        let start = Position { on: boxes.iter().zip(&man).map(thing).collect() };
        Ok(Sokoban { grid, steps, beside, near, goals, far, ranking: None, start })
    }

    /// How many steps the man needs to each cell; `None` where he cannot get.
    fn walk(&self, position: &Position) -> Vec<Option<u32>> {
        let mut steps = vec![None; position.on.len()];
        let mut queue = vec![position.man()];
        steps[queue[0]] = Some(0);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for to in self.beside[cell].into_iter().flatten() {
                if steps[to].is_none() && position.on[to] != BOX {
                    steps[to] = steps[cell].map(|steps: u32| steps + 1);
                    queue.push(to);
                }
            }
        }
        steps
    }

    /// The cells with a box, as bits.
    pub(crate) fn boxes(&self, position: &Position) -> u128 {
        let bit = |(cell, &thing): (usize, &u8)| u128::from(thing == BOX) << cell;
        position.on.iter().enumerate().map(bit).sum()
    }

    /// The cells that the man can walk to among boxes, as bits.
    pub(crate) fn reach(&self, boxes: u128, man: usize) -> u128 {
        let mut reach = 1 << man;
        let mut waiting: u128 = reach;
        while waiting != 0 {
            let more = self.near[waiting.trailing_zeros() as usize] & !boxes & !reach;
            waiting = waiting & (waiting - 1) | more;
            reach |= more;
        }
        reach
    }

    /// Visits each push: from where to where a box goes, what the push costs, and the position after it.
    fn pushes(&self, position: &Position, mut visit: impl FnMut(usize, usize, u32, &Position)) {
        let walk = if self.steps { self.walk(position) } else { Vec::new() };
        let man = position.man();
        let reach = self.reach(self.boxes(position), man);
        let mut next = position.clone();
        next.on[man] = 0;
        for behind in (0..position.on.len()).filter(|behind| reach >> behind & 1 == 1) {
            let steps = walk.get(behind).copied().flatten().unwrap_or(0);
            for way in 0..WAYS.len() {
                let Some(from) = self.beside[behind][way].filter(|&from| position.on[from] == BOX) else {
                    continue;
                };
                let Some(to) = self.beside[from][way].filter(|&to| position.on[to] != BOX) else { continue };
                (next.on[from], next.on[to]) = (MAN, BOX);
                visit(from, to, steps + 1, &next);
                (next.on[from], next.on[to]) = (BOX, 0);
            }
        }
    }
}

/// The fewest pushes of a box alone from each cell to a goal, found by pulling from it.
fn far(beside: &[[Option<usize>; 4]], goal: usize) -> Vec<Option<u32>> {
    let mut far = vec![None; beside.len()];
    far[goal] = Some(0);
    let mut queue = vec![goal];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for (way, from) in beside[cell].iter().enumerate() {
            let Some(from) = *from else { continue };
            if far[from].is_none() && beside[from][way].is_some() {
                far[from] = far[cell].map(|pushes| pushes + 1);
                queue.push(from);
            }
        }
    }
    far
}

impl Rules for Sokoban {
    type Position = Position;

    fn start(&self) -> Position {
        self.start.clone()
    }

    /// Goals may stay free.
    fn is_goal(&self, position: &Position) -> bool {
        position.on.iter().zip(&self.goals).all(|(&thing, &is_goal)| thing != BOX || is_goal)
    }

    fn expand(&self, position: &Position, mut visit: impl FnMut(&Position, u32)) {
        self.pushes(position, |_, _, cost, next| visit(next, cost));
    }

    /// Each box needs at least the pushes that take it alone to its goal: of all ways to give each a goal of its own the
    /// cheapest; with more than eight goals, each has the nearest. If there are more boxes than goals, nothing solves it.
    fn bound(&self, position: &Position) -> u32 {
        let boxes = (0..position.on.len()).filter(|&cell| position.on[cell] == BOX);
        let row = |cell: usize| self.far.iter().map(move |goal| goal[cell].map_or(FAR, i64::from));
        let pushes = match self.far.len() {
            goals if boxes.clone().count() > goals => FAR,
            ..=MATCHED => min_cost(&boxes.map(|cell| row(cell).collect()).collect::<Vec<_>>()).unwrap_or(FAR),
            _ => boxes.filter_map(|cell| row(cell).min()).sum(),
        };
        u32::try_from(pushes).unwrap_or(u32::MAX)
    }

    fn play(&self, position: &mut Position, by: &str) -> Result<u32, String> {
        let (from, to) = by.split_once('-').ok_or("it has no hyphen")?;
        let (from, to) = self.grid.named(from).zip(self.grid.named(to)).ok_or("there is no such cell")?;
        let mut found = None;
        self.pushes(position, |one, other, cost, next| {
            if (one, other) == (from, to) {
                found = Some((cost, next.clone()));
            }
        });
        let (cost, next) = found.ok_or("the box cannot be pushed there")?;
        *position = next;
        Ok(cost)
    }

    fn count(&self) -> u64 {
        self.ranking.as_ref().map_or(0, Ranking::count)
    }

    /// If only pushes count, the man stands for all cells that he can walk to.
    fn rank(&self, position: &Position) -> Option<u64> {
        let ranking = self.ranking.as_ref()?;
        if self.steps {
            return ranking.rank(&position.on);
        }
        let mut on = position.on.clone();
        on[position.man()] = 0;
        on[self.reach(self.boxes(position), position.man()).trailing_zeros() as usize] = MAN;
        ranking.rank(&on)
    }

    fn unrank(&self, rank: u64, position: &mut Position) {
        if let Some(ranking) = &self.ranking {
            ranking.unrank(rank, &mut position.on);
        }
    }
}
