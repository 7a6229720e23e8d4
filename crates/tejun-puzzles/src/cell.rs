//! The cells of a drawing.

/// A cell's index in [`Scene::cells`](crate::Scene::cells).
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
    /// Something to collect.
    Dot,
    /// No part of the board: a place for pieces that are not on it.
    Tray,
}
