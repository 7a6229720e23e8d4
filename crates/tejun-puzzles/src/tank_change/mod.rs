//! Tank Change: two armies on roads swap sides, and no tank may ever stand in an enemy's line of sight.

mod faults;
mod format;
mod generate;
mod model;
mod puzzle;
mod reasons;
mod rule_examples;
mod rules;
mod view;
mod words;

use tejun_search::Space;

use self::model::Model;
pub use self::puzzle::TankChange;
use crate::family::{Brush, FamilyInfo, ShortForm};
use crate::input::Keys;
use crate::library;

/// The original puzzle: three tanks against three on 18 squares.
const ORIGINAL: &str = include_str!("../../library/tank-change/tank-change.toml");

/// The facts of the family.
const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&words::TITLE),
    about: Some(&words::ABOUT),
    names: &["tanku chenji", "tanke huanwei", "sensha"],
    rule_examples: &rule_examples::RULE_EXAMPLES,
    draws: &rule_examples::DRAWS,
    short_forms: &[ShortForm {
        form: "tank-change",
        about: &words::ORIGINAL,
        expand: |name| (name == "tank-change").then(|| Ok(ORIGINAL.to_owned())),
        letters: None,
        least: 0,
    }],
    brushes: &[
        Brush::new("AB", &words::TANK),
        Brush::new("o", &words::FREE),
        Brush::new(".", &words::NOTHING),
    ],
    library: Some(|| library::of("tank-change")),
    verbs: || vec![generate::verb()],
    dead_ends_lose: false,
    ..FamilyInfo::new("tank-change", words::TEMPLATE)
};

/// The search space of the original puzzle, for use with your own searches.
pub fn original_space() -> impl Space<State = u64> {
    let (_, keys) = Keys::split(ORIGINAL).expect("the original is well formed");
    let (rules, start) =
        keys.into::<format::File>().and_then(|file| file.rules()).expect("the original is good");
    Model::<u64, u64>::new(&rules, &start)
}
