//! What is said of a text that is in no notation: what it looks like, what would be read, and an example.

use tejun_core::{Family, InputError, Reason, file_kind, input};

use crate::detection::is_prose;

tejun_core::sentences! {
    EMPTY = "empty-text",
        "the text is empty: give a puzzle such as {example}, or an instance file",
        "テキストが空です。{example} のようなパズルか、問題ファイルを渡してください",
        "文本是空的：请给出谜题（如 {example}）或题目文件";
    LETTERS = "unknown-letters",
        "this looks like rows of letters, and fits no notation that is read: write a board of {family} like {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "文字の行のようですが、どの記法にも当てはまりません。{family} の盤なら {example} のように書くか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是若干行字母，但不符合任何可读的记法：{family} 的棋盘请像 {example} 这样写，或给出含有 puzzle = \"{family}\" 一行的题目文件";
    NUMBERS = "unknown-numbers",
        "this looks like rows of numbers, and fits no notation that is read: write a board of {family} like {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "数の行のようですが、どの記法にも当てはまりません。{family} の盤なら {example} のように書くか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是若干行数字，但不符合任何可读的记法：{family} 的棋盘请像 {example} 这样写，或给出含有 puzzle = \"{family}\" 一行的题目文件";
    DRAWING = "unknown-drawing",
        "this looks like a drawn board, and fits no notation that is read: write a board of {family} like {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "描かれた盤のようですが、どの記法にも当てはまりません。{family} の盤なら {example} のように書くか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是画出的棋盘，但不符合任何可读的记法：{family} 的棋盘请像 {example} 这样写，或给出含有 puzzle = \"{family}\" 一行的题目文件";
    DATA = "unknown-data",
        "this looks like data or a program, which is not read: copy the board alone out of it, such as {example}, or give an instance file, which has a line puzzle = \"{family}\"",
        "データかプログラムのようで、これは読めません。盤だけを {example} のように取り出すか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是数据或程序，不能读取：请只取出其中的棋盘（如 {example}），或给出含有 puzzle = \"{family}\" 一行的题目文件";
    PROSE = "unknown-text",
        "this looks like plain text and no puzzle: give one such as {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "普通の文章のようで、パズルではありません。{example} のようなパズルか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是普通文字而不是谜题：请给出像 {example} 这样的谜题，或含有 puzzle = \"{family}\" 一行的题目文件";
}

/// How much of a text is looked at.
const BEGINNING: usize = 4096;

/// Maximum length of an example in a message.
const EXAMPLE: usize = 80;

/// What is wrong with a text that no family reads; `None` if it is an instance file, at least in part.
pub(crate) fn error(families: &[Family], text: &str) -> Option<InputError> {
    if let Some(kind) = file_kind(text.as_bytes()) {
        return Some(kind.into());
    }
    if input::names_its_family(text) || text.len() > input::MAX_BYTES {
        return None;
    }
    if has_keys(text) {
        return Some(input::no_family());
    }
    let start: String = text.chars().take(BEGINNING).collect();
    let made_of = Composition::of(&start);
    let notations = families.iter().flat_map(|family| {
        let examples = family.info.notations.iter().map(|notation| notation.example);
        let short = examples.filter(|example| example.len() <= EXAMPLE);
        short.map(move |example| (family.info.name, example))
    });
    // A family without notations of other programs has its files.
    let (family, example) = notations
        .min_by_key(|(_, example)| made_of.distance(&Composition::of(example)))
        .or_else(|| families.first().map(|family| (family.info.name, family.info.template)))?;
    let sentence = match made_of {
        Composition { letters: 0, digits: 0, walls: 0, signs: 0, .. } => &EMPTY,
        made_of if made_of.is_data => &DATA,
        made_of if made_of.words => &PROSE,
        made_of if made_of.digits > 500 => &NUMBERS,
        made_of if made_of.letters > 500 => &LETTERS,
        _ => &DRAWING,
    };
    let reason = Reason::new(sentence).with("family", family);
    Some(reason.with("example", format!("{example:?}")).into())
}

/// Keys that files of any family have.
const KEYS: [&str; 5] = ["title", "source", "optimal", "board", "goal"];

/// Whether a text has keys, as an instance file: it is one in whole, or has some of the usual.
fn has_keys(text: &str) -> bool {
    let keys = text.lines().filter_map(|line| line.split_once('=')).map(|(key, _)| key.trim());
    let is_key = |key: &str| KEYS.contains(&key.trim_matches(['"', '\'']));
    keys.clone().any(is_key) || keys.count() > 0 && text.parse::<toml::Table>().is_ok()
}

/// What a text is made of, in thousandths of what is visible in it.
struct Composition {
    letters: usize,
    digits: usize,
    walls: usize,
    signs: usize,
    /// Whether it is made of words.
    words: bool,
    /// Whether it has the signs of data or of a program.
    is_data: bool,
    is_one_row: bool,
}

impl Composition {
    fn of(text: &str) -> Composition {
        let visible = text.chars().filter(|c| !c.is_whitespace()).count().max(1);
        let share = |is: fn(char) -> bool| {
            text.chars().filter(|&c| !c.is_whitespace() && is(c)).count() * 1000 / visible
        };
        let is_word = |word: &&str| {
            let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
            word.len() > 1 && word.chars().skip(1).all(char::is_lowercase)
        };
        let words = text.split_whitespace().filter(is_word).count();
        // Rows of a board are equally long.
        let mut lengths = text.trim_end().lines().map(|line| line.trim_end().chars().count());
        let width = lengths.next();
        let is_even = lengths.all(|length| Some(length) == width);
        let has_long_word = text.split(|c: char| !c.is_alphabetic()).any(|word| {
            let rest = || word.chars().skip(1);
            word.chars().count() > 3
                && rest().all(char::is_lowercase)
                && rest().any(|c| Some(c) != rest().next())
        });
        let is_code = |c: char| "{}();=:\"<>\\".contains(c);
        Composition {
            letters: share(char::is_alphabetic),
            digits: share(char::is_numeric),
            walls: share(|c| c == '#'),
            signs: share(|c| c != '#' && !c.is_alphanumeric()),
            words: is_prose(text)
                || has_long_word && !is_even
                || words > 2 && 2 * words > text.split_whitespace().count(),
            is_data: share(is_code) > 80,
            is_one_row: text.trim().lines().count() < 2,
        }
    }

    fn distance(&self, other: &Composition) -> usize {
        let shares = [
            (self.letters, other.letters),
            (self.digits, other.digits),
            (self.walls, other.walls),
            (self.signs, other.signs),
        ];
        let rows = if self.is_one_row == other.is_one_row { 0 } else { 100 };
        shares.into_iter().map(|(one, other)| one.abs_diff(other)).sum::<usize>() + rows
    }
}
