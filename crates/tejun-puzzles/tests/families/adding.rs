//! ADDING_A_PUZZLE.md quotes code that is compiled and tested.

/// The text without the indentation that its lines have in common with their place in a file.
fn flush(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_tutorial_quotes_the_sources() {
    let tutorial = include_str!("../../../../ADDING_A_PUZZLE.md");
    let sources = [
        include_str!("../../src/peg_solitaire/mod.rs"),
        include_str!("../../src/sliding_tiles.rs"),
        include_str!("../../../../examples/own-puzzles/src/knights.rs"),
        include_str!("../../../../examples/own-puzzles/src/lib.rs"),
        include_str!("../../../../examples/own-puzzles/src/main.rs"),
        include_str!("../../../../examples/own-puzzles/tests/puzzles.rs"),
    ]
    .map(flush);
    let mut blocks = tutorial.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    assert_eq!(blocks.clone().count(), 17);
    let unknown = blocks.find(|block| !sources.iter().any(|source| source.contains(flush(block).trim_end())));
    assert_eq!(unknown, None, "no source has this code");
}
