//! DevQuiz Pac-Man: eat all the dots before time runs out, with five kinds of enemies.
//!
//! The rules are from a programming contest in 2010. Every enemy moves by a fixed rule, so a map is a puzzle
//! rather than a arena of skill. A play that eats everything scores its dots plus the time left; one that
//! survives to the end scores its dots; one that is caught scores nothing.

pub mod arena;
pub mod cover;
mod escape;
mod faults;
mod generate;
mod guide;
pub mod hunt;
mod instance;
pub mod map;
pub mod maze;
pub mod memory;
pub mod play;
pub mod position;
pub mod problem;
mod reasons;
mod rule_examples;
pub mod schedule;
mod words;

use serde::Deserialize;

use crate::about::About;
use crate::draw::Draw;
use crate::family::{Brush, Family, LibraryFile};
use crate::input::{self, Header, InputError, Keys};
use crate::instance::Instance;
use crate::library;
use crate::rule_example::RuleExample;
use crate::sentence::Sentence;
use crate::verb::{FamilyVerb, VerbOption};

pub use generate::generate;

/// The family `pacman`.
pub struct Pacman;

/// The keys of an instance file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    time: u32,
    board: String,
}

impl Family for Pacman {
    fn name(&self) -> &'static str {
        "pacman"
    }

    fn title(&self) -> &'static Sentence {
        &words::TITLE
    }

    fn about(&self) -> &'static Sentence {
        &words::ABOUT
    }

    fn names(&self) -> &'static [&'static str] {
        &["pacman", "pakkuman", "chidouren", "devquiz"]
    }

    fn rule_examples(&self) -> &'static [RuleExample] {
        &rule_examples::RULE_EXAMPLES
    }

    fn draws(&self) -> &'static [Draw] {
        &rule_examples::DRAWS
    }

    fn import(&self, text: &str) -> Option<Result<String, InputError>> {
        let text = input::without_mark(text);
        is_the_contests(text).then(|| {
            input::check_length(text)?;
            Ok(map::Map::parse(text)?.file())
        })
    }

    fn template(&self) -> &'static str {
        words::TEMPLATE
    }

    fn brushes(&self) -> &'static [Brush] {
        const {
            &[
                Brush { characters: "#", about: &words::WALL },
                Brush { characters: ".", about: &words::DOT },
                Brush { characters: " ", about: &words::FLOOR },
                Brush { characters: "@", about: &words::PACMAN },
                Brush { characters: "VHLRJ", about: &words::ENEMY },
            ]
        }
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let File { time, board } = keys.into()?;
        let rows: Vec<String> = input::rows(&board)?.into_iter().map(String::from_iter).collect();
        let map = map::Map::from_rows(time, &rows.iter().map(String::as_str).collect::<Vec<_>>())?;
        Ok(Box::new(instance::Contest::new(About::new(self.name(), "moves", header), map)))
    }

    fn library(&self) -> Vec<LibraryFile> {
        library::of(self.name())
    }

    fn verbs(&self) -> Vec<FamilyVerb> {
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
                crate::generate::NUMBER,
            ],
            run: generate::run,
        }]
    }
}

/// Whether a text is in the contest's format: a number, two numbers, rows of walls. If one of the three is
/// wrong, the other two still identify it; other board notations match one of them at most.
fn is_the_contests(text: &str) -> bool {
    let number = |word: &str| word.parse::<f64>().is_ok();
    let mut lines = text.lines().map(str::trim);
    let time = lines.next().is_some_and(number);
    let sides = lines.next().map(|line| line.split_whitespace().map(number).collect::<Vec<bool>>());
    let walls = lines.next().map(|line| line.starts_with('#'));
    let two_sides = sides.as_ref().is_some_and(|sides| *sides == [true, true]);
    // In a truncated text, a missing line is not a mistake.
    let some_side = sides.is_none_or(|sides| sides.contains(&true));
    two_sides && (time || walls == Some(true)) || time && some_side && walls != Some(false)
}
