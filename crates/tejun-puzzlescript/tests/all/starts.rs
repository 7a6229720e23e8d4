//! What the start of a level does: in games that run rules then, it may win, restart, and say something. Outcomes are those of
//! the original, run on these games.

use std::sync::Arc;

use tejun_puzzlescript::audit::{GraphLimits, Question, Verdict, audit};
use tejun_puzzlescript::{Action, EngineKind, Game, Replay, compile, model};

/// A cloud drifts to the sun by itself.
fn cloud(settings: &str, rules: &str, wins: &str, levels: &str) -> Arc<Game> {
    let text = format!(
        "run_rules_on_level_start\n{settings}\nOBJECTS\nBackground\nblue\n\nPlayer\nwhite\n\nCloud\ngray\n\nSun\nyellow\n\nWall\nbrown\n\n\
         LEGEND\n. = Background\nP = Player\nC = Cloud\nS = Sun\n# = Wall\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nSun\n\
         Player, Cloud, Wall\n\nRULES\n{rules}\n\nWINCONDITIONS\n{wins}\n\nLEVELS\n{levels}\n"
    );
    Arc::new(compile(&text).unwrap_or_else(|error| panic!("{error}")))
}

const DRIFT: &str = "[ Cloud no Sun ] -> [ right Cloud ] again";
const LEVELS: &str = "P....\nC..S.\n\nP..S.";

fn replay(game: &Arc<Game>, level: usize, kind: EngineKind, seed: &str, inputs: &str) -> Vec<String> {
    let mut replay = Replay::new(game.clone(), level, kind, seed).unwrap().unwrap();
    for word in inputs.split_whitespace() {
        replay.act(Action::read(word).unwrap()).unwrap();
    }
    let cells = replay.cells();
    let (width, height) = (replay.level().width, replay.level().height);
    let sign = |x: usize, y: usize| {
        let cell = &cells[x * height + y];
        let sign = game.signs.iter().rev().find(|(sign, objects)| *sign != '.' && cell.contains_all(objects));
        sign.map_or('.', |(sign, _)| sign.to_ascii_uppercase())
    };
    (0..height).map(|y| (0..width).map(|x| sign(x, y)).collect()).collect()
}

fn verdict(game: &Arc<Game>, level: usize) -> (Verdict, Option<usize>) {
    let question = Question {
        levels: vec![level],
        limits: GraphLimits { positions: 10_000, bytes: 1 << 24 },
        threads: 1,
        intended: Some((level, Vec::new())),
    };
    let audit = audit(game, &question, &mut |_| std::ops::ControlFlow::Continue(()));
    (audit.levels[0].verdict.clone(), audit.intended.unwrap().wins_after)
}

#[test]
fn the_turns_after_the_start_may_win() {
    for (settings, rules, wins) in [
        ("", DRIFT, "All Sun on Cloud"),
        ("require_player_movement", DRIFT, "All Sun on Cloud"),
        ("", "[ Cloud Sun ] -> [ Sun ] win\n[ Cloud ] -> [ right Cloud ] again", ""),
    ] {
        let game = cloud(settings, rules, wins, LEVELS);
        let model = model(game.clone(), game.level(1).unwrap()).unwrap();
        assert!(model.is_won(model.start()), "{rules}");
        assert_eq!(model.bound(model.start()), Some(0));
        model.expand(model.start(), &mut |_, _| panic!("a won level has no moves"));
        assert_eq!(verdict(&game, 1), (Verdict::Won(Vec::new()), Some(0)));
        for kind in [EngineKind::Plain, EngineKind::Fast] {
            assert_eq!(replay(&game, 1, kind, "0", ""), ["P..S."]);
        }
    }
}

#[test]
fn the_first_turn_of_the_start_does_not_win() {
    // It is there at once.
    let goes_on = cloud("", DRIFT, "Some Cloud", "P....\nC..S.");
    let won = model(goes_on.clone(), goes_on.level(1).unwrap()).unwrap();
    assert!(won.is_won(won.start()), "the next turn does");
    let game = cloud("", "[ Cloud ] -> [ right Cloud ]", "Some Cloud", "P....\nC..S.");
    let model = model(game.clone(), game.level(1).unwrap()).unwrap();
    assert!(!model.is_won(model.start()));
}

#[test]
fn the_start_may_wait() {
    // The cloud stands still as long as the wall is there.
    let rules = "[ > Player | Wall ] -> [ > Player | ] checkpoint\n[ Wall ] -> cancel\n[ Cloud no Sun ] -> [ right Cloud ] again";
    let game = cloud("", rules, "All Sun on Cloud", "P#...\nC..S.\n\nP..S.");
    for kind in [EngineKind::Plain, EngineKind::Fast] {
        assert_eq!(replay(&game, 1, kind, "0", ""), ["P#...", "C..S."]);
        assert_eq!(replay(&game, 1, kind, "0", "3"), ["P..S."]);
    }
}

#[test]
fn a_message_of_the_start_is_closed_and_the_conditions_looked_at() {
    for (rule, wins) in [("message Hello", true), ("cancel message Hello", true), ("cancel", false)] {
        let game = cloud("", &format!("[ Cloud ] -> {rule}"), "Some Cloud", "P..C");
        let model = model(game.clone(), game.level(1).unwrap()).unwrap();
        assert_eq!(model.is_won(model.start()), wins, "{rule}");
    }
}

/// A star wanders a cell and wants the level to start again.
const STAR: &str = "random [ Sun | ] -> [ | Sun ]\n[ Player ] [ Sun ] -> [ Player ] [ Sun ] restart";

#[test]
fn a_restart_at_the_start_plays_it_a_second_time() {
    let game = cloud("", STAR, "All Sun on Cloud", "P.....\n...S..\n......\nC.....");
    // Where the sun is, from 0, row by row, for the seeds 1 to 16.
    let original = [15, 15, 3, 8, 10, 10, 10, 3, 10, 10, 15, 8, 3, 15, 3, 15];
    for kind in [EngineKind::Plain, EngineKind::Fast] {
        let found: Vec<usize> = (1..=16)
            .map(|seed: usize| replay(&game, 1, kind, &seed.to_string(), "").concat().find('S').unwrap())
            .collect();
        assert_eq!(found, original, "{kind:?}");
    }
    // Undo comes back to the board that was restarted: the level as it is drawn.
    for seed in ["1", "2", "3"] {
        assert_eq!(
            replay(&game, 1, EngineKind::Fast, seed, "undo"),
            ["P.....", "...S..", "......", "C....."]
        );
    }
}

#[test]
fn restarts_without_end_are_an_error() {
    let rules = "[ Cloud ] -> [ right Cloud ] again\nlate [ Cloud | Wall ] -> restart";
    let game = cloud("", rules, "", "P.....\nC....#");
    let started = Replay::new(game, 1, EngineKind::Fast, "0").unwrap();
    assert_eq!(started.err().map(|error| error.to_string()).as_deref(), Some("`again` goes on without end"));
}

#[test]
fn a_message_between_levels_is_not_left_by_recorded_inputs() {
    let wins = "All Player on Sun";
    let game = cloud("", "", wins, "PS..\n\nmessage Well done\n\n.P.S");
    let direct = cloud("", "", wins, "PS..\n\n.P.S");
    for kind in [EngineKind::Plain, EngineKind::Fast] {
        assert_eq!(replay(&direct, 1, kind, "0", "3"), [".P.S"]);
        // The player closes it by a key that is not recorded: the old board stays in play, and winning it leads nowhere.
        for (inputs, board) in [
            ("3", ".S.."),
            ("3 3", ".SP."),
            ("3 3 1 3", ".SP."),
            ("3 3 1 3 undo", ".S.."),
            ("3 restart", "PS.."),
        ] {
            assert_eq!(replay(&game, 1, kind, "0", inputs), [board], "{inputs}");
        }
    }
}
