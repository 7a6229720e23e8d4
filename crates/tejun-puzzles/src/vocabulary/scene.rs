//! A drawing of a position, independent of any front end, and the gestures that play moves on it.
//!
//! A front end draws scenes and turns gestures into moves. It needs to know neither rules nor families.

use crate::vocabulary::cell::{Cell, CellId, Mark};
use crate::vocabulary::direction::Direction;
use crate::vocabulary::sentence::{Reason, Sentence};

/// A drawing of a position: cells on a grid, roads between them, pieces on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The existing cells: those of the board in reading order, then those of a tray below it.
    pub cells: Vec<Cell>,
    /// Pairs of cells joined by a road. If there are any, cells are drawn as stops on roads.
    pub roads: Vec<[CellId; 2]>,
    /// The pieces, each on at least one cell.
    pub pieces: Vec<Piece>,
    /// Whether there is a wall wherever the grid has no cell.
    pub walls: bool,
    /// The keys that play a move, in families played by keys.
    pub keys: &'static [Key],
    /// Lines of text below the drawing, such as whose turn it is.
    pub caption: Vec<Reason>,
}

/// A piece of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in moves: a character or two.
    pub name: String,
    /// The cells it covers.
    pub cells: Vec<CellId>,
    /// Pieces of one kind look the same.
    pub kind: usize,
    /// Its role in the puzzle.
    pub role: Role,
    /// What it looks like.
    pub glyph: Glyph,
    /// The direction it faces, if it faces one.
    pub facing: Option<Direction>,
    /// The index of the move that placed it, if the line stays legal without that move: the player may then
    /// take the piece off again.
    pub played: Option<usize>,
}

/// The role of a piece in the puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// One of many.
    #[default]
    Plain,
    /// The main piece, or a piece of the player's side.
    Hero,
    /// A piece of the other side.
    Foe,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyph {
    /// A block that fills its cells.
    #[default]
    Block,
    /// A block that fills its cells and moves only along its longer side.
    Car,
    /// A disc.
    Disc,
    /// A tank.
    Tank,
    /// A disc with a mouth on the side it faces.
    Mouth,
    /// A ghost.
    Ghost,
}

/// A key that plays a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub key: char,
    /// The arrow key that does the same; the space bar if `None`.
    pub arrow: Option<Direction>,
    /// A description of the move.
    pub label: &'static Sentence,
}

/// What a player does to play a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Moves the piece at this index of [`Scene::pieces`] to these cells.
    Carry {
        /// Index of the piece.
        piece: usize,
        /// The cells it covers afterwards.
        to: Vec<CellId>,
    },
    /// Presses a key.
    Key(char),
}

impl Gesture {
    /// Whether both gestures play the same move: the order of cells does not matter.
    pub fn means(&self, other: &Gesture) -> bool {
        match (self, other) {
            (Gesture::Carry { piece, to }, Gesture::Carry { piece: held, to: there }) => {
                piece == held && set(to) == set(there)
            }
            _ => self == other,
        }
    }
}

fn set(cells: &[CellId]) -> Vec<CellId> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text, as lines write it.
    pub text: String,
    /// The gesture that plays it.
    pub gesture: Gesture,
}

impl Scene {
    /// The same scene with these pieces after its own.
    #[must_use]
    pub fn with(mut self, pieces: impl IntoIterator<Item = Piece>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// The same scene with `mark` on the floor of these cells.
    #[must_use]
    pub fn marked(mut self, mark: Mark, cells: impl IntoIterator<Item = CellId>) -> Self {
        cells.into_iter().for_each(|cell| self.cells[cell].mark = mark);
        self
    }

    /// The same scene with one more line of text below it.
    #[must_use]
    pub fn captioned(mut self, caption: Reason) -> Self {
        self.caption.push(caption);
        self
    }

    /// The gesture that carries the piece on the cell `from` to the cells `to`.
    ///
    /// # Panics
    /// Panics if there is no piece on that cell.
    pub fn carry(&self, from: CellId, to: impl Into<Vec<CellId>>) -> Gesture {
        let piece = self.pieces.iter().position(|piece| piece.cells.contains(&from));
        Gesture::Carry { piece: piece.expect("a piece lies on the cell it is carried from"), to: to.into() }
    }
}

impl Piece {
    /// A plain block of the first kind.
    pub fn new(name: impl Into<String>, cells: impl Into<Vec<CellId>>) -> Self {
        Piece {
            name: name.into(),
            cells: cells.into(),
            kind: 0,
            role: Role::default(),
            glyph: Glyph::default(),
            facing: None,
            played: None,
        }
    }
}
