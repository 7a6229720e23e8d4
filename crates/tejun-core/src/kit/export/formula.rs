//! Formulas in conjunctive normal form.

use std::fmt::Write;

use super::parts::Parts;
use crate::vocabulary::input::InputError;

/// A literal: a variable, from 1 on, or its negation.
pub type Literal = i32;

/// A formula in conjunctive normal form.
#[derive(Default)]
pub struct Formula {
    /// What a reader should know, in lines.
    pub remarks: Vec<String>,
    variables: Literal,
    /// The literals of all clauses, with a 0 after each clause.
    clauses: Vec<Literal>,
    parts: Parts,
}

impl Formula {
    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.variables += 1;
        self.variables
    }

    /// New variables.
    pub fn variables(&mut self, number: usize) -> Vec<Literal> {
        (0..number).map(|_| self.variable()).collect()
    }

    /// Adds a clause: one of its literals holds.
    ///
    /// # Errors
    /// If the formula becomes too large.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) -> Result<(), InputError> {
        let before = self.clauses.len();
        self.clauses.extend(literals);
        self.clauses.push(0);
        self.parts.add(self.clauses.len() - before, "a formula")
    }

    /// At most `most` of the literals hold. Up to six literals of which one may hold are excluded pairwise, others by a
    /// sequential counter (Sinz 2005).
    ///
    /// # Errors
    /// If the formula becomes too large.
    pub fn at_most(&mut self, most: usize, literals: &[Literal]) -> Result<(), InputError> {
        if most == 0 {
            return literals.iter().try_for_each(|&literal| self.clause([-literal]));
        }
        if most >= literals.len() {
            return Ok(());
        }
        if most == 1 && literals.len() <= 6 {
            for (at, &one) in literals.iter().enumerate() {
                literals[..at].iter().try_for_each(|&other| self.clause([-one, -other]))?;
            }
            return Ok(());
        }
        // Variable i of a count says that more than i of the literals so far hold.
        let mut before: Option<Vec<Literal>> = None;
        for &literal in literals {
            let count = self.variables(most);
            self.clause([-literal, count[0]])?;
            if let Some(before) = &before {
                for (&less, &more) in before.iter().zip(&count) {
                    self.clause([-less, more])?;
                }
                for (&less, &more) in before.iter().zip(&count[1..]) {
                    self.clause([-literal, -less, more])?;
                }
                self.clause([-literal, -before[most - 1]])?;
            }
            before = Some(count);
        }
        Ok(())
    }

    /// Just one of the literals holds.
    ///
    /// # Errors
    /// If the formula becomes too large.
    pub fn just_one(&mut self, literals: &[Literal]) -> Result<(), InputError> {
        self.clause(literals.iter().copied())?;
        self.at_most(1, literals)
    }

    fn each_clause(&self) -> impl Iterator<Item = &[Literal]> {
        self.clauses.split(|&literal| literal == 0).take(self.number())
    }

    fn number(&self) -> usize {
        self.clauses.iter().filter(|&&literal| literal == 0).count()
    }

    /// The formula in DIMACS CNF.
    pub(super) fn dimacs(&self) -> String {
        let mut text: String = self.remarks.iter().map(|remark| format!("c {remark}\n")).collect();
        let put = |text: &mut String, what: std::fmt::Arguments| text.write_fmt(what).expect("it takes all");
        put(&mut text, format_args!("p cnf {} {}\n", self.variables, self.number()));
        for clause in self.each_clause() {
            clause.iter().for_each(|literal| put(&mut text, format_args!("{literal} ")));
            text.push_str("0\n");
        }
        text
    }

    /// The formula in SMT-LIB 2: its variables are v1, v2 and so on.
    pub(super) fn smt2(&self) -> String {
        let mut text: String = self.remarks.iter().map(|remark| format!("; {remark}\n")).collect();
        let put = |text: &mut String, what: std::fmt::Arguments| text.write_fmt(what).expect("it takes all");
        text.push_str("(set-logic QF_UF)\n");
        (1..=self.variables).for_each(|at| put(&mut text, format_args!("(declare-const v{at} Bool)\n")));
        for clause in self.each_clause() {
            // The disjunction of nothing is false.
            text.push_str("(assert (or false");
            for &literal in clause {
                match literal {
                    1.. => put(&mut text, format_args!(" v{literal}")),
                    _ => put(&mut text, format_args!(" (not v{})", -literal)),
                }
            }
            text.push_str("))\n");
        }
        text.push_str("(check-sat)\n");
        text
    }
}
