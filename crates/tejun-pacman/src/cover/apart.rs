//! Connectivity, which the lower bound ignores. An estimate of the moves needed to join the parts of a
//! disconnected walk, and an exact search for a connected one.

use super::Cover;
use super::local::{Constraint, FAR};
use crate::maze::NONE;

const UNSEEN: u16 = u16::MAX;

fn root(part: &mut [u16], mut node: usize) -> usize {
    while usize::from(part[node]) != node {
        part[node] = part[usize::from(part[node])];
        node = usize::from(part[node]);
    }
    node
}

fn left(dots: &[u64], dot: u16) -> bool {
    dot != NONE && dots[usize::from(dot / 64)] >> (dot % 64) & 1 != 0
}

/// A node of the tree that branch and bound goes through, parents first: none if the bound decides, else the junctions of the
/// part whose ways out are tried, ways with a narrow gap first, before it is avoided if it can be.
pub type Branching = Option<Vec<bool>>;

impl super::Scratch {
    /// Notes a node, if the tree is wanted.
    fn note(&mut self, node: impl FnOnce() -> Branching) {
        if let Some(tree) = &mut self.tree {
            tree.push(node());
        }
    }
}

impl Cover<'_> {
    /// The two nodes joined by an entry of the cost vector: junctions, or Pac-Man's node.
    fn ends(&self, index: usize, inside: Option<usize>) -> Option<[usize; 2]> {
        let graph = &self.maze.corridors;
        let pacman = graph.junctions.len();
        if index < self.stub.len() {
            let [a, b] = graph.corridors[index].ends.map(usize::from);
            Some(match inside {
                Some(inside) if inside == index => [a, pacman],
                // A dead end can only be entered through its first end.
                _ if self.stub[index] => [a, a],
                _ => [a, b],
            })
        } else {
            let inside = inside?;
            let b = usize::from(graph.corridors[inside].ends[1]);
            Some([pacman, if self.stub[inside] { pacman } else { b }])
        }
    }

    /// Finds the parts of the traced walk. Returns Pac-Man's part and the number of other parts to visit.
    fn parts(&self, dots: &[u64], scratch: &mut super::Scratch) -> (u16, usize) {
        let graph = &self.maze.corridors;
        let super::Scratch { locals, inside, at_junction, through, apart, .. } = scratch;
        let nodes = graph.junctions.len() + 1;
        apart.part.clear();
        apart.part.extend(0..nodes as u16);
        apart.needed.clear();
        apart.needed.extend((0..nodes - 1).map(|junction| {
            let cell = usize::from(graph.junctions[junction]);
            self.dead_end[junction].is_none() && left(dots, self.maze.dot[cell])
        }));
        apart.needed.push(false);
        for (index, local) in locals.iter().enumerate() {
            let Some([a, b]) = self.ends(index, *inside) else { continue };
            if through[index] || local.way == Constraint::Joined {
                apart.needed[a] = true;
                let (a, b) = (root(&mut apart.part, a), root(&mut apart.part, b));
                apart.part[b] = a as u16;
            } else {
                apart.needed[a] |= local.sides[0];
                apart.needed[b] |= local.sides[1];
            }
        }
        for node in 0..nodes {
            let part = root(&mut apart.part, node);
            apart.part[node] = part as u16;
            apart.needed[part] |= apart.needed[node];
        }
        let home = apart.part[if inside.is_some() { nodes - 1 } else { *at_junction }];
        let others = (0..nodes)
            .filter(|&node| {
                usize::from(apart.part[node]) == node && apart.needed[node] && node != usize::from(home)
            })
            .count();
        (home, others)
    }

    /// Estimates how many extra moves join the parts of the traced walk: joins the nearest part each time,
    /// there and back.
    pub(super) fn joining(&self, dots: &[u64], scratch: &mut super::Scratch) -> u16 {
        let (home, mut others) = self.parts(dots, scratch);
        if others == 0 {
            return 0;
        }
        let super::Scratch { locals, inside, through, apart, .. } = scratch;
        let nodes = apart.part.len();
        apart.distance.clear();
        apart.distance.extend(apart.part.iter().map(|&part| if part == home { 0 } else { UNSEEN }));
        apart.done.clear();
        apart.done.resize(nodes, false);
        apart.from.clear();
        apart.from.resize(nodes, UNSEEN);
        apart.needed[usize::from(home)] = false;
        let mut total = 0;
        while others > 0 {
            let nearest =
                (0..nodes).filter(|&node| !apart.done[node]).min_by_key(|&node| apart.distance[node]);
            let Some(node) = nearest.filter(|&node| apart.distance[node] != UNSEEN) else { break };
            let part = apart.part[node];
            if std::mem::replace(&mut apart.needed[usize::from(part)], false) {
                others -= 1;
                total = u16::saturating_add(total, apart.distance[node]);
                for other in 0..nodes {
                    if apart.part[other] == part {
                        apart.distance[other] = 0;
                        apart.done[other] = false;
                    }
                }
                // The path to the part is now walked too.
                let mut step = apart.from[node];
                while step != UNSEEN && apart.distance[usize::from(step)] > 0 {
                    apart.distance[usize::from(step)] = 0;
                    apart.done[usize::from(step)] = false;
                    step = apart.from[usize::from(step)];
                }
            }
            apart.done[node] = true;
            let distance = apart.distance[node];
            let behind = self.stub.len();
            let inner = inside.map(|inside| [inside as u16, behind as u16]);
            let around = match &inner {
                Some(parts) if node == nodes - 1 => parts,
                _ => self.beside[node].as_slice(),
            };
            for &index in around {
                let mut index = usize::from(index);
                let mut ends = self.ends(index, *inside).expect("a corridor has ends");
                if !ends.contains(&node) {
                    // Pac-Man stands in this corridor; this is its other end.
                    index = behind;
                    ends = self.ends(index, *inside).expect("Pac-Man stands in a corridor");
                }
                let to = if ends[0] == node { ends[1] } else { ends[0] };
                let reached = distance.saturating_add(2 * locals[index].gap as u16);
                if !through[index] && reached < apart.distance[to] {
                    apart.distance[to] = reached;
                    apart.from[to] = node as u16;
                    apart.done[to] = false;
                }
            }
        }
        total
    }

    /// Whether a walk of at most `most` moves can eat all the dots, ignoring enemies. `false` is always
    /// proved. `true` is proved unless `go_on`, which is called at every node, returned `false`.
    ///
    /// Branch and bound: a disconnected part of the cheapest choice is either joined to the rest by one of
    /// the corridors that lead out of it, or not visited at all.
    pub fn within(
        &self,
        dots: &[u64],
        cell: u16,
        most: u16,
        go_on: &mut dyn FnMut() -> bool,
        scratch: &mut super::Scratch,
    ) -> bool {
        self.measure(dots, cell, scratch);
        // Among walks of equal length, those that pass through more corridors are more often connected. So a
        // corridor passed through earns a bonus, small enough that all bonuses together are less than a move.
        // Where the numbers are too large for that, only some corridors earn it.
        let corridors = scratch.locals.len() as i16;
        let most = most.min(i16::MAX as u16 - 2) as i16;
        let scale = ((i16::MAX - 1) / (most + 1)).min(corridors + 1);
        for (local, index) in scratch.locals.iter_mut().zip(1..) {
            *local = local.scaled(scale, i16::from(index < scale));
        }
        self.search(dots, most * scale, go_on, scratch)
    }

    /// The tree by which [`Cover::within`] proves that no such walk is short enough; `None` if it does not.
    #[cfg(not(target_family = "wasm"))]
    pub fn refutation(
        &self,
        dots: &[u64],
        cell: u16,
        most: u16,
        go_on: &mut dyn FnMut() -> bool,
        scratch: &mut super::Scratch,
    ) -> Option<Vec<Branching>> {
        scratch.tree = Some(Vec::new());
        let within = self.within(dots, cell, most, go_on, scratch);
        scratch.tree.take().filter(|_| !within)
    }

    fn search(
        &self,
        dots: &[u64],
        most: i16,
        go_on: &mut dyn FnMut() -> bool,
        scratch: &mut super::Scratch,
    ) -> bool {
        let bound = self.solve(scratch);
        if bound == FAR || bound > most {
            scratch.note(|| None);
            return false;
        }
        self.trace(scratch);
        let (home, others) = self.parts(dots, scratch);
        if others == 0 || !go_on() {
            return true;
        }
        let inside = scratch.inside;
        let all: Vec<(usize, [usize; 2])> = (0..scratch.locals.len())
            .filter_map(|index| self.ends(index, inside).map(|ends| (index, ends)))
            .collect();
        let part_of = &scratch.apart.part;
        // The part with the fewest ways out gives the fewest branches.
        let part = (0..part_of.len() as u16)
            .filter(|&part| part_of[usize::from(part)] == part && scratch.apart.needed[usize::from(part)])
            .filter(|&part| part != home)
            .min_by_key(|&part| {
                let leads_out = |&&(index, [a, b]): &&(usize, [usize; 2])| {
                    scratch.locals[index].way == Constraint::Free
                        && (part_of[a] == part) != (part_of[b] == part)
                };
                all.iter().filter(leads_out).count()
            })
            .expect("another part is needed");
        let within: Vec<bool> = part_of.iter().map(|&other| other == part).collect();
        scratch.note(|| Some(within[..within.len() - 1].to_vec()));
        let before = scratch.locals.clone();
        let mut leading_out: Vec<usize> = all
            .iter()
            .filter(|&&(index, [a, b])| before[index].way == Constraint::Free && within[a] != within[b])
            .map(|&(index, _)| index)
            .collect();
        leading_out.sort_by_key(|&index| before[index].gap);
        for index in leading_out {
            scratch.locals[index] = before[index].joined();
            if self.search(dots, most, go_on, scratch) {
                return true;
            }
            scratch.locals[index] = before[index].closed();
        }
        let graph = &self.maze.corridors;
        let mut avoidable = !(0..graph.junctions.len()).any(|junction| {
            within[junction] && left(dots, self.maze.dot[usize::from(graph.junctions[junction])])
        });
        for &(index, [a, b]) in &all {
            let local = &mut scratch.locals[index];
            if within[a] && within[b] {
                avoidable &= local.depth == [0; 2] && local.way != Constraint::Joined;
                *local = local.closed();
            } else if within[a] || within[b] {
                let entered = if within[a] { 1 } else { 0 };
                avoidable &= local.way != Constraint::From(1 - entered) || local.depth == [0; 2];
                *local = local.from(entered);
            }
        }
        let found = avoidable && self.search(dots, most, go_on, scratch);
        scratch.locals = before;
        found
    }
}
