//! All placements of a puzzle's pieces on its board, numbered, and their distances from the goal.

mod cursor;
mod draft;
mod numbering;

use tejun_search::{Limits, StopReason, Watch};

pub(super) use self::cursor::Cursor;
use self::cursor::Graph;
pub(super) use self::numbering::NumberingError;
use self::numbering::{EMPTY, Node, Numbering};
use super::levels::{Distances, Numbered};
use super::meter::Meter;
use super::model::{Class, Grid, Slider, Symmetry, classes, symmetries};
use super::rules::Rules;
use crate::bits::{Cells, each};

/// Number of steps between two looks at the limit on states.
const ROUND: u64 = 4096;

/// The placements of the pieces of a puzzle: wherever each may be, without overlap. Pieces of a class are
/// interchangeable.
pub(super) struct Placements<B> {
    classes: Vec<Class>,
    symmetries: Vec<Symmetry>,
    graph: Graph<B>,
}

impl<B: Cells> Placements<B> {
    /// Numbers the placements of a puzzle. `B` must have a bit for each cell.
    ///
    /// # Errors
    /// If the watch stops it, or the placements with their distances do not fit into the bytes of `limits`.
    pub fn new(rules: &Rules, limits: &Limits, watch: &mut dyn Watch) -> Result<Self, NumberingError> {
        let classes = classes(rules);
        let numbering = Numbering::new(&rules.floor, &classes, limits, Distances::bytes, watch)?;
        let graph = Graph {
            metric: rules.metric,
            sliders: classes.iter().map(|class| Slider::new(rules.floor.columns, class)).collect(),
            grid: Grid::new(&rules.floor),
            numbering,
        };
        Ok(Placements { symmetries: symmetries(rules, &classes), classes, graph })
    }

    /// Number of placements.
    pub fn number(&self) -> u64 {
        self.graph.numbering.total()
    }

    /// Bytes that the numbering and the distances of all placements take, or what it took to number them if that is
    /// more.
    pub fn bytes(&self) -> u64 {
        (self.graph.numbering.bytes() + Distances::bytes(self.number().into()) as u64)
            .max(self.graph.numbering.peak)
    }

    /// Number of symmetries of board, pieces and goal, the identity included.
    pub fn symmetries(&self) -> u64 {
        self.symmetries.len() as u64 + 1
    }

    fn cells(&self) -> usize {
        self.graph.grid.cells()
    }

    /// Visits the ranks of all placements that the goal accepts, ascending.
    ///
    /// # Errors
    /// Returns what stopped it: the watch, or a limit on states if there are thousands more.
    pub fn goals(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        mut visit: impl FnMut(u64),
    ) -> Result<(), StopReason> {
        // The classes of which the goal wants a head on a cell; `None` if any placement will do.
        let mut wanted: Vec<Option<Vec<usize>>> = vec![None; self.cells() + 1];
        for (class, goals) in (0..).zip(self.classes.iter().map(|class| &class.goals)) {
            goals.iter().for_each(|&cell| wanted[cell].get_or_insert_default().push(class));
        }
        let targets: Vec<u32> =
            (0..self.cells() as u32).filter(|&cell| wanted[cell as usize].is_some()).collect();
        // The edges of a node that a goal may take: an allowed decision, and none that covers a cell where the goal
        // wants a head.
        let numbering = &self.graph.numbering;
        let allowed = |node: Node| {
            let next_target =
                targets[targets.partition_point(|&target| target <= node.cell)..].first().copied();
            let wanted = &wanted[node.cell as usize];
            (0..).zip(numbering.edges(node)).filter(move |&(choice, edge)| {
                let class = numbering.class(node.cell, choice);
                edge.leads()
                    && next_target.is_none_or(|target| edge.to.cell <= target)
                    && wanted.as_ref().is_none_or(|wanted| class.is_some_and(|class| wanted.contains(&class)))
            })
        };
        let terminal = self.cells() as u32;
        // What it holds is counted in the bytes of the numbering.
        let mut meter = Meter::new(u64::MAX, watch);
        let mut leading: Vec<u64> = meter.zeros(numbering.number_of_edges() / 64 + 1)?;
        let bit = |node: &Node| (node.first as usize / 64, 1 << (node.first % 64));
        let leads = |leading: &[u64], node: &Node| leading[bit(node).0] & bit(node).1 != 0;
        for node in numbering.nodes.iter().rev() {
            if node.cell == terminal || allowed(*node).any(|(_, edge)| leads(&leading, &edge.to)) {
                leading[bit(node).0] |= bit(node).1;
            }
            meter.work(8 + 4 * numbering.edges(*node).len())?;
        }
        let before_targets = |root: &&Node| targets.first().is_none_or(|&target| root.cell <= target);
        let root = numbering.nodes.first().filter(before_targets).filter(|root| leads(&leading, root));
        let mut stack: Vec<(Node, u64)> = root.map(|&root| (root, 0)).into_iter().collect();
        let mut steps = 0_u64;
        while let Some((node, sum)) = stack.pop() {
            // The system may have to provide a page for the distance of each goal.
            meter.work(64)?;
            steps += 1;
            if steps.is_multiple_of(ROUND) && meter.progress.stored >= limits.states {
                return Err(StopReason::States);
            }
            if node.cell == terminal {
                meter.progress.stored += 1;
                visit(sum);
            }
            let next = allowed(node).filter(|(_, edge)| leads(&leading, &edge.to));
            let begin = stack.len();
            stack.extend(next.map(|(_, edge)| (edge.to, sum + edge.before)));
            stack[begin..].reverse();
        }
        Ok(())
    }

    /// The heads of each class in the placement of a rank, ascending.
    pub fn heads(&self, cursor: &mut Cursor<B>, rank: u64) -> Vec<Vec<usize>> {
        cursor.go(&self.graph, rank);
        cursor.heads.iter().map(|&heads| each(heads).map(|head| head as usize).collect()).collect()
    }

    /// Whether no image of the placement of a rank under the symmetries has a lower rank.
    pub fn represents_its_class(&self, cursor: &mut Cursor<B>, rank: u64) -> bool {
        cursor.go(&self.graph, rank);
        self.symmetries.iter().all(|symmetry| rank <= self.rank_of_image(symmetry, &cursor.heads))
    }

    fn rank_of_image(&self, symmetry: &Symmetry, heads: &[B]) -> u64 {
        let mut choices = vec![EMPTY; self.cells()];
        for (class, &heads) in heads.iter().enumerate() {
            for head in each(heads) {
                let image = symmetry.heads[class][head as usize];
                choices[image] = self.graph.numbering.choice(symmetry.classes[class], image as u32);
            }
        }
        let (mut node, mut rank) = (self.graph.numbering.nodes[0], 0);
        while let Some(&choice) = choices.get(node.cell as usize) {
            let edge = self.graph.numbering.edge(node, choice);
            rank += edge.before;
            node = edge.to;
        }
        rank
    }

    /// Whether a symmetry leaves a placement as it is.
    fn keeps(symmetry: &Symmetry, heads: &[B]) -> bool {
        (0..heads.len()).all(|class| {
            let image = heads[symmetry.classes[class]];
            each(heads[class])
                .all(|head| (B::FIRST << symmetry.heads[class][head as usize] as u32) & image != B::NONE)
        })
    }

    /// The classes of pieces.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }
}

/// The weight of a placement is the number of symmetries that leave it as it is. So a level has as many classes as
/// its weight divided by the number of symmetries (Burnside's lemma).
impl<B: Cells> Numbered for Placements<B> {
    type Cursor = Cursor<B>;

    fn cursor(&self) -> Cursor<B> {
        Cursor::new(&self.graph)
    }

    #[inline]
    fn expand(&self, cursor: &mut Cursor<B>, rank: u64, visit: impl FnMut(u64)) -> u64 {
        cursor.go(&self.graph, rank);
        cursor.expand(&self.graph, visit);
        let kept = self.symmetries.iter().filter(|symmetry| Self::keeps(symmetry, &cursor.heads));
        1 + kept.count() as u64
    }
}
