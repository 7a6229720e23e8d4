//! What a file of a library calls optimal is found out if it is wrong, and left open if that takes too long.

use std::cell::RefCell;

use tejun_puzzles::{Family, FamilyInfo, LibraryFile, PegSolitaire, Sokoban, conformance};
use tejun_search::Limits;

thread_local! {
    /// The only file of the library; each test has a thread of its own.
    static FILE: RefCell<LibraryFile> = RefCell::new(LibraryFile::new("", ""));
}

/// Sokoban with a library of one file.
fn shelved(file: LibraryFile) -> Family {
    FILE.set(file);
    let family = Family::of::<Sokoban>();
    let library: Option<fn() -> Vec<LibraryFile>> = Some(|| vec![FILE.with_borrow(Clone::clone)]);
    Family { info: Box::leak(Box::new(FamilyInfo { library, ..*family.info })), ..family }
}

/// One box, three pushes and six steps from its goal.
fn corridor(metric: &str, optimal: i64) -> Family {
    let text = format!(
        "puzzle = 'sokoban'\nmetric = '{metric}'\noptimal = {optimal}\nboard = '''\n#########\n#.  $   #\n#      @#\n#########'''\n"
    );
    shelved(LibraryFile::new("corridor", text))
}

fn limits(states: u64) -> Limits {
    Limits { states, ..Limits::default() }
}

#[test]
fn a_claim_that_another_cost_refutes_is_a_breach() {
    for (metric, truth) in [("pushes", 3), ("moves", 6)] {
        assert_eq!(conformance::claims(&corridor(metric, truth), limits(1_000)), Ok(Vec::new()), "{metric}");
        for wrong in [truth - 1, truth + 1] {
            let error = conformance::claims(&corridor(metric, wrong), limits(1_000)).unwrap_err();
            assert_eq!(error.puzzle, "corridor");
            assert!(error.what.contains(&format!("optimal = {wrong}")), "{error}");
            assert!(error.what.contains(&format!("costs {truth} {metric}")), "{error}");
            let all = conformance::family(&corridor(metric, wrong), 1).unwrap_err();
            assert_eq!(all.what, error.what);
        }
    }
}

#[test]
fn a_claim_is_open_if_its_search_is_stopped_unless_its_bound_refutes_it() {
    let open = conformance::claims(&corridor("moves", 6), limits(1)).unwrap();
    assert_eq!(open, ["the template of sokoban", "corridor"]);
    let low = conformance::claims(&corridor("moves", 2), limits(1)).unwrap_err();
    assert!(low.what.contains("every line costs at least"), "{low}");
    // Its files say what is optimal, too; one state tells nothing.
    let open = conformance::claims(&Family::of::<PegSolitaire>(), limits(1)).unwrap();
    assert!(!open.is_empty());
}

#[test]
fn a_claim_about_what_has_no_solution_is_a_breach() {
    let text = "puzzle = 'sokoban'\noptimal = 1\nboard = '''\n######\n#$  .#\n#   @#\n######'''\n";
    let shelved = shelved(LibraryFile::new("corner", text));
    let error = conformance::claims(&shelved, limits(1_000)).unwrap_err();
    assert!(error.what.contains("there is no solution"), "{error}");
}
