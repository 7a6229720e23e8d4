//! The games of the library, and what a level says.

use std::ops::ControlFlow;
use std::sync::Arc;

use tejun_puzzles::question::{Prove, Solve};
use tejun_puzzles::{
    Asked, Found, Gesture, GivenOptions, Lang, Line, Means, NO_ACTION, OPTIONS, Observer, OptionValue,
    QuestionKind, Registry, Scene, Status, ThreadLimits, WITHOUT,
};
use tejun_puzzlescript::compile_with_diagnostics;
use tejun_search::{Outcome, Progress, Proof, StopReason, Unwatched, Watch};

/// The text of a file of the library as a table.
fn table(text: &str) -> toml::Table {
    toml::from_str(text).unwrap()
}

#[test]
fn each_level_of_the_library_is_won_in_as_few_moves_as_it_is_said() {
    let registry = Registry::standard();
    let family = registry.families().find(|family| family.info.name == "puzzlescript").unwrap();
    let options = Means { threads: 2, ..Means::default() };
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
            let solution = session.start().ask(Solve::default(), &options, &mut Unwatched).unwrap();
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
    let refused = level(1).start().read_gesture(&tejun_puzzles::Gesture::Key('l')).unwrap_err();
    assert_eq!((refused.code(), refused.to_string().as_str()), ("said", "“Keep off”"));
    // What the file says of its best cost holds for its own level only.
    assert_eq!([1, 2].map(|number| level(number).about().optimal), [Some(1), None]);
}

#[test]
fn a_level_that_is_only_played_says_why() {
    let random = SIGN.replace("[ > Player | Goal ]", "random [ > Player | Goal ]");
    let session = Registry::standard().read(&random, None).unwrap();
    let error = session.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap_err();
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

/// A game on a row of so many cells, whose every turn tries all combinations of so many of them, and marks one.
fn expensive(columns: usize, rows: usize) -> String {
    let level = format!("P{}#\n", ".".repeat(columns - 2));
    let rule = format!("{}-> {}[ Mark ]", "[ no Wall ] ".repeat(rows), "[ ] ".repeat(rows - 1));
    format!(
        "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nMark\nblue\n\nLEGEND\n. = Background\nP = Player\n# = Wall\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nBackground\nPlayer, Wall\nMark\n\nRULES\n{rule}\n[ action Player | Wall ] -> [ Player | ]\n\nWINCONDITIONS\nno Wall\n\nLEVELS\n\n{level}"
    )
}

/// Counts the looks of a search.
struct Looks(u64);

impl Watch for Looks {
    fn tick(&mut self, _: &Progress) -> ControlFlow<StopReason> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

impl Observer for Looks {
    fn found(&mut self, _: &Found) {}
}

#[test]
fn a_search_asks_its_watch_between_turns_that_take_long() {
    let registry = Registry::standard();
    // Each turn tries 32,768 combinations.
    let session = registry.read(&expensive(32, 3), None).unwrap();
    let mut looks = Looks(0);
    let solution = session.start().ask(Solve::default(), &Means::default(), &mut looks).unwrap();
    assert!(matches!(solution.outcome, Outcome::Solved(_)), "{:?}", solution.outcome);
    assert!(solution.stats.expanded > 20, "{}", solution.stats.expanded);
    assert!(looks.0 >= solution.stats.expanded, "{} looks", looks.0);
}

#[test]
fn a_turn_that_takes_too_much_work_is_said_with_its_place() {
    let registry = Registry::standard();
    let session = registry.read(&expensive(200, 4), None).unwrap();
    let refused = session.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap_err();
    let [en, ja, zh] = [Lang::En, Lang::Ja, Lang::Zh].map(|lang| refused.1.as_ref().unwrap().text(lang));
    assert!(en.contains("level 1") && en.contains("such as u") && en.contains("simplify"), "{en}");
    assert!(ja.contains("レベル 1") && zh.contains("第 1 关"), "{ja} {zh}");
    let fault = session.check(&Line(vec!["r".to_owned()])).fault.unwrap();
    assert!(fault.to_string().contains("in level 1, the turn after r takes too much work"), "{fault}");
    let why = session.start().read_gesture(&Gesture::Key('r')).unwrap_err().to_string();
    assert!(why.contains("takes too much work"), "{why}");
    // On a level that is only played, with more steps, and until it is told to stop.
    let played = expensive(200, 4).replace("RULES\n", "RULES\nrandom [ Wall ] -> [ ]\n");
    let session = registry.read(&played, None).unwrap();
    let fault = session.check(&Line(vec!["r".to_owned()])).fault.unwrap();
    assert!(fault.to_string().contains("takes too much work"), "{fault}");
    let _limits = ThreadLimits { cancel: Some(Arc::new(|| true)), ..ThreadLimits::default() }.enter();
    let fault = session.check(&Line(vec!["r".to_owned()])).fault.unwrap();
    assert!(fault.to_string().contains("was stopped before its end"), "{fault}");
}

#[test]
fn a_level_that_its_start_wins_is_solved_before_the_first_move() {
    let rules = "[ Sign ] -> [ right Sign ] again\n";
    let drifts = SIGN
        .replace("title Sign", "title Sign\nrun_rules_on_level_start")
        .replace("[ > Player | Sign ]", &format!("{rules}[ > Player | Sign ]"))
        .replace("All Player on Goal", "All Sign on Goal")
        .replace("\nSPG\n", "\nS.GP\n")
        .replace("\n.PG\n", "\nPS.G\n")
        .replace("optimal = 1", "");
    for level in [1, 2] {
        let session = Registry::standard().read_level(&drifts, None, Some(level)).unwrap();
        assert_eq!(session.start().status(), Status::Solved, "{level}");
        assert!(session.start().choices().is_empty());
        let solution = session.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
        assert_eq!((solution.value.cost, solution.proof), (Some(0), Proof::Optimal));
        assert!(session.check(&Line(Vec::new())).solves);
    }
    // What follows the last level is said at once.
    let last = Registry::standard().read_level(&drifts, None, Some(2)).unwrap();
    assert_eq!(last.start().said(), ["Once more", "Thank you"]);
    // As well where the level is only played.
    let random = drifts.replace("[ > Player | Goal ]", "random [ > Player | Goal ]");
    let played = Registry::standard().read(&random, None).unwrap();
    assert!(played.unproved().is_some());
    assert_eq!(played.start().status(), Status::Solved);
}

#[test]
fn a_game_that_nothing_can_win_has_no_goal_and_a_level_that_nothing_can_win_no_solution() {
    let endless = SIGN.replace("All Player on Goal", "");
    let can = |text: &str, level: usize| {
        let session = Registry::standard().read_level(text, None, Some(level)).unwrap();
        let solve = session.can(QuestionKind::Solve);
        solve.then(|| {
            session.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap().outcome
        })
    };
    assert_eq!(can(&endless, 1), None);
    // There is no sign in level 2.
    let by_sign = endless.replace("message Keep off", "win");
    assert_eq!(can(&by_sign, 1), Some(Outcome::Solved(vec!["l".to_owned()])));
    assert_eq!(can(&by_sign, 2), Some(Outcome::Unsolvable));
}

/// A crate to be pushed onto a target, fire that flickers, and a cheat: a key that brings the crate there.
const CHEAT: &str = "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nCrate\nbrown\n\nTarget\ngreen\n\nFire\nred\n\n\
    Smoke\nblue\n\nLEGEND\n. = Background\nP = Player\n# = Wall\n* = Crate\nO = Target\nF = Fire\nburning = Fire or Smoke\n\n\
    SOUNDS\n\nCOLLISIONLAYERS\nBackground\nTarget\nPlayer, Wall, Crate\nFire, Smoke\n\n\
    RULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\n[ action Player ] [ Target no Crate ] -> [ Player ] [ Target Crate ]\n\
    [ burning ] -> [ random burning ]\n\nWINCONDITIONS\nAll Target on Crate\n\n\
    LEVELS\n\n#######\n#F...O#\n#P.*.F#\n#.....#\n#######\n";

/// The line of the source on which a text stands.
fn line_of(text: &str) -> u64 {
    CHEAT.lines().position(|line| line.contains(text)).unwrap() as u64 + 1
}

/// The options that leave out rules and perhaps the action key.
fn leaving_out(lines: &[u64], no_action: bool) -> GivenOptions {
    let mut options = GivenOptions::default();
    let info = |name: &str| OPTIONS.iter().find(|option| option.name == name).unwrap();
    options.set(info(WITHOUT), OptionValue::Numbers(lines.to_vec())).unwrap();
    options.set(info(NO_ACTION), OptionValue::Switch(no_action)).unwrap();
    options
}

#[test]
fn random_rules_that_only_choose_a_look_are_left_out_and_that_is_said() {
    let registry = Registry::standard();
    let level = registry.read(CHEAT, None).unwrap();
    let solution = level.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!((solution.value.cost, solution.proof), (Some(1), Proof::Optimal));
    let [reason] = &level.about().left_out[..] else { panic!("{:?}", level.about().left_out) };
    assert_eq!(reason.code(), "look");
    let line = line_of("random burning").to_string();
    assert!([Lang::En, Lang::Ja, Lang::Zh].iter().all(|&lang| reason.text(lang).contains(&line)));
    assert!(level.unproved().is_none());
    // Where it has a say, it is refused with its line.
    let says = CHEAT.replace("[ burning ] ->", "late [ Player Smoke ] -> cancel\n[ burning ] ->");
    let refused = registry.read(&says, None).unwrap();
    let error = refused.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap_err();
    assert!(error.0.contains(&(line_of("random burning") + 1).to_string()), "{}", error.0);
    assert_eq!(error.1.unwrap().code(), "random");
}

#[test]
fn rules_and_the_action_key_are_left_out_if_that_is_asked() {
    let registry = Registry::standard();
    let solve = |lines: &[u64], no_action| {
        let file = registry.leave_out(CHEAT.to_owned(), &leaving_out(lines, no_action)).unwrap();
        let level = registry.read(&file, None).unwrap();
        let solution = level.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
        let codes: Vec<&str> = level.about().left_out.iter().map(|reason| reason.code()).collect();
        match solution.outcome {
            Outcome::Solved(line) => {
                assert_eq!(solution.proof, Proof::Optimal);
                (Some((line.concat(), level.check(&Line(line)).solves)), codes)
            }
            _ => (None, codes),
        }
    };
    let (cheat, push) = (line_of("action Player"), line_of("> Player | > Crate"));
    assert_eq!(solve(&[], false).0, Some(("x".to_owned(), true)));
    // By pushes alone: right, and up from below.
    let (by_hand, codes) = solve(&[cheat], false);
    let (line, solves) = by_hand.unwrap();
    assert!(solves && line.len() == 6 && !line.contains('x'), "{line}");
    assert_eq!(codes, ["without-rule", "look"]);
    let (alike, codes) = solve(&[], true);
    assert_eq!((alike.unwrap().0.len(), codes), (6, vec!["no-action", "look"]));
    assert_eq!(solve(&[cheat, push], false), (None, vec!["without-rules", "look"]));
    // The line is one of the game as it is, too: the same with a plain engine and the rule there.
    let whole = registry.read(CHEAT, None).unwrap();
    assert!(whole.check(&whole.read_line(&line)).solves);
    // Of another line, of another family, and of a file that leaves out some itself.
    let file = registry.leave_out(CHEAT.to_owned(), &leaving_out(&[1], false)).unwrap();
    let error = registry.read(&file, None).err().unwrap().to_string();
    assert!(
        error.contains("line 1") && error.contains("no rule") && error.contains(&push.to_string()),
        "{error}"
    );
    let twice = registry.leave_out(file, &leaving_out(&[2], false)).unwrap_err().to_string();
    assert!(twice.contains("leave out `without`"), "{twice}");
    let other = registry.leave_out("#####\n#@$.#\n#####".to_owned(), &leaving_out(&[], true));
    assert_eq!(other.unwrap_err().to_string(), "sokoban is not written in rules: leave out `no_action`");
}

#[test]
fn certificates_are_of_whole_games_and_of_those_without_the_action_key() {
    let registry = Registry::standard();
    let still = CHEAT.replace("[ burning ] -> [ random burning ]", "");
    let prove = |source: &str, lines: &[u64], no_action| {
        let file = registry.leave_out(source.to_owned(), &leaving_out(lines, no_action)).unwrap();
        registry.read(&file, None).unwrap().ask(
            Prove { asked: Asked::Solutions },
            &Means::default(),
            &mut Unwatched,
        )
    };
    for refused in [prove(CHEAT, &[], false), prove(&still, &[line_of("action Player")], false)] {
        assert_eq!(refused.unwrap_err().1.unwrap().code(), "not-stated");
    }
    let Outcome::Solved(certificate) = prove(&still, &[], true).unwrap().outcome else { panic!() };
    assert_eq!(certificate.claim, tejun_verify::Claim::Optimal(6));
    let verified = tejun_verify::verify(&certificate.write(), 1).unwrap();
    assert_eq!(verified.certificate, certificate);
}

/// A ball that is kicked falls a row with each `again`.
const FALL: &str = "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nBall\nred\n\n\
    LEGEND\n. = Background\nP = Player\n# = Wall\no = Ball\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nPlayer, Wall, Ball\n\n\
    RULES\n[ > Player | Ball ] -> [ > Player | > Ball ] again\n[ stationary Ball ] -> [ down Ball ] again\n\n\
    WINCONDITIONS\nNo Player\n\nLEVELS\n\n.Po.\n##..\n##..\n##..\n";

#[test]
fn a_move_tells_what_is_seen_on_its_way_and_which_rules_acted() {
    let line = |text: &str| FALL.lines().position(|line| line.contains(text)).unwrap() + 1;
    for game in
        [FALL.to_owned(), FALL.replace("WINCONDITIONS\n", "[ Wall ] -> [ random Wall ]\n\nWINCONDITIONS\n")]
    {
        let mut position = Registry::standard().read(&game, None).unwrap().start();
        let course = position.course();
        assert!(course.scenes.is_empty() && course.lines.is_empty());
        position.play("r").unwrap();
        let course = position.course();
        let row = |scene: &Scene| {
            let ball = scene.pieces.iter().find(|piece| piece.name == "o").unwrap();
            scene.cells[ball.cells[0]].row
        };
        assert_eq!(course.scenes.iter().map(row).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(row(&position.scene()), 3);
        assert_eq!(course.lines[..2], [line("> Player | Ball"), line("stationary Ball")]);
        // What comes to rest at once has nothing between.
        position.play("l").unwrap();
        let course = position.course();
        assert!(course.scenes.is_empty() && !course.lines.contains(&line("> Player | Ball")));
    }
}
