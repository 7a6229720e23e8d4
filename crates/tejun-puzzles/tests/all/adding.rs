//! ADDING_A_PUZZLE.md quotes code that is compiled and tested, and the stranger's puzzle works.

#[path = "../../../../examples/own-puzzles/src/lib.rs"]
pub mod own_puzzles;

use tejun_puzzles::{Family, Line, Registry, SolveOptions, conformance};
use tejun_search::{Proof, Unwatched};

use crate::common::AtLine;

/// The text without the indentation that its lines have in common with their place in a file.
fn flush(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_tutorial_quotes_the_sources() {
    let tutorial = include_str!("../../../../ADDING_A_PUZZLE.md");
    let sources = [
        include_str!("../../src/families/peg_solitaire.rs"),
        include_str!("../../src/families/sliding_tiles.rs"),
        include_str!("../../../../examples/own-puzzles/src/lib.rs"),
        include_str!("../../../../examples/own-puzzles/src/bin/own-puzzles.rs"),
    ]
    .map(flush);
    let mut blocks = tutorial.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    assert_eq!(blocks.clone().count(), 13);
    let unknown = blocks.find(|block| !sources.iter().any(|source| source.contains(flush(block).trim_end())));
    assert_eq!(unknown, None, "no source has this code");
}

#[test]
fn the_puzzle_of_the_tutorial_works_alone_and_with_those_that_ship() {
    let knights = || Family::of::<own_puzzles::Knights>();
    conformance::family(&knights(), 20).unwrap();
    for registry in [Registry::default().with(knights()), Registry::standard().with(knights())] {
        let library = registry.library();
        let guarini = library.iter().find(|file| file.name == "guarini").unwrap();
        let instance = registry.read(&guarini.text, None).unwrap();
        let solution = instance.solve_at(&Line::default(), &SolveOptions::default(), &mut Unwatched).unwrap();
        assert_eq!((solution.value.cost, solution.proof), (Some(16), Proof::Optimal));
    }
    let ships = |registry: Registry| registry.library().iter().any(|file| file.name == "tank-change");
    assert!(!ships(Registry::default().with(knights())));
    assert!(ships(Registry::standard().with(knights())));
}
