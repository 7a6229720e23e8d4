//! Tank Change compared with published figures, and with its plain rules on random boards.

use crate::common;

use std::collections::{HashMap, VecDeque};

use common::{AtLine, value};
use proptest::prelude::*;
use tejun_puzzles::{Call, Exploration, Instance, Line, Means, Registry};
use tejun_search::{Outcome, Unwatched};

use crate::common::{cases, full};

fn read(text: &str) -> Result<Box<dyn Instance>, String> {
    Registry::standard().read(text, None).map_err(|error| error.to_string())
}

fn original() -> Box<dyn Instance> {
    read(&Registry::standard().expand_short_form("tank-change").unwrap().unwrap()).unwrap()
}

fn explore(instance: &dyn Instance) -> Exploration {
    instance.explore_at(&Line::default(), &Means::default())
}

fn solve(instance: &dyn Instance, from: &[String], threads: usize) -> Option<Vec<String>> {
    let options = Means { threads, ..Means::default() };
    let report = instance.solve_at(&Line(from.to_vec()), &options, &mut Unwatched).unwrap();
    match report.outcome {
        Outcome::Solved(line) => {
            assert_eq!(report.value.cost, Some(line.len() as i64));
            Some(line)
        }
        outcome => {
            assert_eq!(outcome, Outcome::Unsolvable);
            None
        }
    }
}

#[test]
fn the_original() {
    let instance = original();
    let explored = explore(&*instance);
    assert_eq!(explored.states, 16_240);
    assert_eq!(explored.levels.len() - 1, 21);
    assert_eq!(explored.dead_ends, 312);
    assert_eq!(explored.shortest_lines.to_string(), "66");
    assert_eq!(explored.classes, classes(&*instance));

    let line = solve(&*instance, &[], 1).unwrap();
    assert_eq!(line.len(), 18);
    assert!(instance.check(&Line(line.clone())).solves);
    for threads in [2, 5] {
        assert_eq!(solve(&*instance, &[], threads), Some(line.clone()));
    }
    for played in 1..line.len() {
        let rest = solve(&*instance, &line[..played], 1).unwrap();
        assert_eq!(rest.len(), line.len() - played);
    }
}

/// The look of a position: the squares of the tanks with their sides, and whose turn it is.
type Look = (Vec<(usize, String)>, String);

fn look(instance: &dyn Instance, line: &Line) -> Look {
    let scene = instance.scene_at(line).unwrap();
    let tanks = scene.pieces.iter().map(|piece| (piece.cells[0], piece.name.clone()));
    // Nobody is to move in a solved position, but it is one of either army's moves.
    let turn = scene.caption.first().map(|turn| turn.to_string());
    (tanks.collect(), turn.unwrap_or_else(|| format!("solved, {}", line.0.len() % 2)))
}

/// All positions reachable by the plain rules alone, each with a shortest line to it.
fn reached(instance: &dyn Instance) -> HashMap<Look, Vec<String>> {
    let start = look(instance, &Line::default());
    let mut lines = HashMap::from([(start.clone(), Vec::new())]);
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        let line = lines[&position].clone();
        for choice in instance.choices_at(&Line(line.clone())).unwrap() {
            let mut next_line = line.clone();
            next_line.push(choice.text);
            let next = look(instance, &Line(next_line.clone()));
            if !lines.contains_key(&next) {
                lines.insert(next.clone(), next_line);
                queue.push_back(next);
            }
        }
    }
    lines
}

/// Number of classes of the original's reachable positions under its one symmetry, the left-right reflection.
fn classes(instance: &dyn Instance) -> u64 {
    let scene = instance.scene_at(&Line::default()).unwrap();
    let mirror = |square: usize| {
        let (row, column) = (scene.cells[square].row, scene.columns - 1 - scene.cells[square].column);
        scene.cells.iter().position(|cell| (cell.row, cell.column) == (row, column)).unwrap()
    };
    let reached = reached(instance);
    let representatives = reached.keys().filter(|(tanks, turn)| {
        let mut mirrored: Vec<_> =
            tanks.iter().map(|(square, side)| (mirror(*square), side.clone())).collect();
        mirrored.sort();
        *tanks <= mirrored || !reached.contains_key(&(mirrored, turn.clone()))
    });
    representatives.count() as u64
}

fn board() -> impl Strategy<Value = String> {
    let cell = prop_oneof![3 => Just('o'), 2 => Just('.'), 1 => Just('A'), 1 => Just('B')];
    (1usize..5, 1usize..5).prop_flat_map(move |(rows, columns)| {
        proptest::collection::vec(cell.clone(), rows * columns).prop_map(move |cells| {
            cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1000), ..ProptestConfig::default() })]

    #[test]
    fn random_boards(board in board(), roads in 0usize..3, first in prop_oneof![Just('A'), Just('B')]) {
        let roads = ["diagonal", "orthogonal", "both"][roads];
        let text = format!("puzzle = 'tank-change'\nroads = '{roads}'\nfirst = '{first}'\nboard = '''\n{board}'''");
        let Ok(instance) = read(&text) else { return Ok(()) };
        let explored = explore(&*instance);
        prop_assume!(explored.states < 2000);
        let lines = reached(&*instance);
        let mut levels = vec![0u64; explored.levels.len()];
        let mut dead_ends = 0;
        for line in lines.values() {
            levels[line.len()] += 1;
            dead_ends += u64::from(instance.choices_at(&Line(line.clone())).unwrap().is_empty());
        }
        prop_assert_eq!(&explored.levels, &levels);
        prop_assert_eq!(explored.dead_ends, dead_ends);
        let nearest = lines.values().filter(|line| instance.check(&Line((*line).clone())).solves).map(Vec::len).min();
        let solved = solve(&*instance, &[], 1);
        prop_assert_eq!(solved.as_ref().map(Vec::len), nearest);
        if let Some(line) = solved {
            prop_assert!(instance.check(&Line(line)).solves);
        }
        for line in lines.values().take(50) {
            assert_nobody_in_sight(&*instance, &Line(line.clone()), roads);
        }
    }
}

/// Looks from every tank along every road, using only the drawing.
fn assert_nobody_in_sight(instance: &dyn Instance, line: &Line, roads: &str) {
    let scene = instance.scene_at(line).unwrap();
    let at = |row: isize, column: isize| {
        let square =
            scene.cells.iter().position(|cell| (cell.row as isize, cell.column as isize) == (row, column))?;
        Some(scene.pieces.iter().find(|piece| piece.cells == [square]))
    };
    for piece in &scene.pieces {
        let cell = &scene.cells[piece.cells[0]];
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let diagonal = down != 0 && right != 0;
            if (roads == "diagonal" && !diagonal) || (roads == "orthogonal" && diagonal) {
                continue;
            }
            let (mut row, mut column) = (cell.row as isize + down, cell.column as isize + right);
            while let Some(found) = at(row, column) {
                if let Some(other) = found {
                    assert_eq!(other.name, piece.name, "{line}");
                    break;
                }
                (row, column) = (row + down, column + right);
            }
        }
    }
}

#[test]
fn illegal_moves_say_why() {
    let instance = original();
    for (line, code) in [
        ("1_4", "not-a-move"),
        ("1-99", "no-square"),
        ("4-6", "no-tank"),
        ("16-14", "other-turn"),
        ("1-2", "no-road"),
        ("1-10", "in-sight"),
    ] {
        let fault = instance.check(&line.parse().unwrap()).fault.unwrap_or_else(|| panic!("{line} is legal"));
        assert_eq!((fault.reason.code(), fault.at), (code, 0), "{line}: {}", fault.reason);
    }
}

#[test]
fn bad_boards_are_refused_with_place_and_remedy() {
    let refused = |keys: &str| match read(&format!("puzzle = 'tank-change'\n{keys}")) {
        Ok(_) => panic!("{keys} is no puzzle"),
        Err(message) => message,
    };
    for (keys, message) in [
        (
            "board = '''\nAxB'''",
            "row 1, column 2: 'x' does not belong on a board: draw it with A, B, 'o' (free square) and '.' (no square)",
        ),
        ("board = '''\nAoo'''", "side B has no tank: draw at least one on each side"),
        (
            "roads = 'orthogonal'\nboard = '''\nAoB'''",
            "row 1, column 1: the tank here, on square 1, and the enemy on square 3 see each other: \
             move one of them or put a tank between",
        ),
        (
            "board = '''\nAoBB'''",
            "the sides have different numbers of tanks and cannot swap: draw a goal, or as many A as B",
        ),
        ("board = '''\nAoB'''\ngoal = '''\nBoB'''", "in the goal: it has 0 tanks of side A, the board has 1"),
        (
            "board = '''\nAoB'''\ncolour = 'red'",
            "unknown key `colour`, expected one of `roads`, `first`, `board`, `goal`; any file may have `title`, \
             `source`, `about` and `optimal`, too",
        ),
    ] {
        assert_eq!(refused(keys), message);
    }
    let large = format!("board = '''\nA{}B'''", "o".repeat(125));
    assert_eq!(refused(&large), "the board is too large: it has 127 squares, the most is 126");
}

#[test]
fn large_boards_use_wider_words() {
    // A long corridor away from the armies, which have two squares each: many squares, few states.
    let widest = full().then_some(126);
    for squares in [31, 32, 62, 63].into_iter().chain(widest) {
        let corridor = "o".repeat(squares - 4);
        let none = ".".repeat(squares - 4);
        let text = format!(
            "puzzle = 'tank-change'\nroads = 'orthogonal'\nboard = '''\nA..{none}\no..{none}\n..B{none}\n..o{corridor}'''"
        );
        let instance = read(&text).unwrap();
        assert!(explore(&*instance).states > 2 * squares as u64);
        assert_eq!(explore(&*instance).levels, reached_levels(&*instance), "{squares} squares");
    }
}

fn reached_levels(instance: &dyn Instance) -> Vec<u64> {
    let lines = reached(instance);
    let deepest = lines.values().map(Vec::len).max().unwrap();
    (0..=deepest).map(|depth| lines.values().filter(|line| line.len() == depth).count() as u64).collect()
}

#[test]
fn generated_boards_have_what_they_claim() {
    let registry = Registry::standard();
    let verb = registry
        .families()
        .flat_map(|family| family.verbs())
        .find(|verb| verb.path == ["generate", "tank-change"])
        .unwrap();
    let given = [("n", "3"), ("moves", "6..20"), ("size", "5x5")];
    let given = given.map(|(name, value)| (name, value.to_owned())).into();
    let call = Call { arguments: Vec::new(), given, means: Means { seed: 7, ..Means::default() } };
    let answer = value(&(verb.run)(&call, &mut Unwatched).unwrap().details);
    let puzzles = answer["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 3);
    for puzzle in puzzles {
        let instance = read(puzzle["instance"].as_str().unwrap()).unwrap();
        let line = solve(&*instance, &[], 1).unwrap();
        assert_eq!(puzzle["moves"], line.len());
        assert!((6..=20).contains(&line.len()));
        let explored = explore(&*instance);
        assert_eq!(puzzle["reachable"], explored.states);
        assert_eq!(puzzle["shortest_lines"], explored.shortest_lines.to_string());
    }
}
