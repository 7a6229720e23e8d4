//! Boards one below the other in a text, each in any notation, with titles between them.

use std::sync::Arc;

use tejun_core::input::{InputError, Keys};
use tejun_core::kit::Pasted;
use tejun_core::{CollectedPuzzle, Collection, Family, Reason};

use crate::Registry;
use crate::detection::is_prose;

tejun_core::sentences! {
    TWO_KINDS = "two-kinds",
        "the text has a puzzle of {one} (line {line}) and one of {other} (line {second}): put each kind into a file of its own",
        "テキストに {one}（{line} 行目）と {other}（{second} 行目）のパズルがあります。種類ごとに別のファイルにしてください",
        "文本中有 {one}（第 {line} 行）和 {other}（第 {second} 行）的谜题：请把每一种放在单独的文件里";
    TEXT_AROUND = "text-around",
        "lines {first} to {last} are a puzzle of {family}, and there is other text around them: give those lines alone",
        "{first} 行目から {last} 行目は {family} のパズルですが、前後にほかの文があります。その行だけを渡してください",
        "第 {first} 行到第 {last} 行是 {family} 的谜题，前后还有别的文字：请只给出这些行";
    NO_PUZZLE = "no-puzzle",
        "these lines are no puzzle",
        "この部分はパズルではありません",
        "这几行不是谜题";
}

/// The fewest lines of a board that stands directly below another text.
const ROWS: usize = 3;

/// The fewest characters of a board on one line: what is shorter may be a title.
const WORD: usize = 9;

/// So many paragraphs may be no board before the rest is only text: a long text is no list of boards.
const OTHERS: usize = 2000;

/// The most of a line that is a title, in characters.
const MAX_TITLE: usize = 200;

/// Lines that make a puzzle.
pub(crate) struct Board {
    pub family: &'static str,
    /// Its first line and its last, from 1.
    pub first: usize,
    last: usize,
    file: String,
    is_drawn: bool,
}

/// Lines that belong together.
enum Block<'a> {
    Board(Board),
    /// Lines that could be a board, with what is wrong.
    Broken(usize, InputError),
    /// Other lines: the last of them.
    Text(&'a str),
}

impl Registry {
    /// The board of other lines than those of a collection of this family, if a text has one.
    pub(crate) fn other_board(&self, plain: &str, family: &Family, collection: &Collection) -> Option<Board> {
        let sound = collection.puzzles.iter().filter(|puzzle| puzzle.file.is_ok());
        let known: Vec<usize> = sound.map(|puzzle| puzzle.line).collect();
        let boards = self.blocks(plain, &known).into_iter().filter_map(Block::board);
        boards.into_iter().find(|board| board.family != family.info.name)
    }

    /// The boards of a text; `None` if it has none, or only the one that it [is](Registry::import) as a whole.
    ///
    /// # Errors
    /// If they are of several families, or if there is one and other text.
    pub(crate) fn boards(&self, plain: &str, is_puzzle: bool) -> Option<Result<Collection, InputError>> {
        let blocks = self.blocks(plain, &[]);
        let mut boards = blocks.iter().filter_map(|block| match block {
            Block::Board(board) => Some(board),
            _ => None,
        });
        let one = boards.next()?;
        let is_high = |board: &Board| board.last > board.first;
        let others: Vec<&Board> = boards.collect();
        if blocks.len() < 2 || !is_high(one) && !others.iter().any(|board| is_high(board)) {
            return None;
        }
        if let Some(other) = others.iter().find(|other| other.family != one.family) {
            return Some(Err(two_kinds((one.family, one.first), other)));
        }
        if is_puzzle && others.is_empty() {
            return None;
        }
        if others.is_empty() && !blocks.iter().any(|block| matches!(block, Block::Broken(..))) {
            let reason = Reason::new(&TEXT_AROUND).with("first", one.first).with("last", one.last);
            return Some(Err(reason.with("family", one.family).into()));
        }
        let mut collection = Collection::default();
        let mut title = "";
        for block in blocks {
            let mut puzzle = match block {
                Block::Text(text) => {
                    title = text;
                    continue;
                }
                Block::Broken(line, error) => CollectedPuzzle::new(line, Err(error)),
                Block::Board(Board { first, file, is_drawn, .. }) => {
                    CollectedPuzzle { is_drawn, ..CollectedPuzzle::new(first, Ok(Arc::from(file))) }
                }
            };
            let shown = std::mem::take(&mut title).trim_matches([' ', '\t', '#', '*', ';', ':']);
            puzzle.title = shown.chars().take(MAX_TITLE).collect();
            collection.puzzles.push(puzzle);
        }
        Some(Ok(collection))
    }

    /// The blocks of a text: paragraphs, or boards directly below other lines. Where a puzzle is known to begin, only what
    /// else is in the paragraph is looked at.
    fn blocks<'a>(&self, plain: &'a str, known: &[usize]) -> Vec<Block<'a>> {
        let lines: Vec<&str> = plain.split('\n').collect();
        let is_empty = |line: &&str| line.trim().is_empty();
        let (mut blocks, mut others) = (Vec::new(), 0);
        let mut at = 0;
        while at < lines.len() {
            let length = lines[at..].iter().take_while(|line| !is_empty(line)).count();
            let paragraph = &lines[at..at + length];
            let next = known.partition_point(|&line| line <= at);
            let is_known = known.get(next).is_some_and(|&line| line <= at + length);
            let is_short = length == 1 && paragraph[0].trim().chars().count() < WORD;
            if length > 0 && (is_short || others > OTHERS) {
                blocks.extend((!is_known).then_some(Block::Text(paragraph[0])));
            } else if length > 0 {
                let before = blocks.len();
                self.paragraph(at + 1, paragraph, is_known, &mut blocks);
                let has_board = blocks[before..].iter().any(|block| matches!(block, Block::Board(_)));
                others += usize::from(!is_known && !has_board);
            }
            at += length.max(1);
        }
        blocks
    }

    fn paragraph<'a>(&self, first: usize, lines: &[&'a str], is_known: bool, blocks: &mut Vec<Block<'a>>) {
        let has_wall = |line: &&str| line.contains('#');
        let runs = || lines.chunk_by(|one, other| has_wall(one) == has_wall(other));
        // Walls tell two boards apart that stand directly one below the other.
        let mut line = first;
        let mut parts = Vec::new();
        for run in runs() {
            if run.len() >= ROWS && run.len() < lines.len() {
                parts.extend(self.board(line, run));
            }
            line += run.len();
        }
        if is_known {
            blocks.extend(parts.into_iter().map(Block::Board));
            return;
        }
        let whole = self.board(first, lines);
        if parts.len() > usize::from(whole.is_some()) {
            blocks.extend(parts.into_iter().map(Block::Board));
            return;
        }
        let has_title = lines.len() > ROWS && lines[0].contains(char::is_alphabetic);
        let below = lines.get(1..).filter(|_| has_title).and_then(|rest| self.board(first + 1, rest));
        // A title may be a comment, which the board is read without.
        let is_titled = |below: &Board| whole.as_ref().is_none_or(|whole| whole.file == below.file);
        if let Some(below) = below.filter(is_titled) {
            blocks.extend([Block::Text(lines[0]), Block::Board(below)]);
        } else if let Some(board) = whole {
            blocks.push(Block::Board(board));
        } else {
            let text = lines.join("\n");
            let is_board = lines.len() > 1 && !is_prose(&text);
            blocks.push(match self.import(&text) {
                Some(Err(error)) if is_board => Block::Broken(first, error),
                None if is_board && lines.len() >= ROWS => {
                    Block::Broken(first, Reason::new(&NO_PUZZLE).into())
                }
                _ => Block::Text(lines[lines.len() - 1]),
            });
        }
    }

    /// The board that lines make.
    fn board(&self, first: usize, lines: &[&str]) -> Option<Board> {
        let text = lines.join("\n");
        let file = self.import(&text)?.ok()?;
        let (header, keys) = Keys::split(&file).ok()?;
        let family = self.open(header, keys, None, None).ok()?.family().name;
        let is_drawn = Pasted::of(&text).and_then(|pasted| pasted.begin()) == Some((0, 0));
        Some(Board { family, first, last: first + lines.len() - 1, file, is_drawn })
    }
}

impl Block<'_> {
    fn board(self) -> Option<Board> {
        match self {
            Block::Board(board) => Some(board),
            _ => None,
        }
    }
}

/// The error of a text with puzzles of two families: one on this line, and another.
pub(crate) fn two_kinds((family, line): (&str, usize), other: &Board) -> InputError {
    let mut found = [(line, family), (other.first, other.family)];
    found.sort_unstable();
    let reason = Reason::new(&TWO_KINDS).with("one", found[0].1).with("line", found[0].0);
    reason.with("other", found[1].1).with("second", found[1].0).into()
}
