//! For VeriPB: the game as pseudo-Boolean constraints, and where a function of the holes rules out the goal, a proof of it by cutting
//! planes.
//!
//! Each jump takes one peg, so it is known how many there are. What a hole has after a jump, less what it had before, is what the
//! jump puts there. Sums of these equations over all jumps, weighed by the function, leave the start and the goal alone; of a
//! parity the sum is divided by two, which rounds both of its sides apart.

use std::fmt::Write;

use tejun_core::kit::{cells_of, export::Parts};
use tejun_core::{Export, ExportFile, InputError};

use super::pagoda::Pagodas;
use crate::CellId;

/// Constraints, each with the number by which a proof names it: of an equation the lower half, then the upper one.
#[derive(Default)]
struct Constraints {
    text: String,
    number: usize,
    parts: Parts,
}

impl Constraints {
    /// Adds terms such as `-1 t0_a1`, the sum of which is related to a number. Returns the number of the constraint.
    fn add(&mut self, terms: &[String], relation: &str) -> Result<usize, InputError> {
        self.parts.add(terms.len(), "VeriPB")?;
        let first = self.number + 1;
        self.number += if relation.starts_with('=') { 2 } else { 1 };
        let _ = writeln!(self.text, "{} {relation} ;", terms.join(" "));
        Ok(first)
    }
}

/// A game from some pegs on.
pub(super) struct Game<'a> {
    /// The names of the holes.
    pub names: Vec<String>,
    /// The jumps, the pegs that each needs, and the holes that it changes.
    pub jumps: &'a [((CellId, CellId), u64, u64)],
    pub pegs: u64,
    pub goals: &'a [u64],
    /// The holes of three colours, of which a jump changes one each.
    pub colours: &'a [u64],
    pub pagodas: &'a Pagodas,
}

impl Game<'_> {
    /// Writes the game, and if it is ruled out in a line, the proof.
    pub fn export(&self, depth: Option<u32>) -> Export {
        if depth.is_some() {
            let known = "each jump takes a peg, so their number is known: leave out the depth";
            return Err(InputError::new(known));
        }
        let length = self.pegs.count_ones().checked_sub(self.goals[0].count_ones());
        let length = length.ok_or_else(|| InputError::new("there are fewer pegs than in the goal"))?;
        let (starts, flows, ends) = (Vec::new(), vec![Vec::new(); self.names.len()], Vec::new());
        let mut proof =
            Proof { game: self, length, constraints: Constraints::default(), starts, flows, ends };
        proof.write()?;
        let mut files =
            vec![ExportFile { name: "puzzle.opb", text: std::mem::take(&mut proof.constraints.text) }];
        if let Some(steps) = proof.steps() {
            let number = proof.constraints.number;
            let mut text = format!("pseudo-Boolean proof version 3.0\nf {number};\n");
            steps.iter().for_each(|step| text += &format!("pol {step};\n"));
            let last = number + steps.len();
            text += &format!("output NONE;\nconclusion UNSAT : {last};\nend pseudo-Boolean proof;\n");
            files.push(ExportFile { name: "puzzle.pbp", text });
        }
        Ok(files)
    }
}

/// What is written of a game.
struct Proof<'a> {
    game: &'a Game<'a>,
    /// How many jumps there are.
    length: u32,
    constraints: Constraints,
    /// For each hole the constraint that says what it has at the start.
    starts: Vec<usize>,
    /// For each hole and jump the equation.
    flows: Vec<Vec<usize>>,
    /// For each hole the constraint that says what it has in the end; if any single peg will do, the equation of all.
    ends: Vec<usize>,
}

impl Proof<'_> {
    /// The variable that says whether a hole has a peg after so many jumps.
    fn peg(&self, time: u32, hole: usize) -> String {
        format!("t{time}_{}", self.game.names[hole])
    }

    fn jump(&self, time: u32, jump: usize) -> String {
        let (from, to) = self.game.jumps[jump].0;
        format!("j{time}_{}_{}", self.game.names[from], self.game.names[to])
    }

    /// What a jump puts into a hole: a peg, less one, or nothing.
    fn puts(&self, jump: usize, hole: usize) -> i64 {
        let (_, needed, changed) = self.game.jumps[jump];
        match changed >> hole & 1 == 1 {
            true if needed >> hole & 1 == 1 => -1,
            true => 1,
            false => 0,
        }
    }

    fn write(&mut self) -> Result<(), InputError> {
        let (holes, jumps) = (self.game.names.len(), self.game.jumps.len());
        let term = |number: i64, variable: String| format!("{number} {variable}");
        let sign =
            |is_peg: bool, variable: String| vec![format!("1 {}{variable}", if is_peg { "" } else { "~" })];
        for hole in 0..holes {
            let start = sign(self.game.pegs >> hole & 1 == 1, self.peg(0, hole));
            self.starts.push(self.constraints.add(&start, ">= 1")?);
        }
        for time in 1..=self.length {
            // A sum of nothing is not written in every reader's way.
            let none = (jumps == 0).then(|| term(0, self.peg(0, 0)));
            let one = (0..jumps).map(|jump| term(1, self.jump(time, jump))).chain(none);
            self.constraints.add(&one.collect::<Vec<String>>(), "= 1")?;
            for hole in 0..holes {
                let mut flow = vec![term(1, self.peg(time, hole)), term(-1, self.peg(time - 1, hole))];
                let puts = (0..jumps).map(|jump| (jump, self.puts(jump, hole))).filter(|puts| puts.1 != 0);
                flow.extend(puts.map(|(jump, puts)| term(-puts, self.jump(time, jump))));
                let flow = self.constraints.add(&flow, "= 0")?;
                self.flows[hole].push(flow);
            }
        }
        let last: Vec<String> = (0..holes).map(|hole| self.peg(self.length, hole)).collect();
        self.ends = match self.game.goals[..] {
            [goal] => {
                let end = |(hole, peg): (usize, String)| sign(goal >> hole & 1 == 1, peg);
                let ends: Vec<Vec<String>> = last.into_iter().enumerate().map(end).collect();
                ends.iter().map(|end| self.constraints.add(end, ">= 1")).collect::<Result<_, _>>()?
            }
            _ => {
                let all: Vec<String> = last.into_iter().map(|peg| term(1, peg)).collect();
                vec![self.constraints.add(&all, "= 1")?; holes]
            }
        };
        Ok(())
    }

    /// The steps of a proof, the last of which is the contradiction.
    fn steps(&self) -> Option<Vec<String>> {
        let is_odd = |set: u64| set.count_ones() % 2 == 1;
        let all = (1 << self.game.names.len()) - 1;
        let mut sets = self.game.colours.iter().map(|colour| all & !colour);
        if let [goal] = self.game.goals[..] {
            let odd =
                sets.find(|set| is_odd((self.game.pegs ^ goal) & set)).map(|set| self.parity(set, goal));
            let weights = || self.game.pagodas.against(self.game.pegs, self.game.names.len());
            return odd.or_else(|| Some(self.weighed(&weights()?, goal))).map(|step| vec![step]);
        }
        // The holes where each set rules out the last peg.
        let ruled = sets.map(|set| (set, if is_odd(self.game.pegs & set) { all & !set } else { set }));
        let ruled: Vec<(u64, u64)> = ruled.filter(|(_, holes)| *holes != 0).collect();
        let times = |hole: usize| ruled.iter().filter(|(_, holes)| holes >> hole & 1 == 1).count();
        if (0..self.game.names.len()).any(|hole| times(hole) == 0) {
            return None;
        }
        let mut steps: Vec<String> = ruled.iter().map(|&(set, _)| self.last_peg(set)).collect();
        let mut sum = format!("{}", self.ends[0]);
        (1..=steps.len()).for_each(|step| sum += &format!(" {} +", self.constraints.number + step));
        for hole in 0..self.game.names.len() {
            sum += &literal(&self.peg(self.length, hole), times(hole) as u64 - 1);
        }
        steps.push(sum);
        Some(steps)
    }

    /// The lower or the upper halves of the equations of these holes, each times a weight.
    fn flow(&self, weights: &[u64], half: usize) -> String {
        let of = |(flows, &weight): (&Vec<usize>, &u64)| -> String {
            flows.iter().map(|flow| times(flow + half, weight)).collect()
        };
        self.flows.iter().zip(weights).map(of).collect()
    }

    /// What takes the pegs of the start, or of the goal, out of a sum where they are added (or else taken away): they are what a
    /// constraint says, or at least 0, or at most 1.
    fn settled(
        &self,
        time: u32,
        pegs: u64,
        constraints: &[usize],
        weights: &[u64],
        is_added: bool,
    ) -> String {
        let of = |hole: usize| {
            let is_peg = pegs >> hole & 1 == 1;
            match is_peg == is_added {
                true => literal(
                    &format!("{}{}", if is_added { "~" } else { "" }, self.peg(time, hole)),
                    weights[hole],
                ),
                false => times(constraints[hole], weights[hole]),
            }
        };
        (0..weights.len()).map(of).collect()
    }

    /// No jump raises the weights, by which the start is less than the goal.
    fn weighed(&self, weights: &[u64], goal: u64) -> String {
        let mut sum = self.flow(weights, 1);
        for jump in 0..self.game.jumps.len() {
            let puts = (0..weights.len()).map(|hole| self.puts(jump, hole) * weights[hole] as i64);
            let less = puts.sum::<i64>().unsigned_abs();
            (1..=self.length).for_each(|time| sum += &literal(&self.jump(time, jump), less));
        }
        sum += &self.settled(0, self.game.pegs, &self.starts, weights, true);
        sum += &self.settled(self.length, goal, &self.ends, weights, false);
        begun(&sum)
    }

    /// Whether the pegs of a set are odd in number stays as it is, and is not as in the goal.
    fn parity(&self, set: u64, goal: u64) -> String {
        let weights: Vec<u64> = (0..self.game.names.len()).map(|hole| set >> hole & 1).collect();
        let half = |half: usize| {
            let start = self.settled(0, self.game.pegs, &self.starts, &weights, half == 1);
            let end = self.settled(self.length, goal, &self.ends, &weights, half == 0);
            format!("{} 2 d", begun(&format!("{}{start}{end}", self.flow(&weights, half))))
        };
        format!("{} {} +", half(0), half(1))
    }

    /// That there is no last peg where the set rules it out: in it, if its pegs are even in number, else outside.
    fn last_peg(&self, set: u64) -> String {
        let weights: Vec<u64> = (0..self.game.names.len()).map(|hole| set >> hole & 1).collect();
        let half = |half: usize| {
            let start = self.settled(0, self.game.pegs, &self.starts, &weights, half == 1);
            begun(&format!("{}{start}", self.flow(&weights, half)))
        };
        let pegs = |set: u64| -> String {
            cells_of(set).map(|hole| literal(&self.peg(self.length, hole), 1)).collect()
        };
        let at_most_one = self.ends[0] + 1;
        if (self.game.pegs & set).count_ones() % 2 == 1 {
            let one = format!("{}{} 2 d 2 * {} +", half(1), pegs(set), half(0));
            return format!("{one} {at_most_one} +");
        }
        let outside = pegs(((1 << self.game.names.len()) - 1) & !set);
        format!("{} {at_most_one} +{outside} 2 d 2 * {} +", half(0), half(1))
    }
}

/// Adds a constraint some times to what comes before.
fn times(constraint: usize, number: u64) -> String {
    literal(&constraint.to_string(), number)
}

/// The same for a literal, which is at least 0.
fn literal(literal: &str, number: u64) -> String {
    match number {
        0 => String::new(),
        1 => format!(" {literal} +"),
        _ => format!(" {literal} {number} * +"),
    }
}

/// A sum that nothing comes before: it begins with its first term.
fn begun(sum: &str) -> String {
    sum.trim_start().replacen(" +", "", 1)
}
