//! Boards of tiles as they are copied around: rows of numbers, all numbers in a line, digits without anything between.

use tejun_core::kit::Pasted;
use tejun_core::{InputError, NotationInfo, Reason};

tejun_core::sentences! {
    AS_NUMBERS = "as-numbers", "tiles, rows of numbers", "タイル（数の行）", "数字华容道（逐行的数字）";
    AS_ID = "as-id",
        "tiles, an id of Simon Tatham's puzzles",
        "タイル（Simon Tatham のパズル集の ID）",
        "数字华容道（Simon Tatham 谜题集的编号）";
    AS_DIGITS = "as-digits",
        "tiles, digits with nothing between",
        "タイル（続けて書いた数字）",
        "数字华容道（连写的数字）";
    NO_RECTANGLE = "no-rectangle",
        "the board is no rectangle: make its rows equally long",
        "盤が長方形ではありません。行の長さをそろえてください",
        "棋盘不是长方形：请让各行等长";
    COLUMN = "column",
        "{cells} numbers, one in a line, are one column or a board of {side} rows: write its rows as lines",
        "一行に一つずつの {cells} 個の数は、一列とも {side} 行の盤とも読めます。盤の一行を一行に書いてください",
        "每行一个的 {cells} 个数字既可以是一列，也可以是 {side} 行的棋盘：请把棋盘的一行写成一行";
    NO_SQUARE = "no-square",
        "{cells} numbers in one line make no square board: write its rows as lines",
        "一行に並んだ {cells} 個の数は正方形の盤になりません。盤の一行を一行に書いてください",
        "一行中的 {cells} 个数字排不成正方形棋盘：请把棋盘的一行写成一行";
    OTHER_SIZE = "other-size",
        "the first line says {height} and {width}, and the numbers below are no such rows: make both fit",
        "最初の行は {height} と {width} ですが、下の数はその形の行ではありません。合わせてください",
        "第一行是 {height} 和 {width}，而下面的数字不是这样的行：请让两者一致";
    WHERE_GAP = "where-gap",
        "one number is missing, and it is not clear where: write 0 for the gap",
        "数が一つ足りず、場所が分かりません。空きマスに 0 を書いてください",
        "少了一个数字，但不清楚在哪里：请用 0 表示空格";
    LARGE = "large",
        "the board is too large: it has {cells} cells, the most is {most}",
        "盤が大きすぎます。{cells} マスありますが、{most} マスまでです",
        "棋盘太大：有 {cells} 格，最多 {most} 格";
    LACKS = "lacks-tile",
        "there is a tile {more} and no tile {lacks}: with the gap, the tiles are 1 to {most}",
        "{more} のタイルがあり、{lacks} がありません。空きマスのほかは 1 から {most} までです",
        "有方块 {more}，却没有 {lacks}：除空格外，方块应为 1 到 {most}";
    NO_TILE = "no-tile",
        "there is no tile {number}: tiles are numbered from 1 to {most}",
        "{number} のタイルはありません。番号は 1 から {most} までです",
        "没有方块 {number}：编号为 1 到 {most}";
}

/// Maximum number of cells.
pub(super) const CELLS: usize = 25;
/// The fewest cells that are written as digits with nothing between.
const DIGITS: usize = 6;
/// The characters of the tiles, from 1 on.
pub(super) const TILES: &str = "123456789abcdefghijklmno";

/// The notations, also the ones that positions are [written](write) in.
pub(super) static NOTATIONS: [NotationInfo; 3] = [
    NotationInfo::new("numbers", &AS_NUMBERS, "1 2 3\n4 0 5\n7 8 6", read_numbers),
    NotationInfo::new("id", &AS_ID, "3x3:1,2,3,4,0,5,7,8,6", read_id),
    NotationInfo::new("digits", &AS_DIGITS, "123405786", read_digits),
];

/// The number of a cell; `None` in the gap.
type Cell = Option<usize>;

/// What the gap is written as.
const GAPS: [&str; 15] = ["", "0", "_", ".", "x", "X", "-", "*", "__", "--", "b", "B", "None", "null", "␣"];

fn cell(word: &str) -> Option<Cell> {
    if GAPS.contains(&word) || word == "00" {
        return Some(None);
    }
    let is_number = word.chars().all(|c| c.is_ascii_digit());
    word.parse().ok().filter(|_| is_number).map(Some)
}

/// Takes rows of numbers, or all of them in a line, with the size before them or without.
fn read_numbers(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let mut words = pasted.words();
    let named = words.first().and_then(|row| named_size(row));
    if named.is_some() {
        words.remove(0);
    }
    let numbers = |row: &Vec<String>| row.iter().map(|word| cell(word)).collect::<Option<Vec<Cell>>>();
    let mut rows: Vec<Vec<Cell>> = words.iter().map(numbers).collect::<Option<_>>()?;
    let cells = |rows: &[Vec<Cell>]| rows.iter().map(Vec::len).sum::<usize>();
    let size = named.or_else(|| {
        let (first, rest) = rows.split_first()?;
        let size = match first[..] {
            [Some(side)] => (side, side),
            [Some(height), Some(width)] => (height, width),
            _ => return None,
        };
        let is_board = rows.iter().all(|row| row.len() == first.len()) && are_distinct(&rows);
        let lacks_gap = !rest.iter().flatten().any(Option::is_none);
        let count = size.0.checked_mul(size.1)?;
        let fits = cells(rest) == count || lacks_gap && cells(rest) + 1 == count;
        (!is_board && size.0 > 1 && size.1 > 1 && fits).then_some(size)
    });
    let mut lines = pasted.lines();
    lines.retain(|line| !line.trim().is_empty());
    if let (Some(_), None) = (size, named) {
        rows.remove(0);
    }
    if size.is_some() && !lines.is_empty() {
        lines.remove(0);
    }
    let count = cells(&rows);
    let seen = rows.iter().flatten().flatten().collect::<std::collections::BTreeSet<_>>().len();
    if count < 2 || count == seen + 1 && count < 3 && rows.len() < 2 || 2 * seen < count {
        return None;
    }
    let side = count.isqrt();
    let is_square = side * side == count && side > 1;
    let width = rows.iter().map(Vec::len).max()?;
    let is_rectangle = rows.iter().all(|row| row.len() == width);
    let reshape = |rows: Vec<Vec<Cell>>, width: usize| -> Vec<Vec<Cell>> {
        rows.concat().chunks(width).map(<[Cell]>::to_vec).collect()
    };
    let refused = |reason: Reason| Some(Err(InputError::new(reason)));
    if let Some((height, width)) = size {
        let other = || Reason::new(&OTHER_SIZE).with("height", height).with("width", width);
        if count + 1 == height * width {
            if rows.len() > 1 {
                return Some(fill(rows, &lines).and_then(|rows| file(&rows)));
            }
            return refused(Reason::new(&WHERE_GAP));
        }
        return Some(
            if is_rectangle && [(height, width), (width, height)].contains(&(rows.len(), rows[0].len())) {
                file(&rows)
            } else if height == width && count == height * width {
                file(&reshape(rows, width))
            } else {
                Err(InputError::new(other()))
            },
        );
    }
    let is_column = rows.len() > 1 && width == 1;
    if is_column {
        // More than there are tiles: digits of rows, perhaps.
        if rows.iter().flatten().flatten().any(|&number| number > TILES.len()) {
            return None;
        }
        if is_square {
            return refused(Reason::new(&COLUMN).with("cells", count).with("side", side));
        }
    }
    if rows.len() == 1 {
        let whole =
            |cells: usize| seen + 1 == cells && rows[0].iter().flatten().all(|&number| number < cells);
        if is_square {
            return Some(file(&reshape(rows, side)));
        }
        if whole(count + 1) && (count + 1).isqrt().pow(2) == count + 1 {
            return refused(Reason::new(&WHERE_GAP));
        }
        return whole(count).then(|| Err(InputError::new(Reason::new(&NO_SQUARE).with("cells", count))));
    }
    Some(if is_rectangle { file(&rows) } else { fill(rows, &lines).and_then(|rows| file(&rows)) })
}

/// The size that the first row says, as in `3x3`.
fn named_size(row: &[String]) -> Option<(usize, usize)> {
    let [word] = row else { return None };
    let (height, width) = word.split_once(['x', 'X', '×', '*'])?;
    let side = |side: &str| side.parse().ok().filter(|side| (1..=1000).contains(side));
    Some((side(height)?, side(width)?))
}

fn are_distinct(rows: &[Vec<Cell>]) -> bool {
    let mut cells: Vec<Cell> = rows.concat();
    cells.sort_unstable();
    cells.windows(2).all(|pair| pair[0] != pair[1])
}

/// Puts the gap where nothing is written for it.
///
/// # Errors
/// If the rows would be no rectangle, or nothing tells where it is.
fn fill(mut rows: Vec<Vec<Cell>>, lines: &[String]) -> Result<Vec<Vec<Cell>>, InputError> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut short = (0..rows.len()).filter(|&row| rows[row].len() < width);
    let (Some(row), None) = (short.next(), short.next()) else {
        return Err(Reason::new(&NO_RECTANGLE).into());
    };
    if rows[row].len() + 1 != width || rows.iter().flatten().any(Option::is_none) {
        return Err(Reason::new(&NO_RECTANGLE).into());
    }
    // Without all tiles, what is missing may be one of them.
    let count = rows.iter().map(Vec::len).sum::<usize>();
    if !are_distinct(&rows) || rows.iter().flatten().flatten().any(|&number| number > count) {
        return Err(Reason::new(&NO_RECTANGLE).into());
    }
    let place = if lines.len() == rows.len() { missing(lines, row, width) } else { None };
    let Some(place) = place else { return Err(Reason::new(&WHERE_GAP).into()) };
    rows[row].insert(place, None);
    Ok(rows)
}

/// Where a row of so many words lacks one: by the columns of the others, else at the end of the last.
fn missing(lines: &[String], row: usize, width: usize) -> Option<usize> {
    let spans = |line: &String| {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        for (at, _) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            match spans.last_mut() {
                Some((_, end)) if *end + 1 == at => *end = at,
                _ => spans.push((at, at)),
            }
        }
        spans
    };
    let whole: Vec<Vec<(usize, usize)>> =
        lines.iter().map(spans).filter(|spans| spans.len() == width).collect();
    let own = spans(&lines[row]);
    for by_end in [true, false] {
        let columns = |spans: &Vec<(usize, usize)>| {
            spans.iter().map(|&(start, end)| if by_end { end } else { start }).collect::<Vec<usize>>()
        };
        let Some(all) = whole.first().map(columns) else { continue };
        if whole.iter().all(|spans| columns(spans) == all) {
            let own = columns(&own);
            let mut free = (0..width).filter(|&column| !own.contains(&all[column]));
            if let (Some(free), None) = (free.next(), free.next()) {
                return Some(free);
            }
        }
    }
    // At the end of a board the gap is often left out.
    let is_plain = !lines[row].starts_with(' ') && !lines[row].trim().contains("  ");
    (is_plain && row + 1 == lines.len()).then_some(width - 1)
}

/// Takes an id: columns, `x`, rows, a colon, and the numbers.
fn read_id(text: &str) -> Option<Result<String, InputError>> {
    let (size, numbers) = text.trim().split_once(':')?;
    let (width, height) = named_size(&[size.to_owned()])?;
    let cells: Vec<Cell> = numbers.split(',').map(|word| cell(word.trim())).collect::<Option<_>>()?;
    let has_gap = cells.iter().any(Option::is_none);
    if !has_gap || cells.len() != width * height {
        let reason = Reason::new(&OTHER_SIZE).with("height", height).with("width", width);
        return Some(Err(reason.into()));
    }
    Some(file(&cells.chunks(width).map(<[Cell]>::to_vec).collect::<Vec<_>>()))
}

/// Takes digits, and letters from a on for tiles from 10 on, in rows or in one word; each tile must be there, and the gap.
fn read_digits(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let is_gap = |c: char| " 0._-xX*".contains(c);
    let is_cell = |c: char| is_gap(c) || TILES.contains(c.to_ascii_lowercase());
    let mut rows = match pasted.word().filter(|word| word.chars().all(is_cell)) {
        Some(word) => {
            let word: Vec<char> = word.chars().collect();
            let side = word.len().isqrt();
            if side < 3 || side * side != word.len() {
                return None;
            }
            word.chunks(side).map(<[char]>::to_vec).collect()
        }
        None => pasted.filled()?,
    };
    // So few may be any numbers.
    if rows.len() * rows[0].len() < DIGITS {
        return None;
    }
    if rows.len() < 2 || rows[0].len() < 2 || rows.len() * rows[0].len() > CELLS {
        return None;
    }
    for c in rows.iter_mut().flatten() {
        *c = if is_gap(*c) { '.' } else { c.to_ascii_lowercase() };
    }
    let mut drawn = rows.concat();
    drawn.sort_unstable();
    let mut all: Vec<char> = TILES.chars().take(drawn.len() - 1).chain(['.']).collect();
    all.sort_unstable();
    (drawn == all).then(|| Ok(toml_of(&rows)))
}

/// The text of an instance file.
///
/// # Errors
/// If there are more cells than any board has, or a number that no tile has.
fn file(rows: &[Vec<Cell>]) -> Result<String, InputError> {
    let cells = rows.iter().map(Vec::len).sum::<usize>();
    if cells > CELLS {
        return Err(Reason::new(&LARGE).with("cells", cells).with("most", CELLS).into());
    }
    // Other tiles than 1, 2, 3 and so on are hardly meant.
    let given: std::collections::BTreeSet<usize> = rows.iter().flatten().flatten().copied().collect();
    let lacks = (1..cells).find(|number| !given.contains(number));
    if let (Some(lacks), Some(&more)) = (lacks, given.last())
        && given.len() + 1 == cells
        && more <= TILES.len()
    {
        return Err(Reason::new(&LACKS)
            .with("lacks", lacks)
            .with("more", more)
            .with("most", cells - 1)
            .into());
    }
    let mut drawn = Vec::new();
    for (row, numbers) in rows.iter().enumerate() {
        let mut line = Vec::new();
        for (column, &number) in numbers.iter().enumerate() {
            let tile = number.map_or(Some('.'), |number| TILES.chars().nth(number.checked_sub(1)?));
            let reason =
                || Reason::new(&NO_TILE).with("number", number.unwrap_or(0)).with("most", TILES.len());
            line.push(tile.ok_or_else(|| InputError::at(row, column, reason()))?);
        }
        drawn.push(line);
    }
    Ok(toml_of(&drawn))
}

fn toml_of(rows: &[Vec<char>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("puzzle = 'sliding-tiles'\nboard = '''\n{}'''\n", rows.join("\n"))
}

/// Writes rows of numbers, 0 the gap, in each of the notations; why not, where it cannot say it.
pub(super) fn write(rows: &[Vec<usize>], is_in_order: bool) -> [Result<String, InputError>; 3] {
    let (height, width) = (rows.len(), rows[0].len());
    let cells = height * width;
    let words =
        |row: &[usize], between: &str| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
    let differs = |what: &str| InputError::new(format!("rows of numbers cannot say this: {what}"));
    if !is_in_order {
        let goal = || Err(differs("its goal is not the tiles in order with the gap last"));
        return [goal(), goal(), goal()];
    }
    let is_column = width == 1 && cells.isqrt().pow(2) != cells;
    let numbers = if height > 1 && width > 1 || is_column {
        Ok(rows.iter().map(|row| words(row, " ")).collect::<Vec<_>>().join("\n"))
    } else {
        Err(differs("its cells are in one line: write it as id"))
    };
    let are_all = (0..cells).all(|number| rows.iter().flatten().any(|&tile| tile == number));
    let digit = |&tile: &usize| format!("0{TILES}").chars().nth(tile).unwrap_or('0');
    let digits = if are_all && height == width && width > 2 {
        Ok(rows.iter().flatten().map(digit).collect())
    } else {
        Err(differs("digits with nothing between are read as square boards of all tiles from 1 on"))
    };
    [numbers, Ok(format!("{width}x{height}:{}", words(&rows.concat(), ","))), digits]
}
