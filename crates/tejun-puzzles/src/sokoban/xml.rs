//! Levels as XML (`.slc`): `<SokobanLevels>` with a `<Title>`, and for each `<Level Id="...">` rows `<L>####</L>`.

use tejun_core::Collection;
use tejun_core::input::{InputError, quoted};

use super::level::{level, shortened};

/// The element around all levels.
const ROOT: &str = "<SokobanLevels";

/// Takes the levels of such a file; `None` if it is something else.
pub(super) fn read(text: &str) -> Option<Result<Collection, InputError>> {
    let is_xml = text.trim_start().starts_with('<') && text.contains(ROOT);
    is_xml.then(|| levels(text))
}

/// What is read one after the other.
enum Piece<'a> {
    /// A tag, with what stands between its brackets.
    Tag(&'a str),
    /// What stands outside of tags, as it is written or, in a section of characters, as it is meant.
    Text(&'a str),
    Characters(&'a str),
}

/// The pieces of a file, each with the line on which it begins.
struct Pieces<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Pieces<'a> {
    /// What stands before `end`, from `begin` on. The rest follows `end`.
    fn until(&mut self, begin: usize, end: &str) -> Result<&'a str, InputError> {
        let Some(length) = self.rest[begin..].find(end) else {
            let opened: String = self.rest.chars().take(20).collect();
            let (line, opened) = (self.line, quoted(&opened));
            return Err(InputError::new(format!(
                "line {line}: {opened} does not end: add the missing {end:?}"
            )));
        };
        let inside = &self.rest[begin..begin + length];
        self.advance(begin + length + end.len());
        Ok(inside)
    }

    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }

    /// The next piece, with its line; `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, Piece<'a>)>, InputError> {
        loop {
            let line = self.line;
            let rest = self.rest;
            let piece = if rest.is_empty() {
                return Ok(None);
            } else if rest.starts_with("<!--") {
                self.until(4, "-->")?;
                continue;
            } else if rest.starts_with("<![CDATA[") {
                Piece::Characters(self.until(9, "]]>")?)
            } else if rest.starts_with("<?") {
                self.until(2, "?>")?;
                continue;
            } else if rest.starts_with('<') {
                Piece::Tag(self.until(1, ">")?)
            } else {
                let end = rest.find('<').unwrap_or(rest.len());
                self.advance(end);
                Piece::Text(&rest[..end])
            };
            return Ok(Some((line, piece)));
        }
    }
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let mut rest = tag;
    while let Some((before, value)) = rest.split_once('=') {
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| ['"', '\''].contains(c))?;
        let (value, after) = value[1..].split_once(quote)?;
        if before.trim_end().rsplit(char::is_whitespace).next() == Some(name) {
            return Some(decoded(value));
        }
        rest = after;
    }
    None
}

/// A text with its entities as the characters that they stand for.
fn decoded(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        // No name of a character is longer.
        let entity = after.char_indices().take(10).find(|&(_, c)| c == ';').map(|(end, _)| &after[..end]);
        let character = entity.and_then(character);
        rest = match (entity, character) {
            (Some(entity), Some(character)) => {
                decoded.push(character);
                &after[entity.len() + 1..]
            }
            _ => {
                decoded.push('&');
                after
            }
        };
    }
    decoded + rest
}

/// The character that an entity stands for.
fn character(entity: &str) -> Option<char> {
    let number = |digits, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    Some(match entity {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => match entity.strip_prefix('#')? {
            hexadecimal if hexadecimal.starts_with(['x', 'X']) => number(&hexadecimal[1..], 16)?,
            digits => number(digits, 10)?,
        },
    })
}

/// A level that is being read.
struct Open {
    about: [String; 2],
    line: usize,
    rows: Vec<String>,
}

fn levels(text: &str) -> Result<Collection, InputError> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut pieces = Pieces { rest: &text, line: 1 };
    let mut levels = Collection::default();
    let mut open: Option<Open> = None;
    // The characters since the last tag that began an element.
    let mut characters = String::new();
    while let Some((line, piece)) = pieces.next()? {
        let tag = match piece {
            Piece::Text(text) => {
                characters.push_str(&decoded(text));
                continue;
            }
            Piece::Characters(text) => {
                characters.push_str(text);
                continue;
            }
            Piece::Tag(tag) => tag,
        };
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let name = tag.split(char::is_whitespace).next().unwrap_or_default();
        let named = |key| shortened(&attribute(tag, key).unwrap_or_default());
        match name {
            "Level" if open.is_some() || is_empty => {
                return Err(InputError::new(format!(
                    "line {line}: a <Level> within a <Level>, or without rows"
                )));
            }
            "Level" => open = Some(Open { about: [named("Id"), named("Copyright")], line, rows: Vec::new() }),
            "LevelCollection" => levels.author = named("Copyright"),
            "/Title" if open.is_none() => levels.title = shortened(&characters),
            "/L" => match &mut open {
                Some(open) => open.rows.push(characters.trim_end().to_owned()),
                None => return Err(InputError::new(format!("line {line}: a row </L> outside of a <Level>"))),
            },
            // An empty row.
            "L" if is_empty => open.iter_mut().for_each(|open| open.rows.push("-".to_owned())),
            "/Level" => {
                let Some(Open { about, line, rows }) = open.take() else {
                    return Err(InputError::new(format!("line {line}: a </Level> without its beginning")));
                };
                let puzzle = level(&levels, about, line, Ok(rows.join("\n")));
                levels.puzzles.push(puzzle);
            }
            _ => (),
        }
        characters.clear();
    }
    match open {
        Some(Open { line, .. }) => {
            Err(InputError::new(format!("line {line}: <Level> does not end: add </Level>")))
        }
        None if levels.puzzles.is_empty() => Err(InputError::new("there is no <Level> in <SokobanLevels>")),
        None => Ok(levels),
    }
}
