//! Lines of Sokoban as other programs write them, replayed step by step on drawn boards.

use proptest::prelude::*;
use tejun_puzzles::{Collection, Instance, Line, Means, Registry};
use tejun_search::{Limits, Outcome, Unwatched};

use crate::common::{self, AtLine, cases};
use crate::sokoban::{Drawn, WAYS, drawn, file, is_solved, level, read, step};

/// The letter of a step in each of the ways, and that of a push.
const LETTERS: [[char; 2]; 4] = [['d', 'D'], ['r', 'R'], ['u', 'U'], ['l', 'L']];

/// The board after a line of steps, and how many of them push; `None` if a step is impossible, or pushes or does not
/// although its letter says otherwise.
fn replayed(board: &Drawn, line: &str) -> Option<(Drawn, i64)> {
    line.chars().try_fold((board.clone(), 0), |(board, pushes), letter| {
        let (way, says) =
            (0..4).find_map(|way| Some((way, LETTERS[way].iter().position(|&it| it == letter)?)))?;
        let (next, pushed) = step(&board, WAYS[way])?;
        (pushed.is_some() == (says == 1)).then(|| (next, pushes + i64::from(pushed.is_some())))
    })
}

fn lurd(instance: &dyn Instance, line: &[String]) -> String {
    let [notation] = &instance.start().line_notations(line)[..] else { panic!("one notation") };
    assert_eq!(notation.name, "lurd");
    notation.text.clone().unwrap()
}

fn cost(instance: &dyn Instance, pushes: i64, steps: usize) -> Option<i64> {
    Some(if instance.about().metric == "pushes" { pushes } else { steps as i64 })
}

#[test]
fn steps_are_read_in_every_usual_spelling() {
    let board = "#######\n#@    #\n# $ . #\n#     #\n#######";
    for metric in ["pushes", "moves"] {
        let instance = read(&file(board), Some(metric)).unwrap();
        for text in ["dRR", "d RR", "d\nR\n\tR\n", "d2R", "1d2R", "d c3-d3 R", "d c3-d3 d3-e3", "drlRR"] {
            let verdict = instance.check(&instance.read_line(text));
            let steps = if text == "drlRR" { None } else { Some(3) };
            assert_eq!(verdict.fault.is_none(), steps.is_some(), "{text}");
            if let Some(steps) = steps {
                assert!(verdict.solves, "{text}");
                assert_eq!(verdict.value.cost, cost(&*instance, 2, steps), "{text}");
            }
        }
        // A walk that leads nowhere counts as steps; one that follows the last push, too.
        let verdict = instance.check(&instance.read_line("rlddudu udud".trim()));
        assert_eq!(verdict.fault.map(|fault| (fault.at, fault.reason.code())), None);
        let verdict = instance.check(&instance.read_line("rldRRl"));
        assert!(verdict.solves);
        assert_eq!(verdict.value.cost, cost(&*instance, 2, 6));
        for (text, at, said) in [
            ("dr", 1, "a box is in the way: a push is R"),
            ("R", 0, "there is no box to push here: a step without a push is r"),
            ("ddl", 2, "a wall is in the way"),
            ("L", 0, "a wall is in the way"),
            ("dRRRR", 4, "the box cannot be pushed there: the cell ahead is not free"),
        ] {
            let fault = instance.check(&instance.read_line(text)).fault.expect(text);
            assert_eq!((fault.at, fault.reason.to_string()), (at, said.to_owned()), "{text}");
        }
        // These are no steps.
        for text in ["d2", "2", "0d", "dx", "99999999999999999999d", "999999d", "d,R"] {
            let fault = instance.check(&instance.read_line(text)).fault.expect(text);
            assert_eq!((fault.at, &*fault.text), (0, text));
        }
        // A word of several steps is played as a whole, or not at all.
        let mut position = instance.start();
        position.play("dR").unwrap();
        let before = position.scene();
        assert!(position.play("Rl3r").is_err());
        assert_eq!(position.scene(), before);
    }
}

#[test]
fn short_lines_do_not_become_long() {
    let instance = read(&file("#####\n#@$.#\n#####"), None).unwrap();
    let text = "65536r ".repeat(100);
    assert_eq!(instance.read_line(&text).0.len(), 100);
    assert_eq!(instance.read_line("1000r 2000l").0.len(), 3000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), ..ProptestConfig::default() })]

    #[test]
    fn solutions_are_written_in_steps(board in level(), metric in prop::sample::select(vec!["pushes", "moves"])) {
        let Ok(instance) = read(&file(&board), Some(metric)) else { return Ok(()) };
        let report = instance.solve_at(&Line::default(), &Means::default(), &mut Unwatched).unwrap();
        let Outcome::Solved(line) = report.outcome else { return Ok(()) };
        let text = lurd(&*instance, &line);
        let (end, pushes) = replayed(&drawn(&board), &text).expect("every step is legal");
        prop_assert!(is_solved(&end), "{}: {}", board, text);
        prop_assert_eq!(report.value.cost, cost(&*instance, pushes, text.len()), "{}: {}", board, text);
        let read = instance.read_line(&text);
        prop_assert_eq!(read.0.len(), text.len());
        let verdict = instance.check(&read);
        prop_assert!(verdict.solves && verdict.value == report.value, "{}: {}", board, text);
        prop_assert_eq!(lurd(&*instance, &read.0), text);
    }

    #[test]
    fn random_steps_agree_with_plain_rules(
        board in level(),
        metric in prop::sample::select(vec!["pushes", "moves"]),
        choices in prop::collection::vec((0..4_usize, 0..20_usize), 0..40),
    ) {
        let Ok(instance) = read(&file(&board), Some(metric)) else { return Ok(()) };
        let mut at = drawn(&board);
        let (mut text, mut pushes) = (String::new(), 0);
        for (way, odd) in choices {
            let pushed = step(&at, WAYS[way]);
            let is_push = pushed.as_ref().is_some_and(|(_, push)| push.is_some());
            // Now and then the wrong letter.
            let letter = LETTERS[way][usize::from(is_push != (odd == 0))];
            let tried = format!("{text}{letter}");
            let after = replayed(&drawn(&board), &tried);
            let verdict = instance.check(&instance.read_line(&tried));
            prop_assert_eq!(verdict.fault.is_none(), after.is_some(), "{}: {}", board, tried);
            if let Some((next, more)) = after {
                prop_assert_eq!(verdict.value.cost, cost(&*instance, more, tried.len()));
                prop_assert_eq!(verdict.solves, is_solved(&next));
                (text, at, pushes) = (tried, next, more);
            }
        }
        let line = instance.read_line(&text);
        prop_assert_eq!(lurd(&*instance, &line.0), &text[..]);
        prop_assert_eq!(instance.read_line(&instance.write_line(&line)), line.clone());
        let value = instance.after(&line).unwrap().verdict().value;
        prop_assert_eq!(value.cost, cost(&*instance, pushes, text.len()));
    }
}

/// The levels of a published set, each with its board as drawn.
pub fn published(file: &str) -> (String, Collection) {
    let path = format!("{}/../../../shared/sokoban/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let collection = Registry::standard().collection(&text).unwrap();
    (text, collection)
}

/// Solutions of published levels, as other programs read them, by plain steps.
#[test]
fn solutions_of_published_levels_are_accepted_by_plain_rules() {
    let (_, collection) = published("microban-155.xsb");
    let means = Means { limits: Limits { states: 20_000, ..Limits::default() }, ..Means::default() };
    let mut solved = 0;
    for number in (1..=collection.puzzles.len()).step_by(common::step()) {
        let table: toml::Table = collection.puzzles[number - 1].file.as_ref().unwrap().parse().unwrap();
        let board = drawn(table["board"].as_str().unwrap());
        let instance = Registry::standard().open_collected(&collection, number, None).unwrap();
        let report = instance.solve_at(&Line::default(), &means, &mut Unwatched).unwrap();
        let Outcome::Solved(line) = report.outcome else { continue };
        let text = lurd(&*instance, &line);
        let (end, pushes) = replayed(&board, &text).unwrap_or_else(|| panic!("level {number}: {text}"));
        assert!(is_solved(&end), "level {number}: {text}");
        assert_eq!(report.value.cost, Some(pushes), "level {number}");
        solved += 1;
    }
    assert!(solved >= 20, "{solved}");
}

/// All levels of a set are opened, drawn as they are written, and played by steps as plain rules have it.
#[test]
fn published_levels_are_shown_and_played() {
    let (text, collection) = published("xsokoban-90.xsb");
    assert_eq!(collection.puzzles.len(), 90);
    for number in 1..=90 {
        let instance = Registry::standard().read_level(&text, None, Some(number)).unwrap();
        let table: toml::Table = collection.puzzles[number - 1].file.as_ref().unwrap().parse().unwrap();
        let board = drawn(table["board"].as_str().unwrap());
        let count = |signs: &[u8]| board.iter().flatten().filter(|cell| signs.contains(cell)).count();
        let scene = instance.start().scene();
        // The man and the boxes.
        assert_eq!(scene.pieces.len(), 1 + count(b"$*"), "level {number}");
        let (mut at, mut position) = (board.clone(), instance.start());
        for turn in 0..40 {
            let way = (turn * 7 + turn / 3 + number) % 4;
            let after = step(&at, WAYS[way]);
            let letter = LETTERS[way][usize::from(after.as_ref().is_some_and(|(_, push)| push.is_some()))];
            assert_eq!(
                position.play(&letter.to_string()).is_ok(),
                after.is_some(),
                "level {number}, turn {turn}"
            );
            at = after.map_or(at, |(next, _)| next);
        }
        let home = at.iter().flatten().filter(|cell| **cell == b'*').count();
        let said: Vec<String> = position.scene().caption.iter().map(ToString::to_string).collect();
        assert_eq!(said, [format!("boxes on goals: {home} of {}", count(b"$*"))], "level {number}");
    }
}
