//! The positions met so far, and the searches among them. All questions about a position share them: each position is met
//! and each move made once, whatever is asked.

use std::collections::{BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};

use tejun_search::{Limits, Progress, Stats, StopReason, Watch};

use super::source::{NewState, Source};
use super::tracking::{Tracked, sorted};
use crate::vocabulary::cell::CellId;

/// Positions visited, or expanded, between two calls of the watch; and units of work.
const VISITS: usize = 1 << 13;
const EXPANSIONS: usize = 64;
const WORK: usize = 1 << 22;
/// Bytes of a move, and of the marks on a position.
const MOVE: u64 = 4;
const MARKS: u64 = 32;

/// What is on a cell: a part of a piece of a class.
type Part = (u32, u16);

/// What each cell of a position has on it.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    cells: &'a [u16],
    contents: &'a [Vec<Part>],
}

impl Look<'_> {
    pub fn is_empty(&self, cell: CellId) -> bool {
        self.cells[cell] == 0
    }

    /// Whether a piece of this class covers exactly these cells.
    pub fn has(&self, piece: &Tracked) -> bool {
        let on = |cell: CellId| &self.contents[self.cells[cell] as usize];
        (0..).zip(&piece.cells).all(|(index, &cell)| on(cell).contains(&(piece.class, index)))
    }

    pub fn is_on(&self, class: u32, cell: CellId) -> bool {
        self.contents[self.cells[cell] as usize].iter().any(|part| part.0 == class)
    }
}

/// What becomes of a position in a search that meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// It is no position of the puzzle as it is restricted.
    Barred,
    /// The search goes on from it.
    Open,
    /// It counts, and the search does not go on from it.
    Leaf,
    /// It is what is searched for.
    Sought,
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It has visited as many positions as it was allowed for now.
    Cap,
    /// A limit of the question.
    Limit(StopReason),
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchResult {
    /// The number of moves to what was sought; `None` if it cannot be reached.
    pub depth: Option<u32>,
    /// Number of positions that the search visited.
    pub positions: u64,
}

struct Node {
    /// The moves, if they were made.
    moves: Option<Range<usize>>,
    is_goal: bool,
    is_hopeless: bool,
    /// Whether a goal is known to be within reach.
    is_alive: bool,
    /// The search that last visited it, and from where.
    visited: u32,
    parent: u32,
}

pub(super) struct StateTable<'s> {
    source: &'s mut dyn Source,
    watch: &'s mut dyn Watch,
    limits: Limits,
    nodes: Vec<Node>,
    moves: Vec<u32>,
    cells: usize,
    looks: Vec<u16>,
    contents: Vec<Vec<Part>>,
    numbers: HashMap<Vec<Part>, u16>,
    /// The number of each of them with another part.
    with_parts: HashMap<(u16, Part), u16>,
    /// Whether every move made costs 1.
    pub unit: bool,
    /// Why the watch said to stop: no search goes on.
    stopped: Option<StopReason>,
    /// Whether there is no room for what is on the cells of another position.
    is_full: bool,
    searches: u32,
    expanded: u64,
    bytes: u64,
    visits: usize,
    work: usize,
    to: Vec<u32>,
    met: Vec<NewState>,
}

impl<'s> StateTable<'s> {
    pub fn new(source: &'s mut dyn Source, watch: &'s mut dyn Watch, limits: Limits, cells: usize) -> Self {
        StateTable {
            source,
            watch,
            limits,
            nodes: Vec::new(),
            moves: Vec::new(),
            cells,
            looks: Vec::new(),
            contents: vec![Vec::new()],
            numbers: HashMap::from([(Vec::new(), 0)]),
            with_parts: HashMap::new(),
            unit: true,
            stopped: None,
            is_full: false,
            searches: 0,
            expanded: 0,
            bytes: 0,
            visits: 0,
            work: 0,
            to: Vec::new(),
            met: Vec::new(),
        }
    }

    /// Begins with a position to ask about, and returns its number.
    pub fn begin(&mut self, which: usize) -> Result<u32, StopReason> {
        let (number, met) = self.source.begin(which);
        met.map_or(Ok(()), |met| self.add(met))?;
        Ok(number)
    }

    pub fn look(&self, at: u32) -> Look<'_> {
        let from = at as usize * self.cells;
        Look { cells: &self.looks[from..from + self.cells], contents: &self.contents }
    }

    pub fn is_goal(&self, at: u32) -> bool {
        self.nodes[at as usize].is_goal
    }

    pub fn is_hopeless(&self, at: u32) -> bool {
        self.nodes[at as usize].is_hopeless
    }

    pub fn is_alive(&self, at: u32) -> bool {
        self.nodes[at as usize].is_alive
    }

    /// Where the moves of a position lead, if they were made.
    pub fn next(&self, at: u32) -> &[u32] {
        self.nodes[at as usize].moves.clone().map_or(&[], |moves| &self.moves[moves])
    }

    /// The cells that pieces of each class cover in some position met so far.
    pub fn covered(&self) -> BTreeSet<(u32, CellId)> {
        let mut seen = vec![vec![false; self.contents.len()]; self.cells];
        for (at, &content) in self.looks.iter().enumerate() {
            seen[at % self.cells][content as usize] = true;
        }
        let mut covered = BTreeSet::new();
        for cell in 0..self.cells {
            for (parts, _) in self.contents.iter().zip(&seen[cell]).filter(|(_, seen)| **seen) {
                covered.extend(parts.iter().map(|part| (part.0, cell)));
            }
        }
        covered
    }

    pub fn stats(&self) -> Stats {
        Stats { expanded: self.expanded, stored: self.nodes.len() as u64, peak_bytes: self.bytes }
    }

    /// Searches breadth-first from these positions, which count as judged, until one is sought; visits at most `cap`
    /// positions. `leave` is a move that is not made. If `marks`, whatever is sought has a solution.
    pub fn search(
        &mut self,
        from: &[u32],
        leave: Option<(u32, u32)>,
        (cap, marks): (u64, bool),
        judge: &mut dyn FnMut(&StateTable, u32) -> Visit,
    ) -> Result<SearchResult, Halt> {
        self.searches += 1;
        let (mut open, mut positions) = (Vec::new(), 0);
        let mut enter = |table: &mut Self, at: u32, parent: u32, open: &mut Vec<u32>| {
            if table.nodes[at as usize].visited == table.searches {
                return None;
            }
            let judged = judge(table, at);
            let node = &mut table.nodes[at as usize];
            node.visited = table.searches;
            node.parent = parent;
            match judged {
                Visit::Barred => return None,
                Visit::Open => open.push(at),
                Visit::Leaf | Visit::Sought => (),
            }
            positions += 1;
            Some((judged == Visit::Sought, positions))
        };
        let mut seen = 0;
        for &at in from {
            if let Some((sought, positions)) = enter(self, at, u32::MAX, &mut open) {
                seen = positions;
                if sought {
                    self.found(at, marks);
                    return Ok(SearchResult { depth: Some(0), positions });
                }
            }
        }
        let mut depth = 0;
        while !open.is_empty() {
            depth += 1;
            for at in std::mem::take(&mut open) {
                let moves = self.moves_of(at).map_err(Halt::Limit)?;
                for index in moves {
                    let to = self.moves[index];
                    if leave == Some((at, to)) {
                        continue;
                    }
                    let Some((sought, positions)) = enter(self, to, at, &mut open) else { continue };
                    seen = positions;
                    if sought {
                        self.found(to, marks);
                        return Ok(SearchResult { depth: Some(depth), positions });
                    }
                    if positions > cap {
                        return Err(Halt::Cap);
                    }
                }
            }
        }
        Ok(SearchResult { depth: None, positions: seen })
    }

    /// What was found is on the way of all positions that led to it.
    fn found(&mut self, mut at: u32, marks: bool) {
        while marks && at != u32::MAX {
            let node = &mut self.nodes[at as usize];
            node.is_alive = true;
            at = node.parent;
        }
    }

    /// The moves of a position, which are made if they were not.
    fn moves_of(&mut self, at: u32) -> Result<Range<usize>, StopReason> {
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS) {
            self.tick()?;
        }
        if let Some(reason) = self.stopped {
            return Err(reason);
        }
        // Searches for which no position is missing go on, whatever limit was met.
        if let Some(moves) = &self.nodes[at as usize].moves {
            return Ok(moves.clone());
        }
        if self.nodes.len() as u64 > self.limits.states {
            return Err(StopReason::States);
        }
        if self.is_full || self.bytes > self.limits.bytes || self.nodes.len() >= u32::MAX as usize / 2 {
            return Err(StopReason::Memory);
        }
        self.expanded += 1;
        self.work = self.work.saturating_add(self.source.take_work());
        if self.expanded.is_multiple_of(EXPANSIONS as u64) || self.work >= WORK {
            self.work = 0;
            self.tick()?;
        }
        let (mut to, mut met) = (std::mem::take(&mut self.to), std::mem::take(&mut self.met));
        self.unit &= self.source.expand(at, &mut to, &mut met);
        let first = self.moves.len();
        self.moves.append(&mut to);
        self.bytes += MOVE * (self.moves.len() - first) as u64;
        let added = met.drain(..).try_for_each(|met| self.add(met));
        (self.to, self.met) = (to, met);
        added?;
        let moves = first..self.moves.len();
        self.nodes[at as usize].moves = Some(moves.clone());
        Ok(moves)
    }

    fn tick(&mut self) -> Result<(), StopReason> {
        if let Some(reason) = self.stopped {
            return Err(reason);
        }
        let progress = Progress {
            depth: 0,
            frontier: self.nodes.len() as u64 - self.expanded,
            expanded: self.expanded,
            stored: self.nodes.len() as u64,
            bytes: self.bytes,
        };
        match self.watch.tick(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => {
                self.stopped = Some(reason);
                Err(reason)
            }
        }
    }

    /// Adds a position that was met.
    fn add(&mut self, met: NewState) -> Result<(), StopReason> {
        let first = self.looks.len();
        self.looks.resize(first + self.cells, 0);
        for piece in &met.pieces {
            for (index, cell) in (0..).zip(sorted(&piece.cells)) {
                self.looks[first + cell] = self.with_part(self.looks[first + cell], (piece.class, index));
            }
        }
        let NewState { is_goal, is_hopeless, bytes, .. } = met;
        let node =
            Node { moves: None, is_goal, is_hopeless, is_alive: is_goal, visited: 0, parent: u32::MAX };
        self.nodes.push(node);
        self.bytes += bytes + MARKS + 2 * self.cells as u64;
        if self.is_full { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// The number of what is on a cell, and of a part besides.
    fn with_part(&mut self, content: u16, part: Part) -> u16 {
        if let Some(&number) = self.with_parts.get(&(content, part)) {
            return number;
        }
        let mut parts = self.contents[usize::from(content)].clone();
        parts.push(part);
        parts.sort_unstable();
        let number = match self.numbers.get(&parts) {
            Some(&number) => number,
            None => {
                let Ok(number) = u16::try_from(self.contents.len()) else {
                    self.is_full = true;
                    return 0;
                };
                self.contents.push(parts.clone());
                self.numbers.insert(parts, number);
                number
            }
        };
        self.with_parts.insert((content, part), number);
        number
    }
}
