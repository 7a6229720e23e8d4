//! The search for some line: a tree of positions that grows in turn at each combination of features.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use tejun_core::bits::{Cells, each, set_of};

use super::advice;
use super::carry::{Carry, Place};
use super::features::{Features, Judge, View};
use super::packing::Plan;
use super::route::Route;
use super::tree::{Child, Move, Node, Offer, moves};
use crate::sokoban::analysis::corral;
use crate::sokoban::analysis::deadlock::Deadlocks;
use crate::sokoban::analysis::map::{Cell, Map};
use crate::sokoban::analysis::walk::Walk;
use crate::sokoban::bound::{Scratch, Tables};

/// The most moves of a position that are kept.
const OFFERS: usize = 400;

/// The most positions of a group of boxes that are looked at to see whether it is lost.
const GROUP: usize = 200;

/// Bytes of a position besides that, in the sets and queues that know it.
const NODE_BYTES: usize = 128;

/// What searches differ in.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Whether only the number of goals filled is a feature.
    packs_only: bool,
    /// Whether the moves that nothing speaks for add more and more to the weight, so that few are made in many positions,
    /// rather than many in few.
    pub widens: bool,
    /// Whether the goals that are farthest from the boxes are filled last, rather than first.
    pub farthest_last: bool,
}

impl Way {
    /// One of them may find at once what another never does.
    pub const ALL: [Way; 4] = [
        Way { packs_only: false, widens: false, farthest_last: false },
        Way { packs_only: true, widens: false, farthest_last: false },
        Way { packs_only: false, widens: true, farthest_last: false },
        Way { packs_only: true, widens: false, farthest_last: true },
    ];

    fn key(self, features: Features) -> Features {
        let packed = Features { packed: features.packed, ..Features::default() };
        if self.packs_only { packed } else { features }
    }
}

/// How a step ends.
pub(super) enum Step {
    /// With this line, as carries of boxes.
    Found(Vec<Move>),
    More,
    /// No move is left.
    Exhausted,
}

/// The queue of the positions with the same features, the least weight first, and the newest.
type Queue = BinaryHeap<Reverse<(u32, u32)>>;

pub(super) struct Search<'m, B> {
    map: &'m Map,
    /// What few boxes need.
    tables: Option<(&'m Tables, Scratch)>,
    plan: Plan,
    way: Way,
    turn: usize,
    nodes: Vec<Node<B>>,
    known: HashSet<u64>,
    queues: Vec<Queue>,
    queue_of: HashMap<Features, usize>,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    walk: Walk,
    other: Walk,
    carry: Carry,
    judge: Judge,
    route: Route,
    deadlocks: Deadlocks,
    pub bytes: u64,
    pub expanded: u64,
}

impl<'m, B: Cells> Search<'m, B> {
    /// A search from a position on. It may be solved by no line.
    pub fn new(
        map: &'m Map,
        tables: Option<&'m Tables>,
        plan: Plan,
        way: Way,
        boxes: &[Cell],
        man: Cell,
    ) -> Self {
        let mut search = Search {
            way,
            turn: 0,
            map,
            tables: tables.map(|tables| (tables, tables.scratch())),
            plan,
            nodes: Vec::new(),
            known: HashSet::new(),
            queues: Vec::new(),
            queue_of: HashMap::new(),
            taken: map.only_wall(),
            boxes: Vec::new(),
            walk: Walk::new(map),
            other: Walk::new(map),
            carry: Carry::new(map),
            judge: Judge::new(map),
            route: Route::new(map),
            deadlocks: Deadlocks::new(map, GROUP),
            bytes: 0,
            expanded: 0,
        };
        let start = set_of(boxes.iter().map(|&cell| cell as usize));
        search.load(start);
        let view = search.view(man);
        search.known.insert(search.key(view.man));
        let by = Move { from: man, to: Place { cell: man, side: 0 } };
        search.add(start, view, 0, by, 0);
        search
    }

    pub fn stored(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Makes one move more from positions of the features whose turn it is.
    pub fn step(&mut self) -> Step {
        for _ in 0..self.queues.len() {
            self.turn = if self.turn + 1 < self.queues.len() { self.turn + 1 } else { 0 };
            if !self.queues[self.turn].is_empty() {
                return self.grow(self.turn).map_or(Step::More, Step::Found);
            }
        }
        Step::Exhausted
    }

    /// Makes the best move of a queue that leads to a new position.
    fn grow(&mut self, queue: usize) -> Option<Vec<Move>> {
        while let Some(Reverse((weight, newest))) = self.queues[queue].pop() {
            let at = u32::MAX - newest;
            let node = &mut self.nodes[at as usize];
            let offer = node.offers.pop()?;
            if let Some(next) = node.offers.last() {
                self.queues[queue].push(Reverse((node.weight + u32::from(next.cost), newest)));
            } else {
                node.offers = Vec::new();
            }
            self.expanded += 1;
            let Move { from, to } = offer.by;
            let man = self.map.next[to.cell as usize][to.side as usize];
            let boxes = (node.boxes & !B::only(from.into())) | B::only(to.cell.into());
            self.load(boxes);
            let view = self.view(man);
            if !self.known.insert(self.key(view.man)) {
                continue;
            }
            if let Some((tables, scratch)) = &mut self.tables
                && tables.least(self.boxes.iter().map(|&cell| cell as usize), view.man, scratch).is_none()
            {
                continue;
            }
            if self.deadlocks.is_found(self.map, &self.taken, &self.boxes, Some(to.cell), view.man) {
                continue;
            }
            return self.add(boxes, view, at, offer.by, weight);
        }
        None
    }

    fn load(&mut self, boxes: B) {
        self.boxes.iter().for_each(|&cell| self.taken[cell as usize] = false);
        self.boxes.clear();
        self.boxes.extend(each(boxes).map(|cell| cell as Cell));
        self.boxes.iter().for_each(|&cell| self.taken[cell as usize] = true);
    }

    fn view(&mut self, man: Cell) -> View {
        self.judge.view(self.map, &self.plan, &self.taken, &self.boxes, man)
    }

    /// The key of the position that is loaded.
    fn key(&self, man: Cell) -> u64 {
        let boxes = self.boxes.iter().map(|&cell| self.map.box_key[cell as usize]);
        boxes.fold(self.map.man_key[man as usize], |key, other| key ^ other)
    }

    /// Adds the position that is loaded. Returns a line if it is solved.
    fn add(&mut self, boxes: B, view: View, before: u32, by: Move, weight: u32) -> Option<Vec<Move>> {
        let at = self.nodes.len() as u32;
        self.nodes.push(Node { boxes, before, by, weight, offers: Vec::new() });
        if self.boxes.iter().all(|&cell| self.map.is_goal[cell as usize]) {
            return Some(moves(&self.nodes, at as usize));
        }
        let mut children = self.children(view.man);
        self.route.find(self.map, &self.plan, &self.taken, &self.boxes, &self.walk, view.man);
        let offers = advice::offers(&view, &mut children, &self.route, self.way.widens, OFFERS);
        self.bytes += (3 * size_of::<Node<B>>() + offers.capacity() * size_of::<Offer>() + NODE_BYTES) as u64;
        if let Some(next) = offers.last() {
            let count = self.queues.len();
            let key = self.way.key(view.features);
            let queue = *self.queue_of.entry(key).or_insert(count);
            if queue == count {
                self.queues.push(Queue::new());
            }
            self.queues[queue].push(Reverse((weight + u32::from(next.cost), u32::MAX - at)));
            self.nodes[at as usize].offers = offers;
        }
        None
    }

    /// The positions that a carry of one box leads to.
    fn children(&mut self, man: Cell) -> Vec<Child> {
        let map = self.map;
        self.walk.from(map, &self.taken, man);
        let corrals = corral::corrals(map, &self.taken, &self.walk, &mut self.other);
        let first = corrals.into_iter().filter_map(|mut corral| {
            corral::comes_first(map, &self.taken, &self.walk, &mut corral).then_some(corral.boxes)
        });
        let movable = first.min_by_key(Vec::len).unwrap_or_else(|| self.boxes.clone());
        let mut children = Vec::new();
        for from in movable {
            let index = self.boxes.iter().position(|&cell| cell == from).unwrap_or_default();
            self.taken[from as usize] = false;
            let walk = &self.walk;
            self.carry.push(map, &mut self.taken, from, |cell| walk.has(cell));
            for at in 0..self.carry.places.len() {
                let carried = self.carry.places[at];
                let to = carried.place;
                let man = map.next[to.cell as usize][to.side as usize];
                if to.cell == from && (carried.steps == 0 || self.walk.has(man)) {
                    continue;
                }
                self.taken[to.cell as usize] = true;
                self.boxes[index] = to.cell;
                let is_dead = to.cell != from && self.deadlocks.is_seen(map, &self.taken, to.cell, man);
                if !is_dead {
                    let view = self.judge.view(map, &self.plan, &self.taken, &self.boxes, man);
                    if !self.known.contains(&self.key(view.man)) {
                        children.push(Child { by: Move { from, to }, view, steps: carried.steps });
                    }
                }
                self.taken[to.cell as usize] = false;
            }
            self.taken[from as usize] = true;
            self.boxes[index] = from;
        }
        children
    }
}
