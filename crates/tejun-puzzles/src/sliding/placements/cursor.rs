//! One placement, and the ranks of its neighbours.

use super::Placements;
use super::numbering::EMPTY;
use crate::packed::{Cells, each};
use crate::sliding::model::Room;

/// No node.
const NONE: u32 = u32::MAX;

/// A placement as a path through the graph of decisions.
pub(in crate::sliding) struct Cursor<B> {
    rank: u64,
    /// The cells where it decides, in order; the last is the one past the board.
    path: Vec<u32>,
    /// For each cell, the node that decides it, if the path has one.
    nodes: Vec<u32>,
    /// For each such cell, the sum along the path up to it.
    sums: Vec<u64>,
    /// For each cell, the class whose piece has its head there, or [`EMPTY`].
    what: Vec<u8>,
    /// The heads of each class.
    pub heads: Vec<B>,
}

impl<B: Cells> Cursor<B> {
    /// A cursor at the root of the graph: nothing is decided.
    pub fn new(placements: &Placements<B>) -> Self {
        let cells = placements.cells() + 1;
        Cursor {
            rank: 0,
            path: Vec::with_capacity(cells),
            nodes: vec![NONE; cells],
            sums: vec![0; cells],
            what: vec![EMPTY; cells],
            heads: vec![B::NONE; placements.sliders.len()],
        }
    }

    /// Goes to the placement of a rank. The less the rank differs from the last one, the less there is to do.
    pub fn go(&mut self, placements: &Placements<B>, rank: u64) {
        let numbering = &placements.numbering;
        self.rank = rank;
        let mut node = numbering.root;
        let mut sum = 0;
        // The part of the old path that leads to the new placement, too, is kept.
        while let Some(&cell) = self.path.last() {
            let at = cell as usize;
            let what = std::mem::replace(&mut self.what[at], EMPTY);
            if what != EMPTY {
                let heads = &mut self.heads[usize::from(what)];
                *heads = *heads & !(B::FIRST << cell);
            }
            (node, sum) = (self.nodes[at], self.sums[at]);
            self.path.pop();
            if rank >= sum && rank - sum < numbering.nodes[node as usize].number {
                break;
            }
            self.nodes[at] = NONE;
        }
        loop {
            let cell = numbering.nodes[node as usize].cell;
            let at = cell as usize;
            self.path.push(cell);
            (self.nodes[at], self.sums[at]) = (node, sum);
            let left = rank - sum;
            let edges = numbering.edges(node);
            let Some(edge) = edges.iter().rev().find(|edge| edge.before <= left) else { return };
            self.what[at] = edge.what;
            if edge.what != EMPTY {
                let heads = &mut self.heads[usize::from(edge.what)];
                *heads = *heads | (B::FIRST << cell);
            }
            (node, sum) = (edge.to, sum + edge.before);
        }
    }

    /// Visits the ranks of the placements one move away.
    #[inline(always)]
    pub fn expand(&mut self, placements: &Placements<B>, mut visit: impl FnMut(u64)) {
        let mut empty = placements.grid.floor;
        for (slider, &heads) in placements.sliders.iter().zip(&self.heads) {
            empty = empty & !slider.cover(heads);
        }
        let room = Room { empty, before: placements.grid.before(empty) };
        for (class, slider) in placements.sliders.iter().enumerate() {
            let heads = self.heads[class];
            slider.moves(placements.metric, &placements.grid, heads, room, |from, reached| {
                self.what[from as usize] = EMPTY;
                for to in each(reached) {
                    self.what[to as usize] = class as u8;
                    visit(self.rank_after(placements, from.min(to)));
                    self.what[to as usize] = EMPTY;
                }
                self.what[from as usize] = class as u8;
            });
        }
    }

    /// The rank of what the board holds now, if it differs from the path from this cell on.
    #[inline(always)]
    fn rank_after(&self, placements: &Placements<B>, first: u32) -> u64 {
        let numbering = &placements.numbering;
        let mut node = self.nodes[first as usize];
        let mut sum = self.sums[first as usize];
        let mut cell = first;
        loop {
            let edge = numbering.edge(&numbering.nodes[node as usize], self.what[cell as usize]);
            node = edge.to;
            sum += edge.before;
            cell = numbering.nodes[node as usize].cell;
            if self.nodes[cell as usize] == node {
                return sum + (self.rank - self.sums[cell as usize]);
            }
        }
    }
}
