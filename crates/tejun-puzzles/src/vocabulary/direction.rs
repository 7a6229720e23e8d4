//! The four directions of a grid.

/// A direction on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards the row above.
    Up,
    /// Towards the row below.
    Down,
    /// Towards the previous column.
    Left,
    /// Towards the next column.
    Right,
}

impl Direction {
    /// All four, in the order used everywhere.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}
