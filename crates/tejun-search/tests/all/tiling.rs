//! Compares the fast search, the step search and the frontier with an independent brute force, on small
//! boards cut into random pieces.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use proptest::prelude::*;
use tejun_search::tiling::{Count, Event, Kind, Method, Placement, Tiling};
use tejun_search::{Answer, Limits, Outcome, Proof, Request, StopReason};

type Cell = (i32, i32);

/// A board and its pieces, as cells of the plane.
#[derive(Clone, Debug)]
struct Board {
    cells: Vec<Cell>,
    /// Shape, count, whether it may be flipped, whether it may be rotated.
    pieces: Vec<(Vec<Cell>, u32, bool, bool)>,
    /// Whether the line runs along columns, with an empty place after each row's cells, or in the order of
    /// the cells' numbers.
    columns: bool,
}

fn normal(shape: &[Cell]) -> Vec<Cell> {
    let (top, left) = (shape.iter().map(|c| c.0).min().unwrap(), shape.iter().map(|c| c.1).min().unwrap());
    let mut shape: Vec<Cell> = shape.iter().map(|&(r, c)| (r - top, c - left)).collect();
    shape.sort_unstable();
    shape
}

fn forms(shape: &[Cell], flip: bool, rotate: bool) -> BTreeSet<Vec<Cell>> {
    let mut forms = BTreeSet::new();
    for mirrored in [false, true] {
        for turns in 0..4 {
            if (mirrored && !flip) || (turns > 0 && !rotate) {
                continue;
            }
            let mut form: Vec<Cell> =
                shape.iter().map(|&(r, c)| (r, if mirrored { -c } else { c })).collect();
            for _ in 0..turns {
                form = form.iter().map(|&(r, c)| (c, -r)).collect();
            }
            forms.insert(normal(&form));
        }
    }
    forms
}

impl Board {
    fn masks(&self, piece: usize) -> Vec<u128> {
        let (shape, _, flip, rotate) = &self.pieces[piece];
        let index: HashMap<Cell, usize> = self.cells.iter().enumerate().map(|(i, &c)| (c, i)).collect();
        let mut masks = Vec::new();
        for form in forms(shape, *flip, *rotate) {
            for r in -1..9 {
                for c in -1..9 {
                    let cells: Option<Vec<usize>> =
                        form.iter().map(|&(y, x)| index.get(&(r + y, c + x)).copied()).collect();
                    masks.extend(cells.map(|cells| cells.iter().fold(0, |mask, cell| mask | 1_u128 << cell)));
                }
            }
        }
        masks
    }

    /// The permutations of the cells under the rotations and reflections of the board.
    fn group(&self) -> Vec<Vec<usize>> {
        let mut group = Vec::new();
        for mirrored in [false, true] {
            for turns in 0..4 {
                let moved = |&(r, c): &Cell| {
                    let mut cell = (r, if mirrored { -c } else { c });
                    for _ in 0..turns {
                        cell = (cell.1, -cell.0);
                    }
                    cell
                };
                let image: Vec<Cell> = self.cells.iter().map(moved).collect();
                let (top, left) =
                    (image.iter().map(|c| c.0).min().unwrap(), image.iter().map(|c| c.1).min().unwrap());
                let base = (
                    self.cells.iter().map(|c| c.0).min().unwrap(),
                    self.cells.iter().map(|c| c.1).min().unwrap(),
                );
                let to: Option<Vec<usize>> = image
                    .iter()
                    .map(|&(r, c)| {
                        self.cells.iter().position(|&x| x == (r - top + base.0, c - left + base.1))
                    })
                    .collect();
                group.extend(to);
            }
        }
        group
    }

    fn tiling(&self) -> Tiling {
        let kinds: Vec<Kind> = (0..self.pieces.len())
            .map(|piece| Kind { count: self.pieces[piece].1, masks: self.masks(piece) })
            .collect();
        let rows = self.cells.iter().map(|c| c.0).max().unwrap() + 2;
        let line = |(i, &(r, c)): (usize, &Cell)| if self.columns { (c * rows + r) as usize } else { i };
        let line = self.cells.iter().enumerate().map(line).collect();
        Tiling::new(self.cells.len(), &kinds).unwrap().along(line).unwrap().under(&self.group())
    }

    fn neighbours(&self) -> Vec<u128> {
        let near = |a: &Cell, b: &Cell| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1;
        self.cells
            .iter()
            .map(|a| (0..self.cells.len()).filter(|&i| near(a, &self.cells[i])).fold(0, |m, i| m | 1 << i))
            .collect()
    }
}

type Filling = BTreeSet<(usize, u128)>;

/// Every filling, by placing one piece after another wherever it fits.
fn brute_force(board: &Board) -> BTreeSet<Filling> {
    fn go(
        masks: &[Vec<u128>],
        left: &mut Vec<u32>,
        filled: u128,
        all: u128,
        now: &mut Filling,
        found: &mut BTreeSet<Filling>,
    ) {
        if filled == all {
            found.insert(now.clone());
            return;
        }
        let Some(kind) = left.iter().position(|&n| n > 0) else { return };
        // Pieces of one kind are placed in ascending order, so that no filling is found twice.
        let last = now.iter().filter(|p| p.0 == kind).map(|p| p.1).max().unwrap_or(0);
        for &mask in &masks[kind] {
            if mask & filled == 0 && mask > last {
                left[kind] -= 1;
                now.insert((kind, mask));
                go(masks, left, filled | mask, all, now, found);
                now.remove(&(kind, mask));
                left[kind] += 1;
            }
        }
    }
    let masks: Vec<Vec<u128>> = (0..board.pieces.len()).map(|p| board.masks(p)).collect();
    let all = u128::MAX >> (128 - board.cells.len());
    let mut found = BTreeSet::new();
    let mut left = board.pieces.iter().map(|p| p.1).collect();
    go(&masks, &mut left, 0, all, &mut Filling::new(), &mut found);
    found
}

/// The number of orbits under the symmetries that map the set of pieces onto itself.
fn classes(board: &Board, fillings: &BTreeSet<Filling>) -> usize {
    let masks: Vec<BTreeSet<u128>> =
        (0..board.pieces.len()).map(|p| board.masks(p).into_iter().collect()).collect();
    let mut group: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for cells in board.group() {
        let moved = |mask: u128| {
            (0..cells.len()).filter(|i| mask >> i & 1 == 1).fold(0_u128, |m, i| m | 1 << cells[i])
        };
        let mut kinds: Vec<usize> = Vec::new();
        for (kind, own) in masks.iter().enumerate() {
            let image: BTreeSet<u128> = own.iter().map(|&mask| moved(mask)).collect();
            let to = (0..masks.len()).find(|&to| {
                masks[to] == image && board.pieces[to].1 == board.pieces[kind].1 && !kinds.contains(&to)
            });
            kinds.extend(to);
        }
        if kinds.len() == masks.len() {
            group.push((cells, kinds));
        }
    }
    let least = |filling: &Filling| {
        group
            .iter()
            .map(|(cells, kinds)| {
                let moved = |&(kind, mask): &(usize, u128)| {
                    let image = (0..cells.len())
                        .filter(|i| mask >> i & 1 == 1)
                        .fold(0_u128, |m, i| m | 1 << cells[i]);
                    (kinds[kind], image)
                };
                filling.iter().map(moved).collect::<Filling>()
            })
            .min()
            .unwrap()
    };
    fillings.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// A board of at most 5 by 6 with holes (often in several parts), cut into pieces as directed by a tape of
/// choices. Now and then a piece gets another form, so that some boards cannot be filled.
fn boards() -> impl Strategy<Value = Board> {
    (
        1..6_i32,
        1..7_i32,
        prop::collection::vec(0..100_u8, 30),
        prop::collection::vec(any::<u8>(), 64),
        any::<bool>(),
    )
        .prop_filter_map("a board of 1 to 16 cells", |(rows, cols, holes, tape, columns)| {
            let dense = if tape[0] % 3 == 0 { 0 } else { 15 };
            let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
            let cells: Vec<Cell> =
                all.zip(holes).filter(|&(_, h)| h >= dense).map(|(cell, _)| cell).collect();
            if cells.is_empty() || cells.len() > 16 {
                return None;
            }
            let mut tape = tape.into_iter().cycle().skip(1);
            let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
            let mut pieces: BTreeMap<(Vec<Cell>, bool, bool), u32> = BTreeMap::new();
            while let Some(&first) = free.iter().next() {
                let size = 2 + tape.next().unwrap() as usize % 4;
                let mut piece = vec![first];
                free.remove(&first);
                while piece.len() < size {
                    let near: Vec<Cell> = free
                        .iter()
                        .copied()
                        .filter(|a| piece.iter().any(|b| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1))
                        .collect();
                    if near.is_empty() {
                        break;
                    }
                    let cell = near[tape.next().unwrap() as usize % near.len()];
                    free.remove(&cell);
                    piece.push(cell);
                }
                let (change, flags) = (tape.next().unwrap(), tape.next().unwrap());
                if change > 245 {
                    piece = (0..piece.len() as i32).map(|c| (0, c)).collect();
                }
                let (flip, rotate) = (flags & 3 != 0, flags & 12 != 0);
                // A piece that may take all its forms is represented by the first.
                let shape = forms(&piece, flip, rotate).into_iter().next().unwrap();
                let shape = if flip && rotate { shape } else { normal(&piece) };
                *pieces.entry((shape, flip, rotate)).or_default() += 1;
            }
            let pieces =
                pieces.into_iter().map(|((shape, flip, rotate), n)| (shape, n, flip, rotate)).collect();
            Some(Board { cells, pieces, columns })
        })
}

/// The count of a search that completed.
fn whole(answer: Answer<Count>) -> Count {
    match answer.outcome {
        Outcome::Solved(count) => {
            assert_eq!(answer.proof, Proof::Optimal);
            assert!(count.raw > 0);
            count
        }
        Outcome::Unsolvable => Count { classes: 0, raw: 0, method: Method::Listing },
        Outcome::Stopped(reason, _) => panic!("{reason}"),
    }
}

fn list(tiling: &Tiling, threads: usize) -> (Vec<(Vec<u32>, usize)>, u128) {
    let mut found = Vec::new();
    let done = whole(tiling.fillings(Request::default().threads(threads), &mut |ids, images| {
        found.push((ids.to_vec(), images));
        ControlFlow::Continue(())
    }));
    assert_eq!(done.classes, found.len() as u128);
    (found, done.raw)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000 / crate::step() as u32, ..ProptestConfig::default() })]

    #[test]
    fn all_searches_agree_with_brute_force(board in boards()) {
        let expected = brute_force(&board);
        let tiling = board.tiling();

        let expected_classes = classes(&board, &expected);
        for tiling in [&tiling, &tiling.clone().by_fewest()] {
        let (found, raw) = list(tiling, 1);
        let sets: BTreeSet<Filling> = found
            .iter()
            .map(|(ids, _)| {
                let of = |&id: &u32| { let p = tiling.placements()[id as usize]; (p.kind as usize, p.mask) };
                ids.iter().map(of).collect()
            })
            .collect();
        prop_assert_eq!(sets.len(), found.len(), "a filling was delivered twice");
        prop_assert!(sets.is_subset(&expected));
        prop_assert_eq!(found.len(), expected_classes);
        prop_assert_eq!(classes(&board, &sets), expected_classes, "two images of one filling were delivered");
        prop_assert_eq!(raw as usize, expected.len());

            let counted = whole(tiling.count(Request::default()));
            prop_assert_eq!((counted.classes, counted.raw), (expected_classes as u128, expected.len() as u128));
        }

        let steps = tiling.steps(board.neighbours());
        let mut stepped = BTreeSet::new();
        let mut now = Filling::new();
        let mut filled = 0_u128;
        for event in steps {
            match event {
                Event::Placed(Placement { kind, mask }) => {
                    prop_assert_eq!(filled & mask, 0, "two pieces overlap");
                    prop_assert!(board.masks(kind as usize).contains(&mask));
                    filled |= mask;
                    now.insert((kind as usize, mask));
                }
                Event::TakenBack(Placement { kind, mask }) => {
                    prop_assert!(now.remove(&(kind as usize, mask)));
                    filled &= !mask;
                }
                Event::Solution => prop_assert!(stepped.insert(now.clone())),
                Event::Pruned { area } => prop_assert_eq!(area & filled, 0),
                _ => {}
            }
        }
        prop_assert_eq!(stepped, expected.clone());

        let counted = whole(tiling.count_over_frontier(Request::default()).unwrap());
        prop_assert_eq!((counted.classes, counted.raw), (expected_classes as u128, expected.len() as u128));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn threads_deliver_the_same_in_the_same_order(board in boards()) {
        for tiling in [board.tiling(), board.tiling().by_fewest()] {
            let alone = list(&tiling, 1);
            prop_assert_eq!(&list(&tiling, 2), &alone);
            prop_assert_eq!(&list(&tiling, 3), &alone);
        }
    }
}

fn dominoes(rows: i32, cols: i32) -> Board {
    let cells: Vec<Cell> = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).collect();
    let count = cells.len() as u32 / 2;
    Board { cells, pieces: vec![(vec![(0, 0), (0, 1)], count, true, true)], columns: true }
}

/// Domino tilings of the chessboard (Kasteleyn 1961).
#[test]
fn dominoes_on_a_chessboard() {
    let counted = whole(dominoes(8, 8).tiling().count(Request::default()));
    assert_eq!((counted.raw, counted.method), (12_988_816, Method::Frontier));
    assert_eq!((counted.raw, counted.classes), plainly(8, 8));
}

/// Compares the numbers of domino tilings, in total and up to symmetry, with a plain count: each tiling is
/// written down (for each cell, the direction of its other half) and counted if none of its images is
/// smaller. No piece can be pinned, so the searches compare whole fillings, and the frontier counts what each
/// symmetry leaves unchanged.
#[test]
fn dominoes_up_to_symmetry() {
    for rows in 1..=6 {
        for cols in (rows..=6).filter(|cols| rows * cols % 2 == 0) {
            let tiling = dominoes(rows, cols).tiling();
            let expected = plainly(rows, cols);
            let counted = whole(tiling.count_over_frontier(Request::default()).unwrap());
            assert_eq!((counted.raw, counted.classes), expected, "{rows}x{cols}");
            let (found, raw) = list(&tiling, 1);
            assert_eq!((raw, found.len() as u128), expected, "{rows}x{cols}");
        }
    }
}

/// The number of domino tilings of a rectangle, and of those that come first among their images.
fn plainly(rows: i32, cols: i32) -> (u128, u128) {
    struct Search {
        cols: usize,
        /// For each cell 0 to 3 (its other half lies right, below, left, above), or 4 if it is free.
        halves: Vec<u8>,
        /// For each symmetry: for each cell the cell that moves there, and how the four directions map.
        group: Vec<(Vec<usize>, [u8; 4])>,
        found: (u128, u128),
    }
    impl Search {
        fn fill(&mut self, from: usize) {
            let Some(cell) = (from..self.halves.len()).find(|&cell| self.halves[cell] == 4) else {
                self.found.0 += 1;
                let image = |(source, ways): &(Vec<usize>, [u8; 4])| {
                    source
                        .iter()
                        .map(|&cell| ways[self.halves[cell] as usize])
                        .lt(self.halves.iter().copied())
                };
                self.found.1 += u128::from(!self.group.iter().any(image));
                return;
            };
            for (way, other) in [(0, cell + 1), (1, cell + self.cols)] {
                let fits = if way == 0 { other % self.cols > 0 } else { other < self.halves.len() };
                if fits && self.halves[other] == 4 {
                    (self.halves[cell], self.halves[other]) = (way, way + 2);
                    self.fill(cell + 1);
                    (self.halves[cell], self.halves[other]) = (4, 4);
                }
            }
        }
    }
    let mut group = Vec::new();
    for flips in 1..8 {
        let (down, across, turned) = (flips & 1 > 0, flips & 2 > 0, flips & 4 > 0);
        if turned && rows != cols {
            continue;
        }
        // Where the cell comes from: the board is first reflected in its diagonal, then flipped.
        let source = |(r, c): (i32, i32)| {
            let r = if down { rows - 1 - r } else { r };
            let c = if across { cols - 1 - c } else { c };
            if turned { (c, r) } else { (r, c) }
        };
        let cells = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        let sources = cells.map(|cell| {
            let (r, c) = source(cell);
            (r * cols + c) as usize
        });
        let way = |way: u8| {
            let way = if turned { [1, 0, 3, 2][way as usize] } else { way };
            if [across, down][way as usize % 2] { way ^ 2 } else { way }
        };
        group.push((sources.collect(), [way(0), way(1), way(2), way(3)]));
    }
    let halves = vec![4; (rows * cols) as usize];
    let mut search = Search { cols: cols as usize, halves, group, found: (0, 0) };
    search.fill(0);
    search.found
}

#[test]
fn limits_stop_the_searches() {
    let tiling = dominoes(8, 8).tiling();
    let limited = |limits: Limits| Request::default().limits(limits);
    let found = |limits: Limits| tiling.fillings(limited(limits), &mut |_, _| ControlFlow::Continue(()));
    let few = found(Limits { states: 5000, ..Limits::default() });
    assert_eq!(few.outcome.stopped(), Some(StopReason::States));
    assert!(few.stats.expanded <= 5000 && few.stats.expanded > 4000);
    let none = found(Limits { bytes: 100, ..Limits::default() });
    assert_eq!(none.outcome.stopped(), Some(StopReason::Memory));
    let few = tiling.count(limited(Limits { states: 500, ..Limits::default() }));
    assert_eq!(few.outcome.stopped(), Some(StopReason::States));
    let mut seen = 0;
    let first = tiling.fillings(Request::default().threads(2), &mut |_, _| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let Outcome::Solved(count) = first.outcome else { panic!() };
    assert_eq!((seen, count.classes, first.proof), (10, 10, Proof::Unproved));
}

#[test]
fn the_depth_limit_is_on_pieces() {
    let tiling = dominoes(4, 4).tiling();
    let limited = |depth| Request::default().limits(Limits { depth, ..Limits::default() });
    for threads in [1, 2] {
        let list = |depth| {
            tiling.fillings(limited(depth).threads(threads), &mut |_, _| ControlFlow::Continue(())).outcome
        };
        let Outcome::Stopped(StopReason::Depth, Some(none)) = list(7) else { panic!() };
        assert_eq!(none.raw, 0);
        let Outcome::Solved(all) = list(8) else { panic!() };
        assert_eq!(all.raw, 36);
    }
    assert_eq!(tiling.count(limited(7)).outcome.stopped(), Some(StopReason::Depth));
    assert_eq!(tiling.count_over_frontier(limited(7)).unwrap().outcome.stopped(), Some(StopReason::Depth));
    assert_eq!(whole(tiling.count_over_frontier(limited(8)).unwrap()).raw, 36);
    assert_eq!(whole(tiling.count(limited(8))).raw, 36);
}

#[test]
fn a_count_takes_in_no_more_states_than_it_may() {
    // Listing and frontier together.
    let tiling = dominoes(8, 8).tiling();
    for states in [500, 5000, 500_000, 1_050_000, 1_060_000] {
        let answer = tiling.count(Request::default().limits(Limits { states, ..Limits::default() }));
        if let Some(reason) = answer.outcome.stopped() {
            assert_eq!(reason, StopReason::States);
            assert!(answer.stats.expanded + answer.stats.stored < 2 * states + 5000, "{states}: {answer:?}");
        }
        let again = tiling.count(Request::default().limits(Limits { states, ..Limits::default() }));
        assert_eq!(answer, again);
    }
}

/// Along another line, more placements may begin at one place than a scan has room for.
#[test]
fn a_line_on_which_much_begins_at_one_place_is_searched_by_fewest_choices() {
    // Triples: the last of 39 cells with any two others; and all but one of the pairs 0 1, 2 3 ...
    let twos = (0..38).flat_map(|a| (0..a).map(move |b| (a, b)));
    let masks: Vec<u128> = twos.map(|(a, b)| 1 << 38 | 1 << a | 1 << b).collect();
    assert_eq!(masks.len(), 703);
    let pairs = (0..19).map(|pair| 0b11 << (2 * pair)).collect();
    let tiling = Tiling::new(39, &[Kind { count: 1, masks }, Kind { count: 18, masks: pairs }]).unwrap();
    let backwards = tiling.clone().along((0..39).rev().collect()).unwrap();
    for tiling in [tiling, backwards.clone()] {
        assert_eq!(whole(tiling.count(Request::default())).raw, 19);
        assert_eq!(list(&tiling, 2).0.len(), 19);
    }
    assert!(backwards.count_over_frontier(Request::default()).is_none());
}

/// Far more pieces than fit change nothing and take no time.
#[test]
fn pieces_beyond_the_room_for_them_change_nothing() {
    let mut board = dominoes(4, 4);
    board.pieces[0].1 = u32::MAX;
    let tiling = board.tiling();
    assert_eq!(whole(tiling.count_over_frontier(Request::default()).unwrap()).raw, 36);
    assert_eq!(list(&tiling, 2).1, 36);
}
