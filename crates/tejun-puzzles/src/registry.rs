//! The families that tejun has.

use crate::input::{InputError, Keys};
use crate::packing::Packing;
use crate::pacman::Pacman;
use crate::puzzle::{Instance, Puzzle};
use crate::sliding::SlidingBlocks;
use crate::tank_change::TankChange;

/// A list of families. Front ends know a family only through it.
pub struct Registry {
    families: Vec<Box<dyn Puzzle>>,
}

impl Registry {
    /// A registry of these families.
    pub fn new(families: Vec<Box<dyn Puzzle>>) -> Self {
        Registry { families }
    }

    /// Every family that ships with tejun.
    pub fn standard() -> Self {
        Registry::new(vec![
            Box::new(TankChange),
            Box::new(SlidingBlocks),
            Box::new(Packing),
            Box::new(Pacman),
        ])
    }

    /// The families, in order.
    pub fn families(&self) -> impl Iterator<Item = &dyn Puzzle> {
        self.families.iter().map(|family| &**family)
    }

    /// The text of the instance file that a short form stands for; `None` if it is none.
    ///
    /// # Errors
    /// When it has the look of a short form but is not a good one.
    pub fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        self.families().find_map(|family| family.expand_short_form(name))
    }

    /// Makes an instance of the text of a file. `metric`, where given, goes before the file's own.
    ///
    /// # Errors
    /// When the text does not make a puzzle; the error says where and what to do.
    pub fn read(&self, text: &str, metric: Option<&str>) -> Result<Box<dyn Instance>, InputError> {
        let imported = self.families().find_map(|family| family.import(text)).transpose()?;
        let (header, mut keys) = Keys::split(imported.as_deref().unwrap_or(text))?;
        let Some(family) = self.families().find(|family| family.name() == header.puzzle) else {
            let names: Vec<&str> = self.families().map(|family| family.name()).collect();
            return Err(InputError::new(format!(
                "there is no family {:?}: puzzle is one of {}",
                header.puzzle,
                names.join(", ")
            )));
        };
        if let Some(metric) = metric {
            if family.metrics().is_empty() {
                return Err(InputError::new(format!(
                    "{} counts its moves in one way only: leave out --metric",
                    family.name()
                )));
            }
            keys.set("metric", metric);
        }
        family.read(header, keys)
    }
}
