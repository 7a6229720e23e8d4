//! A neutral drawing of a position, and the gestures by which a hand plays a move.
//!
//! A front end draws scenes and turns gestures into moves; it needs to know no rules.

use crate::reason::Reason;

/// A drawing of a position: cells on a grid, roads between them, pieces on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The cells that exist, in reading order.
    pub cells: Vec<Cell>,
    /// Pairs of cells joined by a road. Where there is one, cells are drawn as stops on roads.
    pub roads: Vec<[CellId; 2]>,
    /// The pieces, each on at least one cell.
    pub pieces: Vec<Piece>,
    /// Whether it is a maze: many cells, pieces of one cell each, walls where there is no cell.
    pub maze: bool,
    /// What is said under the drawing, such as whose turn it is.
    pub caption: Vec<Reason>,
}

/// A cell's index in [`Scene::cells`].
pub type CellId = usize;

/// A cell of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// How moves name it, where they do.
    pub label: Option<String>,
    /// What is drawn on the floor.
    pub mark: Mark,
}

/// What is drawn on a cell's floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    Plain,
    /// Part of the place that the goal names.
    Goal,
    /// Something to eat.
    Dot,
    /// No part of the board: a place for pieces that are not on it.
    Tray,
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
