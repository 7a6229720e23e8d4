//! The graph of a family by its plain rules, searched plainly, is an oracle for the packed model that its searches use.

use std::collections::HashSet;
use std::hash::Hash;

use tejun_puzzles::input::Keys;
use tejun_puzzles::question::{Explore, Solve};
use tejun_puzzles::{Family, Means, Puzzle, SlidingBlocks, TankChange, kit};
use tejun_search::{Outcome, Unwatched};

/// The number of states at each distance from the start, and the distance of the nearest goal.
fn levels<P: Puzzle<State: Hash + Eq>>(puzzle: &P) -> (Vec<u64>, Option<i64>) {
    let (mut seen, mut level, mut levels, mut goal) = (HashSet::new(), Vec::new(), Vec::new(), None);
    puzzle.starts(|state| level.push(state));
    seen.extend(level.iter().cloned());
    while !level.is_empty() {
        if goal.is_none() && level.iter().any(|state| puzzle.is_goal(state)) {
            goal = Some(levels.len() as i64);
        }
        levels.push(level.len() as u64);
        let mut next = Vec::new();
        for state in &level {
            puzzle.expand(state, |_, after| {
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            });
        }
        level = next;
    }
    (levels, goal)
}

/// Compares both on a file in which no two pieces are interchangeable, so that states are counted alike.
fn compare<P: Puzzle<State: Hash + Eq>>(text: &str) {
    let (levels, goal) = levels(&kit::read::<P>(text).unwrap());
    let (header, keys) = Keys::split(text).unwrap();
    let session = Family::of::<P>().open(header, keys).unwrap();
    let explored = session.start().ask(Explore::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!(explored.levels, levels, "{text}");
    let solution = session.start().ask(Solve::default(), &Means::default(), &mut Unwatched).unwrap();
    assert_eq!(solution.value.cost, goal, "{text}");
    assert_eq!(matches!(solution.outcome, Outcome::Unsolvable), goal.is_none(), "{text}");
}

#[test]
fn sliding_blocks_in_each_metric() {
    for metric in ["moves", "slides", "steps"] {
        for board in [
            "aab.\n..b.\ndc..'''\ngoal = '''\n....\nd...\n..aa",
            "aab\n..b\n.c.'''\ngoal = '''\n...\n.c.\n.aa",
            "aa.\n.b#\n.b.'''\naxis = 'ab'\ngoal = '''\n.aa\n..#\n...",
            "aab\ncc.'''\ngoal = '''\n...\naa.",
        ] {
            compare::<SlidingBlocks>(&format!(
                "puzzle = 'sliding'\nmetric = '{metric}'\ngoal_match = 'named'\nboard = '''\n{board}'''\n"
            ));
        }
    }
}

#[test]
fn the_original_tank_change() {
    compare::<TankChange>(TankChange::FAMILY.template);
}
