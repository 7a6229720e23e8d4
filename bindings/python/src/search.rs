//! `search`: a search of one's own, through a graph that Python functions describe.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use tejun_api::ProgressReporter;
use tejun_puzzles::QuestionOption;
use tejun_search::{Progress, Proof, Search, SearchError, Solution, StopReason, Watch};

use crate::engine::NOW;
use crate::options::Settings;
use crate::run::clock;
use crate::states::{Edge, Functions, Graph, Halt};

/// Finds a cheapest path. A* is Dijkstra's search without a bound, and breadth-first where all moves cost one.
///
/// It keeps Python's lock, which the interpreter shares out while the functions run.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    start: &Bound<'py, PyAny>,
    successors: Py<PyAny>,
    goal: Py<PyAny>,
    bound: Option<Py<PyAny>>,
    moves: bool,
    costs: bool,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let settings = Settings::read("search", options, &[QuestionOption::Depth])?;
    let clock = clock(settings.time, &Arc::new(AtomicBool::new(false)));
    let functions = Functions { successors, goal, bound, moves, costs };
    let graph = Graph::new(start, functions, clock.clone())?;
    let limits = settings.means.limits;
    let tell = |name: &'static str, event: Value| {
        if let ("progress", Some(progress)) = (name, &progress) {
            let told = Python::attach(|py| progress.call1(py, (event.to_string(),)).map(drop));
            told.unwrap_or_else(|error| graph.halt(Halt::Raised(error)));
        }
    };
    let mut watch = Listener { graph: &graph, reporter: ProgressReporter::new(clock, tell) };
    let began = NOW();
    let found = Search::new(&graph).limits(limits).watch(&mut watch).astar();
    let seconds = (NOW() - began).as_secs_f64();
    describe(py, &graph, found, seconds)
}

type Line = Solution<u32, Edge>;

/// What was found, as the fields of `tejun.Found`.
fn describe<'py>(
    py: Python<'py>,
    graph: &Graph,
    result: Result<Line, SearchError<Line>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (mut outcome, mut reason, mut proof) = match &result {
        Ok(path) => ("solved", None, path.proof),
        Err(error) => {
            let reason = error.stopped();
            (if reason.is_some() { "stopped" } else { "unsolvable" }, reason, Proof::Unproved)
        }
    };
    let (mut bound, stats, path) = match result {
        Ok(path) => (path.bound, path.stats, Some(path)),
        Err(error) => (error.bound(), error.stats(), error.into_best()),
    };
    match graph.halted() {
        (Some(Halt::Raised(error)), _) => return Err(error),
        // What the search said afterwards is not so: it was not told of all moves.
        (Some(Halt::Stopped(why)), proved) => {
            (bound, proof) = (Some(proved.into()), Proof::Unproved);
            (outcome, reason) = ("stopped", Some(why));
        }
        (None, _) => {}
    }
    let found = PyDict::new(py);
    found.set_item("outcome", outcome)?;
    found.set_item("reason", reason.map(StopReason::code))?;
    found.set_item("proof", if proof == Proof::Optimal { "optimal" } else { "none" })?;
    found.set_item("cost", path.as_ref().map(|path| path.cost))?;
    found.set_item("bound", bound)?;
    found.set_item("states", path.as_ref().map(|found| graph.objects(py, &found.states)))?;
    found.set_item("line", path.and_then(|found| graph.names(py, &found.moves)))?;
    found.set_item("stats", (stats.expanded, stats.stored, seconds, stats.peak_bytes))?;
    Ok(found)
}

/// Looks after Python during a search.
struct Listener<'a, T> {
    graph: &'a Graph,
    reporter: ProgressReporter<T>,
}

impl<T: FnMut(&'static str, Value)> Watch for Listener<'_, T> {
    fn tick(&mut self, progress: &Progress) -> ControlFlow<StopReason> {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.graph.halt(Halt::Raised(error));
        }
        if self.graph.is_halted() {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        self.reporter.tick(progress)
    }
}
