//! The models in `dlx`.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};

use crate::models::{CELLS, PIECES, placements};
use crate::puzzle::{Found, thousands};

/// Lists all packings of the pentominoes, or, with X pinned, one of each four that are images of each other.
pub fn packings(pinned: bool) -> Found {
    let option = |(piece, cells): (usize, Vec<usize>)| {
        cells.into_iter().chain([CELLS + piece]).map(|item| item as Uint).collect()
    };
    let options: Vec<Vec<Uint>> = placements(pinned).into_iter().map(option).collect();
    let mut problem = make_problem((CELLS + PIECES) as Uint, 0, &options, OptOrder::Seq);
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut found = 0;
    while solver.next_solution(&mut chooser) {
        found += 1;
    }
    let nodes: usize = solver.get_profile().iter().sum();
    Found { answer: format!("{} packings", thousands(found)), states: Some(nodes as u64) }
}
