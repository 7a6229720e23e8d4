//! The models in `exact-covers`.
//!
//! By dancing links: in version 0.3.0, every method of `DcSolver`, for dancing cells, is `todo!()`.

use std::ops::ControlFlow;

use exact_covers::{DlSolver, Solver};

use crate::models::{CELLS, PIECES, placements};
use crate::puzzle::{Found, thousands};

/// Lists all packings of the pentominoes, or, with X pinned, one of each four that are images of each other.
pub fn packings(pinned: bool) -> Found {
    let items: Vec<usize> = (0..CELLS + PIECES).collect();
    let mut solver: DlSolver<usize, ()> = DlSolver::new(&items, &[]);
    for (piece, mut option) in placements(pinned) {
        option.push(CELLS + piece);
        solver.add_option(option, []);
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    Found { answer: format!("{} packings", thousands(found)), states: None }
}
