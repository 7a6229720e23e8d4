//! A perfect numbering of the placements of pieces on a floor.
//!
//! A placement is decided cell by cell, in reading order: each cell that no earlier piece covers either holds the
//! head of a piece of one of the classes, or stays empty. What can follow depends only on the cells already covered
//! further on and on the pieces left, so decisions that lead to the same are one node of a graph. Each node knows
//! how many placements follow it, each edge how many follow the edges before it. The rank of a placement is the sum
//! of these numbers along its path. A move changes the path only between the cells that it touches: further on, the
//! two paths are one again.

use tejun_search::{Limits, StopReason, Watch};

use super::draft::{Layer, draft};
use super::filler::Filler;
use crate::meter::Meter;
use crate::model::Class;
use crate::rules::Floor;

/// The choice of an edge that leaves the cell empty. The others put the head of a piece there.
pub(super) const EMPTY: u8 = 0;
/// Number of nodes counted between two looks at the watch.
const CHUNK: usize = 1 << 12;
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
pub(crate) enum NumberingError {
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

impl Numbering {
    /// Numbers the placements of these classes, or the frames around the class that fills what they leave. Cost: some
    /// hundred nanoseconds a node.
    ///
    /// # Errors
    /// If the watch stops it, or the numbering and the `distances`, which take so many bytes for so many placements,
    /// do not fit into the bytes of `limits`.
    pub fn new(
        floor: &Floor,
        classes: &[Class],
        filler: Option<&Filler>,
        limits: &Limits,
        distances: impl Fn(u128) -> u128,
        watch: &mut dyn Watch,
    ) -> Result<Self, NumberingError> {
        let mut meter = Meter::new(limits.bytes, watch);
        let fills = filler.map(|filler| filler.class);
        let layers = draft(floor, classes, fills, &mut meter)?;
        let numbers = count(&layers, filler.map_or(1, |filler| filler.ways), &mut meter)?;
        let total = numbers.iter().find_map(|numbers| numbers.first().copied()).unwrap_or(0);
        let cells = floor.inside.len();
        let terminal = cells as u32;
        let at = |cell: usize| {
            let may = |&class: &u8| {
                let class = usize::from(class);
                fills != Some(class) && classes[class].heads.binary_search(&cell).is_ok()
            };
            (0..classes.len() as u8).filter(may).collect()
        };
        let by_cell: Vec<Vec<u8>> = (0..=cells).map(at).collect();
        let mut choices = vec![vec![EMPTY; cells]; classes.len()];
        for (cell, classes) in by_cell.iter().enumerate() {
            (1..).zip(classes).for_each(|(choice, &class)| choices[usize::from(class)][cell] = choice);
        }
        // How many nodes lead to a placement, and how many edges these have.
        let width = |cell: usize| if cell < cells { 1 + by_cell[cell].len() } else { 0 };
        let (mut number_of_nodes, mut number_of_edges, mut drafted) = (0_u64, 0_u64, 0);
        for (cell, numbers) in numbers.iter().enumerate() {
            for numbers in numbers.chunks(CHUNK) {
                let live = numbers.iter().filter(|&&number| number > 0).count() as u64;
                number_of_nodes += live;
                number_of_edges += live * width(cell) as u64;
                drafted += numbers.len() as u64;
                meter.work(CHUNK)?;
            }
        }
        let filling = filler.map_or(0, Filler::bytes);
        let held = bytes(number_of_nodes, number_of_edges) + filling;
        // The first edge of each node drafted is needed, too, while the others are made.
        let peak = meter.peak().max(meter.used() + held + drafted * size_of::<u32>() as u64);
        let bytes = distances(total).saturating_add(held.into()).max(peak.into());
        if bytes > limits.bytes.into() {
            return Err(NumberingError::TooMany { placements: total, bytes });
        }
        if u64::try_from(total).is_err() || u32::try_from(number_of_edges).is_err() {
            return Err(NumberingError::Uncounted);
        }
        let mut nodes: Vec<Node> = meter.list(number_of_nodes as usize)?;
        let mut edges: Vec<Edge> = meter.list(number_of_edges as usize)?;
        let mut firsts: Vec<Vec<u32>> = Vec::new();
        let mut next = 0;
        for (cell, numbers) in numbers.iter().enumerate() {
            let mut first = meter.list(numbers.len())?;
            for &number in numbers {
                first.push(next);
                if number > 0 {
                    nodes.push(Node { cell: cell as u32, first: next });
                    next += width(cell) as u32;
                }
                meter.work(4)?;
            }
            firsts.push(first);
        }
        let dead = Edge { before: DEAD, to: Node { cell: terminal, first: u32::MAX } };
        for (cell, layer) in layers.iter().enumerate() {
            for node in (0..layer.len()).filter(|&node| numbers[cell][node] > 0) {
                let begin = edges.len();
                edges.resize(begin + width(cell), dead);
                meter.work(8 + 2 * width(cell))?;
                let mut before = 0;
                for lead in layer.leads(node) {
                    let (to, node) = (usize::from(lead.cell), lead.node as usize);
                    let following = numbers[to][node] as u64;
                    if following > 0 {
                        let choice = lead.class.map_or(EMPTY, |class| choices[usize::from(class)][cell]);
                        let to = Node { cell: to as u32, first: firsts[to][node] };
                        edges[begin + usize::from(choice)] = Edge { before, to };
                        before += following;
                    }
                }
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

    /// Memory in use, in bytes, with what it takes to find goals.
    pub fn bytes(&self) -> u64 {
        bytes(self.nodes.capacity() as u64, self.edges.capacity() as u64)
    }

    /// Number of edges.
    pub fn number_of_edges(&self) -> usize {
        self.edges.len()
    }
}

impl Edge {
    /// Whether a placement follows.
    pub fn leads(&self) -> bool {
        self.before != DEAD
    }
}

/// Bytes of so many nodes and edges, and of a bit for each edge, by which goals are found.
fn bytes(nodes: u64, edges: u64) -> u64 {
    nodes * size_of::<Node>() as u64 + edges * size_of::<Edge>() as u64 + (edges / 64 + 1) * 8
}

/// How many placements follow each node, if so many follow the last.
fn count(layers: &[Layer], last: u128, meter: &mut Meter) -> Result<Vec<Vec<u128>>, NumberingError> {
    let mut numbers: Vec<Vec<u128>> = layers.iter().map(|_| Vec::new()).collect();
    // What follows a node comes after it.
    for (cell, layer) in layers.iter().enumerate().rev() {
        let mut counted = meter.list(layer.len())?;
        for node in 0..layer.len() {
            let leads = layer.leads(node);
            meter.work(4 + 4 * leads.len())?;
            let following = leads.iter().try_fold(0_u128, |sum, lead| {
                sum.checked_add(numbers[usize::from(lead.cell)][lead.node as usize])
            });
            // All is decided past the board.
            counted.push(if cell + 1 == layers.len() {
                last
            } else {
                following.ok_or(NumberingError::Uncounted)?
            });
        }
        numbers[cell] = counted;
    }
    Ok(numbers)
}

impl From<StopReason> for NumberingError {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Memory => NumberingError::Uncounted,
            reason => NumberingError::Stopped(reason),
        }
    }
}
