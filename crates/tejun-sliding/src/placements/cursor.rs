//! One placement, and the ranks of its neighbours.

use super::filler::{Filler, Filling};
use super::numbering::{EMPTY, Node, Numbering};
use crate::model::{Grid, Room, Slider};
use crate::rules::Metric;
use tejun_core::bits::{Cells, each};

/// The first edge of no node.
const NONE: u32 = u32::MAX;

/// No rank.
const UNKNOWN: u64 = u64::MAX;

/// The placements, as nodes with numbers, and the moves between them.
pub(crate) struct Graph<B> {
    pub metric: Metric,
    pub sliders: Vec<Slider<B>>,
    pub grid: Grid<B>,
    /// The numbers of the frames: of all pieces but those that fill what is left, if there are such.
    pub(super) numbering: Numbering,
    pub(super) filler: Option<Filler>,
}

/// A placement as a path through the graph of decisions.
pub(crate) struct Cursor<B> {
    /// The rank of the first placement with the same frame.
    base: u64,
    /// The cells that the frame leaves free.
    free: B,
    filling: Filling<B>,
    /// For the places of a piece of the frame before and after a move, the first rank of the frame then, as far as it was
    /// asked for since the cursor came to this frame. Else [`UNKNOWN`]. All fillings of a frame share it.
    frames: Vec<u64>,
    asked: Vec<u32>,
    /// The cells where it decides, in order; the last is the one past the board.
    path: Vec<u32>,
    /// For each cell, the first edge of the node that decides it, if the path has one.
    nodes: Vec<u32>,
    /// For each such cell, the sum along the path up to it, and the rank after the last that follows.
    sums: Vec<u64>,
    ends: Vec<u64>,
    /// For each cell, what is chosen there; [`EMPTY`] where a piece covers it, too.
    choices: Vec<u8>,
    /// The heads of each class.
    pub heads: Vec<B>,
}

impl<B: Cells> Cursor<B> {
    /// A cursor at the root of the graph: nothing is decided.
    pub fn new(graph: &Graph<B>) -> Self {
        let cells = graph.grid.cells() + 1;
        Cursor {
            base: 0,
            free: graph.grid.floor,
            filling: Filling::new(graph.grid.cells()),
            frames: vec![UNKNOWN; if graph.filler.is_some() { graph.grid.cells().pow(2) } else { 0 }],
            asked: Vec::new(),
            path: Vec::with_capacity(cells),
            nodes: vec![NONE; cells],
            sums: vec![0; cells],
            ends: vec![0; cells],
            choices: vec![EMPTY; cells],
            heads: vec![B::NONE; graph.sliders.len()],
        }
    }

    /// Goes to the placement of a rank. The less the rank differs from the last one, the less there is to do.
    #[inline]
    pub fn go(&mut self, graph: &Graph<B>, rank: u64) {
        let Some(filler) = &graph.filler else { return self.go_to_frame(graph, rank) };
        let begin = self.path.is_empty();
        if begin || !(self.base..self.ends[graph.grid.cells()]).contains(&rank) {
            self.go_to_frame(graph, rank);
            self.filling.frame(self.free);
            self.asked.drain(..).for_each(|at| self.frames[at as usize] = UNKNOWN);
        }
        self.heads[filler.class] = self.filling.fill(filler, rank - self.base);
    }

    fn go_to_frame(&mut self, graph: &Graph<B>, rank: u64) {
        let numbering = &graph.numbering;
        let mut node = numbering.nodes[0];
        let (mut sum, mut end) = (0, numbering.total());
        // The part of the old path that leads to the new placement, too, is kept.
        while let Some(cell) = self.path.pop() {
            let at = cell as usize;
            if let Some(class) = numbering.class(cell, std::mem::replace(&mut self.choices[at], EMPTY)) {
                self.heads[class] = self.heads[class] & !(B::FIRST << cell);
            }
            if (self.sums[at]..self.ends[at]).contains(&rank) {
                node = Node { cell, first: self.nodes[at] };
                (sum, end) = (self.sums[at], self.ends[at]);
                break;
            }
            self.nodes[at] = NONE;
        }
        loop {
            let Node { cell, first } = node;
            let at = cell as usize;
            self.path.push(cell);
            (self.nodes[at], self.sums[at], self.ends[at]) = (first, sum, end);
            let mut taken = None;
            for (choice, edge) in
                numbering.edges(node).iter().enumerate().rev().filter(|(_, edge)| edge.leads())
            {
                if sum + edge.before <= rank {
                    taken = Some((choice as u8, edge));
                    break;
                }
                end = sum + edge.before;
            }
            let Some((choice, edge)) = taken else { break };
            self.choices[at] = choice;
            if let Some(class) = numbering.class(cell, choice) {
                self.heads[class] = self.heads[class] | (B::FIRST << cell);
            }
            (node, sum) = (edge.to, sum + edge.before);
        }
        self.base = sum;
        self.free = graph.grid.floor;
        let filler = graph.filler.as_ref().map(|filler| filler.class);
        for (class, slider) in graph.sliders.iter().enumerate().filter(|&(class, _)| Some(class) != filler) {
            self.free = self.free & !slider.cover(self.heads[class]);
        }
    }

    /// Visits the ranks of the placements one move away.
    #[inline(always)]
    pub fn expand(&mut self, graph: &Graph<B>, mut visit: impl FnMut(u64)) {
        let Graph { metric, grid, filler, .. } = graph;
        let filled = filler.as_ref().map_or(B::NONE, |filler| self.heads[filler.class]);
        let empty = self.free & !filled;
        let room = Room { empty, before: grid.before(empty) };
        for (class, slider) in graph.sliders.iter().enumerate() {
            let heads = self.heads[class];
            if let Some(filler) = filler.as_ref().filter(|filler| filler.class == class) {
                slider.moves(*metric, grid, heads, room, |from, reached| {
                    each(reached).for_each(|to| visit(self.base + self.filling.moved(filler, from, to)));
                });
                continue;
            }
            slider.moves(*metric, grid, heads, room, |from, reached| {
                for to in each(reached) {
                    let Some(filler) = filler else {
                        visit(self.frame_after(graph, class, [from, to]));
                        continue;
                    };
                    let at = from as usize * grid.cells() + to as usize;
                    if self.frames[at] == UNKNOWN {
                        self.frames[at] = self.frame_after(graph, class, [from, to]);
                        self.asked.push(at as u32);
                    }
                    let covers = [from, to].map(|head| slider.cover(B::FIRST << head));
                    visit(self.frames[at] + self.filling.around(filler, class, [from, to], covers));
                }
            });
        }
    }

    /// The first rank of the frame after a piece of a class has moved.
    #[inline]
    fn frame_after(&mut self, graph: &Graph<B>, class: usize, [from, to]: [u32; 2]) -> u64 {
        let lifted = std::mem::replace(&mut self.choices[from as usize], EMPTY);
        self.choices[to as usize] = graph.numbering.choice(class, to);
        let first = from.min(to);
        let mut node = Node { cell: first, first: self.nodes[first as usize] };
        let mut sum = self.sums[first as usize];
        let rank = loop {
            let edge = graph.numbering.edge(node, self.choices[node.cell as usize]);
            node = edge.to;
            sum += edge.before;
            if self.nodes[node.cell as usize] == node.first {
                break sum + (self.base - self.sums[node.cell as usize]);
            }
        };
        self.choices[to as usize] = EMPTY;
        self.choices[from as usize] = lifted;
        rank
    }
}
