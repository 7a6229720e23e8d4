//! Peg solitaire compared with published figures and with plain rules on drawn boards.

use crate::common;

use std::collections::{HashMap, HashSet};

use common::AtLine;
use proptest::prelude::*;
use tejun_puzzles::kit;
use tejun_puzzles::question::Solve;
use tejun_puzzles::{Family, Instance, LibraryFile, Line, Means, PegSolitaire, Registry, Status, Wanted};
use tejun_search::{Limits, Outcome, Proof, Space, StopReason, Unwatched};

use crate::common::cases;

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

fn library(name: &str) -> Box<dyn Instance> {
    let files = Family::of::<PegSolitaire>().info.library();
    read(&files.into_iter().find(|file| file.name == name).expect("it ships").text).unwrap()
}

/// A board by plain rules: the characters of its rows.
type Drawn = Vec<Vec<char>>;

/// A board of a file, as drawn.
fn drawn(text: &str, key: &str) -> Option<Drawn> {
    let (_, rest) = text.split_once(&format!("{key} = '''\n"))?;
    let (board, _) = rest.split_once("'''")?;
    Some(board.lines().map(|row| row.chars().collect()).collect())
}

fn pegs(board: &Drawn) -> usize {
    board.iter().flatten().filter(|&&c| c == 'o').count()
}

/// Where the neighbours of a hole are drawn, as rows down and columns right.
type Ways = &'static [(isize, isize)];

const SQUARES: Ways = &[(-1, 0), (1, 0), (0, -1), (0, 1)];
const BOTH: Ways = &[(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
/// Rows with a space between holes, each shifted against the next by one character.
const TRIANGLES: Ways = &[(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The ways of a file that says its jumps.
fn ways(text: &str) -> Ways {
    if text.contains("jumps = \"triangular\"") {
        TRIANGLES
    } else if text.contains("jumps = \"both\"") {
        BOTH
    } else {
        SQUARES
    }
}

/// Every jump on a board: the text of the move, and the board after it.
fn jumps(board: &Drawn, ways: Ways) -> Vec<(String, Drawn)> {
    let at = |row: isize, column: isize| {
        let row = board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    // On triangles, a letter names a line that falls to the right.
    let letter = |row: isize, column: isize| if ways == TRIANGLES { (row + column) / 2 } else { column };
    let holes = (0..)
        .zip(board)
        .flat_map(|(row, signs)| (0..).zip(signs).map(move |(column, sign)| (row, column, *sign)));
    let first =
        holes.filter(|(.., sign)| "o.".contains(*sign)).map(|(row, column, _)| letter(row, column)).min();
    let first = if ways == TRIANGLES { first.unwrap_or(0) } else { 0 };
    let name = |row: isize, column: isize| {
        format!("{}{}", char::from(b'a' + (letter(row, column) - first) as u8), row + 1)
    };
    let mut jumps = Vec::new();
    for row in 0..board.len() as isize {
        for column in 0..board[row as usize].len() as isize {
            for &(down, right) in ways {
                let places = [0, 1, 2].map(|step| (row + step * down, column + step * right));
                if places.map(|(row, column)| at(row, column)) != [Some('o'), Some('o'), Some('.')] {
                    continue;
                }
                let mut after = board.clone();
                for ((row, column), c) in places.into_iter().zip(['.', '.', 'o']) {
                    after[row as usize][column as usize] = c;
                }
                let (row, column) = places[2];
                jumps.push((format!("{}-{}", name(places[0].0, places[0].1), name(row, column)), after));
            }
        }
    }
    jumps
}

/// The board after a line, every move of which must be a jump.
fn after(mut board: Drawn, line: &[String], ways: Ways) -> Drawn {
    for text in line {
        let jump = jumps(&board, ways).into_iter().find(|(by, _)| by == text);
        board = jump.unwrap_or_else(|| panic!("{text} is no jump")).1;
    }
    board
}

#[test]
fn the_library_is_solved_with_as_many_jumps_as_pegs_leave() {
    let files = Family::of::<PegSolitaire>().info.library();
    assert!(files.len() >= 6);
    for LibraryFile { name, text } in files {
        let instance = read(&text).unwrap();
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        let Outcome::Solved(line) = report.outcome else { panic!("{name}: {report:?}") };
        let (board, goal) = (drawn(&text, "board").unwrap(), drawn(&text, "goal"));
        let left = goal.as_ref().map_or(1, pegs);
        assert_eq!(line.len(), pegs(&board) - left, "{name}");
        assert_eq!(instance.about().optimal, Some(line.len() as i64), "{name}");
        assert_eq!((report.value.cost, report.proof), (instance.about().optimal, Proof::Optimal), "{name}");
        let end = after(board, &line, ways(&text));
        assert_eq!(pegs(&end), left, "{name}");
        assert!(goal.is_none_or(|goal| goal == end), "{name}");
        assert!(instance.check(&Line(line)).solves);
    }
}

#[test]
fn the_central_game_has_the_published_numbers_of_positions() {
    let limits = Limits { depth: 8, ..Limits::default() };
    let explored = library("peg-central").explore_at(&Line::default(), &Means { limits, ..Means::default() });
    assert_eq!(explored.outcome.stopped(), Some(StopReason::Depth));
    assert_eq!(explored.levels[..7], [1, 4, 12, 60, 296, 1338, 5648]);
    // Up to symmetry.
    assert_eq!(explored.classes, [1, 1, 2, 8, 39, 171, 719, 2757, 9751].iter().sum::<u64>());
}

#[test]
fn a_hint_comes_from_every_position_of_a_solution() {
    let instance = library("peg-central");
    let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    let Outcome::Solved(line) = report.outcome else { panic!("the central game is solvable") };
    assert_eq!(line.len(), 31);
    for played in 0..=line.len() {
        let from = Line(line[..played].to_vec());
        let report = instance.solve_at(&from, &Means::default(), &mut Unwatched).unwrap();
        assert_eq!((report.value.cost, report.proof), (Some(31 - played as i64), Proof::Optimal));
    }
}

#[test]
fn a_dead_end_is_said() {
    let instance = read("puzzle = 'peg-solitaire'\nboard = '''\noo.oo'''").unwrap();
    let line: Line = "a1-c1".parse().unwrap();
    assert_eq!(instance.status_at(&line).unwrap(), Status::Open);
    let line: Line = "a1-c1 d1-b1".parse().unwrap();
    assert_eq!(instance.status_at(&line).unwrap(), Status::Lost);
    let caption: Vec<String> =
        instance.scene_at(&line).unwrap().caption.iter().map(ToString::to_string).collect();
    assert_eq!(caption, ["pegs: 2", "no move is left"]);
    let report = instance.solve_at(&line, &Means::default(), &mut Unwatched).unwrap();
    assert_eq!(report.outcome, Outcome::Unsolvable);
    assert_eq!(report.reason.unwrap().to_string(), "no move is left");
    let fault = instance.check(&"a1-c1 d1-b1 a1-c1".parse().unwrap()).fault.unwrap();
    assert_eq!((fault.at, fault.reason.code()), (2, "no-move-left"));
}

#[test]
fn what_no_line_can_reach_is_told_without_a_search() {
    let central = "puzzle = 'peg-solitaire'\nboard = '''
##ooo##
#ooooo#
ooooooo
ooo.ooo
ooooooo
#ooooo#
##ooo##'''";
    let report =
        read(central).unwrap().solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((&report.outcome, report.stats.expanded), (&Outcome::Unsolvable, 0));
    assert_eq!(report.reason.unwrap().code(), "never");
}

#[test]
fn pegs_that_weigh_too_little_are_told_without_a_search() {
    // The colours would fit.
    let far = read("puzzle = 'peg-solitaire'\nboard = 'oo....'\ngoal = '.....o'").unwrap();
    let report = far.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((&report.outcome, report.stats.expanded), (&Outcome::Unsolvable, 0));
    assert_eq!(report.reason.unwrap().code(), "too-light");
}

#[test]
fn bad_boards_are_refused_with_place_and_remedy() {
    let refused = |keys: &str| read(&format!("puzzle = 'peg-solitaire'\n{keys}")).err().expect(keys);
    for (keys, message) in [
        ("", "the key `board` is missing"),
        ("board = 3", "invalid type: integer `3`, expected a string, in `board`"),
        ("board = ''", "the board is empty: draw it row by row"),
        ("board = '##'", "the board has no cell"),
        ("board = 'oxo'", "row 1, column 2: 'x' does not belong on a board: draw it with 'o', '.', '#'"),
        ("board = 'o.'\ngoal = 'o'", GOAL),
        ("board = 'o'\ngoal = 'o.'", GOAL),
        (
            "board = 'o'\nfirst = 'A'",
            "unknown key `first`, expected one of `board`, `goal`, `jumps`; any file may have `title`, `source`, `about` and `optimal`, too",
        ),
    ] {
        assert_eq!(refused(keys), message);
    }
    let large = "oooooooo\n".repeat(8);
    let message = "the board is too large: it has 64 cells, the most is 63";
    assert_eq!(refused(&format!("board = '''\n{large}'''")), message);
}

const GOAL: &str = "row 1, column 2: in the goal: a cell here and none on the board, or the other way round: draw both with the same cells";

/// Boards and the key that says how pegs jump on them.
fn boards() -> impl Strategy<Value = (String, Ways)> {
    let sign = || prop_oneof![4 => Just('o'), 3 => Just('.'), 1 => Just(' ')];
    let board = |rows, columns| prop::collection::vec(prop::collection::vec(sign(), 1..columns), 1..rows);
    let text = |rows: Vec<Vec<char>>, jumps: &str| {
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        format!("puzzle = 'peg-solitaire'\njumps = \"{jumps}\"\nboard = '''\n{}'''", rows.join("\n"))
    };
    let shifted = |(rows, odd): (Vec<Vec<char>>, usize)| -> Vec<Vec<char>> {
        let row = |(at, row): (usize, Vec<char>)| {
            let spaces = std::iter::repeat_n(' ', (at + odd) % 2);
            spaces.chain(row.into_iter().flat_map(|sign| [sign, ' '])).collect()
        };
        rows.into_iter().enumerate().map(row).collect()
    };
    prop_oneof![
        board(5, 5).prop_map(move |rows| (text(rows, "orthogonal"), SQUARES)),
        board(4, 5).prop_map(move |rows| (text(rows, "both"), BOTH)),
        (board(5, 5), 0..2_usize).prop_map(move |board| (text(shifted(board), "triangular"), TRIANGLES)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1000), ..ProptestConfig::default() })]

    #[test]
    fn random_boards_agree_with_plain_rules((file, ways) in boards()) {
        let Ok(instance) = read(&file) else { return Ok(()) };
        let start = drawn(&file, "board").unwrap();
        let jumps = |board: &Drawn| jumps(board, ways);
        let mut levels = vec![HashSet::from([start.clone()])];
        loop {
            let next: HashSet<Drawn> =
                levels[levels.len() - 1].iter().flat_map(jumps).map(|(_, board)| board).collect();
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        let explored = instance.explore_at(&Line::default(), &Means::default());
        let sizes: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
        prop_assert_eq!(&explored.levels, &sizes);
        let stuck = levels.iter().flatten().filter(|board| jumps(board).is_empty()).count();
        prop_assert_eq!(explored.dead_ends, stuck as u64);
        let ends = levels.iter().flatten().filter(|board| pegs(board) == 1).count();
        prop_assert_eq!(explored.goals, ends as u64);
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        match report.outcome {
            Outcome::Solved(line) => {
                prop_assert_eq!(line.len(), pegs(&start) - 1);
                prop_assert_eq!(pegs(&after(start, &line, ways)), 1);
            }
            outcome => {
                prop_assert_eq!(outcome, Outcome::Unsolvable);
                prop_assert_eq!(ends, 0);
            }
        }
        let all = Solve { wanted: Wanted::All, width: None };
        let exits = instance.ask_at(&Line::default(), all, &mut Unwatched).unwrap().exits.unwrap();
        prop_assert_eq!(exits.len(), ends);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1000), ..ProptestConfig::default() })]

    /// Goals of any pegs, of which pagoda functions rule out many.
    #[test]
    fn random_goals_agree_with_plain_rules(
        (file, ways) in boards(), picks in prop::collection::vec(prop::bool::weighted(0.2), 40),
    ) {
        let board = file.split_once("board = ").unwrap().1;
        let mut picks = picks.into_iter();
        let goal = board.chars().map(|c| match c {
            'o' | '.' if picks.next() == Some(true) => 'o',
            'o' | '.' => '.',
            c => c,
        });
        let file = format!("{file}\ngoal = {}\n", goal.collect::<String>());
        let Ok(instance) = read(&file) else { return Ok(()) };
        let (start, goal) = (drawn(&file, "board").unwrap(), drawn(&file, "goal").unwrap());
        let mut known = HashSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(board) = open.pop() {
            for (_, next) in jumps(&board, ways) {
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        match report.outcome {
            Outcome::Solved(line) => prop_assert_eq!(after(start, &line, ways), goal),
            outcome => {
                prop_assert_eq!(outcome, Outcome::Unsolvable);
                prop_assert!(!known.contains(&goal), "{:?}", report.reason);
            }
        }
    }
}

/// The solutions from a position on, jump by jump.
fn solutions(puzzle: &PegSolitaire, pegs: u64, known: &mut HashMap<u64, u64>) -> u64 {
    if puzzle.is_goal(&pegs) {
        return 1;
    }
    if let Some(&count) = known.get(&pegs) {
        return count;
    }
    let mut next = Vec::new();
    puzzle.expand(&pegs, |_, pegs| next.push(pegs));
    let count = next.into_iter().map(|pegs| solutions(puzzle, pegs, known)).sum();
    known.insert(pegs, count);
    count
}

/// The triangle of 15 holes by the hole that is empty at first, as published by many; the other holes are images of these.
#[test]
fn the_triangle_has_the_published_numbers_of_solutions() {
    for (empty, published) in [(0, 29_760), (1, 14_880), (3, 85_258), (4, 1550)] {
        let mut holes = ['o'; 15];
        holes[empty] = '.';
        let rows = [0..1, 1..3, 3..6, 6..10, 10..15].map(|row| holes[row].iter().collect::<String>());
        let file =
            format!("puzzle = 'peg-solitaire'\njumps = 'triangular'\nboard = '''\n{}'''", rows.join("\n"));
        let puzzle = kit::read::<PegSolitaire>(&file).unwrap();
        let mut start = 0;
        puzzle.starts(|pegs| start = pegs);
        assert_eq!(solutions(&puzzle, start, &mut HashMap::new()), published, "{empty}");
    }
}

/// What a file says in normal form, which holds the holes that are neighbours.
fn normal(jumps: Option<&str>, rows: &[&str]) -> Result<String, String> {
    let jumps = jumps.map(|jumps| format!("jumps = '{jumps}'\n")).unwrap_or_default();
    let file = format!("puzzle = 'peg-solitaire'\n{jumps}board = '''\n{}'''\n", rows.join("\n"));
    Ok(read(&file)?.statement().expect("boards have a normal form"))
}

#[test]
fn a_board_of_triangles_may_be_drawn_in_several_ways() {
    let said = Some("triangular");
    let up = [".####", "oo###", "ooo##", "oooo#", "ooooo"];
    let stairs = normal(said, &up).unwrap();
    assert!(stairs.ends_with("jumps = \"triangular\"\n") && stairs.contains(&up.join("\n")), "{stairs}");
    assert_eq!(normal(said, &[".", "oo", "ooo", "oooo", "ooooo"]), Ok(stairs.clone()));
    assert_eq!(normal(said, &["    .", "   oo", "  ooo", " oooo", "ooooo"]), Ok(stairs.clone()));
    assert_eq!(normal(said, &["  .", "  oo", " ooo", " oooo", "ooooo"]), Ok(stairs.clone()));
    assert_eq!(normal(said, &[".", "o o", "o o o", "o o o o", "o o o o o"]), Ok(stairs.clone()));
    for said in [said, None] {
        let spaced = ["      .", "     o o", "    o o o", "   o o o o", "  o o o o o"];
        assert_eq!(normal(said, &spaced), Ok(stairs.clone()));
        let wide = ["        .", "      o   o", "    o   o   o", "  o   o   o   o", "o   o   o   o   o"];
        assert_eq!(normal(said, &wide), Ok(stairs.clone()));
    }
    let down = normal(said, &["oo.", "#oo", "##o"]).unwrap();
    for rows in [&["oo.", "oo", "o"], &["oo.", " oo", "  o"], &["o o .", " o o", "  o"]] {
        assert_eq!(normal(said, rows), Ok(down.clone()));
    }
    let hexagon = normal(said, &["oo#", "o.o", "#oo"]).unwrap();
    assert_eq!(normal(None, &[" o o", "o . o", " o o"]), Ok(hexagon.clone()));
    // The normal form is a file, too, even where nothing is outside.
    let rhombus = normal(said, &["oo.", "ooo"]).unwrap();
    assert_eq!(normal(None, &[" o o .", "o o o"]), Ok(rhombus.clone()));
    for text in [stairs, down, hexagon, rhombus] {
        assert_eq!(read(&text).unwrap().statement(), Some(text));
    }
    let why = "which holes are neighbours is not clear here: put a space between the holes of a row, and shift each row \
               by one character against the next";
    for rows in [&["oooo", "oo.", "o"][..], &[" oo", "o.o", " oo"], &["ooo", "oooo"], &["o o .", "o o"]] {
        assert_eq!(normal(said, rows), Err(why.to_owned()), "{rows:?}");
    }
    // Where spaces are what is not drawn, squares have none between them.
    assert!(
        normal(Some("both"), &["    .", "   o o", "  o o o"]).unwrap_err().contains("spaces lie between")
    );
    let unknown = normal(Some("diagonal"), &["oo."]).unwrap_err();
    assert!(unknown.contains("expected one of `orthogonal`, `both`, `triangular`, in `jumps`"), "{unknown}");
}

/// Lines that are no rows and columns are drawn as roads.
#[test]
fn rows_of_triangles_are_drawn_shifted() {
    let scene = library("peg-triangle").scene_at(&Line::default()).unwrap();
    assert_eq!((scene.rows, scene.columns, scene.roads.len()), (5, 9, 30));
    let place = |label: &str| {
        let cell = scene.cells.iter().find(|cell| cell.label.as_deref() == Some(label)).unwrap();
        (cell.row, cell.column)
    };
    assert_eq!(["a1", "a2", "b2", "a5", "e5"].map(place), [(0, 4), (1, 3), (1, 5), (4, 0), (4, 8)]);
    let both = read("puzzle = 'peg-solitaire'\njumps = 'both'\nboard = '''\noo\no.'''").unwrap();
    assert_eq!(both.scene_at(&Line::default()).unwrap().roads.len(), 6);
}

/// Stairs, and holes with spaces between, are what other people draw for other boards: no answer about squares.
#[test]
fn what_looks_like_another_board_is_refused_with_the_way_to_mean_squares() {
    let board = |rows: &[&str]| format!("puzzle = 'peg-solitaire'\nboard = '''\n{}'''\n", rows.join("\n"));
    let triangle = "rows of 1, 2, 3 and more holes may be a triangular board or stairs of squares: \
                    add jumps = \"triangular\" or jumps = \"orthogonal\"";
    let spaced =
        "spaces lie between the holes: write the holes of a row side by side, and draw # where there is none";
    for (rows, why) in [
        (&[".", "oo", "ooo", "oooo", "ooooo"][..], triangle),
        (&["ooooo", "oooo", "ooo", "o.", "o"], triangle),
        (&["    .", "   oo", "  ooo", " oooo", "ooooo"], triangle),
        (&[".", "o o", "o o o"], triangle),
        (&["o", "oo", "o.o"], triangle),
        (
            &[
                "    o o o",
                "    o o o",
                "o o o o o o o",
                "o o o . o o o",
                "o o o o o o o",
                "    o o o",
                "    o o o",
            ],
            spaced,
        ),
    ] {
        assert_eq!(read(&board(rows)).err().as_deref(), Some(why), "{rows:?}");
    }
    // A remedy helps.
    let stairs = board(&[".", "oo", "ooo"]);
    for (said, jumps) in [("orthogonal", "a3-a1"), ("triangular", "c3-a1")] {
        let instance = read(&format!("jumps = '{said}'\n{stairs}")).unwrap();
        let choices = instance.choices_at(&Line::default()).unwrap();
        assert!(choices.iter().any(|choice| choice.text == jumps), "{choices:?}");
        assert_eq!(choices.len(), if said == "triangular" { 2 } else { 1 });
    }
    // Squares, by what is drawn.
    for rows in [
        &["o", "o.", "ooo"][..1],
        &["o", "oo."][..],
        &[".####", "oo###", "ooo##", "oooo#", "ooooo"],
        &["o", ".oo", "ooooo"],
        &["  ooo", "  ooo", "ooooooo", "ooo.ooo", "ooooooo", "  ooo", "  ooo"],
    ] {
        let instance = read(&board(rows)).unwrap_or_else(|error| panic!("{rows:?}: {error}"));
        // The plain rules see the same jumps.
        let plain: Drawn = rows.iter().map(|row| row.chars().collect()).collect();
        let mut by_rules: Vec<String> = jumps(&plain, SQUARES).into_iter().map(|(by, _)| by).collect();
        let choices = instance.choices_at(&Line::default()).unwrap();
        let mut by_family: Vec<String> = choices.into_iter().map(|choice| choice.text).collect();
        by_rules.sort();
        by_family.sort();
        assert_eq!(by_family, by_rules, "{rows:?}");
    }
}
