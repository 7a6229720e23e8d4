//! Every filling, one by one: depth-first along the line, one piece pinned for symmetry.

use std::ops::ControlFlow;

use super::Count;
use super::listing::{Each, Listing};
use super::problem::Tiling;
use super::root::roots;
use super::run::Run;
use super::scan::{Scan, with_scan};
use super::search::{Allowance, Search};
use super::split;
use super::word::Word;
use crate::{Answer, Request, StopReason};

impl Tiling {
    /// Delivers every filling, or one of each set of images where there are symmetries, always the
    /// same ones in the same order whatever the number of threads.
    ///
    /// `each` gets the placements (indices into [`Tiling::placements`]) and the number of different
    /// images of the filling, itself among them; `Break` ends the search. The answer counts what was
    /// delivered: `Solved` where there was some, with [`Proof::Optimal`](crate::Proof::Optimal) if that is all there is and
    /// `each` did not end it; `Unsolvable` where there is none. [`Limits::states`](crate::Limits::states)
    /// counts nodes (positions at which something still fitted), [`Limits::depth`](crate::Limits::depth)
    /// pieces.
    ///
    /// The next piece always goes onto the first free cell of the line. Which placements the cells
    /// ahead allow is read from tables, a few loads and intersections a node, which leave out what
    /// would spoil a cell close by; a position with a cell alone among filled ones is given up, and so
    /// is one whose next cell nothing fits any more. One piece is pinned to one of each set of images of its
    /// placements; where symmetries leave it in its place, a second piece takes one of each set of
    /// images of its forms. So hardly any filling is found again as an image of another.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tejun_search::Request;
    /// use tejun_search::tiling::{Kind, Tiling, cells_of};
    ///
    /// // A row of four cells, and three kinds of rods.
    /// let rod = |cells: u32, count| Kind {
    ///     count,
    ///     masks: (0..=4 - cells).map(|at| ((1 << cells) - 1) << at).collect(),
    /// };
    /// let tiling = Tiling::new(4, &[rod(1, 1), rod(2, 1), rod(3, 1)]).unwrap();
    /// let mut rows: Vec<Vec<usize>> = Vec::new();
    /// tiling.fillings(Request::default(), &mut |ids, _| {
    ///     rows.push(ids.iter().map(|&id| cells_of(tiling.placements()[id as usize].mask).count()).collect());
    ///     ControlFlow::Continue(())
    /// });
    /// rows.sort();
    /// assert_eq!(rows, [vec![1, 3], vec![3, 1]]);
    /// ```
    pub fn fillings(
        &self,
        request: Request,
        each: &mut dyn FnMut(&[u32], usize) -> ControlFlow<()>,
    ) -> Answer<Count> {
        let mut run = Run::new(request);
        self.list(&mut run, each).answer(&run)
    }

    /// Delivers the fillings, with what the run allows.
    pub(super) fn list(&self, run: &mut Run, each: &mut Each) -> Listing {
        with_scan!(self, run, list(self, each)).unwrap_or_else(Listing::from)
    }
}

fn list<W: Word, const N: usize>(
    scan: &Scan<W, N>,
    run: &mut Run,
    tiling: &Tiling,
    each: &mut Each,
) -> Result<Listing, StopReason> {
    let roots = roots(tiling, scan, run)?;
    if run.threads > 1
        && let Some(done) = split::list(tiling, scan, &roots, run, each)?
    {
        return Ok(done);
    }
    let mut done = Listing::new();
    let mut is_cut = false;
    for root in &roots {
        let allowance =
            Allowance { nodes: run.nodes_left(), pieces: run.limits.depth, bytes: run.budget.left() };
        let mut search = Search::new(tiling, scan, root, allowance);
        let mut deliver = |ids: &[u32], images: usize| {
            done.add(images);
            each(ids, images)
        };
        let end = search.run(&mut deliver, &mut |nodes, depth| match run.tick(nodes, depth) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => ControlFlow::Break(reason),
        });
        run.expanded(search.nodes(), search.budget.peak());
        is_cut |= search.is_cut;
        if end.is_break() {
            done.end = end;
            return Ok(done);
        }
    }
    if is_cut {
        done.end = ControlFlow::Break(Some(StopReason::Depth));
    }
    Ok(done)
}
