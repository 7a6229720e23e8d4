//! What bounds are made from.

use crate::fast::flow::Flow;
use crate::fast::geometry::Size;
use crate::fast::layout::Sets;
use crate::game::Game;

/// A game on a level.
#[derive(Clone, Copy)]
pub(super) struct Context<'a, const W: usize> {
    pub game: &'a Game,
    pub flow: &'a Flow<W>,
    pub sets: &'a Sets,
    pub size: Size,
}
