//! Packing: filling a region with polyominoes. KATAMINO, pentominoes, any set of pieces.

mod faults;
mod format;
mod generate;
mod impossible;
mod instance;
mod katamino;
mod reasons;
mod rule_examples;
mod rules;
mod shape;
mod solve;
mod steps;
mod view;
mod words;

use crate::about::About;
use crate::draw::Draw;
use crate::family::{Brush, Family, FileLine, LibraryFile, ShortForm};
use crate::generate::NUMBER;
use crate::input::{Header, InputError, Keys};
use crate::instance::Instance;
use crate::library;
use crate::play::Game;
use crate::rule_example::RuleExample;
use crate::sentence::Sentence;
use crate::verb::{FamilyVerb, VerbOption};

/// The family `packing`.
pub struct Packing;

impl Family for Packing {
    fn name(&self) -> &'static str {
        "packing"
    }

    fn title(&self) -> &'static Sentence {
        &words::TITLE
    }

    fn about(&self) -> &'static Sentence {
        &words::ABOUT
    }

    fn names(&self) -> &'static [&'static str] {
        &["katamino", "pentomino", "polyomino", "shikitsume", "pinban", "wugegupai"]
    }

    fn rule_examples(&self) -> &'static [RuleExample] {
        &rule_examples::RULE_EXAMPLES
    }

    fn draws(&self) -> &'static [Draw] {
        &rule_examples::DRAWS
    }

    fn short_forms(&self) -> &'static [ShortForm] {
        const {
            &[
                ShortForm {
                    form: "katamino:PIECES",
                    about: &words::KATAMINO,
                    letters: Some("FILNPTUVWXYZ"),
                    least: 3,
                },
                ShortForm { form: "pentominoes:RxC", about: &words::PENTOMINOES, letters: None, least: 0 },
            ]
        }
    }

    fn expand_short_form(&self, name: &str) -> Option<Result<String, InputError>> {
        let katamino = name.strip_prefix("katamino:").map(format::katamino);
        katamino.or_else(|| name.strip_prefix("pentominoes:").map(format::pentominoes))
    }

    fn template(&self) -> &'static str {
        words::TEMPLATE
    }

    fn brushes(&self) -> &'static [Brush] {
        const { &[Brush { characters: "o", about: &words::FILL }, Brush { characters: "#", about: &words::HOLE }] }
    }

    fn lines(&self) -> &'static [FileLine] {
        const {
            &[FileLine {
                text: "pieces = \"\"",
                about: &words::PIECES,
                brush: None,
                letters: Some("FILNPTUVWXYZ"),
            }]
        }
    }

    fn read(&self, header: Header, keys: Keys) -> Result<Box<dyn Instance>, InputError> {
        let rules = keys.into::<format::File>()?.rules()?;
        let about = About::new(self.name(), "pieces", header);
        Ok(Box::new(Game::new(about, rules, Default::default())))
    }

    fn library(&self) -> Vec<LibraryFile> {
        library::of(self.name())
    }

    fn verbs(&self) -> Vec<FamilyVerb> {
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
}
