//! The models in `petgraph`, as graphs that implement its traits and make their edges when they are asked for.
//! (As a `Graph` in memory they would have to be built first, by a search.)

use std::cell::Cell;

use arrayvec::ArrayVec;
use hashbrown::HashSet;
use petgraph::algo::{astar as petgraph_astar, dijkstra as petgraph_dijkstra};
use petgraph::visit::{
    Bfs, Data, EdgeRef, GraphBase, IntoEdgeReferences, IntoEdges, IntoNeighbors, Visitable,
};

use crate::puzzle::{Found, Puzzle, best_line, thousands};

/// The rules as an implicit graph. The states expanded are counted, as the library does not tell.
struct As<'p, P> {
    puzzle: &'p P,
    expanded: Cell<u64>,
}

impl<'p, P: Puzzle> As<'p, P> {
    fn new(puzzle: &'p P) -> Self {
        As { puzzle, expanded: Cell::new(0) }
    }
}

#[derive(Clone, Copy)]
struct Edge {
    from: u64,
    to: u64,
    cost: u32,
}

impl EdgeRef for Edge {
    type NodeId = u64;
    type EdgeId = (u64, u64);
    type Weight = u32;

    fn source(&self) -> u64 {
        self.from
    }

    fn target(&self) -> u64 {
        self.to
    }

    fn weight(&self) -> &u32 {
        &self.cost
    }

    fn id(&self) -> (u64, u64) {
        (self.from, self.to)
    }
}

impl<P> GraphBase for As<'_, P> {
    type NodeId = u64;
    type EdgeId = (u64, u64);
}

impl<P> Data for As<'_, P> {
    type NodeWeight = ();
    type EdgeWeight = u32;
}

impl<P> Visitable for As<'_, P> {
    /// With the hash that the library uses itself, which is faster than that of the standard library.
    type Map = HashSet<u64>;

    fn visit_map(&self) -> Self::Map {
        HashSet::default()
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

impl<P: Puzzle> IntoNeighbors for &As<'_, P> {
    type Neighbors = arrayvec::IntoIter<u64, 16>;

    #[inline(always)]
    fn neighbors(self, state: u64) -> Self::Neighbors {
        self.expanded.set(self.expanded.get() + 1);
        let mut next = ArrayVec::new();
        self.puzzle.successors(state, |state, _| next.push(state));
        next.into_iter()
    }
}

impl<P: Puzzle> IntoEdgeReferences for &As<'_, P> {
    type EdgeRef = Edge;
    type EdgeReferences = std::iter::Empty<Edge>;

    fn edge_references(self) -> Self::EdgeReferences {
        unreachable!("neither search asks for all edges at once");
    }
}

impl<P: Puzzle> IntoEdges for &As<'_, P> {
    type Edges = arrayvec::IntoIter<Edge, 4>;

    #[inline(always)]
    fn edges(self, from: u64) -> Self::Edges {
        self.expanded.set(self.expanded.get() + 1);
        let mut edges = ArrayVec::new();
        self.puzzle.successors(from, |to, cost| edges.push(Edge { from, to, cost }));
        edges.into_iter()
    }
}

pub fn all_states<P: Puzzle>(puzzle: &P) -> Found {
    let graph = As::new(puzzle);
    let mut search = Bfs::new(&graph, puzzle.start());
    let mut states = 0;
    while search.next(&graph).is_some() {
        states += 1;
    }
    Found { answer: format!("{} states", thousands(states)), states: Some(graph.expanded.get()) }
}

pub fn astar<P: Puzzle>(puzzle: &P) -> Found {
    let graph = As::new(puzzle);
    let is_goal = |state| puzzle.is_goal(state);
    let line = petgraph_astar(&graph, puzzle.start(), is_goal, |edge| edge.cost, |state| puzzle.bound(state));
    best_line(puzzle, line.as_ref().map(|line| &line.1[..]), Some(graph.expanded.get()))
}

/// What a cheapest line costs; the library does not return the line.
pub fn dijkstra<P: Puzzle>(puzzle: &P) -> Found {
    let graph = As::new(puzzle);
    let goal = puzzle.only_goal().expect("it has only one goal");
    let costs = petgraph_dijkstra(&graph, puzzle.start(), Some(goal), |edge| edge.cost);
    let answer = costs.get(&goal).map_or("no line".into(), |cost| format!("cost {cost}"));
    Found { answer, states: Some(graph.expanded.get()) }
}
