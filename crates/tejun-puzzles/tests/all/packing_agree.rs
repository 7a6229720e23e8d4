//! Packings with user-drawn pieces, as instance files, compared with an independent brute force: all
//! solutions, counts, the step search, and the reasons given without a search.

use crate::common;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use common::AtLine;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tejun_puzzles::question::{Solve, StepThrough};
use tejun_puzzles::{Found, Instance, Line, Means, Observer, Registry, StepKind, Wanted};
use tejun_search::{Outcome, Progress, StopReason, Unwatched, Watch};

use crate::common::cases;

type Cell = (i32, i32);

#[derive(Clone, Debug)]
struct Piece {
    shape: Vec<Cell>,
    count: u32,
    flip: bool,
    rotate: bool,
}

/// A region and its pieces.
#[derive(Clone, Debug)]
pub struct Packing {
    cells: Vec<Cell>,
    pieces: Vec<Piece>,
}

/// A piece of a kind on a set of cells, numbered in reading order.
pub type Placed = (usize, u32);
pub type Filling = BTreeSet<Placed>;

fn normal(shape: &[Cell]) -> Vec<Cell> {
    let (top, left) = (shape.iter().map(|c| c.0).min().unwrap(), shape.iter().map(|c| c.1).min().unwrap());
    let mut shape: Vec<Cell> = shape.iter().map(|&(r, c)| (r - top, c - left)).collect();
    shape.sort_unstable();
    shape
}

/// The shape after an optional reflection, then `turns` quarter turns.
fn moved(shape: &[Cell], mirrored: bool, turns: usize) -> Vec<Cell> {
    let turned = |&(r, c): &Cell| (0..turns).fold((r, if mirrored { -c } else { c }), |(r, c), _| (c, -r));
    shape.iter().map(turned).collect()
}

impl Piece {
    fn forms(&self) -> BTreeSet<Vec<Cell>> {
        let mirrors = if self.flip { 0..2 } else { 0..1 };
        let turns = if self.rotate { 4 } else { 1 };
        mirrors.flat_map(|m| (0..turns).map(move |t| normal(&moved(&self.shape, m == 1, t)))).collect()
    }
}

impl Packing {
    /// The instance file.
    pub fn file(&self) -> String {
        let rows = |cells: &[Cell], empty: char| {
            let (height, width) =
                (cells.iter().map(|c| c.0).max().unwrap(), cells.iter().map(|c| c.1).max().unwrap());
            let row = |r| {
                (0..=width).map(|c| if cells.contains(&(r, c)) { 'o' } else { empty }).collect::<String>()
            };
            (0..=height).map(row).collect::<Vec<String>>().join("\\n")
        };
        let mut file = format!("puzzle = \"packing\"\nboard = \"{}\"\n", rows(&self.cells, '#'));
        for (name, piece) in ('a'..).zip(&self.pieces) {
            let Piece { shape, count, flip, rotate } = piece;
            file += &format!("[[piece]]\nname = \"{name}\"\nshape = \"{}\"\n", rows(&normal(shape), '.'));
            file += &format!("count = {count}\nflip = {flip}\nrotate = {rotate}\n");
        }
        file
    }

    fn mask(&self, cells: impl IntoIterator<Item = Cell>) -> Option<u32> {
        cells
            .into_iter()
            .try_fold(0, |mask, cell| Some(mask | 1 << self.cells.iter().position(|&c| c == cell)?))
    }

    fn masks(&self, kind: usize) -> BTreeSet<u32> {
        let mut masks = BTreeSet::new();
        for form in self.pieces[kind].forms() {
            for (r, c) in (0..8).flat_map(|r| (0..8).map(move |c| (r, c))) {
                masks.extend(self.mask(form.iter().map(|&(y, x)| (r + y, c + x))));
            }
        }
        masks
    }

    /// All fillings, found by placing one piece after another wherever it fits.
    pub fn fillings(&self) -> BTreeSet<Filling> {
        fn go(
            masks: &[BTreeSet<u32>],
            left: &[usize],
            filled: u32,
            all: u32,
            now: &mut Vec<Placed>,
            found: &mut BTreeSet<Filling>,
        ) {
            let Some((&kind, rest)) = left.split_first() else {
                if filled == all {
                    found.insert(now.iter().copied().collect());
                }
                return;
            };
            // Pieces of one kind are placed in ascending order, so that no filling comes up twice.
            let least = now.last().filter(|last| last.0 == kind).map_or(0, |last| last.1 + 1);
            for &mask in masks[kind].range(least..).filter(|&mask| mask & filled == 0) {
                now.push((kind, mask));
                go(masks, rest, filled | mask, all, now, found);
                now.pop();
            }
        }
        let masks: Vec<_> = (0..self.pieces.len()).map(|kind| self.masks(kind)).collect();
        let mut left: Vec<usize> = Vec::new();
        for (kind, piece) in self.pieces.iter().enumerate() {
            left.extend((0..piece.count).map(|_| kind));
        }
        left.sort_by_key(|&kind| (std::cmp::Reverse(self.pieces[kind].shape.len()), kind));
        let mut found = BTreeSet::new();
        let area: usize = left.iter().map(|&kind| self.pieces[kind].shape.len()).sum();
        if area == self.cells.len() {
            go(&masks, &left, 0, u32::MAX >> (32 - self.cells.len()), &mut Vec::new(), &mut found);
        }
        found
    }

    /// Number of fillings up to those symmetries of the region that map the set of pieces to itself.
    pub fn classes(&self, fillings: &BTreeSet<Filling>) -> usize {
        let masks: Vec<_> = (0..self.pieces.len()).map(|kind| self.masks(kind)).collect();
        let mut group: Vec<BTreeMap<Placed, Placed>> = Vec::new();
        for (mirrored, turns) in [false, true].into_iter().flat_map(|m| (0..4).map(move |t| (m, t))) {
            let region = moved(&self.cells, mirrored, turns);
            let (top, left) =
                (region.iter().map(|c| c.0).min().unwrap(), region.iter().map(|c| c.1).min().unwrap());
            let base = (
                self.cells.iter().map(|c| c.0).min().unwrap(),
                self.cells.iter().map(|c| c.1).min().unwrap(),
            );
            let place = |&(r, c): &Cell| (r - top + base.0, c - left + base.1);
            let to: Vec<Option<usize>> =
                region.iter().map(|cell| self.cells.iter().position(|c| *c == place(cell))).collect();
            if to.contains(&None) {
                continue;
            }
            let image = |mask: u32| {
                (0..to.len())
                    .filter(|i| mask >> i & 1 == 1)
                    .fold(0_u32, |image, i| image | 1 << to[i].unwrap())
            };
            let mut images = BTreeMap::new();
            let mut taken: Vec<usize> = Vec::new();
            for (kind, own) in masks.iter().enumerate() {
                let set: BTreeSet<u32> = own.iter().map(|&mask| image(mask)).collect();
                let same = |&other: &usize| {
                    masks[other] == set
                        && self.pieces[other].count == self.pieces[kind].count
                        && !taken.contains(&other)
                };
                let Some(other) = (0..masks.len()).find(same) else { break };
                taken.push(other);
                images.extend(own.iter().map(|&mask| ((kind, mask), (other, image(mask)))));
            }
            if taken.len() == masks.len() {
                group.push(images);
            }
        }
        let least = |filling: &Filling| {
            group.iter().map(|images| filling.iter().map(|placed| images[placed]).collect::<Filling>()).min()
        };
        fillings.iter().map(least).collect::<BTreeSet<_>>().len()
    }

    /// Number of connected parts of the region.
    fn parts(&self) -> usize {
        let mut left = self.cells.clone();
        let mut parts = 0;
        while let Some(cell) = left.pop() {
            parts += 1;
            let mut part = vec![cell];
            while let Some((r, c)) = part.pop() {
                let near = |cell: &Cell| (cell.0 - r).abs() + (cell.1 - c).abs() == 1;
                part.extend(left.iter().copied().filter(near));
                left.retain(|cell| !near(cell));
            }
        }
        parts
    }

    fn filling(&self, line: &[String]) -> Filling {
        let placed = |text: &String| {
            let (name, cells) = text.split_once(':').unwrap();
            let bit = |cell: &str| 1_u32 << (cell.parse::<u32>().unwrap() - 1);
            ((name.as_bytes()[0] - b'a') as usize, cells.split(',').map(bit).sum())
        };
        line.iter().map(placed).collect()
    }
}

/// Collects the lines found.
#[derive(Default)]
struct Lines(Vec<Vec<String>>);

impl Watch for Lines {
    fn tick(&mut self, _: &Progress) -> std::ops::ControlFlow<StopReason> {
        std::ops::ControlFlow::Continue(())
    }
}

impl Observer for Lines {
    fn found(&mut self, found: &Found) {
        self.0.push(found.line.iter().map(|&text| text.to_owned()).collect());
    }
}

fn read(file: &str) -> Box<dyn Instance> {
    Registry::standard().read(file, None).unwrap_or_else(|error| panic!("{error}: {file}"))
}

/// Compares everything the program says about a packing with the brute force. Returns what came up.
fn compare(packing: &Packing) -> Result<Vec<&'static str>, TestCaseError> {
    let expected = packing.fillings();
    let classes = packing.classes(&expected);
    let instance = read(&packing.file());
    let nothing = Line::default();

    let all = Solve { wanted: Wanted::All, width: None };
    let mut lines = Lines::default();
    let report = instance.ask_at(&nothing, all, &mut lines).unwrap();
    prop_assert_eq!(matches!(report.outcome, Outcome::Solved(_)), !expected.is_empty());
    prop_assert_eq!(report.outcome == Outcome::Unsolvable, expected.is_empty());
    let found: BTreeSet<Filling> = lines.0.iter().map(|line| packing.filling(line)).collect();
    prop_assert!(found.is_subset(&expected), "a line is no solution");
    prop_assert_eq!(lines.0.len(), classes, "as many solutions as classes");
    prop_assert_eq!(packing.classes(&found), classes, "images of one another");
    for line in lines.0.iter().take(3) {
        prop_assert!(instance.check(&Line(line.clone())).solves);
    }

    let counted = instance.count_at(&nothing, &Means::default());
    prop_assert_eq!((counted.solutions, counted.solutions_raw), (classes as u128, expected.len() as u128));

    let mut stepped = BTreeSet::new();
    if let Ok(mut steps) = instance.ask(StepThrough, &Means::default(), &mut Unwatched) {
        while let Some(step) = steps.advance() {
            if step.kind == StepKind::Solution {
                prop_assert!(stepped.insert(packing.filling(&steps.line().0)));
            }
        }
    }
    // The steps need not use all the pieces: they also fill a region with some of them.
    let all: u32 = packing.pieces.iter().map(|piece| piece.count).sum();
    stepped.retain(|filling: &Filling| filling.len() == all as usize);
    prop_assert_eq!(&stepped, &expected, "the step search");

    let forms = |flip, rotate| move |piece: &Piece| Piece { flip, rotate, ..piece.clone() }.forms().len();
    let matters = |piece: &Piece, free: usize| piece.forms().len() < free;
    let mut seen = vec![if expected.is_empty() { "unsolvable" } else { "solved" }];
    seen.extend(report.reason.map(|reason| reason.code()));
    seen.extend((packing.parts() > 1 && !expected.is_empty()).then_some("in parts"));
    seen.extend((classes < expected.len()).then_some("images"));
    seen.extend((report.stats.expanded > 0 && expected.is_empty()).then_some("searched in vain"));
    if !expected.is_empty() {
        seen.extend(packing.pieces.iter().any(|piece| piece.count > 1).then_some("count above one"));
        let no_flip = |piece: &Piece| matters(piece, forms(true, piece.rotate)(piece));
        let no_turn = |piece: &Piece| matters(piece, forms(piece.flip, true)(piece));
        seen.extend(packing.pieces.iter().any(no_flip).then_some("may not flip"));
        seen.extend(packing.pieces.iter().any(no_turn).then_some("may not rotate"));
    }
    Ok(seen)
}

/// A region of at most 16 cells, sometimes symmetric and sometimes in several parts, cut into pieces by a
/// tape of choices. Some pieces are then redrawn, so there need not be a solution.
pub fn packings() -> impl Strategy<Value = Packing> {
    let sizes = (1..6_i32, 1..7_i32);
    let bytes = |n| prop::collection::vec(any::<u8>(), n);
    (sizes, bytes(30), bytes(64)).prop_filter_map(
        "a region of 1 to 16 cells",
        |((rows, cols), holes, tape)| {
            let mut tape = tape.into_iter().cycle();
            let mut choose = move |n: usize| tape.next().unwrap() as usize % n;
            let (across, down, dense) = (choose(2) == 1, choose(2) == 1, [0, 40, 90][choose(3)]);
            let is_cell = |&(r, c): &Cell| {
                let r = if down { r.min(rows - 1 - r) } else { r };
                let c = if across { c.min(cols - 1 - c) } else { c };
                holes[(r * cols + c) as usize] >= dense
            };
            let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
            let cells: Vec<Cell> = all.filter(is_cell).collect();
            if cells.is_empty() || cells.len() > 16 {
                return None;
            }
            let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
            let mut pieces: BTreeMap<(Vec<Cell>, bool, bool), u32> = BTreeMap::new();
            while let Some(first) = free.pop_first() {
                let size = [1, 2, 3, 3, 4, 4, 5, 5][choose(8)];
                let mut piece = vec![first];
                while piece.len() < size {
                    let near =
                        |a: &Cell| piece.iter().any(|b: &Cell| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1);
                    let near: Vec<Cell> = free.iter().copied().filter(near).collect();
                    if near.is_empty() {
                        break;
                    }
                    let cell = near[choose(near.len())];
                    free.remove(&cell);
                    piece.push(cell);
                }
                let (change, flip, rotate) = (choose(10), choose(3) > 0, choose(3) > 0);
                if change == 0 {
                    piece = (0..piece.len() as i32).map(|c| (0, c)).collect();
                } else if change == 1 {
                    piece.push(*piece.iter().max().unwrap());
                    piece.last_mut().unwrap().0 += 1;
                }
                let shape = if flip && rotate {
                    (Piece { shape: piece, count: 1, flip, rotate }).forms().pop_first().unwrap()
                } else {
                    normal(&piece)
                };
                *pieces.entry((shape, flip, rotate)).or_default() += 1;
            }
            let piece = |((shape, flip, rotate), count)| Piece { shape, count, flip, rotate };
            Some(Packing { cells, pieces: pieces.into_iter().map(piece).collect() })
        },
    )
}

#[test]
fn all_agree_on_random_packings() {
    let cases = cases(2000);
    let seen: RefCell<BTreeMap<&str, u32>> = RefCell::default();
    let config = ProptestConfig { cases, ..ProptestConfig::default() };
    let result = TestRunner::new(config).run(&packings(), |packing| {
        for what in compare(&packing)? {
            *seen.borrow_mut().entry(what).or_default() += 1;
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    // The random packings cover all the cases they should.
    let seen = seen.into_inner();
    let kinds =
        ["solved", "unsolvable", "in parts", "images", "count above one", "may not flip", "may not rotate"];
    for what in kinds {
        assert!(seen.get(what).is_some_and(|&n| n > cases / 50), "{what}: {seen:?}");
    }
    assert!(seen.contains_key("area") && seen.contains_key("searched in vain"), "{seen:?}");
}

/// Three tetrominoes, any of the five, on twelve cells: the colouring arguments are sound, and some boards
/// are excluded by stripes alone.
#[test]
fn colourings_are_right() {
    let tetrominoes: [&[Cell]; 5] = [
        &[(0, 0), (0, 1), (0, 2), (0, 3)],
        &[(0, 0), (0, 1), (1, 0), (1, 1)],
        &[(0, 0), (0, 1), (0, 2), (1, 1)],
        &[(0, 0), (0, 1), (0, 2), (1, 2)],
        &[(0, 0), (0, 1), (1, 1), (1, 2)],
    ];
    let boards = [
        "oooo/oooo/oooo",
        "oooooo/oooooo",
        "oooo/o##o/o##o/oooo",
        "ooooo/ooooo/##oo#",
        "oooo/ooo#/ooo#/oo##",
    ];
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for board in boards {
        let rows = (0..).zip(board.split('/'));
        let cells: Vec<Cell> = rows
            .flat_map(|(r, row)| {
                (0..).zip(row.chars()).filter(|cell| cell.1 == 'o').map(move |(c, _)| (r, c))
            })
            .collect();
        for choice in 0..125_usize {
            let chosen = [choice % 5, choice / 5 % 5, choice / 25];
            if !chosen.is_sorted() {
                continue;
            }
            let mut pieces: Vec<Piece> = Vec::new();
            for (kind, shape) in tetrominoes.iter().enumerate() {
                let count = chosen.iter().filter(|&&own| own == kind).count() as u32;
                let shape = shape.to_vec();
                pieces.extend((count > 0).then_some(Piece { shape, count, flip: true, rotate: true }));
            }
            let packing = Packing { cells: cells.clone(), pieces };
            let what = compare(&packing).unwrap_or_else(|error| panic!("{error}: {}", packing.file()));
            let report = read(&packing.file()).solve_at(&Line::default(), &Means::default(), &mut Unwatched);
            let reason = report.unwrap().reason.map(|reason| reason.text(tejun_puzzles::Lang::En));
            for word in ["chessboard", "stripes"] {
                let is_it = reason.as_ref().is_some_and(|reason| reason.contains(word));
                *seen.entry(word.to_owned()).or_default() += u32::from(is_it);
            }
            *seen.entry(what[0].to_owned()).or_default() += 1;
        }
    }
    for what in ["chessboard", "stripes", "solved", "unsolvable"] {
        assert!(seen[what] > 0, "{what}: {seen:?}");
    }
}

/// An L covers three cells of one stripe colour and one of the other, however it lies. So three of them
/// cannot fill a region with equally many cells of both colours, or with a multiple of four more of one. With
/// vertical stripes, each horizontal domino covers one cell of each colour. On a chessboard, both cover as
/// many cells of each colour.
#[test]
fn stripes_tell_where_the_chessboard_does_not() {
    for (board, shape, rotate, count, lines) in [
        ("oooo\\noooo\\noooo", "ooo\\no", true, 3, "rows"),
        ("ooo\\nooo\\nooo\\nooo", "ooo\\no", true, 3, "rows"),
        ("oooooo\\noooooo", "ooo\\no", true, 3, "rows"),
        ("ooo#o\\nooo#o", "oo", false, 4, "columns"),
    ] {
        let file = format!(
            "puzzle = \"packing\"\nboard = \"{board}\"\nrotate = {rotate}\n\
             [[piece]]\nname = \"a\"\nshape = \"{shape}\"\ncount = {count}\n"
        );
        let instance = read(&file);
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, 0));
        let reason = report.reason.unwrap();
        assert_eq!(reason.code(), "stripes");
        assert!(reason.text(tejun_puzzles::Lang::En).contains(lines), "{board}");
        // The step search knows no colours and tries everything in vain.
        let mut steps = instance.ask(StepThrough, &Means::default(), &mut Unwatched).unwrap();
        let mut last = None;
        while let Some(step) = steps.advance() {
            assert_ne!(step.kind, StepKind::Solution);
            last = Some(step.kind);
        }
        assert_eq!(last, Some(StepKind::Exhausted));
    }
}
