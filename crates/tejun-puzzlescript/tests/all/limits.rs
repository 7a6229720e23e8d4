//! What reading a game and a turn of it may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tejun_puzzlescript::fast::Fast;
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{
    Action, Engine, EngineKind, Game, Input, Random, Replay, Stepper, ThreadLimits, TurnError, Work, compile,
    model,
};

/// A game with these objects, names and rules, on a level of rows of `.`, whose first cell is the player's.
fn source(
    objects: &[String],
    legend: &str,
    layers: &str,
    rules: &str,
    (rows, columns): (usize, usize),
) -> String {
    let objects: String = objects.iter().map(|object| format!("{object}\nred\n\n")).collect();
    let row = |row: usize| format!("{}{}\n", if row == 0 { "P" } else { "." }, ".".repeat(columns - 1));
    let level: String = (0..rows).map(row).collect();
    format!(
        "title x\n\nOBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nMark\nblue\n\n{objects}\
         LEGEND\n. = Background\nP = Player\n{legend}\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nPlayer, Wall\nMark\n\
         {layers}\nRULES\n{rules}\n\nWINCONDITIONS\nsome Wall\n\nLEVELS\n\n{level}"
    )
}

/// A rule of so many rows that match anywhere, and so many more that the player matches.
fn rows(anywhere: usize, player: usize) -> String {
    let left = "[ no Wall ] ".repeat(anywhere) + &"[ Player ] ".repeat(player);
    let right = "[ Mark ] ".to_owned() + &"[ ] ".repeat(anywhere - 1) + &"[ Player ] ".repeat(player);
    format!("{left}-> {right}")
}

fn game(rules: &str, size: (usize, usize)) -> Arc<Game> {
    Arc::new(compile(&source(&[], "", "", rules, size)).expect("a game"))
}

/// The steps of work of an input.
fn work<E: Engine>(engine: &E) -> u64 {
    let level = engine.game().level(1).expect("a level");
    let mut stepper = Stepper::new(engine.game(), engine.board(level));
    let mut work = Work::new(u64::MAX);
    stepper.step(engine, Input::Right, &mut Random::new(""), &mut work).expect("a turn");
    u64::MAX - work.left()
}

#[test]
fn a_combination_of_places_costs_what_is_looked_at() {
    let engines = |player: usize| {
        let game = game(&rows(2, player), (4, 8));
        let fast = Fast::<1>::new(game.clone(), game.level(1).unwrap());
        [work(&fast), work(&Plain::new(game.clone(), 8, 4))]
    };
    // Each of the 32 times 32 combinations is looked at in two rows and in those of the player.
    for (few, many) in engines(1).into_iter().zip(engines(96)) {
        assert!(many - few >= 1024 * 95, "{few}, {many}");
        assert!(many < 1024 * 98 * 8, "{many}");
    }
}

/// Limits that say stop from the n-th look on, and the looks.
fn patience(looks: u64) -> (ThreadLimits, Arc<AtomicU64>) {
    let count = Arc::new(AtomicU64::new(0));
    let counted = count.clone();
    let cancel = move || counted.fetch_add(1, Ordering::Relaxed) + 1 >= looks;
    (ThreadLimits { cancel: Some(Arc::new(cancel)), ..ThreadLimits::default() }, count)
}

#[test]
fn a_turn_in_play_stops_when_it_is_told() {
    let game = game(&rows(3, 96), (32, 32));
    for kind in [EngineKind::Fast, EngineKind::Plain] {
        for most in [1, 7, 40] {
            let mut replay = Replay::new(game.clone(), 1, kind, "").unwrap().unwrap();
            let before = replay.cells();
            let (limits, looks) = patience(most);
            let entered = limits.enter();
            assert_eq!(replay.act(Action::Input(Input::Right)), Err(TurnError::Cancelled));
            drop(entered);
            assert_eq!(looks.load(Ordering::Relaxed), most);
            assert_eq!(replay.cells(), before);
        }
        // Nobody stops it: its own bound does, whose steps are not many.
        let (limits, looks) = patience(u64::MAX);
        let _entered = limits.enter();
        let mut replay = Replay::new(game.clone(), 1, kind, "").unwrap().unwrap();
        assert_eq!(replay.act(Action::Input(Input::Right)), Err(TurnError::TooMuchWork));
        assert!(looks.load(Ordering::Relaxed) > 1000);
    }
}

#[test]
fn a_search_hears_of_the_work_of_an_input_that_it_leaves_out() {
    let game = game(&rows(3, 96), (32, 32));
    let model = model(game.clone(), game.level(1).unwrap()).unwrap();
    assert_eq!((model.take_work(), model.left_out()), (0, None));
    let mut visited = 0;
    model.expand(model.start(), &mut |_, _| visited += 1);
    let work = model.take_work();
    assert_eq!((visited, model.left_out()), (0, Some((Input::Up, TurnError::TooMuchWork))));
    // Five inputs, each of some hundredths of a second.
    assert!((5_000_000..50_000_000).contains(&work), "{work}");
    assert_eq!(model.take_work(), 0);
    assert_eq!(model.step(model.start(), Input::Left), Err(TurnError::TooMuchWork));
    assert!(model.take_work() > 1_000_000);
}

/// Lines of a mebibyte, in each of which something could be compared with all before it: minutes, if it were.
#[test]
fn a_long_line_is_read_once() {
    let repeated = |what: &str| what.repeat((1 << 20) / what.len());
    let rule = |words: &str| source(&[], "", "", &format!("[ Player ] -> [ Player ] {words}"), (3, 3));
    let groups = repeated("[ Player ] -> [ Mark ]\nstartloop\nendloop\n");
    for text in [
        repeated("="),
        format!("OBJECTS\n{}", repeated(" ()")),
        rule(&repeated("win ")),
        source(&[], "", "", &format!("[ {}] -> [ ]", repeated("no Wall ")), (3, 3)),
        source(&[], "", "", &repeated("sfx0 1\n"), (3, 3)).replace("RULES", "SOUNDS").replacen(
            "SOUNDS\n\n",
            "",
            1,
        ),
        source(&[], "", "", &groups, (3, 3)),
    ] {
        // What comes of it is not asked: that it ends is.
        let _ = compile(&text);
    }
}

#[test]
fn the_reading_of_a_source_is_stopped() {
    let rules = "[ Player ] -> [ Player ]\n".repeat(2000);
    let _limits = ThreadLimits { cancel: Some(Arc::new(|| true)), ..ThreadLimits::default() }.enter();
    let errors = compile(&source(&[], "", "", &rules, (3, 3))).unwrap_err().to_string();
    assert!(errors.contains("reading the game was stopped here"), "{errors}");
}

/// A game of four choices of ten objects each in rules that stand for 40,000 each.
fn choices(rules: usize) -> String {
    let name = |kind: usize, number: usize| format!("o{kind}_{number}");
    let kind = |kind: usize| (0..10).map(|number| name(kind, number)).collect::<Vec<_>>();
    let objects: Vec<String> = (0..4).flat_map(kind).collect();
    let legend: String = (0..4).map(|k| format!("R{k} = {}\n", kind(k).join(" or "))).collect();
    let layers: String = (0..4).map(|k| format!("{}\n", kind(k).join(", "))).collect();
    let rule = "[ R0 | R1 | R2 | R3 ] -> [ R1 | R2 | R3 | R0 ]\n".repeat(rules);
    source(&objects, &legend, &layers, &rule, (3, 3))
}

#[test]
fn what_a_source_stands_for_is_bounded_in_bytes_and_in_time() {
    let refused = |limits: ThreadLimits, rules: usize| {
        let _entered = limits.enter();
        compile(&choices(rules)).expect_err("it is too much")
    };
    let bytes = |bytes: u64| ThreadLimits { bytes, ..ThreadLimits::default() };
    for (limits, kib) in [(bytes(1 << 20), "1024 KiB"), (ThreadLimits::default(), "32768 KiB")] {
        let error = refused(limits, 8);
        assert!(error.message.contains(&format!("this rule, spelled out, takes more than {kib}")), "{error}");
        assert!(error.line.is_some());
    }
    // Of many such rules, no more is read.
    let error = refused(bytes(u64::MAX), 2);
    assert!(
        error.message.contains("the rules up to here, spelled out, take more than 60000 rules"),
        "{error}"
    );
    let (limits, looks) = patience(3);
    let error = refused(ThreadLimits { bytes: u64::MAX, ..limits }, 8);
    assert!(error.message.contains("stopped"), "{error}");
    assert_eq!(looks.load(Ordering::Relaxed), 3);
}
