//! The families that ship with tejun.

use tejun_core::Family;
use tejun_packing::Packing;
use tejun_pacman::Pacman;
use tejun_sliding::SlidingBlocks;

use crate::peg_solitaire::PegSolitaire;
use crate::puzzlescript;
use crate::registry::Registry;
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
            .with(puzzlescript::family())
    }
}
