//! Tank Change: two armies on roads swap sides, and no tank may ever stand in an enemy's line of sight.

mod faults;
mod format;
mod generate;
mod instance;
mod model;
mod reasons;
mod rule_examples;
mod rules;
mod view;
mod words;

use tejun_search::Space;

use self::model::Model;
use crate::about::About;
use crate::draw::Draw;
use crate::family::{Brush, Family, LibraryFile, ShortForm};
use crate::input::{Header, InputError, Keys};
use crate::instance::Instance;
use crate::library;
use crate::play::Game;
use crate::rule_example::RuleExample;
use crate::sentence::Sentence;
use crate::verb::FamilyVerb;

/// The family `tank-change`.
pub struct TankChange;

/// The original puzzle: three tanks against three on 18 squares.
const ORIGINAL: &str = include_str!("../../library/tank-change/tank-change.toml");

impl Family for TankChange {
    fn name(&self) -> &'static str {
        "tank-change"
    }

    fn title(&self) -> &'static Sentence {
        &words::TITLE
    }

    fn about(&self) -> &'static Sentence {
        &words::ABOUT
    }

    fn names(&self) -> &'static [&'static str] {
        &["tanku chenji", "tanke huanwei", "sensha"]
    }

    fn rule_examples(&self) -> &'static [RuleExample] {
        &rule_examples::RULE_EXAMPLES
    }

    fn draws(&self) -> &'static [Draw] {
        &rule_examples::DRAWS
    }

    fn short_forms(&self) -> &'static [ShortForm] {
        const { &[ShortForm { form: "tank-change", about: &words::ORIGINAL, letters: None, least: 0 }] }
    }

    fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        (name == "tank-change").then(|| Ok(ORIGINAL.to_owned()))
    }

    fn template(&self) -> &'static str {
        words::TEMPLATE
    }

    fn brushes(&self) -> &'static [Brush] {
        const {
            &[
                Brush { characters: "AB", about: &words::TANK },
                Brush { characters: "o", about: &words::FREE },
                Brush { characters: ".", about: &words::NOTHING },
            ]
        }
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let (rules, start) = keys.into::<format::File>()?.rules()?;
        Ok(Box::new(Game::new(About::new(self.name(), "moves", header), rules, start)))
    }

    fn library(&self) -> Vec<LibraryFile> {
        library::of(self.name())
    }

    fn verbs(&self) -> Vec<FamilyVerb> {
        vec![generate::verb()]
    }
}

/// The search space of the original puzzle, for use with your own searches.
pub fn original_space() -> impl Space<State = u64> {
    let (_, keys) = Keys::split(ORIGINAL).expect("the original is well formed");
    let (rules, start) =
        keys.into::<format::File>().and_then(|file| file.rules()).expect("the original is good");
    Model::<u64, u64>::new(&rules, &start)
}
