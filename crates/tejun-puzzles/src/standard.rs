//! The families that ship with tejun.

use crate::packing::Packing;
use crate::pacman::Pacman;
use crate::registry::Registry;
use crate::sliding::SlidingBlocks;
use crate::tank_change::TankChange;

impl Registry {
    /// Every family that ships with tejun.
    pub fn standard() -> Self {
        Registry::new(Vec::new()).with(TankChange).with(SlidingBlocks).with(Packing).with(Pacman)
    }
}
