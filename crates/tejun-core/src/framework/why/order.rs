//! Which facts are told first.

use crate::vocabulary::facts::{Fact, FactKind, FactPiece};

/// Puts the most telling fact first: what can be done at once, and what cuts most, that is, leaves fewest positions without
/// it. `docs/design/why.md` measures how near that is to what people do.
pub(super) fn sort(facts: &mut [Fact], can_move: &[FactPiece]) {
    let rank = |fact: &Fact| {
        let kind = match fact.kind {
            FactKind::Leaves => 0,
            FactKind::Before => 1,
            FactKind::Clears | FactKind::Reaches => 2,
            FactKind::Covers => 3,
            _ => 4,
        };
        let at_once = fact.pieces.first().is_some_and(|piece| can_move.contains(piece));
        (kind, !at_once, fact.positions)
    };
    facts.sort_by_key(rank);
}
