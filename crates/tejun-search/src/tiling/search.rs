//! The search for fillings below one root, depth-first along the line.

use std::ops::ControlFlow;

use super::layout::MAX_POSITIONS;
use super::problem::{MAX_CELLS, Tiling, cells_of};
use super::root::Root;
use super::scan::{ANY, Scan};
use super::symmetry::first_of_images;
use super::word::{Fit, Word, is_none, join, meet};
use crate::StopReason;
use crate::runtime::budget::Budget;

/// Nodes expanded between two ticks.
pub(super) const TICK: u64 = 1 << 12;

/// Why a search ended; `None` if the receiver ended it.
pub(super) type Halt = Option<StopReason>;

/// A node to expand: some shape fits at its first free position. Nodes are written by the million, so their
/// small numbers share a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W, const N: usize> {
    window: W,
    /// The shapes that fit at `position`.
    fit: Fit<N>,
    /// The shapes of the kinds that have a piece left.
    avail: Fit<N>,
    position: u32,
    last_move: LastMove,
}

/// How a node was reached: the number of pieces placed, and the last piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastMove(u32);

impl LastMove {
    /// The node where the search starts.
    const ROOT: LastMove = LastMove(0);

    /// By the first of the shapes at `position`, as piece number `depth`.
    #[inline(always)]
    fn at(position: usize, depth: usize) -> LastMove {
        debug_assert!(position < MAX_POSITIONS && depth <= MAX_CELLS);
        LastMove((position as u32) << 16 | (depth as u32) << 8)
    }

    /// By another of the shapes there.
    #[inline(always)]
    fn by(self, shape: usize) -> LastMove {
        LastMove(self.0 | shape as u32)
    }

    #[inline(always)]
    fn depth(self) -> usize {
        (self.0 >> 8 & 0xff) as usize
    }

    /// Place and shape of the last piece.
    fn step(self) -> (usize, usize) {
        ((self.0 >> 16) as usize, (self.0 & 0xff) as usize)
    }
}

/// A part of a search, set aside.
#[derive(Clone, Debug)]
pub(super) enum Task<W, const N: usize> {
    /// A node, and how each node on the way to it, itself included, was reached.
    Below(Node<W, N>, Vec<LastMove>),
    /// A filling and its number of images.
    Filling(Vec<u32>, usize),
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) nodes: u64,
    /// Number of pieces placed, including the pinned one.
    pub(super) pieces: u32,
    pub(super) bytes: u64,
}

/// A depth-first search from one root.
pub(super) struct Search<'a, W, const N: usize> {
    tiling: &'a Tiling,
    scan: &'a Scan<W, N>,
    root: &'a Root<'a, W, N>,
    /// Number of remaining pieces of each kind.
    left: Vec<u32>,
    /// For each depth, how the node on the way to the last expanded one was reached.
    path: [LastMove; MAX_CELLS + 1],
    depth: usize,
    /// Nodes until the next tick, nodes granted so far, and nodes after which to stop.
    credit: u64,
    granted: u64,
    allowed: u64,
    /// The depth at which nodes are no longer expanded. They are set aside, as are fillings found above that
    /// depth; without a list to set them aside in, they are dropped.
    cut: usize,
    aside: Option<Vec<Task<W, N>>>,
    /// Whether a node was dropped.
    pub(super) is_cut: bool,
    /// Counts the memory of the waiting nodes and of those set aside.
    pub(super) budget: Budget,
    ids: Vec<u32>,
    owner: Vec<u32>,
}

pub(super) type Deliver<'a> = dyn FnMut(&[u32], usize) -> ControlFlow<()> + 'a;
pub(super) type Pause<'a> = dyn FnMut(u64, usize) -> ControlFlow<StopReason> + 'a;

impl<'a, W: Word, const N: usize> Search<'a, W, N> {
    /// Returns a search with these limits.
    pub(super) fn new(
        tiling: &'a Tiling,
        scan: &'a Scan<W, N>,
        root: &'a Root<'a, W, N>,
        Allowance { nodes, pieces, bytes }: Allowance,
    ) -> Self {
        let pinned = usize::from(root.pinned.is_some());
        Search {
            tiling,
            scan,
            root,
            left: root.left(tiling),
            path: [LastMove::ROOT; MAX_CELLS + 1],
            depth: 0,
            credit: 0,
            granted: 0,
            allowed: nodes,
            cut: (pieces as usize).saturating_sub(pinned),
            aside: None,
            is_cut: (pieces as usize) < pinned,
            budget: Budget::new(bytes),
            ids: Vec::new(),
            owner: vec![0; tiling.cells],
        }
    }

    /// Number of nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.granted - self.credit
    }

    /// Searches everything below the root.
    pub(super) fn run(&mut self, deliver: &mut Deliver, pause: &mut Pause) -> ControlFlow<Halt> {
        if self.is_cut {
            return ControlFlow::Continue(());
        }
        let Some((position, window)) = Scan::<W, N>::advance(&self.root.fixed, 0, self.root.fixed[0]) else {
            return self.leaf(None, deliver);
        };
        let avail = self.available(position);
        let fit = meet(self.scan.fits(position, window), &avail);
        let node = Node { window, fit, avail, position: position as u32, last_move: LastMove::ROOT };
        self.below(node, deliver, pause)
    }

    /// Returns the parts of the search at `depth`, in the order in which [`Search::run`] reaches them.
    ///
    /// # Errors
    /// If memory runs out or `pause` stops the search.
    pub(super) fn cut_at(&mut self, depth: usize, pause: &mut Pause) -> Result<Vec<Task<W, N>>, StopReason> {
        self.cut = self.cut.min(depth);
        self.aside = Some(Vec::new());
        match self.run(&mut |_, _| ControlFlow::Continue(()), pause) {
            ControlFlow::Break(Some(reason)) => Err(reason),
            _ => Ok(self.aside.take().unwrap_or_default()),
        }
    }

    /// Sets a part aside.
    fn put_aside(&mut self, task: Task<W, N>) -> ControlFlow<Halt> {
        let Some(aside) = &mut self.aside else {
            self.is_cut = true;
            return ControlFlow::Continue(());
        };
        let own = match &task {
            Task::Below(_, path) => size_of_val(&path[..]),
            Task::Filling(ids, _) => size_of_val(&ids[..]),
        };
        let room = self.budget.take(own as u64).and_then(|()| self.budget.grow(aside, 1));
        match room {
            Ok(()) => aside.push(task),
            Err(reason) => return ControlFlow::Break(Some(reason)),
        }
        ControlFlow::Continue(())
    }

    /// Searches a part that was set aside.
    pub(super) fn resume(
        &mut self,
        task: &Task<W, N>,
        deliver: &mut Deliver,
        pause: &mut Pause,
    ) -> ControlFlow<Halt> {
        match task {
            Task::Filling(ids, images) => deliver(ids, *images).map_break(|()| None),
            Task::Below(node, path) => {
                self.left = self.root.left(self.tiling);
                self.depth = path.len() - 1;
                self.path[..path.len()].copy_from_slice(path);
                for depth in 1..path.len() {
                    let kind = self.kind(depth);
                    self.left[kind] -= 1;
                }
                self.below(*node, deliver, pause)
            }
        }
    }

    fn below(&mut self, node: Node<W, N>, deliver: &mut Deliver, pause: &mut Pause) -> ControlFlow<Halt> {
        let singles = self.tiling.counts.iter().all(|&n| n <= 1);
        let used = self.budget.used();
        let end = match (self.scan.uniform, singles, self.scan.chunks) {
            (true, true, 2) => self.expand_all::<true, true, 2>(node, deliver, pause),
            (true, true, 3) => self.expand_all::<true, true, 3>(node, deliver, pause),
            (true, true, _) => self.expand_all::<true, true, ANY>(node, deliver, pause),
            (true, false, _) => self.expand_all::<true, false, ANY>(node, deliver, pause),
            (false, ..) => self.expand_all::<false, false, ANY>(node, deliver, pause),
        };
        if self.aside.is_none() {
            self.budget.rewind(used);
        }
        end
    }

    /// The kind of the piece placed at `depth`.
    fn kind(&self, depth: usize) -> usize {
        let (position, shape) = self.path[depth].step();
        self.scan.shape(position, shape).kind as usize
    }

    /// Takes pieces back until `depth` are placed.
    fn back_to(&mut self, depth: usize) {
        for depth in depth + 1..=self.depth {
            let kind = self.kind(depth);
            self.left[kind] += 1;
        }
    }

    /// The shapes of the kinds that have a piece left.
    fn available(&self, position: usize) -> Fit<N> {
        let of_kind = &self.root.of_kind[self.scan.kinds_at(position)..];
        let mut avail = [0; N];
        for (&left, shapes) in self.left.iter().zip(of_kind) {
            if left > 0 {
                avail = join(avail, shapes);
            }
        }
        avail
    }

    /// Expands a node and everything below it, last child first.
    ///
    /// All children of a node are generated before one of them is expanded. Each child is written to the
    /// stack whether or not something fits at its first free position; if nothing does, the next child
    /// overwrites it. So a node costs one branch that is hard to predict: its number of children.
    fn expand_all<const UNIFORM: bool, const SINGLES: bool, const CHUNKS: usize>(
        &mut self,
        first: Node<W, N>,
        deliver: &mut Deliver,
        pause: &mut Pause,
    ) -> ControlFlow<Halt> {
        let scan = self.scan;
        let fixed = &self.root.fixed[..];
        let adjacency = scan.adjacency;
        let uniform = scan.view::<CHUNKS>(first.position as usize);
        let mut stack = Vec::new();
        self.widen(&mut stack, 1, first)?;
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let node = stack[top];
            let depth = node.last_move.depth();
            if !SINGLES && depth > 0 {
                self.back_to(depth - 1);
            }
            self.path[depth] = node.last_move;
            if !SINGLES && depth > 0 {
                let kind = self.kind(depth);
                self.left[kind] -= 1;
            }
            self.depth = depth;
            if self.cut == depth {
                self.put_aside(Task::Below(node, self.path[..=depth].to_vec()))?;
                continue;
            }
            if self.credit == 0 {
                self.grant(pause)?;
            }
            self.credit -= 1;
            if adjacency.leaves_one_alone(node.window) {
                continue;
            }
            // A class has at most 64 * N shapes, so a node has at most as many children.
            if stack.len() < top + 64 * N {
                self.widen(&mut stack, top + 64 * N, node)?;
            }
            let position = node.position as usize;
            let class = if UNIFORM { uniform } else { scan.view(position) };
            let last_move = LastMove::at(position, depth + 1);
            for word in 0..N {
                let shapes = &class.shapes[word];
                let mut fit = node.fit[word];
                while fit != 0 {
                    let bit = fit.trailing_zeros() as usize % 64;
                    fit &= fit - 1;
                    let shape = &shapes[bit];
                    let last_move = last_move.by(word * 64 + bit);
                    let Some((next, window)) =
                        Scan::<W, N>::advance(fixed, position, node.window | shape.window)
                    else {
                        self.leaf(Some(last_move), deliver)?;
                        continue;
                    };
                    let kind = shape.kind as usize;
                    let avail = if !UNIFORM {
                        self.left[kind] -= 1;
                        let avail = self.available(next);
                        self.left[kind] += 1;
                        avail
                    } else if SINGLES || self.left[kind] == 1 {
                        meet(node.avail, &shape.others)
                    } else {
                        node.avail
                    };
                    let class = if UNIFORM { uniform } else { scan.view(next) };
                    let fit = meet(class.fits(window), &avail);
                    stack[top] = Node { window, fit, avail, position: next as u32, last_move };
                    top += usize::from(!is_none(&fit));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes room for `room` nodes.
    #[cold]
    fn widen(&mut self, stack: &mut Vec<Node<W, N>>, room: usize, node: Node<W, N>) -> ControlFlow<Halt> {
        if let Err(reason) = self.budget.grow(stack, room - stack.len()) {
            return ControlFlow::Break(Some(reason));
        }
        stack.resize(stack.capacity(), node);
        ControlFlow::Continue(())
    }

    /// Grants credit for more nodes, unless the search is to stop.
    #[cold]
    fn grant(&mut self, pause: &mut Pause) -> ControlFlow<Halt> {
        if self.granted > 0
            && let ControlFlow::Break(reason) = pause(self.granted, self.depth)
        {
            return ControlFlow::Break(Some(reason));
        }
        let more = TICK.min(self.allowed - self.granted);
        if more == 0 {
            return ControlFlow::Break(Some(StopReason::States));
        }
        self.credit = more;
        self.granted += more;
        ControlFlow::Continue(())
    }

    /// Delivers the filling that `last` completes, unless it is the image of another one.
    fn leaf(&mut self, last: Option<LastMove>, deliver: &mut Deliver) -> ControlFlow<Halt> {
        self.ids.clear();
        self.ids.extend(self.root.pinned);
        let id = |last_move: &LastMove| {
            let (position, shape) = last_move.step();
            self.scan.id(position, shape)
        };
        self.ids.extend(self.path[1..=self.depth].iter().chain(&last).map(id));
        let mut images = self.root.images;
        if !self.root.group.is_empty() {
            for &id in &self.ids {
                for cell in cells_of(self.tiling.placements[id as usize].mask) {
                    self.owner[cell] = id;
                }
            }
            match first_of_images(&self.root.group, &self.owner) {
                None => return ControlFlow::Continue(()),
                Some(fixed) => images /= fixed + 1,
            }
        }
        if self.aside.is_some() {
            return self.put_aside(Task::Filling(self.ids.clone(), images));
        }
        deliver(&self.ids, images).map_break(|()| None)
    }
}
