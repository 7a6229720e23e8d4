//! Pins one piece, so that images of a filling are not found again.

use super::problem::{Tiling, cells_of};
use super::symmetry::Symmetry;
use crate::StopReason;
use crate::runtime::cancel::CancelCheck;

/// One way to start: a placement of the pinned piece that represents its orbit, and the symmetries that leave
/// it in its place.
#[derive(Clone, Debug)]
pub(super) struct Pin<'a> {
    pub(super) placement: u32,
    pub(super) stabiliser: Vec<&'a Symmetry>,
}

/// The purpose of pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To start a search. The placement of each orbit that comes first on the line represents it, so that the
    /// search soon reaches it.
    Roots,
    /// To count orbits directly. Only a piece whose every placement is moved by every symmetry will do. The
    /// representative is chosen by form first, because a form that is allowed everywhere keeps all positions
    /// alike.
    Classes,
}

/// Chooses a piece to pin: every filling has exactly one placement of it, and one placement of each orbit is
/// enough. `None` if no kind can be pinned, because there are several pieces of each or pieces to spare.
///
/// It takes the piece with the fewest placements, so that there are few ways to start.
///
/// # Errors
/// If the search is cancelled.
pub(super) fn pins<'t>(
    tiling: &'t Tiling,
    purpose: Purpose,
    cancel: &mut dyn CancelCheck,
) -> Result<Option<Vec<Pin<'t>>>, StopReason> {
    if !tiling.is_exact() {
        return Ok(None);
    }
    let rank = |id: usize| {
        let positions = || cells_of(tiling.placements[id].mask).map(|cell| tiling.line[cell]);
        let first = positions().min().expect("masks are not empty");
        let mut form: Vec<usize> = Vec::new();
        if purpose == Purpose::Classes {
            form.extend(positions().map(|position| position - first));
            form.sort_unstable();
        }
        (form, first, id)
    };
    let mut of_kind = |kind: usize| {
        let mut pins = Vec::new();
        for id in tiling.of_kind(kind) {
            cancel.work(64 * (tiling.symmetries.len() + 1))?;
            let images = || tiling.symmetries.iter().map(|symmetry| symmetry.image(id as u32) as usize);
            let elsewhere = |image: usize| tiling.placements[image].kind as usize != kind;
            if images().any(|image| elsewhere(image) || (purpose == Purpose::Classes && image == id)) {
                return Ok(None);
            }
            let own = rank(id);
            if images().all(|image| rank(image) >= own) {
                let stays = |symmetry: &&Symmetry| symmetry.image(id as u32) as usize == id;
                let stabiliser = tiling.symmetries.iter().filter(stays).collect();
                pins.push(Pin { placement: id as u32, stabiliser });
            }
        }
        Ok(if pins.is_empty() { None } else { Some(pins) })
    };
    let mut kinds: Vec<usize> = (0..tiling.counts.len()).filter(|&kind| tiling.counts[kind] == 1).collect();
    kinds.sort_by_key(|&kind| tiling.of_kind(kind).len());
    for kind in kinds {
        let pins = of_kind(kind)?;
        if pins.is_some() {
            return Ok(pins);
        }
    }
    Ok(None)
}
