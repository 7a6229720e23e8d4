//! Time to build, open and query the atlas.
//!
//! `cargo bench -p tejun-puzzles --bench klotski_atlas`

#[path = "../../tejun-puzzles/tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::sync::LazyLock;

use common::AtLine;
use divan::{Bencher, black_box};
use tejun_puzzles::sliding::atlas::{Atlas, CLASSES, Layout, Ranks};
use tejun_puzzles::{Line, Means, Registry};
use tejun_search::{Limits, Outcome, Unwatched};

fn main() {
    divan::main();
    let _ = std::fs::remove_dir_all(&*DATA);
}

fn build(threads: usize) -> Atlas {
    let Outcome::Solved(atlas) = Atlas::build(&Limits::default(), threads, &mut Unwatched) else {
        unreachable!("nothing stops it")
    };
    atlas
}

static DATA: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("tejun-bench-{}", std::process::id())));

static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    std::fs::create_dir_all(&*DATA).expect("a temporary directory");
    let path = DATA.join("klotski.atlas");
    build(1).write(&path).expect("the temporary directory takes 15 MB");
    path
});

/// An atlas with all parts read.
static OPEN: LazyLock<Atlas> = LazyLock::new(|| {
    let atlas = Atlas::open(&FILE).expect("it was just written");
    atlas.at_distance(&(0..=u8::MAX), None, |_| {}).expect("it was just written");
    atlas
});

/// Layouts from all over the family, in random order.
static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
    let ranks = Ranks::new();
    (0..100_000_u64).map(|i| ranks.layout((i * 7_368_787 % u64::from(CLASSES)) as u32)).collect()
});

fn opening() -> Layout {
    "vBBvvBBvvhhvv11v1..1".parse().expect("a layout")
}

#[divan::bench(args = [1, 2], sample_count = 5, sample_size = 1)]
fn building(threads: usize) -> Atlas {
    build(threads)
}

#[divan::bench]
fn listing_the_frames() -> Ranks {
    Ranks::new()
}

/// The work of a process that answers one query, besides [`listing_the_frames`].
#[divan::bench]
fn opening_and_asking_once(bencher: Bencher) {
    LazyLock::force(&FILE);
    bencher.bench(|| {
        let atlas = Atlas::open(&FILE).expect("a good file");
        (atlas.distance(opening()).expect("a good file"), atlas.best_moves(opening()).expect("a good file"))
    });
}

#[divan::bench]
fn distance_from_an_open_atlas(bencher: Bencher) {
    LazyLock::force(&OPEN);
    let mut layouts = LAYOUTS.iter().cycle();
    bencher.bench_local(|| OPEN.distance(*black_box(layouts.next().expect("a cycle"))).expect("a good file"));
}

#[divan::bench]
fn best_moves_from_an_open_atlas(bencher: Bencher) {
    LazyLock::force(&OPEN);
    let mut layouts = LAYOUTS.iter().cycle();
    bencher
        .bench_local(|| OPEN.best_moves(*black_box(layouts.next().expect("a cycle"))).expect("a good file"));
}

#[divan::bench]
fn hardest_of_all(bencher: Bencher) {
    LazyLock::force(&OPEN);
    bencher.bench(|| {
        let mut found = 0;
        OPEN.at_distance(&(138..=138), None, |_| found += 1).expect("a good file");
        found
    });
}

/// A complete answer for 横刀立马 (81 moves): by search, and by look-up in an atlas on disk.
#[divan::bench(args = ["searched", "looked up"])]
fn solving(bencher: Bencher, how: &str) {
    LazyLock::force(&FILE);
    let registry = Registry::standard();
    let text =
        registry.expand_short_form("klotski:vBBvvBBvvhhvv11v1..1").expect("a short form").expect("a layout");
    let instance = registry.read(&text, None).expect("a puzzle");
    let data = (how == "looked up").then(|| DATA.clone());
    let options = Means { data, ..Means::default() };
    bencher.bench(|| {
        let report = instance.solve_at(&Line::default(), &options, &mut Unwatched).expect("it has a goal");
        assert_eq!(report.value.cost, Some(81));
        report
    });
}
