//! The positions found so far, each by a carry of one box from that before.

use tejun_core::bits::Cells;

use super::carry::Place;
use super::features::View;
use crate::sokoban::analysis::map::Cell;

/// A box that is carried somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub from: Cell,
    pub to: Place,
}

/// A position that a move leads to.
pub(super) struct Child {
    pub by: Move,
    pub view: View,
    pub steps: u16,
}

/// A move that was not made yet.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    pub by: Move,
    /// What it adds to the weight.
    pub cost: u8,
}

/// A position.
pub(super) struct Node<B> {
    pub boxes: B,
    /// The position before, and the move from there; its own for the start.
    pub before: u32,
    pub by: Move,
    pub weight: u32,
    /// The moves that are left, the next one last.
    pub offers: Vec<Offer>,
}

/// The moves from the start to a node.
pub(super) fn moves<B: Cells>(nodes: &[Node<B>], mut at: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while nodes[at].before as usize != at {
        moves.push(nodes[at].by);
        at = nodes[at].before as usize;
    }
    moves.reverse();
    moves
}
