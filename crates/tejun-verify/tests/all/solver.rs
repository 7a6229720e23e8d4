//! A plain solver that makes certificates, and that can be given faults.

use std::collections::{BTreeMap, HashMap, VecDeque};

use tejun_verify::levels::encode;
use tejun_verify::rules::Rules;
use tejun_verify::{Certificate, Claim, Statement, VerifyError};

/// A solver by the rules `R`, which tries these words as moves, in a metric where each costs 1.
pub struct Solver<'a, R: Rules> {
    pub rules: R,
    pub statement: &'a str,
    pub words: Vec<String>,
    /// The number of a position: a fault may take different positions for one.
    pub rank: &'a dyn Fn(&R, &R::Position) -> u64,
    /// Moves that it does not see.
    pub misses: &'a dyn Fn(&R::Position, &str) -> bool,
}

/// The words of moves by one cell for pieces with these letters.
pub fn steps(letters: &str) -> Vec<String> {
    letters.chars().flat_map(|letter| "udlr".chars().map(move |way| format!("{letter}{way}"))).collect()
}

/// The right number.
pub fn rank<R: Rules>(rules: &R, position: &R::Position) -> u64 {
    rules.rank(position).unwrap()
}

impl<'a, R: Rules<Position: Clone>> Solver<'a, R> {
    /// A solver without faults.
    pub fn new(
        read: fn(&Statement) -> Result<R, VerifyError>,
        statement: &'a str,
        words: Vec<String>,
    ) -> Solver<'a, R> {
        let rules = read(&Statement::read(statement).unwrap()).unwrap();
        Solver { rules, statement, words, rank: &rank::<R>, misses: &|_, _| false }
    }

    /// Searches breadth first, and certifies what it finds.
    pub fn certificate(&self) -> Certificate {
        let start = self.rules.start();
        let mut levels = HashMap::from([((self.rank)(&self.rules, &start), 0)]);
        let mut queue = VecDeque::from([(start, Vec::new())]);
        let mut seen = Vec::new();
        while let Some((position, line)) = queue.pop_front() {
            if self.rules.is_goal(&position) {
                let claim = Claim::Optimal(line.len() as u64);
                return self.certified(claim, &line.join(" "), line.len() as u32, seen);
            }
            for word in self.words.iter().filter(|word| !(self.misses)(&position, word)) {
                let mut next = position.clone();
                if self.rules.play(&mut next, word).is_ok() {
                    levels.entry((self.rank)(&self.rules, &next)).or_insert_with(|| {
                        queue.push_back((next, [&line[..], std::slice::from_ref(word)].concat()));
                        line.len() as u32 + 1
                    });
                }
            }
            seen.push((position, line.len() as u32));
        }
        self.certified(Claim::Unsolvable, "", u32::MAX, seen)
    }

    fn certified(&self, claim: Claim, line: &str, cost: u32, seen: Vec<(R::Position, u32)>) -> Certificate {
        let mut levels = BTreeMap::new();
        for (position, level) in seen {
            let rank = rank(&self.rules, &position);
            if level < cost && level.saturating_add(self.rules.bound(&position)) < cost {
                levels.entry(rank).or_insert(level);
            }
        }
        let (statement, line) = (self.statement.to_owned(), line.to_owned());
        let evidence = if cost == 0 { Vec::new() } else { encode(levels.len() as u64, levels.into_iter()) };
        Certificate { claim, statement, line, evidence }
    }
}
