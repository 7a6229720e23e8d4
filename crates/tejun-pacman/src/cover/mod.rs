//! A lower bound on the length of a walk that eats all remaining dots, ignoring enemies.
//!
//! A covering walk either passes through a corridor that holds dots (an odd number of times), or goes in and
//! out again from one end or from both. The corridors passed through form a T-join: every junction has an
//! even number of them, except Pac-Man's place and the end of the walk, which is free. The cheapest such
//! choice is a lower bound on the walk (Edmonds and Johnson, "Matching, Euler tours and the Chinese postman",
//! 1973); the only thing it ignores is that the walk is connected. It is found exactly by dynamic programming
//! over a sweep of the maze, with one parity bit for each junction that the sweep has met and not yet left.
//! Mazes are thin, so there are few bits.

mod apart;
mod local;
mod tables;

use super::maze::{Corridor, Maze, NONE, Part};
pub use apart::Branching;
use local::{Constraint, FAR, Halves, Local};
use tables::{Step, best_sweep, choose, relax, settle, settle_ended};

/// The lower bound for a maze, for any set of dots.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    maze: &'a Maze,
    /// The steps of the sweep, each with the number of table entries it touches.
    steps: Vec<(Step, usize)>,
    /// Number of entries of a table.
    size: usize,
    /// Whether a corridor's second end is a dead end.
    stub: Vec<bool>,
    /// The cost of each corridor with all its dots.
    full: Vec<Local>,
    /// The corridors that meet at each junction.
    beside: Vec<Vec<u16>>,
    /// For each dead end, the corridor it ends.
    dead_end: Vec<Option<usize>>,
}

/// Working memory.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// After each step, the table for walks that have not ended, then the one for walks that have.
    tables: Vec<i16>,
    /// The cost of each corridor; for Pac-Man's corridor, of the part before him. Last, the part behind him.
    locals: Vec<Local>,
    /// The corridor that Pac-Man stands in, if any.
    inside: Option<usize>,
    /// The junction that he stands on, else `usize::MAX`.
    at_junction: usize,
    /// Whether the cheapest walk passes through each corridor, in the order of `locals`.
    through: Vec<bool>,
    /// The input the tables were filled for.
    solved: Solved,
    apart: Connectivity,
    /// The nodes of a proof, if they are wanted.
    tree: Option<Vec<Branching>>,
}

/// Working memory for connectivity.
#[derive(Clone, Debug, Default)]
struct Connectivity {
    /// Union-find parents of the junctions and, last, of Pac-Man inside a corridor; then the root of each
    /// node's part.
    part: Vec<u16>,
    /// Whether the walk must visit a node; once the parts are known, whether it must visit a root's part.
    needed: Vec<bool>,
    distance: Vec<u16>,
    done: Vec<bool>,
    from: Vec<u16>,
}

/// Everything a solution depends on.
#[derive(Clone, Debug, Default)]
struct Solved {
    locals: Vec<Local>,
    inside: Option<usize>,
    at_junction: usize,
}

/// Units per move in an estimate.
const SCALE: i16 = 4;
/// Bonus for a corridor passed through, in these units: it helps to connect the walk.
const BONUS: i16 = 3;

/// An estimate of a walk's length, in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Length of a cheap choice of corridors.
    pub walk: u16,
    /// Extra moves to join its parts.
    pub joining: u16,
}

impl<'a> Cover<'a> {
    /// Plans the sweep; `None` if the maze is so open that the tables would be too large.
    pub fn new(maze: &'a Maze) -> Option<Cover<'a>> {
        let graph = &maze.corridors;
        let stub: Vec<bool> = graph
            .corridors
            .iter()
            .map(|corridor| maze.degree[usize::from(graph.junctions[usize::from(corridor.ends[1])])] == 1)
            .collect();
        let places: Vec<(u16, u16)> =
            graph.junctions.iter().map(|&cell| maze.place[usize::from(cell)]).collect();
        let sweep = best_sweep(&graph.corridors, &stub, &places)?;
        let mut beside = vec![Vec::new(); graph.junctions.len()];
        for (index, corridor) in graph.corridors.iter().enumerate() {
            for end in corridor.ends {
                beside[usize::from(end)].push(index as u16);
            }
        }
        let mut dead_end = vec![None; graph.junctions.len()];
        for (index, corridor) in graph.corridors.iter().enumerate().filter(|&(index, _)| stub[index]) {
            dead_end[usize::from(corridor.ends[1])] = Some(index);
        }
        let mut cover = Cover {
            maze,
            size: 1 << sweep.width.max(3),
            steps: sweep.steps,
            stub,
            full: Vec::new(),
            beside,
            dead_end,
        };
        let all = vec![u64::MAX; maze.dots.div_ceil(64)];
        cover.full = graph
            .corridors
            .iter()
            .map(|corridor| cover.part(corridor, &all, 0, corridor.length(), false))
            .collect();
        Some(cover)
    }

    /// The corridors in the order of the sweep.
    #[cfg(not(target_family = "wasm"))]
    pub fn order(&self) -> impl Iterator<Item = usize> {
        self.steps.iter().filter_map(|(step, _)| match *step {
            Step::Corridor { index, .. } => Some(index),
            Step::Close { .. } => None,
        })
    }

    /// Number of entries of a table.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Maximum size of a [`Scratch`] for this maze, in bytes.
    pub fn scratch_bytes(&self) -> u64 {
        let (steps, corridors) = (self.steps.len() + 1, self.stub.len() + 1);
        let tables = steps * 2 * self.size * size_of::<i16>();
        (tables + corridors * 2 * size_of::<Local>()) as u64
    }

    /// Maximum number of table entries computed for one question.
    pub fn work(&self) -> usize {
        2 * self.steps.iter().map(|(_, size)| size).sum::<usize>()
    }

    /// Estimates the length of a walk from Pac-Man's cell that eats a set of dots (one bit each). Not a
    /// proof.
    ///
    /// Cost: time and memory proportional to the number of corridors times [`Cover::size`].
    pub fn estimate(&self, dots: &[u64], cell: u16, scratch: &mut Scratch) -> Estimate {
        self.measure(dots, cell, scratch);
        for local in &mut scratch.locals {
            *local = local.scaled(SCALE, BONUS);
        }
        let cost = self.solve(scratch);
        self.trace(scratch);
        let passed = scratch.through.iter().filter(|&&through| through).count() as i16;
        Estimate {
            walk: (cost.saturating_add(passed * BONUS) / SCALE) as u16,
            joining: self.joining(dots, scratch) / SCALE as u16,
        }
    }

    /// Returns the fewest moves that eat all the dots, ignoring enemies, or a lower bound if `go_on` (see
    /// [`Cover::within`]) returned `false`. Stops at `most`.
    pub fn least(
        &self,
        dots: &[u64],
        cell: u16,
        most: u16,
        go_on: &mut dyn FnMut() -> bool,
        scratch: &mut Scratch,
    ) -> u16 {
        self.measure(dots, cell, scratch);
        let mut least = self.solve(scratch) as u16;
        while least < most && !self.within(dots, cell, least, go_on, scratch) {
            least += 1;
        }
        least
    }

    /// Finds where Pac-Man stands and the cost of each corridor.
    fn measure(&self, dots: &[u64], cell: u16, scratch: &mut Scratch) {
        let graph = &self.maze.corridors;
        let (at_junction, inside) = match graph.part[usize::from(cell)] {
            Part::Junction(junction) => match self.dead_end[usize::from(junction)] {
                // A dead end is not a junction of the sweep; it is the far end of its corridor.
                Some(index) => (usize::MAX, Some((index, graph.corridors[index].length()))),
                None => (usize::from(junction), None),
            },
            Part::Corridor(index, position) => (usize::MAX, Some((usize::from(index), position))),
            Part::Outside => unreachable!("Pac-Man stands where he can get to"),
        };
        scratch.at_junction = at_junction;
        scratch.inside = inside.map(|(index, _)| index);
        scratch.locals.clear();
        for (index, corridor) in graph.corridors.iter().enumerate() {
            let to = match inside {
                Some((inside, position)) if inside == index => position,
                _ => corridor.length(),
            };
            let tail = self.stub[index] && scratch.inside != Some(index);
            let length = corridor.length() as i16;
            // Most corridors still have all their dots, or none.
            scratch.locals.push(match how_many(dots, corridor) {
                0 if !tail => Local { odd: to as i16, gap: to as i16, ..Local::NOTHING },
                n if n == corridor.positions.len() && to as i16 == length && !tail => self.full[index],
                _ => self.part(corridor, dots, 0, to, tail),
            });
        }
        scratch.locals.push(match inside {
            Some((index, position)) => {
                let corridor = &graph.corridors[index];
                self.part(corridor, dots, position, corridor.length(), self.stub[index])
            }
            None => Local::NOTHING,
        });
    }

    /// Fills the tables and returns the cost of the cheapest choice.
    fn solve(&self, scratch: &mut Scratch) -> i16 {
        let width = 2 * self.size;
        let Scratch { tables, locals, inside, at_junction, solved, .. } = scratch;
        if tables.is_empty() {
            // Entries that no step touches stay unreachable.
            tables.resize((self.steps.len() + 1) * width, FAR);
            tables[0] = 0;
        }
        // The tables are still valid up to the first step whose costs have changed since the last call.
        let changed = |(step, _): &(Step, usize)| match *step {
            Step::Corridor { index, .. } => {
                let was_inside = solved.inside == Some(index);
                solved.locals[index] != locals[index]
                    || was_inside != (*inside == Some(index))
                    || (was_inside && solved.locals.last() != locals.last())
            }
            Step::Close { junction, .. } => (solved.at_junction == junction) != (*at_junction == junction),
        };
        let first = match solved.locals.is_empty() {
            true => 0,
            false => self.steps.iter().position(changed).unwrap_or(self.steps.len()),
        };
        solved.locals.clone_from(locals);
        (solved.inside, solved.at_junction) = (*inside, *at_junction);
        for (number, (step, size)) in self.steps.iter().enumerate().skip(first) {
            let (old, new) = tables[number * width..][..2 * width].split_at_mut(width);
            let (old, old_ended) = old.split_at(self.size);
            let (new, new_ended) = new.split_at_mut(self.size);
            let (old, old_ended) = (&old[..*size], &old_ended[..*size]);
            let (new, new_ended) = (&mut new[..*size], &mut new_ended[..*size]);
            match *step {
                Step::Corridor { index, a, b } if *inside == Some(index) => {
                    let halves = Halves::new(&locals[index], &locals[self.stub.len()]);
                    for (new, old) in [(&mut *new, old), (&mut *new_ended, old_ended)] {
                        new.fill(FAR);
                        relax(new, old, a, halves.first);
                        relax(new, old, b, halves.second);
                    }
                    relax(new_ended, old, 0, halves.neither);
                    relax(new_ended, old, a ^ b, halves.both);
                }
                Step::Corridor { index, a, b } => {
                    let local = &locals[index];
                    choose(new, old, local.even, a ^ b, local.odd);
                    choose(new_ended, old_ended, local.even, a ^ b, local.odd);
                    relax(new_ended, old, a, local.end_a);
                    relax(new_ended, old, b, local.end_b);
                }
                Step::Close { junction, bit } => {
                    let parity = if junction == *at_junction { bit } else { 0 };
                    settle(new, old, parity, bit);
                    settle_ended(new_ended, old_ended, old, parity, bit);
                }
            }
        }
        let last = &tables[self.steps.len() * width..];
        last[0].min(last[self.size])
    }

    /// Finds which corridors the cheapest walk passes through, tracing back from the last table.
    fn trace(&self, scratch: &mut Scratch) {
        let size = self.size;
        let corridors = self.stub.len();
        let Scratch { tables, locals, inside, at_junction, through, .. } = scratch;
        through.clear();
        through.resize(corridors + 1, false);
        let table = |number: usize, ended: bool| &tables[(2 * number + usize::from(ended)) * size..][..size];
        let mut state = 0;
        let mut ended = table(self.steps.len(), true)[0] <= table(self.steps.len(), false)[0];
        for (number, (step, _)) in self.steps.iter().enumerate().rev() {
            let value = table(number + 1, ended)[state];
            let comes = |mask: usize, ended: bool, cost: i16| {
                cost != FAR && table(number, ended)[state ^ mask].saturating_add(cost) == value
            };
            match *step {
                Step::Close { junction, bit } => {
                    let parity = if junction == *at_junction { bit } else { 0 };
                    if comes(parity, ended, 0) {
                        state ^= parity;
                    } else {
                        (state, ended) = (state ^ parity ^ bit, false);
                    }
                }
                Step::Corridor { index, a, b } if *inside == Some(index) => {
                    let halves = Halves::new(&locals[index], &locals[corridors]);
                    let passed = if comes(a, ended, halves.first) {
                        state ^= a;
                        (true, false)
                    } else if comes(b, ended, halves.second) {
                        state ^= b;
                        (false, true)
                    } else {
                        let neither = comes(0, false, halves.neither);
                        ended = false;
                        state ^= if neither { 0 } else { a ^ b };
                        (!neither, !neither)
                    };
                    (through[index], through[corridors]) = passed;
                }
                Step::Corridor { index, a, b } => {
                    let local = &locals[index];
                    if comes(0, ended, local.even) {
                        // Not passed through.
                    } else if comes(a ^ b, ended, local.odd) {
                        through[index] = true;
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

    /// The costs of the part of a corridor between two positions. With `tail`, the second end of the corridor
    /// is a dead end and `to` lies on it.
    fn part(&self, corridor: &Corridor, dots: &[u64], from: u16, to: u16, tail: bool) -> Local {
        let mut before = from;
        let mut widest = (0, from, from);
        let (mut end_a, mut end_b) = (FAR, FAR);
        let (mut far, mut near) = (from, to);
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
                near = near.min(position);
            }
        }
        gap_after(to);
        let length = (to - from) as i16;
        if tail {
            let end =
                self.maze.dot[usize::from(self.maze.corridors.junctions[usize::from(corridor.ends[1])])];
            if end != NONE && dots[usize::from(end / 64)] >> (end % 64) & 1 != 0 {
                far = to;
            }
            let depth = (far - from) as i16;
            let end_a = if depth > 0 { depth } else { FAR };
            return Local {
                even: 2 * depth,
                end_a,
                sides: [depth > 0, false],
                depth: [depth, 0],
                ..Local::NOTHING
            };
        }
        if far == from {
            return Local { odd: length, gap: length, ..Local::NOTHING };
        }
        let (gap, after, next) = widest;
        Local {
            even: 2 * (length - gap as i16),
            odd: length,
            end_a,
            end_b,
            sides: [after > from, next < to],
            gap: gap as i16,
            way: Constraint::Free,
            depth: [(far - from) as i16, (to - near) as i16],
        }
    }
}

/// Number of dots left in a corridor.
fn how_many(dots: &[u64], corridor: &Corridor) -> usize {
    let (mut from, end) =
        (usize::from(corridor.first_dot), usize::from(corridor.first_dot) + corridor.positions.len());
    let mut count = 0;
    while from < end {
        let taken = (64 - from % 64).min(end - from);
        let word = dots[from / 64] >> (from % 64) << (64 - taken);
        count += word.count_ones() as usize;
        from += taken;
    }
    count
}
