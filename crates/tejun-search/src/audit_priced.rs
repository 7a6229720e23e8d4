//! Checks that the costs and bounds of a space keep their contract, for the tests of its author.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use crate::audit::{Fault, check_space};
use crate::priced::Priced;

/// Checks what [`check_space`] checks, and the costs and bounds of the same states: the first `states` states
/// reached breadth-first from the starts.
///
/// The cheapest line to a goal is computed among those states alone. So it finds every bound that is too high,
/// and every state wrongly called hopeless, for which a line within the sample proves it; if the sample holds
/// all reachable states, then all of them. A line that leaves the sample goes unnoticed. It also finds costs
/// and bounds that change from call to call, and moves of symmetric states that differ in cost.
///
/// Cost: meant for tests. Time and memory are proportional to the moves of those states, times a logarithm.
///
/// ```
/// use tejun_search::{Fault, Moves, Priced, Space, check_priced};
///
/// /// Steps by one or by three, down to 0.
/// struct Stairs {
///     longest: u32,
/// }
///
/// impl Space for Stairs {
///     type State = u32;
///     type Move = u32;
///     const MOVES: Moves = Moves::OneWay;
///     fn starts(&self, mut visit: impl FnMut(u32)) {
///         visit(10);
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 0
///     }
///     fn expand(&self, state: &u32, mut visit: impl FnMut(u32, u32)) {
///         [1, 3].into_iter().filter(|step| step <= state).for_each(|step| visit(step, state - step));
///     }
/// }
///
/// impl Priced for Stairs {
///     fn bound(&self, state: &u32) -> Option<u32> {
///         Some(state.div_ceil(self.longest))
///     }
/// }
///
/// assert_eq!(check_priced(&Stairs { longest: 3 }, 100), Ok(()));
/// assert_eq!(check_priced(&Stairs { longest: 2 }, 100), Err(Fault::BoundTooHigh(10, 5, 4)));
/// ```
///
/// # Errors
/// Returns the first fault found.
pub fn check_priced<P: Priced>(space: &P, states: usize) -> Result<(), Fault<P::State>> {
    check_space(space, states)?;
    let sample = Sample::of(space, states);
    let costs = sample.costs_to_goals(space)?;
    for (&state, cost) in sample.states.iter().zip(costs) {
        let own = if space.has_symmetry() { space.canonical(&state) } else { state };
        if cheapest(space, &state) != cheapest(space, &own) {
            return Err(Fault::CostsDiffer(state, own));
        }
        // Searches ask for the bounds of representatives, which may be unreachable themselves.
        for state in [state, own] {
            let bound = space.bound(&state);
            if bound != space.bound(&state) {
                return Err(Fault::UnsteadyBound(state));
            }
            match (bound, cost) {
                (None, Some(cost)) => return Err(Fault::NotHopeless(state, cost)),
                (Some(bound), Some(cost)) if bound > cost => {
                    return Err(Fault::BoundTooHigh(state, bound, cost));
                }
                _ => (),
            }
        }
    }
    Ok(())
}

/// The cost of the cheapest move of a state into each class.
fn cheapest<P: Priced>(space: &P, state: &P::State) -> BTreeMap<P::State, u32> {
    let mut costs = BTreeMap::new();
    space.expand(state, |by, next| {
        let class = if space.has_symmetry() { space.canonical(&next) } else { next };
        let cost = space.cost(state, by);
        costs.entry(class).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
    });
    costs
}

/// States in the order in which they were reached, and their places in it.
struct Sample<S> {
    states: Vec<S>,
    places: HashMap<S, usize>,
}

impl<S: crate::packed::Packed> Sample<S> {
    fn of<P: Priced<State = S>>(space: &P, most: usize) -> Self {
        let mut sample = Sample { states: Vec::new(), places: HashMap::new() };
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
        if self.states.len() < most && !self.places.contains_key(&state) {
            self.places.insert(state, self.states.len());
            self.states.push(state);
        }
    }

    /// The cost of a cheapest line within the sample from each state to a goal.
    fn costs_to_goals<P: Priced<State = S>>(&self, space: &P) -> Result<Vec<Option<u32>>, Fault<S>> {
        // The moves into each state: from where, and the cost.
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            let mut steady = true;
            space.expand(state, |by, next| {
                let cost = space.cost(state, by);
                steady &= cost == space.cost(state, by);
                if let Some(&to) = self.places.get(&next) {
                    before[to].push((from, cost));
                }
            });
            if !steady {
                return Err(Fault::UnsteadyCost(*state));
            }
        }
        let mut costs = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&place| space.is_goal(&self.states[place]));
        let mut queue: BinaryHeap<_> = goals.map(|place| Reverse((0_u32, place))).collect();
        while let Some(Reverse((cost, place))) = queue.pop() {
            if costs[place].is_none() {
                costs[place] = Some(cost);
                let ways = before[place].iter().map(|&(from, more)| (cost.saturating_add(more), from));
                queue.extend(ways.filter(|way| costs[way.1].is_none()).map(Reverse));
            }
        }
        Ok(costs)
    }
}
