//! States per second on a plain space that outgrows every cache: 3x4 sliding tiles with the blank in the
//! corner, to depth 28.

#[path = "../tests/all/spaces/mod.rs"]
mod spaces;

use divan::counter::ItemsCount;
use spaces::Tiles;
use tejun_search::Search;

const STATES: u64 = 17_683_964;

fn main() {
    divan::main();
}

#[divan::bench(args = [1, 2], sample_count = 5, sample_size = 1)]
fn depth_28(bencher: divan::Bencher, threads: usize) {
    bencher.counter(ItemsCount::new(STATES)).bench_local(|| {
        let stopped = Search::new(&Tiles).depth(28).threads(threads).forward().shortest().unwrap_err();
        assert_eq!(stopped.stats().stored, STATES);
    });
}
