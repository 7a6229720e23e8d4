//! Sliding blocks: Klotski / 华容道, and any board of pieces that slide on a floor.

pub mod atlas;
mod bounds;
mod desktop;
mod faults;
mod format;
mod generate;
mod goal;
mod hand;
mod hardest;
mod instance;
mod levels;
mod meter;
mod model;
mod piece_set;
mod placements;
mod reasons;
mod rule_examples;
mod rules;
mod rush_hour;
mod view;
mod words;
mod write;

use tejun_search::Space;

use self::model::{Model, Plan};
use self::rules::Metric;
use crate::about::About;
use crate::draw::Draw;
use crate::family::{Brush, Family, FileLine, LibraryFile, ShortForm};
use crate::input::{Header, InputError, Keys};
use crate::instance::Instance;
use crate::library;
use crate::play::Game;
use crate::rule_example::RuleExample;
use crate::sentence::Sentence;
use crate::verb::FamilyVerb;

/// The family `sliding`.
pub struct SlidingBlocks;

impl Family for SlidingBlocks {
    fn name(&self) -> &'static str {
        "sliding"
    }

    fn title(&self) -> &'static Sentence {
        &words::TITLE
    }

    fn about(&self) -> &'static Sentence {
        &words::ABOUT
    }

    fn names(&self) -> &'static [&'static str] {
        &[
            "klotski",
            "huarongdao",
            "hua rong dao",
            "hakoiri musume",
            "箱入り娘",
            "rush hour",
            "华容道",
            "華容道",
        ]
    }

    fn rule_examples(&self) -> &'static [RuleExample] {
        &rule_examples::RULE_EXAMPLES
    }

    fn draws(&self) -> &'static [Draw] {
        &rule_examples::DRAWS
    }

    fn metrics(&self) -> &'static [&'static str] {
        &Metric::NAMES
    }

    fn short_forms(&self) -> &'static [ShortForm] {
        const {
            &[
                ShortForm { form: "klotski:LAYOUT", about: &words::KLOTSKI, letters: None, least: 0 },
                ShortForm { form: "rushhour:POSITION", about: &words::RUSH_HOUR, letters: None, least: 0 },
            ]
        }
    }

    fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        let klotski = name.strip_prefix("klotski:").map(format::klotski);
        klotski.or_else(|| name.strip_prefix("rushhour:").map(rush_hour::expand))
    }

    fn import(&self, text: &str) -> Option<Result<String, InputError>> {
        rush_hour::import(text).or_else(|| desktop::import(text))
    }

    fn template(&self) -> &'static str {
        words::TEMPLATE
    }

    fn brushes(&self) -> &'static [Brush] {
        const {
            &[
                Brush {
                    characters: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                    about: &words::PIECE,
                },
                Brush { characters: ".", about: &words::EMPTY },
                Brush { characters: "-", about: &words::GATE },
                Brush { characters: "#", about: &words::OUTSIDE },
            ]
        }
    }

    fn lines(&self) -> &'static [FileLine] {
        const {
            &[
                FileLine { text: "axis = \"long\"", about: &words::LONG, brush: None, letters: None },
                FileLine {
                    text: "gates = { \"-\" = \"\" }",
                    about: &words::GATE,
                    brush: Some('-'),
                    letters: None,
                },
            ]
        }
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let (rules, start) = keys.into::<format::File>()?.rules()?;
        let about = About::new(self.name(), rules.metric.name(), header);
        Ok(Box::new(Game::new(about, rules, start)))
    }

    fn library(&self) -> Vec<LibraryFile> {
        library::of(self.name())
    }

    fn verbs(&self) -> Vec<FamilyVerb> {
        let mut verbs = atlas::verbs();
        verbs.extend(generate::verbs());
        verbs
    }
}

/// The search space of a 4x5 Klotski layout, in the notation of `klotski:LAYOUT`, for use with your own
/// searches.
///
/// # Errors
/// If `layout` is not a valid layout.
pub fn klotski_space(layout: &str) -> Result<impl Space<State = u64> + use<>, InputError> {
    let (rules, start) = format::klotski_rules(layout)?;
    Ok(Model::<u64, u64>::new(&Plan::new(&rules), &start))
}
