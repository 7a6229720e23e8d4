//! How long Pac-Man can last, whatever he eats.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tejun_search::{Progress, StopReason, Watch};

use super::position::{Layout, Position};

/// Positions without their dots that are looked at, at most: a moment's work.
const MOST_POSITIONS: usize = 20_000;

/// The last time at which Pac-Man can be alive, from a position on; later than that only where it would
/// take too long to find out. Dots are left out of the positions, which leaves few of them.
///
/// # Errors
/// Why the watch stopped it.
pub(super) fn longest<const N: usize>(
    layout: &Layout<N>,
    (start, position): (u32, &Position<N>),
    watch: &mut dyn Watch,
) -> Result<u32, StopReason> {
    let (schedule, limit) = (layout.schedule(), layout.game().time());
    // The enemies that do not look at him leave him that long.
    let life = schedule.life(start, position.cell());
    let most = if life == u16::MAX { limit } else { start + u32::from(life) };
    let mut layer = HashSet::from([layout.without_dots(position)]);
    let mut seen = 0;
    for time in start..most {
        seen += layer.len();
        let progress = Progress { depth: time - start, frontier: layer.len() as u64, ..Progress::default() };
        if let ControlFlow::Break(reason) = watch.tick(&progress) {
            return Err(reason);
        }
        if seen > MOST_POSITIONS {
            return Ok(most);
        }
        let mut next = HashSet::new();
        for position in &layer {
            layout.expand(time, position, |_, after, _| {
                next.insert(after);
            });
        }
        if next.is_empty() {
            return Ok(time);
        }
        layer = next;
    }
    Ok(most)
}
