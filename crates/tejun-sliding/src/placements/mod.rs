//! All placements of a puzzle's pieces on its board, numbered.

mod cursor;
mod draft;
mod filler;
mod numbering;
mod reading;

use tejun_search::ranked::Ranked;
use tejun_search::{Limits, StopReason, Watch};

pub(super) use self::cursor::Cursor;
use self::cursor::Graph;
use self::filler::Filler;
pub(super) use self::numbering::NumberingError;
use self::numbering::{Node, Numbering};
use self::reading::{Reading, compare};
use super::meter::Meter;
use super::model::{Class, Grid, Slider, Symmetry, classes, symmetries};
use super::rules::{Position, Rules};
use tejun_core::bits::{Cells, each, set_of};

/// Number of goals between two looks at the limit on states.
const ROUND: u64 = 256;

/// The placements of the pieces of a puzzle: wherever each may be, without overlap. Pieces of a class are
/// interchangeable.
pub(super) struct Placements<B> {
    classes: Vec<Class>,
    symmetries: Vec<Symmetry>,
    graph: Graph<B>,
}

impl<B: Cells> Placements<B> {
    /// Numbers the placements of a puzzle, by what is decided cell by cell, or by `frames`: those that differ only in
    /// pieces of one cell side by side. `B` must have a bit for each cell.
    ///
    /// # Errors
    /// If the watch stops it, or the numbering and what `search` takes for so many placements, both in bytes, do not fit
    /// into the bytes of `limits`.
    pub fn new(
        rules: &Rules,
        frames: bool,
        limits: &Limits,
        search: impl Fn(u128) -> u128,
        watch: &mut dyn Watch,
    ) -> Result<Self, NumberingError> {
        let classes = classes(rules);
        let filler = if frames { Filler::of(&rules.floor, &classes) } else { None };
        let numbering = Numbering::new(&rules.floor, &classes, filler.as_ref(), limits, search, watch)?;
        let graph = Graph {
            metric: rules.metric,
            sliders: classes.iter().map(|class| Slider::new(rules.floor.columns, class)).collect(),
            grid: Grid::new(&rules.floor),
            numbering,
            filler,
        };
        Ok(Placements { symmetries: symmetries(rules, &classes), classes, graph })
    }

    /// Number of placements.
    pub fn number(&self) -> u64 {
        self.graph.numbering.total()
    }

    /// Bytes that the numbering takes.
    pub fn held(&self) -> u64 {
        self.graph.numbering.bytes() + self.graph.filler.as_ref().map_or(0, Filler::bytes)
    }

    /// Bytes that the numbering and a search of so many take, or what it took to number the placements if that is more.
    pub fn bytes(&self, search: u64) -> u64 {
        (self.held() + search).max(self.graph.numbering.peak)
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
    /// Returns what stopped it: the watch, or a limit on states if there are hundreds more.
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
        let ways = self.graph.filler.as_ref().map_or(1, |filler| filler.ways as u64);
        while let Some((node, sum)) = stack.pop() {
            meter.work(64)?;
            if node.cell == terminal {
                // The class that fills the frame has no goals.
                for rank in sum..sum + ways {
                    // The system may have to provide a page for a goal.
                    meter.work(32)?;
                    meter.progress.stored += 1;
                    if meter.progress.stored.is_multiple_of(ROUND) && meter.progress.stored >= limits.states {
                        return Err(StopReason::States);
                    }
                    visit(rank);
                }
            }
            let next = allowed(node).filter(|(_, edge)| leads(&leading, &edge.to));
            let begin = stack.len();
            stack.extend(next.map(|(_, edge)| (edge.to, sum + edge.before)));
            stack[begin..].reverse();
        }
        Ok(())
    }

    /// The placement of a rank, as a position of the puzzle. Pieces of a class are in reading order.
    pub fn position(&self, rules: &Rules, cursor: &mut Cursor<B>, rank: u64) -> Position {
        cursor.go(&self.graph, rank);
        let mut heads = vec![0; rules.pieces.len()];
        for (class, &placed) in self.classes.iter().zip(&cursor.heads) {
            for (&piece, head) in class.pieces.iter().zip(each(placed)) {
                heads[piece] = head as usize;
            }
        }
        rules.position(heads)
    }

    /// Whether no image of the placement of a rank under the symmetries comes before it in reading order.
    pub fn represents_its_class(&self, cursor: &mut Cursor<B>, rank: u64) -> bool {
        cursor.go(&self.graph, rank);
        let mut image = cursor.heads.clone();
        self.symmetries.iter().all(|symmetry| {
            for (class, &heads) in cursor.heads.iter().enumerate() {
                image[symmetry.classes[class]] =
                    set_of(each(heads).map(|head| symmetry.heads[class][head as usize]));
            }
            compare(&cursor.heads, &image).is_le()
        })
    }

    /// Whether a symmetry leaves a placement as it is.
    fn keeps(symmetry: &Symmetry, heads: &[B]) -> bool {
        (0..heads.len()).all(|class| {
            let image = heads[symmetry.classes[class]];
            each(heads[class])
                .all(|head| (B::FIRST << symmetry.heads[class][head as usize] as u32) & image != B::NONE)
        })
    }
}

/// The weight of a placement is the number of symmetries that leave it as it is. So a level has as many classes as
/// its weight divided by the number of symmetries (Burnside's lemma).
impl<B: Cells> Ranked for Placements<B> {
    type Cursor = Cursor<B>;
    type Place = Reading<B>;

    fn positions(&self) -> u64 {
        self.number()
    }

    fn cursor(&self) -> Cursor<B> {
        Cursor::new(&self.graph)
    }

    #[inline]
    fn go(&self, cursor: &mut Cursor<B>, rank: u64) {
        cursor.go(&self.graph, rank);
    }

    #[inline]
    fn neighbours(&self, cursor: &mut Cursor<B>, visit: impl FnMut(u64)) {
        cursor.expand(&self.graph, visit);
    }

    #[inline]
    fn weight(&self, cursor: &Cursor<B>) -> u64 {
        let kept = self.symmetries.iter().filter(|symmetry| Self::keeps(symmetry, &cursor.heads));
        1 + kept.count() as u64
    }

    fn place(&self, cursor: &Cursor<B>) -> Reading<B> {
        Reading(cursor.heads.clone().into())
    }

    #[inline]
    fn precedes(&self, cursor: &Cursor<B>, other: &Reading<B>) -> bool {
        compare(&cursor.heads, &other.0).is_lt()
    }
}
