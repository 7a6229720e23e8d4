//! Maps as drawn: parsing, with a message for everything that can be wrong.

use super::faults::{
    BORDER, LARGE, LONG_ROW, NO_START, SECOND, SHORT_ROW, SMALL, STRANGE, TIME, UNREACHED, WALLED_IN,
};
use tejun_core::{InputError, Reason, grid, input::quoted};

/// The contest's longest time limit.
pub const MAX_TIME: u32 = 1000;
/// Maximum width and height of a map, border included.
pub const MAX_SIDE: usize = 128;

/// How an enemy chooses its way at an intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Towards Pac-Man, vertically first.
    V,
    /// Towards Pac-Man, horizontally first.
    H,
    /// Tries left, then forward, then right.
    L,
    /// Tries right, then forward, then left.
    R,
    /// Alternates between L and R.
    J,
}

impl Kind {
    /// Every kind, in the order of the contest's rules.
    pub const ALL: [Kind; 5] = [Kind::V, Kind::H, Kind::L, Kind::R, Kind::J];

    /// Its letter on a map.
    pub fn letter(self) -> char {
        match self {
            Kind::V => 'V',
            Kind::H => 'H',
            Kind::L => 'L',
            Kind::R => 'R',
            Kind::J => 'J',
        }
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Whether it looks at where Pac-Man is. The others take the same way in every play.
    pub fn chases(self) -> bool {
        matches!(self, Kind::V | Kind::H)
    }
}

/// A valid map: rectangular, walled in, with one Pac-Man, reachable dots and enemies that can move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    time: u32,
    width: usize,
    rows: Vec<Vec<u8>>,
}

/// The four directions, in the order in which an enemy tries them on its first move: down, left, up, right.
/// The next one is a right turn, the previous one a left turn, two away is the reverse.
pub const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (-1, 0), (0, -1), (1, 0)];

impl Map {
    /// Parses the contest's text format: `T`, then `W H`, then the rows.
    ///
    /// # Errors
    ///
    /// The first mistake, with its row and column: on the board, or in the text if it is in the first two
    /// lines.
    pub fn parse(text: &str) -> Result<Map, InputError> {
        let mut lines = text.lines().map(|line| line.trim_end_matches('\r'));
        let head = |row, column: usize, problem: String| InputError::at(row, column - 1, problem);

        let first = lines.next().unwrap_or("");
        let (column, word) = words(first).next().unwrap_or((1, ""));
        let time = whole(word).ok_or_else(|| {
            head(
                0,
                column,
                format!("{} is not a number; the time limit, 1 to {MAX_TIME}, goes here", quoted(word)),
            )
        })?;
        if let Some((column, word)) = words(first).nth(1) {
            return Err(head(
                0,
                column,
                format!("{} after the time limit; that line holds nothing else", quoted(word)),
            ));
        }
        if !(1..=MAX_TIME).contains(&time) {
            let time = Reason::new(&TIME).with("time", word).with("most", MAX_TIME);
            return Err(InputError::at(0, column - 1, time));
        }

        let second = lines.next().unwrap_or("");
        let mut sides = [(1, 0); 2];
        let mut found = words(second);
        for (side, what) in sides.iter_mut().zip(["width", "height"]) {
            let (column, word) = found.next().unwrap_or((second.len() + 1, ""));
            let value = whole(word).ok_or_else(|| {
                head(
                    1,
                    column,
                    format!("{} is not a number; the {what}, 3 to {MAX_SIDE}, goes here", quoted(word)),
                )
            })?;
            let value = value as usize;
            if !(3..=MAX_SIDE).contains(&value) {
                return Err(head(1, column, format!("the {what} is {word}; it may be 3 to {MAX_SIDE}")));
            }
            *side = (column, value);
        }
        if let Some((column, word)) = found.next() {
            return Err(head(
                1,
                column,
                format!("{} after the height; only width and height go here", quoted(word)),
            ));
        }
        let [(_, width), (_, height)] = sides;

        let mut rows: Vec<&str> = lines.collect();
        // Blank lines after the map are not rows.
        while rows.len() > height && rows.last().is_some_and(|row| row.trim().is_empty()) {
            rows.pop();
        }
        if rows.len() != height {
            let problem = format!(
                "the map has {} rows, but its second line says {height}: make them agree",
                rows.len()
            );
            return Err(InputError::at(rows.len().min(height), 0, problem));
        }
        for (index, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            if length != width {
                let problem =
                    format!("the row has {length} cells, but the second line says {width}: make them agree");
                return Err(InputError::at(index, length.min(width), problem));
            }
        }
        Map::from_rows(time, &rows)
    }

    /// Makes a map from its rows.
    ///
    /// # Errors
    ///
    /// The first mistake on the board, in reading order. A time limit out of range has no position.
    pub fn from_rows(time: u32, rows: &[&str]) -> Result<Map, InputError> {
        if !(1..=MAX_TIME).contains(&time) {
            return Err(Reason::new(&TIME).with("time", time).with("most", MAX_TIME).into());
        }
        let error = |row: usize, column: usize, reason: Reason| Err(InputError::at(row, column, reason));
        let height = rows.len();
        let width = rows.first().map_or(0, |row| row.chars().count());
        if height < 3 || width < 3 {
            return error(0, 0, Reason::new(&SMALL).with("width", width).with("height", height));
        }
        if height > MAX_SIDE || width > MAX_SIDE {
            let (row, column) = if height > MAX_SIDE { (MAX_SIDE, 0) } else { (0, MAX_SIDE) };
            let size = Reason::new(&LARGE).with("width", width).with("height", height);
            return error(row, column, size.with("most", MAX_SIDE));
        }

        let mut cells: Vec<Vec<u8>> = Vec::with_capacity(height);
        let mut start = None;
        for (y, row) in rows.iter().enumerate() {
            let mut line = Vec::with_capacity(width);
            for (x, character) in row.chars().enumerate() {
                if x == width {
                    return error(y, x, Reason::new(&LONG_ROW).with("width", width));
                }
                let drawn = |sentence| Reason::new(sentence).with("c", format!("{character:?}"));
                match character {
                    '#' | ' ' | '.' => {}
                    '@' if start.is_some() => {
                        return error(y, x, Reason::new(&SECOND));
                    }
                    '@' => start = Some((y, x)),
                    _ if Kind::from_letter(character).is_some() => {}
                    _ => return error(y, x, drawn(&STRANGE)),
                }
                let border = y == 0 || x == 0 || y == height - 1 || x == width - 1;
                if border && character != '#' {
                    return error(y, x, drawn(&BORDER));
                }
                line.push(character as u8);
            }
            if line.len() != width {
                return error(y, line.len(), Reason::new(&SHORT_ROW).with("width", width));
            }
            cells.push(line);
        }
        let Some(start) = start else {
            return error(height - 1, width - 1, Reason::new(&NO_START));
        };

        let map = Map { time, width, rows: cells };
        let reached = map.reachable_from(start);
        for (y, row) in map.rows.iter().enumerate() {
            for (x, &character) in row.iter().enumerate() {
                if character == b'.' && !reached[y * width + x] {
                    return error(y, x, Reason::new(&UNREACHED));
                }
                let is_enemy = Kind::from_letter(character as char).is_some();
                if is_enemy && !DIRECTIONS.iter().any(|&way| map.open_towards(x, y, way)) {
                    return error(y, x, Reason::new(&WALLED_IN).with("letter", character as char));
                }
            }
        }
        Ok(map)
    }

    /// The time limit.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Number of columns, border included.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows, border included.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The character at column `x` and row `y`, both counted from 0.
    pub fn at(&self, x: usize, y: usize) -> u8 {
        self.rows[y][x]
    }

    /// The map in the contest's text format, which [`Map::parse`] reads.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{} {}\n", self.time, self.width, self.height());
        for row in &self.rows {
            text.extend(row.iter().map(|&character| character as char));
            text.push('\n');
        }
        text
    }

    /// The instance file of the map, in normal form.
    pub fn file(&self) -> String {
        let text = self.text();
        let rows = text.lines().skip(2).collect::<Vec<_>>().join("\n");
        format!("puzzle = \"pacman\"\ntime = {}\nboard = '''\n{rows}'''\n", self.time)
    }

    fn open_towards(&self, x: usize, y: usize, (dx, dy): (isize, isize)) -> bool {
        // Only called inside the border, so neither sum leaves the map.
        self.rows[y.wrapping_add_signed(dy)][x.wrapping_add_signed(dx)] != b'#'
    }

    /// For each cell in reading order, whether it can be reached from this one.
    fn reachable_from(&self, (y, x): (usize, usize)) -> Vec<bool> {
        let width = self.width;
        grid::reached(y * width + x, self.height() * width, |cell| {
            let (x, y) = (cell % width, cell / width);
            let open = DIRECTIONS.into_iter().filter(move |&way| self.open_towards(x, y, way));
            open.map(move |(dx, dy)| y.wrapping_add_signed(dy) * width + x.wrapping_add_signed(dx))
        })
    }
}

/// Parses a whole number. Numbers too large become `u32::MAX`. Words too long to quote in a message are
/// rejected.
fn whole(word: &str) -> Option<u32> {
    let digits = (1..=100).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u32::MAX))
}

/// The words of a line, each with the column, counted from 1, where it starts.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| {
        let offset = word.as_ptr() as usize - line.as_ptr() as usize;
        (line[..offset].chars().count() + 1, word)
    })
}
