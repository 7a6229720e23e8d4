//! The programs of `tejun_search::tour` beside the same ones written with `pathfinding`, by their lines.

#[rustfmt::skip] // Lines as long as those of the tour.
mod all_shortest;
#[rustfmt::skip] // Lines as long as those of the tour.
mod eight_puzzle;
#[rustfmt::skip] // Lines as long as those of the tour.
mod fifteen_puzzle;
#[rustfmt::skip] // Lines as long as those of the tour.
mod grid;
#[rustfmt::skip] // Lines as long as those of the tour.
mod jugs;

use std::error::Error;

type Program = fn() -> Result<(), tejun_search::SearchError>;

include!(concat!(env!("OUT_DIR"), "/tour.rs"));

/// The programs with `pathfinding`, in the order of the tour.
const BY_PATHFINDING: [(&str, &str, fn()); 5] = [
    ("8-puzzle, fewest moves", include_str!("eight_puzzle.rs"), eight_puzzle::main),
    ("grid with teleporters, least cost", include_str!("grid.rs"), grid::main),
    ("15-puzzle, A* with a bound", include_str!("fifteen_puzzle.rs"), fifteen_puzzle::main),
    ("water jugs, moves with names", include_str!("jugs.rs"), jugs::main),
    ("8-puzzle, all shortest lines", include_str!("all_shortest.rs"), all_shortest::main),
];

/// What a program asserts: the right sides of its comparisons.
fn answers(program: &str) -> Vec<&str> {
    let asserted =
        program.lines().filter_map(|line| line.trim().strip_prefix("assert_eq!(")?.split_once(", "));
    asserted.map(|sides| sides.1).collect()
}

/// The lines that are neither blank nor comments.
fn lines(program: &str) -> usize {
    program.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// Runs all programs, checks that both of a pair assert the same answers, and prints their lines.
///
/// # Errors
/// If a program fails, or two differ in their answers, or one has more than 1.2 times the lines of the other.
pub fn compare() -> Result<(), Box<dyn Error>> {
    println!("| program | lines with tejun-search | with pathfinding | ratio |");
    println!("|---|--:|--:|--:|");
    assert_eq!(TOUR.len(), BY_PATHFINDING.len());
    for ((tejun, run), (name, pathfinding, run_other)) in TOUR.into_iter().zip(BY_PATHFINDING) {
        run()?;
        run_other();
        if answers(tejun).is_empty() || answers(tejun) != answers(pathfinding) {
            return Err(format!("{name}: {:?}, but {:?}", answers(tejun), answers(pathfinding)).into());
        }
        let (ours, others) = (lines(tejun), lines(pathfinding));
        let ratio = ours as f64 / others as f64;
        println!("| {name} | {ours} | {others} | {ratio:.2} |");
        if ratio > 1.2 {
            return Err(format!("{name} takes more than 1.2 times the lines").into());
        }
    }
    Ok(())
}

#[cfg(test)]
#[test]
fn the_programs_agree_and_are_about_as_short() {
    compare().unwrap();
}
