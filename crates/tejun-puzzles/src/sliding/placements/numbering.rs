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

/// The choice of an edge that leaves the cell empty. The others put the head of a piece there.
pub(super) const EMPTY: u8 = 0;
/// Number of placements before an edge that leads to none.
const DEAD: u64 = u64::MAX;

/// A decision still to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The cell that it decides; the one past the board if all are decided.
    pub cell: u32,
    /// Its first edge, which tells it from all other nodes. The others follow in the order of their choices.
    pub first: u32,
}

/// A decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Number of placements that follow the edges of the same node before this one; [`DEAD`] if none follows this.
    pub before: u64,
    /// The node that it leads to.
    pub to: Node,
}

/// Why placements are not numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sliding) enum Unnumbered {
    /// There are too many even to be counted in the memory allowed.
    Uncounted,
    /// There are so many that they and their distances would take so many bytes, more than allowed.
    TooMany {
        placements: u128,
        bytes: u128,
    },
    Stopped(StopReason),
}

/// A bijection between the placements and the ranks below their number.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The nodes in the order of their cells. The first is the root, if there is a placement at all.
    pub nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// For each cell, the classes that may have a head there, ascending. An edge's choice is the place in this list,
    /// from 1 on.
    classes: Vec<Vec<u8>>,
    /// For each class and cell, the choice that puts a head of the class there.
    choices: Vec<Vec<u8>>,
    total: u64,
    /// The most bytes that it took to make it.
    pub peak: u64,
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
    /// The class whose head is put on the cell, if any, and the node that follows.
    edges: Vec<(Option<u8>, u32)>,
}

impl Numbering {
    /// Numbers the placements of these classes. Cost: some hundred nanoseconds a node.
    ///
    /// # Errors
    /// If the watch stops it, or the numbering and the `distances`, which take so many bytes for so many placements,
    /// do not fit into the bytes of `limits`.
    pub fn new(
        floor: &Floor,
        classes: &[Class],
        limits: &Limits,
        distances: impl Fn(u128) -> u128,
        watch: &mut dyn Watch,
    ) -> Result<Self, Unnumbered> {
        let (drafts, drafted) = draft(floor, classes, limits, watch)?;
        // Nodes come in the order of their cells, so what follows a node comes after it.
        let mut numbers = vec![0_u128; drafts.len()];
        let terminal = floor.inside.len() as u32;
        for (node, Draft { cell, edges }) in drafts.iter().enumerate().rev() {
            let following =
                edges.iter().try_fold(0_u128, |sum, &(_, to)| sum.checked_add(numbers[to as usize]));
            numbers[node] = if *cell == terminal { 1 } else { following.ok_or(Unnumbered::Uncounted)? };
        }
        let total = numbers.first().copied().unwrap_or(0);
        let cells = floor.inside.len();
        let at = |cell: usize| {
            let may = |&class: &u8| classes[usize::from(class)].heads.binary_search(&cell).is_ok();
            (0..classes.len() as u8).filter(may).collect()
        };
        let by_cell: Vec<Vec<u8>> = (0..=cells).map(at).collect();
        let mut choices = vec![vec![EMPTY; cells]; classes.len()];
        for (cell, classes) in by_cell.iter().enumerate() {
            (1..).zip(classes).for_each(|(choice, &class)| choices[usize::from(class)][cell] = choice);
        }
        let live = || drafts.iter().enumerate().filter(|&(node, _)| numbers[node] > 0);
        let width = |cell: u32| if cell < terminal { 1 + by_cell[cell as usize].len() } else { 0 };
        let number_of_edges: usize = live().map(|(_, draft)| width(draft.cell)).sum();
        let held = live().count() * size_of::<Node>() + number_of_edges * size_of::<Edge>();
        let peak = drafted + held as u64;
        let bytes = distances(total).saturating_add(held as u128).max(peak.into());
        if bytes > limits.bytes.into() {
            return Err(Unnumbered::TooMany { placements: total, bytes });
        }
        if u64::try_from(total).is_err() || u32::try_from(number_of_edges).is_err() {
            return Err(Unnumbered::Uncounted);
        }
        let mut kept = vec![Node { cell: terminal, first: 0 }; drafts.len()];
        let mut nodes: Vec<Node> = Vec::with_capacity(live().count());
        let mut next = 0;
        for (node, Draft { cell, .. }) in live() {
            kept[node] = Node { cell: *cell, first: next };
            nodes.push(kept[node]);
            next += width(*cell) as u32;
        }
        let dead = Edge { before: DEAD, to: Node { cell: terminal, first: u32::MAX } };
        let mut edges = vec![dead; number_of_edges];
        for (node, draft) in live() {
            let mut before = 0;
            for &(class, to) in draft.edges.iter().filter(|&&(_, to)| numbers[to as usize] > 0) {
                let choice = class.map_or(EMPTY, |class| choices[usize::from(class)][draft.cell as usize]);
                edges[kept[node].first as usize + usize::from(choice)] =
                    Edge { before, to: kept[to as usize] };
                before += numbers[to as usize] as u64;
            }
        }
        Ok(Numbering { nodes, edges, classes: by_cell, choices, total: total as u64, peak })
    }

    /// Number of placements.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The edges of a node, by their choices. Some may lead to no placement.
    pub fn edges(&self, node: Node) -> &[Edge] {
        let number = match self.classes.get(node.cell as usize) {
            Some(classes) if (node.first as usize) < self.edges.len() => 1 + classes.len(),
            _ => 0,
        };
        &self.edges[node.first as usize..][..number]
    }

    /// The edge of a choice that leads to a placement.
    #[inline(always)]
    pub fn edge(&self, node: Node, choice: u8) -> &Edge {
        &self.edges[node.first as usize + usize::from(choice)]
    }

    /// The class whose head a choice puts on a cell, if any.
    pub fn class(&self, cell: u32, choice: u8) -> Option<usize> {
        let place = usize::from(choice).checked_sub(1)?;
        Some(self.classes[cell as usize][place].into())
    }

    /// The choice that puts a head of a class on a cell.
    #[inline(always)]
    pub fn choice(&self, class: usize, cell: u32) -> u8 {
        self.choices[class][cell as usize]
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge>()) as u64
    }
}

impl Edge {
    /// Whether a placement follows.
    pub fn leads(&self) -> bool {
        self.before != DEAD
    }
}

/// All nodes that can be reached from the first, in the order of their cells, and the bytes that they take.
fn draft(
    floor: &Floor,
    classes: &[Class],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<(Vec<Draft>, u64), Unnumbered> {
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
            let mut lead = |class: Option<u8>, taken: u128, left: Box<[u8]>| {
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
                edges.push((class, node | (next as u32) << NODE_BITS));
            };
            if cell < cells {
                lead(None, state.taken, state.left.clone());
                for (class, covers) in covers.iter().enumerate() {
                    let Some(cover) =
                        covers[cell].filter(|cover| state.left[class] > 0 && cover & state.taken == 0)
                    else {
                        continue;
                    };
                    let mut left = state.left.clone();
                    left[class] -= 1;
                    lead(Some(class as u8), state.taken | cover, left);
                }
            }
            bytes += (edges.capacity() * size_of::<(Option<u8>, u32)>()) as u64;
            drafts.push(Draft { cell: cell as u32, edges });
            if bytes > limits.bytes || drafts.len() >> NODE_BITS > 0 {
                return Err(Unnumbered::Uncounted);
            }
        }
    }
    for Draft { edges, .. } in &mut drafts {
        for (_, to) in edges {
            *to = begins[(*to >> NODE_BITS) as usize] + (*to & ((1 << NODE_BITS) - 1));
        }
    }
    Ok((drafts, bytes))
}

/// Bits of the number of a node among those of its cell, before all are numbered; the cell is in the bits above.
const NODE_BITS: u32 = 24;
