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

    /// Its letter in moves: `u`, `d`, `l` or `r`.
    pub fn letter(self) -> char {
        ['u', 'd', 'l', 'r'][self as usize]
    }

    /// The direction of a letter.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }
}
