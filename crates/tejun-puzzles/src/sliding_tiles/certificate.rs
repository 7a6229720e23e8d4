//! What leads the checker of a certificate.

use tejun_core::CellId;
use tejun_core::kit::Board;
use tejun_core::kit::prove::Guide;
use tejun_verify::{Claim, guided};

use super::strips::in_strips;

/// Numbers of tiles in a pattern.
const SIZES: std::ops::RangeInclusive<usize> = 3..=7;

/// The guides for a claim, each with larger patterns than the one before. A search by one is to take no longer than to build the
/// databases of the next. `number` is that of the tile with a home; `is_odd` whether the order is of the half that cannot be reached.
pub(super) fn guides(
    board: &Board,
    gap: CellId,
    number: impl Fn(CellId) -> usize,
    claim: &Claim,
    is_odd: bool,
) -> Vec<Guide> {
    let guide = |bound, positions| Guide { bound, positions };
    if *claim == Claim::Unsolvable {
        // On a board of one row, other orders cannot be reached either.
        return is_odd.then(|| guide("parity".to_owned(), 0)).into_iter().collect();
    }
    let tiles = in_strips(board, gap);
    let sizes = |most: usize| tiles.chunks(most).map(<[CellId]>::len).collect::<Vec<usize>>();
    let fits = |most: &usize| {
        let bytes = guided::database_bytes(board.len(), &sizes(*most));
        bytes.is_some_and(|bytes| bytes <= guided::MOST_BYTES)
    };
    let entries =
        |most: usize| sizes(most).iter().map(|&tiles| (board.len() as u64).pow(tiles as u32)).sum::<u64>();
    let patterns = |most: usize| {
        let named = |group: &[CellId]| {
            let mut numbers: Vec<usize> = group.iter().map(|&home| number(home)).collect();
            numbers.sort_unstable();
            numbers
        };
        let mut patterns: Vec<Vec<usize>> = tiles.chunks(most).map(named).collect();
        patterns.sort_unstable();
        let spelled = |tiles: &Vec<usize>| tiles.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        format!("patterns {}", patterns.iter().map(spelled).collect::<Vec<_>>().join(", "))
    };
    let fitting: Vec<usize> = SIZES.filter(fits).collect();
    let next = fitting.iter().skip(1).map(|&most| entries(most)).chain([u64::MAX]);
    fitting.iter().zip(next).map(|(&most, positions)| guide(patterns(most), positions)).collect()
}
