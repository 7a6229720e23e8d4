//! Checks images under symmetries against the moves: equivalent states must have equivalent successors.

use std::collections::BTreeSet;

use tejun_search::Space;

use super::codec::Field;
use super::{Model, Plan};
use crate::format::File;
use crate::rules::{Position, Rules};
use tejun_core::bits::{Bits, Cells};

/// Walks through `most` states and compares, at each, the classes of its successors with those of its
/// representative's successors.
fn images_follow_moves<B: Cells, S: Bits>(plan: &Plan, model: &Model<B, S>, most: usize) -> [[usize; 2]; 2] {
    let classes = |state: &S| {
        let mut classes = Vec::new();
        model.expand(state, |_, next| classes.push(model.canonical(&next)));
        classes.sort_unstable();
        classes
    };
    let mut states = vec![model.start];
    let mut seen = BTreeSet::from([model.start]);
    let mut turned = 0;
    // Of the states without and with a goal one move away: all, and those said to be that near.
    let mut found = [[0; 2]; 2];
    let mut next = 0;
    while let Some(&state) = states.get(next).filter(|_| next < most) {
        next += 1;
        let canonical = model.canonical(&state);
        turned += usize::from(canonical != state);
        assert_eq!(model.canonical(&canonical), canonical);
        assert_eq!(model.is_goal(&canonical), model.is_goal(&state));
        assert_eq!(classes(&canonical), classes(&state));
        let mut followed = Vec::new();
        model.expand_classes(&state, |class| followed.push(class));
        followed.sort_unstable();
        assert_eq!(followed, classes(&state));
        let wins = followed.iter().any(|class| model.is_goal(class));
        let [all, near] = &mut found[usize::from(wins)];
        *all += 1;
        *near += usize::from(model.has_move_to_goal(&state));
        assert!(!wins || all == near, "a goal one move away is overlooked");
        model.expand(&state, |_, after| {
            if seen.insert(after) {
                states.push(after);
            }
        });
    }
    assert_eq!(turned > 0, !plan.symmetries.is_empty());
    found
}

fn plan(board: &str, goal: &str) -> (Plan, Position) {
    let goal = if goal.is_empty() { String::new() } else { format!("goal = '''\n{goal}'''\n") };
    let file: File = toml::from_str(&format!("board = '''\n{board}'''\n{goal}")).unwrap();
    let (rules, start) = file.rules().unwrap();
    (Plan::new(&rules), start)
}

fn check(board: &str, goal: &str, symmetries: usize) -> [[usize; 2]; 2] {
    let (plan, start) = plan(board, goal);
    assert_eq!(plan.symmetries.len(), symmetries, "{board}");
    // Words wider than needed change nothing.
    let found = images_follow_moves(&plan, &Model::<u128, [u64; 4]>::new(&plan, &start), 500);
    if plan.word_bits() <= 64 {
        assert_eq!(images_follow_moves(&plan, &Model::<u64, u64>::new(&plan, &start), 500), found);
    }
    found
}

/// Goals one move away are all seen, with pieces kept as bitboards, numbers, ranks and holes; most other states are not
/// said to be that near.
#[test]
fn goals_one_move_away() {
    for (board, goal, symmetries) in [
        ("ab.\ncde\nfgh", "ba.\n...\n...", 0),
        ("aBB.\naBB.\ndeef\ndghf\ni..j", "....\n.BB.\n.BB.\n....\n....", 1),
        ("#ab.#\n#cde#\n#fgh#", "#...#\n#...#\n#..a#", 0),
        (HOLES, "......\n......\n......\n......\n....NN\n......", 0),
    ] {
        let holes = plan(board, goal).0.fields.iter().any(Field::is_holes);
        assert_eq!(holes, board == HOLES);
        let [[far, mistaken], [wins, near]] = check(board, goal, symmetries);
        assert!(wins > 0 && near == wins && 2 * mistaken < far, "{board}: {wins} {near} {far} {mistaken}");
    }
}

#[test]
fn images_of_one_class_or_of_several() {
    check("aBBc\naBBc\ndeef\ndghf\ni..j", "....\n....\n....\n.BB.\n.BB.", 1);
    check("ab.\ncde\nfgh", "", 7);
    check("AA.BB\nA...B\n.....\nC...D\nCC.DD", "", 7);
}

/// Walls on one side break the symmetries of the floor, walls all around do not.
#[test]
fn symmetries_are_those_of_the_board_as_drawn() {
    check("a.\nbc", "..\nb.", 1);
    check("####\n#a.#\n#bc#\n####", "####\n#..#\n#b.#\n####", 1);
    check("#a.\n#bc", "#..\n#b.", 0);
    check("#a.#\n#bc#", "#..#\n#b.#", 0);
    check("#ab.#\n#cde#\n#fgh#", "", 3);
}

/// Classes of several pieces each, not all of which fit into the word as bitboards.
#[test]
fn images_of_classes_kept_as_numbers() {
    check(
        "####D#\nEI.BB#\n#IAA.#\n#.AAH#\n#CC.HG\n#F####",
        "####F#\nG....#\n#....#\n#....#\n#....E\n#D####",
        3,
    );
    check(".AABCC\n.ABBC.\n.HKKMN\nIJLLNN", "", 1);
    // Ranks with a table of their images.
    check(CLIMB, "", 1);
}

/// A board whose states hold the holes instead of the single cells.
const HOLES: &str = "AABBDE\nAACCDE\nFGHIJK\nLMMMNN\nOOQRSS\nPPQR..";
/// Four cells on 36, a number below 58,905, make the difference between 64 bits and 128.
const CLIMB: &str = "##.##\na...b\ncdefg\nccegg\nhhijj\nhhikk\nll*mm\nl***m";

/// Walks at random by the rules and compares, at each position, the moves that the model makes and the states they
/// lead to with those that the rules allow.
fn model_follows_rules<B: Cells, S: Bits>(plan: &Plan, rules: &Rules, start: &Position, steps: usize) {
    let model = Model::<B, S>::new(plan, start);
    let mut position = start.clone();
    let mut random = 1_u64;
    for _ in 0..steps {
        let mut places = Vec::new();
        for (piece, &head) in position.heads.iter().enumerate() {
            places.extend(rules.reach(&position, piece).into_iter().map(|(to, _)| (head, to)));
        }
        let after = |&(from, to): &(usize, usize)| {
            let mut next = position.clone();
            rules.carry(&mut next, from, to);
            next
        };
        let mut expected: Vec<(S, [usize; 2])> =
            places.iter().map(|place| (plan.pack(&after(place)), [place.0, place.1])).collect();
        expected.sort_unstable();
        let mut moved = Vec::new();
        model.expand(&plan.pack(&position), |by, next| moved.push((next, [by.from.into(), by.to.into()])));
        moved.sort_unstable();
        assert_eq!(moved, expected);
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        position = after(&places[(random >> 33) as usize % places.len()]);
    }
}

/// Walls around a board, more on one side than on the other, with everything that has a place on it.
#[test]
fn walls_around_a_board_take_no_bits() {
    let keys = "axis = 'cd'\ngates = { '-' = 'a' }\n";
    let (board, goal) = ([".aab-", "c.bb.", "c.dd.", "...e-"], ["...aa", ".....", ".....", "....."]);
    let plan = |rows: &[&str; 4], columns, left, goal: &[&str; 4]| {
        let wall = "#".repeat(columns);
        let framed = |rows: &[&str; 4]| {
            let row =
                |row: &&str| format!("{}{row}{}", "#".repeat(left), "#".repeat(columns - left - row.len()));
            let rows: Vec<String> = rows.iter().map(row).collect();
            if left == 0 { rows.join("\n") } else { format!("{wall}\n{wall}\n{}\n{wall}", rows.join("\n")) }
        };
        let text = format!("{keys}board = '''\n{}'''\ngoal = '''\n{}'''\n", framed(rows), framed(goal));
        let file: File = toml::from_str(&text).unwrap();
        let (rules, start) = file.rules().unwrap();
        (Plan::new(&rules), rules, start)
    };
    let (bare, _, start) = plan(&board, 5, 0, &goal);
    let unframed = Model::<u64, u64>::new(&bare, &start);
    for (columns, left) in [(7, 1), (20, 9), (16, 11)] {
        let (framed, rules, start) = plan(&board, columns, left, &goal);
        assert_eq!((framed.cell_bits(), framed.state_bits()), (20, bare.state_bits()));
        assert_eq!(rules.floor.inside.len(), 7 * columns);
        model_follows_rules::<u64, u64>(&framed, &rules, &start, 200);
        let model = Model::<u64, u64>::new(&framed, &start);
        assert_eq!(
            (model.start, model.goal, model.goal_mask),
            (unframed.start, unframed.goal, unframed.goal_mask)
        );
    }
}

/// Boards with many pieces, whose states hold ranks, also of the holes.
#[test]
fn moves_of_ranked_pieces_follow_the_rules() {
    // The board, how many classes are ranks, and whether one of them is the holes.
    let boards = [
        (HOLES, 3, true),
        ("aabbcc.\ndeeffg.\ndhhiig.\njkllmm.\njknnop.", 2, false),
        ("AABBcdd\nAABBcee\nffghi..\njjjkl..\njjjkl..", 0, false),
        (CLIMB, 3, false),
    ];
    for metric in ["moves", "slides", "steps"] {
        for (board, ranked, holes) in boards {
            let file: File =
                toml::from_str(&format!("metric = '{metric}'\nboard = '''\n{board}\n'''\n")).unwrap();
            let (rules, start) = file.rules().unwrap();
            let plan = Plan::new(&rules);
            let fields = plan.fields.iter().filter(|field| matches!(field, Field::Ranks { .. }));
            assert_eq!(fields.count(), ranked, "{board}");
            assert_eq!(plan.fields.iter().any(Field::is_holes), holes, "{board}");
            assert!(plan.word_bits() <= if board == CLIMB { 64 } else { 128 });
            if plan.word_bits() <= 64 {
                model_follows_rules::<u64, u64>(&plan, &rules, &start, 100);
            }
            model_follows_rules::<u128, [u64; 4]>(&plan, &rules, &start, 100);
        }
    }
}
