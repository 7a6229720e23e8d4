//! Graphs whose states are numbered as they are met.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use super::{BoundBy, Canonical, GoalIf, GoalList, Graph, Predecessors, Undirected};
use crate::search::{Codec, Searchable};
use crate::space::{Moves, Space};

/// A graph whose states are numbered, made by [`Graph::interned`].
#[derive(Debug)]
pub struct Interned<G>(pub(super) G);

/// What is known of the graph, as before it was interned.
// Each type says what is known, as those of `Graph` do.
#[allow(clippy::type_complexity)]
impl<S, F, I, G, B, Y, R> Interned<Graph<S, F, I, G, B, Y, R>> {
    /// See [`Graph::goal`].
    pub fn goal<T: Fn(&S) -> bool + Sync>(self, is_goal: T) -> Interned<Graph<S, F, I, GoalIf<T>, B, Y, R>> {
        Interned(self.0.goal(is_goal))
    }

    /// See [`Graph::goals`].
    pub fn goals(self, goals: impl IntoIterator<Item = S>) -> Interned<Graph<S, F, I, GoalList<S>, B, Y, R>>
    where
        S: Clone + Eq + Hash,
    {
        Interned(self.0.goals(goals))
    }

    /// See [`Graph::bound`].
    pub fn bound<T: Fn(&S) -> V + Sync, V>(
        self,
        bound: T,
    ) -> Interned<Graph<S, F, I, G, BoundBy<T, V>, Y, R>> {
        Interned(self.0.bound(bound))
    }

    /// See [`Graph::symmetry`].
    pub fn symmetry<T: Fn(&S) -> S + Sync>(
        self,
        canonical: T,
    ) -> Interned<Graph<S, F, I, G, B, Canonical<T>, R>> {
        Interned(self.0.symmetry(canonical))
    }

    /// See [`Graph::undirected`].
    pub fn undirected(self) -> Interned<Graph<S, F, I, G, B, Y, Undirected>> {
        Interned(self.0.undirected())
    }

    /// See [`Graph::predecessors`].
    pub fn predecessors<T, J>(self, predecessors: T) -> Interned<Graph<S, F, I, G, B, Y, Predecessors<T, J>>>
    where
        T: Fn(&S) -> J + Sync,
        J: IntoIterator<Item = S>,
    {
        Interned(self.0.predecessors(predecessors))
    }
}

impl<G: Space<State: Eq + Hash>> Searchable for Interned<G> {
    type State = G::State;
    type Move = G::Move;
    type Cost = G::Cost;
    type Key = u32;
    type Keyed<'a>
        = Numbered<'a, G>
    where
        G: 'a;
    // With more of them, the numbers would depend on chance, and with them the answers.
    const MOST_THREADS: usize = 1;

    fn keyed(&self) -> Numbered<'_, G> {
        Numbered { graph: &self.0, table: RwLock::new(Table { numbers: HashMap::new(), states: Vec::new() }) }
    }
}

/// The space of the numbers, for one search.
pub struct Numbered<'a, G: Space> {
    graph: &'a G,
    table: RwLock<Table<G::State>>,
}

struct Table<S> {
    numbers: HashMap<Arc<S>, u32>,
    states: Vec<Arc<S>>,
}

impl<G: Space<State: Eq + Hash>> Numbered<'_, G> {
    fn state(&self, number: u32) -> Arc<G::State> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&table.states[number as usize])
    }

    fn number(&self, state: G::State) -> u32 {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = table.numbers.get(&state) {
            return number;
        }
        let number = u32::try_from(table.states.len()).ok().filter(|&number| number < u32::MAX);
        let number = number.expect("fewer than 2^32 - 1 states are numbered");
        let state = Arc::new(state);
        table.states.push(Arc::clone(&state));
        table.numbers.insert(state, number);
        number
    }
}

impl<G: Space<State: Eq + Hash>> Codec<G::State> for Numbered<'_, G> {
    fn encode(&self, state: &G::State) -> u32 {
        self.number(state.clone())
    }

    fn decode(&self, number: u32) -> G::State {
        (*self.state(number)).clone()
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Space<State: Eq + Hash>> Space for Numbered<'_, G> {
    type State = u32;
    type Move = G::Move;
    type Cost = G::Cost;
    const MOVES: Moves = G::MOVES;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        self.graph.starts(|state| visit(self.number(state)));
    }

    fn is_goal(&self, number: &u32) -> bool {
        self.graph.is_goal(&self.state(*number))
    }

    fn has_move_to_goal(&self, number: &u32) -> bool {
        self.graph.has_move_to_goal(&self.state(*number))
    }

    fn goals(&self) -> Option<Vec<u32>> {
        Some(self.graph.goals()?.into_iter().map(|goal| self.number(goal)).collect())
    }

    fn expand(&self, number: &u32, mut visit: impl FnMut(G::Move, u32)) {
        self.graph.expand(&self.state(*number), |by, next| visit(by, self.number(next)));
    }

    fn retract(&self, number: &u32, mut visit: impl FnMut(u32)) {
        self.graph.retract(&self.state(*number), |before| visit(self.number(before)));
    }

    fn expand_costs(&self, number: &u32, mut visit: impl FnMut(G::Move, u32, G::Cost)) {
        self.graph.expand_costs(&self.state(*number), |by, next, cost| visit(by, self.number(next), cost));
    }

    fn bound(&self, number: &u32) -> Option<G::Cost> {
        self.graph.bound(&self.state(*number))
    }

    fn has_symmetry(&self) -> bool {
        self.graph.has_symmetry()
    }

    fn canonical(&self, number: &u32) -> u32 {
        self.number(self.graph.canonical(&self.state(*number)))
    }

    fn take_work(&self) -> usize {
        self.graph.take_work()
    }

    fn expand_classes(&self, number: &u32, mut visit: impl FnMut(u32)) {
        self.graph.expand_classes(&self.state(*number), |next| visit(self.number(next)));
    }
}
