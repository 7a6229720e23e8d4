//! The relaxation of one object: where it can get to, if all others may be anywhere.

use super::carried::Carried;
use super::context::Context;
use crate::fast::cells::{self, Cells};
use crate::fast::flow::is_excluded;
use crate::fast::geometry::segments;
use crate::fast::program::rows_are_disjoint;
use crate::game::{Direction, Pattern, PatternRow, Rule};
use crate::object_set::ObjectSet;

const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// No way.
pub(super) const UNREACHABLE: u16 = u16::MAX;

/// What is farther counts as if it were as far as this, which is a lower bound, too.
const FARTHEST: u16 = UNREACHABLE - 1;

/// The steps that single objects of a class may take: an object of one layer becomes another one of the class, or moves.
/// A node is an object and a cell.
pub(super) struct Steps {
    /// The objects.
    pub class: ObjectSet,
    kinds: Vec<usize>,
    cells: usize,
    /// Of each node, from where it can be reached, and in how many turns at least: 0 or 1.
    before: Vec<Vec<(u32, bool)>>,
    /// The nodes where an object may leave the class, or be destroyed.
    leaves: Vec<bool>,
    /// The nodes where an object may come from nowhere, and what may have become of it: objects of the layer that are
    /// not in the class.
    appears: Vec<bool>,
    sources: ObjectSet,
}

/// What is asked of one cell of a rule.
struct Change<const W: usize> {
    here: Cells<W>,
    /// The objects of the class that may be there before.
    before: ObjectSet,
    /// Those that are gone after it.
    removed: ObjectSet,
    /// What is there after it, if the rule brings it.
    added: Option<usize>,
    /// Whether one of the class is there for sure.
    certain: bool,
}

/// Nodes, edges and cells of rules that all graphs of a level may have together.
pub(super) const WORK: usize = 20_000_000;

impl Steps {
    /// The steps of a class of objects of one layer. Moving costs a turn if `turns`. `None` if that is more work than is
    /// left.
    pub fn new<const W: usize>(
        context: &Context<W>,
        carried: &Carried<W>,
        class: ObjectSet,
        turns: bool,
        work: &mut usize,
    ) -> Option<Self> {
        let Context { game, flow, size, .. } = *context;
        let kinds: Vec<usize> = class.iter().filter(|&kind| !cells::is_empty(&flow.possible[kind])).collect();
        let layer = game.objects[class.iter().next()?].layer;
        let nodes = kinds.len() * size.cells();
        *work = work.checked_sub(nodes)?;
        let mut steps = Self {
            class,
            kinds,
            cells: size.cells(),
            before: vec![Vec::new(); nodes],
            leaves: vec![false; nodes],
            appears: vec![false; nodes],
            sources: ObjectSet::EMPTY,
        };
        let blocked = flow.union(&game.layers[layer], &flow.always);
        for (slot, &kind) in steps.kinds.iter().enumerate() {
            for (index, direction) in DIRECTIONS.into_iter().enumerate() {
                let step = size.step(Some(direction));
                for cell in cells::each(&cells::and(&carried.moving[kind][index], &flow.possible[kind])) {
                    let target = cell.wrapping_add_signed(step);
                    if size.room(Some(direction), cell) > 1 && !cells::contains(&blocked, target) {
                        let from = (slot * steps.cells + cell) as u32;
                        steps.before[slot * steps.cells + target]
                            .push((from, turns && !carried.stray[layer]));
                    }
                }
            }
        }
        for rule in game.all_rules() {
            let Some(starts) = flow.starts(rule, size) else { continue };
            let exact = rows_are_disjoint(game, rule);
            for (row, starts) in rule.rows.iter().zip(&starts) {
                *work = work.checked_sub(W * row.cells.len())?;
                steps.add_row(context, rule, row, starts, exact, work)?;
            }
        }
        Some(steps)
    }

    fn node(&self, kind: usize, cell: usize) -> Option<usize> {
        let slot = self.kinds.iter().position(|&other| other == kind)?;
        Some(slot * self.cells + cell)
    }

    /// Adds what a row of a rule does to objects of the class. Which of them becomes which does not show: it is enough
    /// that for one way to tell them apart, each takes steps of the graph.
    fn add_row<const W: usize>(
        &mut self,
        context: &Context<W>,
        rule: &Rule,
        row: &PatternRow,
        starts: &[Cells<W>],
        exact: bool,
        work: &mut usize,
    ) -> Option<()> {
        let (flow, size) = (context.flow, context.size);
        let step = size.step(rule.direction);
        let mut changes: Vec<(usize, isize, Change<W>)> = Vec::new();
        let mut sources = ObjectSet::EMPTY;
        for (segment, (range, starts)) in segments(row).into_iter().zip(starts).enumerate() {
            for (k, pattern) in row.cells[range].iter().enumerate() {
                let offset = step * k as isize;
                let here = cells::at(starts, -offset);
                if let Some(change) = self.change(context, pattern, here, exact, &mut sources) {
                    changes.push((segment, offset, change));
                }
            }
        }
        // What stays where it is and becomes another one.
        for (_, _, change) in &changes {
            let Some(added) = change.added else { continue };
            for kind in change.before.iter().filter(|&kind| kind != added) {
                for cell in cells::each(&cells::and(&change.here, &flow.possible[kind])) {
                    if let (Some(from), Some(to)) = (self.node(kind, cell), self.node(added, cell)) {
                        *work = work.checked_sub(1)?;
                        self.before[to].push((from as u32, false));
                    }
                }
            }
        }
        let removals: Vec<_> = changes.iter().filter(|(_, _, change)| !change.removed.is_empty()).collect();
        let additions: Vec<_> =
            changes.iter().filter(|(_, _, change)| change.added.is_some() && !change.certain).collect();
        let sure = removals.iter().all(|(_, _, change)| change.certain && change.removed == change.before);
        let empty = additions.iter().all(|(_, _, change)| change.before.is_empty());
        if !(sure && empty && removals.len() <= additions.len()) {
            for (_, _, change) in &removals {
                for kind in change.removed.iter() {
                    for cell in cells::each(&change.here) {
                        if let Some(node) = self.node(kind, cell) {
                            self.leaves[node] = true;
                        }
                    }
                }
            }
        }
        if !(sure && removals.len() >= additions.len()) {
            for (_, _, change) in &additions {
                for cell in cells::each(&change.here) {
                    if let Some(node) = change.added.and_then(|added| self.node(added, cell)) {
                        self.appears[node] = true;
                        self.sources = self.sources.union(&sources);
                    }
                }
            }
        }
        for (segment, offset, removal) in &removals {
            for (other, other_offset, addition) in &additions {
                let Some(added) = addition.added else { continue };
                for cell in cells::each(&removal.here) {
                    let targets: Vec<usize> = if segment == other {
                        vec![cell.wrapping_add_signed(other_offset - offset)]
                    } else {
                        let along = |&target: &usize| match rule.direction {
                            Some(direction) if direction.is_horizontal() => {
                                target % size.height == cell % size.height
                            }
                            _ => target / size.height == cell / size.height,
                        };
                        cells::each(&addition.here).filter(along).collect()
                    };
                    for target in targets {
                        for kind in removal.removed.iter() {
                            if let (Some(from), Some(to)) = (self.node(kind, cell), self.node(added, target))
                            {
                                *work = work.checked_sub(1)?;
                                self.before[to].push((from as u32, false));
                            }
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// What becomes of a cell of a rule, as far as the class goes; `None` if nothing. Objects of the layer that are not
    /// of the class and go are noted as sources.
    fn change<const W: usize>(
        &self,
        context: &Context<W>,
        pattern: &Pattern,
        here: Cells<W>,
        exact: bool,
        sources: &mut ObjectSet,
    ) -> Option<Change<W>> {
        let Context { game, flow, .. } = *context;
        let replacement = pattern.replacement.as_ref()?;
        let layer = &game.layers[game.objects[*self.kinds.first()?].layer];
        let placed = replacement.set.intersection(layer);
        let taken = replacement.clear.intersection(layer);
        if placed.is_empty() && taken.is_empty() {
            return None;
        }
        let may_be_there = |&object: &usize| {
            (!exact || !is_excluded(game, pattern, object))
                && cells::intersects(&here, &flow.possible[object])
        };
        let before: ObjectSet = self.class.iter().filter(may_be_there).collect();
        let present = pattern.present.intersection(layer);
        let certain = exact
            && (present.intersects(&self.class)
                || pattern.one_of.iter().any(|set| self.class.contains_all(set)));
        let added = placed.intersection(&self.class).iter().next();
        let removed = match added {
            Some(_) => ObjectSet::EMPTY,
            None => before.intersection(&taken),
        };
        let others = layer.difference(&self.class);
        *sources = sources
            .union(&others.iter().filter(may_be_there).filter(|object| taken.contains(*object)).collect());
        (added.is_some() || !removed.is_empty()).then_some(Change { here, before, removed, added, certain })
    }

    /// The class with all objects that may become one of it, as often as that gives more.
    pub fn grown(&self) -> Option<ObjectSet> {
        let grown = self.class.union(&self.sources);
        (grown != self.class).then_some(grown)
    }

    /// Whether an object may appear on one of these cells, or where it can get to one of them.
    pub fn may_appear(&self, distances: &[u16]) -> bool {
        self.appears.iter().zip(distances).any(|(&appears, &distance)| appears && distance != UNREACHABLE)
    }

    /// Of each node, the fewest turns to a goal, or to leave the class if that is one, too.
    pub fn distances(&self, mut is_goal: impl FnMut(usize, usize) -> bool, leaving: bool) -> Vec<u16> {
        let mut distances = vec![UNREACHABLE; self.before.len()];
        let mut level: Vec<u32> = Vec::new();
        for (slot, &kind) in self.kinds.iter().enumerate() {
            for cell in 0..self.cells {
                let node = slot * self.cells + cell;
                if is_goal(kind, cell) || (leaving && self.leaves[node]) {
                    distances[node] = 0;
                    level.push(node as u32);
                }
            }
        }
        let mut distance = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            while let Some(node) = level.pop() {
                if distances[node as usize] < distance {
                    continue;
                }
                for &(from, costs) in &self.before[node as usize] {
                    let through = distance + u16::from(costs && distance < FARTHEST);
                    if through < distances[from as usize] {
                        distances[from as usize] = through;
                        if costs { &mut next } else { &mut level }.push(from);
                    }
                }
            }
            level = next;
            distance = (distance + 1).min(FARTHEST);
        }
        distances
    }

    /// The distances of one object, cell by cell.
    pub fn of<'a>(&self, kind: usize, distances: &'a [u16]) -> Option<&'a [u16]> {
        let slot = self.kinds.iter().position(|&other| other == kind)?;
        Some(&distances[slot * self.cells..(slot + 1) * self.cells])
    }

    /// Nodes and edges.
    pub fn len(&self) -> usize {
        self.before.len() + self.before.iter().map(Vec::len).sum::<usize>()
    }

    pub fn kinds(&self) -> &[usize] {
        &self.kinds
    }
}
