//! Every filling, one by one: depth-first along the line, one piece pinned for symmetry.

use std::ops::ControlFlow;

use super::line::{Line, with_line};
use super::problem::Tiling;
use super::root::Roots;
use super::search::Search;
use super::split;
use super::word::Word;
use crate::{Limits, Progress, Stats, StopReason, Watch};

/// What [`Tiling::fillings`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fillings {
    /// Fillings delivered, one of each set of images under the symmetries.
    pub found: u64,
    /// Fillings with all their images.
    pub raw: u64,
    /// Why the search ended early; `None` if there are no more, or the receiver wanted no more.
    pub stopped: Option<StopReason>,
    /// Nodes (positions at which something still fitted) and bytes.
    pub stats: Stats,
}

/// Receives fillings: the placements along the line (a pinned piece first), and how many different
/// images the filling has, itself among them. `Break` ends the search.
pub(super) type Each<'a> = dyn FnMut(&[u32], usize) -> ControlFlow<()> + 'a;

impl Tiling {
    /// Delivers every filling, or one of each set of images where there are symmetries, always the
    /// same ones in the same order whatever the number of threads.
    ///
    /// `each` gets the placements (indices into [`Tiling::placements`]) and the number of different
    /// images of the filling, itself among them; `Break` ends the search. [`Limits::states`] is taken
    /// as a limit on nodes, [`Limits::depth`] on pieces.
    ///
    /// The next piece always goes onto the first free cell of the line. Which placements the cells
    /// ahead allow is read from tables, a few loads and intersections a node, which leave out what
    /// would spoil a cell close by; a position with a cell alone among filled ones is given up, and so
    /// is one whose next cell nothing fits any more. One piece is pinned to one of each set of images of its
    /// placements; where symmetries leave it in its place, a second piece takes one of each set of
    /// images of its forms. So hardly any filling is found again as an image of another.
    pub fn fillings(
        &self,
        threads: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
        each: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> Fillings {
        with_line!(self, run(self, threads, limits, watch, each))
    }
}

fn run<W: Word, const N: usize>(
    line: &Line<W, N>,
    tiling: &Tiling,
    threads: usize,
    limits: &Limits,
    watch: &mut dyn Watch,
    each: &mut Each,
) -> Fillings {
    let roots = Roots::new(tiling, line);
    let bytes = line.bytes() + roots.bytes();
    let mut done = Fillings { stats: Stats { peak_bytes: bytes, ..Stats::default() }, ..Fillings::default() };
    if bytes > limits.bytes {
        done.stopped = Some(StopReason::Memory);
        return done;
    }
    if threads > 1 {
        return split::run(tiling, line, &roots, threads, limits, watch, each, done);
    }
    let mut nodes = 0;
    for root in &roots.list {
        let mut search = Search::new(tiling, line, root, limits.states - nodes);
        let mut deliver = |ids: &[u32], images: usize| {
            done.found += 1;
            done.raw += images as u64;
            each(ids, images)
        };
        let mut pause = |expanded: u64, depth: usize| tick(watch, nodes + expanded, depth, bytes);
        let end = search.run(&mut deliver, &mut pause);
        nodes += search.nodes();
        match end {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(reason) => {
                done.stopped = reason;
                break;
            }
        }
    }
    done.stats.expanded = nodes;
    done
}

/// Tells how far a search of that many nodes has come.
pub(super) fn tick(
    watch: &mut dyn Watch,
    expanded: u64,
    depth: usize,
    bytes: u64,
) -> ControlFlow<StopReason> {
    watch.tick(&Progress { depth: depth as u32, expanded, bytes, ..Progress::default() })
}
