//! The two engines, step by step.

mod common;

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

/// A generator of small numbers (Steele, Lea and Flood, 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

fn random_inputs(random: &mut SplitMix, count: usize) -> Vec<Option<Input>> {
    let inputs = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action, Input::Tick];
    (0..count).map(|_| (!random.one_in(12)).then(|| *random.pick(&inputs))).collect()
}

#[test]
fn random_inputs_on_the_games_are_the_same_with_both() {
    let Some(directory) = common::directory() else { return };
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
            let inputs = random_inputs(&mut random, 200);
            let difference = compare(&game, level, "seed", &inputs, &Work::new(2_000_000));
            assert_eq!(difference, None, "{}, level {}", path.display(), index + 1);
            levels += 1;
        }
    }
    assert!(levels > 300, "{levels}");
}

/// A game of a few objects and rules, most of which do something.
fn random_game(random: &mut SplitMix) -> String {
    let movers = ["player", "a", "b", "c", "d"];
    let layers = [&["player", "a", "b"][..], &["c", "d"], &["e"]];
    let names = ["player", "a", "b", "c", "d", "e", "ab", "cd", "ac", "pa"];
    let mut text = String::new();
    for setting in ["run_rules_on_level_start", "require_player_movement"] {
        if random.one_in(6) {
            text += &format!("{setting}\n");
        }
    }
    text += "OBJECTS\nBackground\nblack\n\n";
    for name in ["Player", "A", "B", "C", "D", "E"] {
        text += &format!("{name}\nred\n\n");
    }
    text += "LEGEND\n. = Background\np = Player\nab = A or B\ncd = C or D\nac = A or C\npa = Player or A\n";
    text += "q = A and C\nw = Player and D\nSOUNDS\nCOLLISIONLAYERS\nBackground\n";
    for layer in layers {
        text += &format!("{}\n", layer.join(", "));
    }
    text += "RULES\n";
    let rules = 1 + random.below(5);
    let mut open_loop = false;
    for _ in 0..rules {
        if random.one_in(12) {
            text += if open_loop { "endloop\n" } else { "startloop\n" };
            open_loop = !open_loop;
        }
        text += &random_rule(random, &names, &movers);
    }
    if open_loop {
        text += "endloop\n";
    }
    text += "WINCONDITIONS\n";
    text += *random.pick(&["all a on e\n", "no b\n", "some c on e\n", "some player on e\n", "all cd on e\n"]);
    text += "LEVELS\n";
    let (width, height) = (1 + random.below(5), 1 + random.below(5));
    for _ in 0..height {
        let row: String = (0..width)
            .map(|_| *random.pick(&['.', '.', '.', 'p', 'a', 'b', 'c', 'd', 'e', 'q', 'w']))
            .collect();
        text += &format!("{row}\n");
    }
    text
}

fn random_rule(random: &mut SplitMix, names: &[&str], movers: &[&str]) -> String {
    let late = random.one_in(4);
    let mut prefix = String::new();
    if random.one_in(8) {
        prefix += "+ ";
    }
    if late {
        prefix += "late ";
    } else if random.one_in(8) {
        prefix += "rigid ";
    }
    if !prefix.starts_with('+') && random.one_in(14) {
        prefix += "random ";
    }
    prefix += *random.pick(&["", "", "", "right ", "up ", "horizontal ", "vertical "]);
    let words =
        [">", "<", "^", "v", "", "", "", "stationary", "moving", "action", "up", "parallel", "perpendicular"];
    let (mut left, mut right) = (String::new(), String::new());
    for _ in 0..1 + usize::from(random.one_in(3)) + usize::from(random.one_in(8)) {
        let cells = 1 + random.below(3);
        let gap = (cells > 1 && random.one_in(6)).then(|| 1 + random.below(cells - 1));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for cell in 0..cells {
            if gap == Some(cell) {
                before.push("...".to_owned());
                after.push("...".to_owned());
            }
            let (mut l, mut r) = (String::new(), String::new());
            for _ in 0..random.below(3) {
                let name = *random.pick(names);
                let word = if late { "" } else { *random.pick(&words) };
                if random.one_in(5) {
                    l += &format!("no {name} ");
                } else {
                    l += &format!("{word} {name} ");
                    match random.below(6) {
                        0..=2 => r += &format!("{word} {name} "),
                        3 if !late => r += &format!("> {name} "),
                        4 => r += &format!("{} ", random.pick(movers)),
                        _ => {}
                    }
                }
            }
            match random.below(24) {
                0 => r += &format!("{} ", random.pick(movers)),
                1 => r += "no e ",
                2 => r += "e ",
                3 if !late => r += "randomdir c ",
                4 => r += "random ab ",
                _ => {}
            }
            before.push(l);
            after.push(r);
        }
        left += &format!("[ {} ] ", before.join("| "));
        right += &format!("[ {} ] ", after.join("| "));
    }
    let command = random.pick(&[
        "",
        "",
        "",
        "",
        "",
        "again",
        "cancel",
        "restart",
        "win",
        "checkpoint",
        "message hello",
        "sfx1",
    ]);
    format!("{prefix}{left}-> {right}{command}\n")
}

#[test]
fn small_random_games_are_the_same_with_both() {
    let (mut played, mut seed) = (0, 0);
    while played < 10_000 {
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
