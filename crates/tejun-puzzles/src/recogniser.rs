//! Which notation a text is in: the tables of all families decide together.

use tejun_core::input::{self, Keys};
use tejun_core::{Family, InputError, NotationInfo, Reason, Status, file_kind};

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
        "this looks like rows of numbers, and fits no notation that is read (a matrix of an exact cover is not either): write a board of {family} like {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "数の行のようですが、どの記法にも当てはまりません（完全被覆の行列も読めません）。{family} の盤なら {example} のように書くか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是若干行数字，但不符合任何可读的记法（精确覆盖的矩阵也不能读取）：{family} 的棋盘请像 {example} 这样写，或给出含有 puzzle = \"{family}\" 一行的题目文件";
    DRAWING = "unknown-drawing",
        "this looks like a drawn board, and fits no notation that is read: write a board of {family} like {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "描かれた盤のようですが、どの記法にも当てはまりません。{family} の盤なら {example} のように書くか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是画出的棋盘，但不符合任何可读的记法：{family} 的棋盘请像 {example} 这样写，或给出含有 puzzle = \"{family}\" 一行的题目文件";
    PROSE = "unknown-text",
        "this looks like plain text and no puzzle: give one such as {example}, or an instance file, which has a line puzzle = \"{family}\"",
        "普通の文章のようで、パズルではありません。{example} のようなパズルか、puzzle = \"{family}\" の行がある問題ファイルを渡してください",
        "这像是普通文字而不是谜题：请给出像 {example} 这样的谜题，或含有 puzzle = \"{family}\" 一行的题目文件";
}

/// How much of a text is looked at to say what it looks like.
const LOOK: usize = 4096;

/// Maximum length of an example in a message.
const EXAMPLE: usize = 80;

/// A text in a notation of a family.
struct Reading<'a> {
    family: &'a Family,
    notation: &'static NotationInfo,
    file: Result<String, InputError>,
}

impl Reading<'_> {
    /// Whether it makes a puzzle, and one that is not solved from the start: what is solved is hardly meant.
    fn sense(&self) -> Sense {
        let split = self.file.as_ref().ok().and_then(|file| Keys::split(file).ok());
        match split.and_then(|(header, keys)| self.family.open(header, keys).ok()) {
            None => Sense::None,
            Some(puzzle) if puzzle.start().status() == Status::Solved => Sense::Solved,
            Some(_) => Sense::Puzzle,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sense {
    None,
    Solved,
    Puzzle,
}

/// Converts a text in a notation of one of the families to the text of an instance file; `None` if it is in none.
///
/// # Errors
/// If the text makes no puzzle, or one in each of several notations.
pub(crate) fn read(families: &[Family], text: &str) -> Option<Result<String, InputError>> {
    if names_its_family(text) {
        return None;
    }
    let mut readings = Vec::new();
    // What says itself which notation it is in is looked for first.
    for marked in [true, false] {
        for family in families {
            for notation in family.info.notations.iter().filter(|notation| notation.marked == marked) {
                if let Some(file) = (notation.read)(text) {
                    readings.push(Reading { family, notation, file });
                }
            }
        }
        if marked && !readings.is_empty() {
            break;
        }
    }
    if readings.len() < 2 {
        return readings.pop().map(|reading| reading.file);
    }
    let senses: Vec<Sense> = readings.iter().map(Reading::sense).collect();
    let best = senses.iter().copied().max()?;
    let first = senses.iter().position(|&sense| sense == best)?;
    if best == Sense::Puzzle {
        let others = readings.iter().zip(&senses).skip(first + 1);
        let mut others = others.filter(|&(_, &sense)| sense == best).map(|(reading, _)| reading);
        if let Some(other) = others.find(|other| other.file != readings[first].file) {
            return Some(Err(in_two_notations(&readings[first], other)));
        }
    }
    Some(readings.swap_remove(first).file)
}

fn in_two_notations(one: &Reading, other: &Reading) -> InputError {
    let [names, notations] =
        [[one.family.info.name, other.family.info.name], [one.notation.about.en, other.notation.about.en]];
    if names[0] == names[1] {
        let [one, other] = notations;
        return InputError::new(format!(
            "the text makes a puzzle in each of two notations of {}: {one}, and {other}: write a file that says which, with puzzle = {:?} and its board",
            names[0], names[0]
        ));
    }
    let [one, other] = names;
    InputError::new(format!(
        "the text makes a puzzle of {one} and one of {other}: write a file that says which, with puzzle = {one:?} and its board"
    ))
}

/// Whether a line of a text is the key `puzzle`, which names the family of an instance file.
pub(crate) fn names_its_family(text: &str) -> bool {
    input::without_mark(text).lines().any(|line| {
        let line = line.trim_start().trim_start_matches(['"', '\'']);
        let rest = line.strip_prefix("puzzle").map(|rest| rest.trim_start_matches(['"', '\'']));
        let value = rest.and_then(|rest| rest.trim_start().strip_prefix('='));
        value.is_some_and(|value| !value.trim_start().starts_with(['[', '{', '(']))
    })
}

/// What is wrong with a text that no family reads; `None` if it is an instance file, at least in part.
pub(crate) fn unknown(families: &[Family], text: &str) -> Option<InputError> {
    if let Some(kind) = file_kind(text.as_bytes()) {
        return Some(kind.into());
    }
    if names_its_family(text) || text.len() > input::MAX_BYTES {
        return None;
    }
    if has_keys(text) {
        return toml::from_str::<toml::Table>(text).is_err().then(input::no_family);
    }
    let start: String = text.chars().take(LOOK).collect();
    let looks = Looks::of(&start);
    let notations = families.iter().flat_map(|family| {
        let examples = family.info.notations.iter().map(|notation| notation.example);
        let short = examples.filter(|example| example.len() <= EXAMPLE);
        short.map(move |example| (family.info.name, example))
    });
    // A family without notations of other programs has its files.
    let (family, example) = notations
        .min_by_key(|(_, example)| looks.distance(&Looks::of(example)))
        .or_else(|| families.first().map(|family| (family.info.name, family.info.template)))?;
    let sentence = match looks {
        Looks { letters: 0, digits: 0, signs: 0, .. } => &EMPTY,
        looks if looks.words => &PROSE,
        looks if looks.digits > 500 => &NUMBERS,
        looks if looks.letters > 500 => &LETTERS,
        _ => &DRAWING,
    };
    let reason = Reason::new(sentence).with("family", family);
    Some(reason.with("example", format!("{example:?}")).into())
}

/// Whether a text has keys, as an instance file.
fn has_keys(text: &str) -> bool {
    text.lines().any(|line| {
        let Some((key, value)) = line.split_once('=') else { return false };
        let key = key.trim();
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-\"'".contains(c));
        let value = value.trim();
        is_key
            && (value.starts_with(['"', '\'', '[', '{', '-', '+', 't', 'f']) || value.parse::<f64>().is_ok())
    })
}

/// What a text is made of, in thousandths of what is visible in it.
struct Looks {
    letters: usize,
    digits: usize,
    walls: usize,
    signs: usize,
    /// Whether it is made of words.
    words: bool,
    is_one_row: bool,
}

impl Looks {
    fn of(text: &str) -> Looks {
        let visible = text.chars().filter(|c| !c.is_whitespace()).count().max(1);
        let share = |is: fn(char) -> bool| {
            text.chars().filter(|&c| !c.is_whitespace() && is(c)).count() * 1000 / visible
        };
        let is_word = |word: &&str| {
            let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
            word.len() > 1 && word.chars().skip(1).all(char::is_lowercase)
        };
        let words = text.split_whitespace().filter(is_word).count();
        Looks {
            letters: share(char::is_alphabetic),
            digits: share(char::is_numeric),
            walls: share(|c| c == '#'),
            signs: share(|c| c != '#' && !c.is_alphanumeric()),
            words: words > 2 && 2 * words > text.split_whitespace().count(),
            is_one_row: text.trim().lines().count() < 2,
        }
    }

    fn distance(&self, other: &Looks) -> usize {
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
