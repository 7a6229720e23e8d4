//! The facts of the family.

use super::{generate, map, rule_examples, words};
use rust_embed::RustEmbed;
use tejun_core::{
    Brush, CollectedPuzzle, Collection, FamilyInfo, FamilyVerb, InputError, LineFormat, NotationInfo, Shelf,
    VerbOption, input, library::embedded,
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
    collection: maps,
    brushes: &[
        Brush::new("#", &words::WALL),
        Brush::new(".", &words::DOT),
        Brush::new(" ", &words::FLOOR),
        Brush::new("@", &words::PACMAN),
        Brush::new("VHLRJ", &words::ENEMY),
    ],
    shelves: &[Shelf {
        fame: 20,
        known: &["pacman-lv1"],
        first_steps: &[
            "puzzle = \"pacman\"\ntime = 9\nboard = '''\n#####\n#@..#\n#####'''\n",
            "puzzle = \"pacman\"\ntime = 20\nboard = '''\n######\n#@...#\n#.##.#\n#....#\n######'''\n",
            "puzzle = \"pacman\"\ntime = 20\nboard = '''\n#######\n#@....#\n#.###.#\n#....V#\n#######'''\n",
        ],
        ..Shelf::PLAIN
    }],
    library: Some(|| embedded::<Files>("")),
    verbs,
    scored: true,
    dead_ends_lose: false,
    line_format: LineFormat::Characters,
    ..FamilyInfo::new("pacman", words::TEMPLATE)
};

/// Takes a map in the contest's format.
fn import(text: &str) -> Option<Result<String, InputError>> {
    let text = &dedented(text);
    is_the_contests(text).then(|| {
        input::check_length(text)?;
        Ok(map::Map::parse(text)?.file())
    })
}

/// A text without empty lines before it, and without what all its lines are indented by.
fn dedented(text: &str) -> String {
    let lines = || input::without_mark(text).lines().skip_while(|line| line.trim().is_empty());
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent = lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let text: String = lines().map(|line| line.get(indent..).unwrap_or_default().to_owned() + "\n").collect();
    text
}

/// Takes maps, one after the other; `None` if the text is something else.
fn maps(text: &str) -> Option<Result<Collection, InputError>> {
    let text = input::without_mark(text);
    let lines: Vec<&str> = text.lines().collect();
    let numbers = |line: &str| {
        let words = line.split_whitespace();
        words.map(|word| word.parse::<u32>().ok()).collect::<Option<Vec<_>>>().map_or(0, |words| words.len())
    };
    let begins = |at: usize| {
        numbers(lines[at]) == 1
            && lines.get(at + 1).is_some_and(|sides| numbers(sides) == 2)
            && lines.get(at + 2).is_some_and(|row| row.trim_start().starts_with('#'))
    };
    let begin: Vec<usize> = (0..lines.len()).filter(|&at| begins(at)).collect();
    let before = lines.iter().take_while(|line| line.trim().is_empty()).count();
    if begin.first().is_none_or(|&first| first > before) {
        return None;
    }
    let ends = begin.iter().skip(1).copied().chain([lines.len()]);
    let map = |(begin, end): (usize, usize)| {
        let map = map::Map::parse(&dedented(&lines[begin..end].join("\n"))).map(|map| map.file().into());
        CollectedPuzzle::new(begin + 1, map)
    };
    let puzzles = begin.iter().copied().zip(ends).map(map).collect();
    Some(input::check_length(text).map(|()| Collection { puzzles, ..Collection::default() }))
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
/// alone: so a row of numbers is none of a map, and a number alone is nothing yet.
fn is_the_contests(text: &str) -> bool {
    let number = |word: &str| word.parse::<f64>().is_ok();
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let time = number(first);
    let sides = lines.next().map(|line| line.split_whitespace().map(number).collect::<Vec<bool>>());
    let Some(sides) = sides else { return false };
    let row = lines.next();
    let walls = row.map(|line| line.starts_with('#'));
    if row.is_some_and(|row| !row.is_empty() && row.split_whitespace().all(number)) {
        return false;
    }
    // In a truncated text, a missing line is not a mistake.
    sides == [true, true] && (time || walls == Some(true))
        || time && sides.contains(&true) && walls != Some(false)
}
