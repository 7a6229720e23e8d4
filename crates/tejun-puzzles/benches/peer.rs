//! tejun's breadth-first search compared with that of the `pathfinding` crate, on the same models.

use std::hash::Hash;

use pathfinding::directed::bfs::bfs;
use tejun_puzzles::{sliding, tank_change};
use tejun_search::{Packed, Search, Space};

fn main() {
    divan::main();
}

fn tejun<P: Space<State: Packed>>(bencher: divan::Bencher, space: &P, cost: usize) {
    bencher.bench_local(|| {
        let path = Search::new(space).shortest().expect("it has a solution");
        assert_eq!(path.moves.len(), cost);
    });
}

fn pathfinding<P: Space<State: Packed + Eq + Hash>>(bencher: divan::Bencher, space: &P, cost: usize) {
    let mut start = None;
    space.starts(|state| start = Some(state));
    let neighbours = |state: &P::State| {
        let mut neighbours = Vec::new();
        space.expand(state, |_, next| neighbours.push(next));
        neighbours
    };
    bencher.bench_local(|| {
        let path = bfs(start.as_ref().unwrap(), neighbours, |state| space.is_goal(state)).unwrap();
        assert_eq!(path.len() - 1, cost);
    });
}

const KLOTSKI: &str = "vBBvvBBvvhhvv11v1..1";

#[divan::bench]
fn klotski_tejun(bencher: divan::Bencher) {
    tejun(bencher, &sliding::klotski_space(KLOTSKI).unwrap(), 81);
}

#[divan::bench]
fn klotski_pathfinding(bencher: divan::Bencher) {
    pathfinding(bencher, &sliding::klotski_space(KLOTSKI).unwrap(), 81);
}

#[divan::bench]
fn tank_change_tejun(bencher: divan::Bencher) {
    tejun(bencher, &tank_change::original_space(), 18);
}

#[divan::bench]
fn tank_change_pathfinding(bencher: divan::Bencher) {
    pathfinding(bencher, &tank_change::original_space(), 18);
}
