//! How many moves a walk takes at least that eats all dots left, enemies ignored.
//!
//! A walk that ends with its last dot either walks through a corridor from end to end, or eats its dots from one end or from
//! both and turns back, or ends in it. Seen from a junction, the moves to and from it are even in number, but odd where the
//! walk starts, and where it ends. The cheapest choice for all corridors that obeys this is found corridor by corridor, with
//! a bit for each junction between corridors seen and corridors to come: whether the moves there are odd so far.
//!
//! Such a choice need not hang together. Where it does not, the proof goes on by cases: some corridor leads Pac-Man into a
//! set of junctions, or he never comes there.

use super::budget::{Budget, DEEPEST};
use super::code::Reader;
use super::corridors::{Corridors, Place};
use super::maze::{Cell, Maze};
use crate::error::VerifyError;

/// Most entries of all tables.
const MOST_ENTRIES: usize = 1 << 22;

/// More than any walk.
const NEVER: u16 = u16::MAX;

/// The least number of moves in a corridor: whether it makes odd the first end (1), the second (2), and whether the walk ends
/// there (4).
type Options = [u16; 8];

/// A corridor, or one side of the one that Pac-Man stands in.
struct Part {
    /// The junctions at its ends; the place of Pac-Man in a corridor is one more.
    ends: [usize; 2],
    length: u16,
    /// The dots left in it: their distances from its first end.
    dots: Vec<u16>,
    /// Whether its second end is a dead end.
    blind: bool,
}

/// What is known of how the walk uses a corridor.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// Nothing.
    Any,
    /// It goes through from end to end.
    Through,
    /// It does not.
    NotThrough,
    /// It does not, and enters by this end alone.
    From(usize),
}

/// Checks the proofs of a puzzle.
pub(super) struct Cover<'a> {
    maze: &'a Maze,
    graph: &'a Corridors,
    steps: Vec<Step>,
    /// The tables after each step, for walks that have not ended and for walks that have.
    tables: Vec<[Vec<u16>; 2]>,
    /// What each step was computed from.
    inputs: Vec<Input>,
    work: u64,
}

#[derive(Clone, Copy)]
enum Step {
    /// A corridor whose ends have these bits.
    Corridor { number: usize, bits: [usize; 2] },
    /// A junction whose corridors have all been seen.
    Close { junction: usize, bit: usize },
}

/// What a step depends on.
#[derive(Clone, Copy, PartialEq)]
enum Input {
    Corridor(Options),
    /// Whether the walk starts there.
    Close(bool),
}

/// The dots left of a state, by which the proofs are checked.
pub(super) struct Question {
    parts: Vec<Part>,
    /// Pac-Man's place: a junction, or one more.
    home: usize,
    /// The corridor that he is in.
    inside: Option<usize>,
    /// For each junction whether there is a dot.
    dots: Vec<bool>,
    /// The moves that there are.
    most: u16,
}

impl<'a> Cover<'a> {
    /// Plans to go through the corridors in an order.
    ///
    /// # Errors
    /// If it is not an order of all, or one that takes too large tables.
    pub fn new(maze: &'a Maze, graph: &'a Corridors, order: &[u32]) -> Result<Cover<'a>, VerifyError> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..graph.corridors.len() as u32) {
            return Err(VerifyError::new("the corridors are not gone through one by one"));
        }
        let mut unseen = vec![0; graph.junctions.len()];
        for corridor in &graph.corridors {
            corridor.junctions().for_each(|junction| unseen[junction] += 1);
        }
        let mut bits = vec![0_usize; graph.junctions.len()];
        let (mut used, mut entries) = (0_usize, 0);
        let (mut steps, mut tables) = (Vec::new(), vec![[vec![0], vec![NEVER]]]);
        for &number in order {
            let corridor = &graph.corridors[number as usize];
            for junction in corridor.junctions() {
                if bits[junction] == 0 {
                    bits[junction] = 1 << used.trailing_ones();
                    used |= bits[junction];
                }
            }
            let size = (used + 1).next_power_of_two();
            entries += 3 * size;
            if entries > MOST_ENTRIES {
                return Err(VerifyError::new("the order of the corridors leaves too many junctions open"));
            }
            let [a, b] = corridor.ends;
            let bit = |junction: usize| if graph.blind[junction] { 0 } else { bits[junction] };
            steps.push(Step::Corridor { number: number as usize, bits: [bit(a), bit(b)] });
            for junction in corridor.junctions() {
                unseen[junction] -= 1;
                if unseen[junction] == 0 {
                    steps.push(Step::Close { junction, bit: bits[junction] });
                    used &= !bits[junction];
                }
            }
            tables.resize_with(steps.len() + 1, || [vec![NEVER; size], vec![NEVER; size]]);
        }
        let work = tables.iter().map(|[table, _]| 8 * table.len() as u64 + 64).sum();
        Ok(Cover { maze, graph, steps, tables, inputs: Vec::new(), work })
    }

    /// Prepares for the proofs of a state.
    pub fn question(&self, pacman: Cell, is_left: impl Fn(u16) -> bool, most: u16) -> Question {
        let has_dot = |cell: &Cell| self.maze.dot(*cell).is_some_and(&is_left);
        let pacmans = self.graph.junctions.len();
        let (home, place) = match self.graph.place(pacman) {
            Place::Junction(junction) => (junction, None),
            Place::Inside(corridor, distance) => (pacmans, Some((corridor, distance))),
        };
        let (mut parts, mut behind) = (Vec::with_capacity(self.graph.corridors.len() + 1), None);
        for (number, corridor) in self.graph.corridors.iter().enumerate() {
            let [a, b] = corridor.ends;
            let b = if corridor.blind { a } else { b };
            let dots = (1..).zip(&corridor.cells).filter(|(_, cell)| has_dot(cell)).map(|(at, _)| at);
            let dots: Vec<u16> = dots.collect();
            let (length, blind) = (corridor.length(), corridor.blind);
            match place.filter(|place| place.0 == number) {
                None => parts.push(Part { ends: [a, b], length, dots, blind }),
                Some((_, at)) => {
                    let (before, after): (Vec<u16>, Vec<u16>) = dots.into_iter().partition(|&dot| dot < at);
                    let after = after.into_iter().filter(|&dot| dot > at).map(|dot| dot - at).collect();
                    let b = if blind { pacmans } else { b };
                    parts.push(Part { ends: [a, pacmans], length: at, dots: before, blind: false });
                    behind = Some(Part { ends: [pacmans, b], length: length - at, dots: after, blind });
                }
            }
        }
        parts.extend(behind);
        let dots = self.graph.junctions.iter().map(has_dot).collect();
        Question { parts, home, inside: place.map(|place| place.0), dots, most }
    }

    /// Checks that no walk of so many moves eats all dots.
    ///
    /// # Errors
    /// If it is not proved.
    pub fn check(
        &mut self,
        question: &Question,
        reader: &mut Reader,
        budget: &mut Budget,
    ) -> Result<(), VerifyError> {
        let mut uses = vec![Use::Any; question.parts.len()];
        self.prove(question, &mut uses, reader, budget, 0)
    }

    fn prove(
        &mut self,
        question: &Question,
        uses: &mut Vec<Use>,
        reader: &mut Reader,
        budget: &mut Budget,
        depth: u32,
    ) -> Result<(), VerifyError> {
        let Some(set) = reader.node() else {
            budget.spend(self.work)?;
            if self.least(question, uses) > question.most {
                return Ok(());
            }
            return Err(VerifyError::new("a state is left out that a walk in time may lead on from"));
        };
        let set = set.to_vec();
        let within = |junction: usize| set.get(junction) == Some(&true);
        let splits = |part: &Part| within(part.ends[0]) != within(part.ends[1]);
        let joins =
            question.parts.iter().zip(&*uses).any(|(part, used)| splits(part) && *used == Use::Through);
        let is_blind = self.graph.blind.iter().zip(&set).any(|(&blind, &within)| blind && within);
        if within(question.home) || joins || is_blind || depth == DEEPEST {
            return Err(VerifyError::new("a proof is divided into cases that are none"));
        }
        budget.spend(question.parts.len() as u64)?;
        let mut leads: Vec<usize> = (0..uses.len())
            .filter(|&number| uses[number] == Use::Any && splits(&question.parts[number]))
            .collect();
        leads.sort_by_key(|&number| question.parts[number].widest_gap());
        let before = uses.clone();
        for number in leads {
            uses[number] = Use::Through;
            self.prove(question, uses, reader, budget, depth + 1)?;
            uses[number] = Use::NotThrough;
        }
        if question.avoid(within, uses) {
            self.prove(question, uses, reader, budget, depth + 1)?;
        }
        *uses = before;
        Ok(())
    }

    /// The least number of moves.
    fn least(&mut self, question: &Question, uses: &[Use]) -> u16 {
        let options = |number: usize| question.parts[number].options(uses[number]);
        let input = |step: &Step| match *step {
            Step::Corridor { number, .. } if question.inside == Some(number) => {
                Input::Corridor(both_sides(&options(number), &options(question.parts.len() - 1)))
            }
            Step::Corridor { number, .. } => Input::Corridor(options(number)),
            Step::Close { junction, .. } => Input::Close(junction == question.home),
        };
        let inputs: Vec<Input> = self.steps.iter().map(input).collect();
        // Up to the first that differs from the last time the tables are still right.
        let same = inputs.iter().zip(&self.inputs).take_while(|(now, before)| now == before).count();
        self.inputs = inputs;
        for number in same..self.steps.len() {
            let (before, after) = self.tables.split_at_mut(number + 1);
            let ([open, ended], [new_open, new_ended]) = (&before[number], &mut after[0]);
            new_open.fill(NEVER);
            new_ended.fill(NEVER);
            match (self.steps[number], self.inputs[number]) {
                (Step::Corridor { bits: [a, b], .. }, Input::Corridor(options)) => {
                    for (option, &moves) in options.iter().enumerate().filter(|(_, moves)| **moves != NEVER) {
                        let odd = if option & 1 == 0 { 0 } else { a } ^ if option & 2 == 0 { 0 } else { b };
                        if option & 4 == 0 {
                            improve(new_open, open, odd, moves);
                            improve(new_ended, ended, odd, moves);
                        } else {
                            improve(new_ended, open, odd, moves);
                        }
                    }
                }
                (Step::Close { bit, .. }, Input::Close(starts)) => {
                    // The walk goes on with an even number of moves here, or ends with an odd one; if it starts here, the
                    // other way round.
                    let (goes_on, ends) = if starts { (bit, 0) } else { (0, bit) };
                    for at in (0..new_open.len()).filter(|at| at & bit == 0) {
                        new_open[at] = open[at | goes_on];
                        new_ended[at] = ended[at | goes_on].min(open[at | ends]);
                    }
                }
                _ => unreachable!("inputs are those of the steps"),
            }
        }
        let [open, ended] = &self.tables[self.steps.len()];
        open[0].min(ended[0])
    }
}

/// `new[at] = min(new[at], old[at ^ odd] + moves)`.
fn improve(new: &mut [u16], old: &[u16], odd: usize, moves: u16) {
    // Where one of the tables is the smaller, what the other has besides is out of reach.
    for (at, &old) in old.iter().enumerate().take(new.len()) {
        let new = &mut new[at ^ odd];
        *new = (*new).min(old.saturating_add(moves));
    }
}

/// The options of a corridor of the two sides that Pac-Man divides it into: his place, the second end of the first and the
/// first end of the second, is odd in all.
fn both_sides(first: &Options, second: &Options) -> Options {
    let mut both = [NEVER; 8];
    for (one, &moves) in first.iter().enumerate() {
        for (other, &more) in second.iter().enumerate() {
            let is_odd = (one >> 1 ^ other) & 1 == 1;
            if is_odd && one & other & 4 == 0 {
                let option = &mut both[one & 1 | other & 2 | (one | other) & 4];
                *option = (*option).min(moves.saturating_add(more));
            }
        }
    }
    both
}

impl Question {
    /// Notes that Pac-Man never comes to a set of junctions into which no corridor leads him; whether that can be.
    fn avoid(&self, within: impl Fn(usize) -> bool, uses: &mut [Use]) -> bool {
        let mut can = !self.dots.iter().enumerate().any(|(junction, &dot)| dot && within(junction));
        for (part, used) in self.parts.iter().zip(uses) {
            match part.ends.map(&within) {
                [false, false] => {}
                [true, true] => {
                    can &= part.dots.is_empty() && *used != Use::Through;
                    *used = Use::NotThrough;
                }
                [first, _] => {
                    let (inner, outer) = if first { (0, 1) } else { (1, 0) };
                    can &= part.dots.is_empty() || *used != Use::From(inner);
                    *used = Use::From(outer);
                }
            }
        }
        can
    }
}

impl Part {
    /// Between which neighbouring ones of its ends and dots there is what.
    fn gaps(&self) -> impl Iterator<Item = (u16, u16)> {
        let from = std::iter::once(0).chain(self.dots.iter().copied());
        from.zip(self.dots.iter().copied().chain([self.length]))
    }

    fn widest_gap(&self) -> u16 {
        self.gaps().map(|(from, to)| to - from).max().unwrap_or(0)
    }

    /// The least number of moves in it.
    fn options(&self, used: Use) -> Options {
        let mut options = [NEVER; 8];
        let mut offer = |option: usize, moves: u16| options[option] = options[option].min(moves);
        if self.blind {
            let depth = self.dots.last().copied().unwrap_or(0);
            offer(0, 2 * depth);
            if depth > 0 {
                offer(1 | 4, depth);
            }
            return options;
        }
        if matches!(used, Use::Any | Use::Through) {
            // Once, or there and back.
            offer(1 | 2, self.length);
            offer(0, 2 * self.length);
        }
        if used == Use::Through {
            return options;
        }
        let enters = |end: usize| !matches!(used, Use::From(only) if only != end);
        for (from, to) in self.gaps() {
            // It is not walked between the two: what is before is eaten from the first end, what is behind from the second.
            let (before, behind) = (from, self.length - to);
            if (before == 0 || enters(0)) && (behind == 0 || enters(1)) {
                offer(0, 2 * (before + behind));
                if before > 0 {
                    offer(1 | 4, before + 2 * behind);
                }
                if behind > 0 {
                    offer(2 | 4, 2 * before + behind);
                }
            }
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use std::collections::HashSet;

    use super::super::code::{Decision, Node, Said, Writer};
    use super::*;
    use crate::statement::Statement;

    fn maze(board: &str) -> Maze {
        let text = format!("puzzle = \"pacman\"\ntime = 9\nboard = '''\n{board}'''\n");
        Maze::read(&Statement::read(&text).unwrap()).unwrap()
    }

    /// The fewest moves that eat all dots of a bit set, by breadth-first search.
    fn shortest(maze: &Maze, dots: u32) -> u16 {
        let (mut layer, mut seen) = (vec![(maze.start, dots)], HashSet::new());
        for moves in 0.. {
            if layer.iter().any(|state| state.1 == 0) {
                return moves;
            }
            let after = |(cell, left): (Cell, u32)| {
                let eaten = move |cell| left & !maze.dot(cell).map_or(0, |dot| 1 << dot);
                maze.around(cell).map(move |next| (next, eaten(next)))
            };
            layer = layer.into_iter().flat_map(after).filter(|state| seen.insert(*state)).collect();
        }
        unreachable!("every dot can be reached")
    }

    const BOARDS: [&str; 6] = [
        // A corridor from the middle, dead ends, a ring, a ladder, a loop at a corridor, a room.
        "#########\n#...@...#\n#########",
        "#######\n#.....#\n##.#.##\n##.@.##\n##.#.##\n#######",
        "######\n#....#\n#.##.#\n#..@.#\n######",
        "#######\n#.....#\n#.#.#.#\n#..@..#\n#######",
        "########\n#...####\n#.#..@.#\n#...##.#\n########",
        "######\n##..##\n#.@..#\n##...#\n######",
    ];

    /// No walk is longer than is said, and none of the ways to divide a proof into cases says otherwise.
    #[test]
    fn no_walk_in_time_is_ever_refuted() {
        let (mut exact, mut number) = (0, 0);
        for board in BOARDS {
            let maze = maze(board);
            let graph = Corridors::new(&maze).unwrap();
            let order: Vec<u32> = (0..graph.corridors.len() as u32).collect();
            let mut cover = Cover::new(&maze, &graph, &order).unwrap();
            let mut random = 7_u64;
            let mut draw = || {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as u32
            };
            for _ in 0..60 {
                let dots = draw() & draw().max(1) & ((1 << maze.dots) - 1) | 1;
                let least = shortest(&maze, dots);
                let question = cover.question(maze.start, |dot| dots >> dot & 1 == 1, least);
                let bound = cover.least(&question, &vec![Use::Any; question.parts.len()]);
                assert!(bound <= least, "{board} {dots:b}: {bound} of {least}");
                exact += u32::from(bound == least);
                number += 1;
                for _ in 0..60 {
                    let evidence: Vec<u8> = (0..24).map(|_| draw() as u8).collect();
                    let reader = &mut Reader::new(&evidence, graph.junctions.len(), graph.corridors.len());
                    let proof = cover.check(&question, reader, &mut Budget::new(&Limits::threads(1)));
                    assert!(proof.is_err(), "{board} {dots:b}: {least}");
                }
            }
        }
        assert!(exact * 2 > number, "{exact} of {number}");
    }

    #[test]
    fn cases_within_cases_have_an_end() {
        let maze = maze(BOARDS[3]);
        let graph = Corridors::new(&maze).unwrap();
        let order: Vec<u32> = (0..graph.corridors.len() as u32).collect();
        let (junctions, corridors) = (graph.junctions.len(), graph.corridors.len());
        let mut writer = Writer::new(9, &order, junctions);
        let nothing = Node::Split(vec![false; junctions]);
        writer.decision(&Decision::Cut(vec![nothing; 4 * DEEPEST as usize]), 1);
        let evidence = writer.finish();
        let reader = &mut Reader::new(&evidence, junctions, corridors);
        assert!(matches!(reader.decision(1), Said::Cut));
        let mut cover = Cover::new(&maze, &graph, &order).unwrap();
        let question = cover.question(maze.start, |_| true, 1);
        let error = cover.check(&question, reader, &mut Budget::new(&Limits::threads(1))).unwrap_err();
        assert!(error.to_string().contains("cases that are none"), "{error}");
    }

    #[test]
    fn orders_that_leave_out_a_corridor_or_too_many_open_are_refused() {
        let maze = maze(BOARDS[3]);
        let graph = Corridors::new(&maze).unwrap();
        let corridors = graph.corridors.len() as u32;
        for order in [vec![], vec![0; corridors as usize], (1..=corridors).collect()] {
            assert!(Cover::new(&maze, &graph, &order).is_err());
        }
        let rows = |number| vec![format!("#{}#", ".".repeat(126)); number].join("\n");
        let wide = format!("{0}\n{1}\n{2}\n{0}", "#".repeat(128), rows(125), rows(1).replacen('.', "@", 1));
        let maze = self::maze(&wide);
        let graph = Corridors::new(&maze).unwrap();
        let order: Vec<u32> = (0..graph.corridors.len() as u32).collect();
        assert!(Cover::new(&maze, &graph, &order).is_err());
    }
}
