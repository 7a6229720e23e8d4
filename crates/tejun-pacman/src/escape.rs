//! How long Pac-Man can survive, whatever he eats.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tejun_search::{Progress, StopReason, Watch};

use super::position::{Layout, Position};

/// Maximum number of positions, dots ignored, to look at: a moment's work.
const MAX_POSITIONS: usize = 20_000;

/// Returns the latest time at which Pac-Man can still be alive, or an upper bound on it if the exact answer
/// would take too long. Positions are compared without their dots, so there are few of them.
///
/// # Errors
/// Returns the watch's reason for stopping.
pub(super) fn longest<const N: usize>(
    layout: &Layout<N>,
    (start, position): (u32, &Position<N>),
    watch: &mut dyn Watch,
) -> Result<u32, StopReason> {
    let (schedule, limit) = (layout.schedule(), layout.arena().time());
    // The enemies that do not chase him let him live this long.
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
        if seen > MAX_POSITIONS {
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
