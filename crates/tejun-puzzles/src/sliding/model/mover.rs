//! The moves of a class of pieces, on bitboards.

use super::class::Class;
use super::codec::Field;
use crate::packed::Cells;
use crate::sliding::rules::{Direction, Metric, Rules};

/// A class of pieces, as its moves need it.
pub(super) struct Mover<B> {
    pub field: Field,
    /// How far the cells of a piece are above its head, without the head's own.
    cells: Turns<3>,
    /// The cells of a piece, as a set, for the head on the first cell.
    shape: B,
    /// Heads with which a piece is on the floor.
    valid: B,
    steps: [Step<B>; 4],
}

/// Distances by which sets of cells are turned and combined. The first `N` are a loop that the
/// compiler unrolls, short lists being filled up with their last entry, which changes nothing: most
/// pieces are small, and the end of each short loop would cost more than its work.
struct Turns<const N: usize> {
    first: [u32; N],
    rest: Vec<u32>,
}

impl<const N: usize> Turns<N> {
    /// From distances that may be negative. An empty list is as good as a list of a 0.
    fn new<B: Cells>(distances: &[isize]) -> Self {
        let turn = |&distance: &isize| distance.rem_euclid(B::BITS as isize) as u32;
        let turns: Vec<u32> = distances.iter().map(turn).collect();
        let filler = turns.first().copied().unwrap_or(0);
        Turns {
            first: std::array::from_fn(|at| turns.get(at).copied().unwrap_or(filler)),
            rest: turns.get(N..).unwrap_or_default().to_vec(),
        }
    }

    #[inline(always)]
    fn fold<B>(&self, mut set: B, combine: impl Fn(B, u32) -> B) -> B {
        for &turn in &self.first {
            set = combine(set, turn);
        }
        for &turn in &self.rest {
            set = combine(set, turn);
        }
        set
    }
}

/// One direction for a class.
struct Step<B> {
    /// Heads from which a step that way stays on the floor. It keeps what is turned past the end of
    /// a word, or a row, from coming back at the other side.
    allowed: B,
    /// How far back from the head the cells are that a step newly covers: turned by that, those
    /// cells come to lie on the head.
    uncovered: Turns<2>,
    turn: u32,
}

impl<B: Cells> Step<B> {
    /// A set of heads, each one step farther.
    #[inline(always)]
    fn of(&self, heads: B) -> B {
        (heads & self.allowed).turn(self.turn)
    }

    /// The heads, of `heads`, that can go one step onto empty cells.
    #[inline(always)]
    fn free(&self, heads: B, empty: B) -> B {
        self.uncovered.fold(heads & self.allowed, |free, turn| free & empty.turn(turn))
    }
}

impl<B: Cells> Mover<B> {
    pub fn new(rules: &Rules, class: &Class, field: &Field) -> Self {
        let columns = rules.floor.columns as isize;
        let cells: Vec<isize> =
            class.shape.0.iter().map(|&(down, right)| down as isize * columns + right).collect();
        let set = |heads: &mut dyn Iterator<Item = usize>| {
            heads.fold(B::NONE, |set, head| set | (B::FIRST << head as u32))
        };
        let steps = Direction::ALL.map(|direction| {
            let by = match direction {
                Direction::Up => -columns,
                Direction::Down => columns,
                Direction::Left => -1,
                Direction::Right => 1,
            };
            let stays = |head: usize| {
                let cells = rules.floor.cover(&class.shape, head).expect("a head of the class");
                cells.iter().all(|&cell| rules.floor.neighbour(cell, direction).is_some())
            };
            let new = cells.iter().map(|cell| cell + by).filter(|cell| !cells.contains(cell));
            Step {
                allowed: set(&mut class.heads.iter().copied().filter(|&head| stays(head))),
                uncovered: Turns::new::<B>(&new.map(|cell| -cell).collect::<Vec<_>>()),
                turn: by.rem_euclid(B::BITS as isize) as u32,
            }
        });
        Mover {
            field: field.clone(),
            shape: cells.iter().fold(B::NONE, |set, &cell| set | (B::FIRST << cell as u32)),
            cells: Turns::new::<B>(&cells[1..]),
            valid: set(&mut class.heads.iter().copied()),
            steps,
        }
    }

    /// The cells that the pieces with these heads cover.
    #[inline(always)]
    pub fn cover(&self, heads: B) -> B {
        self.cells.fold(heads, |cover, turn| cover | heads.turn(turn))
    }

    /// The heads with which a piece fits into the empty cells.
    #[inline(always)]
    pub fn fit(&self, empty: B) -> B {
        self.cells.fold(self.valid & empty, |fit, turn| fit & empty.turn(B::BITS - turn))
    }

    /// Visits every move of the pieces with these heads, from head to head.
    #[inline(always)]
    pub fn moves(&self, metric: Metric, heads: B, empty: B, mut visit: impl FnMut(u32, u32)) {
        let [up, down, left, right] = &self.steps;
        let free = [
            up.free(heads, empty),
            down.free(heads, empty),
            left.free(heads, empty),
            right.free(heads, empty),
        ];
        let mut movable = free[0] | free[1] | free[2] | free[3];
        while movable != B::NONE {
            let from = movable.lowest();
            let head = B::FIRST << from;
            movable = movable & !head;
            let stepped = [
                up.of(free[0] & head),
                down.of(free[1] & head),
                left.of(free[2] & head),
                right.of(free[3] & head),
            ];
            let mut reached = stepped[0] | stepped[1] | stepped[2] | stepped[3];
            if metric != Metric::Steps {
                let fit = self.fit(empty | (self.shape << from));
                reached = match metric {
                    Metric::Moves => self.flood(reached, head, fit),
                    _ => self.slide(stepped, fit),
                };
            }
            while reached != B::NONE {
                let to = reached.lowest();
                reached = reached & !(B::FIRST << to);
                visit(from, to);
            }
        }
    }

    /// Every head that can be reached through `fit`, `head` itself apart, when one step reaches
    /// `reached`.
    #[inline(always)]
    fn flood(&self, mut reached: B, head: B, fit: B) -> B {
        let [up, down, left, right] = &self.steps;
        let mut new = reached;
        while new != B::NONE {
            new = (up.of(new) | down.of(new) | left.of(new) | right.of(new)) & fit & !reached & !head;
            reached = reached | new;
        }
        reached
    }

    /// Every head that can be reached through `fit` by going on in the direction of the first step.
    #[inline(always)]
    fn slide(&self, stepped: [B; 4], fit: B) -> B {
        let mut reached = B::NONE;
        for (step, mut new) in self.steps.iter().zip(stepped) {
            while new != B::NONE {
                reached = reached | new;
                new = step.of(new) & fit;
            }
        }
        reached
    }
}
