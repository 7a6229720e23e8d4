//! The facts of the family.

use super::{calendar, format, generate, katamino, rule_examples, words};
use rust_embed::RustEmbed;
use tejun_core::{
    Brush, FamilyInfo, FamilyVerb, FileLine, Shelf, ShortForm, VerbOption, generate::NUMBER,
    library::embedded,
};

#[derive(RustEmbed)]
#[folder = "library"]
#[include = "*.toml"]
#[cfg_attr(target_family = "wasm", exclude = "soma.toml")]
#[cfg_attr(target_family = "wasm", exclude = "bedlam-cube.toml")]
#[cfg_attr(target_family = "wasm", exclude = "pentominoes-3x4x5.toml")]
struct Files;

/// The facts of the family.
pub(super) const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&words::TITLE),
    about: Some(&words::ABOUT),
    names: &[
        "katamino",
        "pentomino",
        "polyomino",
        "shikitsume",
        "pinban",
        "wugegupai",
        "polycube",
        "soma",
        "calendar",
        "karenda",
        "rili",
    ],
    rule_examples: &rule_examples::RULE_EXAMPLES,
    draws: &rule_examples::DRAWS,
    metrics: &["pieces"],
    short_forms: &[
        ShortForm {
            form: "katamino:PIECES",
            about: &words::KATAMINO,
            expand: |name| name.strip_prefix("katamino:").map(format::katamino),
            letters: Some("FILNPTUVWXYZ"),
            least: 3,
        },
        ShortForm {
            form: "pentominoes:RxC",
            about: &words::PENTOMINOES,
            expand: |name| name.strip_prefix("pentominoes:").map(format::pentominoes),
            letters: None,
            least: 0,
        },
        ShortForm {
            form: "calendar:MM-DD",
            about: &words::CALENDAR,
            expand: |name| name.strip_prefix("calendar:").map(calendar::calendar),
            letters: None,
            least: 0,
        },
        #[cfg(not(target_family = "wasm"))]
        ShortForm {
            form: "box:LxRxC",
            about: &words::BOX,
            expand: |name| name.strip_prefix("box:").map(format::in_a_box),
            letters: None,
            least: 0,
        },
        #[cfg(not(target_family = "wasm"))]
        ShortForm {
            form: "cylinder:RxC",
            about: &words::CYLINDER,
            expand: |name| {
                let cylinder = name.strip_prefix("cylinder:").map(|size| format::wrapped("columns", size));
                cylinder.or_else(|| name.strip_prefix("torus:").map(|size| format::wrapped("both", size)))
            },
            letters: None,
            least: 0,
        },
    ],
    brushes: &[
        Brush::new("o", &words::FILL),
        Brush::new("#", &words::HOLE),
        Brush::new("?", &words::OPTIONAL),
    ],
    lines: &[FileLine {
        text: "pieces = \"\"",
        about: &words::PIECES,
        brush: None,
        letters: Some("FILNPTUVWXYZ"),
    }],
    shelves: &[Shelf {
        title: Some(&words::KNOWN_AS),
        fame: 50,
        known: &["pentominoes-6x10"],
        first_steps: &["katamino:LPV", "katamino:PUV", "katamino:LTY"],
        ..Shelf::PLAIN
    }],
    library: Some(|| embedded::<Files>("")),
    // Boxes, cylinders and tori (`lattice::EVERY_LATTICE`).
    not_in_modules: &["bedlam-cube", "pentominoes-3x4x5", "soma", "box:", "cylinder:"],
    verbs,
    dead_ends_lose: false,
    ..FamilyInfo::new("packing", words::TEMPLATE)
};

fn verbs() -> Vec<FamilyVerb> {
    vec![
        FamilyVerb {
            path: &["katamino", "table"],
            about: "how many sets of pieces fill 5 rows of 3 to 12, and in how many ways",
            arguments: &[],
            options: &[VerbOption {
                name: "rule",
                value: Some("RULE"),
                about: "free, or katamino: piece I lies along a row",
            }],
            run: katamino::run,
        },
        FamilyVerb {
            path: &["calendar", "table"],
            about: "how many ways the pieces of a calendar leave each date free",
            arguments: &[],
            options: &[VerbOption { name: "weekdays", value: None, about: "on the board with weekdays" }],
            run: calendar::run,
        },
        FamilyVerb {
            path: &["generate", "packing"],
            about: "sets of pieces for a board, or boards for a set, with exactly one solution",
            arguments: &[],
            options: &[
                VerbOption {
                    name: "board",
                    value: Some("RxC"),
                    about: "find sets of pentominoes for this board (default 5x6)",
                },
                VerbOption {
                    name: "pieces",
                    value: Some("LETTERS"),
                    about: "find boards for these pentominoes instead",
                },
                NUMBER,
            ],
            run: generate::run,
        },
    ]
}
