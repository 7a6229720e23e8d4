//! Pseudo-Boolean constraints and proofs by cutting planes, as VeriPB reads them. It knows no puzzle.

use std::collections::BTreeMap;

/// The sum of literals, each times a number above 0, is at least so much. A literal is a variable, and whether it is denied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraint {
    terms: BTreeMap<String, (i64, bool)>,
    least: i64,
}

impl Constraint {
    fn add_term(&mut self, number: i64, literal: &str) {
        let (variable, is_denied) = literal.strip_prefix('~').map_or((literal, false), |rest| (rest, true));
        // In variables alone: the number of a denied one is taken off.
        let (mut sum, mut least) = (if is_denied { -number } else { number }, self.least);
        least -= if is_denied { number } else { 0 };
        if let Some((number, is_denied)) = self.terms.remove(variable) {
            sum += if is_denied { -number } else { number };
            least -= if is_denied { number } else { 0 };
        }
        if sum != 0 {
            self.terms.insert(variable.to_owned(), (sum.abs(), sum < 0));
        }
        self.least = least + if sum < 0 { -sum } else { 0 };
    }

    fn plus(&self, other: &Constraint) -> Constraint {
        let mut sum = self.clone();
        sum.least += other.least;
        for (variable, (number, is_denied)) in &other.terms {
            sum.add_term(*number, &format!("{}{variable}", if *is_denied { "~" } else { "" }));
        }
        sum
    }

    fn scaled(&self, by: impl Fn(i64) -> i64) -> Constraint {
        let terms = self.terms.iter().map(|(name, term)| (name.clone(), (by(term.0), term.1))).collect();
        Constraint { terms, least: by(self.least) }
    }

    pub fn holds(&self, is_true: impl Fn(&str) -> bool) -> bool {
        let value = |(name, term): (&String, &(i64, bool))| if is_true(name) != term.1 { term.0 } else { 0 };
        self.terms.iter().map(value).sum::<i64>() >= self.least
    }
}

/// The constraints of a formula: of an equation, both halves.
pub fn opb(text: &str) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.strip_suffix(" ;").unwrap().split(' ').collect();
        let (terms, relation) = words.split_at(words.len() - 2);
        let least: i64 = relation[1].parse().unwrap();
        let half = |sign: i64| {
            let mut constraint = Constraint { least: sign * least, ..Constraint::default() };
            for term in terms.chunks(2) {
                constraint.add_term(sign * term[0].parse::<i64>().unwrap(), term[1]);
            }
            constraint
        };
        constraints.push(half(1));
        match relation[0] {
            ">=" => {}
            "=" => constraints.push(half(-1)),
            other => panic!("{other}"),
        }
    }
    constraints
}

/// Whether a proof ends with a contradiction; `None` if a step is none.
pub fn refutes(formula: &[Constraint], proof: &str) -> Option<bool> {
    let mut known = formula.to_vec();
    let mut lines = proof.lines();
    let begins = ["pseudo-Boolean proof version 3.0".to_owned(), format!("f {};", formula.len())];
    if begins.iter().any(|begins| lines.next() != Some(begins)) {
        return None;
    }
    for line in lines {
        let Some(step) = line.strip_prefix("pol ") else {
            let last = line.strip_prefix("conclusion UNSAT : ").and_then(|rest| rest.strip_suffix(';'));
            let Some(last) = last else { continue };
            let constraint = known.get(last.parse::<usize>().ok()?.checked_sub(1)?)?;
            return Some(constraint.terms.values().map(|term| term.0).sum::<i64>() < constraint.least);
        };
        let mut stack: Vec<Constraint> = Vec::new();
        let mut words = step.strip_suffix(';')?.split(' ').peekable();
        while let Some(word) = words.next() {
            let next = match (word, words.peek()) {
                ("+", _) => {
                    let (one, other) = (stack.pop()?, stack.pop()?);
                    one.plus(&other)
                }
                (number, Some(&"*")) => {
                    words.next();
                    let by: i64 = number.parse().ok()?;
                    stack.pop()?.scaled(|number| number * by)
                }
                (number, Some(&"d")) => {
                    words.next();
                    let by: i64 = number.parse().ok()?;
                    stack.pop()?.scaled(|number| -(-number).div_euclid(by))
                }
                (word, _) => match word.parse::<usize>() {
                    Ok(number) => known.get(number.checked_sub(1)?)?.clone(),
                    Err(_) => {
                        let mut axiom = Constraint::default();
                        axiom.add_term(1, word);
                        axiom
                    }
                },
            };
            stack.push(next);
        }
        let result = stack.pop().filter(|_| stack.is_empty())?;
        known.push(result);
    }
    None
}
