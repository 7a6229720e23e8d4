//! The depth-first searches to watch, against other searches of the same puzzles and a plain count of paths.

use std::collections::HashSet;

use tejun_puzzles::question::{Explore, Solve, StepThrough};
use tejun_puzzles::{
    Instance, Line, Means, PegSolitaire, Position, Puzzle, Registry, Sokoban, StepKind, TankChange, kit,
};
use tejun_search::{Limits, Outcome, Unwatched};

const PEGS: [&str; 3] = [
    "puzzle = 'peg-solitaire'\nboard = '''\noo.o.\n####o\n####.'''\n",
    include_str!("../../library/peg-solitaire/peg-cross.toml"),
    "puzzle = 'peg-solitaire'\nboard = '''\n#oo#\no.oo\n#oo#'''\n",
];
const TANKS: [&str; 2] = [
    "puzzle = 'tank-change'\nboard = '''\n.oo\n.o.\nA.B\n.o.\n..o'''\n",
    "puzzle = 'tank-change'\nboard = '''\n.ooo\nBoAo\n.o.o'''\n",
];
const BOXES: [&str; 2] = [
    "puzzle = 'sokoban'\nboard = '''\n#######\n#@    #\n# $$..#\n#     #\n#######'''\n",
    "puzzle = 'sokoban'\nboard = '''\n######\n#@ $.#\n#    #\n#.$###\n######'''\n",
];

fn read(text: &str) -> Box<dyn Instance> {
    Registry::standard().read(text, None).unwrap()
}

/// What a search has gone through.
#[derive(Default)]
struct Walked {
    /// The positions that it came to.
    keys: HashSet<Box<[u8]>>,
    solutions: usize,
    /// The lines to what it cut, and why.
    cut: Vec<(Line, &'static str)>,
    end: Option<StepKind>,
}

fn walk(instance: &dyn Instance, unpruned: bool, means: &Means) -> Walked {
    let mut steps = instance.ask(StepThrough { unpruned }, means, &mut Unwatched).unwrap();
    let mut walked = Walked::default();
    walked.keys.extend(instance.start().key());
    let mut line = Vec::new();
    while let Some(step) = steps.advance() {
        match step.kind {
            StepKind::Placed => line.push(steps.line().0.last().unwrap().clone()),
            StepKind::TakenBack => drop(line.pop()),
            StepKind::Pruned => walked.cut.push((steps.line(), step.reason.code())),
            StepKind::Solution => walked.solutions += 1,
            kind => walked.end = Some(kind),
        }
        assert_eq!(steps.line().0, line);
        let position = instance.after(&steps.line()).unwrap();
        walked.keys.extend(position.key());
        assert!(step.kind != StepKind::Solution || instance.check(&steps.line()).solves);
    }
    walked
}

fn is_solvable(position: &dyn Position) -> bool {
    let solution = position.ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    match solution.outcome {
        Outcome::Solved(_) => true,
        Outcome::Unsolvable => false,
        Outcome::Stopped(reason, _) => panic!("stopped: {reason:?}"),
    }
}

#[test]
fn they_solve_what_others_solve_and_cut_only_what_has_no_solution() {
    for text in PEGS.iter().chain(&TANKS).chain(&BOXES) {
        let instance = read(text);
        let walked = walk(&*instance, false, &Means::default());
        assert_eq!(walked.end, Some(StepKind::Exhausted), "{text}");
        assert_eq!(walked.solutions > 0, is_solvable(&*instance.start()), "{text}");
        for (line, why) in walked.cut.iter().filter(|(_, why)| *why != "seen") {
            assert!(!is_solvable(&*instance.after(line).unwrap()), "{text}: {why} after {line}");
        }
    }
    let codes = |text| walk(&*read(text), false, &Means::default()).cut.into_iter().map(|(_, why)| why);
    assert!(codes(BOXES[0]).any(|why| why == "stuck"));
}

/// Of tanks nothing is hopeless, so that the search comes wherever a player can.
#[test]
fn they_come_to_every_position() {
    for text in TANKS {
        let instance = read(text);
        let walked = walk(&*instance, false, &Means::default());
        let asked = Explore { terminal_goals: true };
        let explored = instance.start().ask(asked, &Means::default(), &mut Unwatched).unwrap();
        assert_eq!(walked.keys.len() as u64, explored.states, "{text}");
    }
}

/// The number of lines to a goal that come to no position twice.
fn paths<P: Puzzle<State: PartialEq>>(puzzle: &P, line: &mut Vec<P::State>) -> usize {
    let state = line.last().unwrap().clone();
    if puzzle.is_goal(&state) {
        return 1;
    }
    let mut next = Vec::new();
    puzzle.expand(&state, |_, after| next.push(after));
    let mut count = 0;
    for after in next {
        if !line.contains(&after) {
            line.push(after);
            count += paths(puzzle, line);
            line.pop();
        }
    }
    count
}

/// Compares the two, and returns the number of lines.
fn compare<P: Puzzle<State: PartialEq>>(text: &str) -> usize {
    let puzzle = kit::read::<P>(text).unwrap();
    let mut line = Vec::new();
    puzzle.starts(|state| line.push(state));
    let (instance, count) = (read(text), paths(&puzzle, &mut line));
    assert_eq!(walk(&*instance, true, &Means::default()).solutions, count, "{text}");
    count
}

#[test]
fn without_pruning_they_find_every_line_without_a_loop() {
    assert!(PEGS.map(compare::<PegSolitaire>).iter().any(|&lines| lines > 1));
    assert!(compare::<TankChange>(TANKS[1]) > 0);
    let boxes = [
        "puzzle = 'sokoban'\nboard = '''\n#####\n#@$.#\n#####'''\n",
        "puzzle = 'sokoban'\nboard = '''\n######\n#@$ .#\n#    #\n######'''\n",
    ];
    assert!(boxes.map(compare::<Sokoban>).iter().all(|&lines| lines > 0));
}

#[test]
fn without_room_they_stop_and_claim_nothing() {
    let instance = read("puzzle = 'sokoban'\nboard = '''\n#######\n#@    #\n# $ $.#\n#    .#\n#######'''\n");
    let few = Means { limits: Limits { states: 9, ..Limits::default() }, ..Means::default() };
    let little = Means { limits: Limits { bytes: 9000, ..Limits::default() }, ..Means::default() };
    for means in [few, little] {
        assert_eq!(walk(&*instance, false, &means).end, Some(StepKind::Stopped));
    }
}
