//! A share of the placements with a number of pieces: listed, then searched list by list.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tejun_search::StopReason;

use super::batch::{Batch, Halt};
use super::board::Placement;
use super::enumerate::{self, Listed, Range};
use super::goal::Goal;
use super::question::Question;
use super::summary::Summary;
use super::workers::{GoesOn, Workers};

/// Number of placements in a list, on average, unless memory is scarce.
const LIST: u64 = 1 << 13;
/// Bytes for each of these, with room for lists above the average.
const SEARCHED_BYTES: u64 = 1 << 9;
/// Maximum number of lists.
const MAX_LISTS: u64 = 1 << 15;
/// Bytes that a placement takes in a list that grows by doubling.
const LISTED_BYTES: u64 = 2 * size_of::<Placement>() as u64;

/// Searches one share of the placements with a number of pieces. Returns what it found, the bytes that it took, and what
/// stopped it.
pub fn search_share(
    question: &Question,
    range: Range,
    workers: &mut Workers,
) -> (Summary, u64, Option<StopReason>) {
    let (board, shapes) = (question.board, question.shapes);
    let Some(listed) = enumerate::list(board, shapes, range, workers) else {
        return (Summary::default(), 0, workers.stopped);
    };
    let next = AtomicUsize::new(0);
    let found = Mutex::new((Summary::default(), listed.bytes(), None));
    let work = |goes_on: &mut GoesOn| {
        let (summary, bytes, halt) = match question.goal {
            Goal::Corners(_) => search_lists::<2>(question, &listed, &next, goes_on),
            Goal::Piece(_) | Goal::Shapes(_) => search_lists::<1>(question, &listed, &next, goes_on),
        };
        let mut found = found.lock().expect("no thread panics here");
        found.0.merge(&summary);
        found.1 += bytes;
        // What ended the search counts for more than what only cut levels off.
        found.2 = found.2.filter(|&known| known != Halt::Depth).or(halt).or(found.2);
    };
    workers.run(&work);
    let (summary, bytes, halt) = found.into_inner().expect("no thread panics here");
    let stopped = workers.stopped.or(match halt {
        Some(Halt::Memory) => Some(StopReason::Memory),
        Some(Halt::Depth) => Some(StopReason::Depth),
        Some(Halt::Stopped) | None => None,
    });
    (summary, bytes, stopped)
}

fn search_lists<const WORDS: usize>(
    question: &Question,
    listed: &Listed,
    next: &AtomicUsize,
    goes_on: &mut GoesOn,
) -> (Summary, u64, Option<Halt>) {
    let mut batch = Batch::<WORDS>::new();
    let (mut placements, mut summary): (Vec<Placement>, Summary) = Default::default();
    let mut cut_off = None;
    loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= listed.len() {
            return (summary, batch.bytes(), cut_off);
        }
        listed.list(number, &mut placements);
        match batch.search(question, &placements, &mut summary, goes_on) {
            Ok(()) => {}
            Err(Halt::Depth) => cut_off = Some(Halt::Depth),
            Err(halt) => return (summary, batch.bytes(), Some(halt)),
        }
    }
}

/// How to list so many placements, with so many bytes for the lists, and for the search of one.
pub fn range(pieces: u32, most: u32, placements: u64, symmetries: u64, bytes: [u64; 2]) -> Range {
    let [bytes, searched_bytes] = bytes;
    // Of each orbit of sets one is kept; lists grow by doubling, so they take up to twice what they hold.
    let kept = placements / symmetries * 5 / 4 + 1;
    let shares = (kept * LISTED_BYTES).div_ceil(bytes.max(1)).max(1);
    let list = (searched_bytes / SEARCHED_BYTES).clamp(1, LIST);
    let lists = (kept / shares / list).clamp(1, MAX_LISTS).next_power_of_two() as usize;
    Range { pieces, most, lists, share: 0, shares }
}
