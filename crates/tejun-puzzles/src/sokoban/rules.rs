//! The rules, in states of any width.

use std::collections::VecDeque;
use std::sync::Arc;

use tejun_search::{Moves, Space};

use super::word::{Widest, Word};
use crate::CellId;
use tejun_core::Direction;
use tejun_core::bits::{Cells, each, set_of};
use tejun_core::kit::{Board, least_matching};

/// The most boxes that are matched with goals for a bound, which takes cubic time. If there are more, each has its
/// nearest goal.
const MATCHED: u32 = 120;

/// A warehouse. A state is the set of cells with a box, and the cell of the man, who stands behind the box that he
/// pushed last. If pushes count, only the part of the floor that he can walk over matters, so that searches go by
/// the first cell of it.
///
/// Play has states in the widest words; searches have them in words just wide enough.
pub struct Sokoban<S: Word = Widest> {
    pub(super) floor: Arc<Floor>,
    start: S,
    pub(super) goals: S::Set,
    /// The neighbours of each cell.
    near: Vec<S::Set>,
    /// The cells from which a box gets to no goal.
    dead: S::Set,
    /// The two cells that must be free for a box to move in its column, and in its row. All cells if there is a
    /// wall, or both are dead.
    needed: Vec<[S::Set; 2]>,
}

/// What stays the same in all positions.
pub(super) struct Floor {
    pub board: Board,
    pub metric: &'static str,
    /// Whether every step of the man counts, not only pushes.
    pub counts_steps: bool,
    /// The neighbours of each cell, in the order of [`Direction::ALL`].
    pub beside: Vec<[Option<CellId>; 4]>,
    pub goals: Vec<CellId>,
    /// For each cell, how many pushes take a box from there to each goal if it is alone.
    pushes: Vec<Vec<Option<u32>>>,
}

/// From where a box is pushed, the next cell, and what that costs with the walk before it.
pub(super) type Push = (CellId, CellId, u32);

pub(super) fn cells(set: impl Cells) -> impl Iterator<Item = CellId> + Clone {
    each(set).map(|cell| cell as CellId)
}

impl Floor {
    pub fn new(board: Board, metric: &'static str, counts_steps: bool) -> Floor {
        let beside = board.cells().map(|cell| Direction::ALL.map(|to| board.beside(cell, to)));
        let beside: Vec<_> = beside.collect();
        let goals: Vec<CellId> = board.drawn(".*+").collect();
        let mut pushes = vec![vec![None; goals.len()]; board.len()];
        for (at, &goal) in goals.iter().enumerate() {
            pushes[goal][at] = Some(0);
            let mut found = VecDeque::from([goal]);
            // Pulls, away from the goal.
            while let Some(cell) = found.pop_front() {
                for (direction, from) in (0..4).filter_map(|to| Some((to, beside[cell][to]?))) {
                    if beside[from][direction].is_some() && pushes[from][at].is_none() {
                        pushes[from][at] = pushes[cell][at].map(|pushes: u32| pushes + 1);
                        found.push_back(from);
                    }
                }
            }
        }
        Floor { board, metric, counts_steps, beside, goals, pushes }
    }
}

impl<S: Word> Sokoban<S> {
    pub(super) fn new(floor: Arc<Floor>, boxes: impl Iterator<Item = CellId>, man: CellId) -> Self {
        let near = floor.beside.iter().map(|beside| set_of(beside.iter().copied().flatten())).collect();
        let is_dead = |cell: &CellId| floor.pushes[*cell].iter().all(Option::is_none);
        let dead: S::Set = set_of(floor.board.cells().filter(is_dead));
        let needed = |[up, down, left, right]: [Option<CellId>; 4]| {
            [(up, down), (left, right)].map(|pair| match pair {
                (Some(one), Some(other)) if [one, other].iter().any(|&cell| !dead.has(cell as u32)) => {
                    set_of([one, other])
                }
                _ => !S::Set::NONE,
            })
        };
        let needed = floor.beside.iter().copied().map(needed).collect();
        let goals = set_of(floor.goals.iter().copied());
        Sokoban { start: S::new(set_of(boxes), man), goals, near, dead, needed, floor }
    }

    /// The puzzle from a state on, in other words, which must have room for it.
    pub(super) fn packed<T: Word>(&self, state: &S) -> Sokoban<T> {
        Sokoban::new(self.floor.clone(), cells(state.boxes()), state.man())
    }

    /// Shows the cells that the man can walk to in 0 steps, in 1 and so on; returns all of them.
    fn walk(&self, boxes: S::Set, man: CellId, mut show: impl FnMut(u32, S::Set)) -> S::Set {
        let (mut reached, mut last, mut steps) = (S::Set::NONE, S::Set::only(man as u32), 0);
        while last != S::Set::NONE {
            show(steps, last);
            reached = reached | last;
            let next = cells(last).fold(S::Set::NONE, |next, cell| next | self.near[cell]);
            last = next & !reached & !boxes;
            steps += 1;
        }
        reached
    }

    /// Whether there are more boxes than goals, so that one is always left over.
    pub(super) fn has_surplus(&self, boxes: S::Set) -> bool {
        boxes.count() as usize > self.floor.goals.len()
    }

    /// The boxes that can never get to a goal: those on dead cells, and those that block each other for good.
    pub(super) fn stuck(&self, boxes: S::Set) -> S::Set {
        let mut frozen = boxes;
        loop {
            let moves = |cell: &CellId| self.needed[*cell].iter().any(|&it| it & frozen == S::Set::NONE);
            let free: S::Set = set_of(cells(frozen).filter(moves));
            if free == S::Set::NONE {
                return (boxes & self.dead) | (frozen & !self.goals);
            }
            frozen = frozen & !free;
        }
    }

    /// What the walk to the nearest push costs; `None` if there is none.
    pub(super) fn first_walk(&self, state: &S) -> Option<u32> {
        let mut walk = None;
        self.expand(state, |(.., cost), _| walk = walk.or(Some(cost - 1)));
        walk
    }

    /// The fewest pushes that take each box, as if it were alone, to a goal of its own; `None` if there is no way.
    fn least_pushes(&self, boxes: S::Set) -> Option<u32> {
        if self.has_surplus(boxes) {
            return None;
        }
        let costs = cells(boxes).map(|cell| &self.floor.pushes[cell]);
        if boxes.count() > MATCHED {
            return costs.map(|costs| costs.iter().flatten().min()).sum();
        }
        least_matching(&costs.collect::<Vec<_>>())
    }
}

impl<S: Word> Space for Sokoban<S> {
    type State = S;
    type Move = Push;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(S)) {
        visit(self.start.clone());
    }

    fn is_goal(&self, state: &S) -> bool {
        state.boxes() & !self.goals == S::Set::NONE
    }

    fn expand(&self, state: &S, mut visit: impl FnMut(Push, S)) {
        let boxes = state.boxes();
        let beside = &self.floor.beside;
        self.walk(boxes, state.man(), |steps, last| {
            for cell in cells(last).filter(|&cell| self.near[cell] & boxes != S::Set::NONE) {
                for (direction, from) in beside[cell].iter().enumerate() {
                    let Some(from) = from.filter(|&cell| boxes.has(cell as u32)) else { continue };
                    let Some(to) = beside[from][direction].filter(|&to| !boxes.has(to as u32)) else {
                        continue;
                    };
                    let cost = if self.floor.counts_steps { steps + 1 } else { 1 };
                    let pushed = (boxes & !S::Set::only(from as u32)) | S::Set::only(to as u32);
                    visit((from, to, cost), S::new(pushed, from));
                }
            }
        });
    }

    fn has_symmetry(&self) -> bool {
        !self.floor.counts_steps
    }

    fn canonical(&self, state: &S) -> S {
        if !self.has_symmetry() {
            return state.clone();
        }
        let boxes = state.boxes();
        S::new(boxes, self.walk(boxes, state.man(), |_, _| ()).lowest() as CellId)
    }

    fn expand_costs(&self, state: &S, mut visit: impl FnMut(Push, S, u32)) {
        self.expand(state, |push, next| visit(push, next, push.2));
    }

    fn bound(&self, state: &S) -> Option<u32> {
        let boxes = state.boxes();
        let pushes = self.least_pushes(boxes).filter(|_| self.stuck(boxes) == S::Set::NONE)?;
        if self.is_goal(state) { Some(0) } else { Some(pushes + self.first_walk(state)?) }
    }
}
