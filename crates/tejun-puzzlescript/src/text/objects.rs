//! Objects: a line of names, a line of colours, five rows of a sprite.

use super::lines::Line;
use super::palette;
use super::source::{Source, warn_of_keyword};
use super::syntax::{LegendText, Meaning, ObjectText};
use crate::diagnostic::{Diagnostics, quoted};
use crate::object_set::MAX_OBJECTS;

/// Rows and columns of a sprite.
const SIDE: usize = 5;

/// Which line of an object comes next.
#[derive(Default, PartialEq)]
enum Expect {
    #[default]
    Name,
    Colors,
    Sprite,
}

/// Reads objects line by line.
#[derive(Default)]
pub(super) struct ObjectReader {
    expect: Expect,
    /// The index of the object that is read.
    object: Option<usize>,
}

impl ObjectReader {
    pub fn read(&mut self, line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
        if line.blank {
            self.expect = Expect::Name;
            return;
        }
        match self.expect {
            Expect::Name => self.name(line, source, diagnostics),
            Expect::Colors => {
                self.colors(line, source, diagnostics);
                self.expect = Expect::Sprite;
            }
            Expect::Sprite if line.lower.starts_with(|c: char| c == '.' || c.is_ascii_digit()) => {
                self.row(line, source, diagnostics);
            }
            Expect::Sprite if self.object(source).is_none_or(|object| object.sprite.is_empty()) => {
                self.name(line, source, diagnostics);
            }
            Expect::Sprite => {
                let name = self.object(source).map_or("", |object| &object.name);
                diagnostics.error(
                    line.number,
                    format!(
                        "{} is no row of the sprite of {}: a row has 5 digits or dots, and a blank line ends the object",
                        quoted(&line.text),
                        quoted(name)
                    ),
                );
            }
        }
    }

    fn name(&mut self, line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
        let mut words = line.lower.split_whitespace();
        let first = words.next().unwrap_or_default();
        if !first.chars().all(|c| c.is_alphanumeric() || c == '_') {
            diagnostics.warning(
                line.number,
                format!(
                    "{} is no name for an object: use letters, digits and _, and give other signs in the legend. \
                     A sprite has 5 rows of 5",
                    quoted(first)
                ),
            );
        }
        let first: String = first.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if first.is_empty() {
            return;
        }
        if source.is_declared(&first) {
            diagnostics.error(line.number, format!("{} is declared twice; rename one", quoted(&first)));
            return;
        }
        if source.objects.len() == MAX_OBJECTS {
            diagnostics.error(line.number, format!("a game has {MAX_OBJECTS} objects at most"));
            return;
        }
        warn_of_keyword(&first, line.number, diagnostics);
        let shown = line.text.chars().take(first.chars().count()).collect();
        self.object = Some(source.objects.len());
        source.declare_object(ObjectText {
            line: line.number,
            name: first.clone(),
            shown,
            colors: Vec::new(),
            sprite: Vec::new(),
        });
        for alias in words {
            if source.is_declared(alias) {
                diagnostics.error(line.number, format!("{} is declared twice; rename one", quoted(alias)));
                continue;
            }
            warn_of_keyword(alias, line.number, diagnostics);
            source.declare(LegendText {
                line: line.number,
                name: alias.to_owned(),
                meaning: Meaning::Synonym(first.clone()),
            });
        }
        self.expect = Expect::Colors;
    }

    fn object<'a>(&self, source: &'a mut Source) -> Option<&'a mut ObjectText> {
        source.objects.get_mut(self.object?)
    }

    fn colors(&mut self, line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
        let Some(object) = self.object(source) else { return };
        let mut rest = line.lower.as_str();
        while !rest.is_empty() {
            let (color, after) = match palette::split_color(rest) {
                Some(split) => split,
                None => {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    diagnostics.error(
                        line.number,
                        format!(
                            "{} is no colour: {} needs names of colours, or #rgb, or #rrggbb",
                            quoted(&rest[..end]),
                            quoted(&object.name)
                        ),
                    );
                    rest = rest[end..].trim_start();
                    continue;
                }
            };
            object.colors.push(color.to_owned());
            rest = after.trim_start();
        }
        if object.colors.len() > 10 {
            diagnostics.error(
                object.line + 1,
                format!(
                    "{} has more than 10 colours; a sprite has room for the digits 0 to 9",
                    quoted(&object.name)
                ),
            );
            object.colors.truncate(10);
        }
    }

    fn row(&mut self, line: &Line, source: &mut Source, diagnostics: &mut Diagnostics) {
        let Some(object) = self.object(source) else { return };
        let mut row = Vec::new();
        for c in line.lower.chars().filter(|c| !c.is_whitespace()) {
            if row.len() == SIDE && (c == '.' || c.is_ascii_digit() || object.sprite.len() + 1 == SIDE) {
                diagnostics
                    .warning(line.number, format!("a row of {} is longer than 5", quoted(&object.name)));
                row.push(None);
                break;
            }
            match c.to_digit(10) {
                Some(digit) if (digit as usize) < object.colors.len() => row.push(Some(digit as u8)),
                Some(digit) => {
                    diagnostics.error(
                        line.number,
                        format!(
                            "{} has no colour {digit}: it has {}, counted from 0",
                            quoted(&object.name),
                            object.colors.len()
                        ),
                    );
                    row.push(None);
                }
                None if c == '.' => row.push(None),
                None => {
                    diagnostics.error(
                        line.number,
                        format!(
                            "a row of {} has 5 digits or dots, not {}",
                            quoted(&object.name),
                            quoted(&c.to_string())
                        ),
                    );
                    break;
                }
            }
        }
        let whole = row.len() == SIDE;
        object.sprite.push(row);
        if object.sprite.len() == SIDE && whole {
            self.expect = Expect::Name;
        }
    }
}
