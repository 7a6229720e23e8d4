//! The search of a batch of placements: a graph of all of them, and one breadth-first search for all pieces at once.
//!
//! Which piece has to reach the goal makes a puzzle of its own. A state of the search is a placement and a set of heads:
//! those of the pieces whose puzzle is reached at this level. A move carries one head with it and leaves the others, so
//! one step of the search takes a few operations on words for all puzzles of all lanes together (the idea of
//! multi-source breadth-first search: Then et al., "The More the Merrier", 2014).

use super::board::{Placement, SPARE};
use super::goal::{Heads, LOWEST};
use super::question::Question;
use super::shapes::scramble;
use super::summary::Summary;
use super::workers::GoesOn;

/// Number of placements expanded between two looks at whether to go on.
const PAUSE: usize = 1 << 10;
/// No placement.
const VACANT: u32 = u32::MAX;

/// A move: where it leads, and the head of the piece that moves before and after.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    from_head: u8,
    to_head: u8,
}

/// Why a batch was not searched to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    Stopped,
    Memory,
    Depth,
}

/// Which pieces' puzzles have reached a placement: what each move looks at, so two of them fill a line of the cache.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Node<const WORDS: usize> {
    visited: Heads<WORDS>,
    /// Those that reach it at the next level.
    next: Heads<WORDS>,
}

/// What the search needs once a level.
#[derive(Clone, Copy)]
struct Origin<const WORDS: usize> {
    /// The heads of the pieces that may start here.
    starts: Heads<WORDS>,
    /// The first edge. That of the next placement ends them.
    first: u32,
    /// How often the placement counts: for the images of its set, too.
    weight: u32,
}

/// A batch and its search; used again for the next one.
pub struct Batch<const WORDS: usize> {
    placements: Vec<Placement>,
    nodes: Vec<Node<WORDS>>,
    origins: Vec<Origin<WORDS>>,
    /// A hash table of the placements.
    index: Vec<u32>,
    edges: Vec<Edge>,
    /// The placements of a level, with the heads that are new there.
    frontier: Vec<(u32, Heads<WORDS>)>,
    /// The placements of the next level, a bit each. So each level goes through them in ascending order, and the moves of
    /// one lead near those of the one before.
    next: Vec<u64>,
}

impl<const WORDS: usize> Batch<WORDS> {
    /// Bytes for a placement, without its edges.
    const BYTES: u64 = (size_of::<Placement>()
        + size_of::<Node<WORDS>>()
        + size_of::<Origin<WORDS>>()
        + 4 * size_of::<u32>()
        + size_of::<(u32, Heads<WORDS>)>()
        + 1) as u64;

    /// An empty batch.
    pub fn new() -> Self {
        Batch {
            placements: Vec::new(),
            nodes: Vec::new(),
            origins: Vec::new(),
            index: Vec::new(),
            edges: Vec::new(),
            frontier: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let placements = self.placements.capacity() * size_of::<Placement>()
            + self.nodes.capacity() * size_of::<Node<WORDS>>()
            + self.origins.capacity() * size_of::<Origin<WORDS>>();
        let moves = self.index.capacity() * size_of::<u32>() + self.edges.capacity() * size_of::<Edge>();
        let levels = self.frontier.capacity() * size_of::<(u32, Heads<WORDS>)>() + self.next.capacity() * 8;
        (placements + moves + levels) as u64
    }

    /// Searches the placements of a list, which may carry marks (see [`super::enumerate`]), and adds what it finds to a
    /// summary.
    ///
    /// # Errors
    /// What stopped it. The summary is then incomplete; after [`Halt::Depth`], it has all starts of the levels searched.
    pub fn search(
        &mut self,
        question: &Question,
        listed: &[Placement],
        summary: &mut Summary,
        goes_on: &mut GoesOn,
    ) -> Result<(), Halt> {
        if Self::BYTES * listed.len() as u64 > question.bytes {
            return Err(Halt::Memory);
        }
        self.take(question, listed, summary);
        self.connect(question, goes_on)?;
        let levels = self.search_levels(question, summary, goes_on);
        if levels == Err(Halt::Stopped) {
            return levels;
        }
        let searched = self.origins.iter().map(|origin| u64::from(origin.weight)).sum();
        if goes_on(searched) { levels } else { Err(Halt::Stopped) }
    }

    /// Takes over the placements that have the pieces wanted, with their parts in the search.
    fn take(&mut self, question: &Question, listed: &[Placement], summary: &mut Summary) {
        let Question { board, shapes, goal, .. } = *question;
        self.placements.clear();
        self.nodes.clear();
        self.origins.clear();
        self.next.clear();
        self.next.resize(listed.len().div_ceil(64), 0);
        for &listed in listed {
            let placement = listed & ((1 << SPARE) - 1);
            let Some([sources, starts]) = goal.roles(board, shapes, placement) else { continue };
            let weight = if listed == placement { shapes.orbit() } else { shapes.orbit_of(board, placement) };
            summary.add_placement(goal, &starts, weight);
            if sources != [0; WORDS] {
                mark(&mut self.next, self.placements.len());
            }
            self.nodes.push(Node { visited: sources, next: sources });
            self.origins.push(Origin { starts, first: 0, weight });
            self.placements.push(placement);
        }
    }

    /// Finds the moves of all placements.
    fn connect(&mut self, question: &Question, goes_on: &mut GoesOn) -> Result<(), Halt> {
        let placements = &self.placements;
        let size = (placements.len() * 2).next_power_of_two().max(16);
        let mask = size - 1;
        self.index.clear();
        self.index.resize(size, VACANT);
        let slots = |placement: Placement| (scramble(placement) as usize..).map(move |slot| slot & mask);
        for (number, &placement) in (0..).zip(placements) {
            for slot in slots(placement) {
                if self.index[slot] == VACANT {
                    self.index[slot] = number;
                    break;
                }
            }
        }
        self.edges.clear();
        for (number, &placement) in placements.iter().enumerate() {
            self.origins[number].first = self.edges.len() as u32;
            question.board.moves(question.metric, placement, |next, from, to| {
                let found = slots(next).map(|slot| self.index[slot]);
                let to_placement = found.into_iter().find(|&at| placements[at as usize] == next);
                let to_placement = to_placement.expect("a batch holds all placements of a set");
                self.edges.push(Edge { to: to_placement, from_head: from as u8, to_head: to as u8 });
            });
            if number % PAUSE == PAUSE - 1 {
                let edges = (self.edges.capacity() * size_of::<Edge>()) as u64;
                if edges + Self::BYTES * placements.len() as u64 > question.bytes {
                    return Err(Halt::Memory);
                }
                if !goes_on(0) {
                    return Err(Halt::Stopped);
                }
            }
        }
        self.origins.push(Origin { starts: [0; WORDS], first: self.edges.len() as u32, weight: 0 });
        Ok(())
    }

    fn search_levels(
        &mut self,
        question: &Question,
        summary: &mut Summary,
        goes_on: &mut GoesOn,
    ) -> Result<(), Halt> {
        let mut expanded = 0;
        for level in 0.. {
            self.frontier.clear();
            for at in 0..self.next.len() {
                let mut word = std::mem::take(&mut self.next[at]);
                while word != 0 {
                    let number = at * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    let heads = std::mem::replace(&mut self.nodes[number].next, [0; WORDS]);
                    let origin = &self.origins[number];
                    let started = std::array::from_fn(|word| heads[word] & origin.starts[word]);
                    if started != [0; WORDS] {
                        summary.add_starts(question, level, self.placements[number], &started, origin.weight);
                    }
                    self.frontier.push((number as u32, heads));
                }
            }
            if self.frontier.is_empty() {
                return Ok(());
            }
            if level >= question.depth {
                return Err(Halt::Depth);
            }
            for &(number, heads) in &self.frontier {
                let number = number as usize;
                let edges = self.origins[number].first as usize..self.origins[number + 1].first as usize;
                for &Edge { to, from_head, to_head } in &self.edges[edges] {
                    let node = &mut self.nodes[to as usize];
                    let carry = |heads: u64| {
                        heads & !(LOWEST << from_head) | (heads >> from_head & LOWEST) << to_head
                    };
                    let new: Heads<WORDS> =
                        std::array::from_fn(|word| carry(heads[word]) & !node.visited[word]);
                    if new.iter().fold(0, |any, new| any | new) != 0 {
                        mark(&mut self.next, to as usize);
                        for (word, new) in new.into_iter().enumerate() {
                            node.visited[word] |= new;
                            node.next[word] |= new;
                        }
                    }
                }
                expanded += 1;
                if expanded % PAUSE == 0 && !goes_on(0) {
                    return Err(Halt::Stopped);
                }
            }
        }
        Ok(())
    }
}

/// Sets the bit of a number.
#[inline(always)]
fn mark(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}
