//! Checks the costs of moves, and bounds against the cheapest paths.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use super::error::SpaceError;
use crate::collections::packed::Packed;
use crate::space::Space;

/// Checks costs and bounds on the first `states` states reached breadth-first from the starts.
pub(super) fn check<P: Space<State: Packed>>(space: &P, states: usize) -> Result<(), SpaceError<P::State>> {
    let sample = Sample::of(space, states);
    let costs = sample.costs_to_goals(space)?;
    for (&state, cost) in sample.states.iter().zip(costs) {
        let own = if space.has_symmetry() { space.canonical(&state) } else { state };
        if cheapest(space, &state) != cheapest(space, &own) {
            return Err(SpaceError::CostsDiffer(state, own));
        }
        // Searches ask for the bounds of representatives, which may be unreachable themselves.
        for state in [state, own] {
            let bound = space.bound(&state);
            if bound != space.bound(&state) {
                return Err(SpaceError::UnsteadyBound(state));
            }
            match (bound, cost) {
                (None, Some(cost)) => return Err(SpaceError::NotHopeless(state, cost)),
                (Some(bound), Some(cost)) if bound > cost => {
                    return Err(SpaceError::BoundTooHigh(state, bound, cost));
                }
                _ => (),
            }
        }
    }
    Ok(())
}

/// The cost of the cheapest move of a state into each class.
fn cheapest<P: Space<State: Packed>>(space: &P, state: &P::State) -> BTreeMap<P::State, u32> {
    let mut costs = BTreeMap::new();
    space.expand(state, |by, next| {
        let class = if space.has_symmetry() { space.canonical(&next) } else { next };
        let cost = space.cost(state, by);
        costs.entry(class).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
    });
    costs
}

/// States in the order in which they were reached, and their indices in it.
struct Sample<S> {
    states: Vec<S>,
    indices: HashMap<S, usize>,
}

impl<S: Packed> Sample<S> {
    fn of<P: Space<State = S>>(space: &P, most: usize) -> Self {
        let mut sample = Sample { states: Vec::new(), indices: HashMap::new() };
        space.starts(|start| sample.enter(start, most));
        let mut next = 0;
        while next < sample.states.len() {
            let state = sample.states[next];
            space.expand(&state, |_, after| sample.enter(after, most));
            next += 1;
        }
        sample
    }

    fn enter(&mut self, state: S, most: usize) {
        if self.states.len() < most && !self.indices.contains_key(&state) {
            self.indices.insert(state, self.states.len());
            self.states.push(state);
        }
    }

    /// The cost of a cheapest path within the sample from each state to a goal.
    fn costs_to_goals<P: Space<State = S>>(&self, space: &P) -> Result<Vec<Option<u32>>, SpaceError<S>> {
        // The moves into each state: from where, and the cost.
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            let mut steady = true;
            space.expand(state, |by, next| {
                let cost = space.cost(state, by);
                steady &= cost == space.cost(state, by);
                if let Some(&to) = self.indices.get(&next) {
                    before[to].push((from, cost));
                }
            });
            if !steady {
                return Err(SpaceError::UnsteadyCost(*state));
            }
        }
        let mut costs = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&index| space.is_goal(&self.states[index]));
        let mut queue: BinaryHeap<_> = goals.map(|index| Reverse((0_u32, index))).collect();
        while let Some(Reverse((cost, index))) = queue.pop() {
            if costs[index].is_none() {
                costs[index] = Some(cost);
                let steps = before[index].iter().map(|&(from, more)| (cost.saturating_add(more), from));
                queue.extend(steps.filter(|step| costs[step.1].is_none()).map(Reverse));
            }
        }
        Ok(costs)
    }
}
