//! The games of the library, and what a level says.

use tejun_puzzles::{Line, Registry, SolveOptions};
use tejun_puzzlescript::compile_with_diagnostics;
use tejun_search::{Outcome, Proof, Unwatched};

/// The text of a file of the library as a table.
fn table(text: &str) -> toml::Table {
    toml::from_str(text).unwrap()
}

#[test]
fn each_level_of_the_library_is_won_in_as_few_moves_as_it_is_said() {
    let registry = Registry::standard();
    let family = registry.families().find(|family| family.info.name == "puzzlescript").unwrap();
    let options = SolveOptions { threads: 2, ..SolveOptions::default() };
    for file in family.info.library() {
        let name = &file.name;
        let table = table(&file.text);
        let diagnostics = compile_with_diagnostics(table["game"].as_str().unwrap()).diagnostics;
        assert_eq!(diagnostics.list(), [], "{name}");
        let first = registry.read(&file.text, None).unwrap();
        let (_, levels) = first.about().level.unwrap();
        if let Some(optima) = table.get("optima") {
            assert_eq!(optima.as_array().unwrap().len(), levels, "{name}");
        }
        for level in 1..=levels {
            let session = registry.read_level(&file.text, None, Some(level)).unwrap();
            assert_eq!(session.about().level, Some((level, levels)));
            let optimal = session.about().optimal.unwrap_or_else(|| panic!("{name} {level}"));
            let solution = session.solve(&options, &mut Unwatched).unwrap();
            assert_eq!(
                (solution.value.cost, solution.proof),
                (Some(optimal), Proof::Optimal),
                "{name} {level}"
            );
            let Outcome::Solved(line) = solution.outcome else { panic!("{name} {level}") };
            assert!(session.check(&Line(line)).solves, "{name} {level}");
        }
    }
}

/// A corridor with a sign, which is read by walking into it; two levels, with messages around them.
const SIGN: &str = "puzzle = 'puzzlescript'
optimal = 1
game = '''
title Sign
author tejun

========
OBJECTS
========
Background
Green

Sign
Brown

Goal
Yellow

Player
Blue

=======
LEGEND
=======
. = Background
S = Sign
G = Goal
P = Player

======
SOUNDS
======

================
COLLISIONLAYERS
================
Background
Goal
Player, Sign

=====
RULES
=====
[ > Player | Sign ] -> [ Player | Sign ] message Keep off
[ > Player | Goal ] -> [ > Player | Goal ] message Nearly

=============
WINCONDITIONS
=============
All Player on Goal

======
LEVELS
======
message Welcome

SPG

message Once more

.PG

message Thank you
'''
";

#[test]
fn messages_come_before_a_level_with_a_move_and_at_the_end() {
    let level = |level| Registry::standard().read_level(SIGN, None, Some(level)).unwrap();
    let said = |level: usize, line: &str| {
        let start = Registry::standard().read_level(SIGN, None, Some(level)).unwrap();
        start.after(&start.read_line(line)).unwrap().said()
    };
    assert_eq!(said(1, ""), ["Welcome"]);
    assert_eq!(said(1, "r"), ["Nearly"]);
    assert_eq!(said(2, ""), ["Once more"]);
    assert_eq!(said(2, "l"), [""; 0]);
    assert_eq!(said(2, "r"), ["Nearly", "Thank you"]);
    // A sign that is read moves nothing.
    let refused = level(1).read_gesture(&tejun_puzzles::Gesture::Key('l')).unwrap_err();
    assert_eq!((refused.code(), refused.to_string().as_str()), ("said", "“Keep off”"));
    // What the file says of its best cost holds for its own level only.
    assert_eq!([1, 2].map(|number| level(number).about().optimal), [Some(1), None]);
}

#[test]
fn a_level_that_is_only_played_says_why() {
    let random = SIGN.replace("[ > Player | Goal ]", "random [ > Player | Goal ]");
    let session = Registry::standard().read(&random, None).unwrap();
    let error = session.solve(&SolveOptions::default(), &mut Unwatched).unwrap_err();
    assert_eq!(error.1.unwrap().code(), "random");
    assert_eq!(session.unproved().unwrap().code(), "random");
}

#[test]
fn what_is_to_be_done_is_said_if_there_is_anything() {
    let aim = |text: &str| {
        let session = Registry::standard().read(text, None).unwrap();
        session.objective().map(|aim| aim.code())
    };
    let endless = SIGN.replace("All Player on Goal", "");
    assert_eq!(aim(SIGN), Some("win"));
    assert_eq!(aim(&endless), None);
    assert_eq!(aim(&endless.replace("message Keep off", "win")), Some("win-by-rule"));
}

#[test]
fn a_name_that_begins_like_the_key_of_a_file_is_no_such_key() {
    let source =
        SIGN.replace("Goal", "PuzzleGoal").replace("LEGEND", "LEGEND\npuzzles = PuzzleGoal or Player");
    assert!(Registry::standard().read(&source, None).is_ok(), "{source}");
}
