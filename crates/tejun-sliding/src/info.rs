//! The facts of the family.

use super::{atlas, desktop, generate, klotski, rule_examples, rules, rush_hour, words};
use rust_embed::RustEmbed;
use tejun_core::{Brush, FamilyInfo, FamilyVerb, FileLine, ShortForm, library::embedded};

#[derive(RustEmbed)]
#[folder = "library"]
#[include = "*.toml"]
struct Files;

/// The facts of the family.
pub(super) const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&words::TITLE),
    about: Some(&words::ABOUT),
    reversible: true,
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
    metrics: &rules::Metric::NAMES,
    short_forms: &[
        ShortForm {
            form: "klotski:LAYOUT",
            about: &words::KLOTSKI,
            expand: |name| name.strip_prefix("klotski:").map(klotski::expand),
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
    library: Some(|| embedded::<Files>("")),
    verbs,
    dead_ends_lose: false,
    ..FamilyInfo::new("sliding", words::TEMPLATE)
};

/// The verbs. A page has no file with an atlas, and its module no room for what reads one.
fn verbs() -> Vec<FamilyVerb> {
    let mut verbs = if cfg!(target_family = "wasm") { Vec::new() } else { atlas::verbs() };
    verbs.extend(generate::verbs());
    verbs
}
