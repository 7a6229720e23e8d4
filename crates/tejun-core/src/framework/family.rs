//! A family of puzzles: its fixed facts, and how its files are read.

use super::info::FamilyInfo;
use super::instance::Instance;
use super::play;
use super::puzzle::Puzzle;
use super::random_puzzles;
use crate::vocabulary::input::{Header, InputError, Keys};
use crate::vocabulary::rule_example::RuleExample;
use crate::vocabulary::scene::Scene;
use crate::vocabulary::verb::FamilyVerb;

/// A family of puzzles, as a `Registry` lists it: its facts, and a function that reads its files.
#[derive(Clone, Copy)]
pub struct Family {
    /// The fixed facts.
    pub info: &'static FamilyInfo,
    /// Opens the puzzle of a file, as [`Family::open`] does.
    pub open: fn(Header, Keys) -> Result<Box<dyn Instance>, InputError>,
    /// The verb that draws random puzzles, if the family [can](FamilyInfo::random).
    pub generator: fn() -> FamilyVerb,
}

impl Family {
    /// The family of the puzzles `P`.
    pub const fn of<P: Puzzle>() -> Self {
        Family { info: const { &P::FAMILY }, open: play::open::<P>, generator: random_puzzles::verb::<P> }
    }

    /// Opens the puzzle of a file at its first position.
    ///
    /// # Errors
    /// If the keys do not make a puzzle; the error says where and how to fix it.
    pub fn open(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        (self.open)(header, keys)
    }

    /// The verbs that only this family has.
    pub fn verbs(&self) -> Vec<FamilyVerb> {
        let mut verbs = (self.info.verbs)();
        verbs.extend(self.info.random.map(|_| (self.generator)()));
        verbs
    }

    /// The drawing of a rule, if it has one.
    ///
    /// # Errors
    /// If the example is no puzzle of the family, or its line is not legal.
    pub fn drawing(&self, rule: &RuleExample) -> Result<Option<Scene>, InputError> {
        if rule.example.is_empty() {
            return Ok(None);
        }
        let (header, keys) = Keys::split(rule.example)?;
        let start = self.open(header, keys)?;
        let position = start.after(&start.read_line(rule.line));
        Ok(Some(position.map_err(|fault| InputError::new(fault.to_string()))?.scene()))
    }
}
