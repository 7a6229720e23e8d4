//! A number for each placement of pieces on a board, without gaps: the placements in the order of a walk over the cells,
//! counted by dynamic programming over what is still to come.

use std::collections::HashMap;

use crate::error::VerifyError;
use crate::limits::Limits;

/// Pieces that are alike: one stands in for another.
#[derive(Clone, Debug)]
pub struct Class {
    /// How many there are.
    pub count: u8,
    /// For each cell of the board the cells that such a piece covers with its head there, that is, its first cell, ascending;
    /// `None` if it cannot stand there.
    pub covers: Vec<Option<Vec<usize>>>,
}

/// Most edges of a numbering, 48 MiB, and most nodes that are looked at to find them, 150 MiB for a moment.
const MOST_EDGES: usize = 3 << 20;
const MOST_NODES: usize = 1 << 20;
/// Bytes that a node takes while they are looked for, about.
const NODE_BYTES: usize = 160;
/// Most cells of a board.
pub const MOST_CELLS: usize = 128;

/// Where the walk stands: before the first cell that is not done.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    /// Cells that the walk has passed or that a piece covers, as bits.
    done: u128,
    /// How many pieces of each class are left: see [`Left`].
    left: u128,
}

/// Where the number of pieces of a class that are left has its bits. No class takes more of them than it has pieces, so there
/// are enough for a board.
#[derive(Clone, Copy)]
struct Left {
    shift: u32,
    mask: u128,
    /// Cells that a piece covers.
    area: u32,
}

/// An edge of the walk: how many placements come before those that it leads to, and where it leads.
#[derive(Clone, Copy)]
struct Edge {
    before: u64,
    to: u32,
    /// The cell of the node that it leads to.
    cell: u32,
}

const NOWHERE: u32 = u32::MAX;

/// The placements of classes of pieces on a board that do not overlap. A placement is written as what each cell holds: 0, or
/// the class of the piece that has its head there, counted from 1.
pub struct Ranking {
    /// For each node its edges: no head, then a head of each class.
    edges: Vec<Edge>,
    /// The cell of each node.
    cells: Vec<u32>,
    /// Number of edges of a node.
    width: usize,
    root: u32,
    count: u64,
    board: usize,
}

impl Ranking {
    /// Numbers the placements on a board of so many cells.
    ///
    /// # Errors
    /// If there are too many, or none. If the limits of the thread end that.
    pub fn new(board: usize, classes: &[Class]) -> Result<Ranking, VerifyError> {
        if board > MOST_CELLS {
            return Err(VerifyError::new("the board is too large for this program"));
        }
        if classes.iter().map(|class| usize::from(class.count)).sum::<usize>() > board {
            return Err(nowhere());
        }
        let mut builder = Builder::new(board, classes);
        let left =
            |(class, left): (&Class, &Left)| u128::from(class.count).checked_shl(left.shift).unwrap_or(0);
        let left = classes.iter().zip(&builder.lefts).map(left).sum();
        let root = builder.node(Node { done: 0, left })?;
        let count = if root == NOWHERE { 0 } else { builder.counts[root as usize] };
        if count == 0 {
            return Err(nowhere());
        }
        let Builder { edges, cells, .. } = builder;
        Ok(Ranking { edges, cells, width: classes.len() + 1, root, count, board })
    }

    /// How many placements there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a placement of all pieces; `None` if it is none, because pieces overlap or do not fit. Cost: linear in the
    /// cells of the board.
    ///
    /// Since no piece is missing, a head on a cell that another piece covers leaves a piece too few for the walk.
    pub fn rank(&self, heads: &[u8]) -> Option<u64> {
        let (mut node, mut cell, mut rank) = (self.root, self.cells[self.root as usize], 0);
        while (cell as usize) < self.board {
            let head = usize::from(heads[cell as usize]);
            if head >= self.width {
                return None;
            }
            let edge = self.edges[node as usize * self.width + head];
            if edge.to == NOWHERE {
                return None;
            }
            rank += edge.before;
            (node, cell) = (edge.to, edge.cell);
        }
        Some(rank)
    }

    /// The placement of a number, which is less than their [count](Ranking::count).
    pub fn unrank(&self, mut rank: u64, heads: &mut [u8]) {
        heads.fill(0);
        let mut node = self.root;
        while (self.cells[node as usize] as usize) < self.board {
            let at = node as usize * self.width;
            let edges = &self.edges[at..at + self.width];
            let (head, edge) = edges
                .iter()
                .enumerate()
                .rev()
                .find(|(_, edge)| edge.to != NOWHERE && edge.before <= rank)
                .expect("a number below the count is that of a placement");
            heads[self.cells[node as usize] as usize] = head as u8;
            rank -= edge.before;
            node = edge.to;
        }
    }
}

struct Builder {
    board: usize,
    lefts: Vec<Left>,
    /// The last head that each class may have.
    lasts: Vec<usize>,
    /// For each class and head the cells that a piece covers, as bits; none if it cannot stand there.
    covers: Vec<Vec<u128>>,
    known: HashMap<Node, u32>,
    edges: Vec<Edge>,
    cells: Vec<u32>,
    counts: Vec<u64>,
    limits: Limits,
}

impl Builder {
    fn new(board: usize, classes: &[Class]) -> Builder {
        let bits = |cells: &Option<Vec<usize>>| cells.iter().flatten().fold(0, |bits, cell| bits | 1 << cell);
        let mut shift = 0;
        let left = |class: &Class| {
            let bits = u8::BITS - class.count.leading_zeros();
            let mask = ((1_u128 << bits) - 1).checked_shl(shift).unwrap_or(0);
            let area = class.covers.iter().flatten().map(Vec::len).min().unwrap_or(0) as u32;
            let left = Left { shift, mask, area };
            shift += bits;
            left
        };
        Builder {
            board,
            lefts: classes.iter().map(left).collect(),
            lasts: classes
                .iter()
                .map(|class| class.covers.iter().rposition(Option::is_some).unwrap_or(0))
                .collect(),
            covers: classes.iter().map(|class| class.covers.iter().map(bits).collect()).collect(),
            known: HashMap::new(),
            edges: Vec::new(),
            cells: Vec::new(),
            counts: Vec::new(),
            limits: Limits::current(),
        }
    }

    /// The number of a node, once those below it have theirs; [`NOWHERE`] if no placement passes it.
    fn node(&mut self, node: Node) -> Result<u32, VerifyError> {
        if let Some(&known) = self.known.get(&node) {
            return Ok(known);
        }
        if self.known.len() >= MOST_NODES {
            return Err(too_many());
        }
        self.limits.check_every(1 << 10, self.known.len() as u64)?;
        let bytes = self.known.len() * NODE_BYTES + self.edges.len() * size_of::<Edge>();
        self.limits.hold(bytes as u64)?;
        if self.needed(node.left) > self.board as u32 - node.done.count_ones() {
            return Ok(NOWHERE);
        }
        let at = (node.done.trailing_ones() as usize).min(self.board);
        let stranded = |(left, &last): (&Left, &usize)| last < at && node.left & left.mask != 0;
        let mut number = NOWHERE;
        if !self.lefts.iter().zip(&self.lasts).any(stranded) {
            let (mut edges, mut count) = (Vec::new(), 0_u64);
            if at == self.board {
                count = 1;
                edges.resize(self.lefts.len() + 1, Edge { before: 0, to: NOWHERE, cell: 0 });
            } else {
                for head in 0..=self.lefts.len() {
                    let to = match self.after(node, at, head) {
                        Some(next) => self.node(next)?,
                        None => NOWHERE,
                    };
                    let cell = if to == NOWHERE { 0 } else { self.cells[to as usize] };
                    edges.push(Edge { before: count, to, cell });
                    if to != NOWHERE {
                        count = count.checked_add(self.counts[to as usize]).ok_or_else(too_many)?;
                    }
                }
            }
            if count > 0 {
                number = self.cells.len() as u32;
                self.cells.push(at as u32);
                self.counts.push(count);
                self.edges.extend(edges);
            }
        }
        if self.edges.len() > MOST_EDGES {
            return Err(too_many());
        }
        self.known.insert(node, number);
        Ok(number)
    }

    /// How many cells the pieces that are left cover.
    fn needed(&self, left: u128) -> u32 {
        self.lefts
            .iter()
            .map(|class| (left & class.mask).checked_shr(class.shift).unwrap_or(0) as u32 * class.area)
            .sum()
    }

    /// The node after one where `head` is put on its cell: 0 for none, or a class counted from 1.
    fn after(&self, node: Node, cell: usize, head: usize) -> Option<Node> {
        let Some(class) = head.checked_sub(1) else {
            return Some(Node { done: node.done | 1 << cell, ..node });
        };
        let (cells, left) = (self.covers[class][cell], self.lefts[class]);
        if cells == 0 || cells & node.done != 0 || node.left & left.mask == 0 {
            return None;
        }
        Some(Node { done: node.done | cells, left: node.left - (1 << left.shift) })
    }
}

fn nowhere() -> VerifyError {
    VerifyError::new("the pieces have no place on the board")
}

fn too_many() -> VerifyError {
    VerifyError::new("the board has too many placements to be numbered")
}
