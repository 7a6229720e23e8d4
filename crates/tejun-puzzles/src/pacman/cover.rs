//! How long the walk is at least that eats all the dots that are left, were there no enemies.
//!
//! A walk that covers the dots passes each corridor that holds some either through (an odd number
//! of times) or not at all, in and out from one end or from both. Which corridors it passes an odd
//! number of times is a T-join: at every junction their number is even, but for Pac-Man's place and
//! the end of the walk, which is free. The cheapest such choice is a lower bound on the walk
//! (Edmonds and Johnson, "Matching, Euler tours and the Chinese postman", 1973): it only forgets
//! that the walk hangs together. It is found exactly by dynamic programming over a sweep of the maze,
//! with one bit of parity for each junction that the sweep has met and not yet left; mazes are
//! thin, so that the bits are few.

use super::maze::{Corridor, Maze, NONE, Part};

/// Costs are small; this one is never reached and survives a few additions.
const FAR: i16 = i16::MAX;

/// The widest sweep that is worth its time: a table has two to the power of it entries.
const MAX_WIDTH: u32 = 10;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A corridor between the junctions of two parity bits.
    Corridor { index: usize, a: usize, b: usize },
    /// A junction is left: its parity is settled.
    Close { junction: usize, bit: usize },
}

/// The lower bound of a maze, ready to be asked for any set of dots.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    maze: &'a Maze,
    steps: Vec<Step>,
    /// Entries in the tables.
    size: usize,
    /// Whether a corridor's second end is a dead end.
    stub: Vec<bool>,
    /// The corridors at each junction, with the junctions at their other ends.
    beside: Vec<Vec<(u16, u16)>>,
}

/// Memory to work in.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// After each step, the table without the end of the walk, then the one with it.
    tables: Vec<i16>,
    /// For each corridor what the bound takes it to cost; for Pac-Man's, of its part before him.
    locals: Vec<Local>,
    /// For Pac-Man's corridor, of its part behind him.
    behind: Option<(usize, Local)>,
    /// Whether the cheapest walk passes through, for each corridor and then for the part behind.
    through: Vec<bool>,
    join: Join,
}

/// Memory for finding out what hangs together.
#[derive(Clone, Debug, Default)]
struct Join {
    parent: Vec<u16>,
    needed: Vec<bool>,
    distance: Vec<u16>,
    done: Vec<bool>,
    from: Vec<u16>,
}

/// What covering the dots of one corridor costs, by how often (odd or even) it is entered through
/// either end.
#[derive(Clone, Copy, Debug)]
struct Local {
    /// Even at both ends, and so not passed through.
    even: i16,
    /// Odd at both ends.
    odd: i16,
    /// The walk ends inside: odd at the first end only.
    end_a: i16,
    /// The walk ends inside: odd at the second end only.
    end_b: i16,
    /// Whether `even` enters through the first end, and whether through the second.
    sides: [bool; 2],
    /// Moves between the two halves that `even` leaves unwalked.
    gap: i16,
}

impl Local {
    const NOTHING: Local = Local { even: 0, odd: 0, end_a: FAR, end_b: FAR, sides: [false; 2], gap: 0 };
}

fn root(parent: &mut [u16], mut node: usize) -> usize {
    while usize::from(parent[node]) != node {
        parent[node] = parent[usize::from(parent[node])];
        node = usize::from(parent[node]);
    }
    node
}

/// A lower bound, and what it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Proved: no walk takes fewer moves.
    pub bound: u16,
    /// Not proved: the moves that it may take to join the parts which the bound leaves apart.
    pub joining: u16,
}

impl<'a> Cover<'a> {
    /// Lays out the sweep; `None` where the maze is so open that its tables would be too large.
    pub fn new(maze: &'a Maze) -> Option<Cover<'a>> {
        let graph = &maze.corridors;
        let stub: Vec<bool> = graph
            .corridors
            .iter()
            .map(|corridor| maze.degree[usize::from(graph.junctions[usize::from(corridor.ends[1])])] == 1)
            .collect();
        let key = |junction: usize| maze.place[usize::from(graph.junctions[junction])];
        let mut by_column: Vec<usize> = (0..graph.junctions.len()).collect();
        let mut by_row = by_column.clone();
        by_column.sort_by_key(|&junction| key(junction));
        by_row.sort_by_key(|&junction| (key(junction).1, key(junction).0));
        let (steps, width) = [by_column, by_row]
            .into_iter()
            .map(|order| sweep(&graph.corridors, &stub, &order))
            .min_by_key(|(_, width)| *width)?;
        let mut beside = vec![Vec::new(); graph.junctions.len()];
        for (index, corridor) in graph.corridors.iter().enumerate() {
            let [a, b] = corridor.ends;
            beside[usize::from(a)].push((index as u16, b));
            beside[usize::from(b)].push((index as u16, a));
        }
        (width <= MAX_WIDTH).then(|| Cover { maze, steps, size: 1 << width.max(3), stub, beside })
    }

    /// Entries in the tables.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The bound for a set of dots (a bit each) and Pac-Man's cell.
    ///
    /// Time and memory go with the number of corridors times [`Cover::size`].
    pub fn estimate(&self, dots: &[u64], cell: u16, scratch: &mut Scratch) -> Estimate {
        let graph = &self.maze.corridors;
        let size = self.size;
        let (at_junction, at_corridor) = match self.maze.corridors.part[usize::from(cell)] {
            Part::Junction(junction) => {
                // A dead end is no junction of the sweep, but the far end of its corridor.
                match self.dead_end(junction) {
                    Some(index) => (usize::MAX, Some((index, graph.corridors[index].length()))),
                    None => (usize::from(junction), None),
                }
            }
            Part::Corridor(index, position) => (usize::MAX, Some((usize::from(index), position))),
            Part::Outside => unreachable!("Pac-Man stands where he can get to"),
        };
        scratch.tables.resize((self.steps.len() + 1) * 2 * size, FAR);
        scratch.locals.resize(graph.corridors.len(), Local::NOTHING);
        scratch.behind = None;
        scratch.tables[..2 * size].fill(FAR);
        scratch.tables[0] = 0;
        for (number, step) in self.steps.iter().enumerate() {
            let (old, new) = scratch.tables[number * 2 * size..][..4 * size].split_at_mut(2 * size);
            let (old, old_ended) = old.split_at(size);
            let (new, new_ended) = new.split_at_mut(size);
            match *step {
                Step::Corridor { index, a, b } => {
                    let corridor = &graph.corridors[index];
                    if let Some((_, position)) = at_corridor.filter(|&(inside, _)| inside == index) {
                        let left = self.part(index, corridor, dots, 0, position);
                        let right = self.part(index, corridor, dots, position, corridor.length());
                        let halves = Halves::new(&left, &right);
                        scratch.behind = Some((index, right));
                        combine(new, old, a, halves.first);
                        relax(new, old, b, halves.second);
                        combine(new_ended, old_ended, a, halves.first);
                        relax(new_ended, old_ended, b, halves.second);
                        relax(new_ended, old, 0, halves.neither);
                        relax(new_ended, old, a ^ b, halves.both);
                        scratch.locals[index] = left;
                    } else {
                        let local = self.part(index, corridor, dots, 0, corridor.length());
                        combine(new, old, 0, local.even);
                        relax(new, old, a ^ b, local.odd);
                        combine(new_ended, old_ended, 0, local.even);
                        relax(new_ended, old_ended, a ^ b, local.odd);
                        relax(new_ended, old, a, local.end_a);
                        relax(new_ended, old, b, local.end_b);
                        scratch.locals[index] = local;
                    }
                }
                Step::Close { junction, bit } => {
                    let parity = if junction == at_junction { bit } else { 0 };
                    combine(new, old, parity, 0);
                    combine(new_ended, old_ended, parity, 0);
                    relax(new_ended, old, parity ^ bit, 0);
                    settle(new, bit);
                    settle(new_ended, bit);
                }
            }
        }
        let last = &scratch.tables[self.steps.len() * 2 * size..];
        let bound = last[0].min(last[size]);
        self.trace(at_junction, scratch);
        let at = if scratch.behind.is_some() { graph.junctions.len() } else { at_junction };
        Estimate { bound: bound as u16, joining: self.joining(dots, at, scratch) }
    }

    /// Finds which corridors the cheapest walk passes through, from the last table backwards.
    fn trace(&self, at_junction: usize, scratch: &mut Scratch) {
        let size = self.size;
        let corridors = self.stub.len();
        scratch.through.clear();
        scratch.through.resize(corridors + 1, false);
        let table = |number: usize, ended: bool| {
            let start = (2 * number + usize::from(ended)) * size;
            &scratch.tables[start..start + size]
        };
        let mut state = 0;
        let mut ended = table(self.steps.len(), true)[0] <= table(self.steps.len(), false)[0];
        for (number, step) in self.steps.iter().enumerate().rev() {
            let value = table(number + 1, ended)[state];
            let comes = |mask: usize, ended: bool, cost: i16| {
                cost != FAR && table(number, ended)[state ^ mask].saturating_add(cost) == value
            };
            match *step {
                Step::Close { junction, bit } => {
                    let parity = if junction == at_junction { bit } else { 0 };
                    if comes(parity, ended, 0) {
                        state ^= parity;
                    } else {
                        (state, ended) = (state ^ parity ^ bit, false);
                    }
                }
                Step::Corridor { index, a, b } => {
                    let local = &scratch.locals[index];
                    if let Some((_, behind)) = scratch.behind.as_ref().filter(|&&(inside, _)| inside == index) {
                        let halves = Halves::new(local, behind);
                        let before;
                        let after;
                        if comes(a, ended, halves.first) {
                            (before, after) = (true, false);
                            state ^= a;
                        } else if comes(b, ended, halves.second) {
                            (before, after) = (false, true);
                            state ^= b;
                        } else if comes(0, false, halves.neither) {
                            (before, after, ended) = (false, false, false);
                        } else {
                            (before, after, ended) = (true, true, false);
                            state ^= a ^ b;
                        }
                        scratch.through[index] = before;
                        scratch.through[corridors] = after;
                    } else if comes(0, ended, local.even) {
                    } else if comes(a ^ b, ended, local.odd) {
                        scratch.through[index] = true;
                        state ^= a ^ b;
                    } else if comes(a, false, local.end_a) {
                        (state, ended) = (state ^ a, false);
                    } else {
                        (state, ended) = (state ^ b, false);
                    }
                }
            }
        }
    }

    /// How many moves more it may take to join the parts that the traced walk leaves apart: one
    /// after the other, always the nearest, there and back.
    fn joining(&self, dots: &[u64], at: usize, scratch: &mut Scratch) -> u16 {
        let graph = &self.maze.corridors;
        let Scratch { locals, behind, through, join, .. } = scratch;
        let nodes = graph.junctions.len() + 1;
        join.parent.clear();
        join.parent.extend(0..nodes as u16);
        join.needed.clear();
        join.needed.extend(graph.junctions.iter().map(|&cell| {
            let dot = self.maze.dot[usize::from(cell)];
            dot != NONE && dots[usize::from(dot / 64)] >> (dot % 64) & 1 != 0
        }));
        join.needed.push(false);
        let mut pass = |local: &Local, a: usize, b: usize, through: bool| {
            if through {
                join.needed[a] = true;
                let (a, b) = (root(&mut join.parent, a), root(&mut join.parent, b));
                join.parent[b] = a as u16;
            } else {
                join.needed[a] |= local.sides[0];
                join.needed[b] |= local.sides[1];
            }
        };
        let mut inside = usize::MAX;
        if let Some((index, behind)) = behind {
            inside = *index;
            let [a, b] = graph.corridors[inside].ends.map(usize::from);
            pass(&locals[inside], a, nodes - 1, through[inside]);
            pass(behind, nodes - 1, b, through[self.stub.len()]);
        }
        for (index, corridor) in graph.corridors.iter().enumerate() {
            if index != inside {
                let [a, b] = corridor.ends.map(usize::from);
                pass(&locals[index], a, if self.stub[index] { a } else { b }, through[index]);
            }
        }
        if let Some(index) = (inside != usize::MAX && self.stub[inside]).then_some(inside) {
            // What lies behind in a dead end is entered from Pac-Man's place alone.
            let end = usize::from(graph.corridors[index].ends[1]);
            join.needed[end] = false;
        }
        for (index, corridor) in graph.corridors.iter().enumerate() {
            if self.stub[index] {
                join.needed[usize::from(corridor.ends[1])] = false;
            }
        }
        // The parts that must be joined are told by their roots.
        let mut apart = 0;
        for node in 0..nodes {
            let part = root(&mut join.parent, node);
            join.parent[node] = part as u16;
            if join.needed[node] && !join.needed[part] {
                join.needed[part] = true;
            }
        }
        let home = join.parent[at];
        for node in 0..nodes {
            let is_root = usize::from(join.parent[node]) == node;
            apart += usize::from(is_root && join.needed[node] && join.parent[node] != home);
            join.needed[node] = join.needed[node] && is_root;
        }
        if apart == 0 {
            return 0;
        }
        const UNSEEN: u16 = u16::MAX;
        join.distance.clear();
        join.distance.resize(nodes, UNSEEN);
        join.done.clear();
        join.done.resize(nodes, false);
        join.from.clear();
        join.from.resize(nodes, UNSEEN);
        join.needed[usize::from(home)] = false;
        for node in 0..nodes {
            if join.parent[node] == home {
                join.distance[node] = 0;
            }
        }
        let mut total = 0;
        while apart > 0 {
            let Some(node) =
                (0..nodes).filter(|&node| !join.done[node]).min_by_key(|&node| join.distance[node])
            else {
                break;
            };
            if join.distance[node] == UNSEEN {
                break;
            }
            let part = join.parent[node];
            if join.needed[usize::from(part)] {
                join.needed[usize::from(part)] = false;
                apart -= 1;
                total += join.distance[node];
                for other in 0..nodes {
                    if join.parent[other] == part {
                        join.distance[other] = 0;
                        join.done[other] = false;
                    }
                }
                // The way there is walked as well.
                let mut step = join.from[node];
                while step != UNSEEN && join.distance[usize::from(step)] > 0 {
                    join.distance[usize::from(step)] = 0;
                    join.done[usize::from(step)] = false;
                    step = join.from[usize::from(step)];
                }
            }
            join.done[node] = true;
            let distance = join.distance[node];
            let mut reach = |to: usize, cost: u16| {
                if distance + cost < join.distance[to] {
                    join.distance[to] = distance + cost;
                    join.from[to] = node as u16;
                    join.done[to] = false;
                }
            };
            if node == nodes - 1 {
                let (index, behind) = behind.as_ref().expect("Pac-Man's node is in use");
                let [a, b] = graph.corridors[*index].ends.map(usize::from);
                if !through[*index] {
                    reach(a, 2 * locals[*index].gap as u16);
                }
                if !through[self.stub.len()] {
                    reach(b, 2 * behind.gap as u16);
                }
                continue;
            }
            for &(index, to) in &self.beside[node] {
                let index = usize::from(index);
                if index == inside {
                    let first = usize::from(graph.corridors[index].ends[0]) == node;
                    if first && !through[index] {
                        reach(nodes - 1, 2 * locals[index].gap as u16);
                    } else if !first && !through[self.stub.len()] {
                        reach(nodes - 1, 2 * behind.as_ref().map_or(0, |(_, local)| local.gap as u16));
                    }
                } else if !through[index] {
                    reach(usize::from(to), 2 * locals[index].gap as u16);
                }
            }
        }
        total
    }

    fn dead_end(&self, junction: u16) -> Option<usize> {
        let graph = &self.maze.corridors;
        (0..graph.corridors.len()).find(|&index| self.stub[index] && graph.corridors[index].ends[1] == junction)
    }

    /// The costs of the part of a corridor between two positions.
    fn part(&self, index: usize, corridor: &Corridor, dots: &[u64], from: u16, to: u16) -> Local {
        let mut before = from;
        let mut widest = (0, from, from);
        let (mut end_a, mut end_b) = (FAR, FAR);
        let mut far = from;
        let mut gap_after = |next: u16| {
            if next - before > widest.0 {
                widest = (next - before, before, next);
            }
            end_a = end_a.min((before - from + 2 * (to - next)) as i16);
            end_b = end_b.min((2 * (before - from) + (to - next)) as i16);
            before = next;
        };
        for (dot, &position) in (corridor.first_dot..).zip(&corridor.positions) {
            if position > from && position < to && dots[usize::from(dot / 64)] >> (dot % 64) & 1 != 0 {
                gap_after(position);
                far = position;
            }
        }
        gap_after(to);
        let length = (to - from) as i16;
        if self.stub[index] && to == corridor.length() {
            let end = self.maze.dot[usize::from(self.maze.corridors.junctions[usize::from(corridor.ends[1])])];
            if end != NONE && dots[usize::from(end / 64)] >> (end % 64) & 1 != 0 {
                far = to;
            }
            let depth = (far - from) as i16;
            let end_a = if depth > 0 { depth } else { FAR };
            return Local { even: 2 * depth, odd: FAR, end_a, end_b: FAR, sides: [depth > 0, false], gap: 0 };
        }
        if far == from {
            return Local { even: 0, odd: length, end_a: FAR, end_b: FAR, sides: [false; 2], gap: length };
        }
        let (gap, after, next) = widest;
        Local {
            even: 2 * (length - gap as i16),
            odd: length,
            end_a,
            end_b,
            sides: [after > from, next < to],
            gap: gap as i16,
        }
    }
}

/// The costs of a corridor that Pac-Man stands in, which its two parts make together.
struct Halves {
    /// Odd at the first end only.
    first: i16,
    /// Odd at the second end only.
    second: i16,
    /// The walk ends inside, even at both ends.
    neither: i16,
    /// The walk ends inside, odd at both ends.
    both: i16,
}

impl Halves {
    fn new(left: &Local, right: &Local) -> Halves {
        let sum = i16::saturating_add;
        Halves {
            first: sum(left.odd, right.even),
            second: sum(left.even, right.odd),
            neither: sum(left.end_b, right.even).min(sum(left.even, right.end_a)).min(sum(left.even, right.even)),
            both: sum(left.end_a, right.odd).min(sum(left.odd, right.end_b)).min(sum(left.odd, right.odd)),
        }
    }
}

/// Entries of a table that are worked on together, so that the compiler makes vectors of them.
const LANES: usize = 8;

/// The entries of a block with their numbers changed by `P`.
#[inline(always)]
fn exchange<const P: usize>(block: &[i16; LANES]) -> [i16; LANES] {
    std::array::from_fn(|lane| block[lane ^ P])
}

/// Calls `$function::<P, ..>` with the mask's part within a block as `P`.
macro_rules! with_lanes {
    ($mask:expr, $function:ident($($argument:expr),*)) => {
        match $mask % LANES {
            0 => $function::<0>($($argument),*),
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            5 => $function::<5>($($argument),*),
            6 => $function::<6>($($argument),*),
            _ => $function::<7>($($argument),*),
        }
    };
}

/// `new[s] = old[s ^ mask] + cost`.
fn combine(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
    fn run<const P: usize>(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (number, new) in new.iter_mut().enumerate() {
            let from = exchange::<P>(&old[number ^ mask / LANES]);
            *new = from.map(|value| value.saturating_add(cost));
        }
    }
    with_lanes!(mask, run(new, old, mask, cost))
}

/// `new[s]` becomes `old[s ^ mask] + cost` where that is less.
fn relax(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
    fn run<const P: usize>(new: &mut [i16], old: &[i16], mask: usize, cost: i16) {
        let (new, old) = (new.as_chunks_mut::<LANES>().0, old.as_chunks::<LANES>().0);
        for (number, new) in new.iter_mut().enumerate() {
            let from = exchange::<P>(&old[number ^ mask / LANES]);
            for (new, from) in new.iter_mut().zip(from) {
                *new = (*new).min(from.saturating_add(cost));
            }
        }
    }
    if cost != FAR {
        with_lanes!(mask, run(new, old, mask, cost))
    }
}

/// What cannot be, where the bit is set.
fn settle(table: &mut [i16], bit: usize) {
    if bit < LANES {
        for block in table.as_chunks_mut::<LANES>().0 {
            for (lane, value) in block.iter_mut().enumerate() {
                if lane & bit != 0 {
                    *value = FAR;
                }
            }
        }
    } else {
        for pair in table.chunks_exact_mut(2 * bit) {
            pair[bit..].fill(FAR);
        }
    }
}

/// The steps of a sweep that meets the junctions in an order, and the most parity bits at a time.
fn sweep(corridors: &[Corridor], stub: &[bool], order: &[usize]) -> (Vec<Step>, u32) {
    let mut rank = vec![0; order.len()];
    for (index, &junction) in order.iter().enumerate() {
        rank[junction] = index;
    }
    let ends = |index: usize| {
        let [a, b] = corridors[index].ends.map(usize::from);
        if stub[index] { [a, a] } else { [a, b] }
    };
    // A corridor is taken when the later of its ends is met.
    let mut by_rank: Vec<usize> = (0..corridors.len()).collect();
    by_rank.sort_by_key(|&index| {
        let [a, b] = ends(index);
        (rank[a].max(rank[b]), rank[a].min(rank[b]))
    });
    let mut open = vec![0; order.len()];
    for index in 0..corridors.len() {
        let [a, b] = ends(index);
        open[a] += 1;
        open[b] += 1;
    }
    let mut bit_of = vec![0usize; order.len()];
    let (mut used, mut width) = (0usize, 0);
    let mut steps = Vec::new();
    for index in by_rank {
        for junction in ends(index) {
            if bit_of[junction] == 0 {
                let bit = 1 << used.trailing_ones();
                bit_of[junction] = bit;
                used |= bit;
                width = width.max(usize::BITS - used.leading_zeros());
                if width > MAX_WIDTH {
                    return (Vec::new(), width);
                }
            }
        }
        let [a, b] = ends(index);
        let b_bit = if stub[index] { 0 } else { bit_of[b] };
        steps.push(Step::Corridor { index, a: bit_of[a], b: b_bit });
        for junction in [a, b] {
            open[junction] -= 1;
            if open[junction] == 0 {
                steps.push(Step::Close { junction, bit: bit_of[junction] });
                used &= !bit_of[junction];
            }
        }
    }
    (steps, width)
}
