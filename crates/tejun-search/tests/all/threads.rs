//! Any number of threads: none counts as one, and there is a most.

use std::ops::ControlFlow;

use tejun_search::layered::{Layered, beam, exact};
use tejun_search::tiling::{Kind, Tiling};
use tejun_search::{Request, Search, graph};

const NUMBERS: [usize; 3] = [0, 1, usize::MAX];

#[test]
fn a_graph_on_any_number_of_threads() {
    let numbers = graph([1_u32], |n| [n + 1, n * 2 % 1000]).goal(|&n| n == 999);
    let found = NUMBERS.map(|threads| Search::new(&numbers).threads(threads).shortest().unwrap().states);
    assert!(found[0] == found[1] && found[1] == found[2] && found[0].last() == Some(&999));
}

/// Numbers that are doubled or kept, three times.
struct Doublings;

impl Layered for Doublings {
    type State = i64;
    type Move = bool;
    type Group = ();
    type Scratch = ();

    fn scratch(&self) {}

    fn start(&self) -> (u32, i64) {
        (0, 1)
    }

    fn expand(&self, layer: u32, &at: &i64, mut visit: impl FnMut(bool, i64)) {
        if layer < 3 {
            visit(false, at);
            visit(true, 2 * at);
        }
    }

    fn score(&self, layer: u32, &at: &i64) -> Option<i64> {
        (layer == 3).then_some(at)
    }

    fn bound(&self, layer: u32, &at: &i64, _: i64, (): &mut ()) -> i64 {
        at << (3 - layer)
    }

    fn ceiling(&self, _: u32) -> i64 {
        8
    }

    fn value(&self, _: u32, &at: &i64, (): &mut ()) -> i64 {
        at
    }

    fn group(&self, _: &i64) {}

    fn dominates(&self, a: &i64, b: &i64) -> bool {
        a >= b
    }
}

#[test]
fn layers_on_any_number_of_threads() {
    for threads in NUMBERS {
        let request = || Request::default().threads(threads);
        assert_eq!(exact(&Doublings, 0, request()).outcome.found().unwrap().score, 8);
        for width in [1, usize::MAX] {
            assert_eq!(beam(&Doublings, width, request()).outcome.found().unwrap().score, 8);
        }
        assert!(exact(&Doublings, i64::MAX, request()).outcome.found().is_none());
    }
}

#[test]
fn tilings_of_pieces_without_number() {
    let lying = [0b11, 0b1100];
    let standing = [0b101, 0b1010];
    let dominoes = |count| Kind { count, masks: [lying, standing].concat() };
    let turned = [vec![3, 2, 1, 0]];
    for (kinds, raw) in [
        (vec![], 0),
        (vec![dominoes(0)], 0),
        (vec![dominoes(1)], 0),
        (vec![dominoes(u32::MAX), dominoes(0)], 2),
        (vec![dominoes(1), Kind { count: 1, masks: vec![] }, dominoes(1)], 4),
    ] {
        let tiling = Tiling::new(4, &kinds).unwrap();
        let far = tiling.clone().along(vec![0, usize::MAX, 7, 1 << 40]).unwrap();
        for tiling in [tiling.clone(), far, tiling.under(&turned)] {
            for threads in NUMBERS {
                let request = || Request::default().threads(threads);
                let count = tiling.count(request()).outcome.found().map_or(0, |found| found.raw);
                let listed = tiling.fillings(request(), &mut |_, _| ControlFlow::Continue(()));
                assert_eq!((count, listed.outcome.found().map_or(0, |found| found.raw)), (raw, raw));
            }
        }
    }
}
