//! Play by hand: the gestures, standings and drawings of every family, along random plays.

use crate::common;

use std::collections::BTreeSet;

use common::AtLine;
use proptest::prelude::*;
use tejun_puzzles::{Gesture, Instance, Lang, Line, Mark, Position, Registry, Status};

/// A small puzzle of each family.
fn instances() -> Vec<Box<dyn Instance>> {
    let registry = Registry::standard();
    let names = ["tank-change", "klotski:vBBvvBBvvhhvv11v1..1", "katamino:LPUVWY"];
    let mut texts: Vec<String> = names
        .iter()
        .map(|name| registry.expand_short_form(name).expect("a short form").expect("a good one"))
        .collect();
    texts.extend(registry.families().map(|family| family.info.template.to_owned()));
    // The first puzzle moves several cells in the file's metric, and one in this one.
    texts.push(texts[1].replace("puzzle =", "metric = \"steps\"\npuzzle ="));
    texts.iter().map(|text| registry.read(text, None).unwrap()).collect()
}

/// Plays the random choices `draws` and looks at every position on the way.
fn along(instance: &dyn Instance, draws: &[usize], mut look: impl FnMut(&Line)) {
    let mut line = Line::default();
    look(&line);
    for draw in draws {
        let choices = instance.choices_at(&line).unwrap();
        let Some(choice) = choices.get(draw % choices.len().max(1)) else { break };
        line.0.push(choice.text.clone());
        look(&line);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_gesture_of_a_legal_move_means_that_move(
        which in 0..9_usize,
        draws in prop::collection::vec(any::<usize>(), 0..14),
    ) {
        let instance = &*instances().swap_remove(which);
        along(instance, &draws, |line| {
            for choice in instance.choices_at(line).unwrap() {
                assert_eq!(instance.read_gesture_at(line, &choice.gesture).as_ref(), Ok(&choice.text));
                let longer = Line(line.0.iter().cloned().chain([choice.text]).collect());
                assert!(instance.scene_at(&longer).is_ok());
            }
        });
    }

    #[test]
    fn a_gesture_that_is_no_legal_move_is_refused_in_every_language(
        which in 0..9_usize,
        draws in prop::collection::vec(any::<usize>(), 0..14),
        piece in 0..14_usize,
        to in prop::collection::vec(0..70_usize, 0..6),
        key in prop::sample::select(vec!['h', 'j', 'k', 'l', '.', 'x']),
    ) {
        let instance = &*instances().swap_remove(which);
        along(instance, &draws, |line| {
            let choices = instance.choices_at(line).unwrap();
            let cells = instance.scene_at(line).unwrap().cells.len();
            let sorted = |cells: &[usize]| {
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                cells.dedup();
                cells
            };
            for gesture in [Gesture::Carry { piece, to: to.clone() }, Gesture::Key(key)] {
                let legal = choices.iter().any(|choice| match (&choice.gesture, &gesture) {
                    (Gesture::Carry { piece: a, to: b }, Gesture::Carry { piece: c, to: d }) => {
                        a == c && sorted(b) == sorted(d)
                    }
                    (a, b) => a == b,
                });
                match instance.read_gesture_at(line, &gesture) {
                    Ok(text) => {
                        // Keys have no effect once a play is over.
                        let over = instance.status_at(line).unwrap() != Status::Open;
                        assert!(legal || over, "{gesture:?} after {line} is {text}");
                    }
                    Err(error) => {
                        assert!(!legal, "{gesture:?} after {line}: {error}");
                        for lang in [Lang::En, Lang::Ja, Lang::Zh] {
                            let text = error.text(lang);
                            assert!(!text.is_empty() && !text.contains('{'), "{text}");
                        }
                        assert!(error.cells().iter().all(|&cell| cell < cells));
                    }
                }
            }
        });
    }

    #[test]
    fn the_ground_stays_and_what_was_put_down_can_be_left_out(
        which in 0..9_usize,
        draws in prop::collection::vec(any::<usize>(), 0..14),
    ) {
        let instance = &*instances().swap_remove(which);
        let ground = |line: &Line| -> Vec<(usize, usize, Option<String>)> {
            let cells = instance.scene_at(line).unwrap().cells;
            cells.into_iter().map(|cell| (cell.row, cell.column, cell.label)).collect()
        };
        along(instance, &draws, |line| {
            assert_eq!(ground(line), ground(&Line::default()));
            let scene = instance.scene_at(line).unwrap();
            for piece in &scene.pieces {
                assert!(piece.cells.iter().all(|&cell| cell < scene.cells.len()));
                let Some(played) = piece.played else { continue };
                let mut rest = line.clone();
                rest.0.remove(played);
                let without = instance.scene_at(&rest).unwrap();
                let on_board = |cells: &[usize]| cells.iter().all(|&cell| scene.cells[cell].mark != Mark::Tray);
                assert!(on_board(&piece.cells));
                assert!(without.pieces.iter().all(|other| other.cells != piece.cells));
            }
        });
    }
}

#[test]
fn a_tank_is_told_which_enemy_would_see_it_and_along_which_road() {
    let instance = &*instances().swap_remove(0);
    let refused = instance.read_gesture_at(&Line::default(), &Gesture::Carry { piece: 0, to: vec![9] });
    let error = refused.unwrap_err();
    assert_eq!(error.text(Lang::En), "on square 10 the enemy on square 16 would see it");
    assert_eq!(error.cells(), [9, 11, 13, 15]);
}

#[test]
fn a_block_is_told_what_is_in_its_way() {
    let instance = &*instances().swap_remove(1);
    let why = |piece, to: &[usize]| {
        let gesture = Gesture::Carry { piece, to: to.to_vec() };
        instance.read_gesture_at(&Line::default(), &gesture).unwrap_err().text(Lang::En)
    };
    assert_eq!(why(1, &[5, 6, 9, 10]), "piece e is in the way of piece b");
    assert_eq!(why(0, &[1, 5]), "piece b is in the way of piece a");
    assert_eq!(why(0, &[17]), "piece a does not fit there");
    assert_eq!(why(0, &[0, 4]), "piece a ends where it began, which is not a move");
}

#[test]
fn a_play_stands_where_the_rules_say() {
    let registry = Registry::standard();
    let room = |time| {
        let file = format!("puzzle = 'pacman'\ntime = {time}\nboard = '''\n#####\n#@..#\n#####'''");
        registry.read(&file, None).unwrap()
    };
    let status = |time, line: &str| {
        let instance = room(time);
        instance.status_at(&instance.read_line(line)).unwrap()
    };
    assert_eq!(status(3, "l"), Status::Open);
    assert_eq!(status(3, "ll"), Status::Solved);
    assert_eq!(status(2, "l."), Status::Over);
    let hall = "puzzle = 'pacman'\ntime = 9\nboard = '''\n#######\n#@..L.#\n#######'''";
    let hall = registry.read(hall, None).unwrap();
    assert_eq!(hall.status_at(&hall.read_line("ll")).unwrap(), Status::Lost);
}

/// Whether a position that is not solved has no choice. Then it is not open.
fn is_dead(position: &dyn Position, context: &str) -> bool {
    let dead = position.choices().is_empty() && !position.verdict().solves;
    let status = position.status();
    assert!(!dead || matches!(status, Status::Over | Status::Lost), "{context}: {status:?} without a choice");
    dead
}

#[test]
fn a_position_without_a_choice_is_never_open() {
    let registry = Registry::standard();
    let ends = [
        (
            "puzzle = 'tank-change'\nroads = 'both'\nfirst = 'B'\nboard = '''\nAo\noo\noo\noB'''",
            "8-6",
            Status::Over,
        ),
        ("puzzle = 'tank-change'\nroads = 'orthogonal'\nboard = 'A.B'", "", Status::Over),
        ("puzzle = 'sliding'\nboard = 'ab'\ngoal = 'ba'", "", Status::Over),
        ("puzzle = 'sliding'\nboard = 'ab'", "", Status::Over),
        ("puzzle = 'packing'\npieces = 'PU'\nboard = '''\nooooo\nooooo'''", "", Status::Open),
        ("puzzle = 'packing'\npieces = 'PU'\nboard = '''\nooooo\nooooo'''", "P:2,3,4,7,8", Status::Over),
        ("puzzle = 'peg-solitaire'\nboard = 'oo.oo'", "a1-c1 d1-b1", Status::Lost),
        ("puzzle = 'sokoban'\nboard = '''\n#####\n#@$.#\n#####'''", "", Status::Open),
        ("puzzle = 'sokoban'\nboard = '''\n#####\n#@ $#\n# . #\n#####'''", "", Status::Lost),
    ];
    for (file, line, status) in ends {
        let instance = registry.read(file, None).unwrap_or_else(|error| panic!("{file}: {error}"));
        let position = instance.after(&instance.read_line(line)).unwrap();
        is_dead(&*position, file);
        assert_eq!(position.status(), status, "{file}");
    }
}

#[test]
fn a_game_whose_keys_change_nothing_is_lost() {
    let registry = Registry::standard();
    let game = registry.families().find(|family| family.info.name == "puzzlescript").unwrap().info.template;
    let (rules, _) = game.split_once("LEVELS").unwrap();
    let walled = rules.replace("optimal = 2\n", "") + "LEVELS\n======\n\n#####\n#P#*#\n###O#\n#####\n'''\n";
    let position = registry.read(&walled, None).unwrap().start();
    assert!(is_dead(&*position, "walled in"));
}

#[test]
fn random_plays_of_all_families_end_where_no_choice_is_left() {
    let registry = Registry::standard();
    let mut seed = 1_u64;
    let mut below = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    let mut ended = BTreeSet::new();
    for family in registry.families() {
        let mut files: Vec<String> = family.info.library().into_iter().map(|file| file.text).collect();
        files.sort_by_key(String::len);
        files.truncate(6);
        files.push(family.info.template.to_owned());
        for file in files {
            for _ in 0..12 {
                let mut position = registry.read(&file, None).unwrap().start();
                for _ in 0..40 {
                    if is_dead(&*position, family.info.name) {
                        ended.insert(family.info.name);
                    }
                    let choices = position.choices();
                    let Some(choice) = choices.get(below(choices.len().max(1))) else { break };
                    position.play(&choice.text).unwrap();
                }
            }
        }
    }
    for name in ["tank-change", "packing", "peg-solitaire"] {
        assert!(ended.contains(name), "no play of {name} has ended: {ended:?}");
    }
}
