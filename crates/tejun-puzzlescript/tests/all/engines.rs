//! The two engines, step by step.

use crate::common::random_games::{SplitMix, random_game};
use crate::common::{cases, directory};
use std::sync::Arc;
use tejun_puzzlescript::fast::Fast;
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{Engine, Game, Input, Level, Play, TurnError, Work, compile_with_diagnostics};

/// Plays the same inputs with both engines; the first input after which they differ.
fn first_difference<const W: usize>(
    game: &Arc<Game>,
    level: &Level,
    seed: &str,
    inputs: &[Option<Input>],
    work: &Work,
) -> Option<usize> {
    let plain = Plain::new(game.clone(), level.width, level.height);
    let fast = Fast::<W>::new(game.clone(), level);
    let (a, b) = (Play::new(plain, level, seed), Play::new(fast, level, seed));
    let (Ok(a), Ok(b)) = (a, b) else { return None };
    let (mut a, mut b) = (a.bounded(work.clone()), b.bounded(work.clone()));
    let (mut words, mut unpacked) = (vec![0; b.engine().words()], b.board().clone());
    for (index, input) in inputs.iter().enumerate() {
        match input {
            None => {
                a.undo();
                b.undo();
            }
            Some(input) => match (a.input(*input), b.input(*input)) {
                (Ok(a), Ok(b)) if a != b => return Some(index),
                (Ok(_), Ok(_)) => {}
                // The engines count their work differently.
                (Err(TurnError::TooMuchWork), _) | (_, Err(TurnError::TooMuchWork)) => return None,
                (Err(_), Err(_)) => return None,
                _ => return Some(index),
            },
        }
        let fast = b.engine();
        fast.pack(b.board(), &mut words);
        fast.unpack(&words, &mut unpacked);
        if a.engine().cells(a.board()) != fast.cells(b.board()) || unpacked != *b.board() {
            return Some(index);
        }
    }
    None
}

fn compare(
    game: &Arc<Game>,
    level: &Level,
    seed: &str,
    inputs: &[Option<Input>],
    work: &Work,
) -> Option<usize> {
    match level.cells.len() {
        0..=64 => first_difference::<1>(game, level, seed, inputs, work),
        65..=128 => first_difference::<2>(game, level, seed, inputs, work),
        129..=256 => first_difference::<4>(game, level, seed, inputs, work),
        257..=512 => first_difference::<8>(game, level, seed, inputs, work),
        513..=1024 => first_difference::<16>(game, level, seed, inputs, work),
        1025..=4096 => first_difference::<64>(game, level, seed, inputs, work),
        _ => first_difference::<256>(game, level, seed, inputs, work),
    }
}

fn random_inputs(random: &mut SplitMix, count: usize) -> Vec<Option<Input>> {
    let inputs = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action, Input::Tick];
    (0..count).map(|_| (!random.one_in(12)).then(|| *random.pick(&inputs))).collect()
}

#[test]
fn random_inputs_on_the_games_are_the_same_with_both() {
    let Some(directory) = directory() else { return };
    let directory = directory.join("games");
    let mut random = SplitMix(1);
    let mut levels = 0;
    for entry in
        std::fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
    {
        let path = entry.unwrap().path();
        let game =
            compile_with_diagnostics(&std::fs::read_to_string(&path).unwrap()).game.map(Arc::new).unwrap();
        for (index, level) in game.levels().enumerate() {
            let inputs = random_inputs(&mut random, cases(200));
            let difference = compare(&game, level, "seed", &inputs, &Work::new(2_000_000));
            assert_eq!(difference, None, "{}, level {}", path.display(), index + 1);
            levels += 1;
        }
    }
    assert!(levels > 300, "{levels}");
}

#[test]
fn small_random_games_are_the_same_with_both() {
    let (mut played, mut seed) = (0, 0);
    while played < cases(10_000) {
        seed += 1;
        let mut random = SplitMix(seed);
        let text = random_game(&mut random);
        let compilation = compile_with_diagnostics(&text);
        if compilation.diagnostics.has_errors() {
            continue;
        }
        let game = compilation.game.map(Arc::new).unwrap();
        let inputs = random_inputs(&mut random, 8);
        let difference = compare(&game, game.level(1).unwrap(), "seed", &inputs, &Work::new(20_000));
        assert_eq!(difference, None, "seed {seed}, {:?}\n{text}", difference.map(|index| &inputs[..=index]));
        played += 1;
    }
    println!("{seed} drawn");
    assert!(seed < 200_000, "{seed}");
}

/// A property is kept while one of its objects is taken away: how many go is not known.
#[test]
fn what_may_go_is_not_taken_to_be_gone() {
    let game = |rule: &str, level: &str| {
        format!(
            "title t\nOBJECTS\nBackground\nblack\n\nPlayer\ngreen\n\nC\norange\n\nD\npink\n\nX\npurple\n\nLEGEND\n\
             . = Background\nP = Player\nProp = C or D\n2 = D\n3 = X and C\nSOUNDS\nCOLLISIONLAYERS\nBackground\nX\n\
             Player\nC, D\nRULES\n{rule}\nlate [ C X ] -> [ D X ]\nWINCONDITIONS\nSome C on Player\nLEVELS\n{level}\n"
        )
    };
    for (rule, level) in [
        ("late right [ Player | Prop | no Prop ] -> [ Player | Prop no C | C ]", "P..2..\n3....."),
        ("late right [ Prop | no Prop ] -> [ Prop no C | C ]", "2.2.2...\n........\n3.P....."),
    ] {
        let game = compile_with_diagnostics(&game(rule, level)).game.map(Arc::new).expect("a game");
        let inputs = random_inputs(&mut SplitMix(1), 60);
        let difference = compare(&game, game.level(1).expect("a level"), "seed", &inputs, &Work::default());
        assert_eq!(difference, None, "{rule}");
    }
}

/// The fast engine leaves out what rules repeat until a limit of the language ends them; the plain one plays all of it.
#[test]
fn rules_that_go_round_in_cycles_end_alike_with_both() {
    let names = ["A", "B", "C", "D", "E", "F", "G"];
    let mut periods = 0;
    for period in 2..=names.len() {
        let round = |joint: &str, commands: &str| {
            (0..period).fold(String::new(), |rules, i| {
                let (from, to) = (names[i], names[(i + 1) % period]);
                let prefix = if i > 0 { joint } else { "" };
                let commands = if i == 1 { commands } else { "" };
                rules + &format!("{prefix}[ {from} no Done ] -> [ {to} Done ] {commands}\n")
            })
        };
        for rules in [
            // The passes of a group, the rounds of a loop, both, and a loop without an end.
            round("+ ", "") + "+ [ Done ] -> [ ]\n",
            format!("startloop\n{}[ Done ] -> [ ]\nendloop\n", round("", "")),
            format!(
                "startloop\n{}+ [ Done ] -> [ ]\n[ > Player ] -> [ < Player ]\nendloop\n",
                round("+ ", "")
            ),
            format!("startloop\n{}[ Done ] -> [ ]\n", round("", "")),
            // Commands, movements, marks of rigid groups, and random numbers on the way.
            round("+ ", "message hello") + "+ [ Done ] -> [ ] again\n",
            round("+ ", "") + "+ [ > Player ] -> [ < Player ]\n+ [ Done ] -> [ ]\n",
            format!("rigid [ > Player | {0} ] -> [ > Player | > {0} ]\n", names[1])
                + &round("+ ", "")
                + "+ [ Done ] -> [ ]\n",
            format!(
                "startloop\n{}[ Done ] -> [ ]\nrandom [ Player ] -> [ randomdir Player ]\nendloop\n",
                round("", "")
            ),
        ] {
            let objects = names.map(|name| format!("{name}\nred\n\n")).concat();
            let text = format!(
                "title t\nOBJECTS\nBackground\nblack\n\nPlayer\ngreen\n\nDone\nblue\n\n{objects}\
                 LEGEND\n. = Background\nP = Player\nSOUNDS\nCOLLISIONLAYERS\nBackground\nDone\nPlayer, {}\n\
                 RULES\n{rules}LEVELS\nPA.A\n.B..\n",
                names.join(", ")
            );
            let game = compile_with_diagnostics(&text).game.map(Arc::new).unwrap_or_else(|| panic!("{text}"));
            let inputs = random_inputs(&mut SplitMix(period as u64), 6);
            let level = game.level(1).expect("a level");
            assert_eq!(compare(&game, level, "seed", &inputs, &Work::default()), None, "{text}");
            periods += 1;
        }
    }
    assert_eq!(periods, 48);
}
