//! Each statement of an audit, by a search of its own with the plain engine.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::common::cases;
use crate::common::random_games::SplitMix;
use tejun_puzzlescript::audit::{Audit, GraphLimits, LevelAudit, Question, Searched, Verdict, audit};
use tejun_puzzlescript::plain::Plain;
use tejun_puzzlescript::{
    Engine, Game, Input, Level, ObjectSet, Random, Stepper, Work, compile, compile_with_diagnostics, model,
};

const POSITIONS: usize = 1_500;

/// The positions of a level, by the plain engine. A won position is another one than the same board that is not won.
struct Oracle {
    boards: Vec<(Vec<ObjectSet>, bool)>,
    edges: Vec<Vec<(Input, usize, BTreeSet<usize>)>>,
    /// The rules that act in inputs that change nothing.
    void: BTreeSet<usize>,
}

impl Oracle {
    fn new(game: &Arc<Game>, level: &Level) -> Self {
        let plain = Plain::new(game.clone(), level.width, level.height);
        let (mut stepper, mut random) = (Stepper::new(game, plain.board(level)), Random::new(""));
        let started = stepper.start(&plain, &mut random, &mut Work::default()).expect("the level starts");
        let boards = vec![(stepper.board().clone(), started.won)];
        let mut oracle = Oracle { boards, edges: Vec::new(), void: BTreeSet::new() };
        let mut numbers = HashMap::from([(oracle.boards[0].clone(), 0)]);
        while oracle.edges.len() < oracle.boards.len() {
            let (board, won) = oracle.boards[oracle.edges.len()].clone();
            let mut edges = Vec::new();
            for input in game.inputs() {
                if won {
                    break;
                }
                stepper.set_board(&board);
                let mut work = Work::tracing(400_000_000);
                let step = stepper.step(&plain, input, &mut random, &mut work).expect("an end");
                if step.won || *stepper.board() != board {
                    let next = (stepper.board().clone(), step.won);
                    let count = numbers.len();
                    let number = *numbers.entry(next.clone()).or_insert(count);
                    if number == count {
                        oracle.boards.push(next);
                    }
                    edges.push((input, number, work.acted().iter().copied().collect()));
                } else {
                    oracle.void.extend(work.acted());
                }
            }
            oracle.edges.push(edges);
        }
        oracle
    }

    /// The fewest inputs to a win over edges that are allowed: from a position, to a position, rules.
    fn fewest(&self, from: usize, allows: &dyn Fn(usize, usize, &BTreeSet<usize>) -> bool) -> Option<usize> {
        let (mut level, mut seen) = (vec![from], BTreeSet::from([from]));
        for inputs in 0.. {
            if level.iter().any(|&position| self.boards[position].1) {
                return Some(inputs);
            }
            let mut next = Vec::new();
            for position in level {
                for (_, to, rules) in &self.edges[position] {
                    if allows(position, *to, rules) && seen.insert(*to) {
                        next.push(*to);
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            level = next;
        }
        None
    }

    fn has(&self, position: usize, object: usize) -> Vec<bool> {
        self.boards[position].0.iter().map(|cell| cell.contains(object)).collect()
    }

    /// The positions that inputs lead to.
    fn walk(&self, line: &[Input]) -> Vec<usize> {
        let mut positions = vec![0];
        for input in line {
            let edges = &self.edges[*positions.last().expect("the start")];
            positions
                .push(edges.iter().find(|edge| edge.0 == *input).expect("the input changes something").1);
        }
        positions
    }

    /// How many lines of so many inputs end in a win.
    fn count_wins(&self, inputs: usize) -> u128 {
        let mut lines = HashMap::from([(0, 1u128)]);
        for _ in 0..inputs {
            let mut next = HashMap::new();
            for (position, count) in lines {
                for (_, to, _) in &self.edges[position] {
                    *next.entry(*to).or_insert(0) += count;
                }
            }
            lines = next;
        }
        lines.into_iter().filter(|(position, _)| self.boards[*position].1).map(|(_, count)| count).sum()
    }
}

/// Whether a game in which the rules of a line do not exist is won by a line, at its last input.
fn wins_without(game: &Game, level: &Level, rule: usize, line: &[Input]) -> bool {
    let mut game = game.clone();
    for group in game.rules.groups.iter_mut().chain(&mut game.late_rules.groups) {
        group.rules.retain(|other| other.line != rule);
    }
    let game = Arc::new(game);
    let plain = Plain::new(game.clone(), level.width, level.height);
    let (mut stepper, mut random) = (Stepper::new(&game, plain.board(level)), Random::new(""));
    stepper.start(&plain, &mut random, &mut Work::default()).expect("the level starts");
    let won: Vec<bool> = (line.iter())
        .map(|&input| stepper.step(&plain, input, &mut random, &mut Work::default()).expect("an end").won)
        .collect();
    won.iter().position(|&won| won) == Some(line.len() - 1)
}

fn check_level(game: &Arc<Game>, audit: &LevelAudit) {
    let level = game.level(audit.number).expect("a level");
    let Some(searched) = audit.searched.as_ref().filter(|searched| searched.complete) else { return };
    let oracle = Oracle::new(game, level);
    assert_eq!(searched.positions, oracle.boards.len());
    let acting: BTreeSet<usize> =
        oracle.edges.iter().flatten().flat_map(|(_, _, rules)| rules).copied().collect();
    assert_eq!(searched.acting, acting);
    assert_eq!(searched.stopping, oracle.void);
    let all = |_: usize, _: usize, _: &BTreeSet<usize>| true;
    let fewest = oracle.fewest(0, &all);
    let Verdict::Won(line) = &audit.verdict else {
        assert_eq!((&audit.verdict, fewest), (&Verdict::Unwinnable, None));
        return;
    };
    assert_eq!(fewest, Some(line.len()));
    assert_eq!(searched.shortest_lines, oracle.count_wins(line.len()));
    let positions = oracle.walk(line);
    assert!(oracle.boards[*positions.last().expect("the start")].1);
    check_losses(&oracle, searched, &positions);
    for rule in acting {
        let without = |_: usize, _: usize, rules: &BTreeSet<usize>| !rules.contains(&rule);
        let fewest = oracle.fewest(0, &without);
        match searched.without_rule.iter().find(|other| other.what == rule) {
            Some(found) => {
                assert_eq!(fewest, Some(found.inputs.len()), "rule {rule}");
                assert!(wins_without(game, level, rule, &found.inputs), "rule {rule}");
            }
            None => assert!(fewest.is_none() && searched.needed_rules.contains(&rule), "rule {rule}"),
        }
    }
    for object in 0..game.objects.len() {
        let moves = |edge: (usize, usize)| oracle.has(edge.0, object) != oracle.has(edge.1, object);
        let edges = || {
            (0..oracle.boards.len())
                .flat_map(|from| oracle.edges[from].iter().map(move |edge| (from, edge.1)))
        };
        if !edges().any(moves) {
            continue;
        }
        let fewest = oracle.fewest(0, &|from, to, _| !moves((from, to)));
        let found = searched.without_object.iter().find(|other| other.what == object);
        assert_eq!(found.map(|found| found.inputs.len()), fewest, "object {object}");
        if let Some(found) = found {
            let positions = oracle.walk(&found.inputs);
            assert!(positions.iter().all(|&position| oracle.has(position, object) == oracle.has(0, object)));
        }
    }
}

fn check_losses(oracle: &Oracle, searched: &Searched, shortest: &[usize]) {
    let all = |_: usize, _: usize, _: &BTreeSet<usize>| true;
    let lost: Vec<bool> =
        (0..oracle.boards.len()).map(|position| oracle.fewest(position, &all).is_none()).collect();
    assert_eq!(searched.lost, Some(lost.iter().filter(|&&lost| lost).count()));
    let traps = shortest[..shortest.len() - 1].iter();
    let traps = traps.filter(|&&position| oracle.edges[position].iter().any(|edge| lost[edge.1])).count();
    assert_eq!(searched.traps, Some(traps));
    // The first position that is lost, by the order of a search in breadth.
    let (mut level, mut seen, mut inputs) = (vec![0], BTreeSet::from([0]), 0);
    while !level.is_empty() && !level.iter().any(|&position| lost[position]) {
        let next = level.iter().flat_map(|&position| oracle.edges[position].iter().map(|edge| edge.1));
        level = next.filter(|&to| seen.insert(to)).collect();
        inputs += 1;
    }
    let first = searched.first_loss.as_ref();
    assert_eq!(first.map(Vec::len), (!level.is_empty()).then_some(inputs));
    if let Some(line) = first {
        assert!(lost[*oracle.walk(line).last().expect("the start")]);
    }
}

fn audited(game: &Arc<Game>) -> Audit {
    let question = Question {
        levels: (1..=game.levels().count()).collect(),
        limits: GraphLimits { positions: POSITIONS, bytes: 1 << 30 },
        threads: 2,
        intended: None,
    };
    audit(game, &question, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn statements_about_three_games_hold() {
    for file in ["heroes_of_sokoban", "nekopuzzle", "sokoban_horizontal"] {
        let Some(text) = crate::common::data(&format!("games/{file}.txt")) else { return };
        let game = Arc::new(compile_with_diagnostics(&text).game.expect("a game"));
        let audit = audited(&game);
        let complete =
            audit.levels.iter().filter(|level| level.searched.as_ref().is_some_and(|s| s.complete));
        assert!(complete.count() >= 1, "{file}");
        for level in &audit.levels {
            check_level(&game, level);
        }
    }
}

/// Pushes, pulls, a gate that a key opens, ice that carries on, and an end of the world.
const MANY_RULES: &str = "\
title Many Rules\nOBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nwhite\n\nCrate\norange\n\nTarget\nred\n\nKey\nyellow\n\n\
Gate\nbrown\n\nIce\nblue\n\nLEGEND\n. = Background\n# = Wall\np = Player\nc = Crate\no = Target\nk = Key\ng = Gate\ni = Ice\n\
SOUNDS\nCOLLISIONLAYERS\nBackground\nTarget, Ice\nKey\nPlayer, Wall, Crate, Gate\nRULES\n\
[ > Player | Crate ] -> [ > Player | > Crate ]\n\
[ < Player | Crate ] -> [ < Player | < Crate ]\n\
[ action Player | Crate ] -> [ Player | ]\n\
[ > Player ] [ Player Ice ] -> [ > Player ] [ Player ] again\n\
late [ Player Key ] [ Gate ] -> [ Player ] [ ]\n\
late [ Player | Crate | Wall ] -> cancel\n\
WINCONDITIONS\nAll Target on Crate\nSome Target\nLEVELS\n";

#[test]
fn statements_about_random_levels_hold() {
    let (mut random, mut checked, mut without, mut needed, mut stopping) = (SplitMix(1), 0, 0, 0, 0);
    while checked < cases(40) {
        let signs = ['.', '.', '.', 'c', 'c', 'o', 'k', 'g', 'i', '#'];
        let mut cells: Vec<char> = (0..15).map(|_| *random.pick(&signs)).collect();
        cells[random.below(15)] = 'p';
        let rows: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
        let game = Arc::new(compile(&format!("{MANY_RULES}{}\n", rows.join("\n"))).expect("a game"));
        let audit = audited(&game);
        let searched = audit.levels[0].searched.as_ref().expect("a search");
        if matches!(&audit.levels[0].verdict, Verdict::Won(line) if line.len() > 2)
            && searched.positions < 500
        {
            check_level(&game, &audit.levels[0]);
            checked += 1;
            without += searched.without_rule.len();
            needed += searched.needed_rules.len();
            stopping += audit.stopping_rules.len();
        }
    }
    assert!(
        without > cases(20) && needed > cases(20) && stopping > cases(5),
        "{without} {needed} {stopping}"
    );
}

/// A crate that must be pushed onto a target, and a key that opens a gate to a shorter way.
const GATE: &str = "\
title Gate\nOBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nwhite\n\nCrate\norange\n\nTarget\nred\n\nKey\nyellow\n\n\
Gate\nbrown\n\nGhost\nblue\n\nLEGEND\n. = Background\n# = Wall\np = Player\nc = Crate\no = Target\nk = Key\ng = Gate\n\
SOUNDS\nCOLLISIONLAYERS\nBackground\nTarget\nKey\nPlayer, Wall, Crate, Gate, Ghost\nRULES\n\
[ > Player | Crate ] -> [ > Player | > Crate ]\n\
late [ Player Key ] [ Gate ] -> [ Player ] [ ]\n\
[ > Player | Ghost ] -> [ > Player | > Ghost ]\n\
WINCONDITIONS\nAll Target on Crate\nLEVELS\n\
#########\n#.......#\n#k......#\n#.p.cg.o#\n#.......#\n#########\n";

#[test]
fn what_is_unneeded_idle_and_unused_is_named() {
    let game = Arc::new(compile(GATE).expect("a game"));
    let rules: Vec<usize> = game.all_rules().map(|rule| rule.line).collect();
    // The late rule comes last.
    let (push, ghost, open) = (rules[0], rules[4], *rules.last().expect("a rule"));
    let line = |text: &str| -> Vec<Input> {
        let input = |letter| match letter {
            'u' => Input::Up,
            'l' => Input::Left,
            'd' => Input::Down,
            _ => Input::Right,
        };
        text.chars().map(input).collect()
    };
    let question = Question {
        levels: vec![1],
        limits: GraphLimits { positions: 100_000, bytes: 1 << 30 },
        threads: 1,
        // Takes the key, though there is a way around the gate.
        intended: Some((1, line("ludrrrrr"))),
    };
    let audit = audit(&game, &question, &mut |_| ControlFlow::Continue(()));
    assert_eq!(
        audit.unused_objects,
        [game.objects.iter().position(|object| object.name == "ghost").unwrap()]
    );
    assert_eq!(audit.stopping_rules, [] as [usize; 0]);
    assert_eq!((audit.idle_rules.as_slice(), audit.idle_rules_proved), (&[ghost][..], true));
    assert_eq!((audit.dispensable_rules.as_slice(), audit.dispensable_rules_proved), (&[open][..], true));
    let searched = audit.levels[0].searched.as_ref().expect("a search");
    assert_eq!(searched.needed_rules, [push]);
    assert_eq!(searched.without_rule.len(), 1);
    check_level(&game, &audit.levels[0]);
    let intended = audit.intended.expect("it was asked for");
    assert_eq!(intended.wins_after, Some(8), "{intended:?}");
    assert_eq!(intended.shorter, None);
    assert_eq!(intended.without.iter().map(|without| without.what).collect::<Vec<_>>(), [open]);
}

/// A player, a flag, and what the rules and win conditions say.
fn flag(rules: &str, wins: &str) -> Arc<Game> {
    let text = format!(
        "OBJECTS\nBackground\nblack\n\nPlayer\nwhite\n\nFlag\ngreen\n\nLEGEND\n. = Background\nP = Player\nF = Flag\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nBackground\nFlag\nPlayer\n\nRULES\n{rules}\n\nWINCONDITIONS\n{wins}\n\nLEVELS\nP.F\n\nP..\n"
    );
    Arc::new(compile(&text).unwrap())
}

#[test]
fn a_level_on_which_no_rule_can_win_is_lost_and_a_game_without_a_goal_is_not() {
    let outcome = |game: &Arc<Game>| {
        let question = Question {
            levels: vec![1, 2],
            limits: GraphLimits { positions: 1_000, bytes: 1 << 24 },
            threads: 1,
            intended: None,
        };
        let audit = audit(game, &question, &mut |_| ControlFlow::Continue(()));
        let bound = |level: &LevelAudit| {
            let model = model(game.clone(), game.level(level.number).unwrap()).unwrap();
            model.bound(model.start()).is_some()
        };
        audit.levels.iter().map(|level| (level.verdict.clone(), bound(level))).collect::<Vec<_>>()
    };
    let right = Verdict::Won(vec![Input::Right; 2]);
    let by_rule = flag("late [ Player Flag ] -> win", "");
    assert_eq!(outcome(&by_rule), [(right.clone(), true), (Verdict::Unwinnable, false)]);
    assert!(by_rule.has_goal());
    let by_condition = flag("", "Some Player on Flag");
    assert_eq!(outcome(&by_condition), [(right, true), (Verdict::Unwinnable, false)]);
    let none = flag("late [ Player Flag ] -> sfx0", "");
    assert!(!none.has_goal());
    let verdicts: Vec<Verdict> = outcome(&none).into_iter().map(|(verdict, _)| verdict).collect();
    assert_eq!(verdicts, [Verdict::NoGoal, Verdict::NoGoal]);
}
