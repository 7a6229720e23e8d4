//! Lists the positions that can be reached, and the moves between them.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use tejun_search::{Limits, Outcome, Progress, StopReason, Watch};

use super::puzzle::Puzzle;
use crate::vocabulary::line::PlayError;
use crate::vocabulary::means::{Means, SolveError};
use crate::vocabulary::question::Map;
use crate::vocabulary::state_graph::StateGraph;

/// Bytes of a position besides its key, in the tables of [`Builder`] and in those of whoever draws the graph.
const POSITION: usize = 80 + 60;
/// Bytes of a move, likewise.
const MOVE: usize = size_of::<[u32; 2]>() + 20;
/// Bytes that a position may own for each cell of its board: a piece, and where it is.
const CELL: usize = 24;
/// Positions between two calls of the watch, and units of work: an expansion may cost many.
const TICK: usize = 64;
const WORK: usize = 1 << 22;

/// The graph while it is searched, whatever the puzzle.
struct Builder<'w> {
    numbers: HashMap<Box<[u8]>, u32>,
    graph: StateGraph,
    /// The first move of the position whose moves are being added.
    first: usize,
    /// Bytes of what was met, and of one position that waits.
    bytes: u64,
    each: u64,
    /// What was spent on expansions since the last call of the watch.
    work: usize,
    limits: Limits,
    watch: &'w mut dyn Watch,
}

impl Builder<'_> {
    /// Numbers the position with this key; the flag says whether it is new.
    fn number(&mut self, key: Box<[u8]>) -> (u32, bool) {
        let next = self.numbers.len() as u32;
        let size = (key.len() + POSITION) as u64;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.bytes += size;
        }
        (number, number == next)
    }

    /// Adds a move of position `from`; the flag says whether it leads to a new position.
    fn add(&mut self, from: u32, key: Box<[u8]>) -> bool {
        let (to, new) = self.number(key);
        if new {
            self.graph.parents.push(from);
        }
        if to != from && !self.graph.moves[self.first..].contains(&[from, to]) {
            self.graph.moves.push([from, to]);
            self.bytes += MOVE as u64;
        }
        new
    }

    /// Begins with the moves of the next position.
    fn next(&mut self, at: u32, waiting: usize, work: usize) -> Result<(), StopReason> {
        self.first = self.graph.moves.len();
        if self.numbers.len() as u64 > self.limits.states {
            return Err(StopReason::States);
        }
        let bytes = self.bytes + self.each * waiting as u64;
        if bytes > self.limits.bytes || self.numbers.len() >= u32::MAX as usize / 2 {
            return Err(StopReason::Memory);
        }
        self.work = self.work.saturating_add(work);
        if !(at as usize).is_multiple_of(TICK) && self.work < WORK {
            return Ok(());
        }
        self.work = 0;
        let progress = Progress {
            depth: 0,
            frontier: waiting as u64,
            expanded: at.into(),
            stored: self.numbers.len() as u64,
            bytes,
        };
        match self.watch.tick(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => Err(reason),
        }
    }
}

/// Searches the graph from `start` on by the plain rules. Equal keys mean equal positions.
///
/// Cost: each move of each position once; memory for keys and moves, and the waiting positions.
///
/// # Errors
/// If the line is not legal, or there is no such position.
pub fn state_graph<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    map: &Map,
    means: &Means,
    watch: &mut dyn Watch,
    key: impl Fn(&P::State) -> Box<[u8]>,
) -> Result<StateGraph, SolveError> {
    let graph = StateGraph {
        outcome: Outcome::Solved(()),
        parents: vec![0],
        goals: Vec::new(),
        moves: Vec::new(),
        path: Vec::new(),
        line: Vec::new(),
    };
    let each = (size_of::<P::State>() + CELL * puzzle.scene(start).cells.len()) as u64;
    let numbers = HashMap::new();
    let mut builder =
        Builder { numbers, graph, first: 0, bytes: 0, each, work: 0, limits: means.limits, watch };
    builder.number(key(start));
    let mut queue = VecDeque::from([start.clone()]);
    let (mut at, mut depth, mut next_depth) = (0, 0, 1);
    while let Some(state) = queue.pop_front() {
        if at == next_depth {
            (depth, next_depth) = (depth + 1, builder.numbers.len() as u32);
        }
        if let Err(reason) = builder.next(at, queue.len(), puzzle.take_work()) {
            builder.graph.outcome = Outcome::Stopped(reason, None);
            break;
        }
        if puzzle.is_goal(&state) {
            builder.graph.goals.push(at);
        }
        puzzle.expand(&state, |_, next| {
            let key = key(&next);
            if depth == means.limits.depth && !builder.numbers.contains_key(&key) {
                builder.graph.outcome = Outcome::Stopped(StopReason::Depth, None);
            } else if builder.add(at, key) {
                queue.push_back(next);
            }
        });
        at += 1;
    }
    let Builder { numbers, mut graph, .. } = builder;
    let number = |state: &P::State| numbers.get(&key(state)).copied();
    if let Some(line) = &map.path {
        let mut state = start.clone();
        graph.path.extend(number(&state));
        for (index, text) in line.0.iter().enumerate() {
            let played = puzzle.play(&mut state, text);
            played.map_err(|reason| SolveError::new(PlayError::new(index, text, reason).to_string()))?;
            graph.path.extend(number(&state));
        }
    }
    if let Some(target) = map.target {
        graph.line = line_to(puzzle, start, target, &graph.parents, number)?;
    }
    Ok(graph)
}

/// A line with the fewest moves to position `target`.
fn line_to<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    target: u32,
    parents: &[u32],
    number: impl Fn(&P::State) -> Option<u32>,
) -> Result<Vec<String>, SolveError> {
    if target as usize >= parents.len() {
        let last = parents.len() - 1;
        return Err(SolveError::new(format!("there is no position {target}: the last one is {last}")));
    }
    let back = std::iter::successors(Some(target), |&at| (at > 0).then(|| parents[at as usize]));
    let mut way: Vec<u32> = back.collect();
    way.reverse();
    let (mut state, mut line) = (start.clone(), Vec::new());
    for &to in &way[1..] {
        let mut step = None;
        puzzle.expand(&state, |by, next| {
            if step.is_none() && number(&next) == Some(to) {
                step = Some((by, next));
            }
        });
        let (by, next) = step.expect("a position has a move to each one that it was the first to meet");
        line.push(puzzle.write(&state, by));
        state = next;
    }
    Ok(line)
}
