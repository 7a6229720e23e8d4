//! Checks images under symmetries against the moves: equivalent states must have equivalent successors.

use std::collections::BTreeSet;

use tejun_search::Space;

use super::{Model, Plan};
use crate::packed::{Bits, Cells};
use crate::sliding::format::File;

/// Walks through `most` states and compares, at each, the classes of its successors with those of its
/// representative's successors.
fn images_follow_moves<B: Cells, S: Bits>(plan: &Plan, model: &Model<B, S>, most: usize) {
    let classes = |state: &S| {
        let mut classes = Vec::new();
        model.expand(state, |_, next| classes.push(model.canonical(&next)));
        classes.sort_unstable();
        classes
    };
    let mut states = vec![model.start];
    let mut seen = BTreeSet::from([model.start]);
    let mut turned = 0;
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
        model.expand(&state, |_, after| {
            if seen.insert(after) {
                states.push(after);
            }
        });
    }
    assert_eq!(turned > 0, !plan.symmetries.is_empty());
}

fn check(board: &str, goal: &str, symmetries: usize) {
    let goal = if goal.is_empty() { String::new() } else { format!("goal = '''\n{goal}'''\n") };
    let file: File = toml::from_str(&format!("board = '''\n{board}'''\n{goal}")).unwrap();
    let (rules, start) = file.rules().unwrap();
    let plan = Plan::new(&rules);
    assert_eq!(plan.symmetries.len(), symmetries, "{board}");
    if plan.state_bits() < 64 {
        images_follow_moves(&plan, &Model::<u64, u64>::new(&plan, &start), 500);
    }
    // Words wider than needed change nothing.
    images_follow_moves(&plan, &Model::<u128, [u64; 4]>::new(&plan, &start), 500);
}

#[test]
fn images_of_one_class_or_of_several() {
    check("aBBc\naBBc\ndeef\ndghf\ni..j", "....\n....\n....\n.BB.\n.BB.", 1);
    check("ab.\ncde\nfgh", "", 7);
    check("AA.BB\nA...B\n.....\nC...D\nCC.DD", "", 7);
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
}
