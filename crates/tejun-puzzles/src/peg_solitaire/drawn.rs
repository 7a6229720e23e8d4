//! Boards of pegs as they are copied around: drawn with one sign for pegs and one for holes.

use tejun_core::kit::{Board, Pasted};
use tejun_core::{InputError, NotationInfo, Reason};

tejun_core::sentences! {
    AS_PEGS = "as-pegs", "pegs, a drawn board", "ペグの盤（絵）", "孔明棋（画出的棋盘）";
    ONE_SIGN = "one-sign",
        "all is drawn with {sign}, which may be pegs or holes: draw pegs as o, empty holes as . and # where there is no hole",
        "どれも {sign} で、ペグか空いた穴か分かりません。ペグを o、空いた穴を .、穴のない所を # で描いてください",
        "全都是 {sign}，不知道是棋子还是空位：请用 o 画棋子，用 . 画空位，没有孔的地方画 #";
    WHICH_SIGN = "which-sign",
        "it is not clear which of {signs} are pegs: draw pegs as o, empty holes as . and # where there is no hole",
        "{signs} のどれがペグか分かりません。ペグを o、空いた穴を .、穴のない所を # で描いてください",
        "不清楚 {signs} 中哪个是棋子：请用 o 画棋子，用 . 画空位，没有孔的地方画 #";
    CORNERS = "corners",
        "the corners are drawn with {sign}, which may be empty holes or no holes: draw empty holes as . and # where there is no hole",
        "四隅の {sign} が空いた穴か、穴のない所か分かりません。空いた穴を .、穴のない所を # で描いてください",
        "四角的 {sign} 可能是空位，也可能没有孔：请用 . 画空位，没有孔的地方画 #";
    MATRIX = "matrix",
        "rows of 0 and 1 may be pegs, or a matrix of an exact cover, which is not read: draw pegs as o and empty holes as .",
        "0 と 1 の行は、ペグの盤とも完全被覆の行列とも読めます。行列は読めません。ペグなら o、空いた穴を . で描いてください",
        "0 和 1 的行可能是孔明棋，也可能是精确覆盖的矩阵，后者不能读取：请用 o 画棋子，用 . 画空位";
}

/// The notation, which positions are [written](write) in, too.
pub(super) static NOTATIONS: [NotationInfo; 1] =
    [NotationInfo::new("pegs", &AS_PEGS, "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo", read)];

/// What pegs are drawn with.
const PEGS: &str = "oOXx1*●";
/// What empty holes are drawn with.
const HOLES: &str = ".0_-·○";
/// What else is drawn where there is no hole.
const OUTSIDE: &str = "29";
/// Maximum number of squares in a drawing.
const MOST: usize = 1000;

fn read(text: &str) -> Option<Result<String, InputError>> {
    let pasted = Pasted::of(text)?;
    let rows = pasted.filled().or_else(|| of_numbers(&pasted))?;
    let (height, width) = (rows.len(), rows[0].len());
    if height < 2 || width < 2 || !(4..=MOST).contains(&(height * width)) {
        return None;
    }
    let cells = rows.concat();
    let mut signs: Vec<char> = Vec::new();
    for &c in cells.iter().filter(|c| !" #".contains(**c)) {
        if !signs.contains(&c) {
            signs.push(c);
        }
    }
    let is_known = |c: &char| PEGS.contains(*c) || HOLES.contains(*c) || OUTSIDE.contains(*c);
    if !signs.iter().all(is_known) || signs.is_empty() || signs.len() > 3 {
        return None;
    }
    // Levels of Sokoban without a man are not meant.
    let has_walls = cells.contains(&'#');
    if has_walls && (signs.len() != 2 || !signs.iter().all(|c| "oOX1.0".contains(*c))) {
        return None;
    }
    let quoted = |signs: &[char]| signs.iter().map(|c| format!("{c:?}")).collect::<Vec<_>>().join(", ");
    let refused = |reason: Reason| Some(Err(reason.into()));
    // The corners of a cross are no holes.
    let corners = [cells[0], cells[width - 1], cells[cells.len() - width], cells[cells.len() - 1]];
    let at_corners = corners.iter().all(|c| *c == corners[0]).then_some(corners[0]);
    let is_outside = |c: char| " #".contains(c) || signs.len() == 3 && at_corners == Some(c);
    let used: Vec<char> = signs.iter().copied().filter(|&c| !is_outside(c)).collect();
    let is_whole = !cells.iter().any(|&c| is_outside(c));
    let (peg, hole) = match used[..] {
        [one] => {
            let is_drawn = cells.contains(&' ') || signs.len() > 1;
            return is_drawn.then(|| Err(Reason::new(&ONE_SIGN).with("sign", quoted(&[one])).into()));
        }
        [one, other] if PEGS.contains(one) && HOLES.contains(other) => (one, other),
        [one, other] if PEGS.contains(other) && HOLES.contains(one) => (other, one),
        [one, other] if "oOXx●○".contains(one) && "oOXx●○".contains(other) => {
            return refused(Reason::new(&WHICH_SIGN).with("signs", quoted(&used)));
        }
        _ => return None,
    };
    if is_whole && at_corners == Some(hole) {
        return refused(Reason::new(&CORNERS).with("sign", quoted(&[hole])));
    }
    let holes = cells.iter().filter(|c| **c == hole).count();
    if is_whole && peg == '1' && hole == '0' && holes > 1 {
        return refused(Reason::new(&MATRIX));
    }
    let drawn = |c: char| match c {
        c if c == peg => 'o',
        c if c == hole => '.',
        _ => '#',
    };
    let counts = || rows.iter().map(|row| row.iter().filter(|c| !is_outside(**c)).count());
    let is_triangle = height > 2 && (counts().eq(1..=height) || counts().rev().eq(1..=height));
    let lines: Vec<String> = if is_triangle && !has_walls {
        // The spaces before its rows tell of what lines it is.
        let row = |row: &Vec<char>| {
            row.iter().map(|&c| if is_outside(c) { ' ' } else { drawn(c) }).collect::<String>()
        };
        rows.iter().map(|cells| row(cells).trim_end().to_owned()).collect()
    } else {
        cropped(rows.iter().map(|row| row.iter().map(|&c| drawn(c)).collect()).collect())
    };
    Some(Ok(format!("puzzle = 'peg-solitaire'\nboard = '''\n{}'''\n", lines.join("\n"))))
}

/// Rows of 0 and 1, where -1 is no hole.
fn of_numbers(pasted: &Pasted) -> Option<Vec<Vec<char>>> {
    let sign = |word: &String| match &word[..] {
        "-1" | "" => Some('#'),
        "0" => Some('.'),
        "1" => Some('o'),
        _ => None,
    };
    let row = |row: &Vec<String>| row.iter().map(sign).collect::<Option<Vec<char>>>();
    let rows: Vec<Vec<char>> = pasted.words().iter().map(row).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    (width > 0 && rows.iter().all(|row| row.len() == width)).then_some(rows)
}

/// The rows without a margin that has no holes.
fn cropped(mut rows: Vec<Vec<char>>) -> Vec<String> {
    let has_holes = |row: &Vec<char>| row.iter().any(|&c| c != '#');
    let first = rows.iter().position(has_holes).unwrap_or(0);
    let last = rows.iter().rposition(has_holes).unwrap_or(0);
    rows = rows.drain(first..=last).collect();
    let left = rows.iter().filter_map(|row| row.iter().position(|&c| c != '#')).min().unwrap_or(0);
    let right = rows.iter().filter_map(|row| row.iter().rposition(|&c| c != '#')).max().unwrap_or(0);
    rows.iter().map(|row| row[left..=right].iter().collect()).collect()
}

/// Draws a board with the pegs on these holes.
///
/// # Errors
/// If the goal is another than one peg anywhere, pegs jump along other lines, or the drawing could mean something else.
pub(super) fn write(board: &Board, pegs: u64, is_any_goal: bool) -> Result<String, InputError> {
    let differs = |what: &str| Err(InputError::new(format!("a drawn board cannot say this: {what}")));
    if !is_any_goal {
        return differs(
            "its goal is not one peg anywhere, or pegs jump along other lines than rows and columns",
        );
    }
    let mut rows = board.rows('#', |hole| if pegs >> hole & 1 == 1 { 'o' } else { '.' });
    let (height, width) = board.size();
    if height < 2 || width < 2 {
        return differs("it has one row or one column");
    }
    let ends = |row: &String| row.starts_with('.') && row.ends_with('.');
    if rows.concat().contains('#') || ends(&rows[0]) && ends(&rows[height - 1]) {
        let margin = "#".repeat(width + 2);
        rows = rows.iter().map(|row| format!("#{row}#")).collect();
        rows.insert(0, margin.clone());
        rows.push(margin);
    }
    let text = rows.join("\n");
    let same = |text: &str| {
        text.split("'''\n").nth(1).is_some_and(|back| {
            let back = back.trim_end().trim_end_matches("'''");
            back.lines().eq(board.rows('#', |hole| if pegs >> hole & 1 == 1 { 'o' } else { '.' }))
        })
    };
    match read(&text) {
        Some(Ok(back)) if same(&back) => Ok(text),
        _ => differs(
            "draw pegs and holes, each at least once, and no row or column without a hole at the edge",
        ),
    }
}
