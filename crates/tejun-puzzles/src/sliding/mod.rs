//! Sliding blocks: Klotski / 华容道 and every board of pieces that slide on a floor.

pub mod atlas;
mod format;
mod generate;
mod instance;
mod model;
mod reasons;
mod rules;
mod view;

use tejun_search::Space;

use self::instance::Sliding;
use self::model::{Model, Plan};
use self::rules::Metric;
use crate::input::{Header, InputError, Keys};
use crate::puzzle::{Instance, Puzzle};
use crate::verb::Verb;

/// The family `sliding`.
pub struct SlidingBlocks;

impl Puzzle for SlidingBlocks {
    fn name(&self) -> &'static str {
        "sliding"
    }

    fn about(&self) -> &'static str {
        "sliding blocks: Klotski and any board of pieces that slide"
    }

    fn metrics(&self) -> &'static [&'static str] {
        &Metric::NAMES
    }

    fn short_forms(&self) -> &'static [(&'static str, &'static str)] {
        &[("klotski:LAYOUT", "20 characters by rows, 4 wide: B 2x2, v 2 tall, h 2 wide, 1 unit, '.' empty")]
    }

    fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        name.strip_prefix("klotski:").map(format::klotski)
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let (rules, start) = keys.into::<format::File>()?.rules()?;
        Ok(Box::new(Sliding::new(header, rules, start)))
    }

    fn verbs(&self) -> Vec<Verb> {
        let mut verbs = atlas::verbs();
        verbs.push(generate::verb());
        verbs
    }
}

/// The space of a layout of 4x5 Klotski as `klotski:LAYOUT` writes it, for those who want to search it
/// themselves.
///
/// # Errors
/// When it is no layout.
pub fn klotski_space(layout: &str) -> Result<impl Space<State = u64> + use<>, InputError> {
    let (rules, start) = format::klotski_rules(layout)?;
    Ok(Model::<u64, u64>::new(&Plan::new(&rules), &start))
}
