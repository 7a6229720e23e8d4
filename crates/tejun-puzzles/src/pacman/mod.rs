//! DevQuiz Pac-Man: eat all the dots before the time runs out, five kinds of enemies about.
//!
//! The rules are those of a programming contest of 2010: every enemy moves by a fixed rule, so a map
//! is a puzzle, not a game of skill. A play that eats everything scores its dots and the time that
//! is left; one that lasts to the end its dots; one that is caught nothing.

pub mod cover;
pub mod game;
mod generate;
mod guide;
pub mod hunt;
mod instance;
pub mod map;
pub mod maze;
pub mod memory;
pub mod plan;
pub mod play;
pub mod position;
mod reasons;
mod words;

use serde::Deserialize;

use crate::input::{self, Header, InputError, Keys};
use crate::puzzle::{Brush, Instance, Puzzle};
use crate::reason::Sentence;
use crate::verb::{Verb, VerbOption};

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

impl Puzzle for Pacman {
    fn name(&self) -> &'static str {
        "pacman"
    }

    fn title(&self) -> &'static Sentence {
        &words::TITLE
    }

    fn about(&self) -> &'static Sentence {
        &words::ABOUT
    }

    fn import(&self, text: &str) -> Option<Result<String, InputError>> {
        looks_like_the_contests(text).then(|| Ok(file(&map::Map::parse(text)?)))
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
        Ok(Box::new(instance::Contest::new(header, map)))
    }

    fn verbs(&self) -> Vec<Verb> {
        vec![Verb {
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
                VerbOption { name: "limit", value: Some("T"), about: "the time (default: twice the dots)" },
                crate::generate::NUMBER,
            ],
            run: generate::run,
        }]
    }
}

/// Whether a text is in the contest's own form: a number, two numbers, rows of walls. A mistake in
/// one of them leaves the others to know it by.
fn looks_like_the_contests(text: &str) -> bool {
    let number = |word: &str| word.parse::<f64>().is_ok();
    let mut lines = text.lines();
    let mut next = || lines.next().unwrap_or("").trim();
    let (first, second, third) = (next(), next(), next());
    let sides = !second.is_empty() && second.split_whitespace().all(number);
    number(first) || sides || (third.starts_with('#') && !text.contains('='))
}

/// The instance file of a map.
fn file(map: &map::Map) -> String {
    let text = map.text();
    let rows = text.lines().skip(2).collect::<Vec<_>>().join("\n");
    format!("puzzle = \"pacman\"\ntime = {}\nboard = '''\n{rows}'''\n", map.time())
}
