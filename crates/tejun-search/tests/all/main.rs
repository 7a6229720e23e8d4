//! The tests of the crate, in one program: it is linked once, and uses all cores to its end.

mod adapters;
mod answers;
mod check_space;
mod costs;
mod disk;
mod extremes;
mod first_day;
mod layered;
mod novelty_beam;
mod oracle;
mod patterns;
mod processes;

mod spaces;
mod spill;
mod threads;
mod tiling;
mod watch;
mod webs;

/// Whether all cases are tried, however long that takes.
fn full() -> bool {
    std::env::var("TEJUN_TESTS").is_ok_and(|tests| tests == "full")
}

/// One of how many cases is tried.
fn step() -> usize {
    if full() { 1 } else { 4 }
}
