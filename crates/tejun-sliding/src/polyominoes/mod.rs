//! The hardest starts over all sets of polyominoes that fit on a board.
//!
//! Moves never change the set of pieces, so the placements of each set are searched by themselves: all placements of a
//! set are in one batch, of which many are searched side by side. Of sets that are images of each other under a symmetry
//! of the board only one is searched. Placements are numbers that describe themselves, so nothing is kept of a set
//! beyond its batch.

mod batch;
mod board;
mod checkpoint;
mod enumerate;
mod goal;
mod question;
mod scope;
mod shapes;
mod share;
mod start;
mod summary;
mod survey;
mod workers;

pub(super) use self::scope::WORD;
pub(super) use self::survey::survey;
