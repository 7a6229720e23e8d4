//! A perfect numbering of the placements of pieces on a floor.
//!
//! A placement is decided cell by cell, in reading order: each cell that no earlier piece covers either holds the
//! head of a piece of one of the classes, or stays empty. What can follow depends only on the cells already covered
//! further on and on the pieces left, so decisions that lead to the same are one node of a graph. Each node knows
//! how many placements follow it, each edge how many follow the edges before it. The rank of a placement is the sum
//! of these numbers along its path. A move changes the path only between the cells that it touches: further on, the
//! two paths are one again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use tejun_search::{Limits, Progress, StopReason, Watch};

use crate::sliding::model::Class;
use crate::sliding::rules::Floor;

/// The decision to leave a cell empty.
pub(super) const EMPTY: u8 = u8::MAX;

/// A decision still to make: which class has its head on `cell`, if any.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub cell: u32,
    /// Its first edge. The edges of a node are next to each other.
    pub first: u32,
    /// Number of placements that follow.
    pub number: u64,
}

/// A decision.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// Number of placements that follow the edges of the same node before this one.
    pub before: u64,
    pub to: u32,
    /// The class, or [`EMPTY`].
    pub what: u8,
}

/// Why placements are not numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sliding) enum Unnumbered {
    /// There are too many for the memory; this many, if they could be counted.
    Memory(Option<u128>),
    Stopped(StopReason),
}

/// A bijection between the placements and the ranks below their number.
#[derive(Debug)]
pub(super) struct Numbering {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub root: u32,
}

/// What can follow depends on this alone. The next cell to decide is known from where it is kept.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// The cells covered, from the next one on.
    taken: u128,
    /// Number of pieces left of each class.
    left: Box<[u8]>,
}

/// A node before it is known what follows it.
struct Draft {
    cell: u32,
    edges: Vec<(u8, u32)>,
}

impl Numbering {
    /// Numbers the placements of these classes. Cost: some hundred nanoseconds a node.
    ///
    /// # Errors
    /// If `fits` does not take this many placements, the nodes alone take more than the bytes of `limits`, or the
    /// watch stops it.
    pub fn new(
        floor: &Floor,
        classes: &[Class],
        limits: &Limits,
        fits: impl Fn(u128) -> bool,
        watch: &mut dyn Watch,
    ) -> Result<Self, Unnumbered> {
        let drafts = draft(floor, classes, limits, watch)?;
        // Nodes come in the order of their cells, so what follows a node comes after it.
        let mut numbers = vec![0_u128; drafts.len()];
        let terminal = floor.inside.len() as u32;
        for (node, Draft { cell, edges }) in drafts.iter().enumerate().rev() {
            let following =
                edges.iter().try_fold(0_u128, |sum, &(_, to)| sum.checked_add(numbers[to as usize]));
            numbers[node] = if *cell == terminal { 1 } else { following.ok_or(Unnumbered::Memory(None))? };
        }
        let total = numbers.first().copied().unwrap_or(0);
        if !fits(total) || u64::try_from(total).is_err() {
            return Err(Unnumbered::Memory(Some(total)));
        }
        let mut kept = vec![u32::MAX; drafts.len()];
        let mut nodes: Vec<Node> = Vec::new();
        for (node, Draft { cell, .. }) in drafts.iter().enumerate().filter(|&(node, _)| numbers[node] > 0) {
            kept[node] = nodes.len() as u32;
            nodes.push(Node { cell: *cell, first: 0, number: numbers[node] as u64 });
        }
        let mut edges = Vec::new();
        for (node, draft) in drafts.iter().enumerate().filter(|&(node, _)| numbers[node] > 0) {
            nodes[kept[node] as usize].first = edges.len() as u32;
            let mut before = 0;
            for &(what, to) in draft.edges.iter().filter(|&&(_, to)| numbers[to as usize] > 0) {
                edges.push(Edge { before, to: kept[to as usize], what });
                before += numbers[to as usize] as u64;
            }
        }
        Ok(Numbering { nodes, edges, root: 0 })
    }

    /// Number of placements.
    pub fn total(&self) -> u64 {
        self.nodes.first().map_or(0, |root| root.number)
    }

    /// The edges of a node. Only the last node has none.
    pub fn edges(&self, node: u32) -> &[Edge] {
        let end = self.nodes.get(node as usize + 1).map_or(self.edges.len(), |next| next.first as usize);
        &self.edges[self.nodes[node as usize].first as usize..end]
    }

    /// The edge of a decision that leads to a placement.
    #[inline(always)]
    pub fn edge(&self, node: &Node, what: u8) -> &Edge {
        let edges = &self.edges[node.first as usize..];
        edges.iter().find(|edge| edge.what == what).expect("the decision leads to a placement")
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge>()) as u64
    }
}

/// All nodes that can be reached from the first, in the order of their cells.
fn draft(
    floor: &Floor,
    classes: &[Class],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Vec<Draft>, Unnumbered> {
    let cells = floor.inside.len();
    let inside = (0..cells).filter(|&cell| floor.inside[cell]).fold(0_u128, |set, cell| set | 1 << cell);
    let from = |cell: usize| u128::MAX.checked_shl(cell as u32).unwrap_or(0);
    let next_free =
        |taken: u128, cell: usize| ((inside & !taken & from(cell)).trailing_zeros() as usize).min(cells);
    // For each class and head, the cells covered.
    let covers: Vec<Vec<Option<u128>>> = classes
        .iter()
        .map(|class| {
            let mut covers = vec![None; cells];
            for &head in &class.heads {
                let cover = floor.cover(&class.shape, head).unwrap_or_default();
                covers[head] = Some(cover.into_iter().fold(0, |set, cell| set | 1 << cell));
            }
            covers
        })
        .collect();
    // For each class and cell, how many heads there are from that cell on.
    let heads_left = |class: usize, cell: usize| {
        classes[class].heads.len() - classes[class].heads.partition_point(|&head| head < cell)
    };
    let area: Vec<u32> = classes.iter().map(|class| class.shape.0.len() as u32).collect();

    let start = State { taken: 0, left: classes.iter().map(|class| class.pieces.len() as u8).collect() };
    // For each cell, the nodes that decide it.
    let mut pending: Vec<HashMap<State, u32>> = (0..=cells).map(|_| HashMap::new()).collect();
    let mut order: Vec<Vec<State>> = (0..=cells).map(|_| Vec::new()).collect();
    let first = next_free(0, 0);
    order[first].push(start.clone());
    pending[first].insert(start, 0);
    // Numbers within the cell, until the cells before are done.
    let mut drafts: Vec<Draft> = Vec::new();
    let mut begins = vec![0; cells + 1];
    let per_node = (size_of::<Draft>() + 2 * size_of::<State>() + 2 * classes.len() + 48) as u64;
    let mut bytes = 0;
    for cell in 0..=cells {
        begins[cell] = drafts.len() as u32;
        pending[cell] = HashMap::new();
        for (at, state) in std::mem::take(&mut order[cell]).into_iter().enumerate() {
            if at % 1024 == 0 {
                let progress = Progress { depth: cell as u32, bytes, ..Progress::default() };
                if let ControlFlow::Break(reason) = watch.tick(&progress) {
                    return Err(Unnumbered::Stopped(reason));
                }
            }
            let mut edges = Vec::new();
            let mut lead = |what: u8, taken: u128, left: Box<[u8]>| {
                let next = next_free(taken, cell + 1);
                let free = (inside & !taken & from(next)).count_ones();
                let wanted: u32 = left.iter().zip(&area).map(|(&left, area)| u32::from(left) * area).sum();
                let placed = |(class, &left): (usize, &u8)| usize::from(left) <= heads_left(class, next);
                if wanted > free || !left.iter().enumerate().all(placed) {
                    return;
                }
                let state = State { taken: taken & from(next), left };
                let number = order[next].len() as u32;
                let node = match pending[next].entry(state) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(vacant) => {
                        order[next].push(vacant.key().clone());
                        bytes += per_node;
                        *vacant.insert(number)
                    }
                };
                edges.push((what, node | (next as u32) << NODE_BITS));
            };
            if cell < cells {
                lead(EMPTY, state.taken, state.left.clone());
                for (class, covers) in covers.iter().enumerate() {
                    let Some(cover) =
                        covers[cell].filter(|cover| state.left[class] > 0 && cover & state.taken == 0)
                    else {
                        continue;
                    };
                    let mut left = state.left.clone();
                    left[class] -= 1;
                    lead(class as u8, state.taken | cover, left);
                }
            }
            bytes += (edges.capacity() * size_of::<(u8, u32)>()) as u64;
            drafts.push(Draft { cell: cell as u32, edges });
            if bytes > limits.bytes || drafts.len() >> NODE_BITS > 0 {
                return Err(Unnumbered::Memory(None));
            }
        }
    }
    for Draft { edges, .. } in &mut drafts {
        for (_, to) in edges {
            *to = begins[(*to >> NODE_BITS) as usize] + (*to & ((1 << NODE_BITS) - 1));
        }
    }
    Ok(drafts)
}

/// Bits of the number of a node among those of its cell, before all are numbered; the cell is in the bits above.
const NODE_BITS: u32 = 24;
