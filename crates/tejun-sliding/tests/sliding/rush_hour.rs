//! Rush Hour: positions of 36 characters.

use crate::common;
use crate::plain_bounds;

use common::AtLine;
use plain_bounds::{Plain, rows_of};
use proptest::prelude::*;
use tejun_puzzles::{Instance, Line, Means, Registry};
use tejun_search::{Outcome, Proof, Unwatched};

use crate::common::cases;

const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

fn read(position: &str, metric: &str) -> Box<dyn Instance> {
    let text = Registry::standard().expand_short_form(&format!("rushhour:{position}")).unwrap();
    Registry::standard().read(&text.unwrap(), Some(metric)).unwrap()
}

fn cost(position: &str, metric: &str) -> Option<i64> {
    let instance = read(position, metric);
    let solution = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
    match solution.outcome {
        Outcome::Solved(line) => {
            assert_eq!(solution.proof, Proof::Optimal);
            // The line is written and read back, and the plain rules confirm it.
            let line = Line(line);
            assert_eq!(instance.read_line(&line.to_string()), line);
            let verdict = instance.check(&line);
            assert!(verdict.solves && verdict.value.cost == solution.value.cost, "{position}");
        }
        outcome => assert_eq!(outcome, Outcome::Unsolvable, "{position}"),
    }
    solution.value.cost
}

#[test]
fn the_hardest_position_takes_60_moves_and_103_steps() {
    assert_eq!(cost(HARDEST, "moves"), Some(60));
    assert_eq!(cost(HARDEST, "slides"), Some(60));
    assert_eq!(cost(HARDEST, "steps"), Some(103));
    assert_eq!(cost(&HARDEST.replace('o', "."), "moves"), Some(60));
}

/// Cars put down one after the other, where they fit; the red one first.
fn position() -> impl Strategy<Value = String> {
    let car = (0usize..36, 2usize..4, any::<bool>());
    let walls = proptest::collection::vec(0usize..36, 0..3);
    (0usize..6, 0usize..4, proptest::collection::vec(car, 5..40), walls).prop_map(
        |(row, column, cars, walls)| {
            let mut cells = ['o'; 36];
            cells[row * 6 + column..][..2].fill('A');
            let mut letters = ('B'..='Z').chain("abcdefg".chars());
            for (from, length, upright) in cars {
                let car: Vec<usize> = (0..length).map(|by| from + by * if upright { 6 } else { 1 }).collect();
                let whole = upright || car[0] / 6 == car[length - 1] / 6;
                if whole && car.iter().all(|&cell| cells.get(cell) == Some(&'o')) {
                    let letter = letters.next().unwrap();
                    car.into_iter().for_each(|cell| cells[cell] = letter);
                }
            }
            for wall in walls {
                if cells[wall] == 'o' && wall / 6 != row {
                    cells[wall] = 'x';
                }
            }
            cells.iter().collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(2000), ..ProptestConfig::default() })]

    #[test]
    fn random_positions(position in position()) {
        let draw = |cells: &str| rows_of(&cells.chars().collect::<Vec<_>>(), 6);
        let board = position.replace('o', ".").replace('x', "#");
        let goal: String = (0..36)
            .map(|cell| if cell % 6 >= 4 && board[cell / 6 * 6..][..6].contains('A') { 'A' } else { '.' })
            .collect();
        let notations = read(&position, "moves").start().notations();
        prop_assert_eq!(notations[0].text.as_ref(), Ok(&position), "written as it was read");
        let plain = Plain::new(&draw(&board), &draw(&goal), |_| true, &[]);
        for metric in ["moves", "steps"] {
            if let Some(expected) = plain.solve(metric, 1000) {
                prop_assert_eq!(cost(&position, metric), expected, "{} in {}", position, metric);
            }
        }
    }
}

#[test]
fn a_file_may_be_just_the_position() {
    let registry = Registry::standard();
    let expanded = registry.expand_short_form(&format!("rushhour:{HARDEST}")).unwrap().unwrap();
    for text in [HARDEST.to_owned(), format!("\u{feff}\n  {HARDEST}\r\n")] {
        let instance = registry.read(&text, None).unwrap();
        assert_eq!(instance.about().puzzle, "sliding");
        let scene = registry.read(&expanded, None).unwrap().scene_at(&Line::default());
        assert_eq!(instance.scene_at(&Line::default()), scene);
    }
    let refused = |text: &str| registry.read(text, None).err().unwrap().to_string();
    // Two are a list of puzzles.
    assert_eq!(registry.collection(&format!("{HARDEST}\n{HARDEST}\n")).unwrap().puzzles.len(), 2);
    assert_eq!(
        refused(&HARDEST[1..]),
        "a Rush Hour position has 36 characters, 6 rows of 6, and this has 35"
    );
}

#[test]
fn bad_positions_are_refused_with_place_and_remedy() {
    let empty = "o".repeat(36);
    let with = |cars: &[(&[usize], char)]| -> String {
        let mut cells: Vec<char> = empty.chars().collect();
        for (car, letter) in cars {
            car.iter().for_each(|&cell| cells[cell] = *letter);
        }
        cells.iter().collect()
    };
    let red: (&[usize], char) = (&[12, 13], 'A');
    let line = |letter| format!("car {letter} is not two or three cells in a line: draw it as one");
    for (position, message) in [
        (String::new(), "a Rush Hour position has 36 characters, 6 rows of 6, and this has 0".to_owned()),
        (
            empty.clone() + "o",
            "a Rush Hour position has 36 characters, 6 rows of 6, and this has 37".to_owned(),
        ),
        (empty.clone(), "the red car A is missing: draw it lying in a row".to_owned()),
        (
            with(&[(&[12, 18], 'A')]),
            "row 3, column 1: the red car A is upright: it leaves to the right, so lay it down".to_owned(),
        ),
        (with(&[(&[12], 'A')]), format!("row 3, column 1: {}", line('A'))),
        (with(&[red, (&[0, 1, 2, 3], 'B')]), format!("row 1, column 1: {}", line('B'))),
        (with(&[red, (&[0, 1, 6], 'B')]), format!("row 1, column 1: {}", line('B'))),
        (with(&[red, (&[5, 6], 'B')]), format!("row 1, column 6: {}", line('B'))),
        (with(&[red, (&[0, 2], 'B')]), format!("row 1, column 1: {}", line('B'))),
        (with(&[red, (&[0, 12 + 6], 'B')]), format!("row 1, column 1: {}", line('B'))),
        (
            with(&[red, (&[7], '3')]),
            "row 2, column 2: '3' means nothing here: use letters for cars, 'o' or '.' empty, 'x' a wall"
                .to_owned(),
        ),
        (
            with(&[red, (&[17], 'x')]),
            "row 3, column 6: the red car A has to get here, and this is a wall: take it away".to_owned(),
        ),
    ] {
        let refused = Registry::standard().expand_short_form(&format!("rushhour:{position}")).unwrap();
        assert_eq!(refused.unwrap_err().to_string(), message, "{position}");
    }
}

/// The cards as they are copied around: a board and its published optimum each.
fn cards() -> Vec<(String, i64)> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/rushhour/cards-x.csv");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let card = |line: &str| {
        let (board, moves) = line.split_once(',').expect("a board and its optimum");
        (board.to_owned(), moves.parse().expect("a number"))
    };
    text.lines().skip(1).map(card).collect()
}

/// A position after a line of moves like `A+2`, by the letters alone; `None` if a car does not lie so, or meets another.
fn driven(board: &str, line: &str) -> Option<String> {
    let mut cells: Vec<char> = board.replace('.', "o").chars().collect();
    for by in line.split_whitespace() {
        let (letter, way) = (by.chars().next()?, by[1..].parse::<isize>().ok()?);
        for _ in 0..way.abs() {
            let car: Vec<usize> = (0..36).filter(|&cell| cells[cell] == letter).collect();
            let step = (if car[1] == car[0] + 1 { 1 } else { 6 }) * way.signum();
            let to: Vec<usize> =
                car.iter().map(|cell| cell.checked_add_signed(step)).collect::<Option<_>>()?;
            let is_inside =
                |(&from, &to): (&usize, &usize)| to < 36 && (step.abs() == 6 || to / 6 == from / 6);
            if !car.iter().zip(&to).all(is_inside) {
                return None;
            }
            car.iter().for_each(|&cell| cells[cell] = 'o');
            if to.iter().any(|&cell| cells[cell] != 'o') {
                return None;
            }
            to.iter().for_each(|&cell| cells[cell] = letter);
        }
    }
    Some(cells.into_iter().collect())
}

#[test]
fn lines_are_written_and_read_as_cars_and_distances() {
    for (board, moves) in cards().into_iter().step_by(4).chain([(HARDEST.to_owned(), 60)]) {
        for metric in ["moves", "slides", "steps"] {
            let instance = read(&board, metric);
            let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
            let Outcome::Solved(line) = report.outcome else { panic!("{board}") };
            let text = instance.start().line_notations(&line)[0].text.clone();
            if metric != "moves" {
                // The notation of positions has moves alone.
                assert!(text.is_err(), "{metric}");
                continue;
            }
            let text = text.unwrap();
            assert_eq!(text.split(' ').count() as i64, moves);
            let end = driven(&board, &text).unwrap_or_else(|| panic!("{board}: {text}"));
            let red = if board.contains('X') { "XX" } else { "AA" };
            assert_eq!(end[16..18], *red, "{board}: {text}");
            let read = instance.read_line(&text);
            let verdict = instance.check(&read);
            assert!(verdict.solves && verdict.value.cost == Some(moves), "{board}: {text}");
            assert_eq!(instance.start().line_notations(&read.0)[0].text, Ok(text));
        }
    }
}

#[test]
fn cars_and_distances_are_read_with_their_mistakes() {
    // A lies in the third row, B stands before it.
    let board = format!("{}oAAoBo{}oooooo", "o".repeat(12), "ooooBo".repeat(2));
    let instance = read(&board, "moves");
    let ends = |text: &str| instance.check(&instance.read_line(text));
    for text in ["B+1 A+3", "Bd A+3", "B+1 Arrr", "B+1 A+03"] {
        assert!(ends(text).solves, "{text}: {:?}", ends(text));
    }
    for (text, said) in [
        ("A+2", "piece B is in the way of piece A"),
        ("A-2", "piece A runs into the wall"),
        ("A-99999999999999999999999", "piece A runs into the wall"),
        ("A+0", "piece A ends where it began, which is not a move"),
        ("C+1", "there is no piece C on the board"),
        ("A+", "A+ is not a piece followed by the letters u, d, l, r"),
        ("A+1r", "A+1r is not a piece followed by the letters u, d, l, r"),
    ] {
        assert_eq!(ends(text).fault.expect(text).reason.to_string(), said, "{text}");
    }
    assert_eq!(
        read(&board, "steps").check(&instance.read_line("A-1 B+2")).fault.unwrap().reason.to_string(),
        "a step is one cell: B+2 is more than one step"
    );
    let free = Registry::standard().read("puzzle = 'sliding'\nboard = 'a.'\ngoal = '.a'\n", None).unwrap();
    let fault = free.check(&free.read_line("a+1")).fault.unwrap();
    assert_eq!(fault.reason.code(), "moves-freely");
    assert!(free.start().line_notations(&["ar".to_owned()])[0].text.is_err());
}

#[test]
fn x_is_the_red_car_of_the_cards_as_they_are_copied_around() {
    let cards = cards();
    assert_eq!(cards.len(), 40);
    for (board, moves) in cards {
        assert_eq!(cost(&board, "moves"), Some(moves), "{board}");
        // The letters stay, in moves, on the board and where it is written.
        let start = read(&board, "moves").start();
        let red = start.scene().pieces.into_iter().find(|piece| piece.role == tejun_puzzles::Role::Hero);
        assert_eq!(red.map(|piece| piece.name).as_deref(), Some("X"), "{board}");
        assert_eq!(start.notations()[0].text, Ok(board.replace('.', "o")), "{board}");
        // With the letters exchanged it is the same puzzle in the other lettering.
        let other: String = board
            .chars()
            .map(|c| match c {
                'X' => 'A',
                'A' => 'Z',
                c => c,
            })
            .collect();
        assert_eq!(cost(&other, "moves"), Some(moves), "{other}");
    }
}

/// The red car by the rule in words: X, if it is two cells side by side in the third row, unless A is so, too, and nobody
/// can tell; else A.
#[test]
fn which_car_is_red_shows_by_where_a_and_x_lie() {
    let places: [&[usize]; 7] = [&[], &[12, 13], &[15, 16], &[0, 1], &[12, 13, 14], &[4, 10], &[26, 27]];
    let lies_at_exit = |car: &[usize]| car.len() == 2 && car[1] == car[0] + 1 && car[0] / 6 == 2;
    let (mut x, mut a, mut both) = (0, 0, 0);
    for red in places {
        for other in places {
            if red.iter().any(|cell| other.contains(cell)) {
                continue;
            }
            let mut cells = ['.'; 36];
            red.iter().for_each(|&cell| cells[cell] = 'A');
            other.iter().for_each(|&cell| cells[cell] = 'X');
            let position: String = cells.iter().collect();
            let text = Registry::standard().expand_short_form(&format!("rushhour:{position}")).unwrap();
            let goal = |text: String| text.split("goal").nth(1).unwrap().to_owned();
            match (lies_at_exit(red), lies_at_exit(other)) {
                (true, true) => {
                    both += 1;
                    let row = other[0] / 6 + 1;
                    let column = other[0] % 6 + 1;
                    assert_eq!(
                        text.unwrap_err().to_string(),
                        format!(
                            "row {row}, column {column}: both A and X lie where the red car should: give the one that is not red another letter"
                        )
                    );
                }
                (false, true) => {
                    x += 1;
                    let goal = goal(text.unwrap());
                    assert!(goal.contains("....XX") && !goal.contains('A'), "{position}");
                }
                _ => {
                    let lies = red.len() > 1 && red[1] == red[0] + 1;
                    match text {
                        Ok(text) => {
                            a += 1;
                            let goal = goal(text);
                            assert!(lies && goal.contains("AA\n") && !goal.contains('X'), "{position}");
                        }
                        Err(error) => {
                            assert!(!lies && error.to_string().contains("the red car A is "), "{error}")
                        }
                    }
                }
            }
        }
    }
    assert!(x > 4 && a > 10 && both > 1, "{x} {a} {both}");
}

/// Boards of people at work, where A is red whatever else is there.
#[test]
fn a_stays_red_where_it_was() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/rushhour/human-puzzles.csv");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut boards = 0;
    for line in text.lines().skip(1) {
        let [_, optimum, board] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        // These count the move out of the board, too.
        let optimum: i64 = optimum.parse().expect("a number");
        assert_eq!(cost(board, "moves"), Some(optimum - 1), "{board}");
        boards += 1;
    }
    assert_eq!(boards, 50);
}

/// What is written reads back, whichever letters the cars have.
#[test]
fn a_red_car_is_written_so_that_it_is_read_as_red() {
    let file = |red: char, other: char| {
        let board = format!("{other}{other}....\n......\n{red}{red}....\n......\n......\n......");
        let goal = format!("......\n......\n....{red}{red}\n......\n......\n......");
        format!("puzzle = 'sliding'\naxis = 'long'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n")
    };
    for (red, other, written) in [
        ('X', 'A', "AAooooooooooXX"),
        ('A', 'X', "XXooooooooooAA"),
        ('P', 'X', "BBooooooooooAA"),
        ('P', 'A', "BBooooooooooAA"),
    ] {
        let session = Registry::standard().read(&file(red, other), None).unwrap();
        let text = session.start().notations()[0].text.clone().unwrap();
        assert!(text.starts_with(written), "{red} {other}: {text}");
        assert_eq!(cost(&text, "moves"), Some(1));
    }
    // A in the third row, and X there as well: X is named anew.
    let board = "......\n......\nXXAA..\n......\n......\n......";
    let goal = "......\n......\n....AA\n......\n......\n......";
    let text = format!("puzzle = 'sliding'\naxis = 'long'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n");
    let session = Registry::standard().read(&text, None).unwrap();
    assert_eq!(
        session.start().notations()[0].text,
        Ok(format!("{}BBAAoo{}", "o".repeat(12), "o".repeat(18)))
    );
}
