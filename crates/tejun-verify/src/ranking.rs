//! A number for each placement of pieces on a board, without gaps: the placements in the order of a walk over the cells,
//! counted by dynamic programming over what is still to come.

use std::collections::HashMap;

use crate::error::VerifyError;

/// Pieces that are alike: one stands in for another.
#[derive(Clone, Debug)]
pub struct Class {
    /// How many there are.
    pub count: u8,
    /// For each cell of the board the cells that such a piece covers with its head there, that is, its first cell, ascending;
    /// `None` if it cannot stand there.
    pub covers: Vec<Option<Vec<usize>>>,
}

/// Most nodes that a numbering may have.
const MOST_NODES: usize = 1 << 21;

/// Where the walk stands: before a cell that no piece covers yet, with some pieces placed.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    cell: usize,
    /// Cells that the pieces placed cover, from this one on, as bits.
    covered: Vec<u64>,
    left: Vec<u8>,
}

/// An edge of the walk: how many placements come before those that it leads to, and where it leads.
#[derive(Clone, Copy)]
struct Edge {
    before: u64,
    to: u32,
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
    /// If there are too many, or none.
    pub fn new(board: usize, classes: &[Class]) -> Result<Ranking, VerifyError> {
        let mut builder = Builder {
            board,
            classes,
            lasts: classes
                .iter()
                .map(|class| class.covers.iter().rposition(Option::is_some).unwrap_or(0))
                .collect(),
            known: HashMap::new(),
            edges: Vec::new(),
            cells: Vec::new(),
            counts: Vec::new(),
        };
        let left = classes.iter().map(|class| class.count).collect();
        let root = builder.node(Node { cell: 0, covered: vec![0; board.div_ceil(64)], left })?;
        let count = if root == NOWHERE { 0 } else { builder.counts[root as usize] };
        if count == 0 {
            return Err(VerifyError::new("the pieces have no place on the board"));
        }
        let Builder { edges, cells, .. } = builder;
        Ok(Ranking { edges, cells, width: classes.len() + 1, root, count, board })
    }

    /// How many placements there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a placement; `None` if it is none. Cost: linear in the cells of the board.
    pub fn rank(&self, heads: &[u8]) -> Option<u64> {
        let (mut node, mut rank, mut seen) = (self.root, 0, 0);
        while (self.cells[node as usize] as usize) < self.board {
            let cell = self.cells[node as usize] as usize;
            // A head on a cell that is covered, or no floor.
            if heads[seen..cell].iter().any(|&head| head != 0) {
                return None;
            }
            let head = usize::from(heads[cell]);
            if head >= self.width {
                return None;
            }
            let edge = self.edges[node as usize * self.width + head];
            if edge.to == NOWHERE {
                return None;
            }
            rank += edge.before;
            node = edge.to;
            seen = cell + 1;
        }
        heads[seen..].iter().all(|&head| head == 0).then_some(rank)
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

struct Builder<'a> {
    board: usize,
    classes: &'a [Class],
    /// The last head that each class may have.
    lasts: Vec<usize>,
    known: HashMap<Node, u32>,
    edges: Vec<Edge>,
    cells: Vec<u32>,
    counts: Vec<u64>,
}

impl Builder<'_> {
    /// The number of a node, once those below it have theirs; [`NOWHERE`] if no placement passes it.
    fn node(&mut self, mut node: Node) -> Result<u32, VerifyError> {
        let board = self.board;
        while node.cell < board && is_covered(&node.covered, node.cell) {
            node.covered[node.cell / 64] &= !(1 << (node.cell % 64));
            node.cell += 1;
        }
        // A piece that has no head left to stand on.
        if node.left.iter().zip(&self.lasts).any(|(&left, &last)| left > 0 && last < node.cell) {
            return Ok(NOWHERE);
        }
        if let Some(&known) = self.known.get(&node) {
            return Ok(known);
        }
        let too_many = || VerifyError::new("the board has too many placements to be numbered");
        let (mut edges, mut count) = (Vec::new(), 0_u64);
        if node.cell == board {
            count = 1;
            edges.resize(self.classes.len() + 1, Edge { before: 0, to: NOWHERE });
        } else {
            for head in 0..=self.classes.len() {
                let to = match self.after(&node, head) {
                    Some(next) => self.node(next)?,
                    None => NOWHERE,
                };
                edges.push(Edge { before: count, to });
                if to != NOWHERE {
                    count = count.checked_add(self.counts[to as usize]).ok_or_else(too_many)?;
                }
            }
        }
        let mut number = NOWHERE;
        if count > 0 {
            number = self.cells.len() as u32;
            self.cells.push(node.cell as u32);
            self.counts.push(count);
            self.edges.extend(edges);
        }
        if self.known.len() >= MOST_NODES {
            return Err(too_many());
        }
        self.known.insert(node, number);
        Ok(number)
    }

    /// The node after one where `head` is put on its cell: 0 for none, or a class counted from 1.
    fn after(&self, node: &Node, head: usize) -> Option<Node> {
        let mut next = Node { cell: node.cell + 1, ..node.clone() };
        if let Some(class) = head.checked_sub(1) {
            let cells = self.classes[class].covers[node.cell].as_ref()?;
            if cells.iter().any(|&cell| is_covered(&node.covered, cell)) {
                return None;
            }
            next.left[class] = next.left[class].checked_sub(1)?;
            for &cell in cells.iter().filter(|&&cell| cell > node.cell) {
                next.covered[cell / 64] |= 1 << (cell % 64);
            }
        }
        Some(next)
    }
}

fn is_covered(covered: &[u64], cell: usize) -> bool {
    covered[cell / 64] >> (cell % 64) & 1 == 1
}
