//! What a text holds: a puzzle, or several, as a file of levels, one a line, or boards one below the other.

use tejun_core::input::{self, Header, InputError, Keys, MAX_BYTES, Place, no_level};
use tejun_core::kit::{Pasted, plain_text};
use tejun_core::{CollectedPuzzle, Collection, Family, Instance, Lang};

use crate::Registry;
use crate::boards::two_kinds;

/// What a text holds.
enum Content {
    /// An instance file, or nothing that is known.
    File,
    /// A puzzle in a notation of other programs, as an instance file.
    One(Result<String, InputError>),
    /// Several puzzles.
    Several(Collection),
}

/// So many more lines may be no puzzle than half of those that are, before a text is no list of puzzles.
const OTHER_LINES: usize = 8;

/// So many lines are opened to tell whether a text is a list of puzzles.
const OPENED_LINES: usize = 64;

impl Registry {
    /// Opens the puzzle of a file at its first position. A `metric` given here overrides the file's;
    /// the file's `optimal` is dropped then unless it counts the same.
    ///
    /// # Errors
    /// If the text does not make a puzzle; the error says where and how to fix it.
    pub fn read(&self, text: &str, metric: Option<&str>) -> Result<Box<dyn Instance>, InputError> {
        self.read_level(text, metric, None)
    }

    /// As [`read`](Registry::read), at a level of a file with several, from 1; otherwise at the first.
    ///
    /// # Errors
    /// As [`read`](Registry::read), and if there is no such level.
    pub fn read_level(
        &self,
        text: &str,
        metric: Option<&str>,
        level: Option<usize>,
    ) -> Result<Box<dyn Instance>, InputError> {
        match self.content(text) {
            Content::Several(collection) => self.open_collected(&collection, level.unwrap_or(1), metric),
            Content::One(file) => {
                let (header, keys) =
                    file.and_then(|file| Keys::split(&file)).map_err(|error| self.placed(text, error))?;
                if self.families().any(|family| family.info.name == header.puzzle && family.info.leveled) {
                    return self.open(header, keys, metric, level);
                }
                // A file of levels may have one.
                match level {
                    None | Some(1) => {
                        self.open(header, keys, metric, None).map_err(|error| self.placed(text, error))
                    }
                    Some(level) => Err(no_level(level, 1)),
                }
            }
            Content::File => {
                if let Some(error) = self.unknown(text) {
                    return Err(error);
                }
                let (header, keys) = Keys::split(text)?;
                self.open(header, keys, metric, level)
            }
        }
    }

    /// The puzzles of a text: of a file of levels, of lines that are a puzzle each, or the only one.
    ///
    /// # Errors
    /// If there is none. What is wrong with one of several stands [with it](CollectedPuzzle::file).
    pub fn collection(&self, text: &str) -> Result<Collection, InputError> {
        match self.content(text) {
            Content::Several(collection) => Ok(collection),
            Content::File => match self.unknown(text) {
                Some(error) => Err(error),
                None => self.alone(text),
            },
            Content::One(file) => {
                file.and_then(|file| self.alone(&file)).map_err(|error| self.placed(text, error))
            }
        }
    }

    /// The levels of an instance file.
    fn alone(&self, file: &str) -> Result<Collection, InputError> {
        let leveled = self.families().filter(|family| family.info.leveled);
        if let Some(levels) = leveled.filter_map(|family| (family.info.collection)(file)).next() {
            return levels;
        }
        let (header, keys) = Keys::split(file)?;
        let instance = self.open(header, keys, None, None)?;
        let title = instance.about().title.text(Lang::En).unwrap_or_default().to_owned();
        let puzzle = CollectedPuzzle { title, ..CollectedPuzzle::new(1, Ok(file.into())) };
        Ok(Collection { puzzles: vec![puzzle], ..Collection::default() })
    }

    /// Opens the puzzle of this number, as [`read_level`](Registry::read_level) does.
    ///
    /// # Errors
    /// If there is none, or its file does not make a puzzle; the error says where.
    pub fn open_collected(
        &self,
        collection: &Collection,
        number: usize,
        metric: Option<&str>,
    ) -> Result<Box<dyn Instance>, InputError> {
        let CollectedPuzzle { file, level, .. } = collection.puzzle(number)?;
        let of = collection.puzzles.len();
        let opened = file.as_ref().map_err(Clone::clone).and_then(|file| {
            let (header, keys) = Keys::split(file)?;
            let number = (of > 1).then_some((number, of));
            self.open(Header { level: number, ..header }, keys, metric, *level)
        });
        opened.map_err(|error| if of > 1 { collection.located(number, error) } else { error })
    }

    /// What is wrong with the only puzzle of a text, with its place in the text unless that is its place on the board.
    fn placed(&self, text: &str, error: InputError) -> InputError {
        let Some(Place { row, column }) = error.place else { return error };
        let plain = plain_text(text);
        let mut collections = self.families().filter(|family| !family.info.leveled).filter_map(|family| {
            let collection = (family.info.collection)(&plain)?.ok()?;
            let [puzzle] = &collection.puzzles[..] else { return None };
            Some(puzzle.is_drawn.then_some((puzzle.line - 1, 0)))
        });
        let begin = collections.next().unwrap_or_else(|| Pasted::of(&plain)?.begin());
        match begin {
            None | Some((0, 0)) => error,
            Some((line, left)) => {
                let message = format!("line {}, column {}: {}", line + row, left + column, error.message);
                InputError { key: None, place: None, message, reason: error.reason }
            }
        }
    }

    /// What a text holds. Takes time linear in its length.
    fn content(&self, text: &str) -> Content {
        if text.len() > MAX_BYTES {
            return Content::File;
        }
        // Levels are told by what is around them: a game of PuzzleScript, then those of a level each. A level alone
        // could be one of several notations.
        let leveled = self.families().filter(|family| family.info.leveled);
        if let Some(game) =
            leveled.flat_map(|family| family.info.notations).find_map(|notation| (notation.read)(text))
        {
            return Content::One(game);
        }
        if input::names_its_family(text) {
            return Content::File;
        }
        let one = self.import(text);
        let (lines, are_all) = self.lines(text).unzip();
        let plain = plain_text(text);
        // Levels have text around them; what else is a board there is no title.
        for family in self.families().filter(|family| !family.info.leveled) {
            let Some(Ok(collection)) = (family.info.collection)(&plain) else { continue };
            if are_all == Some(true)
                && collection.puzzles.len() < lines.as_ref().map_or(0, |lines| lines.puzzles.len())
            {
                continue;
            }
            if self.are_meant(family, &collection, one.as_ref()) {
                let sound = collection.puzzles.iter().find(|puzzle| puzzle.file.is_ok());
                let begin = sound.map_or(1, |puzzle| puzzle.line);
                return match self.other_board(&plain, family, &collection) {
                    Some(other) => Content::One(Err(two_kinds((family.info.name, begin), &other))),
                    None if collection.puzzles.len() > 1 => Content::Several(collection),
                    None => Content::One(one.unwrap_or_else(|| Err(input::no_family()))),
                };
            }
        }
        match (one, lines) {
            (one, Some(collection))
                if are_all == Some(true) && (one.is_none() || collection.puzzles.len() > 1) =>
            {
                Content::Several(collection)
            }
            (one, lines) => match (self.boards(&plain, matches!(one, Some(Ok(_)))), one, lines) {
                (Some(Ok(collection)), ..) => Content::Several(collection),
                (Some(Err(error)), ..) => Content::One(Err(error)),
                (None, Some(Ok(file)), _) => Content::One(Ok(file)),
                (None, _, Some(collection)) => Content::Several(collection),
                (None, Some(read), None) => Content::One(read),
                (None, None, None) => Content::File,
            },
        }
    }

    /// Whether a text means the levels that a family takes of it, rather than one puzzle.
    fn are_meant(
        &self,
        family: &Family,
        collection: &Collection,
        one: Option<&Result<String, InputError>>,
    ) -> bool {
        match one {
            // The family itself takes the first level.
            Some(Ok(file)) => Keys::split(file).is_ok_and(|(header, _)| header.puzzle == family.info.name),
            Some(Err(_)) => collection
                .puzzles
                .iter()
                .any(|puzzle| puzzle.file.as_ref().is_ok_and(|file| self.opens(file))),
            None => false,
        }
    }

    /// Whether an instance file makes a puzzle.
    fn opens(&self, file: &str) -> bool {
        Keys::split(file).and_then(|(header, keys)| self.open(header, keys, None, None)).is_ok()
    }

    /// The puzzles of a text that has one a line, and whether all its lines are some.
    fn lines(&self, text: &str) -> Option<(Collection, bool)> {
        let lines = (1..).zip(input::without_mark(text).lines().map(str::trim));
        let (mut puzzles, mut others, mut is_first) = (Vec::new(), 0, true);
        for (number, line) in lines.filter(|(_, line)| !is_skipped(line)) {
            let no_puzzle = || Err(InputError::new("the line is no puzzle"));
            let file = match self.import_line(line) {
                // A row of one board may look like a board: that is settled by the first lines.
                Some(Ok(file)) if puzzles.len() < OPENED_LINES && !self.opens(&file) => no_puzzle(),
                read => read.unwrap_or_else(no_puzzle),
            };
            // The heading of a table is one line: without an end to it, a text of fields would be read to its own.
            if std::mem::take(&mut is_first) && file.is_err() && line.contains(SEPARATORS) {
                continue;
            }
            others += usize::from(file.is_err());
            if others > puzzles.len() / 2 + OTHER_LINES {
                return None;
            }
            let title = line.chars().take(MAX_TITLE).collect();
            puzzles.push(CollectedPuzzle { title, ..CollectedPuzzle::new(number, file.map(Into::into)) });
        }
        let read = puzzles.len() - others;
        (read >= 2 && read >= others || read == 1 && others == 0)
            .then(|| (Collection { is_list: true, puzzles, ..Collection::default() }, others == 0))
    }

    /// Reads a puzzle on one line, as the text of an instance file: a short form or another notation. In a row of a database
    /// it is the field that is one; in words, there may be a number before it and another after it. `None` if there is none.
    ///
    /// # Errors
    /// If it is in such a notation but does not make a puzzle.
    pub fn import_line(&self, line: &str) -> Option<Result<String, InputError>> {
        let line = line.trim();
        let read = |text: &str| self.expand_short_form(text).or_else(|| self.import(text));
        let whole = read(line);
        if let Some(Ok(_)) = whole {
            return whole;
        }
        if line.contains(SEPARATORS) {
            let mut fields = line.split(SEPARATORS).filter_map(|field| read(field.trim())?.ok());
            return fields.next().filter(|_| fields.next().is_none()).map(Ok).or(whole);
        }
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        let is_number = |word: &str| word.parse::<f64>().is_ok();
        let board = match words[..] {
            [board, after] if is_number(after) && !is_number(board) => board,
            [before, board] | [before, board, _] if is_number(before) && !is_number(board) => board,
            _ => return whole,
        };
        read(board).or(whole)
    }
}

/// What stands between the fields of a row.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The most of a line that is its title, in characters.
const MAX_TITLE: usize = 200;

/// Whether a line of a text with a puzzle a line is none: it is empty, or a comment.
fn is_skipped(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}
