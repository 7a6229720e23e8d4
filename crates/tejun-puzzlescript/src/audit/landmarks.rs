//! Landmarks: what happens in every win from a position. Rules act, objects change.
//!
//! The word is that of planning: Hoffmann, Porteous, Sebastia, "Ordered landmarks in planning", JAIR 22, 2004.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::graph::{Graph, GraphLimits, Reach};
use crate::model::{Model, Trace};

/// An event without which a position is never won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// What it is.
    pub what: Event,
    /// How many positions are met without it, none of which is won.
    pub positions: usize,
}

/// What may happen on the way to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// That the rule on this line acts.
    Rule(usize),
    /// That the object with this number moves, comes or goes.
    Object(usize),
}

impl Event {
    fn is_in(self, trace: &Trace) -> bool {
        match self {
            Event::Rule(line) => trace.rules.contains(&line),
            Event::Object(object) => trace.objects.contains(object),
        }
    }
}

/// The landmarks of a position. Nothing is said of what the positions seen leave open.
#[derive(Clone, Debug, Default)]
pub struct Landmarks {
    /// By line and number, rules first.
    pub proved: Vec<Landmark>,
    /// How many rules and objects are left open; 1 if no win is known.
    pub unsettled: usize,
    /// How many positions were seen.
    pub positions: usize,
}

impl Landmarks {
    /// Finds them. `progress` is called with the number of positions, and may stop it: the rest is left open.
    ///
    /// Cost: the positions are listed once, at most as many as the limits allow, and walked through once for each rule and
    /// object that changes something on a shortest win.
    pub fn new(
        model: &dyn Model,
        start: &[u64],
        limits: GraphLimits,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Self {
        let graph = Graph::traced(model, start, limits, progress);
        let mut landmarks = Landmarks { positions: graph.len(), ..Landmarks::default() };
        let Some(line) = graph.shortest_win(|_| true) else {
            landmarks.unsettled = 1;
            return landmarks;
        };
        // What one win does without is not needed.
        let mut asked = BTreeSet::new();
        let mut at = 0;
        for input in line {
            let edge = graph.edges(at).iter().find(|edge| edge.input == input);
            let edge = edge.expect("the line is in the graph");
            let trace = &graph.traces()[edge.trace as usize];
            asked.extend(trace.rules.iter().map(|&line| Event::Rule(line)));
            asked.extend(trace.objects.iter().map(Event::Object));
            at = edge.to as usize;
        }
        let mut is_stopped = false;
        for what in asked {
            is_stopped = is_stopped || progress(graph.len()).is_break();
            let reach = if is_stopped { Reach::Open } else { graph.reach(|trace| !what.is_in(trace)) };
            match reach {
                Reach::Never(positions) => landmarks.proved.push(Landmark { what, positions }),
                Reach::Open => landmarks.unsettled += 1,
                Reach::Wins => {}
            }
        }
        landmarks
    }
}
