//! Dominoes on a board of four by four squares: listed, counted, and placed step by step.
//!
//! `cargo run --example dominoes`

use std::ops::ControlFlow;

use tejun_search::Request;
use tejun_search::tiling::{Event, Kind, Tiling, cells_of};

const SIDE: usize = 4;

fn main() {
    let cells = SIDE * SIDE;
    let lying = (0..cells).filter(|cell| cell % SIDE + 1 < SIDE).map(|cell| 0b11 << cell);
    let status = (0..cells - SIDE).map(|cell| (1 | 1 << SIDE) << cell);
    let dominoes = Kind { count: cells as u32 / 2, masks: lying.chain(status).collect() };
    let turned = (0..cells).map(|cell| cell % SIDE * SIDE + SIDE - 1 - cell / SIDE).collect::<Vec<_>>();
    let half = turned.iter().map(|&cell| turned[cell]).collect::<Vec<_>>();
    let back = turned.iter().map(|&cell| half[cell]).collect::<Vec<_>>();
    let tiling = Tiling::new(cells, &[dominoes]).expect("the masks fit").under(&[turned, half, back]);

    let mut shown = 0;
    tiling.fillings(Request::default(), &mut |ids, images| {
        let mut board = vec!['?'; cells];
        for (letter, &id) in ('a'..).zip(ids) {
            cells_of(tiling.placements()[id as usize].mask).for_each(|cell| board[cell] = letter);
        }
        board.chunks(SIDE).for_each(|row| println!("{}", row.iter().collect::<String>()));
        println!("({images} images)\n");
        shown += 1;
        if shown < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });

    let count = tiling.count(Request::default()).outcome.found().expect("the board has fillings");
    println!("{} in all, {} up to turns", count.raw, count.classes);
    assert_eq!(count.raw, 36);

    let beside = |cell: usize| {
        let near =
            |&other: &usize| (cell / SIDE).abs_diff(other / SIDE) + (cell % SIDE).abs_diff(other % SIDE) == 1;
        (0..cells).filter(near).map(|other| 1 << other).sum()
    };
    let events = tiling.steps((0..cells).map(beside).collect());
    let tried = events.take_while(|event| *event != Event::Solution).count();
    println!("laid by hand, the first takes {tried} steps");
}
