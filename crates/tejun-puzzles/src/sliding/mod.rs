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
mod levels;
mod meter;
mod model;
mod piece_set;
mod placements;
mod puzzle;
mod reasons;
mod rule_examples;
mod rules;
mod rush_hour;
mod view;
mod words;
mod write;

use tejun_search::Space;

use self::model::{Model, Plan};
pub use self::puzzle::SlidingBlocks;
use self::rules::Metric;
use crate::family::{Brush, FamilyInfo, FileLine, ShortForm};
use crate::input::InputError;
use crate::library;
use crate::verb::FamilyVerb;

/// The facts of the family.
const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&words::TITLE),
    about: Some(&words::ABOUT),
    names: &[
        "klotski",
        "huarongdao",
        "hua rong dao",
        "hakoiri musume",
        "箱入り娘",
        "rush hour",
        "华容道",
        "華容道",
    ],
    rule_examples: &rule_examples::RULE_EXAMPLES,
    draws: &rule_examples::DRAWS,
    metrics: &Metric::NAMES,
    short_forms: &[
        ShortForm {
            form: "klotski:LAYOUT",
            about: &words::KLOTSKI,
            expand: |name| name.strip_prefix("klotski:").map(format::klotski),
            letters: None,
            least: 0,
        },
        ShortForm {
            form: "rushhour:POSITION",
            about: &words::RUSH_HOUR,
            expand: |name| name.strip_prefix("rushhour:").map(rush_hour::expand),
            letters: None,
            least: 0,
        },
    ],
    import: |text| rush_hour::import(text).or_else(|| desktop::import(text)),
    brushes: &[
        Brush::new("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", &words::PIECE),
        Brush::new(".", &words::EMPTY),
        Brush::new("-", &words::GATE),
        Brush::new("#", &words::OUTSIDE),
    ],
    lines: &[
        FileLine { text: "axis = \"long\"", about: &words::LONG, brush: None, letters: None },
        FileLine { text: "gates = { \"-\" = \"\" }", about: &words::GATE, brush: Some('-'), letters: None },
    ],
    library: Some(|| library::of("sliding")),
    verbs,
    dead_ends_lose: false,
    ..FamilyInfo::new("sliding", words::TEMPLATE)
};

fn verbs() -> Vec<FamilyVerb> {
    let mut verbs = atlas::verbs();
    verbs.extend(generate::verbs());
    verbs
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
