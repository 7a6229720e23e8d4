//! Complete answers: tables, search and line.

#[path = "../tests/common/mod.rs"]
mod common;

use common::AtLine;
use tejun_puzzles::{Instance, Line, Means, Registry};
use tejun_search::Unwatched;

fn main() {
    divan::main();
}

fn short_form(name: &str) -> Box<dyn Instance> {
    let registry = Registry::standard();
    registry.read(&registry.expand_short_form(name).unwrap().unwrap(), None).unwrap()
}

fn solve(bencher: divan::Bencher, name: &str, cost: i64) {
    let instance = short_form(name);
    bencher.bench_local(|| {
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(report.value.cost, Some(cost));
        report
    });
}

/// 横刀立马 in moves, with the general model of sliding pieces.
#[divan::bench]
fn klotski(bencher: divan::Bencher) {
    solve(bencher, "klotski:vBBvvBBvvhhvv11v1..1", 81);
}

/// The original Tank Change.
#[divan::bench]
fn tank_change(bencher: divan::Bencher) {
    solve(bencher, "tank-change", 18);
}

/// The Time Machine, a board by others that does not ship with tejun: solved from both ends.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn time_machine(bencher: divan::Bencher) {
    let text = include_str!("../tests/data/layton/the-time-machine.toml");
    let instance = Registry::standard().read(text, None).unwrap();
    bencher.bench_local(|| {
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(report.value.cost, Some(39));
    });
}
