//! Checks the costs of moves, and bounds against the cheapest paths.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use super::error::SpaceError;
use crate::space::{Cost, Space};
use crate::state::key::Key;

/// Checks costs and bounds on the first `states` states reached breadth-first from the starts.
pub(super) fn check<P: Space<State: Key>>(space: &P, states: usize) -> Result<(), SpaceError<P::State>> {
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
                (None, Some(cost)) => return Err(SpaceError::NotHopeless(state, number(cost))),
                (Some(bound), Some(cost)) if bound > cost => {
                    return Err(SpaceError::BoundTooHigh(state, number(bound), number(cost)));
                }
                _ => (),
            }
        }
    }
    Ok(())
}

/// A cost as it is reported.
fn number<C: Cost>(cost: C) -> u64 {
    cost.to_bound() as u64
}

/// The moves of a state with the states they lead to and their costs.
type Priced<P> = Vec<(<P as Space>::Move, <P as Space>::State, <P as Space>::Cost)>;

fn priced<P: Space>(space: &P, state: &P::State) -> Priced<P> {
    let mut moves = Vec::new();
    space.expand_costs(state, |by, next, cost| moves.push((by, next, cost)));
    moves
}

/// The cost of the cheapest move of a state into each class.
fn cheapest<P: Space<State: Key>>(space: &P, state: &P::State) -> BTreeMap<P::State, P::Cost> {
    let mut costs = BTreeMap::new();
    space.expand_costs(state, |_, next, cost| {
        let class = if space.has_symmetry() { space.canonical(&next) } else { next };
        costs.entry(class).and_modify(|least: &mut P::Cost| *least = cost.min(*least)).or_insert(cost);
    });
    costs
}

/// States in the order in which they were reached, and their indices in it.
struct Sample<S> {
    states: Vec<S>,
    indices: HashMap<S, usize>,
}

impl<S: Key> Sample<S> {
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
    fn costs_to_goals<P: Space<State = S>>(&self, space: &P) -> Result<Vec<Option<P::Cost>>, SpaceError<S>> {
        // The moves into each state: from where, and the cost.
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            let moves = priced(space, state);
            if moves != priced(space, state) {
                return Err(SpaceError::UnsteadyCost(*state));
            }
            let mut same = moves.iter();
            let mut agree = true;
            space.expand(state, |by, next| agree &= same.next().is_some_and(|it| (it.0, it.1) == (by, next)));
            if !agree || same.next().is_some() {
                return Err(SpaceError::CostedMovesDiffer(*state));
            }
            for (_, next, cost) in moves {
                if let Some(&to) = self.indices.get(&next) {
                    before[to].push((from, cost));
                }
            }
        }
        let mut costs = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&index| space.is_goal(&self.states[index]));
        let mut queue: BinaryHeap<_> = goals.map(|index| Reverse((P::Cost::ZERO, index))).collect();
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
