//! Text with levels: rows, and around them titles, authors, comments and solutions (`.xsb`, `.sok`, `.txt`).

use tejun_core::input::{self, InputError, MAX_CELLS};
use tejun_core::{CollectedPuzzle, Collection, Reason};

use std::ops::Range;

use super::level::{level, shortened};
use super::rows;

tejun_core::sentences! {
    FLAT = "too-few-rows",
        "a level has at least three rows, and this has {n}: draw the rows without empty lines between them",
        "面は三行以上ですが、これは {n} 行です。空行をはさまずに描いてください",
        "关卡至少有三行，这里只有 {n} 行：各行之间请不要留空行";
    NO_BOX = "no-box",
        "a level has a box, and this has none: draw it as $, or as * on a goal",
        "面には荷物が必要ですが、ありません。$（ゴール上なら *）で描いてください",
        "关卡要有箱子，这里没有：请用 $（在目标点上用 *）画出";
    NUMBERED = "numbered-row",
        "a row begins with the number {number}, which says how often what follows comes: take the numbers of rows away",
        "行頭の数 {number} は、次の文字の繰り返しの数と読まれます。行番号なら消してください",
        "行首的数字 {number} 会被读作后面内容的重复次数：如果是行号，请去掉";
}

/// The most steps of a solution.
const STEPS: usize = 1 << 20;

/// The most characters that all levels may have, however short they are written.
const ALL: usize = 16 << 20;

/// The words that a line about a level, or about the file, begins with.
const KEYS: [&str; 20] = [
    "title",
    "author",
    "collection",
    "set",
    "comment",
    "comment-end",
    "copyright",
    "email",
    "e-mail",
    "homepage",
    "home page",
    "website",
    "url",
    "date",
    "date created",
    "date of last change",
    "difficulty",
    "id",
    "source",
    "rating",
];

/// What stands before a level, or after the last.
#[derive(Default)]
struct Gap<'a> {
    title: Option<&'a str>,
    author: Option<&'a str>,
    collection: Option<&'a str>,
    /// Its first line of other text, and its last.
    first: Option<&'a str>,
    last: Option<&'a str>,
    /// The lines of the level before it.
    solutions: Vec<String>,
}

impl<'a> Gap<'a> {
    fn has_keys(&self) -> bool {
        self.title.is_some() || self.author.is_some()
    }

    /// Takes a line of text that is no key.
    fn take(&mut self, text: &'a str) {
        if text.contains(char::is_alphanumeric) {
            self.first = self.first.or(Some(text));
            self.last = Some(text);
        }
    }
}

/// A level without what is said of it.
struct Board {
    /// Its first line, from 0.
    line: usize,
    is_drawn: bool,
    is_flat: bool,
    has_box: bool,
    has_letters: bool,
    /// Its rows, or what is wrong with them.
    rows: Result<String, InputError>,
}

/// The fewest rows of a level.
const ROWS: usize = 3;

/// Takes the levels of a text; `None` if it has none.
pub(super) fn read(text: &str) -> Option<Collection> {
    // Old files have lines that end with a carriage return alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = Reader::new(&text);
    reader.read();
    reader.finish()
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    /// Whether a row is broken if it has other characters: only in levels that have a man or a box as Sokoban draws them.
    has_pieces: bool,
    boards: Vec<Board>,
    /// The characters that more levels may have.
    room: usize,
    /// One more than there are levels.
    gaps: Vec<Gap<'a>>,
}

/// A line without the signs of a comment and of a quotation around it.
fn plain(line: &str) -> &str {
    let line = line.trim_start_matches(';').trim();
    line.strip_prefix('\'').and_then(|line| line.strip_suffix('\'')).unwrap_or(line)
}

/// The key and the value of a line that has one.
fn key(line: &str) -> Option<(&'static str, &str)> {
    let (key, value) = plain(line).split_once(':')?;
    let known = KEYS.into_iter().find(|known| known.eq_ignore_ascii_case(key.trim_end()))?;
    Some((known, value.trim()))
}

/// Whether a line begins with a word, and what follows it.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (head, rest) = line.split_at_checked(word.len())?;
    (head.eq_ignore_ascii_case(word) && !rest.starts_with(char::is_alphabetic)).then_some(rest)
}

/// Whether a line is the steps of a man.
fn is_steps(line: &str) -> bool {
    let is_known = |c: char| "lurdLURD() \t".contains(c) || c.is_ascii_digit();
    line.contains(|c: char| "lurdLURD".contains(c)) && line.chars().all(is_known)
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let lines = text.split('\n').map(str::trim_end).collect();
        let has_pieces = text.contains(['@', '+', '$']);
        Reader { lines, has_pieces, boards: Vec::new(), room: ALL, gaps: vec![Gap::default()] }
    }

    fn is_row(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|line| rows::is_row(line))
    }

    fn gap(&mut self) -> &mut Gap<'a> {
        self.gaps.last_mut().expect("there is one more than levels")
    }

    fn read(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            at = match self.lines[at].trim_start() {
                _ if self.is_row(at) => self.rows(at),
                line if line.is_empty() || line.starts_with("::") => at + 1,
                line => self.text(at, line),
            };
        }
    }

    /// Takes the line of text at `at`, with what belongs to it; returns where the rest begins.
    fn text(&mut self, at: usize, line: &'a str) -> usize {
        match key(line) {
            Some(("title", value)) => self.gap().title = Some(value).filter(|value| !value.is_empty()),
            Some(("author", value)) => self.gap().author = Some(value).filter(|value| !value.is_empty()),
            Some(("collection" | "set", value)) => self.gap().collection = Some(value),
            Some(("comment", value)) => return self.after_comment(at, value),
            Some(_) => (),
            None => {
                if let Some(next) = self.saved(at, line) {
                    return next;
                }
                self.gap().take(plain(line));
            }
        }
        at + 1
    }

    /// Where the text after a comment begins. A comment may have boards; if nothing says where it ends, it is one line or
    /// one paragraph.
    fn after_comment(&self, at: usize, value: &str) -> usize {
        let rest = || self.lines.iter().enumerate().skip(at + 1);
        let key_of = |line: &str| key(line).map(|(key, _)| key);
        let end = rest().find(|(_, line)| {
            matches!(key_of(line), Some("comment" | "comment-end")) || !value.is_empty() && rows::is_row(line)
        });
        match end {
            Some((end, line)) if key_of(line) == Some("comment-end") => end + 1,
            _ if !value.is_empty() => at + 1,
            _ => rest()
                .find(|(_, line)| line.is_empty() || rows::is_row(line))
                .map_or(self.lines.len(), |(end, _)| end),
        }
    }

    /// Takes a solution or a snapshot of the level before; returns where the rest begins.
    fn saved(&mut self, at: usize, line: &'a str) -> Option<usize> {
        if self.boards.is_empty() {
            return None;
        }
        let solution = after_word(line, "solution");
        let rest =
            solution.or_else(|| after_word(line, "snapshot")).or_else(|| after_word(line, "savegame"))?;
        let beside = rest.rsplit_once(':').map(|(_, steps)| steps.trim()).filter(|steps| is_steps(steps));
        let mut steps = beside.unwrap_or_default().to_owned();
        let filled = |from: usize| (from..self.lines.len()).find(|&at| !self.lines[at].is_empty());
        let mut end = at + 1;
        if let Some(begin) = filled(end).filter(|&begin| steps.is_empty() && is_steps(self.lines[begin])) {
            end = begin;
            while let Some(line) = self.lines.get(end).filter(|line| is_steps(line)) {
                steps += line;
                end += 1;
            }
        }
        if solution.is_some() {
            // Groups and numbers are what rows are written with, too.
            let (mut room, mut plain) = (STEPS, Vec::new());
            let fits = rows::expand(&steps, &mut room, &mut plain);
            let solution = Some(plain.concat()).filter(|steps| fits && !steps.is_empty())?;
            self.gap().solutions.push(solution);
        } else if steps.is_empty() {
            // A snapshot may be a board.
            let begin = filled(end).filter(|&begin| self.is_row(begin))?;
            end = (begin..).find(|&at| !self.is_row(at)).expect("the text ends");
        }
        Some(end)
    }

    /// Takes the levels of the rows that begin at `begin`; returns where the rest begins.
    fn rows(&mut self, begin: usize) -> usize {
        let (mut from, mut at) = (begin, begin + 1);
        // Men so far, in this level.
        let mut men = rows::men(self.lines[begin]);
        loop {
            let inner = (!self.is_row(at)).then(|| self.lines.get(at).copied().unwrap_or_default());
            match inner {
                None => {
                    let whole = |at: usize| rows::is_level(self.lines[at]);
                    if whole(at - 1) && whole(at) {
                        self.block(from..at);
                        (from, men) = (at, 0);
                    }
                }
                Some(line) if self.is_row(at + 1) && self.may_be_inside(line) => {
                    let below = (at + 1..).take_while(|&at| self.is_row(at));
                    let below: usize = below.map(|at| rows::men(self.lines[at])).sum();
                    // A level has one man: with one on either side, it is a line between two levels.
                    if men > 0 && below > 0 {
                        self.block(from..at);
                        self.gap().take(plain(line));
                        (from, men) = (at + 1, 0);
                    }
                }
                Some(line) => {
                    let end = at + usize::from(rows::is_unwalled(line));
                    self.block(from..end);
                    return end;
                }
            }
            men += rows::men(self.lines[at]);
            at += 1;
        }
    }

    /// Whether a line that is no row, but stands between two, may belong to their level: an empty row, one without walls, or
    /// one with a character that no level has.
    fn may_be_inside(&self, line: &str) -> bool {
        rows::is_empty_row(line)
            || rows::is_unwalled(line)
            || self.has_pieces && line.trim_start().starts_with('#')
    }

    /// Takes the level on these lines.
    fn block(&mut self, block: Range<usize>) {
        let lines = &self.lines[block.clone()];
        let most = MAX_CELLS.min(self.room);
        let (mut left, mut rows) = (most, Vec::new());
        let is_row = |line: &str| rows::is_row(line) || rows::is_empty_row(line) || rows::is_unwalled(line);
        let fits = lines.iter().all(|line| match is_row(line) {
            true => rows::expand(line, &mut left, &mut rows),
            // It is broken, and shown as it stands.
            false => {
                rows.push((*line).to_owned());
                true
            }
        });
        self.room -= most - left;
        let is_wall = |line: &&str| line.trim().chars().all(|c| c == '#');
        let has_pieces = lines.iter().any(|line| line.contains(|c: char| "@+$*.pPbB".contains(c)));
        // Lines of walls alone are ornaments.
        if fits && (lines.iter().all(is_wall) || rows.len() < ROWS && !has_pieces) {
            return;
        }
        let is_flat = fits && rows.len() < ROWS;
        // What does not fit is not expanded.
        let has_box = if fits { rows.iter().any(|row| row.contains(['$', '*'])) } else { has_pieces };
        let number = lines.iter().find_map(|line| rows::number_of_row(line));
        let rows = match (fits, number) {
            (false, _) => Err(input::too_large()),
            (true, Some(number)) => Err(Reason::new(&NUMBERED).with("number", number).into()),
            (true, None) if is_flat => Err(Reason::new(&FLAT).with("n", rows.len()).into()),
            (true, None) if !has_box => Err(Reason::new(&NO_BOX).into()),
            (true, None) => Ok(rows.join("\n")),
        };
        self.boards.push(Board {
            is_flat,
            has_box,
            line: block.start,
            is_drawn: lines.iter().all(|line| rows::is_drawn(line) || !rows::is_row(line)),
            has_letters: lines.iter().any(|line| rows::has_letters(line)),
            rows,
        });
        self.gaps.push(Gap::default());
    }

    fn finish(self) -> Option<Collection> {
        let Reader { lines, boards, gaps, .. } = self;
        // Maps of other games have walls, too, and no box.
        if boards.iter().all(|board| board.is_flat || !board.has_box) {
            return None;
        }
        // Klotski has levels with letters, too, and a piece called *.
        let has = |c: char| lines.iter().any(|line| line.contains(c));
        if boards.len() == 1 && boards[0].has_letters && has('*') && !has('|') {
            return None;
        }
        let style = Style::of(&gaps);
        let header = &gaps[0];
        let collection = gaps.iter().find_map(|gap| gap.collection);
        let title = collection
            .or_else(|| header.title.filter(|_| !style.keys_of_first))
            .or_else(|| header.first.filter(|_| !style.text_of_first || header.first != header.last));
        let author = header.author.filter(|_| !style.keys_of_first);
        let [title, author] = [title, author].map(|text| shortened(text.unwrap_or_default()));
        let mut levels = Collection { title, author, ..Collection::default() };
        for (at, board) in boards.into_iter().enumerate() {
            let (keys, text) = style.about(&gaps, at);
            let title = keys.and_then(|gap| gap.title).or(text);
            let about =
                [title, keys.and_then(|gap| gap.author)].map(|text| shortened(text.unwrap_or_default()));
            let level = CollectedPuzzle {
                is_drawn: board.is_drawn,
                solutions: gaps[at + 1].solutions.clone(),
                ..level(&levels, about, board.line + 1, board.rows)
            };
            levels.puzzles.push(level);
        }
        Some(levels)
    }
}

/// Where a file says what its levels are called: some say it before each, others after it.
struct Style {
    keys_after: bool,
    text_after: bool,
    /// Whether what stands before the first level is about it, not about the file.
    keys_of_first: bool,
    text_of_first: bool,
}

impl Style {
    /// The style of a file, by what stands before its first level, between two, and after the last.
    fn of(gaps: &[Gap]) -> Style {
        let [header, inner @ .., tail] = gaps else { unreachable!("there is one more than levels") };
        let keys_after = tail.has_keys() || !header.has_keys();
        let text_after = header.last.is_none() && tail.first.is_some();
        let alone = inner.is_empty();
        Style {
            keys_after,
            text_after,
            keys_of_first: !keys_after && (alone || inner.iter().any(Gap::has_keys)),
            text_of_first: alone || inner.iter().any(|gap| gap.first.is_some()),
        }
    }

    /// The keys of a level, and the text that may be its title.
    fn about<'g, 'a>(&self, gaps: &'g [Gap<'a>], at: usize) -> (Option<&'g Gap<'a>>, Option<&'a str>) {
        let before = |of_first: bool| Some(&gaps[at]).filter(|_| at > 0 || of_first);
        let keys = if self.keys_after { Some(&gaps[at + 1]) } else { before(self.keys_of_first) };
        let text = match self.text_after {
            true => gaps[at + 1].first,
            false => before(self.text_of_first).and_then(|gap| gap.last),
        };
        (keys, text)
    }
}
