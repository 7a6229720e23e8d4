//! How many solutions of a packing are asked for, and how many are returned.

use crate::common;

use common::{AtLine, value};
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Instance, Line, Means, Registry, Wanted};
use tejun_search::{Outcome, Unwatched};

fn read(name: &str) -> Box<dyn Instance> {
    let registry = Registry::standard();
    let text = registry.expand_short_form(name).unwrap().unwrap();
    registry.read(&text, None).unwrap()
}

/// If nothing is left to place, the only solution is what is on the board.
#[test]
fn a_full_board_lists_its_solution() {
    let instance = read("katamino:FPU");
    let best = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(moves) = best.outcome else { panic!("it has a solution") };
    for wanted in [Wanted::All, Wanted::First(1), Wanted::First(9)] {
        let some = Solve { wanted, width: None };
        // From before the last piece, and from after it.
        for placed in [moves.len() - 1, moves.len()] {
            let report = instance.ask_at(&Line(moves[..placed].to_vec()), some, &mut Unwatched).unwrap();
            let solutions = report.drawings.as_ref();
            assert_eq!(solutions.map(Vec::len), Some(1), "{wanted:?} after {placed} pieces");
            let grid = value(&report.details)["grid"].clone();
            assert_eq!(
                serde_json::json!(solutions.unwrap()[0].rows().collect::<Vec<_>>()),
                grid,
                "{wanted:?} after {placed} pieces"
            );
        }
    }
    let report = instance.solve_at(&Line(moves), &Means::default(), &mut Unwatched).unwrap();
    assert!(report.drawings.is_none());
}

/// `--first 0` is bad input: asking for no solutions has no meaningful answer.
#[test]
fn none_cannot_be_asked_for() {
    for name in ["katamino:FPU", "katamino:LPUVWY", "pentominoes:5x11"] {
        let none = Solve { wanted: Wanted::First(0), width: None };
        let answer = read(name).ask_at(&Line::default(), none, &mut Unwatched);
        assert!(answer.is_err(), "{name}: {:?}", answer.unwrap().outcome);
    }
}
