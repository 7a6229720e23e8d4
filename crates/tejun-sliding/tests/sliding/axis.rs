//! Sliding pieces that move along one axis only.

use crate::common;
use crate::plain_bounds;

use std::collections::BTreeSet;

use common::AtLine;
use plain_bounds::{Painted, Plain, drawn, painted};
use proptest::prelude::*;
use tejun_puzzles::{Gesture, Glyph, InputError, Instance, Lang, Line, Means, Registry};
use tejun_search::Unwatched;

use crate::common::cases;

fn read(text: &str) -> Result<Box<dyn Instance>, InputError> {
    Registry::standard().read(text, None)
}

fn refused(keys: &str) -> String {
    read(&format!("puzzle = 'sliding'\n{keys}")).err().expect(keys).to_string()
}

fn cost(text: &str) -> Option<i64> {
    let instance = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let solution = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    if let tejun_search::Outcome::Solved(line) = &solution.outcome {
        assert!(instance.check(&Line(line.clone())).solves, "{text}");
    }
    solution.value.cost
}

/// A board, a goal for one piece, and the pieces with an axis: those of these letters, or all that are long.
fn puzzle() -> impl Strategy<Value = (String, String, Option<String>, bool)> {
    (painted(""), any::<u64>(), any::<bool>(), any::<bool>()).prop_map(
        |(Painted { board, goal, pieces }, lined, long, by_shape)| {
            let is_long = |letter: &char| {
                let cells = drawn(&board).remove(letter).unwrap();
                let high = cells.last().unwrap().0 - cells.first().unwrap().0;
                let columns: Vec<i32> = cells.iter().map(|cell| cell.1).collect();
                high != columns.iter().max().unwrap() - columns.iter().min().unwrap()
            };
            let picked = |letter: &char| lined >> (*letter as u32 - 'a' as u32) & 1 == 1 && is_long(letter);
            let axis = (!long).then(|| pieces.iter().filter(|letter| picked(letter)).collect());
            (board, goal, axis, by_shape)
        },
    )
}

fn file(board: &str, goal: &str, axis: Option<&str>, metric: &str) -> String {
    let key = match axis {
        None => "axis = 'long'\n".to_owned(),
        Some("") => String::new(),
        Some(letters) => format!("axis = '{letters}'\n"),
    };
    format!("puzzle = 'sliding'\nmetric = '{metric}'\n{key}board = '''\n{board}'''\ngoal = '''\n{goal}'''\n")
}

/// Files, not all of which are taken.
pub(crate) fn files() -> impl Strategy<Value = String> {
    let metric = || prop::sample::select(vec!["moves", "slides", "steps"]);
    let plain = (puzzle(), metric())
        .prop_map(|((board, goal, axis, _), metric)| file(&board, &goal, axis.as_deref(), metric));
    let any_way = (ways(), metric()).prop_map(|(ways, metric)| ways.file(metric));
    prop_oneof![plain, any_way]
}

/// A board, a goal for one piece, and pieces that move left and right, or up and down, whatever their form. The others move
/// along their longer side, if that is said.
#[derive(Clone, Debug)]
struct Ways {
    board: String,
    goal: String,
    row: String,
    column: String,
    long: bool,
}

fn ways() -> impl Strategy<Value = Ways> {
    (painted(""), any::<[u32; 2]>(), any::<bool>()).prop_map(
        |(Painted { board, goal, pieces }, picked, long)| {
            let is = |by: u32, letter: char| by >> (letter as u32 - 'a' as u32) & 1 == 1;
            let row = pieces.iter().copied().filter(|&letter| is(picked[0], letter)).collect();
            let column =
                pieces.iter().copied().filter(|&letter| is(picked[1] & !picked[0], letter)).collect();
            Ways { board, goal, row, column, long }
        },
    )
}

impl Ways {
    fn file(&self, metric: &str) -> String {
        let Ways { board, goal, row, column, long } = self;
        let key = |key: &str, letters: &str| match letters {
            "" => String::new(),
            letters => format!("axis.{key} = '{letters}'\n"),
        };
        let (row, column) = (key("row", row), key("column", column));
        format!(
            "puzzle = 'sliding'\nmetric = '{metric}'\naxis.long = {long}\n{row}{column}board = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
        )
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), ..ProptestConfig::default() })]

    /// Boards of which all, some or none of the pieces have an axis.
    #[test]
    fn random_boards((board, goal, axis, by_shape) in puzzle()) {
        for metric in ["moves", "slides", "steps"] {
            let text = file(&board, &goal, axis.as_deref(), metric);
            // A goal that is another shape, or none.
            let Ok(instance) = read(&text) else { return Ok(()) };
            let lined = |letter: char| axis.as_ref().is_none_or(|letters| letters.contains(letter));
            let plain = Plain::new(&board, &goal, lined, &[]);
            prop_assert_eq!(instance.choices_at(&Line::default()).unwrap().len(), plain.choices(metric));
            let Some(expected) = plain.solve(metric, 1000) else { return Ok(()) };
            prop_assert_eq!(cost(&text), expected, "{}", text);
            if by_shape {
                // One of several pieces of the shape, some of which may have an axis.
                let letter = goal.chars().find(|c| c.is_alphabetic()).unwrap();
                let place = &drawn(&goal)[&letter];
                let shape = |cells: &BTreeSet<(i32, i32)>| {
                    let head = *cells.first().unwrap();
                    cells.iter().map(|cell| (cell.0 - head.0, cell.1 - head.1)).collect::<Vec<_>>()
                };
                let drawings = drawn(&board);
                let alike = drawings.iter().filter(|(c, cells)| c.is_alphabetic() && shape(cells) == shape(place));
                let one = alike.map(|(&c, _)| {
                    let goal = goal.replace(letter, &c.to_string());
                    Plain::new(&board, &goal, lined, &[]).solve(metric, 1000)
                });
                let Some(one) = one.collect::<Option<Vec<_>>>() else { return Ok(()) };
                let text = text.replace("metric", "goal_match = 'shape'\nmetric");
                prop_assert_eq!(cost(&text), one.into_iter().flatten().min(), "{}", text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(600), ..ProptestConfig::default() })]

    /// Pieces that move in their row or their column, of length one and across their length, too.
    #[test]
    fn any_piece_may_keep_to_its_row_or_column(ways in ways()) {
        for metric in ["moves", "slides", "steps"] {
            let text = ways.file(metric);
            let Ok(instance) = read(&text) else { return Ok(()) };
            let mut plain = Plain::new(&ways.board, &ways.goal, |_| ways.long, &[]);
            ways.row.chars().for_each(|letter| plain.keep(letter, &[(0, -1), (0, 1)]));
            ways.column.chars().for_each(|letter| plain.keep(letter, &[(-1, 0), (1, 0)]));
            prop_assert_eq!(instance.choices_at(&Line::default()).unwrap().len(), plain.choices(metric));
            let Some(expected) = plain.solve(metric, 1000) else { return Ok(()) };
            prop_assert_eq!(cost(&text), expected, "{}", text);
            // The normal form is a file, too, and the same puzzle.
            let normal = instance.statement().unwrap();
            prop_assert_eq!(read(&normal).unwrap().statement(), Some(normal));
        }
    }
}

/// Cars of length one: what the caption says of them, and what is not Rush Hour.
#[test]
fn cars_of_length_one() {
    let file = "puzzle = 'sliding'\naxis = { long = true, row = 'c', column = 'd' }\nboard = '''\nAA.d\n.c..\nb...\nb...'''\ngoal = '''\n..AA\n....\n....\n....'''\n";
    let instance = read(file).unwrap();
    let scene = instance.scene_at(&Line::default()).unwrap();
    let caption: Vec<String> = scene.caption.iter().map(ToString::to_string).collect();
    assert_eq!(caption, ["only along their length: Ab", "only left and right: c", "only up and down: d"]);
    let glyphs: Vec<(String, Glyph)> =
        scene.pieces.into_iter().map(|piece| (piece.name, piece.glyph)).collect();
    let glyph = |name: &str| glyphs.iter().find(|(of, _)| of == name).unwrap().1;
    assert_eq!(["A", "b", "c", "d"].map(glyph), [Glyph::Car, Glyph::Car, Glyph::Wood, Glyph::Wood]);
    assert_eq!(cost(file), Some(2));
    let normal = instance.statement().unwrap();
    assert!(
        normal.contains("axis.long = [\"A\", \"b\"]\naxis.row = [\"c\"]\naxis.column = [\"d\"]\n"),
        "{normal}"
    );
    let all_long =
        file.replace("axis = { long = true, row = 'c', column = 'd' }", "axis = { long = 'b', row = 'A' }");
    assert!(read(&all_long).unwrap().statement().unwrap().contains("axis = [\"A\", \"b\"]\n"));
}

/// A turn of the board is a symmetry of pieces with an axis too: it takes rows to columns, and the pieces of the
/// one to those of the other.
#[test]
fn symmetries_take_axes_to_axes() {
    let wheel = read("puzzle = 'sliding'\naxis = 'long'\nboard = '''\naa.b\n...b\nc...\nc.dd'''\n").unwrap();
    // Every position, told by the cells of the pieces, and its images under the eight symmetries.
    type Cells = BTreeSet<BTreeSet<usize>>;
    let look = |line: &Line| -> Cells {
        wheel
            .scene_at(line)
            .unwrap()
            .pieces
            .into_iter()
            .map(|piece| piece.cells.into_iter().collect())
            .collect()
    };
    let turn = |turn: usize, cell: usize| {
        let (row, column) = (if turn & 1 > 0 { 3 - cell / 4 } else { cell / 4 }, cell % 4);
        let column = if turn & 2 > 0 { 3 - column } else { column };
        if turn & 4 > 0 { column * 4 + row } else { row * 4 + column }
    };
    let least = |cells: &Cells| {
        let image = |by| -> Cells {
            cells.iter().map(|piece| piece.iter().map(|&cell| turn(by, cell)).collect()).collect()
        };
        (0..8).map(image).min().unwrap()
    };
    let mut lines = vec![Line::default()];
    let mut seen = BTreeSet::from([look(&lines[0])]);
    while let Some(line) = lines.pop() {
        for choice in wheel.choices_at(&line).unwrap() {
            let line = Line(line.0.iter().cloned().chain([choice.text]).collect());
            if seen.insert(look(&line)) {
                lines.push(line);
            }
        }
    }
    let explored = wheel.explore_at(&Line::default(), &Means::default());
    assert_eq!(explored.states, seen.len() as u64);
    assert_eq!(explored.classes, seen.iter().map(least).collect::<BTreeSet<Cells>>().len() as u64);
    assert!(explored.classes < explored.states / 4);

    let explore = |axis: &str| {
        let text = format!("puzzle = 'sliding'\nboard = '''\n.d.\nb.c\nb.c\n.#.'''\n{axis}");
        let explored = read(&text).unwrap().explore_at(&Line::default(), &Means::default());
        (explored.states, explored.classes)
    };
    let both = explore("axis = 'bc'");
    assert!(both.1 < both.0, "{both:?}");
    let one = explore("axis = 'b'");
    assert_eq!(one.0, one.1, "the mirror image has its axis elsewhere");
}

#[test]
fn a_move_across_the_axis_is_refused_in_three_languages() {
    let file = "puzzle = 'sliding'\naxis = 'long'\nboard = '''\nA.bb\nA...\n....'''\n";
    let instance = read(file).unwrap();
    let said = |text: &str| instance.check(&Line(vec![text.to_owned()])).fault.unwrap().reason;
    let langs = [Lang::En, Lang::Ja, Lang::Zh];
    assert_eq!(
        langs.map(|lang| said("Ar").text(lang)),
        ["piece A moves only up and down", "駒 A は上下にしか動けません", "棋子 A 只能上下移动"]
    );
    assert_eq!(
        langs.map(|lang| said("bd").text(lang)),
        ["piece b moves only left and right", "駒 b は左右にしか動けません", "棋子 b 只能左右移动"]
    );
    assert!(instance.check(&Line(vec!["bl".to_owned()])).fault.is_none());
    // By hand: across, along, and onto another piece.
    let carry = |piece: usize, to: &[usize]| {
        let gesture = Gesture::Carry { piece, to: to.to_vec() };
        instance.read_gesture_at(&Line::default(), &gesture).map_err(|reason| reason.text(Lang::En))
    };
    assert_eq!(carry(0, &[5, 9]), Err("piece A moves only up and down".to_owned()));
    assert_eq!(carry(1, &[4, 5]), Err("piece b moves only left and right".to_owned()));
    assert_eq!(carry(0, &[4, 8]), Ok("Ad".to_owned()));
    assert_eq!(carry(1, &[0, 1]), Err("piece A is in the way of piece b".to_owned()));
    let scene = instance.scene_at(&Line::default()).unwrap();
    assert_eq!(scene.caption[0].text(Lang::En), "only along their length: Ab");
    assert!(scene.pieces.iter().all(|piece| piece.glyph == Glyph::Car));
}

/// Behind another piece there may be room, but no way.
#[test]
fn what_blocks_a_piece_on_its_line_is_named() {
    let instance = read("puzzle = 'sliding'\naxis = 'A'\nboard = '''\nAAb..'''\n").unwrap();
    let gesture = Gesture::Carry { piece: 0, to: vec![3, 4] };
    let reason = instance.read_gesture_at(&Line::default(), &gesture).unwrap_err();
    assert_eq!(reason.text(Lang::En), "piece b is in the way of piece A");
}

#[test]
fn bad_axes_are_refused_with_place_and_remedy() {
    let board = "board = '''\nabb.\nccdd\nccd.'''\n";
    for (keys, message) in [
        (
            "axis = 'ba'",
            "row 1, column 1: piece a has no long side to move along, it is 1 by 1: leave it out, or name it in axis.row or axis.column",
        ),
        (
            "axis = ['b', 'c']",
            "row 2, column 1: piece c has no long side to move along, it is 2 by 2: leave it out, or name it in axis.row or axis.column",
        ),
        (
            "axis = 'd'",
            "row 2, column 3: piece d has no long side to move along, it is 2 by 2: leave it out, or name it in axis.row or axis.column",
        ),
        ("axis = 'bx'", "axis names piece \"x\", and the board has none: name pieces of the board"),
        ("axis = ['.']", "axis names piece \".\", and the board has none: name pieces of the board"),
        ("axis = ''", "axis names no piece: name one, or leave axis out"),
        ("axis = []", "axis names no piece: name one, or leave axis out"),
        (
            "axis = 3",
            "invalid type: integer `3`, expected letters of pieces, as in \"AB\" or [\"A\", \"B\"], or a table of `long`, `row` and `column`, in `axis`",
        ),
        ("axis.row = 'ax'", "axis.row names piece \"x\", and the board has none: name pieces of the board"),
        ("axis.column = ''", "axis.column names no piece: name one, or leave axis.column out"),
        (
            "axis = { row = 'a', column = ['c', 'a'] }",
            "both axis.row and axis.column name piece a: name it in one of them",
        ),
        (
            "axis = { long = 'b', row = 'b' }",
            "both axis.long and axis.row name piece b: name it in one of them",
        ),
        (
            "axis.long = 'a'",
            "row 1, column 1: piece a has no long side to move along, it is 1 by 1: leave it out, or name it in axis.row or axis.column",
        ),
        ("axis.rows = 'a'", "unknown key `rows`, expected one of `long`, `row`, `column`, in `axis`"),
        (
            "axis.long = 3",
            "invalid type: integer `3`, expected true, or letters of pieces, as in \"AB\" or [\"A\", \"B\"], in `axis.long`",
        ),
        ("axis = ['bb']", "invalid value: string \"bb\", expected a character, in `axis`"),
    ] {
        assert_eq!(refused(&format!("{board}{keys}")), message, "{keys}");
    }
    assert_eq!(
        refused("axis = 'long'\nboard = '''\naab.\n....'''\ngoal = '''\n....\n..aa'''"),
        "row 2, column 3: in the goal: piece a can never stand here, its axis or a gate keeps it away: \
         move it in the goal"
    );
}
