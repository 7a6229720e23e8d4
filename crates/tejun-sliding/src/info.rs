//! The facts of the family.

use super::{
    atlas, desktop, generate, klotski, klotski_text, rule_examples, rules, rush_hour, rush_hour_text, words,
};
use rust_embed::RustEmbed;
use tejun_core::{
    Brush, FamilyInfo, FamilyVerb, FileLine, Glyph, NotationInfo, Shelf, ShortForm, library::embedded,
};

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
    notations: &NOTATIONS,
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
    shelves: &[
        Shelf {
            title: Some(&words::KNOWN_AS),
            fame: 90,
            known: &["heng-dao-li-ma"],
            first_steps: &[
                "klotski:vhhvv11v.BB..BB.1..1",
                "klotski:vhhvv11v1BB..BB.1.1.",
                "klotski:vhhvv11vBB.1BB.1.hh.",
            ],
            ..Shelf::PLAIN
        },
        Shelf {
            name: "rushhour",
            title: Some(&words::TRAFFIC),
            about: Some(&words::ABOUT_TRAFFIC),
            glyph: Some(Glyph::Car),
            fame: 80,
            known: &["rush-crossroads"],
            first_steps: &[
                "rushhour:oooBoooooBooAAoBoooooooooooooooooooo",
                "rushhour:oooBoooooBooAAoBoooooooooooooooooCCo",
                "rushhour:oBoooooBoCDEAAoCDEFGGCHEFIooHooIooHo",
            ],
        },
    ],
    library: Some(|| embedded::<Files>("")),
    verbs,
    dead_ends_lose: false,
    ..FamilyInfo::new("sliding", words::TEMPLATE)
};

/// The notations of other programs, also the ones that positions are [written](super::puzzle) in.
pub(super) static NOTATIONS: [NotationInfo; 6] = [
    NotationInfo::new(
        "rushhour",
        &words::AS_RUSH_HOUR,
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        rush_hour_text::read_word,
    ),
    NotationInfo::new(
        "rushhour-rows",
        &words::AS_RUSH_HOUR_ROWS,
        "GBB.L.\nGHI.LM\nGHIAAM\nCCCK.M\n..JKDD\nEEJFF.",
        rush_hour_text::read_rows,
    ),
    NotationInfo::new("klotski", &words::AS_LAYOUT, "vBBvvBBvvhhvv11v1..1", klotski_text::read_layout),
    NotationInfo::new(
        "klotski-rows",
        &words::AS_KLOTSKI_ROWS,
        "abbc\nabbc\ndeef\ndghf\ni..j",
        klotski_text::read_rows,
    ),
    NotationInfo::new("klotski-code", &words::AS_KLOTSKI_CODE, "1A9BF0C00", klotski_text::read_code),
    NotationInfo::new(
        "desktop",
        &words::AS_DESKTOP,
        "######\n#a**b#\n#a**b#\n#cdde#\n#cfge#\n#h  i#\n##--##\n    ..\n    ..",
        desktop::import,
    ),
];

/// The verbs. A page has no file with an atlas, and its module no room for what reads one.
fn verbs() -> Vec<FamilyVerb> {
    let mut verbs = if cfg!(target_family = "wasm") { Vec::new() } else { atlas::verbs() };
    verbs.extend(generate::verbs());
    verbs
}
