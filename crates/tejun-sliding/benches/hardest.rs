//! Time to find the distances of all placements.
//!
//! `cargo bench -p tejun-puzzles --bench hardest`

use divan::Bencher;
use tejun_puzzles::question::Hardest;
use tejun_puzzles::{Means, Registry, Surveyed};
use tejun_search::Unwatched;

fn main() {
    divan::main();
}

/// A board of 5x5 whose 2x2 has to get to the lower edge.
const FIVE: &str = "puzzle = 'sliding'
board = '''
aaBB.
aaBB.
.....
.....
.....'''
goal = '''
.....
.....
.....
.BB..
.BB..'''
";

fn survey(text: &str, pieces: &str, threads: usize) -> Surveyed {
    let instance = Registry::standard().read(text, None).expect("a puzzle");
    let surveyor = &instance;
    let options = Means { threads, ..Means::default() };
    surveyor
        .ask(Hardest { pieces: Some(pieces.to_string()), ..Hardest::default() }, &options, &mut Unwatched)
        .expect("it has a goal")
}

/// 65,880 placements.
#[divan::bench(args = [1, 2])]
fn the_pieces_of_heng_dao_li_ma(bencher: Bencher, threads: usize) {
    let registry = Registry::standard();
    let text =
        registry.expand_short_form("klotski:vBBvvBBvvhhvv11v1..1").expect("a short form").expect("a layout");
    bencher.bench(|| assert_eq!(survey(&text, "1h,4v,4u", threads).levels.len(), 94));
}

/// All piece sets of the atlas: 29,334,498 placements.
#[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1)]
fn the_atlas(threads: usize) {
    let registry = Registry::standard();
    let text =
        registry.expand_short_form("klotski:vBBvvBBvvhhvv11v1..1").expect("a short form").expect("a layout");
    assert_eq!(survey(&text, "any", threads).class_levels[138], 3);
}

#[divan::bench(args = [1, 2], sample_count = 1, sample_size = 1)]
fn a_hundred_million_placements(threads: usize) {
    assert_eq!(survey(FIVE, "2h,2v,7u", threads).starts, Some(102_163_776));
}
