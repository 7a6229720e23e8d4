//! A graph that Python functions describe, as the engine searches it: states are numbers.
//!
//! A state is any object that can be hashed. It gets a number when it is met first; what the functions say of it is kept,
//! so each of them is called at most once for a state. Searches rely on that: they may ask again, and must be told the
//! same.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tejun_api::{ApiError, Clock};
use tejun_puzzles::InputError;
use tejun_search::{Moves, Space, StopReason};

use crate::error::{refused, usage};

/// What describes a graph.
pub(crate) struct Functions {
    pub successors: Py<PyAny>,
    /// A function, or the only goal itself.
    pub goal: Py<PyAny>,
    pub bound: Option<Py<PyAny>>,
    /// Whether each successor comes with the move that leads to it, and with its cost.
    pub moves: bool,
    pub costs: bool,
}

/// Why a search is to end, before it hears of it.
pub(crate) enum Halt {
    Raised(PyErr),
    Stopped(StopReason),
}

/// A move from a state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    to: u32,
    cost: u32,
    /// The number of its move, if moves have names.
    name: u32,
}

/// What is known about a state.
struct State {
    object: Py<PyAny>,
    edges: Option<Arc<[Edge]>>,
    /// Whether it is a goal, and a lower bound on the way to one: none if there is no way.
    rated: Option<(bool, Option<u32>)>,
    /// The cost of the cheapest way to it so far.
    cost: u32,
}

struct Table {
    numbers: Py<PyDict>,
    states: Vec<State>,
    names: Vec<Py<PyAny>>,
    halt: Option<Halt>,
    /// No path costs less.
    bound: u32,
}

/// The graph. A search of it runs on one thread, which has Python's lock.
pub(crate) struct Graph {
    functions: Functions,
    /// The number of the only goal, unless a function tells goals.
    only: Option<u32>,
    clock: Clock,
    table: Mutex<Table>,
}

impl Graph {
    /// The graph with this start; `clock` ends a search whose functions are slow.
    ///
    /// # Errors
    /// If the start or the only goal cannot be hashed.
    pub fn new(start: &Bound<PyAny>, functions: Functions, clock: Clock) -> PyResult<Self> {
        let numbers = PyDict::new(start.py()).unbind();
        let mut table = Table { numbers, states: Vec::new(), names: Vec::new(), halt: None, bound: 0 };
        let number = table.number(start)?;
        table.states[number as usize].cost = 0;
        let goal = functions.goal.bind(start.py());
        let only = if goal.is_callable() { None } else { Some(table.number(goal)?) };
        Ok(Graph { functions, only, clock, table: Mutex::new(table) })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search; the first reason counts.
    pub fn halt(&self, halt: Halt) {
        self.table().halt.get_or_insert(halt);
    }

    /// Whether the search is to end.
    pub fn is_halted(&self) -> bool {
        self.table().halt.is_some()
    }

    /// Why the search was to end, and the bound that was proved by then.
    pub fn halted(&self) -> (Option<Halt>, u32) {
        let mut table = self.table();
        (table.halt.take(), table.bound)
    }

    /// The objects of these states.
    pub fn objects(&self, py: Python, states: &[u32]) -> Vec<Py<PyAny>> {
        let table = self.table();
        states.iter().map(|&state| table.states[state as usize].object.clone_ref(py)).collect()
    }

    /// The moves of a path, if they have names.
    pub fn names(&self, py: Python, moves: &[Edge]) -> Option<Vec<Py<PyAny>>> {
        let table = self.table();
        let name = |by: &Edge| table.names[by.name as usize].clone_ref(py);
        self.functions.moves.then(|| moves.iter().map(name).collect())
    }

    /// Asks Python, unless the search is to end. What Python raises ends it.
    fn ask<T>(&self, ask: impl FnOnce(Python) -> PyResult<T>) -> Option<T> {
        if self.is_halted() {
            return None;
        }
        Python::attach(ask).map_err(|error| self.halt(Halt::Raised(error))).ok()
    }

    /// Asks for the moves from a state.
    fn successors(&self, py: Python, state: u32) -> PyResult<Arc<[Edge]>> {
        let object = self.table().states[state as usize].object.clone_ref(py);
        let mut edges = Vec::new();
        // The functions run without the lock on the table.
        for given in self.functions.successors.bind(py).call1((object,))?.try_iter()? {
            let (name, next, cost) = self.read(given?)?;
            let mut table = self.table();
            let to = table.number(&next)?;
            let number = table.names.len() as u32;
            table.names.extend(name.map(Bound::unbind));
            edges.push(Edge { to, cost, name: number });
        }
        Ok(edges.into())
    }

    /// A successor as it was given: the move, the state, and the cost.
    fn read<'py>(
        &self,
        given: Bound<'py, PyAny>,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, Bound<'py, PyAny>, u32)> {
        let Functions { moves, costs, .. } = self.functions;
        let form = match (moves, costs) {
            (false, false) => return Ok((None, given, 1)),
            (true, true) => "(move, state, cost)",
            (true, false) => "(move, state)",
            (false, true) => "(state, cost)",
        };
        let wrong = || {
            usage(
                given.py(),
                format!("successors gives tuples {form} here: moves is {moves}, costs is {costs}"),
            )
        };
        let tuple = given.cast::<PyTuple>().map_err(|_| wrong())?;
        if tuple.len() != 1 + usize::from(moves) + usize::from(costs) {
            return Err(wrong());
        }
        let name = moves.then(|| tuple.get_item(0)).transpose()?;
        let next = tuple.get_item(moves.into())?;
        let cost = if costs { whole(&tuple.get_item(tuple.len() - 1)?, "a cost")? } else { 1 };
        Ok((name, next, cost))
    }

    /// Asks whether a state is a goal, and how far it is.
    fn rate(&self, py: Python, state: u32) -> PyResult<(bool, Option<u32>)> {
        let Functions { goal, bound, costs, .. } = &self.functions;
        let object = || self.table().states[state as usize].object.clone_ref(py);
        let is_goal = match self.only {
            Some(only) => state == only,
            None => goal.bind(py).call1((object(),))?.is_truthy()?,
        };
        if is_goal {
            return Ok((true, Some(0)));
        }
        // Without costs a goal is a move away at least, so the search ends as soon as it meets one.
        let least = u32::from(!costs);
        let Some(bound) = bound else { return Ok((false, Some(least))) };
        let bound = bound.bind(py).call1((object(),))?;
        if bound.is_none() {
            return Ok((false, None));
        }
        Ok((false, Some(whole(&bound, "a bound")?.max(least))))
    }

    /// Whether a state is a goal, and a lower bound on the way to one.
    fn rated(&self, state: u32) -> (bool, Option<u32>) {
        if let Some(rated) = self.table().states[state as usize].rated {
            return rated;
        }
        let Some(rated) = self.ask(|py| self.rate(py, state)) else { return (false, None) };
        self.table().states[state as usize].rated = Some(rated);
        rated
    }

    /// The moves from a state; none once the search is to end, unless they are known.
    fn edges(&self, state: u32) -> Option<Arc<[Edge]>> {
        if let Some(edges) = &self.table().states[state as usize].edges {
            return Some(edges.clone());
        }
        if let ControlFlow::Break(reason) = self.clock.check() {
            self.halt(Halt::Stopped(reason));
        }
        let edges = self.ask(|py| self.successors(py, state))?;
        self.table().states[state as usize].edges = Some(edges.clone());
        Some(edges)
    }
}

impl Space for Graph {
    type State = u32;
    type Move = Edge;
    type Cost = u32;
    const MOVES: Moves = Moves::OneWay;

    fn starts(&self, mut visit: impl FnMut(u32)) {
        visit(0);
    }

    fn is_goal(&self, &state: &u32) -> bool {
        self.rated(state).0
    }

    fn expand(&self, &state: &u32, mut visit: impl FnMut(Edge, u32)) {
        let bound = self.rated(state).1.unwrap_or(0);
        let Some(edges) = self.edges(state) else { return };
        if !self.table().reach(state, &edges, bound) {
            let error = InputError::new("a path costs 2^32 or more: count in larger units");
            let error = Python::attach(|py| refused(py, "limit", ApiError::from(error)));
            return self.halt(Halt::Raised(error));
        }
        edges.iter().for_each(|&by| visit(by, by.to));
    }

    fn expand_costs(&self, state: &u32, mut visit: impl FnMut(Edge, u32, u32)) {
        self.expand(state, |by, next| visit(by, next, by.cost));
    }

    fn bound(&self, &state: &u32) -> Option<u32> {
        self.rated(state).1
    }
}

impl Table {
    /// The number of a state, which it gets now if it is new.
    fn number(&mut self, object: &Bound<PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(object.py());
        if let Some(number) = numbers.get_item(object)? {
            return number.extract();
        }
        let number = self.states.len() as u32;
        numbers.set_item(object, number)?;
        let object = object.clone().unbind();
        self.states.push(State { object, edges: None, rated: None, cost: u32::MAX });
        Ok(number)
    }

    /// Follows the moves of a state that is expanded, with a lower bound on the rest. Returns whether all costs are numbers
    /// that the engine can count.
    fn reach(&mut self, state: u32, edges: &[Edge], bound: u32) -> bool {
        let before = self.states[state as usize].cost;
        if self.halt.is_none() {
            self.bound = self.bound.max(before.saturating_add(bound));
        }
        edges.iter().all(|by| {
            let Some(cost) = before.checked_add(by.cost) else { return false };
            let next = &mut self.states[by.to as usize];
            next.cost = next.cost.min(cost);
            true
        })
    }
}

/// A cost or a bound.
fn whole(given: &Bound<PyAny>, what: &str) -> PyResult<u32> {
    let wrong = || usage(given.py(), format!("{what} is a whole number from 0 to {}", u32::MAX));
    given.extract().map_err(|_| wrong())
}
