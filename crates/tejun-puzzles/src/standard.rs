//! The families that ship with tejun.

use crate::family::Family;
use crate::packing::Packing;
use crate::pacman::Pacman;
use crate::peg_solitaire::PegSolitaire;
use crate::registry::Registry;
use crate::sliding::SlidingBlocks;
use crate::sliding_tiles::SlidingTiles;
use crate::sokoban::Sokoban;
use crate::tank_change::TankChange;

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
    }
}
