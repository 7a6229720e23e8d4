//! Boards drawn in text.

use std::ops::Range;

use crate::bits::{SYMMETRIES, turned};
use crate::vocabulary::cell::{Cell, CellId, Mark};
use crate::vocabulary::direction::Direction;
use crate::vocabulary::input::{InputError, Keys, ragged_rows};
use crate::vocabulary::scene::Scene;
use crate::vocabulary::sentence::{Reason, sentences};

sentences! {
    OTHER_CELLS = "other-cells",
        "a cell here and none on the board, or the other way round: draw both with the same cells",
        "ここは盤と目標の一方にしかマスがありません。どちらにも同じマスを描いてください",
        "此处棋盘和目标只有一个有格子：请让两者的格子相同";
    STRANGE = "strange-character",
        "{c} does not belong on a board: draw it with {known}",
        "{c} は盤に使えません。使える文字は {known} です",
        "棋盘上不能用 {c}：可用的字符是 {known}";
    NO_CELL = "no-cell", "the board has no cell", "盤にマスがありません", "棋盘上没有格子";
    MOST_CELLS = "board-size",
        "the board is too large: it has {cells} cells, the most is {most}",
        "盤が大きすぎます。{cells} マスありますが、{most} マスまでです",
        "棋盘太大：有 {cells} 格，最多 {most} 格";
    MISSING = "missing",
        "there is no {what}: draw {known}",
        "盤に {either} がありません。描き入れてください",
        "棋盘上没有 {either}：请画上";
    SECOND = "second",
        "a second {what}: there is only one",
        "{either} の二つ目です。一つだけにしてください",
        "这是第二个 {either}：只能有一个";
}

/// The characters, each in quotes, with `between` between them.
fn listed<const N: usize>(characters: [&str; N], between: &str) -> String {
    let quoted: Vec<String> =
        characters.iter().flat_map(|all| all.chars()).map(|c| format!("{c:?}")).collect();
    quoted.join(between)
}

/// A board drawn in text. Each character that is not outside is a cell; cells are numbered in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Row and column of each cell, ascending.
    places: Vec<(usize, usize)>,
    /// The character of each cell.
    drawn: Vec<char>,
}

impl Board {
    /// The ways up, down, left and right, as rows down and columns right.
    pub const SIDES: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

    /// Takes the board of a key, drawn with the characters `cells`. The characters `outside`, spaces, and
    /// whatever lies beyond the end of a row, are no cells, unless `cells` has the space.
    ///
    /// # Errors
    /// If the key is missing, or the board is empty or drawn with other characters.
    pub fn read(keys: &mut Keys, key: &'static str, cells: &str, outside: &str) -> Result<Board, InputError> {
        let text: String = keys.need(key)?;
        Self::parse(&text, cells, outside).map_err(|error| error.in_board(key))
    }

    /// Takes a second drawing of the same board, such as its goal, if the key is there.
    ///
    /// # Errors
    /// As for [`Board::read`], and if its cells are not those of this board.
    pub fn read_again(
        &self,
        keys: &mut Keys,
        key: &'static str,
        cells: &str,
        outside: &str,
    ) -> Result<Option<Board>, InputError> {
        let Some(text) = keys.take::<String>(key)? else { return Ok(None) };
        let again = Self::parse(&text, cells, outside).and_then(|again| {
            let lacks = |board: &Board, &(row, column): &(usize, usize)| board.at(row, column).is_none();
            let missing = self.places.iter().find(|place| lacks(&again, place));
            match missing.or_else(|| again.places.iter().find(|place| lacks(self, place))) {
                None => Ok(again),
                Some(&(row, column)) => Err(InputError::at(row, column, Reason::new(&OTHER_CELLS))),
            }
        });
        again.map(Some).map_err(|error| error.in_board(key))
    }

    /// Reads a drawn board; the arguments are those of [`Board::read`].
    ///
    /// # Errors
    /// If it is empty or drawn with other characters.
    pub fn parse(text: &str, cells: &str, outside: &str) -> Result<Board, InputError> {
        let rows = ragged_rows(text)?;
        let mut board =
            Board { rows: rows.len(), columns: rows[0].len(), places: Vec::new(), drawn: Vec::new() };
        for (row, line) in rows.iter().enumerate() {
            for (column, &character) in line.iter().enumerate() {
                if cells.contains(character) {
                    board.places.push((row, column));
                    board.drawn.push(character);
                } else if character != ' ' && !outside.contains(character) {
                    let strange = Reason::new(&STRANGE).with("known", listed([cells, outside], ", "));
                    return Err(InputError::at(row, column, strange.with("c", format!("{character:?}"))));
                }
            }
        }
        if board.places.is_empty() {
            return Err(Reason::new(&NO_CELL).into());
        }
        Ok(board)
    }

    /// The board, if it has at most this many cells.
    ///
    /// # Errors
    /// If it has more.
    pub fn at_most(self, most: usize) -> Result<Board, InputError> {
        let cells = self.len();
        if cells > most {
            return Err(Reason::new(&MOST_CELLS).with("cells", cells).with("most", most).into());
        }
        Ok(self)
    }

    /// The cells that can be reached from one of them, step by step, as a board of their own.
    ///
    /// # Errors
    /// If one lies at the edge of the drawing, so that they are not closed in; the error is the first of them.
    pub fn room(&self, from: CellId) -> Result<Board, CellId> {
        let mut inside = vec![false; self.len()];
        let mut found = vec![from];
        while let Some(cell) = found.pop() {
            inside[cell] = true;
            let beside = Direction::ALL.into_iter().filter_map(|direction| self.beside(cell, direction));
            found.extend(beside.filter(|&cell| !inside[cell]));
        }
        let reached = || self.cells().filter(|&cell| inside[cell]);
        let is_at_edge = |&cell: &CellId| {
            let (row, column) = self.places[cell];
            row == 0 || row + 1 == self.rows || column == 0 || column + 1 == self.columns
        };
        if let Some(open) = reached().find(is_at_edge) {
            return Err(open);
        }
        let (places, drawn) = reached().map(|cell| (self.places[cell], self.drawn[cell])).unzip();
        Ok(Board { places, drawn, ..*self })
    }

    /// The same board drawn with these characters, one for each cell.
    ///
    /// # Panics
    /// Panics if there are not as many as cells.
    #[must_use]
    pub fn redrawn(&self, characters: Vec<char>) -> Board {
        assert_eq!(characters.len(), self.len(), "a cell has one character");
        Board { drawn: characters, ..self.clone() }
    }

    /// The rows of the drawing, with a character for each cell and one for what is no cell.
    pub fn rows(&self, outside: char, sign: impl Fn(CellId) -> char) -> Vec<String> {
        let sign = |row, column| self.at(row, column).map_or(outside, &sign);
        (0..self.rows).map(|row| (0..self.columns).map(|column| sign(row, column)).collect()).collect()
    }

    /// Rows and columns of the drawing.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Number of cells, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a board has a cell")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// All cells.
    pub fn cells(&self) -> Range<CellId> {
        0..self.len()
    }

    /// The cells drawn with one of these characters, ascending.
    pub fn drawn(&self, characters: &str) -> impl Iterator<Item = CellId> {
        self.cells().filter(move |&cell| characters.contains(self.drawn[cell]))
    }

    /// The only cell drawn with one of these characters; `what` is the word for what is there.
    ///
    /// # Errors
    /// If there is none, or a second.
    pub fn only(&self, characters: &str, what: &str) -> Result<CellId, InputError> {
        let mut drawn = self.drawn(characters);
        // The word is English. Other languages name the characters.
        let one = |sentence| Reason::new(sentence).with("either", listed([characters], " / "));
        let Some(cell) = drawn.next() else {
            let known = listed([characters], " or ");
            return Err(one(&MISSING).with("what", what).with("known", known).into());
        };
        drawn.next().map_or(Ok(cell), |second| {
            let (row, column) = self.place(second);
            Err(InputError::at(row, column, one(&SECOND).with("what", what)))
        })
    }

    /// The character of a cell.
    pub fn character(&self, cell: CellId) -> char {
        self.drawn[cell]
    }

    /// Row and column of a cell, counted from 0.
    pub fn place(&self, cell: CellId) -> (usize, usize) {
        self.places[cell]
    }

    /// The cell at a row and a column.
    pub fn at(&self, row: usize, column: usize) -> Option<CellId> {
        self.places.binary_search(&(row, column)).ok()
    }

    /// The next cell in a direction.
    pub fn beside(&self, cell: CellId, direction: Direction) -> Option<CellId> {
        let (row, column) = self.places[cell];
        match direction {
            Direction::Up => self.at(row.checked_sub(1)?, column),
            Direction::Down => self.at(row + 1, column),
            Direction::Left => self.at(row, column.checked_sub(1)?),
            Direction::Right => self.at(row, column + 1),
        }
    }

    /// Every straight run of `N` cells, in each of these ways: so many rows down and columns right from one to the next.
    pub fn runs<const N: usize>(&self, ways: &[(isize, isize)]) -> impl Iterator<Item = [CellId; N]> {
        let run = |cell: CellId, (down, right): (isize, isize)| {
            let mut run = [cell; N];
            for at in 1..N {
                let (row, column) = self.places[run[at - 1]];
                run[at] = self.at(row.checked_add_signed(down)?, column.checked_add_signed(right)?)?;
            }
            Some(run)
        };
        self.cells().flat_map(move |cell| ways.iter().filter_map(move |&way| run(cell, way)))
    }

    /// The same board with its cells at these rows and columns.
    ///
    /// # Panics
    /// Panics if they do not ascend, or are not as many as cells.
    #[must_use]
    pub fn moved(&self, places: Vec<(usize, usize)>) -> Board {
        assert!(places.len() == self.len() && places.is_sorted_by(|a, b| a < b), "a cell has one place");
        let sides = |side: fn(&(usize, usize)) -> usize| places.iter().map(side).max().unwrap_or(0) + 1;
        Board { rows: sides(|place| place.0), columns: sides(|place| place.1), places, ..self.clone() }
    }

    /// The name of a cell: a letter for its column and a number for its row, from the top, as in `d4`. After `z`
    /// come `aa`, `ab` and so on.
    pub fn name(&self, cell: CellId) -> String {
        let (row, column) = self.places[cell];
        let mut letters = Vec::new();
        let mut rest = column + 1;
        while rest > 0 {
            letters.insert(0, char::from(b'a' + ((rest - 1) % 26) as u8));
            rest = (rest - 1) / 26;
        }
        letters.into_iter().collect::<String>() + &(row + 1).to_string()
    }

    /// The symmetries of the rectangle, without the identity, that map cells to cells for which `look` gives the
    /// same; each as the images of all cells.
    pub fn symmetries<K: Eq>(&self, look: impl Fn(CellId) -> K) -> Vec<Vec<CellId>> {
        let (top, left) = self
            .places
            .iter()
            .fold((usize::MAX, usize::MAX), |corner, place| (corner.0.min(place.0), corner.1.min(place.1)));
        let (bottom, right) = self
            .places
            .iter()
            .fold((0, 0), |corner, place| (corner.0.max(place.0 + 1), corner.1.max(place.1 + 1)));
        // Rows and columns without cells do not count.
        let (rows, columns) = (bottom - top, right - left);
        let image = |symmetry, cell: CellId| {
            let (row, column) = self.places[cell];
            let image = turned(rows, columns, symmetry, (row - top) * columns + column - left)?;
            let image = self.at(image / columns + top, image % columns + left)?;
            (look(cell) == look(image)).then_some(image)
        };
        let images = |symmetry| self.cells().map(|cell| image(symmetry, cell)).collect();
        let mut symmetries: Vec<Vec<CellId>> = (1..SYMMETRIES).filter_map(images).collect();
        symmetries.retain(|images| !images.is_sorted());
        symmetries.sort_unstable();
        symmetries.dedup();
        symmetries
    }

    /// The scene of the board: its cells with their names, nothing on them.
    pub fn scene(&self) -> Scene {
        let cell = |cell| {
            let (row, column) = self.places[cell];
            Cell { row, column, label: Some(self.name(cell)), mark: Mark::Plain }
        };
        Scene {
            rows: self.rows,
            columns: self.columns,
            cells: self.cells().map(cell).collect(),
            ..Scene::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_may_differ_in_length() {
        let board = Board::parse(" o\nooo\n o#o", "o", "#").unwrap();
        let names: Vec<String> = board.cells().map(|cell| board.name(cell)).collect();
        assert_eq!(names, ["b1", "a2", "b2", "c2", "b3", "d3"]);
        assert_eq!(board.beside(1, Direction::Right), Some(2));
        assert_eq!(board.beside(0, Direction::Up), None);
        assert_eq!((board.scene().rows, board.scene().columns), (3, 4));
    }

    #[test]
    fn cells_move_together() {
        let board = Board::parse("  o\n . o", "o.", "").unwrap().moved(vec![(0, 0), (1, 0), (1, 1)]);
        assert_eq!((board.name(2), board.character(1), board.size()), ("b2".to_owned(), '.', (2, 2)));
    }

    #[test]
    fn columns_after_z_have_two_letters() {
        let board = Board::parse(&"o".repeat(703), "o", "").unwrap();
        let name = |column| board.name(board.at(0, column).unwrap());
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(name), ["a1", "z1", "aa1", "az1", "ba1", "zz1", "aaa1"]);
    }

    #[test]
    fn runs_go_in_each_direction() {
        let board = Board::parse("oo\no", "o", "").unwrap();
        let runs = |ways| board.runs::<2>(ways).collect::<Vec<_>>();
        assert_eq!(runs(&Board::SIDES), [[0, 2], [0, 1], [1, 0], [2, 0]]);
        assert_eq!(runs(&[(1, -1)]), [[1, 2]]);
        assert_eq!(board.runs::<3>(&[(1, 0)]).count(), 0);
    }

    #[test]
    fn symmetries_keep_what_is_drawn() {
        let cross = Board::parse(" o\nooo\n o", "o", "").unwrap();
        assert_eq!(cross.symmetries(|_| ()).len(), 7);
        assert_eq!(cross.symmetries(|cell| cell == 0), [[0, 3, 2, 1, 4]]);
        let row = Board::parse("oxo", "ox", "").unwrap();
        assert_eq!(row.symmetries(|cell| row.character(cell)), [[2, 1, 0]]);
        // An empty margin changes nothing.
        let moved = Board::parse("\n  o\n ooo\n  o\n", "o", "").unwrap();
        assert_eq!(moved.symmetries(|_| ()), cross.symmetries(|_| ()));
    }

    #[test]
    fn what_is_there_once_is_found() {
        let board = Board::parse("ab\nbb", "ab", "").unwrap();
        assert_eq!(board.only("ax", "start"), Ok(0));
        let wrong = |characters| board.only(characters, "start").unwrap_err().to_string();
        assert_eq!(wrong("ab"), "row 1, column 2: a second start: there is only one");
        assert_eq!(wrong("xy"), "there is no start: draw 'x' or 'y'");
        assert_eq!(board.size(), (2, 2));
    }

    #[test]
    fn rooms_are_closed() {
        let board = Board::parse("#####\n#o#.#\n#oo##\n####o", "o.", "#").unwrap();
        let room = board.room(0).unwrap();
        assert_eq!(room.cells().map(|cell| room.name(cell)).collect::<Vec<_>>(), ["b2", "b3", "c3"]);
        assert_eq!(board.room(1).unwrap().drawn(".").count(), 1);
        assert_eq!(board.room(4), Err(4));
    }

    #[test]
    fn mistakes_have_a_place() {
        let wrong = |text| Board::parse(text, "o.", "#").unwrap_err().to_string();
        assert_eq!(
            wrong("oo\no?"),
            "row 2, column 2: '?' does not belong on a board: draw it with 'o', '.', '#'"
        );
        assert_eq!(wrong("##\n#"), "the board has no cell");
        assert_eq!(wrong(""), "the board is empty: draw it row by row");
    }
}
