//! What leads the checker of a certificate.

use tejun_core::kit::prove::Guide;
use tejun_verify::{Claim, guided};

use super::analysis::map::{Cell, Map};
use super::bound;
use super::rules::{Sokoban, cells};
use super::word::{Widest, Word};

/// The prices of the goals, by which the checker makes databases of groups of boxes; nothing if steps of the man are to be counted.
pub(super) fn guides(puzzle: &Sokoban, start: &Widest, claim: &Claim) -> Vec<Guide> {
    let boxes: Vec<Cell> = cells(start.boxes()).map(|cell| cell as Cell).collect();
    let map = Map::new(&puzzle.floor);
    let are_steps_counted = map.counts_steps && *claim != Claim::Unsolvable;
    let fits = boxes.len() <= guided::MOST_BOXES as usize && u32::from(map.wall()) <= u128::BITS;
    if are_steps_counted || !fits {
        return Vec::new();
    }
    let prices = bound::goal_prices(&map, &boxes, start.man() as Cell);
    let spelled = |price: u32| guided::HIGHEST_PRICE.min(price as usize).to_string();
    let spelled: Vec<String> = prices.into_iter().map(spelled).collect();
    // A check refuses what is beyond the most.
    vec![Guide { bound: format!("prices {}", spelled.join(" ")), positions: guided::MOST_KNOWN - 1 }]
}
