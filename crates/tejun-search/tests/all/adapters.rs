//! A space and its adapters have the same answers, method by method.

use std::fmt::Debug;

use tejun_search::{Moves, Pruned, Space, SpaceAdapter};

/// Every method differs from its default: what an adapter forgets to forward, answers otherwise.
struct Marked;

#[deny(clippy::missing_trait_methods)]
impl Space for Marked {
    type State = u32;
    type Move = u8;
    type Cost = u32;
    const MOVES: Moves = Moves::Retractable;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(11);
        visit(12);
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 1
    }

    fn has_move_to_goal(&self, state: &u32) -> bool {
        *state == 2
    }

    fn goals(&self) -> Option<Vec<u32>> {
        Some(vec![1])
    }

    fn expand(&self, state: &u32, mut visit: impl FnMut(u8, u32)) {
        visit(b'x', state + 20);
    }

    fn retract(&self, state: &u32, mut visit: impl FnMut(u32)) {
        visit(state + 30);
    }

    fn expand_costs(&self, from: &u32, mut visit: impl FnMut(u8, u32, u32)) {
        self.expand(from, |by, next| visit(by, next, from + u32::from(by)));
    }

    fn bound(&self, state: &u32) -> Option<u32> {
        Some(state + 40)
    }

    fn has_symmetry(&self) -> bool {
        true
    }

    fn canonical(&self, state: &u32) -> u32 {
        state + 50
    }

    fn take_work(&self) -> usize {
        70
    }

    fn expand_classes(&self, state: &u32, mut visit: impl FnMut(u32)) {
        visit(state + 60);
    }
}

struct Adapted;

impl SpaceAdapter for Adapted {
    type Inner = Marked;

    fn inner(&self) -> &Marked {
        &Marked
    }
}

/// What every method answers.
fn answers<P: Space<State = u32, Move = u8, Cost = u32>>(space: &P) -> Vec<(&'static str, String)> {
    fn list<T: Debug>(each: impl FnOnce(&mut dyn FnMut(T))) -> String {
        let mut list = Vec::new();
        each(&mut |item| list.push(item));
        format!("{list:?}")
    }
    vec![
        ("MOVES", format!("{:?}", P::MOVES)),
        ("starts", list(|visit| space.starts(visit))),
        ("is_goal", format!("{} {}", space.is_goal(&1), space.is_goal(&2))),
        ("has_move_to_goal", format!("{} {}", space.has_move_to_goal(&1), space.has_move_to_goal(&2))),
        ("goals", format!("{:?}", space.goals())),
        ("expand", list(|visit| space.expand(&7, |by, next| visit((by, next))))),
        ("retract", list(|visit| space.retract(&7, visit))),
        ("expand_costs", list(|visit| space.expand_costs(&7, |by, next, cost| visit((by, next, cost))))),
        ("bound", format!("{:?}", space.bound(&7))),
        ("has_symmetry", space.has_symmetry().to_string()),
        ("canonical", space.canonical(&7).to_string()),
        ("take_work", space.take_work().to_string()),
        ("expand_classes", list(|visit| space.expand_classes(&7, visit))),
    ]
}

#[test]
fn adapters_forward_every_method() {
    assert_eq!(answers(&Adapted), answers(&Marked));
    assert_eq!(answers(&Pruned(&Marked)), answers(&Marked));
    assert_eq!(answers(&Pruned(&Adapted)), answers(&Marked));
}
