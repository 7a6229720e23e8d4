//! Sokoban compared with plain rules on drawn boards, step by step of the man.

use crate::common;

use std::collections::{HashMap, HashSet, VecDeque};

use common::AtLine;
use proptest::prelude::*;
use tejun_puzzles::{
    Family, Instance, LibraryFile, Line, Mark, Means, Registry, Sokoban, Status, carry, kit,
};
use tejun_search::{Outcome, Proof, Space, Unwatched};

use crate::common::cases;

pub(crate) fn read(text: &str, metric: Option<&str>) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, metric).map_err(|error| error.to_string())
}

pub(crate) fn file(board: &str) -> String {
    format!("puzzle = 'sokoban'\nboard = '''\n{board}'''\n")
}

/// A board by plain rules: the rows as drawn.
pub(crate) type Drawn = Vec<Vec<u8>>;

pub(crate) fn drawn(board: &str) -> Drawn {
    board.lines().map(|row| row.bytes().collect()).collect()
}

/// The board of a library file.
fn board_of(text: &str) -> Drawn {
    let (_, rest) = text.split_once("board = '''\n").unwrap();
    drawn(rest.split_once("'''").unwrap().0)
}

/// What a cell is after something has left it, or has come.
fn swapped(cell: u8, from: &[u8; 3], to: &[u8; 3]) -> Option<u8> {
    from.iter().position(|&c| c == cell).map(|at| to[at])
}

const FLOOR: &[u8; 3] = b" .~";
pub(crate) const MAN: &[u8; 3] = b"@+~";
pub(crate) const BOX: &[u8; 3] = b"$*~";

fn man(board: &Drawn) -> (usize, usize) {
    let rows = board.iter().enumerate();
    rows.flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &cell)| ((r, c), cell)))
        .find(|&(_, cell)| MAN.contains(&cell))
        .expect("there is a man")
        .0
}

pub(crate) fn is_solved(board: &Drawn) -> bool {
    !board.iter().flatten().any(|&cell| cell == b'$')
}

pub(crate) const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The board after a step of the man in a direction, and the text of the push if it was one.
pub(crate) fn step(board: &Drawn, (down, right): (isize, isize)) -> Option<(Drawn, Option<String>)> {
    let (row, column) = man(board);
    let at = |n: isize| (row.wrapping_add_signed(n * down), column.wrapping_add_signed(n * right));
    let mut next = board.clone();
    let mut change = |(row, column): (usize, usize), from, to| {
        let cell = next.get_mut(row)?.get_mut(column)?;
        *cell = swapped(*cell, from, to)?;
        Some(())
    };
    let pushes = change(at(1), BOX, FLOOR).is_some();
    if pushes {
        change(at(2), FLOOR, BOX)?;
    }
    change(at(1), FLOOR, MAN)?;
    change(at(0), MAN, FLOOR)?;
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    // After z come aa, ab and so on.
    let column = |at: usize| match at.checked_sub(26) {
        None => letter(at).to_string(),
        Some(more) => format!("{}{}", letter(more / 26), letter(more)),
    };
    let name = |(row, at): (usize, usize)| format!("{}{}", column(at), row + 1);
    Some((next, pushes.then(|| format!("{}-{}", name(at(1)), name(at(2))))))
}

/// The fewest pushes, or moves of the man, that solve a board: the cheapest boards first.
fn fewest(start: &Drawn, by_moves: bool) -> Option<i64> {
    let mut done = HashSet::new();
    let mut queue = VecDeque::from([(0, start.clone())]);
    while let Some((cost, board)) = queue.pop_front() {
        if !done.insert(board.clone()) {
            continue;
        }
        if is_solved(&board) {
            return Some(cost);
        }
        for (next, push) in WAYS.into_iter().filter_map(|way| step(&board, way)) {
            match push.is_some() || by_moves {
                true => queue.push_back((cost + 1, next)),
                false => queue.push_front((cost, next)),
            }
        }
    }
    None
}

/// The steps to play a line: the shortest walks, and each push as it is written.
fn played(mut board: Drawn, line: &[String]) -> (Drawn, i64) {
    let mut steps = 0;
    for text in line {
        let mut known = HashSet::from([man(&board)]);
        let mut queue = VecDeque::from([(0, board)]);
        board = 'walk: loop {
            let (walked, board) = queue.pop_front().unwrap_or_else(|| panic!("{text} is no push"));
            for (next, push) in WAYS.into_iter().filter_map(|way| step(&board, way)) {
                match push {
                    Some(push) if push == *text => {
                        steps += walked + 1;
                        break 'walk next;
                    }
                    None if known.insert(man(&next)) => queue.push_back((walked + 1, next)),
                    _ => (),
                }
            }
        };
    }
    (board, steps)
}

/// Solves a puzzle and plays the solution by plain rules; gives what it costs.
pub(crate) fn solved(instance: &dyn Instance, board: &Drawn) -> Option<i64> {
    let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(line) = report.outcome else {
        assert_eq!(report.outcome, Outcome::Unsolvable);
        return None;
    };
    let (end, steps) = played(board.clone(), &line);
    assert!(is_solved(&end) && instance.check(&Line(line.clone())).solves);
    let cost = if instance.about().metric == "moves" { steps } else { line.len() as i64 };
    assert_eq!((report.value.cost, report.proof), (Some(cost), Proof::Optimal));
    Some(cost)
}

#[test]
fn it_keeps_to_what_front_ends_rely_on() {
    kit::conformance::<Sokoban>(1).unwrap();
}

#[test]
fn the_library_is_solved_as_its_files_say() {
    let files = Family::of::<Sokoban>().info.library();
    assert!(files.len() >= 12);
    for LibraryFile { name, text } in files {
        let instance = read(&text, None).unwrap();
        let cost = solved(&*instance, &board_of(&text));
        assert!(cost.is_some() && cost == instance.about().optimal, "{name}: {cost:?}");
    }
}

#[test]
fn a_metric_may_be_chosen() {
    let board = "######\n#    #\n# @$ #\n#  . #\n######";
    for (metric, cost) in [(None, 1), (Some("pushes"), 1), (Some("moves"), 3)] {
        let instance = read(&file(board), metric).unwrap();
        assert_eq!(instance.about().metric, metric.unwrap_or("pushes"));
        assert_eq!(solved(&*instance, &drawn(board)), Some(cost));
        let line: Line = "d3-e3".parse().unwrap();
        // The man stands where the box was.
        let scene = instance.scene_at(&line).unwrap();
        let at = |name: &str| scene.pieces.iter().find(|piece| piece.name == name).unwrap().cells[0];
        let label = |cell: usize| scene.cells[cell].label.clone().unwrap();
        assert_eq!((label(at("$")), label(at("@"))), ("e3".to_owned(), "d3".to_owned()));
        assert_eq!(scene.cells.iter().filter(|cell| cell.mark == Mark::Goal).count(), 1);
    }
}

#[test]
fn a_lost_box_is_told_without_a_search() {
    let board = "######\n#    #\n# @$ #\n#  . #\n######";
    let instance = read(&file(board), None).unwrap();
    let report = instance.solve_at(&"d3-e3".parse().unwrap(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((&report.outcome, report.stats.expanded), (&Outcome::Unsolvable, 0));
    let reason = report.reason.unwrap();
    assert_eq!((reason.code(), reason.cells()), ("stuck", &[7][..]));
    // Four boxes in a square, and a box for one goal too few.
    for board in
        ["######\n#. ..#\n#.$$ #\n# $$ #\n#  @ #\n######", "#######\n#  . .#\n##$$###\n #@ #\n #  #\n ####"]
    {
        let instance = read(&file(board), None).unwrap();
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(report.outcome, Outcome::Unsolvable);
        assert_eq!(fewest(&drawn(board), false), None);
    }
}

#[test]
fn bad_boards_are_refused_with_place_and_remedy() {
    for (board, message) in [
        ("", "the board is empty: draw it row by row"),
        ("####\n#$.#\n####", "there is no man: draw '@' or '+'"),
        ("#####\n#@ +#\n#####", "row 2, column 4: a second man: there is only one"),
        ("#####\n#@$. \n#####", "row 2, column 5: the floor is open here: close it with walls"),
        ("#######\n#@$.#$#\n#######", "row 2, column 6: the man can never get here: open the walls"),
        ("#####\n#@$?#\n#####", UNKNOWN),
    ] {
        assert_eq!(read(&file(board), None).err().expect(board), message);
    }
    let wide = format!("{0}\n#@{1}#\n{0}", "#".repeat(515), " ".repeat(512));
    let message = "the board is too large: it has 513 cells, the most is 512";
    assert_eq!(read(&file(&wide), None).err().unwrap(), message);
    let metric = read(&file("####\n#@ #\n####"), Some("slides")).err().unwrap();
    assert_eq!(metric, "there is no metric \"slides\": it is pushes or moves");
    // A walled-in box on its goal is an ornament, and what lies outside is no floor.
    assert!(read(&file("  #####\n--#@$.#\n###_-##\n#*#####\n###"), None).is_ok());
}

const UNKNOWN: &str = "row 2, column 4: '?' does not belong on a board: draw it with ' ', '-', '_', '.', '$', '*', '@', '+', '#'";

#[test]
fn levels_are_taken_as_text() {
    for (text, title) in [
        ("#####\n#@$.#\n#####\n", "Sokoban"),
        ("; 7 = \"lucky\"\n\n#####\n#@$.#\n#####\n; by nobody", "7 = \"lucky\""),
        ("\u{feff}   #####\n   #@$.#\r\n   #####\n\nTitle: Narrow\nAuthor: nobody\n", "Narrow"),
    ] {
        let instance = read(text, None).unwrap();
        assert_eq!(instance.about().title.all().collect::<Vec<_>>(), [title]);
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(report.value.cost, Some(1));
    }
    for text in [
        "#####\n#@$.#\n#####\nTitle: a = b\n",
        "Title: a = b\n#####\n#@$.#\n#####\nAuthor = nobody",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "; packed\n5#\n#@$.#\n5#\n",
        "#####|\n#@$.#|\n#####|",
        "#####\r#@$.#\r#####\r",
    ] {
        let instance = read(text, None).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!((report.value.cost, instance.scene_at(&Line::default()).unwrap().columns), (Some(1), 5));
    }
    // What is wrong with a level is said of the level, not of a file.
    for (text, message) in [
        ("#####\n#@$\t.#\n#####", "row 2, column 4: '\\t' does not belong on a board"),
        ("#####\n#@$?#\n#  .#\n#####", "row 2, column 4: '?' does not belong on a board"),
        ("99999999999999999999#|#@$.#|5#", "the board is too large"),
        ("2#99999999|#@$.#|5#", "the board is too large"),
        (&format!("{}#@$.#", "9999999#|".repeat(9000)), "the board is too large"),
    ] {
        let error = read(text, None).err().expect(text);
        assert!(error.starts_with(message), "{error}: {:?}", &text[..text.len().min(40)]);
    }
    // A file without its first key is still told so.
    let error = read("board = '''\n#####\n#@$.#\n#####\n'''", None).err().unwrap();
    assert!(error.contains("puzzle"), "{error}");
}

#[test]
fn boxes_and_goals_may_differ_in_number() {
    // Every box on a goal is enough.
    let instance = read(&file("#######\n#@$. .#\n#######"), None).unwrap();
    assert_eq!(solved(&*instance, &drawn("#######\n#@$. .#\n#######")), Some(1));
    let instance = read(&file("########\n#@$.$  #\n########"), None).unwrap();
    let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((&report.outcome, report.stats.expanded), (&Outcome::Unsolvable, 0));
    let said = "there are more boxes than goals (2 and 1), so that one is always left over";
    assert_eq!(report.reason.unwrap().to_string(), said);
}

/// A small level, walled in.
pub(crate) fn level() -> impl Strategy<Value = String> {
    let cell = prop_oneof![1 => Just('#'), 5 => Just(' ')];
    let rows = (2..=4_usize, 3..=4_usize);
    let inner = rows.prop_flat_map(move |(height, width)| {
        prop::collection::vec(prop::collection::vec(cell.clone(), width), height)
    });
    // Of boxes, and of goals.
    let same = (1..=3_usize).prop_map(|number| (number, number));
    let numbers = prop_oneof![3 => same, 1 => (0..=3_usize, 0..=3_usize)];
    (inner, numbers, prop::collection::vec(any::<prop::sample::Index>(), 7)).prop_map(
        |(mut rows, (boxes, aims), places)| {
            let width = rows[0].len();
            let (mut floor, mut goals): (Vec<_>, Vec<_>) = (0..rows.len() * width)
                .filter(|at| rows[at / width][at % width] == ' ')
                .map(|at| (at, at))
                .unzip();
            let take = |cells: &mut Vec<usize>, place: usize| match cells.len() {
                0 => None,
                len => Some(cells.remove(places[place].index(len))),
            };
            let most = floor.len().saturating_sub(1);
            let boxes: Vec<_> = (0..boxes.min(most)).filter_map(|place| take(&mut floor, place)).collect();
            let aims = (0..aims.min(most)).filter_map(|place| take(&mut goals, place + 3));
            let boxes = boxes.into_iter().map(|at| (at, '$'));
            for (at, mark) in boxes.chain(aims.map(|at| (at, '.'))) {
                let cell = &mut rows[at / width][at % width];
                *cell = if *cell == ' ' { mark } else { '*' };
            }
            if let Some(at) = take(&mut floor, 6) {
                let cell = &mut rows[at / width][at % width];
                *cell = if *cell == ' ' { '@' } else { '+' };
            }
            let wall = "#".repeat(width + 2);
            let rows = rows.iter().map(|row| format!("#{}#\n", row.iter().collect::<String>()));
            format!("{wall}\n{}{wall}", rows.collect::<String>())
        },
    )
}

/// Files of small levels.
pub(crate) fn files() -> impl Strategy<Value = String> {
    (level(), prop::sample::select(vec!["pushes", "moves"]))
        .prop_map(|(level, metric)| format!("{}metric = '{metric}'\n", file(&level)))
}

/// The fewest pushes of one box alone that take it from a cell to each cell it gets to, by plain rules.
fn pushed_alone(start: &Drawn, from: &str) -> HashMap<String, usize> {
    let mut fewest = HashMap::new();
    let mut done = HashSet::new();
    let mut queue = VecDeque::from([(0, start.clone(), from.to_owned())]);
    while let Some((pushes, board, at)) = queue.pop_front() {
        if !done.insert(board.clone()) {
            continue;
        }
        fewest.entry(at.clone()).or_insert(pushes);
        if is_solved(&board) {
            continue;
        }
        for (next, push) in WAYS.into_iter().filter_map(|way| step(&board, way)) {
            match push.as_deref().map(|push| push.split_once('-').unwrap()) {
                None => queue.push_front((pushes, next, at.clone())),
                Some((from, to)) if from == at => queue.push_back((pushes + 1, next, to.to_owned())),
                Some(_) => (),
            }
        }
    }
    fewest.remove(from);
    fewest
}

/// Pulls boxes at random from the goals, and asks on the way whether all is hopeless.
fn pulled(board: &str, choices: &[usize]) -> Result<(), TestCaseError> {
    let mut rows = drawn(board);
    for cell in rows.iter_mut().flatten() {
        *cell = match *cell {
            b'$' => b' ',
            // A goal may stay free.
            b'.' if choices.first().is_some_and(|choice| choice & 1 == 0) => b'*',
            b'+' => b'@',
            other => other,
        };
    }
    for &choice in choices {
        let text: Vec<String> = rows.iter().map(|row| String::from_utf8(row.clone()).unwrap()).collect();
        for metric in ["pushes", "moves"] {
            let file = format!("{}metric = '{metric}'", file(&text.join("\n")));
            let Ok(puzzle) = kit::read::<Sokoban>(&file) else { return Ok(()) };
            let mut bounds = Vec::new();
            puzzle.starts(|state| {
                bounds.extend([puzzle.bound(&state), puzzle.bound(&puzzle.canonical(&state))])
            });
            prop_assert!(!bounds.contains(&None), "{}", text.join("\n"));
        }
        // A step back, with the box in front of him if the choice says so.
        let (down, right) = WAYS[choice % 4];
        let (row, column) = man(&rows);
        let at = |n: isize| (row.wrapping_add_signed(n * down), column.wrapping_add_signed(n * right));
        let mut next = rows.clone();
        let mut change = |(row, column): (usize, usize), from, to| {
            let cell = &mut next[row][column];
            swapped(*cell, from, to).map(|changed| *cell = changed).is_some()
        };
        if change(at(1), FLOOR, MAN) && change(at(0), MAN, FLOOR) {
            if choice & 4 == 0 && change(at(-1), BOX, FLOOR) {
                change(at(0), FLOOR, BOX);
            }
            rows = next;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), ..ProptestConfig::default() })]

    #[test]
    fn a_box_is_carried_over_several_cells_with_the_fewest_pushes(board in level()) {
        let Ok(instance) = read(&file(&board), None) else { return Ok(()) };
        if instance.start().status() != Status::Open {
            return Ok(());
        }
        let scene = instance.start().scene();
        let name = |cell: usize| scene.cells[cell].label.clone().unwrap();
        for (piece, at) in scene.pieces.iter().enumerate().filter(|(_, piece)| piece.name != "@") {
            let plain = pushed_alone(&drawn(&board), &name(at.cells[0]));
            for to in (0..scene.cells.len()).filter(|to| *to != at.cells[0]) {
                let moves = carry(&*instance.start(), piece, &[to], || true);
                let expected = plain.get(&name(to)).copied();
                prop_assert_eq!(moves.as_ref().map(Vec::len), expected, "{} to {}", board, name(to));
                if let Some(moves) = moves {
                    let scene = instance.scene_at(&Line(moves)).unwrap();
                    prop_assert!(scene.pieces.iter().any(|piece| piece.name != "@" && piece.cells == [to]));
                }
            }
        }
        prop_assert_eq!(carry(&*instance.start(), usize::MAX, &[0], || true), None);
        prop_assert_eq!(carry(&*instance.start(), 0, &[usize::MAX], || false), None);
    }

    #[test]
    fn random_levels_agree_with_plain_rules(board in level()) {
        let start = drawn(&board);
        for metric in ["pushes", "moves"] {
            let Ok(instance) = read(&file(&board), Some(metric)) else { return Ok(()) };
            prop_assert_eq!(solved(&*instance, &start), fewest(&start, metric == "moves"), "{}", board);
        }
    }

    #[test]
    fn what_can_be_solved_is_never_called_hopeless(
        board in level(), choices in prop::collection::vec(0..8_usize, 60),
    ) {
        pulled(&board, &choices)?;
    }
}
