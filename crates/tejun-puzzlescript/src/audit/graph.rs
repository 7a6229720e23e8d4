//! The positions of a level, and what inputs do between them.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use crate::input::Input;
use crate::model::{Model, Trace};
use crate::object_set::ObjectSet;

/// The positions that inputs lead to from the start of a level, in the order in which a breadth-first search meets them.
pub(super) struct Graph {
    states: Vec<u64>,
    /// Of each position that was expanded, its first edge; and the number of edges.
    first: Vec<u32>,
    edges: Vec<Edge>,
    traces: Vec<Trace>,
    /// The lines of rules that act in inputs that change nothing.
    void: BTreeSet<usize>,
    won: Vec<bool>,
    /// Of each position but the first, the edge by which it was met.
    parents: Vec<u32>,
}

/// What an input does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The position before.
    pub from: u32,
    /// The position after.
    pub to: u32,
    /// The input.
    pub input: Input,
    /// What it does on the way: its number in [`Graph::traces`].
    pub trace: u32,
}

/// What some of the inputs lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A win.
    Wins,
    /// So many positions, none of which is won. A graph that is not complete may know it, too.
    Never(usize),
    /// Positions that were not expanded, and no win yet.
    Open,
}

/// Visits what each input makes of a state.
type Expand<'a> = dyn Fn(&[u64], &mut dyn FnMut(Input, &[u64], Trace)) + 'a;

/// What a graph may take.
#[derive(Clone, Copy, Debug)]
pub struct GraphLimits {
    /// Positions.
    pub positions: usize,
    /// Bytes, roughly.
    pub bytes: usize,
}

/// Positions of a graph by what they are: numbers in a hash table with open addressing.
struct Numbers(Vec<u32>);

const FREE: u32 = u32::MAX;

impl Numbers {
    /// The slot of a position, or the free one where it belongs.
    fn slot(&self, state: &[u64], states: &[u64]) -> usize {
        let words = state.len();
        let mask = self.0.len() - 1;
        let mut hash = 0u64;
        for word in state {
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        let mut slot = hash as usize & mask;
        while self.0[slot] != FREE {
            let number = self.0[slot] as usize;
            if states[number * words..][..words] == *state {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self, states: &[u64], words: usize) {
        let size = 2 * self.0.len();
        self.0 = vec![FREE; size];
        for (number, state) in states.chunks_exact(words).enumerate() {
            let slot = self.slot(state, states);
            self.0[slot] = number as u32;
        }
    }
}

impl Graph {
    /// Explores a level. `progress` is told the number of positions now and then, and may stop it. A graph that was
    /// stopped, or that reached a limit, is not [complete](Self::is_complete).
    pub fn new(
        model: &dyn Model,
        limits: GraphLimits,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Self {
        Self::traced(model, model.start(), limits, progress)
    }

    /// As [`new`](Self::new), from another position on.
    pub fn traced(
        model: &dyn Model,
        start: &[u64],
        limits: GraphLimits,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Self {
        Self::explore(model, start, limits, progress, &|state, visit| model.expand_traced(state, visit))
    }

    /// Explores a level without positions that show at once to be lost: it has all wins, and no traces.
    pub fn live(
        model: &dyn Model,
        limits: GraphLimits,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Self {
        let none = Trace { rules: Vec::new(), objects: ObjectSet::EMPTY };
        Self::explore(model, model.start(), limits, progress, &|state, visit| {
            model.expand_live(state, &mut |input, next| visit(input, next, none.clone()));
        })
    }

    fn explore(
        model: &dyn Model,
        start: &[u64],
        limits: GraphLimits,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
        expand: &Expand,
    ) -> Self {
        let words = model.words();
        let mut graph = Self {
            states: start.to_vec(),
            first: vec![0],
            edges: Vec::new(),
            traces: Vec::new(),
            void: BTreeSet::new(),
            won: vec![model.is_won(start)],
            parents: vec![FREE],
        };
        let mut numbers = Numbers(vec![FREE; 1024]);
        let slot = numbers.slot(start, &graph.states);
        numbers.0[slot] = 0;
        let mut trace_numbers: HashMap<Trace, u32> = HashMap::new();
        let mut next = 0;
        while next < graph.won.len() {
            if graph.won.len() > limits.positions || graph.bytes() > limits.bytes {
                break;
            }
            if progress(graph.won.len()).is_break() {
                break;
            }
            let state = graph.states[next * words..][..words].to_vec();
            expand(&state, &mut |input, to, trace| {
                if *to == state[..] {
                    graph.void.extend(trace.rules);
                    return;
                }
                let mut slot = numbers.slot(to, &graph.states);
                if numbers.0[slot] == FREE {
                    numbers.0[slot] = graph.won.len() as u32;
                    graph.states.extend_from_slice(to);
                    graph.won.push(model.is_won(to));
                    graph.parents.push(graph.edges.len() as u32);
                    if 2 * graph.won.len() > numbers.0.len() {
                        numbers.grow(&graph.states, words);
                        slot = numbers.slot(to, &graph.states);
                    }
                }
                let count = graph.traces.len() as u32;
                let number = *trace_numbers.entry(trace).or_insert_with_key(|trace| {
                    graph.traces.push(trace.clone());
                    count
                });
                let to = numbers.0[slot];
                graph.edges.push(Edge { from: next as u32, to, input, trace: number });
            });
            graph.first.push(graph.edges.len() as u32);
            next += 1;
        }
        graph
    }

    fn bytes(&self) -> usize {
        let traces: usize = self.traces.len() * (2 * size_of::<Trace>() + 128);
        self.states.len() * 8 + self.won.len() * 32 + self.edges.len() * size_of::<Edge>() + traces
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.won.len()
    }

    /// Whether all positions were expanded: then there are no others.
    pub fn is_complete(&self) -> bool {
        self.first.len() > self.won.len()
    }

    /// Whether a position is won.
    pub fn is_won(&self, position: usize) -> bool {
        self.won[position]
    }

    /// Whether it is known what inputs do in a position.
    pub fn is_expanded(&self, position: usize) -> bool {
        position + 1 < self.first.len()
    }

    /// What inputs do in a position. Those of one that was not expanded are not known: none are listed.
    pub fn edges(&self, position: usize) -> &[Edge] {
        match (self.first.get(position), self.first.get(position + 1)) {
            (Some(&first), Some(&end)) => &self.edges[first as usize..end as usize],
            _ => &[],
        }
    }

    /// What inputs do on the way.
    pub fn traces(&self) -> &[Trace] {
        &self.traces
    }

    /// The lines of rules that act in inputs that change nothing.
    pub fn void(&self) -> &BTreeSet<usize> {
        &self.void
    }

    /// The shortest line to a position.
    pub fn line_to(&self, mut position: usize) -> Vec<Input> {
        let mut line = Vec::new();
        while position != 0 {
            let edge = self.edges[self.parents[position] as usize];
            line.push(edge.input);
            position = edge.from as usize;
        }
        line.reverse();
        line
    }

    /// The first position that is won, which is one of those with the fewest inputs.
    pub fn first_won(&self) -> Option<usize> {
        self.won.iter().position(|&won| won)
    }

    /// Whether all lines that win with as few inputs as possible are in the graph.
    pub fn has_all_shortest(&self) -> bool {
        let unexpanded = self.first.len() - 1;
        let nearest = self.first_won().map(|won| self.line_to(won).len());
        unexpanded >= self.len() || nearest.is_some_and(|nearest| self.line_to(unexpanded).len() >= nearest)
    }

    /// How many lines win with as few inputs as possible, or `u128::MAX` if there are more. 0 if none wins.
    pub fn count_shortest(&self) -> u128 {
        let Some(nearest) = self.first_won().map(|won| self.line_to(won).len()) else { return 0 };
        let (mut level, mut won) = (HashMap::from([(0usize, 1u128)]), 0u128);
        let mut depths: Vec<u32> = vec![u32::MAX; self.len()];
        depths[0] = 0;
        for depth in 1..=nearest as u32 {
            let mut next: HashMap<usize, u128> = HashMap::new();
            for (&position, &lines) in &level {
                for edge in self.edges(position) {
                    let to = edge.to as usize;
                    if depths[to] >= depth {
                        depths[to] = depth;
                        let sum = next.entry(to).or_default();
                        *sum = sum.saturating_add(lines);
                    }
                }
            }
            level = next;
        }
        for (&position, &lines) in &level {
            if self.won[position] {
                won = won.saturating_add(lines);
            }
        }
        won
    }

    /// The fewest inputs from each position to a win; `None` where it cannot be won any more. For complete graphs.
    pub fn inputs_to_win(&self) -> Vec<Option<u32>> {
        let mut before: Vec<u32> = vec![0; self.len() + 1];
        for edge in &self.edges {
            before[edge.to as usize + 1] += 1;
        }
        for index in 1..before.len() {
            before[index] += before[index - 1];
        }
        let (mut ends, mut from) = (before.clone(), vec![0u32; self.edges.len()]);
        for edge in &self.edges {
            let end = &mut ends[edge.to as usize];
            from[*end as usize] = edge.from;
            *end += 1;
        }
        let mut distances: Vec<Option<u32>> = self.won.iter().map(|&won| won.then_some(0)).collect();
        let mut queue: Vec<usize> = (0..self.len()).filter(|&position| self.won[position]).collect();
        let mut next = 0;
        while next < queue.len() {
            let position = queue[next];
            next += 1;
            let distance = distances[position].map(|distance| distance + 1);
            for &from in &from[before[position] as usize..before[position + 1] as usize] {
                if distances[from as usize].is_none() {
                    distances[from as usize] = distance;
                    queue.push(from as usize);
                }
            }
        }
        distances
    }

    /// What inputs that do what `allows` lead to.
    pub fn reach(&self, allows: impl FnMut(&Trace) -> bool) -> Reach {
        let allowed: Vec<bool> = self.traces.iter().map(allows).collect();
        let mut met = vec![false; self.len()];
        met[0] = true;
        let mut queue = vec![0];
        let (mut next, mut is_open) = (0, false);
        while let Some(&position) = queue.get(next) {
            if self.won[position] {
                return Reach::Wins;
            }
            is_open |= !self.is_expanded(position);
            next += 1;
            for edge in self.edges(position).iter().filter(|edge| allowed[edge.trace as usize]) {
                let to = edge.to as usize;
                if !std::mem::replace(&mut met[to], true) {
                    queue.push(to);
                }
            }
        }
        if is_open { Reach::Open } else { Reach::Never(queue.len()) }
    }

    /// A shortest win all of whose inputs do what `allows`; `None` if the graph has none.
    pub fn shortest_win(&self, mut allows: impl FnMut(&Trace) -> bool) -> Option<Vec<Input>> {
        let allowed: Vec<bool> = self.traces.iter().map(&mut allows).collect();
        let mut parents: Vec<Option<(u32, Input)>> = vec![None; self.len()];
        let mut queue = vec![0u32];
        let mut next = 0;
        while next < queue.len() {
            let mut position = queue[next] as usize;
            next += 1;
            if self.won[position] {
                let mut line = Vec::new();
                while let Some((before, input)) = parents[position].filter(|_| position != 0) {
                    line.push(input);
                    position = before as usize;
                }
                line.reverse();
                return Some(line);
            }
            for edge in self.edges(position).iter().filter(|edge| allowed[edge.trace as usize]) {
                let parent = &mut parents[edge.to as usize];
                if edge.to != 0 && parent.is_none() {
                    *parent = Some((edge.from, edge.input));
                    queue.push(edge.to);
                }
            }
        }
        None
    }
}
