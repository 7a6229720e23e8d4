//! Levels of Sokoban whose states take more than one word of 16 bytes.

use std::collections::{HashMap, HashSet, VecDeque};

use proptest::prelude::*;
use tejun_puzzles::{Line, Means, Sokoban, kit};
use tejun_search::Search;

use crate::common::{AtLine, cases};
use crate::sokoban::{BOX, Drawn, MAN, WAYS, drawn, file, level, read, solved};

/// The fewest pushes, or steps of the man, that solve a level with many cells, by its floor alone.
fn fewest_on_floor(board: &Drawn, by_moves: bool) -> Option<i64> {
    let at = |row: usize, column: usize| board[row][column];
    let all = || (0..board.len()).flat_map(|row| (0..board[row].len()).map(move |column| (row, column)));
    let places: Vec<_> = all().filter(|&(row, column)| at(row, column) != b'#').collect();
    let number: HashMap<_, _> = places.iter().zip(0..).map(|(&place, cell)| (place, cell)).collect();
    let on = |signs: &[u8]| -> Vec<usize> {
        (0..places.len()).filter(|&cell| signs.contains(&at(places[cell].0, places[cell].1))).collect()
    };
    let (boxes, goals, man) = (on(BOX), on(b".*+"), on(MAN)[0]);
    let beside = |cell: usize, (down, right): (isize, isize)| {
        let (row, column) = places[cell];
        number.get(&(row.wrapping_add_signed(down), column.wrapping_add_signed(right))).copied()
    };
    let mut done = HashSet::new();
    let mut queue = VecDeque::from([(0, boxes, man)]);
    while let Some((cost, boxes, man)) = queue.pop_front() {
        if !done.insert((boxes.clone(), man)) {
            continue;
        }
        if boxes.iter().all(|cell| goals.contains(cell)) {
            return Some(cost);
        }
        for way in WAYS {
            let Some(to) = beside(man, way) else { continue };
            let Some(pushed) = boxes.iter().position(|&cell| cell == to) else {
                match by_moves {
                    true => queue.push_back((cost + 1, boxes.clone(), to)),
                    false => queue.push_front((cost, boxes.clone(), to)),
                }
                continue;
            };
            let Some(beyond) = beside(to, way).filter(|cell| !boxes.contains(cell)) else { continue };
            let mut next = boxes.clone();
            next[pushed] = beyond;
            next.sort_unstable();
            queue.push_back((cost + 1, next, to));
        }
    }
    None
}

/// A small level with a corridor from its first row on, to so many cells.
fn lengthened(board: &str, cells: usize) -> Option<String> {
    let mut rows = drawn(board);
    let start = rows[1].len() - 1;
    let has = rows.iter().flatten().filter(|&&cell| cell != b'#').count();
    let more = cells.checked_sub(has).filter(|_| rows[1][start - 1] != b'#')?;
    rows.iter_mut().for_each(|row| row.resize(start + more + 1, b'#'));
    rows[1][start..start + more].fill(b' ');
    Some(rows.iter().map(|row| String::from_utf8_lossy(row)).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_box_goes_through_all_of_the_widest_words() {
    for cells in [120, 121, 248, 249, 512] {
        // He pushes it to the far end, or back to the near one.
        let inner = cells - 4;
        let level = format!("{0}\n#@$ {1}.#\n{0}", "#".repeat(cells + 2), " ".repeat(inner));
        for metric in ["pushes", "moves"] {
            let instance = read(&file(&level), Some(metric)).unwrap();
            assert_eq!(solved(&*instance, &drawn(&level)), Some(cells as i64 - 2), "{cells}");
        }
        let explored = read(&file(&level), None).unwrap().explore_at(&Line::default(), &Means::default());
        assert_eq!(explored.states, cells as u64 - 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), ..ProptestConfig::default() })]

    #[test]
    fn words_of_every_width_give_the_same_answers(
        board in level(), cells in prop::sample::select(vec![30_usize, 121, 249, 300]),
    ) {
        let boxes = board.matches(['$', '*']).count();
        let Some(board) = lengthened(&board, cells).filter(|_| boxes < 2 || cells < 100) else { return Ok(()) };
        let start = drawn(&board);
        for metric in ["pushes", "moves"] {
            let file = format!("{}metric = '{metric}'\n", file(&board));
            let Ok(instance) = read(&file, None) else { return Ok(()) };
            let fewest = fewest_on_floor(&start, metric == "moves");
            prop_assert_eq!(solved(&*instance, &start), fewest, "{}", board);
            // The states of play are the widest.
            let puzzle = kit::read::<Sokoban>(&file).unwrap();
            let found = Search::new(&puzzle).astar().ok().map(|found| i64::from(found.cost));
            prop_assert_eq!(found, fewest, "{}", board);
        }
    }
}
