//! What a player can do.

use crate::movement;

/// What a player, or time, can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
    /// Nothing is pressed, and time passes.
    Tick,
}

impl Input {
    /// The keys: all inputs but the tick, in the order of their numbers in recorded plays.
    pub const KEYS: [Input; 5] = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action];

    /// The bit that it sets on the layers of the players.
    pub fn movement(self) -> Option<u8> {
        Some(match self {
            Input::Up => movement::UP,
            Input::Left => movement::LEFT,
            Input::Down => movement::DOWN,
            Input::Right => movement::RIGHT,
            Input::Action => movement::ACTION,
            Input::Tick => return None,
        })
    }
}
