//! The families that ship with tejun.

use crate::kit;
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
            .with(TankChange)
            .with(SlidingBlocks)
            .with(Packing)
            .with(Pacman)
            .with(kit::family::<PegSolitaire>())
            .with(kit::family::<Sokoban>())
            .with(kit::family::<SlidingTiles>())
    }
}
