//! States per second on a plain space that outgrows every cache: 3x4 sliding tiles with the blank in the
//! corner, to depth 28.

#[path = "../tests/all/spaces/mod.rs"]
mod spaces;

use divan::counter::ItemsCount;
use spaces::Tiles;
use tejun_search::bfs::{self, Direction};
use tejun_search::{Limits, Request};

const STATES: u64 = 17_683_964;

fn main() {
    divan::main();
}

#[divan::bench(args = [1, 2], sample_count = 5, sample_size = 1)]
fn depth_28(bencher: divan::Bencher, threads: usize) {
    let limits = Limits { depth: 28, ..Limits::default() };
    bencher.counter(ItemsCount::new(STATES)).bench_local(|| {
        let answer =
            bfs::shortest(&Tiles, Direction::Forward, Request::default().limits(limits).threads(threads));
        assert_eq!(answer.stats.stored, STATES);
        answer
    });
}
