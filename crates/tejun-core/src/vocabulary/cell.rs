//! The cells of a drawing.

/// A cell's index in [`Scene::cells`](crate::Scene::cells).
pub type CellId = usize;

/// A cell of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Row, counted from 0.
    pub row: usize,
    /// Column, counted from 0.
    pub column: usize,
    /// The cell's name in moves, if it has one.
    pub label: Option<String>,
    /// What is drawn on its floor.
    pub mark: Mark,
}

/// What is drawn on the floor of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    Plain,
    /// Part of the goal area.
    Goal,
    /// Something to collect.
    Dot,
    /// A gate, which only some pieces may enter.
    Gate,
    /// Not part of the board: holds pieces that are off the board.
    Tray,
}
