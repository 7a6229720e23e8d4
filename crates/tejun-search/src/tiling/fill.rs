//! Lists the fillings one by one: depth-first along the line, with one piece pinned to break symmetry.

use std::ops::ControlFlow;

use super::Count;
#[cfg(not(target_family = "wasm"))]
use super::fewest::{Fewest, with_fewest};
use super::listing::{Each, Listing};
use super::problem::Tiling;
use super::root::{Root, roots};
use super::run::Run;
use super::scan::{Scan, with_scan};
use super::search::{Allowance, Deliver, Pause, Search};
use super::split::{self, Parts, Searched};
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
    /// Along the line, the next piece always covers the first free cell. A few table look-ups and intersections
    /// per node give the placements that the cells ahead allow, without those that would leave a nearby cell
    /// uncoverable. The search abandons a node if a free cell has no free neighbour, or if nothing fits
    /// on the next cell. One piece is pinned to one placement of each orbit; if symmetries leave it in its
    /// position, a second piece takes one form of each orbit. So hardly any filling is found again as an image
    /// of another. A tiling [by fewest choices](Tiling::by_fewest) covers the cell, or places the piece, next that
    /// the fewest placements are left for.
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
        #[cfg(not(target_family = "wasm"))]
        if self.is_by_fewest() {
            return with_fewest!(self, run, list_by_fewest(each)).unwrap_or_else(Listing::from);
        }
        with_scan!(self, run, list(self, each)).unwrap_or_else(Listing::from)
    }
}

/// The roots of a scan as its parts, for a single thread.
struct Roots<'a, W, const N: usize> {
    tiling: &'a Tiling,
    scan: &'a Scan<W, N>,
    roots: &'a [Root<'a, W, N>],
}

impl<W: Word, const N: usize> Parts for Roots<'_, W, N> {
    fn number(&self) -> usize {
        self.roots.len()
    }

    fn search(
        &self,
        part: usize,
        allowance: Allowance,
        deliver: &mut Deliver,
        pause: &mut Pause,
    ) -> Searched {
        let mut search = Search::new(self.tiling, self.scan, &self.roots[part], allowance);
        let end = search.run(deliver, pause);
        Searched { end, nodes: search.nodes(), bytes: search.budget.peak(), is_cut: search.is_cut }
    }
}

fn list<W: Word, const N: usize>(
    scan: &Scan<W, N>,
    run: &mut Run,
    tiling: &Tiling,
    each: &mut Each,
) -> Result<Listing, StopReason> {
    let roots = roots(tiling, scan, run)?;
    // In a browser there is one.
    if !cfg!(target_family = "wasm") && run.threads > 1 {
        let used = run.budget.used();
        let listing = match split::parts(tiling, scan, &roots, split::PARTS * run.threads, run) {
            Err(StopReason::Memory) => None,
            parts => split::list(&parts?, run, each)?,
        };
        if let Some(listing) = listing {
            return Ok(listing);
        }
        run.budget.rewind(used);
    }
    Ok(in_turn(&Roots { tiling, scan, roots: &roots }, run, each))
}

#[cfg(not(target_family = "wasm"))]
fn list_by_fewest<W: Word>(
    mut fewest: Fewest<W>,
    run: &mut Run,
    each: &mut Each,
) -> Result<Listing, StopReason> {
    if run.threads > 1 {
        let used = run.budget.used();
        let listing = match fewest.cut(split::PARTS * run.threads, run) {
            Err(StopReason::Memory) => None,
            cut => cut.and_then(|()| split::list(&fewest, run, each))?,
        };
        if let Some(listing) = listing {
            return Ok(listing);
        }
        run.budget.rewind(used);
    }
    Ok(in_turn(&fewest, run, each))
}

/// Searches one part after the other.
fn in_turn(parts: &dyn Parts, run: &mut Run, each: &mut Each) -> Listing {
    let mut done = Listing::new();
    let mut some_cut = false;
    for part in 0..parts.number() {
        let allowance =
            Allowance { nodes: run.nodes_left(), pieces: run.limits.depth, bytes: run.budget.left() };
        let mut deliver = |ids: &[u32], images: usize| {
            done.add(images);
            each(ids, images)
        };
        let Searched { end, nodes, bytes, is_cut } =
            parts.search(part, allowance, &mut deliver, &mut |nodes, depth| match run.tick(nodes, depth) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => ControlFlow::Break(reason),
            });
        run.expanded(nodes, bytes);
        some_cut |= is_cut;
        if end.is_break() {
            done.end = end;
            return done;
        }
    }
    if some_cut {
        done.end = ControlFlow::Break(Some(StopReason::Depth));
    }
    done
}
