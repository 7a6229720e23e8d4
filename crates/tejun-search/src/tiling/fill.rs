//! Lists the fillings one by one: depth-first along the line, with one piece pinned to break symmetry.

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
    /// Delivers every filling or, if there are symmetries, one of each orbit. They are always the same ones
    /// in the same order, whatever the number of threads.
    ///
    /// `each` receives the placements (indices into [`Tiling::placements`]) and the size of the orbit: the
    /// number of distinct images of the filling, including itself. `Break` ends the search. The answer counts
    /// what was delivered. `Solved` if that is at least one filling, with
    /// [`Proof::Optimal`](crate::Proof::Optimal) if it is all of them and `each` did not end the search.
    /// `Unsolvable` if there is none. [`Limits::states`](crate::Limits::states) limits the number of nodes
    /// (nodes at which something still fits), [`Limits::depth`](crate::Limits::depth) the number of
    /// pieces.
    ///
    /// The next piece always covers the first free cell of the line. A few table look-ups and intersections
    /// per node give the placements that the cells ahead allow, without those that would leave a nearby cell
    /// uncoverable. The search abandons a node if a free cell has no free neighbour, or if nothing fits
    /// on the next cell. One piece is pinned to one placement of each orbit; if symmetries leave it in its
    /// position, a second piece takes one form of each orbit. So hardly any filling is found again as an image
    /// of another.
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

    /// Delivers the fillings, within what the run allows.
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
