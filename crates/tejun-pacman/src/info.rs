//! The facts of the family.

use super::{generate, map, rule_examples, words};
use rust_embed::RustEmbed;
use tejun_core::{
    Brush, FamilyInfo, FamilyVerb, InputError, LineFormat, NotationInfo, VerbOption, input, library::embedded,
};

#[derive(RustEmbed)]
#[folder = "library"]
#[include = "*.toml"]
struct Files;

/// The facts of the family.
pub(super) const FAMILY: FamilyInfo = FamilyInfo {
    title: Some(&words::TITLE),
    about: Some(&words::ABOUT),
    names: &["pacman", "pakkuman", "chidouren", "devquiz"],
    rule_examples: &rule_examples::RULE_EXAMPLES,
    draws: &rule_examples::DRAWS,
    notations: &[NotationInfo::new("contest", &words::CONTEST, "20\n5 3\n#####\n#@..#\n#####", import)],
    brushes: &[
        Brush::new("#", &words::WALL),
        Brush::new(".", &words::DOT),
        Brush::new(" ", &words::FLOOR),
        Brush::new("@", &words::PACMAN),
        Brush::new("VHLRJ", &words::ENEMY),
    ],
    library: Some(|| embedded::<Files>("")),
    verbs,
    scored: true,
    dead_ends_lose: false,
    line_format: LineFormat::Characters,
    ..FamilyInfo::new("pacman", words::TEMPLATE)
};

/// Takes a map in the contest's format.
fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = input::without_mark(text);
    is_the_contests(text).then(|| {
        input::check_length(text)?;
        Ok(map::Map::parse(text)?.file())
    })
}

fn verbs() -> Vec<FamilyVerb> {
    vec![FamilyVerb {
        path: &["generate", "pacman"],
        about: "random maps: connected, walled in, with enemies that can move",
        arguments: &[],
        options: &[
            VerbOption { name: "size", value: Some("WxH"), about: "columns and rows (default: 21x15)" },
            VerbOption {
                name: "enemies",
                value: Some("LETTERS"),
                about: "one letter of V H L R J for each enemy (default: VHLRJ)",
            },
            VerbOption {
                name: "limit",
                value: Some("T"),
                about: "the time limit (default: twice the number of dots plus 20)",
            },
            tejun_core::generate::NUMBER,
        ],
        run: generate::run,
    }]
}

/// Whether a text is in the contest's format: a number, two numbers, rows of walls. If one of the three is
/// wrong, the other two still identify it; other board notations match one of them at most. Tiles are rows of numbers
/// alone: so a row of numbers is none of a map, and a number alone is a map's beginning if it can be a time limit.
fn is_the_contests(text: &str) -> bool {
    let number = |word: &str| word.parse::<f64>().is_ok();
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let time = number(first);
    let sides = lines.next().map(|line| line.split_whitespace().map(number).collect::<Vec<bool>>());
    let Some(sides) = sides else {
        return first.parse().is_ok_and(|time| (1..=map::MAX_TIME).contains(&time));
    };
    let row = lines.next();
    let walls = row.map(|line| line.starts_with('#'));
    if row.is_some_and(|row| !row.is_empty() && row.split_whitespace().all(number)) {
        return false;
    }
    // In a truncated text, a missing line is not a mistake.
    sides == [true, true] && (time || walls == Some(true))
        || time && sides.contains(&true) && walls != Some(false)
}
