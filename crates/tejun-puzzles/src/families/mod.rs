//! The families that ship with tejun.

pub(crate) mod packing;
pub mod pacman;
pub(crate) mod peg_solitaire;
pub(crate) mod puzzlescript;
pub mod sliding;
pub(crate) mod sliding_tiles;
pub(crate) mod sokoban;
pub mod tank_change;

use crate::families::packing::Packing;
use crate::families::pacman::Pacman;
use crate::families::peg_solitaire::PegSolitaire;
use crate::families::sliding::SlidingBlocks;
use crate::families::sliding_tiles::SlidingTiles;
use crate::families::sokoban::Sokoban;
use crate::families::tank_change::TankChange;
use crate::framework::family::Family;
use crate::framework::registry::Registry;

impl Registry {
    /// Every family that ships with tejun.
    pub fn standard() -> Self {
        Registry::default()
            .with(Family::of::<TankChange>())
            .with(Family::of::<SlidingBlocks>())
            .with(Family::of::<Packing>())
            .with(Family::of::<Pacman>())
            .with(Family::of::<PegSolitaire>())
            .with(Family::of::<Sokoban>())
            .with(Family::of::<SlidingTiles>())
            .with(puzzlescript::family())
    }
}
