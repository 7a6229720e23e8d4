//! Levels without what is only looked at, beside the same levels as they are, on many seeds.

use std::sync::Arc;

use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{
    Engine, Game, Input, Level, Look, ModelError, ObjectSet, Random, Stepper, Work, compile, compile_without,
    model,
};

use crate::common::random_games::{SplitMix, random_game};
use crate::common::{breadth_first, cases, data};

/// Seeds of each play.
const SEEDS: usize = 4;

/// What of a board is not only looked at.
fn rest(cells: &[ObjectSet], look: &Look) -> Vec<ObjectSet> {
    cells.iter().map(|cell| cell.difference(&look.objects)).collect()
}

/// Plays a level as it is and without its look; whether they agree on what is not looked at, and on wins.
fn agree(game: &Arc<Game>, level: &Level, look: &Look, inputs: &[Input], seed: &str) -> bool {
    let (stripped, work) = (Arc::new(look.game.clone()), 2_000_000);
    let plain = |game: &Arc<Game>| Plain::new(game.clone(), level.width, level.height);
    let (a, b) = (plain(game), plain(&stripped));
    let (mut whole, mut part) = (Stepper::new(game, a.board(level)), Stepper::new(&stripped, b.board(level)));
    let (mut random, mut none) = (Random::new(seed), Random::new(""));
    let started = whole.start(&a, &mut random, &mut Work::new(work));
    let other = part.start(&b, &mut none, &mut Work::new(work));
    let (Ok(mut one), Ok(mut other)) = (started, other) else { return true };
    for &input in inputs {
        let same = rest(whole.board(), look) == rest(part.board(), look);
        if !same || one.won != other.won || one.messages != other.messages {
            return false;
        }
        if one.won {
            break;
        }
        let played = whole.step(&a, input, &mut random, &mut Work::new(work));
        let beside = part.step(&b, input, &mut none, &mut Work::new(work));
        let (Ok(x), Ok(y)) = (played, beside) else { return true };
        (one, other) = (x, y);
    }
    true
}

fn inputs(random: &mut SplitMix, count: usize) -> Vec<Input> {
    let all = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action, Input::Tick];
    (0..count).map(|_| *random.pick(&all)).collect()
}

/// Names of layers of their own, and what is done with them at random.
fn with_looks(random: &mut SplitMix, text: &str) -> String {
    let rules = [
        "random [ g ] -> [ h ]\n",
        "random [ ] -> [ g ]\n",
        "[ g no h ] -> [ random gh ]\n",
        "[ > player ] -> [ > player randomdir g ]\n",
        "[ moving a ] -> [ moving a random gh ]\n",
        "late [ player ] -> [ player random gh ]\n",
        "late [ player | g ] -> [ player | h ]\n",
        "random [ a | g ] -> [ a | ] sfx0\n",
        "[ > g | a ] -> [ < g | a ]\n",
        "[ stationary g ] -> [ randomdir g ]\n",
        "+ [ h ] -> [ random gh ]\n",
    ];
    // Some that give it a say after all.
    let says =
        ["late [ g player ] -> [ h player ] cancel\n", "[ g | > a ] -> [ g | a ]\n", "[ h ] -> [ c ]\n"];
    let mut looks = String::new();
    for _ in 0..1 + random.below(4) {
        looks += *random.pick(&rules);
    }
    if random.one_in(5) {
        looks += *random.pick(&says);
    }
    let (before, after) = text.split_once("WINCONDITIONS").unwrap();
    let own: Vec<&str> = before.split_once("RULES\n").unwrap().1.lines().collect();
    let at = random.below(own.len() + 1);
    let (first, last) = own.split_at(at);
    let list = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let before = before.split_once("RULES\n").unwrap().0;
    // Rules that `+` joins to none are errors, and so left out with their game.
    let text = format!("{before}RULES\n{}{looks}{}WINCONDITIONS{after}", list(first), list(last));
    text.replacen("LEGEND\n", "G\nblue\n\nH\nblue\n\nLEGEND\ngh = G or H\n", 1)
        .replacen("\ne\nRULES", "\ne\ng, h\nRULES", 1)
        .replacen("q = A and C", "q = A and G", 1)
}

#[test]
fn what_is_only_looked_at_has_no_say() {
    let mut random = SplitMix(77);
    let (mut random_levels, mut stripped) = (0, 0);
    for number in 0..cases(30_000) {
        let text = random_game(&mut random);
        let text = if number % 8 == 0 { text } else { with_looks(&mut random, &text) };
        let Ok(game) = compile(&text) else { continue };
        let (game, Some(level)) = (Arc::new(game.clone()), game.level(1)) else { continue };
        if !matches!(model(game.clone(), level), Err(ModelError::Random(_))) {
            continue;
        }
        random_levels += 1;
        let Some(look) = Look::leave_out(&game, level) else { continue };
        if model(Arc::new(look.game.clone()), level).is_err() {
            continue;
        }
        stripped += 1;
        assert!(!look.lines.is_empty(), "{text}");
        for seed in 0..SEEDS {
            let inputs = inputs(&mut random, 12);
            assert!(
                agree(&game, level, &look, &inputs, &seed.to_string()),
                "seed {seed}, {inputs:?}\n{text}"
            );
        }
    }
    // Both kinds are there.
    assert!(
        stripped * 10 > random_levels && stripped * 10 < random_levels * 9,
        "{stripped} of {random_levels}"
    );
    assert!(stripped > cases(1500), "{stripped}");
}

/// A push of a crate, past fire that flickers and leaves that fall.
const FIRE: &str = "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nWall\ngray\n\nCrate\nbrown\n\nTarget\ngreen\n\nFire\nred\n\n\
    Smoke\nblue\n\nLEGEND\n. = Background\np = Player\n# = Wall\n* = Crate\no = Target\nf = Fire\nburning = Fire or Smoke\n\n\
    SOUNDS\n\nCOLLISIONLAYERS\nBackground\nTarget\nPlayer, Wall, Crate\nFire, Smoke\n\n\
    RULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\n[ burning ] -> [ random burning ]\n\
    random [ Player | no burning ] -> [ Player | Smoke ]\n\nWINCONDITIONS\nAll Target on Crate\n\n\
    LEVELS\n\n#######\n#f...o#\n#p.*.f#\n#.....#\n#######\n";

/// The same without a rule that is random.
fn still() -> String {
    let lines = FIRE.lines().filter(|line| !line.contains("random"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_line_of_a_level_without_its_look_wins_on_every_seed() {
    let game = Arc::new(compile(FIRE).unwrap());
    let level = game.level(1).unwrap();
    let look = Look::leave_out(&game, level).unwrap();
    let found = breadth_first(&*model(Arc::new(look.game.clone()), level).unwrap());
    let other = Arc::new(compile(&still()).unwrap());
    let beside = breadth_first(&*model(other.clone(), other.level(1).unwrap()).unwrap());
    let line = found.line.unwrap();
    assert_eq!((Some(&line), found.states), (beside.line.as_ref(), beside.states));
    let engine = Plain::new(game.clone(), level.width, level.height);
    let mut boards = std::collections::HashSet::new();
    for seed in 0..100 {
        let (mut stepper, mut random) =
            (Stepper::new(&game, engine.board(level)), Random::new(&seed.to_string()));
        let mut won = stepper.start(&engine, &mut random, &mut Work::default()).unwrap().won;
        for &input in &line {
            assert!(!won);
            won = stepper.step(&engine, input, &mut random, &mut Work::default()).unwrap().won;
        }
        assert!(won, "{seed}");
        boards.insert(engine.cells(stepper.board()));
    }
    assert!(boards.len() > 20, "the fire does not flicker");
}

#[test]
fn what_may_have_a_say_is_not_left_out() {
    let is_left_out = |text: &str| {
        let game = compile(text).unwrap();
        let look = Look::leave_out(&game, game.level(1).unwrap());
        look.is_some_and(|look| !look.game.is_random())
    };
    assert!(is_left_out(FIRE));
    let rule = "[ > Player | Crate ]";
    let with = |more: &str| FIRE.replace(rule, &format!("{more}\n{rule}"));
    for more in [
        "[ > Player | Fire ] -> [ Player | Fire ]",
        "[ Fire ] -> [ Crate ]",
        "late [ Player Smoke ] -> [ ]",
        "[ > Player no burning ] -> cancel",
        "[ Fire ] -> win",
        "[ Fire ] -> message Hot",
        "[ Player ] -> [ Player ] again",
        "rigid [ > Player | Crate ] -> [ > Player | > Crate ]",
        "startloop\n[ > Player | Fire ] -> [ > Player | Smoke ]\nendloop",
        // Smoke in the way of what counts, by a layer between.
        "[ > Crate | Smoke ] -> [ Crate | Smoke ]",
        "[ > Player ] [ Smoke ] -> [ > Player ] [ Target ]",
    ] {
        assert!(!is_left_out(&with(more)), "{more}");
    }
    // On the layer of the player, or on that of the target.
    for layers in ["Target\nPlayer, Wall, Crate, Fire, Smoke", "Target, Fire, Smoke\nPlayer, Wall, Crate"] {
        let text = FIRE.replace("Target\nPlayer, Wall, Crate\nFire, Smoke", layers);
        assert!(!is_left_out(&text), "{layers}");
    }
    assert!(!is_left_out(&FIRE.replace("All Target on Crate", "All Target on Crate\nNo Smoke")));
    // These give it no say.
    for more in [
        "[ > Player | Fire ] -> [ > Player | Smoke ]",
        "[ Player Fire ] -> [ Player Smoke ] sfx0",
        "late [ Crate Fire ] -> [ Crate ]",
        // What does not match on the level.
        "late [ Fire ] [ Target Wall ] -> win",
    ] {
        assert!(is_left_out(&with(more)), "{more}");
    }
}

/// The rules of each group by their lines, and whether it is random.
fn groups(game: &Game) -> Vec<(bool, Vec<tejun_puzzlescript::game::Rule>)> {
    let groups = game.rules.groups.iter().chain(&game.late_rules.groups);
    groups.map(|group| (group.random, group.rules.clone())).collect()
}

#[test]
fn a_game_without_a_rule_has_all_others_as_they_were() {
    let Some(tests) = data("tests.json") else { return };
    let tests: serde_json::Value = serde_json::from_str(&tests).unwrap();
    let mut compared = 0;
    for test in tests.as_array().unwrap().iter().step_by(7) {
        let source = test["source"].as_str().unwrap();
        let Ok(game) = compile(source) else { continue };
        let mut lines: Vec<usize> = game.all_rules().map(|rule| rule.line).collect();
        lines.dedup();
        for &line in lines.iter().step_by(9) {
            let without = compile_without(source, &[line]).unwrap();
            let mut expected = groups(&game);
            for (_, rules) in &mut expected {
                rules.retain(|rule| rule.line != line);
            }
            expected.retain(|(_, rules)| !rules.is_empty());
            assert_eq!(groups(&without), expected, "{line} of {}", test["name"]);
            assert_eq!(without.rules.loops.len(), game.rules.loops.len());
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
    let first = FIRE.lines().position(|line| line == "RULES").unwrap() + 2;
    let error = compile_without(FIRE, &[1]).unwrap_err().to_string();
    assert_eq!(
        error,
        format!("line 1: there is no rule here that could be left out; the nearest is on line {first}")
    );
}
