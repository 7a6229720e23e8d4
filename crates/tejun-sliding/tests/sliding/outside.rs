//! Goals that take pieces out of the board, and boards of more than 128 cells.

use crate::common;
use crate::plain_bounds;

use common::AtLine;
use plain_bounds::{Painted, Plain, drawn, painted};
use proptest::prelude::*;
use tejun_puzzles::{Gesture, InputError, Instance, Lang, Line, Mark, Means, Registry};
use tejun_search::{Limits, Outcome, Unwatched};

use crate::common::cases;

fn read(keys: &str) -> Result<Box<dyn Instance>, InputError> {
    Registry::standard().read(&format!("puzzle = 'sliding'\n{keys}"), None)
}

fn cost(keys: &str) -> Option<i64> {
    let instance = read(keys).unwrap_or_else(|error| panic!("{keys}: {error}"));
    let solution = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    if let Outcome::Solved(line) = &solution.outcome {
        assert!(instance.check(&Line(line.clone())).solves, "{keys}");
    }
    solution.value.cost
}

fn file(board: &str, goal: &str) -> String {
    format!("board = '''\n{board}'''\ngoal = '''\n{goal}'''\n")
}

/// A puzzle as it is drawn, and the same with a gate where its goal lies outside the board.
#[derive(Debug)]
struct Leaving {
    board: String,
    goal: String,
    gated: String,
    gated_goal: String,
    letter: char,
}

/// A piece is to leave a random board by a random side, in part or as a whole. What lies around the goal is drawn as
/// blank, as wall or as anything.
fn leaving() -> impl Strategy<Value = Leaving> {
    let draw = |(painted, any, around): (Painted, [prop::sample::Index; 4], usize)| {
        let Painted { board, pieces, .. } = painted;
        let (height, width) = (board.lines().count() as i32, board.lines().next()?.len() as i32);
        if pieces.is_empty() {
            return None;
        }
        let letter = *any[0].get(&pieces);
        let cells = drawn(&board).remove(&letter)?;
        let low = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.1).min()?);
        let high = (cells.iter().map(|cell| cell.0).max()?, cells.iter().map(|cell| cell.1).max()?);
        let size = (high.0 - low.0 + 1, high.1 - low.1 + 1);
        let out = |size: i32| any[2].index(size as usize) as i32 + 1;
        let along = |all: i32, size: i32| any[3].index((all - size + 1) as usize) as i32;
        // Where the rectangle around the piece begins, on the board.
        let (row, column) = match any[1].index(4) {
            0 => (-out(size.0), along(width, size.1)),
            1 => (height - size.0 + out(size.0), along(width, size.1)),
            2 => (along(height, size.0), -out(size.1)),
            _ => (along(height, size.0), width - size.1 + out(size.1)),
        };
        let (top, left) = ((-row).max(0), (-column).max(0));
        let (rows, columns) = (top + height.max(row + size.0), left + width.max(column + size.1));
        let on_board = |row: i32, column: i32| {
            if row < 0 || column < 0 {
                return None;
            }
            board.lines().nth(row as usize)?.chars().nth(column as usize)
        };
        let mut drawings = [const { Vec::new() }; 3];
        for r in 0..rows {
            let mut row_of = [const { String::new() }; 3];
            for c in 0..columns {
                let there = on_board(r - top, c - left);
                let drawn = cells.contains(&(r - top - row + low.0, c - left - column + low.1));
                let outside = there.is_none_or(|c| c == '#');
                let shown = match there {
                    _ if drawn => letter,
                    None => [' ', '#', '.'][around],
                    Some('#') => '#',
                    Some(_) => '.',
                };
                let gated = match there {
                    _ if outside && drawn => '~',
                    Some(c) => c,
                    None => '#',
                };
                let all = [shown, gated, if drawn { letter } else { '.' }];
                row_of.iter_mut().zip(all).for_each(|(row, c)| row.push(c));
            }
            drawings.iter_mut().zip(row_of).for_each(|(drawing, row)| drawing.push(row));
        }
        let [goal, gated, gated_goal] = drawings.map(|rows| rows.join("\n"));
        Some(Leaving { board, goal, gated, gated_goal, letter })
    };
    (painted(""), any::<[prop::sample::Index; 4]>(), 0usize..3).prop_filter_map("there is no piece", draw)
}

/// Files, not all of which are taken.
pub(crate) fn files() -> impl Strategy<Value = String> {
    let metric = prop::sample::select(vec!["moves", "slides", "steps"]);
    (leaving(), metric).prop_map(|(Leaving { board, goal, .. }, metric)| {
        format!("puzzle = 'sliding'\nmetric = '{metric}'\n{}", file(&board, &goal))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), ..ProptestConfig::default() })]

    #[test]
    fn a_goal_outside_is_floor_for_its_piece(puzzle in leaving()) {
        let Leaving { board, goal, gated, gated_goal, letter } = &puzzle;
        let may = letter.to_string();
        let plain = Plain::new(gated, gated_goal, |_| false, &[('~', &may)]);
        for metric in ["moves", "steps"] {
            let text = format!("metric = '{metric}'\n{}", file(board, goal));
            match read(&text) {
                Ok(instance) => {
                    prop_assert_eq!(instance.choices_at(&Line::default()).unwrap().len(), plain.choices(metric));
                    if let Some(expected) = plain.solve(metric, 1000) {
                        prop_assert_eq!(cost(&text), expected, "{}", text);
                    }
                }
                Err(error) if error.to_string().contains("even on an empty board") => {
                    prop_assert!(plain.solve(metric, 1000).is_none_or(|found| found.is_none()), "{}", text);
                }
                // Where walls hide on which side the goal is larger.
                Err(error) => prop_assert!(error.to_string().contains("in several ways"), "{}: {}", error, text),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, ..ProptestConfig::default() })]

    /// Walls around a board change nothing, however many they are.
    #[test]
    fn walls_around_a_board_change_nothing(
        painted in painted("-+"),
        (rows, columns) in (16usize..=22, 9usize..=23),
        (down, right) in any::<(prop::sample::Index, prop::sample::Index)>(),
        long in any::<bool>(),
    ) {
        let Painted { board, goal, pieces } = painted;
        prop_assume!(!pieces.is_empty());
        let (height, width) = (board.lines().count(), board.lines().next().unwrap().len());
        let (top, left) = (down.index(rows - height + 1), right.index(columns - width + 1));
        let walled = |drawing: &str| {
            let row = |at: usize| {
                let inner = at.checked_sub(top).and_then(|at| drawing.lines().nth(at));
                let wall = "#".repeat(columns);
                inner.map_or(wall.clone(), |row| format!("{}{row}{}", &wall[..left], &wall[left + width..]))
            };
            (0..rows).map(row).collect::<Vec<_>>().join("\n")
        };
        let gates: Vec<String> =
            "-+".chars().filter(|&c| board.contains(c)).map(|c| format!("'{c}' = '{}'", pieces[0])).collect();
        let keys = format!("gates = {{ {} }}\n{}", gates.join(", "), if long { "axis = 'long'\n" } else { "" });
        let small = keys.clone() + &file(&board, &goal);
        let large = keys + &file(&walled(&board), &walled(&goal));
        let Ok(instance) = read(&small) else { return Ok(()) };
        let wide = read(&large).unwrap();
        let options = Means { limits: Limits { states: 2000, ..Limits::default() }, ..Means::default() };
        let [all, wide] = [instance, wide].map(|instance| instance.explore_at(&Line::default(), &options));
        prop_assume!(matches!(all.outcome, Outcome::Solved(_)));
        prop_assert_eq!((all.states, all.levels, all.goals), (wide.states, wide.levels, wide.goals));
        prop_assert_eq!(cost(&small), cost(&large), "{}", large);
    }
}

#[test]
fn a_car_drives_out() {
    let car = "axis = 'long'\n".to_owned() + &file("AA.b\n...b\n....", "....AA\n....\n....");
    assert_eq!(cost(&car), Some(2));
    let instance = read(&car).unwrap();
    let scene = instance.scene_at(&Line::default()).unwrap();
    assert_eq!((scene.rows, scene.columns, scene.cells.len()), (3, 6, 14));
    let goal = scene.cells.iter().filter(|cell| cell.mark == Mark::Goal);
    assert_eq!(goal.map(|cell| (cell.row, cell.column)).collect::<Vec<_>>(), [(0, 4), (0, 5)]);
    let captions: Vec<String> = scene.caption.iter().map(|line| line.text(Lang::En)).collect();
    assert_eq!(captions, ["only along their length: Ab", "only A may leave the board"]);
    assert!(instance.check(&instance.read_line("bd Arrrr")).solves);
    // On the other sides of a board there is an outside too.
    for (board, goal) in [("b.\n.a", " a\n..\n.."), (".b\na.", " ..\na.."), ("a.\nb.", "..\n..\na")] {
        assert!(cost(&file(board, goal)).is_some(), "{goal}");
    }
}

#[test]
fn only_the_piece_of_the_goal_leaves() {
    let instance = read(&file("ba\n..", "..a\n..")).unwrap();
    assert!(instance.check(&Line(vec!["ar".to_owned()])).solves);
    let after = instance.after(&Line(vec!["ad".to_owned()])).unwrap();
    let reason = after.read_gesture(&Gesture::Carry { piece: 0, to: vec![2] }).unwrap_err();
    assert_eq!(
        [Lang::En, Lang::Ja, Lang::Zh].map(|lang| reason.text(lang)),
        [
            "piece b may not leave the board here",
            "駒 b はここから盤の外へは出られません",
            "棋子 b 不能从这里离开棋盘"
        ]
    );
    assert_eq!(reason.cells(), [2]);
    let refused = |text: &str| instance.check(&instance.read_line(text)).fault.unwrap().reason.text(Lang::En);
    assert_eq!(refused("ad brr"), "piece b may not leave the board here");
    assert_eq!(refused("bdrru"), "piece b runs into the wall");
    // If the goal says a shape, all pieces of the shape may leave.
    let shape = |board: &str| cost(&format!("goal_match = 'shape'\n{}", file(board, "..x\n..")));
    assert_eq!((shape("ba\n.."), shape("ab\n..")), (Some(1), Some(1)));
    // Pieces that leave by one door pass each other's places.
    assert_eq!(cost(&file("ab", "..ab")), Some(2));
}

#[test]
fn a_wall_where_the_goal_is_drawn_is_a_way_out() {
    let board = "######\n#.bb.#\n#.bb.#\n#c..d#\n######";
    let goal = "######\n#....#\n#....#\n#....#\n##bb##\n  bb";
    assert_eq!(cost(&file(board, goal)), Some(1));
    // The other pieces stay.
    assert_eq!(read(&file(board, goal)).unwrap().explore_at(&Line::default(), &Means::default()).goals, 66);
}

#[test]
fn goals_that_do_not_fit_are_refused_in_one_line() {
    for (board, goal, message) in [
        (
            "a.b",
            "a..b",
            "in the goal: it has 1 rows of 4, the board has 1 rows of 3, and they fit together in several ways: draw \
             both alike, with more rows or columns only where a piece leaves the board",
        ),
        (
            "a..",
            "....",
            "in the goal: it has 1 rows of 4, the board has 1 rows of 3, and they do not fit together: draw both \
             alike, with more rows or columns only where a piece leaves the board",
        ),
        (
            "ab\n..",
            "...a\n..",
            "in the goal: it has 2 rows of 4, the board has 2 rows of 2, and they do not fit together: draw both \
             alike, with more rows or columns only where a piece leaves the board",
        ),
        ("a..", "..", "in the goal: it has 1 rows of 2, the board has 1 rows of 3: draw both alike"),
        ("a..\n...", "....a", "in the goal: it has 1 rows of 5, the board has 2 rows of 3: draw both alike"),
        (
            "b.##.",
            "..#b.",
            "row 1, column 4: in the goal: piece b never gets here, even on an empty board: draw its way out on the \
             board, as floor or as a gate",
        ),
        (
            "aa.\n...",
            "..aa\n...a",
            "row 1, column 3: in the goal: piece a has another shape here than on the board: pieces do not turn",
        ),
        (
            "a.\n..",
            "..\na",
            "row 2, column 2: in the goal: this row has 1 characters, the first has 2: make them equally long",
        ),
        (
            "a.",
            ".☃",
            "row 1, column 2: in the goal: it names piece ☃, and the board has none: name a piece of the board, or set goal_match = \"shape\"",
        ),
    ] {
        match read(&file(board, goal)) {
            Ok(_) => panic!("taken: {board} {goal}"),
            Err(error) => assert_eq!(error.to_string(), message, "{board} {goal}"),
        }
    }
    let axis = format!("axis = 'long'\n{}", file("aa.\n...", "...\n...\naa"));
    assert_eq!(
        read(&axis).err().unwrap().to_string(),
        "row 3, column 1: in the goal: piece a can never stand here, its axis or a gate keeps it away: move it in the goal"
    );
    let row = format!("a{}", ".".repeat(511));
    assert_eq!(
        read(&file(&row, &format!("{}a", ".".repeat(512)))).err().unwrap().to_string(),
        "in the goal: it is too large: 1 rows of 513 are 513 cells, the most is 512"
    );
}

/// The largest boards, with one piece and with as many as there may be.
#[test]
fn boards_of_512_cells() {
    let row = |letter: &str| format!("{letter}{}", ".".repeat(511));
    let end: String = row("a").chars().rev().collect();
    assert_eq!(cost(&file(&row("a"), &end)), Some(1));
    let room = format!("a{}{}", ".".repeat(31), format!("\n{}", ".".repeat(32)).repeat(15));
    let corner: String = room.chars().rev().collect();
    for (metric, expected) in [("moves", 1), ("slides", 2), ("steps", 46)] {
        assert_eq!(cost(&format!("metric = '{metric}'\n{}", file(&room, &corner))), Some(expected));
    }
    // Pieces that are alike take one bit a cell.
    let full: String = ('\u{4e00}'..).take(511).chain(['.']).collect();
    let instance = read(&format!("board = '''\n{full}'''")).unwrap();
    assert_eq!(instance.explore_at(&Line::default(), &Means::default()).states, 512);
    let named = |most: usize| {
        let goal: String = full.chars().enumerate().map(|(at, c)| if at < most { c } else { '.' }).collect();
        read(&file(&full, &goal))
    };
    assert!(named(56).is_ok());
    assert_eq!(
        named(120).err().unwrap().to_string(),
        "too many pieces that differ: to say where they are takes 1592 bits, the most is 1023: use fewer, or more of \
         one shape that the goal does not name"
    );
}
