//! The text of a game, read section by section: names are not looked up yet, rules not expanded.

mod layers;
mod legend;
mod levels;
mod lines;
mod objects;
pub(crate) mod palette;
mod prelude;
mod rules;
mod section;
mod sounds;
mod source;
mod syntax;
mod wins;

pub(crate) use prelude::Prelude;
pub(crate) use source::Source;
pub use syntax::{Command, Quantifier};
pub(crate) use syntax::{LegendText, LevelText, LoopEdge, Meaning, ObjectText, Row, RuleText, Term, Word};

use crate::diagnostic::{Diagnostics, quoted};
use crate::thread_limits::ThreadLimits;
use lines::{Line, Lines};
use section::Section;
use std::collections::HashSet;

/// Lines between two looks at the limits of the thread.
const LINES: usize = 1 << 9;

/// Said where they end the reading.
pub(crate) const STOPPED: &str = "reading the game was stopped here: it took too long";

/// Reads the text of a game. Lines with errors are left out of what comes back.
pub(crate) fn read(text: &str, diagnostics: &mut Diagnostics) -> Source {
    let mut source = Source::default();
    let mut reader = Reader { section: Section::Prelude, seen: HashSet::new(), objects: None, levels: None };
    let mut lines = Lines::new(text);
    while let Some(line) = lines.next(reader.section, diagnostics) {
        let number = line.number;
        reader.line(line, &mut source, diagnostics);
        if number.is_multiple_of(LINES) && ThreadLimits::is_cancelled() {
            diagnostics.error(number, STOPPED);
            break;
        }
    }
    if let Some(levels) = reader.levels.take() {
        source.levels = levels.finish();
    }
    source
}

/// The state of reading.
struct Reader {
    section: Section,
    seen: HashSet<&'static str>,
    objects: Option<objects::ObjectReader>,
    levels: Option<levels::LevelReader>,
}

impl Reader {
    fn line(&mut self, line: Line, source: &mut Source, diagnostics: &mut Diagnostics) {
        if !line.text.is_empty() {
            if self.is_rule_of_equals(&line) {
                let after = line.text.trim_start_matches('=').trim_start();
                if !after.is_empty() {
                    let message = format!("{} stands after a row of =, alone on its line", quoted(after));
                    diagnostics.error(line.number, message);
                }
                return;
            }
            if let Some(section) = self.heading(&line) {
                let after = line.lower[section.name().len()..].trim_start();
                if !after.is_empty() {
                    diagnostics.error(
                        line.number,
                        format!("{} stands after the name of a section, alone on its line", quoted(after)),
                    );
                }
                self.enter(section, line.number, diagnostics);
                return;
            }
        } else if !line.blank {
            return;
        }
        match self.section {
            Section::Prelude if line.blank => {}
            Section::Prelude => source.prelude.read(&line, diagnostics),
            Section::Objects => {
                self.objects.get_or_insert_default().read(&line, source, diagnostics);
            }
            Section::Levels => {
                self.levels.get_or_insert_default().read(&line, source, diagnostics);
            }
            _ if line.blank => {}
            Section::Legend => legend::read(&line, source, diagnostics),
            Section::Sounds => sounds::read(&line, source, diagnostics),
            Section::CollisionLayers => layers::read(&line, source, diagnostics),
            Section::Rules => rules::read(&line, source, diagnostics),
            Section::WinConditions => wins::read(&line, source, diagnostics),
        }
    }

    /// Whether a line is decoration. A row of a level may begin with `=`.
    fn is_rule_of_equals(&self, line: &Line) -> bool {
        let nothing_else = || line.text.chars().all(|c| c == '=' || c.is_whitespace());
        line.text.starts_with('=') && (self.section != Section::Levels || nothing_else())
    }

    /// The section that a line opens. Levels are the last, and anything may stand in them.
    fn heading(&self, line: &Line) -> Option<Section> {
        if self.section == Section::Levels {
            return None;
        }
        let end = line.lower.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.lower.len());
        Section::ALL.iter().find(|(_, name)| *name == &line.lower[..end]).map(|(section, _)| *section)
    }

    fn enter(&mut self, section: Section, line: usize, diagnostics: &mut Diagnostics) {
        self.objects = None;
        let name = section.name();
        if !self.seen.insert(name) {
            diagnostics
                .error(line, format!("there is a section {} already; merge the two", name.to_uppercase()));
        }
        let before = Section::ALL.iter().take_while(|(other, _)| *other != section).last();
        let follows = before.map_or(self.seen.len() == 1, |(_, before)| self.seen.contains(before));
        if !follows {
            diagnostics.error(
                line,
                format!(
                    "section {} must follow {}: put the sections in order, and leave out none",
                    name.to_uppercase(),
                    before.map_or(Section::Prelude, |(before, _)| *before).name().to_uppercase()
                ),
            );
        }
        self.section = section;
    }
}
