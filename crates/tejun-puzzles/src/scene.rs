//! A neutral drawing of a position, and the gestures by which a hand plays a move.
//!
//! A front end draws scenes and turns gestures into moves. It needs to know no rules, and no family.

use crate::cell::{Cell, CellId};
use crate::direction::Direction;
use crate::sentence::{Reason, Sentence};

/// A drawing of a position: cells on a grid, roads between them, pieces on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The cells that exist: those of the board in reading order, and those of a tray below it.
    pub cells: Vec<Cell>,
    /// Pairs of cells joined by a road. Where there is one, cells are drawn as stops on roads.
    pub roads: Vec<[CellId; 2]>,
    /// The pieces, each on at least one cell.
    pub pieces: Vec<Piece>,
    /// Whether walls stand wherever the grid has no cell.
    pub walls: bool,
    /// The keys that play a move, where keys do.
    pub keys: &'static [Key],
    /// What is said under the drawing, such as whose turn it is.
    pub caption: Vec<Reason>,
}

/// A piece of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How moves name it: a character or two.
    pub name: String,
    /// The cells that it covers.
    pub cells: Vec<CellId>,
    /// Pieces of one kind look the same.
    pub kind: usize,
    /// What it is in the story.
    pub role: Role,
    /// What it looks like.
    pub glyph: Glyph,
    /// The way it faces, where it faces one.
    pub facing: Option<Direction>,
    /// The index of the move that put it there, where the line stays legal without that move: then
    /// a hand may take the piece off again.
    pub played: Option<usize>,
}

/// What a piece is in the story that the puzzle tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// One of many.
    #[default]
    Plain,
    /// The one that it is about, or the player's side.
    Hero,
    /// The other side.
    Foe,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyph {
    /// A block that fills its cells.
    #[default]
    Block,
    /// A disc.
    Disc,
    /// A tank.
    Tank,
    /// A disc with a mouth, on the side that it faces.
    Mouth,
    /// A ghost.
    Ghost,
}

/// A key that plays a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub key: char,
    /// The arrow key that means the same; the space bar where there is none.
    pub arrow: Option<Direction>,
    /// What it does.
    pub label: &'static Sentence,
}

/// What a hand does to play a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Takes the piece at this index of [`Scene::pieces`] to these cells.
    Carry {
        /// Index of the piece.
        piece: usize,
        /// The cells that it covers afterwards.
        to: Vec<CellId>,
    },
    /// Presses a key.
    Key(char),
}
