//! The search for some line: a tree of positions that grows in turn at each combination of features.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::ops::ControlFlow;

use tejun_core::bits::{Cells, each, set_of};
use tejun_search::StopReason;

use super::advice;
use super::carry::{Carry, Place};
use super::corral;
use super::deadlock::{Freeze, Matching, Patterns};
use super::features::{Features, Judge, View};
use super::map::{Cell, Map};
use super::packing::Plan;
use super::route::Route;
use super::subset::{Refuted, Subset};
use super::rooms::ROOM;
use super::tree::{Move, Node, Offer, moves};
use super::walk::Walk;

/// The most moves of a position that are kept.
const OFFERS: usize = 400;

/// A position that a move leads to.
pub(super) struct Child {
    pub by: Move,
    pub view: View,
    pub steps: u16,
}

/// The queue of the positions with the same features, by weight and age.
type Queue = BinaryHeap<Reverse<(u32, u32)>>;

pub(super) struct Search<'m, B> {
    map: &'m Map,
    plan: Plan,
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
    freeze: Freeze,
    matching: Matching,
    patterns: Patterns,
    subset: Subset,
    pub bytes: u64,
    pub dead: u64,
}

impl<'m, B: Cells> Search<'m, B> {
    pub fn new(map: &'m Map, plan: Plan) -> Self {
        Search {
            map,
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
            freeze: Freeze::new(map),
            matching: Matching::new(map),
            patterns: Patterns::new(map),
            subset: Subset::new(map),
            bytes: 0,
            dead: 0,
        }
    }

    pub fn stored(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Finds a line, as carries of boxes; `Ok(None)` if there is none among the positions that it visits.
    pub fn run(
        &mut self,
        boxes: &[Cell],
        man: Cell,
        mut tick: impl FnMut(&Self) -> ControlFlow<StopReason>,
    ) -> Result<Option<Vec<Move>>, StopReason> {
        let start = set_of(boxes.iter().map(|&cell| cell as usize));
        let by = Move { from: man, to: Place { cell: man, side: 0 } };
        self.load(start);
        let view = self.view(man);
        if let Some(found) = self.add(start, view, 0, by, 0) {
            return Ok(Some(found));
        }
        let mut turn = 0;
        while !self.queues.is_empty() {
            if turn >= self.queues.len() {
                turn = 0;
            }
            if let ControlFlow::Break(reason) = tick(self) {
                return Err(reason);
            }
            if let Some(found) = self.grow(turn) {
                return Ok(Some(found));
            }
            if self.queues.iter().all(BinaryHeap::is_empty) {
                break;
            }
            turn += 1;
        }
        Ok(None)
    }

    /// Makes the best move of a queue that leads to a new position.
    fn grow(&mut self, queue: usize) -> Option<Vec<Move>> {
        while let Some(Reverse((weight, at))) = self.queues[queue].pop() {
            let node = &mut self.nodes[at as usize];
            let offer = node.offers.pop()?;
            if let Some(next) = node.offers.last() {
                self.queues[queue].push(Reverse((node.weight + u32::from(next.cost), at)));
            } else {
                node.offers = Vec::new();
            }
            let Move { from, to } = offer.by;
            let man = self.map.next[to.cell as usize][to.side as usize];
            let boxes = (node.boxes & !B::only(from.into())) | B::only(to.cell.into());
            self.load(boxes);
            let view = self.view(man);
            if !self.known.insert(self.key(view.man)) {
                continue;
            }
            if self.is_dead(view.man, to.cell) {
                self.dead += 1;
                continue;
            }
            return self.add(boxes, view, at, offer.by, weight);
        }
        None
    }

    pub fn debug(&mut self, board: &tejun_core::kit::Board) {
        let mut best = (0u8, 0usize);
        let mut hist = [0usize; 64];
        for at in 0..self.nodes.len() {
            self.load(self.nodes[at].boxes);
            let p = self.plan.packed(&self.taken) as u8;
            hist[p as usize] += 1;
            if p > best.0 { best = (p, at); }
        }
        eprintln!("hist {:?} queues {}", &hist[..self.map.goals.len() + 1], self.queues.len());
        self.load(self.nodes[best.1].boxes);
        let v = self.view(self.nodes[best.1].man);
        eprintln!("{:?}", v.features);
        let man = self.nodes[best.1].man as usize;
        let t = self.taken.clone();
        let draw = |f: &dyn Fn(usize) -> char| eprintln!("{}", board.rows('#', |c| f(c)).iter().map(|r| r.to_string()).collect::<Vec<_>>().join("\n"));
        draw(&|c| match (t[c], self.map.is_goal[c]) { (true, true) => '*', (true, false) => '$', (_, true) => if c == man { '+' } else {'.'}, _ => if c == man { '@' } else { ' ' } });
        draw(&|c| if self.map.is_goal[c] { char::from_u32(self.plan.place[c] as u32 + 'A' as u32).unwrap() } else if self.judge.passage[c] != ROOM { '-' } else if self.map.dead[c] { ',' } else { ' ' });
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

    /// Whether the position that is loaded has no solution, as far as can be seen in short time.
    fn is_dead(&mut self, man: Cell, pushed: Cell) -> bool {
        if !self.matching.exists(self.map, &self.boxes) {
            return true;
        }
        self.walk.from(self.map, &self.taken, man);
        let corrals = corral::corrals(self.map, &self.taken, &self.walk, &mut self.other);
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        for corral in corrals {
            if corral.boxes.iter().all(|&cell| self.map.is_goal[cell as usize]) {
                continue;
            }
            let wider = corral::with_obstacles(self.map, &self.taken, &corral.boxes);
            let is_wider = wider.len() > corral.boxes.len();
            groups.push(corral.boxes);
            if is_wider {
                groups.push(wider);
            }
        }
        let near = corral::with_obstacles(self.map, &self.taken, &[pushed]);
        groups.push(corral::with_obstacles(self.map, &self.taken, &near));
        for group in groups {
            if let Some(Refuted { boxes, man }) = self.subset.refute(self.map, &group, man) {
                if std::env::var("DBG2").is_ok() { eprintln!("REFUTED {boxes:?} of {group:?} boxes {:?} man {:?}", self.boxes, man.iter().position(|x| *x)); }
                self.patterns.add(&boxes, man);
                return true;
            }
        }
        false
    }

    /// Adds the position that is loaded. Returns a line if it is solved.
    fn add(&mut self, boxes: B, view: View, before: u32, by: Move, weight: u32) -> Option<Vec<Move>> {
        let at = self.nodes.len() as u32;
        self.nodes.push(Node { boxes, man: view.man, before, by, weight, offers: Vec::new() });
        if self.boxes.iter().all(|&cell| self.map.is_goal[cell as usize]) {
            return Some(moves(&self.nodes, at as usize));
        }
        let mut children = self.children(view.man);
        self.route.find(self.map, &self.plan, &self.taken, &self.boxes, &self.walk, view.man);
        let offers = advice::offers(&view, &mut children, &self.route, OFFERS);
        self.bytes += (size_of::<Node<B>>() + offers.len() * size_of::<Offer>() + 64) as u64;
        if let Some(next) = offers.last() {
            let count = self.queues.len();
            let queue = *self.queue_of.entry(view.features).or_insert(count);
            if queue == count {
                self.queues.push(Queue::new());
            }
            self.queues[queue].push(Reverse((weight + u32::from(next.cost), at)));
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
                let is_dead = to.cell != from
                    && (self.freeze.is_dead(map, &self.taken, to.cell) || self.patterns.has(&self.taken, to.cell, man));
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
